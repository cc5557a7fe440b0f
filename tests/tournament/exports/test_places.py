"""Cuts, dropped hanchan, ties and teams in the exports; an event without any has the columns that it always had."""

import pytest

from scoring.standings.cut import HALF, NOTHING, Cut
from scoring.standings.rules import StandingRules, TeamRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.exports.events import read_back, real_event, rich_event, rows_of, tables, workbook_of
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.players.actions import edit_player
from tournament.standings.actions import change_standing_rules

pytestmark = pytest.mark.django_db
OWN = {"carried", "group", "carried_over", "changed_by_cuts", "dropped", "tie_break"}


@kept
def event(**rules):
    """Two hanchan at two tables that end alike; Aiko and Luc are a team, and Noor."""
    tournament, people = small_event(hanchan_count=3)
    for player, team in ((people[0], "Felt"), (people[1], "Felt"), (people[4], "Oak")):
        player.team = team
        player.save()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    play(tournament, 2, {1: USUAL, 2: USUAL})
    tournament.refresh_from_db()
    change_standing_rules(tournament=tournament, rules=StandingRules(**rules), act=Act(by=None, at=MORNING))
    return tournament


def test_an_event_with_plain_totals_has_no_columns_for_more():
    keys = {column.key for column in tables(rich_event())["standings"].file_columns}
    assert not keys & OWN


def test_totals_still_add_up_with_a_cut():
    cut = Cut(after=1, sizes=(2,), above=HALF, below=NOTHING)
    rows = rows_of(tables(event(cuts=(cut,)))["standings"])
    assert [(row["group"], row["carried_over"]) for row in rows[:3]] == [(1, 15_100), (1, 15_100), (2, 0)]
    for row in rows:
        assert row["total"] == row["table_score"] - row["penalties"] + row["changed_by_cuts"]


def test_totals_still_add_up_with_a_carried_score_and_a_cut():
    tournament = event(cuts=(Cut(after=1, sizes=(2,), above=HALF, below=NOTHING),))
    edit_player(player=tournament.players.get(number=1), act=Act(by=None, at=MORNING), carried=12_300)
    tournament.refresh_from_db()
    made = tables(tournament)
    rows = rows_of(made["standings"])
    assert {row["name"]: row["carried"] for row in rows if row["carried"]} == {"Aiko Brandt": 12_300}
    for row in rows:
        assert row["total"] == row["carried"] + row["table_score"] - row["penalties"] + row["changed_by_cuts"]
    assert rows[0]["carried_over"] == 21_300
    cross = {row["name"]: row["carried"] for row in rows_of(made["crosstable"])}
    assert cross["Aiko Brandt"] == 12_300
    facts = [row["value"] for row in rows_of(made["event"]) if row["what"] == "Amounts"]
    assert facts == ["P is 1,000 points. Total = carried score + table score - penalties."]


def test_dropped_hanchan_and_what_told_apart_stand_beside_the_row():
    rows = rows_of(tables(event(best=1, of=2, breakers=(Breaker.SEED,)))["standings"])
    assert {row["dropped"] for row in rows} == {"2"}
    assert rows[0]["tie_break"] == ""
    assert rows[1]["tie_break"] == "Both have 30.2; Aiko Brandt is seed 1, Noor van Dijk seed 5."


def test_teams_and_countries_have_sheets_with_every_member():
    book = tables(event(teams=TeamRules(best=1)))
    felt = [row for row in rows_of(book["teams"]) if row["team"] == "Felt"]
    assert [(row["place"], row["shared"], row["name"], row["member_total"], row["counts"]) for row in felt] == [
        (1, "yes", "Aiko Brandt", 60_400, "yes"),
        (1, "yes", "Luc Moreau", 12_200, ""),
    ]
    assert {row["country"] for row in rows_of(book["countries"])} == {"France", "Germany", "Poland", "United Kingdom"}


def test_how_places_are_decided_stands_with_the_rules():
    said = {row["rule"]: row["source"] for row in rows_of(tables(event(breakers=(Breaker.FIRSTS,)))["rules"])}
    assert said["Players who are still tied share the place."] == "set by the organiser"


def test_the_workbook_has_the_teams():
    tournament = event()
    rows = read_back(workbook_of(tournament), tables(tournament)["teams"])
    assert [(row["team"], float(row["total"])) for row in rows] == [("Felt", 72.6), ("Felt", 72.6), ("Oak", 60.4)]


def test_everybody_with_a_place_has_a_base_rank():
    """EMA: 1,000 for the first, 0 for the last; a shared place has the rank of the place."""
    ranks = [row["base_rank"] for row in rows_of(tables(real_event())["standings"])]
    assert (ranks[0], ranks[-1]) == (1_000, 0)
    rows = rows_of(tables(rich_event())["standings"])
    assert [row["base_rank"] for row in rows if row["place"] is None] == [None]
