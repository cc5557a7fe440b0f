"""The pages of the race: released results, the line of the reader, made once for all, and the staff's."""

import re

import pytest

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, begin, finish, play, punish, put_in, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.standings import race_views
from tournament.standings.queries import forget, race_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
OTHER = (40_000, 36_000, 22_000, 22_000)
RACE = "/t/spring-open/race/"


@pytest.fixture
@kept
def event():
    """Two of three hanchan, released."""
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: OTHER})
    play(tournament, 2, {1: OTHER[::-1], 2: USUAL})
    tournament.refresh_from_db()
    return tournament, people


def html_of(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def shown_list(html: str) -> str:
    """The list of the hanchan that is shown."""
    (found,) = re.findall(r'<ol class="race-list"\s+data-at="\d+"\s*>(.*?)</ol>', html, re.DOTALL)
    return text_of(found)


def test_before_the_first_results_the_page_says_so(client):
    small_event()
    assert "The race begins with the first results." in text_of(html_of(client.get(RACE)))


def test_the_race_is_a_part_of_the_standings_with_each_hanchan_as_a_link(client, event):
    assert f'href="{RACE}"' in html_of(client.get("/t/spring-open/"))
    html = html_of(client.get(RACE))
    assert re.findall(r'href="(/t/spring-open/race/after/\d/)"', html) == [f"{RACE}after/1/", f"{RACE}after/2/"]
    assert "The race after hanchan 2 of 3" in text_of(html) and html.count('<g class="race-line') == 8
    assert "style=" not in html and html.count('aria-current="page"') == 3, "tab, part and hanchan"


def test_without_script_the_page_is_drawn_for_each_hanchan(client, event):
    lists = {}
    for after in (1, 2):
        html = html_of(client.get(f"{RACE}after/{after}/"))
        assert f"The race after hanchan {after} of 3" in text_of(html)
        lists[after] = shown_list(html)
    assert lists[1] != lists[2] == shown_list(html_of(client.get(RACE)))
    assert client.get(f"{RACE}after/3/").status_code == 404
    assert client.get(f"{RACE}after/0/").status_code == 404


def test_results_that_are_not_public_do_not_change_a_byte(client, event):
    tournament, people = event
    before = client.get(RACE).content
    begin(tournament, 3)
    put_in(tournament, 3, 1)
    punish(people[0], 8_000, number=3)
    finish(tournament, 3, released=False)
    assert client.get(RACE).content == before
    finish(tournament, 3)
    punish(people[0], 1_000, number=3)
    assert "after hanchan 3 of 3" in text_of(html_of(client.get(RACE)))


def test_the_strip_ends_before_the_first_hanchan_that_waits_for_the_ceremony(client, event):
    tournament, _people = event
    begin(tournament, 3)
    set_public(tournament=tournament, act=ACT, hidden_from=3)
    play(tournament, 3, {1: USUAL, 2: USUAL}, released=False)
    html = html_of(client.get(RACE))
    assert re.findall(r"<li>\s*<(\w+)", html[html.index("race-stops") :].partition("</ol>")[0]) == ["a", "a"]
    assert "Results from hanchan 3 on stay hidden until the ceremony." in text_of(html)
    assert client.get(f"{RACE}after/3/").status_code == 404


def test_a_closed_public_page_has_no_race(client, event):
    set_public(tournament=event[0], act=ACT, is_public=False)
    assert client.get(RACE).status_code == 404
    assert client.get("/t/spring-open/screen/race/").status_code == 404


def test_the_reader_has_a_line_of_their_own_and_is_remembered(client, event):
    tournament, people = event
    answer = client.get(RACE, {"q": people[7].name, "as": "me"})
    assert answer.cookies["me"].value == str(people[7].number)
    html = html_of(client.get(RACE))
    (own,) = re.findall(r'<g class="race-line is-own">.*?<title>(.*?)</title>', html, re.DOTALL)
    place = race_of(tournament, public=True).racers[people[7].number].place(2)
    (row,) = re.findall(r'<p class="race-row is-own"\s+data-at="2"\s*>(.*?)</p>', html, re.DOTALL)
    assert own.startswith(people[7].name) and re.match(rf"{place} =? ?{people[7].name}", text_of(row))
    assert text_of(row).endswith("you") and html.count('<g class="race-line') == 9 and race_views.OWN not in html
    assert "Show my line" not in html
    assert "Show my line" in html_of(client.get(RACE, {"me": ""}))


def test_who_cannot_be_told_from_others_is_asked(client, event):
    html = html_of(client.get(RACE, {"q": "m", "as": "me"}))
    assert "Which one are you?" in html and 'href="?me=' in html
    assert "No player matches “nobody”." in html_of(client.get(RACE, {"q": "nobody", "as": "me"}))


def test_the_picture_is_made_once_for_all_readers(client, event, monkeypatch):
    drawn = []
    draw = race_views.race_picture
    monkeypatch.setattr(race_views, "race_picture", lambda *asked: drawn.append(asked) or draw(*asked))
    for me in ("", "1", "2", "8"):
        client.cookies["me"] = me
        html_of(client.get(RACE))
    assert len(drawn) == 1


def test_who_polls_hears_204_until_the_race_moves(client, event):
    _tournament, people = event
    (address,) = re.findall(r'hx-get="([^"]+)"', html_of(client.get(RACE)))[-1:]
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 204
    punish(people[0], 60_000, number=2)
    part = html_of(client.get(address, headers={"HX-Request": "true"}))
    assert '<div id="race"' in part and "<html" not in part


def test_the_page_takes_as_many_queries_for_many_players_as_for_few(client, django_assert_num_queries):
    for size, slug in ((8, "spring-open"), (32, "summer-open")):
        tournament, _ = small_event(players=size, name=slug.replace("-", " ").title())
        play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
        with django_assert_num_queries(7):
            client.get(f"/t/{slug}/race/")
        with django_assert_num_queries(1):
            client.get(f"/t/{slug}/race/")


def test_the_staff_see_what_is_accepted_and_link_to_their_own_pages(client, event):
    tournament, _people = event
    begin(tournament, 3)
    put_in(tournament, 3, 1)
    client.force_login(make_staff(tournament, Role.DESK))
    html = html_of(client.get("/manage/spring-open/standings/race/"))
    assert "The race after hanchan 3 of 3" in text_of(html)
    assert "/manage/spring-open/standings/race/after/1/" in html and "Show my line" not in html
    assert "/manage/spring-open/standings/race/" in html_of(client.get("/manage/spring-open/standings/"))
    assert client.get("/manage/spring-open/standings/race/after/4/").status_code == 404
    mark = race_of(tournament).mark
    assert client.get("/manage/spring-open/standings/race/", {"since": mark}).status_code == 204


def test_the_wall_has_names_that_fit_and_a_code_for_phones(client, event):
    _tournament, people = event
    html = html_of(client.get("/t/spring-open/screen/race/", {"seconds": "20"}))
    assert 'data-seconds="20"' in html and "hall-name" in html and 'class="qr"' in html
    assert "/now" in text_of(html) and "href=" not in html.partition("race-stops")[2].partition("</ol>")[0]
    (mark,) = re.findall(r'data-mark="([^"]+)"', html)
    assert client.get("/t/spring-open/screen/race/", {"since": mark}).status_code == 204
    punish(people[0], 60_000, number=2)
    part = html_of(client.get("/t/spring-open/screen/race/", {"since": mark}))
    assert "<html" not in part and "data-race" in part


def test_before_the_first_results_the_wall_says_so(client):
    small_event()
    assert "The race begins with the first results." in text_of(html_of(client.get("/t/spring-open/screen/race/")))


def test_who_polls_gets_the_head_of_the_page_too_and_hears_of_a_ceremony_that_begins(client, event):
    tournament, _people = event
    mark = race_of(tournament, public=True).mark
    live = html_of(client.get(f"{RACE}?since=0", headers={"hx-request": "true"}))
    assert 'hx-swap-oob="innerHTML:#as-of"' in live and 'id="as-of"' in html_of(client.get(RACE))
    tournament.shown_places = 3
    tournament.save()
    forget()
    assert race_of(tournament, public=True).mark != mark


def test_a_reader_who_is_in_no_standings_may_still_say_who_they_are(client, event):
    client.cookies["me"] = "99"
    assert "Show my line" in html_of(client.get(RACE))


def test_each_reader_gets_the_race_in_their_language(client, event):
    html = [html_of(client.get(RACE, headers={"accept-language": code})) for code in ("de", "en", "de")]
    assert [re.findall(r'<html[^>]* lang="(\w+)"', one) for one in html] == [["de"], ["en"], ["de"]]
