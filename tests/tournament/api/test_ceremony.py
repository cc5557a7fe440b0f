"""The API during a ceremony: what pages and screens have revealed, no place more, and another ETag at each reveal."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.api.events import read, token_for
from tests.tournament.api.test_openapi import faults
from tests.tournament.hanchan.test_ceremony import ACT, frozen_event, press
from tests.tournament.hanchan.test_ceremony_corrections import announced, at_place, running
from tests.tournament.standings.tables import punish
from tournament.archive.static_site import static_site
from tournament.hanchan.ceremony import correct_ceremony, end_ceremony, start_ceremony
from tournament.standings.final_places import final_places, list_mark
from tournament.standings.queries import forget, reveal_of, standings_of

pytestmark = pytest.mark.django_db
CHANGING = ("standings", "final-places")


def told(tournament) -> list[tuple[int, str, int]]:
    return [(row["place"], row["name"], row["total"]) for row in read(tournament, "final-places").json()["rows"]]


def etags(tournament) -> dict[str, str]:
    return {key: read(tournament, key).headers["ETag"] for key in (*CHANGING, "tables", "crosstable", "players")}


def test_nothing_is_there_before_the_ceremony():
    tournament, _people = frozen_event()
    answer = read(tournament, "final-places").json()
    assert (answer["rows"], answer["ranked"], answer["coming"], answer["as_of"]) == ([], None, None, None)
    assert read(tournament, "standings").json()["revealed_from"] is None


def test_each_reveal_is_read_at_once_with_another_etag_and_nothing_of_the_next_place():
    tournament, _people = frozen_event()
    final = [(row.standing.place, row.player.name, row.standing.total) for row in standings_of(tournament).ranked]
    start_ceremony(tournament=tournament, act=ACT)
    kept = etags(tournament)
    for place in sorted({place for place, _name, _total in final}, reverse=True)[:-1]:
        press(tournament)
        assert told(tournament) == announced(tournament) == [row for row in final if row[0] >= place]
        assert read(tournament, "final-places").json()["coming"] == reveal_of(tournament).coming
        standings = read(tournament, "standings").json()
        assert (standings["after"], standings["revealed_from"]) == (1, place)
        for key in CHANGING:
            assert read(tournament, key, **{"If-None-Match": kept[key]}).status_code == 200
        now = etags(tournament)
        assert {key for key in now if now[key] != kept[key]} == {*CHANGING}
        assert {key: read(tournament, key, **{"If-None-Match": now[key]}).status_code for key in now} == dict.fromkeys(
            now, 304
        )
        kept = now


def test_a_correction_that_people_do_not_see_changes_no_etag_and_the_decision_does():
    tournament = running(5)
    kept = etags(tournament)
    punish(at_place(tournament, 1), 200_000, number=2)
    tournament.refresh_from_db()
    assert etags(tournament) == kept
    seen = list_mark(final_places(standings_of(tournament)))
    correct_ceremony(tournament=tournament, seen=seen, again=True, act=ACT)
    assert told(tournament) == []
    assert etags(tournament)["final-places"] != kept["final-places"]


def test_after_the_end_all_final_places_are_there_and_in_the_standings():
    tournament = running(3)
    end_ceremony(tournament=tournament, act=ACT)
    final = [(row.standing.place, row.player.name, row.standing.total) for row in standings_of(tournament).ranked]
    assert told(tournament) == final
    standings = read(tournament, "standings").json()
    assert [(row["place"], row["name"], row["total"]) for row in standings["rows"]] == final
    assert (standings["after"], standings["revealed_from"]) == (2, None)


def test_answers_during_a_ceremony_are_as_they_are_described_also_for_a_token():
    tournament = running(5, shown_places=3)
    headers = token_for(tournament)
    for key in CHANGING:
        for answer in (read(tournament, key), read(tournament, key, **headers)):
            assert faults(f"/api/v1/{{slug}}/{key}", answer.json()) == []
    assert read(tournament, "final-places", **headers).json()["rows"] == read(tournament, "final-places").json()["rows"]


def test_the_number_of_queries_does_not_grow_with_the_places():
    counts = []
    tournament, _people = frozen_event()
    start_ceremony(tournament=tournament, act=ACT)
    for _place in range(4):
        press(tournament)
        forget()
        with CaptureQueriesContext(connection) as queries:
            read(tournament, "final-places")
        counts.append(len(queries))
    assert set(counts) == {counts[0]} and counts[0] <= 12


def test_a_copy_of_the_public_pages_has_the_revealed_places_and_no_other():
    tournament = running(5)
    pages = {copy.path: copy.content.decode("utf-8", "replace") for copy in static_site(tournament)}
    shown, hidden = announced(tournament), at_place(tournament, 1)
    page = pages["ceremony/index.html"]
    assert all(name in page for _place, name, _total in shown) and hidden.name not in page
    assert 'href="ceremony/index.html"' in pages["index.html"]
