"""An event file loaded and exported again is the same file, whatever ids are free and whatever happened before."""

import json

import pytest
import time_machine
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament, make_user
from tests.tournament.api.events import public_addresses, shown_event
from tests.tournament.archive.event_file.events import act, everything, load, there_and_back
from tests.tournament.exports.events import rich_event
from tests.tournament.planning.halls import drawn_hall
from tests.tournament.standings.tables import (
    begin,
    come_late,
    finish,
    hanchan,
    punish,
    put_in,
    real_event,
    small_event,
    vouch,
)
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.sections import LEFT_OUT, PEOPLE, SECTIONS, THE_EVENT
from tournament.archive.static_site import static_site
from tournament.core.audit import audited_write
from tournament.core.audit_check import findings
from tournament.core.models import Tournament, Verb
from tournament.core.records import keep
from tournament.planning.actions import import_seating
from tournament.players.actions import withdraw
from tournament.players.models import Player
from tournament.results.penalties.actions import cancel
from tournament.results.sheets.agreement import take_back
from tournament.seats.stand_ins import stand_in
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


@kept
def with_byes() -> Tournament:
    """Nine people at two tables; in each hanchan another one sits out."""
    tournament = make_tournament(hanchan_count=3)
    people = [player.pk for player in make_players(tournament, 9)]
    turns = {number: [*people[number:], *people[:number]] for number in (1, 2, 3)}
    draft = {number: {1: tuple(order[:4]), 2: tuple(order[4:8])} for number, order in turns.items()}
    byes = {number: [order[8]] for number, order in turns.items()}
    import_seating(tournament=tournament, draft=draft, byes=byes, act=act())
    return tournament


def vouch_for_all(tournament: Tournament) -> None:
    """Let the history vouch for the players too."""
    vouch(tournament)
    with audited_write(tournament, act(), Verb.EXTENDED_CHAIN):
        keep(Player.rows_of(tournament))


def what_visitors_read(tournament: Tournament) -> dict[str, bytes]:
    """Every answer of the read API and every file of the static site."""
    answers = {address: Client().get(address).content for address in public_addresses(tournament)}
    return answers | {copy.path: copy.content for copy in static_site(tournament)}


@pytest.mark.slow("whole events")
@pytest.mark.parametrize("make", [everything, rich_event, real_event, drawn_hall, with_byes])
def test_an_event_loaded_beside_itself_is_the_same_file(make):
    tournament = make()
    vouch_for_all(tournament)
    before, after = there_and_back(tournament)
    assert after == before


def test_every_model_of_an_event_is_in_the_file():
    models = {model.__name__ for model in apps.get_app_config("tournament").get_models()}
    assert models == {section.model.__name__ for section in (THE_EVENT, *SECTIONS)} | set(LEFT_OUT)


def test_the_events_of_these_tests_have_a_row_in_every_section():
    files = [json.loads(event_file(make())) for make in (everything, with_byes)]
    names = {section.name for section in SECTIONS} | {PEOPLE}
    assert {name for name in names for file in files if file[name]} == names


@pytest.mark.django_db(transaction=True)
def test_an_empty_database_gets_the_same_event_with_the_same_ids():
    tournament = everything()
    before = event_file(tournament)
    call_command("flush", interactive=False)
    loaded = load(before).tournament
    assert (loaded.pk, loaded.id_offset) == (tournament.pk, 0)
    assert event_file(loaded) == before
    assert findings(loaded) == []
    (one,) = make_players(loaded, 1)
    assert one.pk > max(row["id"] for row in json.loads(before)["players"])


@pytest.mark.slow("whole events")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("make", [rich_event, real_event, shown_event])
def test_the_file_alone_makes_the_same_api_and_the_same_static_site(make):
    """What either shows is in the file: nothing of the database it came from is needed."""
    tournament = make()
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    tournament.refresh_from_db()
    vouch_for_all(tournament)
    with time_machine.travel(MORNING, tick=False):
        file, before = event_file(tournament), what_visitors_read(tournament)
        call_command("flush", interactive=False)
        loaded = load(file).tournament
        assert what_visitors_read(loaded) == before
    assert {"index.html", "rules/index.html"} < before.keys() and any("standings" in address for address in before)


def test_who_is_not_ranked_for_a_hanchan_comes_back():
    tournament = everything()
    with audited_write(tournament, act(), Verb.EXTENDED_CHAIN):
        assert tournament.stand_ins.update(counts=False)
    loaded = load(event_file(tournament), slug="again").tournament
    assert [row.counts for row in loaded.stand_ins.all()] == [False]
    assert findings(loaded) == []


@pytest.mark.slow("whole events")
def test_the_standings_are_the_same():
    tournament = real_event()
    vouch(tournament)
    loaded = load(event_file(tournament), slug="again").tournament
    first, second = (
        [(row.standing.place, row.player.name, row.standing.total, row.scores) for row in standings_of(one).rows]
        for one in (tournament, loaded)
    )
    assert first == second and len(first) == 36


def test_what_happens_after_loading_continues_the_history():
    loaded = load(event_file(everything()), slug="goes-on").tournament
    by = make_user("mina")
    player = loaded.players.get(number=3)
    withdraw(player=player, act=act(by=by, reason="ill"))
    punish(loaded.players.get(number=4), number=2)
    put_in(loaded, 2, 2, (30_000, 30_000, 30_000, 30_000))
    loaded.refresh_from_db()
    assert findings(loaded) == []
    text = event_file(loaded)
    again = load(text, slug="and-on").tournament
    assert event_file(again).replace("and-on", "goes-on") == text
    assert "mina" in {account["name"] for account in json.loads(text)["people"]}


def test_the_number_of_queries_does_not_grow_with_the_event():
    counts = []
    for players in (8, 40):
        tournament, _people = small_event(players=players)
        begin(tournament, 1)
        for table in range(1, players // 4 + 1):
            put_in(tournament, 1, table)
        with CaptureQueriesContext(connection) as asked:
            event_file(tournament)
        counts.append(len(asked))
    assert counts[0] == counts[1] < 45


STEPS = st.sampled_from(["enter", "take back", "penalty", "cancel", "late", "stand in", "withdraw", "release"])


@pytest.mark.slow("whole events")
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(STEPS, st.integers(0, 7), st.integers(1, 2)), max_size=8), st.text("aé漢🀄 \u202e'=", max_size=9)
)
def test_whatever_was_done_at_the_event_comes_back(db, steps, note):
    tournament, people = small_event(hanchan_count=2)
    Tournament.objects.filter(pk=tournament.pk).update(place=note)
    for number in (1, 2):
        begin(tournament, number)
    (substitute,) = make_players(tournament, 1, is_substitute=True)
    done = set()
    for step, who, table in steps:
        player, at = people[who], act(reason=f"{note} as seen")
        match step:
            case "enter" if ("in", table) not in done:
                put_in(tournament, 1, table)
                done.add(("in", table))
            case "take back" if ("in", table) in done and ("back", table) not in done and "out" not in done:
                take_back(hanchan=hanchan(tournament, 1), table=table, act=act(reason="misread", base=1))
                done.add(("back", table))
            case "penalty":
                punish(player, 1_000 * table, number=table)
            case "cancel":
                cancel(penalty=punish(player), act=at)
            case "late" if ("late", who) not in done:
                come_late(player, table, number=2)
                done.add(("late", who))
            case "stand in" if "stand in" not in done:
                stand_in(tournament=tournament, hanchan=2, absent=player, substitute=substitute, act=at)
                done.add("stand in")
            case "withdraw" if ("gone", who) not in done:
                withdraw(player=player, act=at)
                done.add(("gone", who))
            case "release" if done >= {("in", 1), ("in", 2)} and not any(one[0] == "back" for one in done):
                finish(tournament, 1)
                done.add("out")
    vouch(tournament)
    tournament.refresh_from_db()
    assert findings(tournament) == []
    before, after = there_and_back(tournament)
    assert after == before
    Tournament.objects.filter(slug="from-file").update(slug=f"file-{Tournament.objects.count()}")
