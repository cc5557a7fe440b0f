"""What the history vouches for: everything that standings are computed from, however it is stored."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from docs import verify_history
from tests.databases import elsewhere
from tests.events.rows import kept
from tests.factories import MORNING, make_tournament
from tests.tournament.standings.tables import begin, hanchan, put_in, small_event, vouch
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import export_lines, findings
from tournament.core.messages import sentence
from tournament.core.models import Hanchan, Tournament, Verb
from tournament.core.records import Recorded, keep
from tournament.events.actions import change_hanchan, change_rules, change_settings, set_public
from tournament.hanchan.actions import pause, start
from tournament.planning.actions import publish
from tournament.players.actions import add_player, add_substitutes, delete_player, edit_player, renumber, withdraw
from tournament.players.models import Player
from tournament.results.models import Sheet
from tournament.seats.models import Bye, Seat, Seating, StandIn
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import record_stand_ins
from tournament.standings.inputs import read_inputs

pytestmark = pytest.mark.django_db
BY_DIGEST = {"tournament_seat", "tournament_bye"}


def act(**fields) -> Act:
    return Act(**{"by": None, "at": MORNING, "reason": "as seen", **fields})


@pytest.fixture
@kept
def event():
    """Eight people, the first table of hanchan 1 in."""
    tournament, _people = small_event()
    begin(tournament, 1)
    put_in(tournament, 1, 1)
    vouch(tournament)
    return tournament


def told(tournament: Tournament) -> list[str]:
    return [sentence(one) for one in findings(tournament)]


def test_every_table_that_standings_and_line_ups_read_is_covered(event):
    with CaptureQueriesContext(connection) as asked:
        read_inputs(Tournament.objects.get(pk=event.pk))
        lineup(event, 1)
    tables = {table for one in asked for table in re.findall(r'(?:FROM|JOIN) "(\w+)"', one["sql"])}
    covered = {model._meta.db_table for model in Recorded.__subclasses__()}
    assert "tournament_player" in tables and tables - covered <= BY_DIGEST


@pytest.mark.parametrize(
    ("name", "value"), [("name", "Ann Other"), ("status", "disqualified"), ("is_substitute", True), ("team", "B")]
)
def test_a_player_who_was_altered_is_named(event, name, value):
    player = event.players.first()
    Player.objects.filter(pk=player.pk).update(**{name: value})
    (text,) = told(event)
    assert text.startswith("Line 2 of the history (added players: 8 players) says ")
    assert f"player {player.number}, {name}" in text


def test_of_a_rule_set_the_value_that_was_altered_is_named(event):
    Tournament.objects.filter(pk=event.pk).update(rules={**event.rules, "chonbo": 40_000})
    (text,) = told(event)
    assert "says 30000, but the database now says 40000: tournament Spring Open, rules.chonbo" in text


def test_an_action_does_not_make_an_alteration_its_own(event):
    player = event.players.first()
    Player.objects.filter(pk=player.pk).update(name="Ann Other")
    Hanchan.objects.filter(tournament=event, number=1).update(released_at=MORNING)
    sheet = Sheet.rows_of(event).get()
    Sheet.objects.filter(pk=sheet.pk).update(table=9)
    edit_player(player=player, club="Utrecht", act=act())
    pause(hanchan=hanchan(event, 1), act=act())
    with audited_write(event, act(), Verb.TOOK_SHEET_BACK):
        sheet = Sheet.objects.get(pk=sheet.pk)
        sheet.accepted = None
        sheet.save()
    texts = told(event)
    assert len(texts) == 3
    for named in ("name", "released_at", "table"):
        assert any(f", {named}. It was changed" in text for text in texts), (named, texts)


def test_whatever_actions_store_many_at_a_time_or_delete_is_known(event):
    stranger = add_player(tournament=event, name="Zoë Late", act=act())
    delete_player(player=stranger, act=act())
    add_substitutes(tournament=event, count=2, act=act())
    withdraw(player=event.players.get(number=8), act=act())
    publish(tournament=event, hanchan=None, act=act(), telling=True)
    publish(tournament=event, hanchan=3, public=False, act=act())
    change_hanchan(tournament=event, minutes=[90, 80], act=act())
    change_hanchan(tournament=event, minutes=[90, 80, 70, None], act=act())
    change_settings(tournament=event, place="Gent", act=act())
    set_public(tournament=event, is_public=False, act=act())
    absent, other = event.players.get(number=5), event.players.get(number=9)
    for played in ({absent.pk: other.pk}, {}):
        with audited_write(event, act(), Verb.CORRECTED_PEOPLE):
            record_stand_ins(event, hanchan(event, 1), played, {}, act())
    start(hanchan=hanchan(event, 2), act=act().because("both at once"))
    assert told(event) == []


def test_new_numbers_and_new_rules_are_known():
    tournament = make_tournament(hanchan_count=2)
    for name in ("Zoë Late", "Anna Early"):
        add_player(tournament=tournament, name=name, act=act())
    renumber(tournament=tournament, act=act())
    change_rules(tournament=tournament, preset="ema-2016", act=act())
    assert told(tournament) == []


def test_rows_deleted_many_at_a_time_within_a_write_are_known_as_deleted(event):
    add_substitutes(tournament=event, count=2, act=act())
    with audited_write(event, act(), Verb.DELETED_PLAYER) as entry:
        event.players.filter(is_substitute=True).delete()
    assert list(entry.figures.values()) == [None, None]
    assert told(event) == []


def test_what_is_deleted_or_added_past_the_history_is_named(event):
    player = add_player(tournament=event, name="Zoë Late", act=act())
    Player.objects.filter(pk=player.pk).delete()
    Player.objects.create(tournament=event, name="Ann Other", number=77)
    codes = [one.code for one in findings(event)]
    assert sorted(codes) == ["row-added", "row-deleted"]


def test_a_seat_and_a_bye_that_were_altered_are_named_with_their_table(event):
    one, other = Seat.objects.filter(seating=event.seating, hanchan__number=3, wind="E").order_by("table")
    Seat.objects.filter(pk=one.pk).update(table=7)
    Bye.objects.create(seating=event.seating, hanchan=other.hanchan, player=other.player)
    assert told(event) == [
        "Hanchan 3: the byes are not those that were saved.",
        "Hanchan 3, table 1: the seats are not those that were saved.",
        "Hanchan 3, table 7: the seats are not those that were saved.",
    ]


def test_a_substitute_who_was_put_in_past_the_history_is_named(event):
    add_substitutes(tournament=event, count=1, act=act())
    absent, other = event.players.get(number=5), event.players.get(number=9)
    StandIn.objects.create(
        tournament=event, hanchan=hanchan(event, 3), absent=absent, substitute=other, made_at=MORNING
    )
    assert [one.code for one in findings(event)] == ["row-added"]


@pytest.mark.django_db(transaction=True)
def test_a_write_between_two_queries_of_the_check_is_no_finding(event, monkeypatch):
    rows, late = Player.rows_of, []

    def rows_of(tournament):
        late.append(f"Late {len(late)}")
        elsewhere(lambda: add_player(tournament=Tournament.objects.get(pk=event.pk), name=late[-1], act=act()))
        return rows(tournament)

    monkeypatch.setattr(Player, "rows_of", rows_of)
    assert told(event) == []
    monkeypatch.undo()
    assert late and event.players.filter(name__in=late).count() == len(late)
    assert told(event) == []


def test_a_seating_from_before_there_was_a_verifier_is_no_alteration(event):
    Seating.rows_of(event).update(digest="", verified_at=None, from_before=True)
    with audited_write(event, act(), Verb.EXTENDED_CHAIN):
        keep(Seating.rows_of(event))
    assert told(event) == []
    wrong, _values, rows = verify_history.check(enumerate(map(json.loads, export_lines(event)), start=1))
    assert wrong == [] and rows
