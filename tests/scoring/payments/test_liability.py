"""Who pays for a yakuman that was fed: the worked examples of S2 to the hundred, and what they leave open."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.payments.liability import Liable
from scoring.payments.values import HandValue, PaymentProblem, Yakuman, incompatible
from scoring.payments.wins import Win, ron, several_ron, tsumo
from scoring.rules import preset
from scoring.rules.values import FedYakuman
from scoring.sentences.payments import payment_lines
from scoring.winds import WINDS, Wind

E, S, W, N = WINDS
WRC = preset("wrc-2022")
WHOLE = preset("tori-casual")
DRAGONS = HandValue.of(Yakuman.BIG_DRAGONS)
DRAGONS_AND_HONOURS = HandValue.of(Yakuman.BIG_DRAGONS, Yakuman.ALL_HONOURS)


def fed(by: Wind, what: FedYakuman = FedYakuman.BIG_DRAGONS) -> Liable:
    return Liable(by, what)


class TestTheExamples:
    """S2 Liability: D is East with one continuance counter, A fed Big Three Dragons, D also has All Honours."""

    def test_example_1_by_self_draw(self) -> None:
        payment = tsumo(E, DRAGONS_AND_HONOURS, WRC, honba=1, liable=[fed(S)])
        assert payment.changes == (96_300, -64_100, -16_100, -16_100)
        assert [str(line) for line in payment_lines(payment, {E: "D", S: "A", W: "B", N: "C"})] == [
            "A pays D 64,100: 48,000 for Big Three Dragons, 16,000 for All Honours, 100 for honba.",
            "B pays D 16,100: 16,000 for All Honours, 100 for honba.",
            "C pays D 16,100: 16,000 for All Honours, 100 for honba.",
        ]

    def test_example_2_on_a_discard(self) -> None:
        payment = ron(E, W, DRAGONS_AND_HONOURS, WRC, honba=1, liable=[fed(S)])
        assert payment.changes == (96_300, -24_000, -72_300, 0)
        assert [str(line) for line in payment_lines(payment, {E: "D", S: "A", W: "B", N: "C"})] == [
            "A pays D 24,000: Big Three Dragons.",
            "B pays D 72,300: 24,000 for Big Three Dragons, 48,000 for All Honours, 300 for honba.",
        ]

    def test_the_same_where_d_is_no_dealer(self) -> None:
        """D is South, A West, B North, C East."""
        drawn = tsumo(S, DRAGONS_AND_HONOURS, WRC, honba=1, liable=[fed(W)])
        assert drawn.changes == (-16_100, 64_300, -32_000 - 8_000 - 100, -8_100)
        assert ron(S, N, DRAGONS_AND_HONOURS, WRC, honba=1, liable=[fed(W)]).changes == (0, 64_300, -16_000, -48_300)


class TestTheFedYakuman:
    def test_alone_in_a_self_drawn_hand_the_liable_player_pays_it_with_the_honba(self) -> None:
        """riichi.wiki, Sekinin barai: honba are paid as normal only for a yakuman that is scored as normal."""
        assert tsumo(S, DRAGONS, WRC, honba=2, liable=[fed(E)]).changes == (-32_600, 32_600, 0, 0)

    def test_alone_in_a_hand_won_on_a_discard_it_is_shared_and_the_discarder_pays_the_honba(self) -> None:
        assert ron(S, N, DRAGONS, WRC, honba=2, liable=[fed(E)]).changes == (-16_000, 32_600, 0, -16_600)

    def test_the_liable_player_who_deals_in_pays_everything(self) -> None:
        payment = ron(E, S, DRAGONS_AND_HONOURS, WRC, honba=1, liable=[fed(S)])
        assert payment.changes == (96_300, -96_300, 0, 0)
        assert str(payment_lines(payment)[0]) == (
            "South pays East 96,300: 48,000 for Big Three Dragons, 48,000 for All Honours, 300 for honba."
        )

    def test_several_yakuman_fed_by_different_players(self) -> None:
        """Each is liable for what was fed; the one in turn after the winner pays the honba."""
        value = HandValue.of(Yakuman.BIG_DRAGONS, Yakuman.FOUR_QUADS)
        liable = [fed(N, FedYakuman.FOUR_QUADS), fed(W)]
        assert tsumo(S, value, WRC, honba=1, liable=liable).changes == (0, 64_300, -32_300, -32_000)
        assert ron(S, E, value, WRC, honba=1, liable=liable).changes == (-32_300, 64_300, -16_000, -16_000)

    def test_one_player_fed_both(self) -> None:
        value = HandValue.of(Yakuman.BIG_WINDS, Yakuman.FOUR_QUADS, Yakuman.ALL_HONOURS)
        liable = [fed(W, FedYakuman.BIG_WINDS), fed(W, FedYakuman.FOUR_QUADS)]
        assert tsumo(S, value, WRC, liable=liable).changes == (-16_000, 96_000, -72_000, -8_000)

    def test_a_double_yakuman_is_paid_double(self) -> None:
        rules = WRC.replace(hand={"double_yakuman": True})
        value = HandValue.of(Yakuman.BIG_WINDS, Yakuman.ALL_HONOURS)
        assert tsumo(S, value, rules, liable=[fed(N, FedYakuman.BIG_WINDS)]).changes == (
            -16_000,
            96_000,
            -8_000,
            -72_000,
        )

    def test_where_yakuman_do_not_add_up_the_fed_one_counts(self) -> None:
        rules = WRC.replace(hand={"several_yakuman": False})
        value = HandValue.of(Yakuman.ALL_HONOURS, Yakuman.BIG_DRAGONS)
        assert tsumo(E, value, rules, liable=[fed(S)]).changes == (48_000, -48_000, 0, 0)
        assert tsumo(E, value, rules).changes == (48_000, -16_000, -16_000, -16_000)

    def test_unless_another_counts_double(self) -> None:
        rules = WRC.replace(hand={"several_yakuman": False, "double_yakuman": True})
        value = HandValue.of(Yakuman.FOUR_TRIPLETS_PAIR, Yakuman.BIG_DRAGONS)
        assert tsumo(E, value, rules, liable=[fed(S)]).changes == (96_000, -32_000, -32_000, -32_000)

    def test_among_three_it_is_paid_in_full_even_where_a_self_draw_is_worth_less(self) -> None:
        rules = preset("tenhou-3").replace(hand={"tsumo_loss": True, "liable_for": "fed-yakuman"})
        assert tsumo(S, DRAGONS, rules, honba=1, liable=[fed(W)]).changes == (0, 32_200, -32_200)
        assert tsumo(S, DRAGONS_AND_HONOURS, rules, liable=[fed(W)]).changes == (-16_000, 56_000, -40_000)

    def test_each_of_several_winners_has_a_liable_player_of_their_own(self) -> None:
        rules = WRC.replace(hand={"winners": "all"})
        wins = [Win(S, HandValue(5)), Win(E, DRAGONS, (fed(W),))]
        assert several_ron(wins, N, rules).changes == (48_000, 8_000, -24_000, -32_000)


class TestTheWholeHand:
    """S3 Pao (casual): the value of the whole hand by self-draw, half of it on a discard; bonus sticks: discarder."""

    def test_by_self_draw(self) -> None:
        assert tsumo(E, DRAGONS_AND_HONOURS, WHOLE, honba=1, liable=[fed(S)]).changes == (96_300, -96_300, 0, 0)

    def test_on_a_discard_the_discarder_pays_the_other_half_and_the_honba(self) -> None:
        payment = ron(E, W, DRAGONS_AND_HONOURS, WHOLE, honba=1, liable=[fed(S)])
        assert payment.changes == (96_300, -48_000, -48_300, 0)

    def test_the_liable_player_who_deals_in_pays_everything(self) -> None:
        assert ron(E, S, DRAGONS, WHOLE, honba=1, liable=[fed(S)]).changes == (48_300, -48_300, 0, 0)

    def test_two_liable_players_share_evenly(self) -> None:
        """Our reading; only possible where Four Quads make liable, too."""
        rules = WHOLE.replace(hand={"liability": ["big-dragons", "big-winds", "four-quads"]})
        value = HandValue.of(Yakuman.BIG_DRAGONS, Yakuman.FOUR_QUADS)
        liable = [fed(N), fed(W, FedYakuman.FOUR_QUADS)]
        assert tsumo(S, value, rules, honba=1, liable=liable).changes == (0, 64_300, -32_300, -32_000)
        assert ron(S, E, value, rules, honba=1, liable=liable).changes == (-32_300, 64_300, -16_000, -16_000)

    def test_without_a_feeder_everybody_pays_as_ever(self) -> None:
        assert tsumo(E, DRAGONS, WHOLE, honba=1).changes == (48_300, -16_100, -16_100, -16_100)


@pytest.mark.parametrize(
    ("liable", "message"),
    [
        ([fed(S)], "South won the hand and is not liable for it."),
        ([fed(W, FedYakuman.BIG_WINDS)], "West is liable for Big Four Winds, which the hand does not have."),
        ([fed(W), fed(N)], "One player is liable for a yakuman, not several."),
    ],
)
def test_a_liability_that_cannot_be_is_refused(liable: list[Liable], message: str) -> None:
    with pytest.raises(PaymentProblem) as refused:
        tsumo(S, DRAGONS, WRC, liable=liable)
    assert str(refused.value) == message


def test_a_yakuman_that_makes_nobody_liable_is_refused() -> None:
    """S3 Pao: only Big Three Dragons and Big Four Winds in casual play."""
    with pytest.raises(PaymentProblem, match="Nobody is liable for Four Quads under the rules “TORI"):
        ron(S, N, HandValue.of(Yakuman.FOUR_QUADS), WHOLE, liable=[fed(W, FedYakuman.FOUR_QUADS)])


def test_a_hand_without_names_has_no_liability() -> None:
    with pytest.raises(PaymentProblem, match="which the hand does not have"):
        ron(S, N, HandValue(yakuman=1), WRC, liable=[fed(W)])


def test_every_fed_yakuman_is_a_yakuman() -> None:
    assert [Yakuman(one).label for one in FedYakuman] == [one.label for one in FedYakuman]


OF_TILES = list(Yakuman)[: list(Yakuman).index(Yakuman.HEAVEN)]  # won on a discard and by self-draw
NAMED = [combo for size in (1, 2, 3) for combo in combinations(OF_TILES, size) if incompatible(combo) is None]


@given(
    st.sampled_from([one for one in NAMED if set(one) & {Yakuman(fed) for fed in FedYakuman}]),
    st.permutations(WINDS),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_a_liability_moves_payments_and_changes_no_total(
    yakuman: tuple[Yakuman, ...], seats: list[Wind], whole: bool, several: bool, double: bool
) -> None:
    """Whoever pays, the winner gets what a discard pays; the laws hold for one liable player and for two."""
    winner, payer, *liable_players = seats
    rules = WRC.replace(
        hand={
            "liable_for": "whole-hand" if whole else "fed-yakuman",
            "several_yakuman": several,
            "double_yakuman": double,
        }
    )
    value = HandValue.of(*yakuman)
    liable = [
        Liable(by, one)
        for one, by in zip((f for f in FedYakuman if Yakuman(f) in yakuman), liable_players, strict=False)
    ]
    without = ron(winner, payer, value, rules, honba=1).changes[winner.index]
    for payment in (
        ron(winner, payer, value, rules, honba=1, liable=liable),
        tsumo(winner, value, rules, honba=1, liable=liable),
    ):
        assert payment.changes[winner.index] == without
        assert sum(payment.changes) == 0
        assert all(change % 100 == 0 for change in payment.changes)
        assert all(change <= 0 for wind, change in zip(WINDS, payment.changes, strict=True) if wind is not winner)


def test_among_several_winners_too_nobody_is_liable_for_the_own_hand() -> None:
    wins = [Win(S, DRAGONS, (fed(S),)), Win(W, HandValue(1, 30))]
    with pytest.raises(PaymentProblem, match="South won the hand and is not liable for it"):
        several_ron(wins, N, WRC)


def test_whoever_is_liable_for_the_whole_hand_hears_what_it_was() -> None:
    """S3 Pao: the value of the whole hand by self-draw."""
    (line,) = payment_lines(tsumo(E, DRAGONS_AND_HONOURS, WHOLE, honba=1, liable=[fed(S)]))
    assert str(line) == "South pays East 96,300: 48,000 for Big Three Dragons, 48,000 for All Honours, 300 for honba."


def test_by_self_draw_only_a_discarder_pays_for_all() -> None:
    """S4 4.13: liability matters for a self-draw alone, as who discards pays for everybody anyway."""
    rules = preset("four-winds")
    assert tsumo(S, DRAGONS_AND_HONOURS, rules, honba=1, liable=[fed(E)]).changes == (-64_300, 64_300, 0, 0)
    assert ron(S, N, DRAGONS_AND_HONOURS, rules, honba=1, liable=[fed(E)]).changes == (0, 64_300, 0, -64_300)
