"""The pictures for sharing: what they show, what they leave out, and that any name has room."""

import re
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring.points import P
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.standings.ceremony_list import Road
from tournament.standings.queries import forget, inputs_of, running_of, standings_of
from tournament.standings.road_picture import road_picture
from tournament.standings.share_card import ROAD, EventCard, EventCardRow, RoadCard, card_name, event_card, road_card
from tournament.standings.share_drawing import DARK, LIGHT, Pen, draw_event, draw_road

OTHER = (40_000, 36_000, 22_000, 22_000)
EVENT = "/t/spring-open/card.png"
PLAYER = "/t/spring-open/player/1/card.png"
PEN = Pen(LIGHT)
NAMES = st.text(st.characters(categories=("L", "N", "P", "Z")), min_size=1, max_size=120)


@pytest.fixture
@kept
def event():
    """Two of three hanchan, released."""
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: OTHER})
    play(tournament, 2, {1: OTHER[::-1], 2: USUAL})
    tournament.refresh_from_db()
    return tournament, people


def picture(answer) -> Image.Image:
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert len(answer.content) <= 60_000
    found = Image.open(BytesIO(answer.content))
    assert found.size == (1200, 630)
    return found.convert("RGB")


@pytest.mark.django_db
def test_a_card_has_the_first_places_as_the_public_standings_write_them(event):
    tournament, _people = event
    ranking = standings_of(tournament, public=True)
    card = event_card("Spring Open", "14–15 Mar 2026", ranking)
    assert card.facts == ("8 players, 3 hanchan", "14–15 Mar 2026", "after hanchan 2 of 3")
    assert [row.name for row in card.rows] == [row.player.label for row in ranking.ranked]
    assert card.rows[0].scores == ranking.ranked[0].scores
    assert event_card("Spring Open", "", ranking).facts == ("8 players, 3 hanchan", "after hanchan 2 of 3")


@pytest.mark.django_db
def test_a_road_has_the_place_after_each_hanchan(event):
    tournament, _people = event
    ranking, inputs = standings_of(tournament, public=True), inputs_of(tournament, public=True)
    row = ranking.ranked[1]
    card = road_card("Spring Open", "", ranking, row, inputs, running_of(tournament, public=True))
    assert (card.position, card.event) == ("place 2 of 8 · after hanchan 2 of 3", ("Spring Open",))
    assert [point.label for point in card.road.points] == ["1", "2"]
    assert card.road.points[-1].place == "2"


@pytest.mark.django_db
@pytest.mark.parametrize("address", [EVENT, PLAYER])
def test_both_pictures_are_there_in_light_and_dark_and_small_enough_for_a_chat(client, event, address):
    assert picture(client.get(address)).getpixel((5, 5)) == (0xF7, 0xF3, 0xEA)
    assert picture(client.get(f"{address}?theme=dark")).getpixel((5, 5)) == (0x10, 0x24, 0x1D)


@pytest.mark.django_db
def test_pages_lead_to_their_pictures_and_say_the_same_in_words(client, event):
    page = client.get("/t/spring-open/", headers={"host": "localhost"}).content.decode()
    assert f'content="http://localhost{EVENT}?lang=en&amp;after=2"' in page
    (said,) = re.findall(r'og:image:alt" content="([^"]+)"', page)
    assert said.startswith("1 ") and said.count("+") + said.count("−") >= 7
    assert f'href="{EVENT}?theme=dark"' in page
    page = client.get("/t/spring-open/player/1/").content.decode()
    assert f'testserver{PLAYER}?lang=en&amp;after=2"' in page and f'href="{PLAYER}"' in page


@pytest.mark.django_db
def test_the_page_that_is_kept_for_everybody_names_the_host_that_was_asked(client, event):
    for host in ("localhost", "127.0.0.1"):
        assert f"http://{host}{EVENT}" in client.get("/t/spring-open/", headers={"host": host}).content.decode()


@pytest.mark.django_db
def test_without_public_results_there_is_none_and_no_page_names_one(client):
    small_event()
    assert client.get(EVENT).status_code == client.get(PLAYER).status_code == 404
    assert "og:image" not in client.get("/t/spring-open/").content.decode()


@pytest.mark.django_db
def test_results_that_are_kept_for_the_ceremony_change_no_picture(client, event):
    tournament, _people = event
    before = client.get(EVENT).content, client.get(PLAYER).content
    set_public(tournament=tournament, act=Act(by=None, at=MORNING), is_public=True, hidden_from=3)
    play(tournament, 3, {1: USUAL[::-1], 2: OTHER[::-1]})
    assert (client.get(EVENT).content, client.get(PLAYER).content) == before


@pytest.mark.django_db
def test_nobody_has_a_picture_who_is_not_on_the_list(client, event):
    assert client.get("/t/spring-open/player/99/card.png").status_code == 404


@settings(max_examples=8)
@given(NAMES, NAMES, st.lists(st.none() | st.integers(-900, 900).map(lambda n: n * P), max_size=30))
def test_any_name_and_any_scores_have_room_on_the_card_of_an_event(name, player, scores):
    row = EventCardRow("100=", player, "GB", tuple(scores), "−1,234.5")
    file = draw_event(EventCard(name, ("36 players",), (row,) * 8), "sekigime.example", LIGHT)
    assert len(file) <= 90_000


@settings(max_examples=8)
@given(NAMES, NAMES, st.lists(st.integers(0, 400), min_size=1, max_size=40))
def test_any_name_and_any_road_have_room_on_the_card_of_a_player(name, origin, places):
    road = road_picture(Road(tuple(places), 0, 0), [str(n + 1) for n in range(len(places))], ROAD)
    card = RoadCard(name, "100=", "place 100= of 400", origin, "−1,234.5", True, road, (origin, "14 Mar 2026"))
    assert len(draw_road(card, "Place after each hanchan", DARK)) <= 60_000


@given(NAMES, st.integers(40, 400))
def test_a_text_is_made_smaller_then_broken_then_shorter_and_never_wider_than_its_room(text, room):
    size, lines = PEN.lines(text, 58, room, most=2)
    assert len(lines) <= 2 and all(PEN.width(line, size, 800) <= room for line in lines)
    assert PEN.width(PEN.short(text, 26, room), 26) <= room
    fitting = PEN.size(text, 58, room, 800)
    assert fitting == 1 or PEN.width(text, fitting, 800) <= room


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("known", "shown"),
    [
        ({"name": "Aiko 🀄 Brandt"}, "Aiko Brandt"),
        ({"name": "김민수"}, "김민수"),
        ({"name": "דוד", "reading": "David"}, "David"),
        ({"name": "عمر", "first_name": "Omar", "last_name": "Haddad"}, "Omar Haddad"),
        ({"name": "สมชาย"}, "#1"),
    ],
)
def test_a_name_in_letters_that_a_picture_has_not_has_another_name(event, known, shown):
    tournament, _people = event
    tournament.players.filter(number=1).update(**{"first_name": "", "last_name": ""} | known)
    forget()
    row = next(row for row in standings_of(tournament).ranked if row.player.number == 1)
    assert card_name(row.player) == shown


def part_of(file, box):
    """A part of a picture, in colours."""
    return Image.open(BytesIO(file)).convert("RGB").crop(box)


def is_empty(part):
    return all(low == high for low, high in part.getextrema())


def test_what_no_face_has_is_not_drawn_and_takes_no_room():
    for text in ("محمد", "דוד", "สมชาย", "राजेश", "🀄", "\u2068\u2069"):
        assert PEN.width(f"Aiko{text}", 40) == PEN.width("Aiko", 40)


def test_the_mark_of_a_shared_place_hangs_behind_a_number_that_stays_in_its_column():
    alone, shared = (
        draw_event(EventCard("Open", (), (EventCardRow(place, "", "", (), ""),)), "", LIGHT) for place in ("3", "3=")
    )
    number, mark = (424, 50, 456, 131), (461, 50, 481, 130)
    assert part_of(alone, number).tobytes() == part_of(shared, number).tobytes()
    assert is_empty(part_of(alone, mark)) and not is_empty(part_of(shared, mark))
    for language, place in (("fr", "3ex"), ("ja", "3タイ")):
        with translation.override(language):
            ex = draw_event(EventCard("Open", (), (EventCardRow(place, "", "", (), ""),)), "", LIGHT)
        assert not is_empty(part_of(ex, mark))
        assert is_empty(part_of(ex, (400, 50, 423, 130))) and is_empty(part_of(ex, (481, 50, 700, 130)))


def test_a_long_name_is_whole_on_two_lines_and_stays_clear_of_the_place_below_it():
    name = "Wolfgang Amadeus von Hohenstein-Sigmaringen"
    assert " ".join(PEN.lines(name, 26, 259, most=2, weight=600)[1]) == name
    assert draw_event(EventCard("Open", (), (EventCardRow("1", "\u3000" * 60, "DE", (), "0.0"),)), "", LIGHT)
    road = road_picture(Road((1, 2), 0, 0), ["1", "2"], ROAD)
    file = draw_road(RoadCard(name, "1", "", "", "", False, road, ("Open",)), "", LIGHT)
    assert not is_empty(part_of(file, (248, 100, 1144, 150))) and is_empty(part_of(file, (248, 166, 1144, 250)))
