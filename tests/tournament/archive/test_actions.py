"""Whole events are loaded by the verbs that the pages use, all or nothing."""

import pytest

from scoring.rules import preset
from tests.factories import load_past_event, make_staff
from tests.tournament.standings.tables import GOLDEN, real_totals
from tournament.archive import actions
from tournament.archive.reading import read_event
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Role, Tournament
from tournament.hanchan import actions as hanchan_actions
from tournament.players.models import Player
from tournament.results.models import Penalty, PenaltyKind, SheetVersion
from tournament.standings.queries import standings_of
from tournament.standings.recount import recount

pytestmark = pytest.mark.django_db


def real(**fields) -> Tournament:
    past = read_event((GOLDEN / "wrc-36x8.csv").read_text(), preset("wrc-2022"))
    return load_past_event(past, **fields)


def nothing_is_left() -> bool:
    return not any(model.objects.exists() for model in (Tournament, Player, SheetVersion, Penalty, AuditEntry))


def test_the_real_event_is_finished_and_gives_its_published_standings():
    tournament = real()
    ranking = standings_of(tournament)
    assert {row.player.number: row.standing.total for row in ranking.rows} == real_totals()
    assert ranking.official
    assert not tournament.is_public and not tournament.is_demo
    assert set(tournament.hanchan.values_list("state", flat=True)) == {"closed"}
    assert [one.kind for one in tournament.penalties.all()] == [PenaltyKind.CHONBO] * 3


def test_players_start_with_the_scores_that_they_carry():
    heading, *rows = (GOLDEN / "wrc-36x8.csv").read_text().splitlines()
    told = [f"{row},{'-4.5' if row.split(',')[3] == '2' else ''}" for row in rows]
    tournament = load_past_event(read_event("\n".join([f"{heading},carried", *told]), preset("wrc-2022")))
    found = {row.player.number: row.standing for row in standings_of(tournament).rows}
    assert {number: row.total - row.carried_in for number, row in found.items()} == real_totals()
    assert {number: row.carried_in for number, row in found.items() if row.carried_in} == {2: -4_500}
    assert recount(tournament) == [] and findings(tournament) == []


def test_everything_was_done_by_the_verbs_of_the_pages_and_stands_in_the_history():
    tournament = real()
    assert tournament.edition == tournament.audit_entries.count()
    assert tournament.audit_entries.filter(verb="entered a sheet").count() == 8
    assert tournament.audit_entries.filter(verb="closed a hanchan").count() == 8


def test_the_whole_event_is_counted_a_second_time_once_and_a_difference_leaves_nothing(monkeypatch):
    counted = []

    def differs(tournament):
        counted.append(tournament.hanchan.filter(state="closed").count())
        raise Refused.of("recount-differs", "The recount differs.")

    for module in (actions, hanchan_actions):
        monkeypatch.setattr(module, "check_recount", differs)
    with pytest.raises(Refused, match="The recount differs"):
        real()
    assert counted == [8]
    assert nothing_is_left()


def test_loading_the_same_name_twice_makes_a_second_tournament():
    assert [real().slug, real().slug] == ["real-event", "real-event-2"]


def test_an_address_that_is_taken_is_refused_and_nothing_is_written():
    real(slug="open")
    with pytest.raises(Refused, match="Another tournament has the address “open”"):
        real(slug="open")
    assert Tournament.objects.count() == 1
    assert Player.objects.count() == 36


@pytest.mark.parametrize("name", ["", "   ", "x" * 121])
def test_a_name_that_cannot_be_is_refused(name):
    with pytest.raises(Refused):
        real(name=name)
    assert nothing_is_left()


def test_a_failure_in_the_middle_leaves_nothing_half_loaded(monkeypatch):
    enter, calls = actions.enter_hanchan, []

    def fail_at_the_fifth(**fields):
        calls.append(1)
        if len(calls) == 5:
            raise OSError("the disk is full")
        return enter(**fields)

    monkeypatch.setattr(actions, "enter_hanchan", fail_at_the_fifth)
    with pytest.raises(OSError, match="the disk is full"):
        real()
    assert nothing_is_left()


def test_a_part_of_an_event_may_still_be_played():
    tournament = real(closed=2, missing=[4, 9])
    assert list(tournament.hanchan.values_list("state", flat=True)) == [*["closed"] * 2, "playing", *["planned"] * 5]
    assert tournament.hanchan.get(number=3).sheets.count() == 7


def test_who_watches_hears_how_far_it_is():
    heard = []
    real(progress=lambda number, count: heard.append((number, count)))
    assert heard == [(number, 8) for number in range(1, 9)]


def test_everybody_was_there():
    assert not real().players.filter(checked_in_at=None).exists()


def test_people_status_and_penalties_outside_any_hanchan_come_in_too():
    rows = ["1,1,E,Aiko,41000,FR,", "1,1,S,Luc,33000,,sub", "1,1,W,Ewa,26000,,dq", "1,1,N,Tom,20000,,withdrawn"]
    text = "\n".join(["round,table,wind,player,points,country,status,penalty_p", *(f"{row}," for row in rows)])
    past = read_event(f"{text}\n,,,Aiko,,,,2\n,,,Nobody,,IT,dns,", preset("wrc-2022"))
    tournament = load_past_event(past)
    ranking = standings_of(tournament)
    assert [(row.player.name, row.standing.total) for row in ranking.ranked] == [("Aiko", 24_000)]
    assert [row.player.name for row in (*ranking.substitutes, *ranking.out)] == ["Luc", "Tom", "Ewa"]
    assert dict(tournament.players.values_list("name", "status"))["Nobody"] == "withdrawn"
    assert tournament.players.get(name="Aiko").country == "FR"
    assert [(one.hanchan, one.amount) for one in tournament.penalties.all()] == [(None, 2_000)]


def test_times_that_no_file_has_stay_unknown(client):
    tournament = real(is_public=True)
    assert set(tournament.hanchan.values_list("started_at", "closed_at")) == {(None, None)}
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = client.get(f"/manage/{tournament.slug}/hanchan/1/").content.decode()
    assert "Closed at" not in page and ">Closed" in " ".join(page.split()).replace("> ", ">")
