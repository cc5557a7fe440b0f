"""What is this hand worth? Tile by tile: taps, the answer, and errors beside what they are about."""

import sys
from urllib.parse import parse_qsl, urlsplit

import pytest

from scoring.rules.values import FedYakuman
from tests.factories import MORNING, make_tournament
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.events.actions import change_rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]
PAGE = "/manage/spring-open/referee/"
PINFU = {"tiles": "234567m23455p78s", "win": "9s"}
WON = {"seat": "S", "round": "E", "by": "W", "show": "1"}
DRAGONS = {"tiles": "23m11p", "win": "4m", "sets": "555z 666z 777z", "seat": "E", "round": "E", "by": "self-draw"}


def ask(client, **typed):
    return client.get(PAGE, {**PINFU, **WON, **typed})


def counted(parts):
    return [f"{one.what} {one.count}" for one in parts]


def errors(response):
    return {name: list(found) for name, found in response.context["form"].errors.items()}


# --- the answer ---------------------------------------------------------------------------------------------------


def test_riichi_pinfu_and_a_dora_with_who_pays_whom(client, said):
    response = ask(client, riichi="riichi", dora="1m", honba="1", deposits="2")
    answer = response.context["answer"]
    assert str(answer.announced) == "3 han 30 fu"
    assert counted(answer.yaku) == ["Riichi 1", "Pinfu 1", "Dora 1"] and counted(answer.fu) == ["winning 30"]
    assert [row.change for row in answer.rows] == [0, 6_200, -4_200, 0]
    words = said(response)
    assert "South wins on West’s discard" in words
    assert "West pays South 4,200: 3,900 for 3 han 30 fu, 300 for honba." in words
    assert "South gets 2,000: riichi deposits." in words


def test_the_fu_are_added_up_before_they_are_rounded(client, said):
    """30, 8 for 999m, 4 for 222p, 2 for 7z 7z, 2 for the closed wait: 46."""
    response = ask(client, tiles="999m222p456p79s77z", win="8s", riichi="riichi")
    assert "Fu, 46 rounded up 50" in said(response)


def test_a_limit_stands_above_the_han_that_reach_it(client, said):
    response = ask(client, tiles="111222333m99m78m", win="9m")
    assert str(response.context["answer"].announced) in said(response)
    assert response.context["answer"].is_limit and "· 11 han 30 fu" in said(response)


def test_only_what_applies_to_the_hand_is_said(client, said):
    words = said(ask(client, by="self-draw"))
    assert "Check at the table" not in words and "Counted by the rules" not in words
    words = said(ask(client, tiles="999m234p567p78s11z", seat="E", riichi="riichi"))
    assert "A pair of the double wind is 2 fu, not 4." in words
    assert "Whether the winner is furiten is not checked." in words


def test_a_yakuman_that_was_fed_asks_who_fed_it_and_that_player_pays(client, said):
    response = client.get(PAGE, {**DRAGONS, "show": "1", "honba": "1"})
    assert "Who fed the last set of Big Three Dragons?" in said(response)
    assert "Who fed a set, and so is liable, is not seen in the tiles: say it." in said(response)
    assert [row.change for row in response.context["answer"].rows] == [48_300, -16_100, -16_100, -16_100]
    response = client.get(PAGE, {**DRAGONS, "show": "1", "honba": "1", "fed_big-dragons": "S"})
    assert [row.change for row in response.context["answer"].rows] == [48_300, -48_300, 0, 0]
    assert "is not seen in the tiles" not in said(response)


def test_a_hand_that_no_liability_is_about_does_not_ask(client, said):
    assert "Who fed" not in said(ask(client))
    assert FedYakuman.BIG_DRAGONS not in ask(client).context["liability"]


@unrendered()
def test_the_rules_of_the_tournament_count(client, event):
    change_rules(tournament=event, act=Act(by=None, at=MORNING), hand={"red_fives": 3})
    answer = ask(client, tiles="234067m23455p78s", riichi="riichi").context["answer"]
    assert counted(answer.yaku)[-1] == "Red fives 1"


# --- errors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"seat": ""}, "seat", "Choose the wind of the player who won."),
        ({"round": ""}, "round", "Choose the wind of the round."),
        ({"by": ""}, "by", "Choose self-draw, or who discarded the winning tile."),
        (
            {"by": "S"},
            "by",
            "Nobody wins on their own discard: choose another discarder or another winner.",
        ),
        (
            {"tiles": "234567m"},
            "tiles",
            "Tiles missing: 7. A hand has 14, a set counted as three: tap the others.",
        ),
        ({"win": "9s6s"}, "tiles", "One tile wins, not 2: tap the wrong one to remove it."),
        (
            {"tiles": "234567m23455p789s", "win": ""},
            "tiles",
            "Which tile won? Tap it in the hand to remove it, choose “Winning tile” and tap it there.",
        ),
        ({"win": ""}, "tiles", "The winning tile is missing: choose “Winning tile” and tap it."),
        (
            {"sets": "777z"},
            "tiles",
            "Tiles too many: 3. A hand has 14, a set counted as three: tap a tile to remove it.",
        ),
        ({"tiles": "2345"}, "tiles", "“2345” cannot be read as tiles; type them as 123m 406p 77z, 0 for a red five."),
        ({"sets": "124m"}, "sets", "124m is no set."),
        ({"honba": "-1"}, "honba", "Ensure this value is greater than or equal to 0."),
    ],
)
def test_what_is_missing_or_wrong_is_said_at_its_field(client, said, typed, field, message):
    response = ask(client, **typed)
    assert errors(response) == {field: [message]}
    assert message in response.content.decode().replace("&#x27;", "'") and response.context["answer"] is None


@pytest.mark.parametrize(
    ("typed", "field", "message", "remedy"),
    [
        ({"win": "1s"}, "tiles", "These tiles are no winning hand.", "tap a tile to remove it"),
        ({"tiles": "999m234p567p79s77z", "win": "8s"}, "tiles", "The hand has no yaku.", "Compare tiles, winds"),
        ({"ippatsu": "on"}, "riichi", "Double riichi, open riichi and ippatsu need riichi.", "Choose"),
        ({"way": "after_quad"}, "way", "A win after a quad is a self-draw and has a quad.", "Choose another way"),
        ({"dora": "1m", "ura": "1m"}, "ura", "Ura dora count for a hand in riichi only.", "or choose riichi"),
        (
            {"way": "first_turn"},
            "way",
            "Before the first draw of South West has not discarded.",
            "Choose another way",
        ),
    ],
)
def test_what_cannot_be_stands_at_its_field_with_the_way_out(client, typed, field, message, remedy):
    (found,) = errors(ask(client, **typed)).items()
    assert found[0] == field and found[1][0] == message and remedy in found[1][1]


@unrendered()
def test_the_winner_is_not_liable(client):
    response = client.get(PAGE, {**DRAGONS, "show": "1", "fed_big-dragons": "E"})
    assert errors(response) == {"fed_big-dragons": ["The winner is not liable: choose who fed the set, or nobody."]}


@unrendered()
def test_nothing_is_wrong_before_anybody_has_asked(client):
    for typed in ({}, {"tiles": "23m"}, {"seat": "S"}):
        assert errors(client.get(PAGE, typed)) == {}


# --- taps ---------------------------------------------------------------------------------------------------------


def test_without_script_a_tap_leads_to_the_address_of_the_longer_hand(client):
    response = client.get(PAGE, {"tiles": "23m", "to": "tiles", "seat": "S", "honba": "", "tap": "4m"})
    address = urlsplit(response["Location"])
    assert (response.status_code, address.path, address.fragment) == (302, PAGE, "entry")
    assert dict(parse_qsl(address.query)) == {"tiles": "234m", "to": "tiles", "seat": "S"}


def test_with_script_the_hand_alone_comes_back_and_the_address_follows(client):
    response = client.get(PAGE, {"tiles": "23m", "tap": "4m"}, headers={"HX-Request": "true"})
    assert response["HX-Replace-Url"] == f"{PAGE}?tiles=234m&to=tiles"
    html = response.content.decode()
    assert html.lstrip().startswith('<div id="entry"') and "Remove 4 of characters" in html


def test_what_the_next_tile_is_for_is_said_as_soon_as_it_is_chosen(client, said):
    response = client.get(PAGE, {"tiles": "23m", "to": "chii"}, headers={"HX-Request": "true"})
    assert "Tap the lowest tile of the sequence." in said(response)
    assert response["HX-Replace-Url"] == f"{PAGE}?tiles=23m&to=chii"


def test_who_goes_back_gets_the_whole_page(client):
    back = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert client.get(PAGE, {"tiles": "23m"}, headers=back).content.lstrip().startswith(b"<!DOCTYPE html>")


def test_a_tile_taken_away_hands_the_focus_to_its_neighbour(client):
    asked = {"HX-Request": "true"}
    html = client.get(PAGE, {"tiles": "234m", "take": "tiles-2"}, headers=asked).content.decode()
    assert 'id="take-tiles-1"' in html and html.count("autofocus") == 1
    assert "autofocus" not in client.get(PAGE, {"win": "4m", "take": "win-0"}, headers=asked).content.decode()


def test_a_tap_that_cannot_be_says_why_and_changes_nothing(client, said):
    for headers in ({}, {"HX-Request": "true"}):
        response = client.get(PAGE, {"tiles": "1111m", "tap": "1m"}, headers=headers)
        assert response.status_code == 200 and "There are four of 1m, not 5." in said(response)
        assert response.context["entry"].texts() == {"tiles": "1111m"}


def test_what_cannot_be_read_is_said_and_no_tap_changes_it(client, said):
    for headers in ({}, {"HX-Request": "true"}):
        response = client.get(PAGE, {"tiles": "12", "tap": "1m"}, headers=headers)
        assert "“12” cannot be read as tiles" in said(response) and "HX-Replace-Url" not in response
        assert 'value="12"' in response.content.decode()


def test_a_five_of_a_called_set_is_made_red_where_the_rules_have_red_fives(client, event, said):
    assert "Red five" not in said(client.get(PAGE, {"sets": "345m"}))
    change_rules(tournament=event, act=Act(by=None, at=MORNING), hand={"red_fives": 3})
    assert "Red five" in said(client.get(PAGE, {"sets": "345m 777z"}))
    address = urlsplit(client.get(PAGE, {"sets": "345m", "red": "0"})["Location"])
    assert dict(parse_qsl(address.query))["sets"] == "340m"


@pytest.mark.parametrize(
    "pressed", [{"take": "tiles-9"}, {"take": "seat-0"}, {"take": "x"}, {"red": "7"}, {"red": "0"}, {"tap": " "}]
)
def test_a_button_that_is_not_there_changes_nothing(client, pressed):
    address = urlsplit(client.get(PAGE, {"sets": "777z", **pressed})["Location"])
    assert dict(parse_qsl(address.query)) == {"sets": "777z", "to": "tiles"}


def test_a_key_that_is_not_there_says_so(client, said):
    assert "There is no tile 8z." in said(client.get(PAGE, {"tap": "8z"}))


def test_every_tile_of_the_rules_has_a_key_with_its_name(client, event, said):
    words = said(client.get(PAGE))
    for name in ("1 of characters", "9 of bamboos", "East", "white dragon", "green dragon", "red dragon"):
        assert name in words
    assert "red 5" not in words
    change_rules(tournament=event, act=Act(by=None, at=MORNING), hand={"red_fives": 3})
    assert "red 5 of circles" in said(client.get(PAGE))


def test_what_the_rules_play_beyond_the_usual_is_asked_for(client, event, said):
    robbed = {"tiles": "19m19p19s1234566z", "win": "7z", "way": "robbed_concealed"}
    words = said(client.get(PAGE))
    assert "robbing a concealed quad" not in words and "The eighth win in a row" not in words
    rules = {"orphans_rob_quad": True, "other_yakuman": ["eight-wins"], "open_riichi": "yakuman-fed"}
    change_rules(tournament=event, act=Act(by=None, at=MORNING), hand=rules)
    words = said(client.get(PAGE))
    assert "robbing a concealed quad" in words and "The discarder had declared riichi" in words
    assert counted(ask(client, **robbed).context["answer"].yaku) == ["Thirteen Orphans 0"]
    assert counted(ask(client, eighth_win="on").context["answer"].yaku) == ["The eighth win in a row 0"]
    answer = ask(client, riichi="open", fed_by_riichi="on").context["answer"]
    assert counted(answer.yaku) == ["Open Riichi 2", "Pinfu 1"]


def test_three_players_have_fewer_tiles_and_set_north_aside(client, referee, said):
    sanma = make_tournament("Sanma", preset="tenhou-3")
    sanma.memberships.create(user=referee, role="referee")
    response = client.get("/manage/sanma/referee/")
    assert "2 of characters" not in said(response) and "North tiles set aside" in said(response)
    assert "Chii" not in said(response)


# --- the server ---------------------------------------------------------------------------------------------------


def test_without_the_package_the_page_says_so_and_offers_han_and_fu(client, said, monkeypatch):
    monkeypatch.setitem(sys.modules, "mahjong", None)
    response = ask(client)
    assert "Hands tile by tile need the package “mahjong”, which is not installed here." in said(response)
    assert f'href="{PAGE}value/"' in response.content.decode()


def test_the_page_asks_the_database_no_more_for_an_answer_than_for_an_empty_hand(client, django_assert_num_queries):
    client.get(PAGE)
    with django_assert_num_queries(5):
        client.get(PAGE)
    with django_assert_num_queries(5):
        ask(client, riichi="riichi", dora="1m")
