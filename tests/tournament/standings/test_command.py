"""`manage.py standings`: for people and for programs."""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, play, punish, real_event, real_totals, small_event, vouch
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.players.actions import edit_player

pytestmark = pytest.mark.django_db


def said(capsys, slug: str, *arguments: str) -> str:
    vouch(Tournament.objects.get(slug=slug))
    call_command("standings", slug, *arguments)
    return capsys.readouterr().out


def test_the_real_event_as_json(capsys):
    real_event()
    rows = json.loads(said(capsys, "real-event", "--json"))
    assert rows[0] == {"place": 1, "player": "Player 2", "total": 146_800, "carried": 0, "penalties": 0, "ranked": True}
    assert {int(row["player"].split()[1]): row["total"] for row in rows} == real_totals()


def test_after_a_hanchan_and_without_a_place(capsys):
    tournament, people = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    play(tournament, 2, {1: USUAL, 2: USUAL})
    punish(people[0], 0, number=1, kind="disqualification")
    rows = json.loads(said(capsys, "spring-open", "--after", "1", "--json"))
    assert rows[0]["total"] == 30_200
    assert list(rows[-1].values()) == [None, "Aiko Brandt", 30_200, 0, 0, False]


def test_for_people_in_p(capsys):
    tournament, people = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    punish(people[3], 8_000)
    edit_player(player=people[1], act=Act(by=None, at=MORNING), carried=-4_500)
    lines = said(capsys, "spring-open").splitlines()
    assert next(line for line in lines if "Luc" in line).split()[3:] == ["+1.6", "carried", "in", "-4.5"]
    assert lines[0] == "After hanchan 1 of 3"
    assert lines[1].split() == ["1=", "Aiko", "Brandt", "+30.2"]
    assert lines[-1].split() == ["8", "Tom", "Okafor", "-35.0", "penalties", "8.0"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "no tournament with the address “nowhere”"),
        (["spring-open", "--after", "9"], "through hanchan 1"),
        (["spring-open", "--after", "-1"], "through hanchan 1, not for hanchan -1"),
    ],
)
def test_a_problem_is_told(arguments, message):
    tournament, _ = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    with pytest.raises(CommandError, match=message) as problem:
        call_command("standings", *arguments)
    assert problem.value.returncode == 1


def test_before_the_first_hanchan_everybody_shares_the_first_place(capsys):
    small_event()
    rows = json.loads(said(capsys, "spring-open", "--json"))
    assert {(row["place"], row["total"]) for row in rows} == {(1, 0)}
    assert rows == json.loads(said(capsys, "spring-open", "--after", "0", "--json"))


def test_asking_after_a_hanchan_before_the_first_result_is_told():
    small_event()
    with pytest.raises(CommandError, match="No hanchan has results yet"):
        call_command("standings", "spring-open", "--after", "1")


def test_json_is_plain_ascii_so_that_no_terminal_changes_a_name(capsys):
    small_event()
    assert said(capsys, "spring-open", "--json").isascii()


def test_people_read_why_somebody_has_no_place(capsys):
    tournament, people = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    punish(people[3], 8_000)
    punish(people[3], 0, number=1, kind="disqualification")
    last = said(capsys, "spring-open").splitlines()[-1]
    assert last.split() == ["-", "Tom", "Okafor", "(-35.0)", "disqualified,", "penalties", "8.0"]
