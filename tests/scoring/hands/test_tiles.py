"""Hands tile by tile: notation, yaku and fu, what is put right, and the package's own points as a cross-check."""

import sys
from collections.abc import Iterable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.tile import TilesConverter

from scoring.hands.reading import COMMAND, can_read_hands
from scoring.hands.tiles import (
    COPIES,
    Meld,
    Tile,
    TileHand,
    called_meld,
    check_copies,
    check_discarder,
    concealed_quad,
    read_tiles,
    write_tiles,
)
from scoring.hands.value import FU, TileValue, corrections, unchecked, value_of
from scoring.payments.liability import Liable
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman
from scoring.payments.wins import ron, tsumo
from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS
from scoring.rules.values import FedYakuman
from scoring.winds import WINDS, Wind

E, S, W, N = WINDS
WRC = preset("wrc-2022")
RED = WRC.replace(hand={"red_fives": 3})


def hand(tiles: str, winning: str, *melds: Meld, **how: object) -> TileHand:
    """A hand of South in an East round, unless said otherwise."""
    told: dict[str, object] = {"seat": S, "round_wind": E, **how}
    for name in ("dora", "ura"):
        told[name] = read_tiles(str(how.get(name, "")))
    return TileHand(tiles=read_tiles(tiles), winning=read_tiles(winning)[0], melds=melds, **told)  # type: ignore[arg-type]


def yaku(found: TileValue) -> list[str]:
    return [f"{one.what} {one.count}" for one in found.yaku]


def refused(one: TileHand, rules: Ruleset = WRC, honba: int = 0) -> str:
    with pytest.raises(PaymentProblem) as problem:
        value_of(one, rules, honba)
    return str(problem.value)


PINFU = ("234567m23455p78s", "9s")


class TestNotation:
    def test_tiles_are_read_in_any_order_and_with_blanks(self) -> None:
        assert [str(tile) for tile in read_tiles("7Z 0m, 12 m")] == ["7z", "0m", "1m", "2m"]
        assert write_tiles(read_tiles("7z 5m 0m 12m")) == "1205m 7z"
        assert read_tiles("") == ()

    @pytest.mark.parametrize("typed", ["123", "12x", "m12", "1m2", "一m"])
    def test_what_cannot_be_read(self, typed: str) -> None:
        with pytest.raises(PaymentProblem, match="cannot be read as tiles; type them as 123m 406p 77z, 0 for a red"):
            read_tiles(typed)

    @pytest.mark.parametrize("typed", ["8z", "9z", "0z"])
    def test_tiles_that_are_not_there(self, typed: str) -> None:
        with pytest.raises(PaymentProblem, match="There is no tile"):
            read_tiles(typed)

    def test_a_red_tile_is_a_five_of_a_suit(self) -> None:
        for suit, number in (("m", 4), ("x", 5), ("z", 5)):
            with pytest.raises(PaymentProblem, match="There is no tile"):
                Tile(suit, number, red=True)

    def test_there_are_four_of_each_and_so_many_red_fives(self) -> None:
        check_copies(read_tiles("5550m 0s 005p"), 4)
        for typed, reds, message in (
            ("1111m1m", 0, "There are four of 1m, not 5."),
            ("0m", 0, "There are not so many red fives; the rules have 0."),
            ("00m", 3, "There are not so many red fives; the rules have 3."),
            ("00p", 3, "There are not so many red fives; the rules have 3."),
            ("0m0s", 1, "There are not so many red fives; the rules have 1."),
        ):
            with pytest.raises(PaymentProblem) as problem:
                check_copies(read_tiles(typed), reds)
            assert str(problem.value) == message

    def test_sets(self) -> None:
        assert called_meld("406p").is_sequence and not called_meld("777z").is_sequence
        assert called_meld("1111m").is_quad and concealed_quad("1111m").is_quad
        for typed in ("124m", "12m", "891m", "89m1p", "123z", "112m", "1112m", "12345m"):
            with pytest.raises(PaymentProblem, match="is no set"):
                called_meld(typed)
        with pytest.raises(PaymentProblem, match="111m is no set"):
            concealed_quad("111m")


class TestValues:
    def test_riichi_pinfu(self) -> None:
        found = value_of(hand(*PINFU, riichi=True), WRC)
        assert found.value == HandValue(2, 30)
        assert yaku(found) == ["Riichi 1", "Pinfu 1"]
        assert [(str(part.what), part.count) for part in found.fu] == [("winning", 30)]

    def test_pinfu_by_self_draw_is_20_fu(self) -> None:
        """S3 Pinfu tsumo."""
        assert value_of(hand(*PINFU, riichi=True, self_draw=True), WRC).value == HandValue(3, 20)

    def test_seven_pairs_are_25_fu(self) -> None:
        """S3 Chiitoi."""
        assert value_of(hand("1122m3344p5566s7z", "7z"), WRC).value == HandValue(2, 25)

    def test_fu_of_triplets_and_waits(self) -> None:
        """30, 8 for 999m, 4 for 222p, 2 for 7z 7z, 2 for the closed wait: 46."""
        found = value_of(hand("999m222p456p79s77z", "8s", riichi=True), WRC)
        assert found.value == HandValue(1, 50)
        assert sorted(part.count for part in found.fu) == [2, 2, 4, 8, 30]

    def test_a_pair_of_the_double_wind_is_two_fu_or_four(self) -> None:
        """S2 Scoring; S3 Double wind pair: 30 + 8 + 2 = 40 fu, 30 + 8 + 4 = 42."""
        own = hand("999m234p567p78s11z", "9s", seat=E, riichi=True)
        assert value_of(own, WRC.replace(hand={"double_wind_fu": 2})).value == HandValue(1, 40)
        assert value_of(own, WRC.replace(hand={"double_wind_fu": 4})).value == HandValue(1, 50)

    def test_a_triplet_of_the_double_wind_counts_twice(self) -> None:
        found = value_of(hand("234m567p78s55p111z", "9s", seat=E), WRC)
        assert found.value.han == 2

    def test_open_hands(self) -> None:
        own = hand("2345m55p", "6m", called_meld("234p"), called_meld("678s"), called_meld("333s"))
        assert refused(own) == "A winning hand has 14 tiles, a set counted as three; here are 16."
        own = hand("345m55p67m", "8m", called_meld("234p"), called_meld("678s"))
        assert value_of(own, WRC.replace(hand={"open_tanyao": True})).value == HandValue(1, 30)
        assert refused(own, WRC.replace(hand={"open_tanyao": False})) == "The hand has no yaku."

    def test_dora_ura_and_red_fives(self) -> None:
        own = hand("234067m23455p78s", "9s", riichi=True, dora="4p", ura="6s")
        found = value_of(own, RED)
        assert found.value == HandValue(2 + 2 + 1 + 1, 30)
        assert yaku(found) == ["Riichi 1", "Pinfu 1", "Dora 2", "Ura Dora 1", "Red fives 1"]

    def test_a_fourth_red_five_is_a_second_one_of_circles(self) -> None:
        own = hand("234067m23400p78s", "9s", riichi=True)
        assert value_of(own, WRC.replace(hand={"red_fives": 4})).value == HandValue(5, 30)
        assert refused(own, RED) == "There are not so many red fives; the rules have 3."

    def test_the_last_tile_a_robbed_quad_and_a_replacement_tile(self) -> None:
        assert value_of(hand(*PINFU, last_tile=True, self_draw=True), WRC).value == HandValue(3, 20)
        assert value_of(hand(*PINFU, last_tile=True), WRC).value == HandValue(2, 30)
        assert value_of(hand(*PINFU, robbed_quad=True), WRC).value == HandValue(2, 30)
        own = hand("234567m55p78s", "9s", concealed_quad("1111p"), after_quad=True, self_draw=True)
        assert value_of(own, WRC).value == HandValue(2, 60)

    def test_ippatsu_and_double_riichi(self) -> None:
        assert value_of(hand(*PINFU, riichi=True, ippatsu=True), WRC).value.han == 3
        assert value_of(hand(*PINFU, riichi=True, double_riichi=True), WRC).value.han == 3


@pytest.mark.parametrize(
    ("one", "named"),
    [
        (hand("111222m333p44s55z", "4s", self_draw=True), (Yakuman.FOUR_TRIPLETS,)),
        (hand("111222m333p444s5z", "5z"), (Yakuman.FOUR_TRIPLETS_PAIR,)),
        (hand("19m19p19s123456z1z", "7z"), (Yakuman.ORPHANS,)),
        (hand("19m19p19s1234567z", "7z"), (Yakuman.ORPHANS_THIRTEEN,)),
        (hand("1112345678999m", "5m"), (Yakuman.NINE_GATES_NINE,)),
        (hand("1112234567899m", "9m"), (Yakuman.NINE_GATES,)),
        (hand("23m11p", "4m", *map(called_meld, ("555z", "666z", "777z"))), (Yakuman.BIG_DRAGONS,)),
        (
            hand("2z", "2z", *map(called_meld, ("333z", "555z", "666z", "777z"))),
            (Yakuman.BIG_DRAGONS, Yakuman.ALL_HONOURS),
        ),
        (hand("5m", "5m", *map(called_meld, ("111z", "222z", "333z", "444z"))), (Yakuman.BIG_WINDS,)),
        (hand("23m44z", "4m", *map(called_meld, ("111z", "222z", "333z"))), (Yakuman.SMALL_WINDS,)),
        (hand("23s66688s", "4s", called_meld("222s"), called_meld("666z")), (Yakuman.ALL_GREEN,)),
        (hand("9s", "9s", *map(called_meld, ("111m", "999m", "111p", "999p"))), (Yakuman.ALL_TERMINALS,)),
        (hand("5m", "5m", *map(called_meld, ("1111m", "2222p", "3333s", "4444s"))), (Yakuman.FOUR_QUADS,)),
        (hand(*PINFU, first_turn=True, self_draw=True, seat=E), (Yakuman.HEAVEN,)),
        (hand(*PINFU, first_turn=True, self_draw=True), (Yakuman.EARTH,)),
    ],
)
def test_yakuman(one: TileHand, named: tuple[Yakuman, ...]) -> None:
    found = value_of(one, WRC)
    assert set(found.value.named) == set(named)
    assert found.value == HandValue.of(*found.value.named)
    assert (found.yaku, found.fu) == ((), ())


class TestRenhou:
    """S3 Renhou: a mangan or the value of the hand, whichever is greater; WRC 2025: adds to nothing."""

    OWN = hand(*PINFU, first_turn=True)

    def rules(self, renhou: str) -> Ruleset:
        return WRC.replace(hand={"renhou": renhou})

    def test_it_is_at_least_a_mangan(self) -> None:
        found = value_of(self.OWN, self.rules("mangan"))
        assert found.value == HandValue(1, 30, at_least=Limit.MANGAN)
        assert yaku(found) == ["Pinfu 1", "Renhou, at least a mangan 0"]
        assert ron(S, W, found.value, WRC).changes[S.index] == 8_000

    def test_a_hand_without_yaku_wins_by_it(self) -> None:
        found = value_of(hand("999m234p567p79s77z", "8s", first_turn=True), self.rules("mangan"))
        assert found.value == HandValue(at_least=Limit.MANGAN)
        assert yaku(found) == ["Renhou, at least a mangan 0"]

    def test_a_larger_hand_is_worth_itself(self) -> None:
        found = value_of(hand("111222333m99m78m", "9m", first_turn=True), self.rules("mangan"))
        assert found.value.han >= 6
        assert "Renhou, at least a mangan 0" not in yaku(found)

    def test_it_is_a_yakuman_or_nothing(self) -> None:
        assert value_of(self.OWN, self.rules("yakuman")).value == HandValue.of(Yakuman.RENHOU)
        assert value_of(self.OWN, self.rules("nothing")).value == HandValue(1, 30)


class TestOpenRiichi:
    def rules(self, open_riichi: str) -> Ruleset:
        return WRC.replace(hand={"open_riichi": open_riichi})

    def test_it_is_two_han_and_does_not_combine_with_riichi_or_double_riichi(self) -> None:
        """S0 Mod.3.1."""
        own = value_of(hand(*PINFU, riichi=True, open_riichi=True), self.rules("two-han"))
        assert own.value == HandValue(3, 30)
        own = value_of(hand(*PINFU, riichi=True, double_riichi=True, open_riichi=True), self.rules("two-han"))
        assert own.value == HandValue(3, 30)

    def test_fed_by_somebody_not_in_riichi_it_may_be_a_yakuman(self) -> None:
        rules = self.rules("yakuman-fed")
        fed = hand(*PINFU, riichi=True, open_riichi=True)
        assert value_of(fed, rules).value == HandValue.of(Yakuman.OPEN_RIICHI)
        assert value_of(hand(*PINFU, riichi=True, open_riichi=True, fed_by_riichi=True), rules).value == HandValue(
            3, 30
        )
        assert value_of(hand(*PINFU, riichi=True, open_riichi=True, self_draw=True), rules).value == HandValue(4, 20)

    def test_it_is_refused_where_it_is_not_played(self) -> None:
        message = "Open riichi is not played under the rules “WRC 2022”."
        assert refused(hand(*PINFU, riichi=True, open_riichi=True)) == message


def test_the_two_han_minimum_counts_no_dora() -> None:
    """S0 Mod.5.1: from five counters on, dora and red fives do not count."""
    rules = RED.replace(hand={"two_han_minimum": True})
    one_han = hand("234067m23455p79s", "8s", riichi=True, dora="4p")
    assert value_of(one_han, rules, honba=4).value.han == 4
    assert refused(one_han, rules, honba=5) == "From five honba on a hand needs two han without dora; this has 1."
    assert value_of(one_han, RED, honba=5).value.han == 4
    assert value_of(hand(*PINFU, riichi=True), rules, honba=5).value.han == 2


class TestThreePlayers:
    RULES = preset("tenhou-3").replace(hand={"red_fives": 0})

    def test_north_set_aside_is_a_dora(self) -> None:
        own = hand("999m234p567p78s55p", "9s", riichi=True, north=2)
        assert value_of(own, self.RULES).value.han == 3

    def test_a_fifth_north_is_refused_also_when_it_was_set_aside(self) -> None:
        own = hand("444z234p567p78s55p", "9s", riichi=True, north=2)
        assert refused(own, self.RULES) == "There are four of 4z, not 5."

    def test_the_dora_after_one_of_characters_is_nine(self) -> None:
        own = hand("999m234p567p78s55p", "9s", riichi=True, dora="1m")
        assert value_of(own, self.RULES).value.han == 4

    def test_tiles_that_three_do_not_play_with(self) -> None:
        assert refused(hand(*PINFU), self.RULES) == "Among three there is no tile 2m."
        own = hand("999m234p567p78s55p", "9s", seat=N)
        assert refused(own, self.RULES) == "Nobody is North at a table of three."
        assert refused(hand(*PINFU, north=1)) == "North is set aside among three only."


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (hand("234567m2345p78s", "9s"), "A winning hand has 14 tiles, a set counted as three; here are 13."),
        (hand("234567m23455p78s", "1s"), "These tiles are no winning hand."),
        (hand("111m234p567p78s99p", "9s", dora="11m"), "There are four of 1m, not 5."),
        (
            hand("345m55p67m", "8m", called_meld("234p"), called_meld("678s"), riichi=True),
            "An open hand cannot be in riichi.",
        ),
        (hand(*PINFU, ippatsu=True), "Double riichi, open riichi and ippatsu need riichi."),
        (hand(*PINFU, double_riichi=True), "Double riichi, open riichi and ippatsu need riichi."),
        (hand(*PINFU, dora="1m", ura="1m"), "Ura dora count for a hand in riichi only."),
        (
            hand(*PINFU, riichi=True, dora="1m", ura="11m"),
            "There are at most five dora indicators, and an ura indicator beneath each.",
        ),
        (
            hand(*PINFU, dora="123456z"),
            "There are at most five dora indicators, and an ura indicator beneath each.",
        ),
        (hand(*PINFU, after_quad=True, self_draw=True), "A win after a quad is a self-draw and has a quad."),
        (hand(*PINFU, north=-1), "The North tiles set aside are counted from 0."),
        (
            hand(
                "345m67s11z456p",
                "8s",
                concealed_quad("9999p"),
                riichi=True,
                ippatsu=True,
                after_quad=True,
                self_draw=True,
            ),
            "A quad ends ippatsu: it does not count with the replacement tile.",
        ),
        (
            hand("23456m55p789s999m", "9s", robbed_quad=True),
            "Three of a robbed tile lie in the quad: the hand has no other of it.",
        ),
        (hand(*PINFU, robbed_quad=True, self_draw=True), "A robbed quad is no self-draw."),
        (
            hand(*PINFU, robbed_quad=True, last_tile=True),
            "The last tile is neither a replacement tile nor a robbed quad.",
        ),
        (
            hand(*PINFU, first_turn=True, riichi=True),
            "In an uninterrupted first turn nobody has called, declared riichi or made a quad.",
        ),
        (hand(*PINFU, first_turn=True, seat=E), "The dealer draws before anybody discards: that is no renhou."),
    ],
)
def test_what_no_table_can_show_is_refused(one: TileHand, message: str) -> None:
    assert refused(one) == message


@pytest.mark.parametrize(
    ("one", "field"),
    [
        (hand("234567m2345p78s", "9s"), "tiles"),
        (hand(*PINFU, ippatsu=True), "riichi"),
        (hand(*PINFU, robbed_quad=True, self_draw=True), "robbed_quad"),
        (hand(*PINFU, dora="1m", ura="1m"), "ura"),
        (hand(*PINFU, north=1), "north"),
        (hand("234567m23455p78s", "1s"), ""),
    ],
)
def test_a_problem_names_the_value_of_the_hand_that_it_is_about(one: TileHand, field: str) -> None:
    with pytest.raises(PaymentProblem) as problem:
        value_of(one, WRC)
    assert problem.value.message.field == field


def test_in_the_first_turn_only_who_sits_before_the_winner_has_discarded() -> None:
    check_discarder(hand(*PINFU, first_turn=True), E)
    check_discarder(hand(*PINFU), W)
    with pytest.raises(PaymentProblem, match="Before the first draw of South West has not"):
        check_discarder(hand(*PINFU, first_turn=True), W)


def test_what_the_rules_do_not_play_is_refused() -> None:
    no_ippatsu, first_only = WRC.replace(hand={"ippatsu": False}), WRC.replace(hand={"more_dora": False})
    assert refused(hand(*PINFU, riichi=True, ippatsu=True), no_ippatsu).startswith("Ippatsu is not played")
    for dora, ura in (("12z", ""), ("1z", "2z")):
        own = hand(*PINFU, riichi=True, dora=dora, ura=ura)
        assert refused(own, first_only) == "Under the rules “WRC 2022” only the first indicator shows dora."


def test_without_the_package_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_read_hands()
    monkeypatch.setitem(sys.modules, "mahjong.hand_calculating.hand", None)
    said = refused(hand(*PINFU, riichi=True))
    assert COMMAND in said
    assert said.endswith("Han and fu can be given without it.")
    monkeypatch.setitem(sys.modules, "mahjong", None)
    assert not can_read_hands()


class TestWhatIsSaidOfAHand:
    """Only what applies to it: nobody reads a list that stands below every hand."""

    def corrected(self, one: TileHand, rules: Ruleset = WRC, honba: int = 0) -> list[str]:
        return [str(said) for said in corrections(one, value_of(one, rules, honba), rules, honba)]

    def left(self, one: TileHand, rules: Ruleset = WRC) -> list[str]:
        return [str(said) for said in unchecked(one, value_of(one, rules), rules)]

    def test_nothing_of_a_concealed_hand_without_riichi_that_is_drawn(self) -> None:
        own = hand(*PINFU, self_draw=True)
        assert (self.corrected(own), self.left(own)) == ([], [])

    def test_the_double_wind_where_there_is_such_a_pair(self) -> None:
        two = WRC.replace(hand={"double_wind_fu": 2})
        own = hand("999m234p567p78s11z", "9s", seat=E, riichi=True)
        assert self.corrected(own, two) == ["A pair of the double wind is 2 fu, not 4."]
        assert self.corrected(own, WRC.replace(hand={"double_wind_fu": 4})) == []
        for other in (
            hand("999m234p567p78s22z", "9s", seat=S, riichi=True),
            hand("1122m3344p5566s1z", "1z", seat=E),
            hand("234m567p78s55p111z", "9s", seat=E),
            hand("19m19p19s1234567z", "1z", seat=E),
        ):
            assert self.corrected(other, two) == []

    def test_renhou_where_the_hand_is_one(self) -> None:
        said = ["Renhou is at least a mangan and adds no han to other yaku."]
        rules = WRC.replace(hand={"renhou": "mangan"})
        assert self.corrected(hand(*PINFU, first_turn=True), rules) == said
        assert self.corrected(hand(*PINFU, first_turn=True, self_draw=True), rules) == []
        assert self.corrected(hand(*PINFU, first_turn=True), WRC.replace(hand={"renhou": "nothing"})) == []

    def test_red_fives_where_the_hand_has_one(self) -> None:
        own = hand("234067m23455p78s", "9s", self_draw=True)
        assert self.corrected(own, RED) == ["Red fives are counted apart, as many as the rules have."]
        assert self.left(own, RED) == []
        suits = ["In which suits the red fives are is not known: each suit may have one."]
        assert self.left(own, WRC.replace(hand={"red_fives": 2})) == suits
        assert self.left(hand(*PINFU, self_draw=True), WRC.replace(hand={"red_fives": 2})) == []

    def test_the_two_han_from_five_honba_on(self) -> None:
        rules, own = WRC.replace(hand={"two_han_minimum": True}), hand(*PINFU, riichi=True)
        assert self.corrected(own, rules, honba=5) == ["The two han that are needed from five honba on are counted."]
        assert self.corrected(own, rules, honba=4) == self.corrected(own, WRC, honba=5) == []
        assert self.corrected(hand("19m19p19s1234567z", "1z"), rules, honba=5) == []

    def test_furiten_of_a_discard_and_riichi_of_a_hand_in_riichi(self) -> None:
        furiten = "Whether the winner is furiten is not checked."
        riichi = "Whether riichi, and a quad after it, was allowed is not checked."
        assert self.left(hand(*PINFU)) == [furiten]
        assert self.left(hand(*PINFU, riichi=True)) == [furiten, riichi]
        assert self.left(hand(*PINFU, riichi=True, self_draw=True)) == [riichi]

    def test_the_discard_after_a_call_where_a_set_was_called(self) -> None:
        said = ["Whether the discards after a call were allowed is not checked."]
        own = hand("345m55p67m777z", "8m", called_meld("678s"), self_draw=True)
        assert self.left(own, WRC.replace(calls={"swap": "forbidden"})) == said
        assert self.left(own, WRC.replace(calls={"swap": "allowed"})) == []
        assert self.left(hand("345m55p67m777z", "8m", concealed_quad("8888s"), self_draw=True)) == []
        assert self.left(hand("345m55p67m777z", "8m", called_meld("8888s"), self_draw=True)) == []

    def test_liability_where_a_set_of_its_yakuman_may_have_been_fed(self) -> None:
        said = "Who fed a set, and so is liable, is not seen in the tiles: say it."
        dragons = hand("23m11p", "4m", *map(called_meld, ("555z", "666z", "777z")), self_draw=True)
        assert said in self.left(dragons)
        assert said not in self.left(dragons, WRC.replace(hand={"liability": []}))
        named = unchecked(dragons, value_of(dragons, WRC), WRC, [Liable(E, FedYakuman.BIG_DRAGONS)])
        assert said not in map(str, named)
        assert said not in self.left(hand("23m11p555666777z", "4m", self_draw=True))
        assert said not in self.left(hand("23s66688s", "4s", called_meld("222s"), called_meld("666z")))

    def test_north_where_it_was_set_aside(self) -> None:
        rules = TestThreePlayers.RULES
        own = hand("999m234p567p78s55p", "9s", self_draw=True, north=1)
        assert self.left(own, rules) == [
            "The rule set does not say whether North may be set aside; each counts as a dora."
        ]
        assert self.left(hand("999m234p567p78s55p", "9s", self_draw=True), rules) == []


# ---- cross-checks with the package's own counting

STANDARD = WRC.replace(hand={"kiriage": False, "counted": "yakuman", "double_wind_fu": 4, "renhou": "nothing"})
FUS = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)


@pytest.mark.parametrize("kiriage", [False, True])
@pytest.mark.parametrize("counted", ["yakuman", "sanbaiman"])
@pytest.mark.parametrize("han", range(1, 15))
def test_points_agree_with_the_package_for_every_han_and_fu(han: int, counted: str, kiriage: bool) -> None:
    """Dealer and non-dealer, discard and self-draw, with two honba and a deposit."""
    rules = STANDARD.replace(hand={"kiriage": kiriage, "counted": counted})
    options = OptionalRules(
        kiriage=kiriage,
        kazoe_limit=HandConfig.KAZOE_LIMITED if counted == "yakuman" else HandConfig.KAZOE_SANBAIMAN,
    )
    compared = 0
    for fu in FUS:
        for seat, wind in ((E, EAST), (S, SOUTH)):
            for drawn in (False, True):
                try:
                    value = HandValue(han, fu)
                    ours = tsumo(seat, value, rules, 2, 1) if drawn else ron(seat, W, value, rules, 2, 1)
                except PaymentProblem:
                    continue
                config = HandConfig(
                    is_tsumo=drawn, player_wind=wind, tsumi_number=2, kyoutaku_number=1, options=options
                )
                theirs = ScoresCalculator.calculate_scores(han, fu, config)
                assert ours.changes[seat.index] == theirs["total"], (fu, seat, drawn)
                assert -min(ours.changes) == theirs["main"] + theirs["main_bonus"]
                compared += 1
    assert compared >= 34


@pytest.mark.parametrize("units", [1, 2, 3, 6])
def test_yakuman_agree_with_the_package(units: int) -> None:
    theirs = ScoresCalculator.calculate_scores(13 * units, 0, HandConfig(player_wind=SOUTH), True)
    assert ron(S, W, HandValue(yakuman=units), STANDARD).changes[S.index] == theirs["total"]


SEQUENCES = [f"{n}{n + 1}{n + 2}{suit}" for suit in "mps" for n in range(1, 8)]
TRIPLETS = [f"{n}{n}{n}{suit}" for suit in "mps" for n in range(1, 10)] + [f"{n}{n}{n}z" for n in range(1, 8)]
PAIRS = [one[1:] for one in TRIPLETS]


@st.composite
def complete(draw: st.DrawFn) -> tuple[tuple[Tile, ...], Tile]:
    """Thirteen concealed tiles and the one that completes four sets and a pair."""
    sets = draw(st.lists(st.sampled_from([*SEQUENCES, *TRIPLETS]), min_size=4, max_size=4))
    tiles = list(read_tiles("".join(sets) + draw(st.sampled_from(PAIRS))))
    assume(all(tiles.count(tile) <= COPIES for tile in tiles))
    winning = tiles.pop(draw(st.integers(0, 13)))
    return tuple(tiles), winning


def numbers(tiles: Iterable[Tile]) -> list[int]:
    by_suit = {suit: "".join(str(tile.number) for tile in tiles if tile.suit == suit) for suit in "mpsz"}
    return TilesConverter.string_to_136_array(man=by_suit["m"], pin=by_suit["p"], sou=by_suit["s"], honors=by_suit["z"])


@settings(max_examples=200, deadline=None)
@given(complete(), st.booleans(), st.sampled_from([E, S]), st.sampled_from([E, S]), st.integers(0, 3))
def test_a_concealed_hand_in_riichi_pays_what_the_package_says(
    own: tuple[tuple[Tile, ...], Tile], drawn: bool, seat: Wind, around: Wind, honba: int
) -> None:
    """Under the package's own rules: a pair of the double wind is 4 fu, counted and double yakuman."""
    tiles, winning = own
    rules = STANDARD.replace(hand={"double_yakuman": True})
    shown = TileHand(tiles=tiles, winning=winning, seat=seat, round_wind=around, self_draw=drawn, riichi=True)
    value = value_of(shown, rules).value
    ours = tsumo(seat, value, rules, honba) if drawn else ron(seat, W, value, rules, honba)
    every = numbers((*tiles, winning))
    at = next(number for number in every if number // 4 == numbers([winning])[0] // 4)
    config = HandConfig(
        is_tsumo=drawn,
        is_riichi=True,
        player_wind=EAST + seat.index,
        round_wind=EAST + around.index,
        tsumi_number=honba,
        options=OptionalRules(has_open_tanyao=True),
    )
    theirs = HandCalculator.estimate_hand_value(every, at, config=config)
    assert theirs.cost is not None
    assert ours.changes[seat.index] == theirs.cost["total"]
    assert all(str(part.what) in FU.values() for part in value_of(shown, rules).fu)


@settings(max_examples=100, deadline=None)
@given(complete(), st.booleans(), st.sampled_from(PRESETS))
def test_every_rule_set_values_every_hand(own: tuple[tuple[Tile, ...], Tile], drawn: bool, key: str) -> None:
    tiles, winning = own
    rules = preset(key)
    assume(rules.players == 4)
    shown = TileHand(tiles=tiles, winning=winning, seat=E, round_wind=E, self_draw=drawn, riichi=True)
    value = value_of(shown, rules).value
    assert sum((tsumo(E, value, rules) if drawn else ron(E, W, value, rules)).changes) == 0


class TestRulesThatOnlySomeHave:
    """S3: rows that decide points at the table, as other rule sets have them."""

    ORPHANS = ("19m19p19s1234566z", "7z")
    WHEELS = ("2233445566778p", "8p")

    def test_thirteen_orphans_on_a_concealed_quad(self) -> None:
        """S3 Kokushi ankan chankan; S1 Yaku Clarifications."""
        own = hand(*self.ORPHANS, robbed_quad=True, robbed_concealed=True)
        assert value_of(own, preset("tori-casual")).value == HandValue.of(Yakuman.ORPHANS)
        assert refused(own) == "Under the rules “WRC 2022” no concealed quad can be robbed."
        assert value_of(hand(*self.ORPHANS, robbed_quad=True), WRC).value == HandValue.of(Yakuman.ORPHANS)
        other = hand(*PINFU, robbed_quad=True, robbed_concealed=True)
        with pytest.raises(PaymentProblem, match="Only Thirteen Orphans can rob") as problem:
            value_of(other, preset("tori-casual"))
        assert problem.value.message.field == "robbed_quad"
        alone = hand(*self.ORPHANS, robbed_concealed=True)
        assert refused(alone) == "A robbed concealed quad is a robbed quad: say that, too."

    def test_all_green_with_and_without_the_green_dragon(self) -> None:
        """S3 Ryuuiisou: not required; JPML 2012: required. Without it the hand is what else it is."""
        own = hand("223344666s88s66z", "6z", riichi=True)
        bare = hand("223344666s88s23s", "4s", riichi=True)
        needed = WRC.replace(hand={"green_dragon": True})
        assert value_of(bare, WRC).value == HandValue.of(Yakuman.ALL_GREEN)
        assert "Chinitsu 6" in yaku(value_of(bare, needed))
        assert value_of(own, needed).value == HandValue.of(Yakuman.ALL_GREEN)

    def test_pinfu_by_self_draw(self) -> None:
        """S3 Pinfu tsumo: 20 fu. Elsewhere the self-draw's 2 fu end the pinfu."""
        own = hand(*PINFU, self_draw=True)
        plain, without = value_of(own, WRC), value_of(own, WRC.replace(hand={"pinfu_tsumo": False}))
        assert (plain.value.han, plain.value.fu, without.value.han, without.value.fu) == (2, 20, 1, 30)
        assert "Pinfu 1" in yaku(plain) and "Pinfu 1" not in yaku(without)
        assert sum(part.count for part in without.fu) == 22

    def test_seven_pairs_of_one_han(self) -> None:
        own = hand("1133m5577p2288s1z", "1z", riichi=True)
        two, one = value_of(own, WRC), value_of(own, WRC.replace(hand={"seven_pairs": "one-han"}))
        assert ((two.value.han, two.value.fu), (one.value.han, one.value.fu)) == ((3, 25), (2, 50))
        assert "Chiitoitsu 1" in yaku(one) and [part.count for part in one.fu] == [50]

    def test_the_fu_of_the_self_draw_after_a_quad(self) -> None:
        """S3 Rinshan tsumo."""
        own = hand("234m678p67s55p", "8s", called_meld("9999m"), self_draw=True, after_quad=True)
        found, without = value_of(own, WRC), value_of(own, WRC.replace(hand={"after_quad_fu": False}))
        assert sum(part.count for part in found.fu) == sum(part.count for part in without.fu) + 2
        assert (found.value.fu, without.value.fu) == (40, 40)
        quiet = hand("234m678p67s55p", "8s", called_meld("5555m"), self_draw=True, after_quad=True)
        assert value_of(quiet, WRC.replace(hand={"after_quad_fu": False})).value.fu == 30

    def test_big_wheels_and_the_eighth_win_where_they_are_played(self) -> None:
        """S3 Daisharin, Paarenchan: not played under WRC and Tenhou."""
        both = WRC.replace(hand={"other_yakuman": ["big-wheels", "eight-wins"]})
        assert value_of(hand(*self.WHEELS), both).value == HandValue.of(Yakuman.BIG_WHEELS)
        assert "Chinitsu 6" in yaku(value_of(hand(*self.WHEELS), WRC))
        assert value_of(hand(*PINFU, riichi=True, eighth_win=True), both).value == HandValue.of(Yakuman.EIGHT_WINS)
        assert refused(hand(*PINFU, riichi=True, eighth_win=True)) == (
            "Eight wins in a row are no yakuman under the rules “WRC 2022”."
        )
        with pytest.raises(PaymentProblem, match="Big Wheels is no yakuman under the rules “WRC 2022”"):
            ron(S, W, HandValue.of(Yakuman.BIG_WHEELS), WRC)
        assert ron(S, W, HandValue.of(Yakuman.BIG_WHEELS), both).changes[1] == 32_000

    @pytest.mark.parametrize(("worth", "han"), [("four-han", 4), ("five-han", 5)])
    def test_a_renhou_of_han_adds_up(self, worth: str, han: int) -> None:
        """R.League: four han; WRC 2014 precisions: five, to which yaku and dora are added."""
        rules = WRC.replace(hand={"renhou": worth})
        plain = value_of(hand(*PINFU, riichi=False), WRC).value.han
        assert value_of(hand(*PINFU, first_turn=True), rules).value.han == plain + han
        assert value_of(hand("234m456p78s22s345p", "6s", first_turn=True), rules).value.han >= han

    def test_a_renhou_may_be_a_mangan_whatever_else_the_hand_has(self) -> None:
        rules = WRC.replace(hand={"renhou": "mangan-alone"})
        rich = hand("2233445566788p", "7p", first_turn=True)
        assert value_of(rich, WRC).value.han > 5
        assert value_of(rich, rules).value == HandValue(at_least=Limit.MANGAN)
        assert yaku(value_of(rich, rules)) == ["Renhou, a mangan whatever else it has 0"]
        orphans = hand("19m19p19s1234567z", "1z", first_turn=True)
        assert value_of(orphans, rules).value == HandValue.of(Yakuman.ORPHANS_THIRTEEN)
