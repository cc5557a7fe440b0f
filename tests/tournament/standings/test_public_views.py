"""The pages that everybody reads: the list, a player, the wall; polled, remembered, without signing in."""

import gzip
import re

import pytest
from django.test import Client

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, begin, finish, play, punish, put_in, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.players.actions import add_player, edit_player, withdraw
from tournament.standings import public_list, public_views
from tournament.standings.queries import forget, standings_of

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
@kept
def event():
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    tournament.refresh_from_db()
    return tournament, people


def text_of(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_shared_places_are_shown_as_shared(client, event):
    page = text_of(client.get("/t/spring-open/"))
    assert "after hanchan 1 of 3 · provisional · 09:30" in page
    assert re.findall(r"(\d) (=?) (Aiko Brandt|Noor van Dijk|Luc Moreau)", page) == [
        ("1", "=", "Aiko Brandt"),
        ("1", "=", "Noor van Dijk"),
        ("3", "=", "Luc Moreau"),
    ]
    assert "+30.2" in page and "−27.0" in page


def test_before_the_first_results_the_page_says_so(client):
    small_event()
    told = text_of(client.get("/t/spring-open/"))
    assert "No results yet" in told and "Sat, 16 May – Sun, 17 May 2026 · Utrecht" in told


def test_a_closed_public_page_is_not_there(client, event):
    set_public(tournament=event[0], act=Act(by=None, at=MORNING), is_public=False)
    assert client.get("/t/spring-open/").status_code == 404
    assert client.get("/t/spring-open/screen/standings/").status_code == 404


def test_who_polls_hears_204_until_public_results_move(client, event):
    tournament, people = event
    address = re.search(r'hx-get="([^"]+since=[^"]+)"', client.get("/t/spring-open/").content.decode())[1]
    assert client.get(address, **HTMX).status_code == 204
    begin(tournament, 2)
    put_in(tournament, 2, 1)
    assert client.get(address, **HTMX).status_code == 204
    finish(tournament, 2)
    punish(people[0], 1_000, number=1)
    answer = client.get(address, **HTMX)
    assert answer.status_code == 200
    assert b"<html" not in answer.content and b'hx-swap-oob="innerHTML:#as-of"' in answer.content


def test_polling_asks_the_database_only_for_the_tournament(client, event, django_assert_num_queries):
    digest = standings_of(event[0], public=True).digest
    client.get("/t/spring-open/")
    with django_assert_num_queries(1):
        assert client.get(f"/t/spring-open/?since={digest}", **HTMX).status_code == 204


def test_the_list_takes_as_many_queries_for_many_players_as_for_few(client, django_assert_num_queries):
    for size, slug in ((8, "spring-open"), (32, "summer-open")):
        tournament, _ = small_event(players=size, name=slug.replace("-", " ").title())
        play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
        with django_assert_num_queries(7):
            client.get(f"/t/{slug}/")


def own_row(answer) -> str:
    return "".join(re.findall(r'<tr id="(p\d+)" class="[^"]*is-own"', answer.content.decode()))


def test_a_reader_is_remembered_and_has_the_own_row_marked(client, event):
    first = client.get("/t/spring-open/?me=6")
    assert own_row(first) == "p6" and "you" in text_of(first)
    assert first.cookies["me"].value == "6"
    assert first.cookies["me"]["path"] == "/t/spring-open/"
    assert own_row(client.get("/t/spring-open/")) == "p6"
    forgotten = client.get("/t/spring-open/?me=")
    assert "is-own" not in forgotten.content.decode()
    assert forgotten.cookies["me"].value == ""


def test_a_reader_may_say_the_name(client, event):
    assert own_row(client.get("/t/spring-open/?me=ines")) == "p8"
    assert own_row(client.get("/t/spring-open/?q=ines&as=me")) == "p8"
    assert client.cookies["me"].value == "8"


def test_a_search_lists_who_is_found_and_makes_nobody_the_reader(client, event):
    page = client.get("/t/spring-open/?q=ines")
    assert "Players found" in text_of(page) and own_row(page) == "" and "me" not in page.cookies
    assert re.search(r'class="hits stack gap-2">.*?href="/t/spring-open/player/8/"', page.content.decode(), re.DOTALL)


@pytest.mark.parametrize("said", ["99", "xyz", "²"])
def test_a_name_that_is_nobody_is_told(client, event, said):
    page = client.get("/t/spring-open/", {"me": said})
    assert page.status_code == 200
    assert "No player matches" in text_of(page)
    assert "me" not in page.cookies


def test_the_next_published_seat_comes_first(client, event):
    tournament, _ = event
    assert "next, hanchan" not in text_of(client.get("/t/spring-open/?me=2"))
    tournament.hanchan.filter(number=2).update(seating_published_at=MORNING)
    page = text_of(client.get("/t/spring-open/?me=2"))
    assert "Luc Moreau" in page and "Table 1 South next, hanchan 2" in page
    begin(tournament, 2)
    for tab in ("", "seating/", "clock/", "rules/", "crosstable/"):
        assert "Table 1 South now, hanchan 2" in text_of(client.get(f"/t/spring-open/{tab}")), tab
        assert "now, hanchan 2" not in text_of(Client().get(f"/t/spring-open/{tab}")), tab
    assert "Table 1 South" not in text_of(client.get("/t/spring-open/?me="))
    assert "Table 1 South" not in text_of(client.get("/t/spring-open/rules/"))


def test_substitutes_withdrawn_and_disqualified_players_come_last(client, event):
    tournament, people = event
    punish(people[0], 0, number=1, kind="disqualification")
    withdraw(player=people[1], act=Act(by=None, at=MORNING))
    add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Kai Ohm", is_substitute=True)
    page = text_of(client.get("/t/spring-open/"))
    ranked, out = page.split("Not ranked")
    assert "Aiko Brandt" not in ranked and "Luc Moreau" not in ranked
    assert out.index("Luc Moreau") < out.index("Aiko Brandt")
    assert "Kai Ohm" not in page


def test_a_substitutes_total_stands_in_parentheses(client, event):
    tournament, people = event
    tournament.players.filter(pk=people[0].pk).update(is_substitute=True)
    forget()
    ranked, rest = text_of(client.get("/t/spring-open/")).split("Substitutes")
    assert "(+30.2)" in rest and "Aiko Brandt" not in ranked


def test_names_are_escaped(client, event):
    tournament, people = event
    tournament.players.filter(pk=people[0].pk).update(name="<script>alert(1)</script>")
    forget()
    for page in ("", "player/1/", "crosstable/", "screen/standings/"):
        assert b"<script>alert" not in client.get(f"/t/spring-open/{page}").content


def test_a_players_page_tells_every_table(client, event):
    punish(event[1][0], 30_000, number=1, kind="chonbo")
    page = text_of(client.get("/t/spring-open/player/1/"))
    assert "table 1" in page and "45,200" in page and "East" in page
    assert "Luc Moreau 31,100" in page
    assert "chonbo: −30.0" in page and "+0.2" in page
    assert client.get("/t/spring-open/player/77/").status_code == 404


def test_the_wall_has_everybody_and_hears_204_until_something_moves(client):
    tournament, _ = small_event(players=24)
    play(tournament, 1, dict.fromkeys(range(1, 7), USUAL))
    page = client.get("/t/spring-open/screen/standings/")
    assert page.content.decode().count('<li class="score-row') == 24
    mark = page.context["mark"]
    assert client.get(f"/t/spring-open/screen/standings/?since={mark}", **HTMX).status_code == 204


def test_the_crosstable_shows_scores_with_their_tables(client, event):
    page = text_of(client.get("/t/spring-open/crosstable/"))
    assert "Who met whom" in page and "+30.2 1" in page


def test_earlier_standings_keep_their_own_address(client, event):
    tournament, _ = event
    play(tournament, 2, {1: tuple(reversed(USUAL)), 2: USUAL})
    assert "after hanchan 1 of 3" in text_of(client.get("/t/spring-open/after/1/"))
    assert "after hanchan 2 of 3" in text_of(client.get("/t/spring-open/"))


def test_what_a_whole_hall_reads_is_compressed_once_and_plain_for_who_cannot_unpack(client):
    tournament, _people = small_event()
    address = f"/t/{tournament.slug}/"
    plain = client.get(address)
    small = client.get(address, headers={"accept-encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip" and not plain.has_header("Content-Encoding")
    assert gzip.decompress(small.content) == plain.content
    assert {"Accept-Encoding", "Cookie"} <= {word.strip() for word in small["Vary"].split(",")}


def test_what_one_reader_is_told_stands_on_nobody_elses_page(client):
    tournament, _people = small_event()
    staff = Client()
    staff.force_login(make_staff(tournament, Role.ORGANISER))
    staff.post(f"/manage/{tournament.slug}/public/", {"is_public": "on", "standings_public": "on"})
    del staff.cookies["sessionid"]
    assert "messages" in staff.cookies
    assert "Saved." in text_of(staff.get(f"/t/{tournament.slug}/"))
    assert "Saved." not in text_of(client.get(f"/t/{tournament.slug}/"))


def test_the_second_reader_of_an_edition_costs_one_query(client, django_assert_num_queries):
    tournament, _people = small_event()
    address = f"/t/{tournament.slug}/"
    client.get(address)
    with django_assert_num_queries(1):
        client.get(address)


def test_the_public_list_of_players_is_linked_while_it_is_public(client, event):
    tournament, _people = event
    assert 'href="/t/spring-open/players/"' in client.get("/t/spring-open/seating/").content.decode()
    type(tournament).objects.update(players_public=False)
    assert 'href="/t/spring-open/players/"' not in client.get("/t/spring-open/seating/").content.decode()


def names_of(answer) -> list[str]:
    return re.findall(r'<bdi class="name">([^<]+)<', answer.content.decode())


def test_the_list_sorts_by_its_headings_and_polls_in_the_same_order(client, event):
    by_name = client.get("/t/spring-open/?sort=name")
    assert names_of(by_name) == sorted(names_of(client.get("/t/spring-open/")))
    assert names_of(client.get("/t/spring-open/?sort=-name")) == sorted(names_of(by_name), reverse=True)
    poll = re.search(r'hx-get="([^"]+since=[^"]+)"', by_name.content.decode())[1].replace("&amp;", "&")
    assert names_of(client.get(re.sub("since=[^&]+", "since=0", poll), **HTMX)) == names_of(by_name)


def test_a_carried_score_stands_in_the_list_and_on_the_card_and_the_list_sorts_by_it(client, event):
    assert "carried in" not in text_of(client.get("/t/spring-open/")).lower()
    luc, ewa = event[1][1:3]
    for player, score in ((luc, -4_500), (ewa, 12_300)):
        edit_player(player=player, act=Act(by=None, at=MORNING), carried=score)
    page = client.get("/t/spring-open/?sort=carried")
    assert names_of(page)[0] == luc.name and names_of(page)[-1] == ewa.name
    assert "carried in −4.5" in text_of(page) and "carried in +12.3" in text_of(page)
    assert "carried in −4.5" in text_of(client.get(f"/t/spring-open/player/{luc.number}/"))


def test_a_sorted_list_has_no_sections_and_says_by_what_it_is_sorted(client, event):
    withdraw(player=event[1][0], act=Act(by=None, at=MORNING))
    assert "Not ranked" in text_of(client.get("/t/spring-open/"))
    page = client.get("/t/spring-open/?sort=-hanchan_1").content.decode()
    assert "Not ranked" not in page
    assert re.findall(r'aria-sort="(\w+)"', page) == ["descending"]


@pytest.mark.parametrize(
    "sort", ["nobody", "carried", "hanchan_9", "hanchan_x", "hanchan", "total_2", "place,name", "-", "--place"]
)
def test_an_order_that_there_is_not_is_that_of_the_places(client, event, sort):
    assert names_of(client.get("/t/spring-open/", {"sort": sort})) == names_of(client.get("/t/spring-open/"))


@pytest.fixture
def in_threes(monkeypatch):
    """Lists of more than four rows have pages of three."""
    monkeypatch.setattr(public_list, "MOST_ROWS", 4)
    monkeypatch.setattr(public_list, "PAGE_ROWS", 3)


def numbers_on(client, asked="") -> list[int]:
    page = client.get(f"/t/spring-open/{asked}").content.decode()
    return [int(number) for number in re.findall(r'<tr id="p(\d+)"', page)]


def test_a_long_list_has_pages_that_hold_everybody_once(client, event, in_threes):
    everybody = numbers_on(client, "?page=all")
    pages = [numbers_on(client, f"?page={page}") for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [3, 3, 2] and [*pages[0], *pages[1], *pages[2]] == everybody
    assert numbers_on(client) == numbers_on(client, "?page=x") == numbers_on(client, "?page=0") == pages[0]
    assert numbers_on(client, "?page=9") == pages[2]


def test_a_usual_list_is_one_page_that_is_searched_as_somebody_types(client, event):
    page = client.get("/t/spring-open/?page=2").content.decode()
    assert "All on one page" not in page and "data-narrows" in page
    assert len(numbers_on(client, "?page=2")) == 8


def test_pages_keep_the_order_and_what_a_poll_asks_for(client, event, in_threes):
    page = client.get("/t/spring-open/?page=2&sort=name").content.decode()
    assert 'href="?page=3&amp;sort=name"' in page and 'href="?page=all&amp;sort=name"' in page
    address = re.search(r'hx-get="([^"]+since=[^"]+)"', page)[1].replace("&amp;", "&")
    assert address.endswith("&sort=name&page=2") and client.get(address, **HTMX).status_code == 204
    again = client.get(re.sub(r"since=[^&]+", "since=none", address), **HTMX).content.decode()
    assert re.findall(r'id="p(\d+)"', again) == re.findall(r'id="p(\d+)"', page)
    pages = [numbers_on(client, f"?page={page}&sort=name") for page in (1, 2, 3)]
    assert [*pages[0], *pages[1], *pages[2]] == numbers_on(client, "?page=all&sort=name")


def test_the_own_row_stands_before_or_after_the_rows_of_another_page(client, event, in_threes):
    everybody = numbers_on(client, "?page=all")
    for at, pages in ((0, (2, 3)), (4, (1, 3)), (7, (1, 2))):
        own = everybody[at]
        for page in pages:
            others = everybody[3 * page - 3 : 3 * page]
            shown = numbers_on(client, f"?me={own}&page={page}")
            assert shown == ([own, *others] if at < 3 * page - 3 else [*others, own])
        assert numbers_on(client, f"?me={own}&page={at // 3 + 1}") == everybody[at // 3 * 3 : at // 3 * 3 + 3]


def test_a_search_in_a_list_with_pages_is_sent_and_finds_everybody(client, event, in_threes, monkeypatch):
    monkeypatch.setattr(public_views, "HITS_SHOWN", 1)
    people = event[1]
    for person in people:
        edit_player(player=person, country="NL", act=Act(by=None, at=MORNING))
    page = client.get("/t/spring-open/?q=nl").content.decode()
    assert "data-narrows" not in page and len(re.findall(r'class="box lead"', page)) == len(people)
    assert len(re.findall(r'class="box lead"', client.get("/t/spring-open/?q=nl&page=all").content.decode())) == 1


def test_headings_and_lines_stand_on_the_page_of_their_row(client, event, in_threes):
    withdraw(player=event[1][7], act=Act(by=None, at=MORNING))
    assert "Not ranked" not in text_of(client.get("/t/spring-open/"))
    assert text_of(client.get("/t/spring-open/?page=3")).count("Not ranked") == 1
