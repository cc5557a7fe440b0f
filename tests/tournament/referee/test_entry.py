"""A hand entered by taps: where each tile goes, what the next tap adds to, and what no hand can have."""

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest

from scoring.hands.tiles import read_tiles, write_tiles
from scoring.payments import PaymentProblem
from scoring.rules import preset
from tournament.referee.entry import HandEntry, TapTarget, read_entry, targets, with_red, with_tap, without

WRC = preset("wrc-2022")
RED = WRC.replace(hand={"red_fives": 3})


def tapped(*taps, entry=None, rules=WRC):
    """The hand after taps on tiles; the name of a target chooses what the next one adds to."""
    entry = entry or HandEntry()
    for tap in taps:
        if tap in list(TapTarget):
            entry = replace(entry, to=TapTarget(tap))
        else:
            entry = with_tap(entry, read_tiles(tap)[0], rules)
    return entry


def each(text):
    return [str(tile) for tile in read_tiles(text)]


def sets(entry):
    return [(write_tiles(one.tiles), one.concealed) for one in entry.sets]


def test_the_fourteenth_tile_is_the_winning_one():
    entry = tapped(*each("234567m23455p78s"))
    assert (len(entry.tiles), entry.win, entry.to) == (13, (), TapTarget.WINNING)
    entry = tapped("9s", entry=entry)
    assert (write_tiles(entry.win), entry.missing) == ("9s", 0)


def test_another_winning_tile_takes_its_place():
    entry = tapped(*each("234567m23455p78s9s6s"))
    assert write_tiles(entry.win) == "6s"


def test_a_set_is_one_tap_and_the_concealed_tiles_go_on():
    entry = tapped("chii", "3p", "pon", "7z", "quad", "1m", "concealed-quad", "9s")
    assert sets(entry) == [("345p", False), ("777z", False), ("1111m", False), ("9999s", True)]
    assert entry.to is TapTarget.TILES and entry.concealed_room == 1


def test_after_the_last_set_the_winning_tile_comes_next():
    assert tapped(*each("23455p78s"), "pon", "7z", "chii", "1m").to is TapTarget.WINNING


def test_a_concealed_quad_stands_after_the_called_sets_wherever_it_was_tapped():
    assert sets(tapped("concealed-quad", "9s", "pon", "7z")) == [("777z", False), ("9999s", True)]


def test_indicators_stay_until_something_else_is_chosen():
    entry = tapped("dora", "1m", "2m", "ura", "3m")
    assert (write_tiles(entry.dora), write_tiles(entry.ura), entry.to) == ("12m", "3m", TapTarget.URA)


def test_four_fives_have_the_red_ones_that_the_rules_have():
    assert sets(tapped("quad", "5m", rules=RED)) == [("0555m", False)]
    assert sets(tapped("quad", "5p", rules=WRC.replace(hand={"red_fives": 4}))) == [("0055p", False)]
    assert sets(tapped("quad", "5m")) == [("5555m", False)]


def test_a_five_of_a_set_is_made_red_and_plain_again():
    entry = tapped("chii", "3m", rules=RED)
    red = with_red(entry, 0, RED)
    assert sets(red) == [("340m", False)]
    assert sets(with_red(red, 0, RED)) == [("345m", False)]
    with pytest.raises(PaymentProblem, match="There are not so many red fives; the rules have 3"):
        with_red(tapped("0m", entry=entry, rules=RED), 0, RED)


@pytest.mark.parametrize(
    ("taps", "message"),
    [
        (each("1111m1m"), "There are four of 1m, not 5."),
        (["0m"], "There are not so many red fives; the rules have 0."),
        (["chii", "8m"], "A sequence begins with a 1 to 7 of a suit: tap its lowest tile."),
        (["chii", "1z"], "A sequence begins with a 1 to 7 of a suit: tap its lowest tile."),
        (["dora", *each("123456m")], "There are at most five indicators: tap one of them to remove it."),
        (
            [*each("234567m23455p78s9s"), "tiles", "1z"],
            "The hand has its 14 tiles: tap one of them to remove it, or choose “Winning tile”.",
        ),
    ],
)
def test_what_no_hand_has_is_refused_with_the_way_out(taps, message):
    with pytest.raises(PaymentProblem) as problem:
        tapped(*taps)
    assert str(problem.value) == message


def test_what_is_taken_away_is_what_the_next_tap_fills_in():
    entry = tapped(*each("234567m78s"), "pon", "7z", "dora", "1m")
    assert without(entry, "dora", 0).to is TapTarget.DORA
    assert without(entry, "sets", 0).sets == () and without(entry, "sets", 0).to is TapTarget.TILES
    assert write_tiles(without(entry, "tiles", 0).tiles) == "34567m 78s"


def test_the_address_has_the_hand_and_reads_back_as_the_same():
    entry = tapped(*each("23406m78s"), "pon", "7z", "concealed-quad", "9p", "dora", "3m", "1m", rules=RED)
    query = dict(parse_qsl(entry.query({"seat": "S", "honba": "", "tiles": "old"})))
    assert query == {
        "tiles": "23406m78s", "sets": "777z", "quads": "9999p", "dora": "3m1m", "to": "dora", "seat": "S",
    }  # fmt: skip
    assert read_entry(query) == entry


def test_text_that_cannot_be_read_is_named_by_its_field():
    entry = read_entry({"tiles": "123", "sets": "124m", "to": "nowhere"})
    assert sorted(entry.faults) == ["sets", "tiles"]
    assert entry.to is TapTarget.TILES and entry.is_empty


def test_three_players_have_no_chii_and_ura_come_where_they_count():
    assert TapTarget.CHII not in targets(preset("tenhou-3"))
    assert TapTarget.URA not in targets(WRC.replace(hand={"more_dora": False}))
    assert targets(WRC) == list(TapTarget)
