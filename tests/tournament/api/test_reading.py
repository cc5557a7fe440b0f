"""Tables as programs read them: public data alone without a token, pages that belong together, ETags, other origins."""

from datetime import date

import pytest
from django.db import connection
from django.db.models import F
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.api.events import (
    OF_A_LEAGUE,
    named_addresses,
    public_addresses,
    read,
    send,
    shown_event,
    staff_addresses,
    token_for,
)
from tests.tournament.standings.tables import USUAL, play, punish, put_in, small_event
from tournament.api.answers import table_body
from tournament.api.models import TokenScope
from tournament.api.paging import Paging, read_paging
from tournament.api.ranking_views import RANKING_RESOURCES
from tournament.api.resources import RESOURCES, TableAnswer
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.models import Role, Tournament
from tournament.core.response_mark import KEPT
from tournament.core.tables import DataTable
from tournament.events.actions import set_public
from tournament.players.actions import edit_player
from tournament.players.models import Player
from tournament.standings.cache import forget_pages
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return shown_event()


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_the_list_has_the_public_tournaments_alone(event):
    make_tournament("Hidden Open")
    rows = Client().get("/api/v1/").json()["rows"]
    assert rows == [
        {
            "slug": "spring-open",
            "name": "Spring Open",
            "place": "Utrecht",
            "first_day": "2026-05-16",
            "last_day": "2026-05-17",
            "time_zone": "UTC",
            "hanchan": 3,
            "closed": 1,
            "playing": 2,
        }
    ]


def test_a_tournament_tells_which_tables_can_be_read(event):
    told = read(event).json()
    assert (told["name"], told["hanchan"], told["players_at_table"], told["rule_set"]) == (
        "Spring Open", 3, 4, "WRC 2022"
    )  # fmt: skip
    assert set(told["tables"]) == set(RESOURCES) - {OF_A_LEAGUE}
    assert all(Client().get(address).status_code == 200 for address in told["tables"].values())


def test_points_are_whole_numbers_and_names_those_of_the_declared_columns(event):
    told = read(event, "standings").json()
    assert (told["after"], told["official"], told["count"]) == (1, False, 8)
    assert told["rows"][0] == {
        "place": 1,
        "shared": False,
        "number": 1,
        "name": "Aiko Brandt",
        "country": "DE",
        "club": "Felt",
        "total": 30_200,
        "penalties": 0,
        "table_score": 30_200,
        "hanchan_1": 30_200,
        "first_places": 1,
        "status": "playing",
    }


def test_states_are_codes_and_times_are_in_utc(event):
    Tournament.objects.update(time_zone="Asia/Tokyo")
    event.hanchan.filter(number=2).update(table_minutes={"1": 5})
    clock = read(event, "clock").json()["rows"]
    assert [row["state"] for row in clock] == ["closed", "playing", "planned"]
    assert (clock[1]["started_at"], clock[1]["ends_at"]) == ("2026-05-16T09:30:00Z", "2026-05-16T11:00:00Z")
    assert clock[1]["more_minutes"] == "1:5"
    event.hanchan.filter(number=2).update(paused_at=MORNING)
    paused = read(event, "clock").json()["rows"][1]
    assert (paused["state"], paused["paused_at"], paused["ends_at"]) == ("paused", "2026-05-16T09:30:00Z", None)


def test_standings_are_read_after_any_released_hanchan(event):
    assert read(event, "standings", "?after=1").json() == read(event, "standings").json()
    late = read(event, "standings", "?after=2")
    assert (late.status_code, late.json()["code"], late.json()["errors"][0]["field"]) == (404, "no-standings", "after")


def test_only_published_seats_are_read(event):
    event.hanchan.filter(number__gt=1).update(seating_published_at=None)
    assert {row["hanchan"] for row in read(event, "seating").json()["rows"]} == {1}


def test_the_list_of_players_is_read_where_it_is_public(event):
    assert [row["number"] for row in read(event, "players").json()["rows"]] == list(range(1, 9))
    Tournament.objects.update(players_public=False)
    hidden = read(event, "players")
    assert (hidden.status_code, hidden.json()["code"]) == (404, "players-not-public")
    assert "players" not in read(event).json()["tables"]


def test_what_nobody_may_see_of_a_player_is_in_no_public_answer(event):
    Player.objects.update(
        legal_name="Secret Legal", contact="secret@contact", note="secret note", ema_number="",
        pronouns="secret", reading="Secret Reading",
    )  # fmt: skip
    for address in public_addresses(event):
        assert "secret" not in Client().get(address).content.decode().casefold(), address


def test_a_column_that_is_added_to_a_table_is_not_public_by_itself():
    for resource in RESOURCES.values():
        assert resource.columns <= set(resource.declared.base_columns), resource.key
        assert resource.optional <= resource.columns, resource.key


def test_groups_are_read_where_the_players_have_some():
    tournament, _people = small_event()
    missing = read(tournament, "teams")
    assert (missing.status_code, missing.json()["code"]) == (404, "no-groups")


def test_a_tournament_that_is_not_public_is_as_unknown_as_one_that_is_not_there(event):
    set_public(tournament=event, is_public=False, act=Act(by=None, at=MORNING))
    closed = read(event, "standings")
    nowhere = Client().get("/api/v1/nowhere/standings")
    assert closed.status_code == nowhere.status_code == 404
    assert closed.content == nowhere.content


def test_a_session_opens_nothing(event):
    client = Client()
    client.force_login(make_staff(event, Role.ORGANISER))
    for address in staff_addresses(event):
        assert client.get(address).content == Client().get(address).content, address
    set_public(tournament=event, is_public=False, act=Act(by=None, at=MORNING))
    assert client.get(reverse("api_standings", args=[event.slug])).status_code == 404


def test_the_answer_is_the_same_in_every_language_and_asks_for_no_cookie(event):
    for address in public_addresses(event):
        english = Client().get(address)
        other = Client().get(address, headers={"Accept-Language": "de"})
        assert english.content == other.content, address
        assert "Cookie" not in english["Vary"] and not english.cookies


# --- pages -----------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(numbers=st.lists(st.integers()), size=st.integers(1, 40))
def test_the_pages_of_a_table_are_the_whole_table(numbers, size):
    whole, answer = [{"number": number} for number in numbers], TableAnswer(DataTable(()), facts={"after": 1})
    rows, query = [], f"size={size}"
    while query:
        told = table_body("/rows", answer, whole, read_paging(QueryDict(query)))
        assert (told["count"], told["size"], told["after"]) == (len(whole), size, 1)
        rows += told["rows"]
        query = (told["next"] or "").removeprefix("/rows?")
    assert (rows, told["page"]) == (whole, told["pages"])
    assert told["edition"] == table_body("/rows", answer, whole, Paging(size=1000))["edition"]


@pytest.fixture
def opens():
    """Six tournaments, the latest first; one has no day and one no public page."""
    for n, day in enumerate([date(2026, 1, 4), date(2026, 1, 3), date(2026, 1, 3), date(2026, 1, 1), None, None]):
        one = make_tournament(f"Open {n}", first_day=day, last_day=day)
        Tournament.objects.filter(pk=one.pk).update(is_public=n != 5)
    return ["open-4", "open-0", "open-2", "open-1", "open-3"]


def slugs(told):
    return [row["slug"] for row in told["rows"]]


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_the_list_is_read_page_by_page_each_after_the_last_row_of_the_one_before(opens, size):
    told = Client().get(f"/api/v1/?size={size}").json()
    assert (told["page"], told["count"], told["pages"]) == (1, 5, -(-5 // size))
    found = slugs(told)
    while told["next"]:
        told = Client().get(told["next"]).json()
        assert (told["page"], told["count"], told["size"]) == (None, 5, size)
        found += slugs(told)
    assert found == opens


def test_a_page_of_the_list_may_also_be_asked_for_by_its_number(opens):
    told = Client().get("/api/v1/?page=2&size=2").json()
    assert (slugs(told), told["page"], told["pages"]) == (opens[2:4], 2, 3)
    assert slugs(Client().get(told["next"]).json()) == opens[4:]
    assert Client().get("/api/v1/?page=4&size=2").json()["code"] == "no-page"


def test_a_tournament_that_is_added_moves_none_on_the_next_page(opens):
    told = Client().get("/api/v1/?size=2").json()
    Tournament.objects.filter(slug="open-5").update(is_public=True)
    assert slugs(Client().get(told["next"]).json()) == opens[2:4]
    assert Client().get("/api/v1/?size=2").json()["edition"] != told["edition"]


@pytest.mark.parametrize("after", ["", "7", "2026-02-30.7", "2026-01-03.", ".0", "2026-01-03.7x"])
def test_what_is_no_cursor_is_refused(after):
    told = Client().get("/api/v1/", {"after": after})
    assert (told.status_code, told.json()["code"], told.json()["errors"][0]["field"]) == (400, "no-cursor", "after")


def test_beside_a_cursor_a_number_does_not_count(opens):
    told = Client().get("/api/v1/?size=2").json()
    assert Client().get(f"{told['next']}&page=7").json() == Client().get(told["next"]).json()


def test_the_next_page_is_after_the_same_hanchan(event):
    told = read(event, "standings", "?after=1&size=5").json()
    assert told["next"].endswith("?after=1&page=2&size=5")
    assert Client().get(told["next"]).json()["after"] == 1


def test_a_table_without_rows_has_one_empty_page():
    tournament, _people = small_event()
    told = read(tournament, "tables").json()
    assert (told["count"], told["page"], told["pages"], told["next"], told["rows"]) == (0, 1, 1, None, [])


@pytest.mark.parametrize(
    ("query", "status", "code", "field"),
    [
        ("?page=0", 400, "no-number", "page"),
        ("?page=%D9%A3", 400, "no-number", "page"),
        ("?size=1001", 400, "no-number", "size"),
        ("?size=", 400, "no-number", "size"),
        ("?after=99", 400, "no-number", "after"),
        ("?page=3", 404, "no-page", "page"),
        ("?limit=10", 400, "no-parameter", "limit"),
    ],
)
def test_a_wrong_question_is_told_what_is_wrong_and_where(event, query, status, code, field):
    answer = read(event, "standings", query)
    told = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.status_code, told["status"], told["code"], told["errors"][0]["field"]) == (
        status, status, code, field
    )  # fmt: skip


def test_an_address_without_parameters_takes_none(event):
    assert read(event, "", "?page=1").json()["code"] == "no-parameter"


# --- editions --------------------------------------------------------------------------------------------------------


def test_who_has_the_edition_hears_304_until_something_that_is_shown_moves(event):
    for address in public_addresses(event):
        etag = Client().get(address)["ETag"]
        same = Client().get(address, headers={"If-None-Match": etag})
        assert (same.status_code, same.content, same["ETag"]) == (304, b"", etag), address
    etags = {address: Client().get(address)["ETag"] for address in public_addresses(event)}
    put_in(event, 2, 1, USUAL)  # hidden
    forget()
    assert {address: Client().get(address)["ETag"] for address in public_addresses(event)} == etags
    edit_player(player=event.players.first(), act=Act(by=None, at=MORNING), name="Zoë Ångström")
    moved = {address for address in etags if Client().get(address)["ETag"] != etags[address]}
    keys = {address.rstrip("/").rpartition("/")[2] for address in moved}
    assert keys == {"players", "seating", "tables", "standings", "crosstable", "teams", "countries"}


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.lists(st.sampled_from(["Ada", "Bo", "Cy"]), min_size=1, max_size=4))
def test_equal_etags_mean_equal_bytes_and_other_bytes_another_etag(event, names):
    player, seen = event.players.get(number=1), {}
    for name in names:
        Player.objects.filter(pk=player.pk).update(name=name)
        answer = read(event, "players")
        assert seen.setdefault(answer["ETag"], answer.content) == answer.content
    assert len(set(seen.values())) == len(seen) == len(set(names))


def test_an_etag_is_strong_and_the_edition(event):
    answer = read(event, "standings")
    assert answer["ETag"] == f'"{answer.json()["edition"]}"'
    assert answer["Cache-Control"] == "no-cache"
    assert read(event, "standings", **{"If-None-Match": f'W/{answer["ETag"]}, "x"'}).status_code == 304
    assert read(event, "standings", **{"If-None-Match": '"x"'}).status_code == 200


# --- methods and origins ---------------------------------------------------------------------------------------------


def test_head_has_the_headers_without_the_body(event):
    for address in public_addresses(event):
        whole, head = Client().get(address), Client().head(address)
        assert (head.status_code, head.content, head["ETag"]) == (200, b"", whole["ETag"]), address
        assert head["Content-Length"] == str(len(whole.content)), address


def test_other_methods_are_refused_with_those_that_are_possible(event):
    for method in ("post", "put", "patch", "delete"):
        answer = getattr(Client(), method)(reverse("api_players", args=[event.slug]))
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS")
        assert answer.json()["code"] == "wrong-method"


def test_pages_of_any_origin_read_what_is_public_and_nothing_with_a_token(event):
    for address in public_addresses(event):
        answer = Client().get(address, headers={"Origin": "https://stream.example"})
        assert (answer["Access-Control-Allow-Origin"], answer["Access-Control-Expose-Headers"]) == ("*", "ETag")
        assert "Access-Control-Allow-Credentials" not in answer
    asked = Client().options(reverse("api_players", args=[event.slug]), headers={"Origin": "https://stream.example"})
    assert (asked.status_code, asked.content) == (204, b"")
    assert asked["Access-Control-Allow-Headers"] == "If-None-Match"
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD"
    headers = {**token_for(event), "Origin": "https://stream.example"}
    assert "Access-Control-Allow-Origin" not in read(event, "standings", **headers)
    assert "Access-Control-Allow-Origin" not in send(event, {}, token_for(event, TokenScope.WRITE, name="Desk"))


def test_an_address_that_there_is_not_is_refused_as_a_program_reads_it(event):
    for address in ("/api/", "/api/v2/", f"/api/v1/{event.slug}", f"/api/v1/{event.slug}/players/", "/api/v1/a/b/c"):
        answer = Client().get(address)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json"), address
        assert "openapi.json" in answer.json()["detail"]


def test_every_address_is_public_or_for_a_token(event):
    keys = {f"api_{key}" for key in RESOURCES} | {"api_tournaments", "api_tournament", "api_description"}
    keys |= {"api_rankings", *(f"api_ranking_{key}" for key in RANKING_RESOURCES)}
    found = {reverse(name, args=[event.slug]) for name in named_addresses() - keys}
    assert found <= set(staff_addresses(event))


def test_answers_of_programs_with_a_token_are_kept_by_nobody(event):
    with_token = read(event, "standings", **token_for(event))
    assert (KEPT in with_token, with_token["Cache-Control"]) == (False, "no-store")
    assert KEPT in read(event, "standings")
    assert "Authorization" in read(event, "standings")["Vary"]


# --- cost ------------------------------------------------------------------------------------------------------------


def test_the_number_of_queries_does_not_grow_with_the_event():
    counts = {}
    for size in (8, 24):
        tournament, people = small_event(players=size, name=f"Open of {size}")
        play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
        tournament.hanchan.update(seating_published_at=MORNING)
        tournament.players.filter(number__lte=4).update(team="East")
        tournament.players.filter(number__gt=4).update(team="West")
        punish(people[0], 8_000)
        headers = token_for(tournament)
        read(tournament, **headers)  # the first use on a day is kept
        findings(tournament)  # so is what it finds, for some seconds
        counts[size] = {}
        for address in {*public_addresses(tournament), *staff_addresses(tournament)}:
            for more in ({}, headers):
                forget()
                forget_pages()
                with CaptureQueriesContext(connection) as asked:
                    Client().get(address, headers=more)
                counts[size][address.replace(tournament.slug, ""), bool(more)] = len(asked)
    assert counts[8] == counts[24]


def test_a_score_carried_from_an_earlier_event_is_in_the_standings_and_the_crosstable():
    event = shown_event()
    assert "carried" not in read(event, "standings").json()["rows"][0]
    Player.objects.filter(tournament=event, number=1).update(carried=-4_500)
    Tournament.objects.filter(pk=event.pk).update(edition=F("edition") + 1)
    for table in ("standings", "crosstable"):
        rows = {row["number"]: row for row in read(event, table).json()["rows"]}
        assert (rows[1]["carried"], rows[2]["carried"]) == (-4_500, 0), table
