"""Which yakuman go together, who can win with one, and where they are played."""

import pytest

from scoring.payments.values import HandValue, PaymentProblem, Yakuman, incompatible
from scoring.payments.wins import ron, tsumo
from scoring.rules import Ruleset, preset
from scoring.winds import Wind

Y, E, S = Yakuman, Wind.EAST, Wind.SOUTH
WRC = preset("wrc-2022")
PLAYED = WRC.replace(hand={"renhou": "yakuman", "open_riichi": "yakuman-fed"})
TOGETHER = [
    (Y.BIG_DRAGONS, Y.ALL_HONOURS, Y.FOUR_QUADS, Y.FOUR_TRIPLETS_PAIR),
    (Y.BIG_WINDS, Y.ALL_HONOURS, Y.FOUR_TRIPLETS),
    (Y.SMALL_WINDS, Y.ALL_HONOURS, Y.FOUR_QUADS),
    (Y.ALL_TERMINALS, Y.FOUR_TRIPLETS),
    (Y.ALL_GREEN, Y.FOUR_QUADS),
    (Y.ORPHANS_THIRTEEN, Y.HEAVEN),
    (Y.NINE_GATES_NINE, Y.EARTH),
    (Y.ORPHANS, Y.RENHOU),
    (Y.ORPHANS, Y.OPEN_RIICHI),
]
APART = [
    (Y.BIG_DRAGONS, Y.BIG_WINDS),  # seven triplets
    (Y.BIG_DRAGONS, Y.SMALL_WINDS),
    (Y.BIG_WINDS, Y.SMALL_WINDS),
    (Y.FOUR_TRIPLETS, Y.FOUR_TRIPLETS_PAIR),
    (Y.ORPHANS, Y.ORPHANS_THIRTEEN),
    (Y.NINE_GATES, Y.NINE_GATES_NINE),
    (Y.HEAVEN, Y.EARTH),
    (Y.EARTH, Y.RENHOU),
    (Y.HEAVEN, Y.OPEN_RIICHI),
    (Y.HEAVEN, Y.FOUR_QUADS),
    (Y.ORPHANS_THIRTEEN, Y.BIG_WINDS),
    (Y.ORPHANS, Y.ALL_HONOURS),
    (Y.NINE_GATES, Y.ALL_GREEN),
    (Y.NINE_GATES, Y.ORPHANS),
    (Y.BIG_DRAGONS, Y.ALL_GREEN),
    (Y.BIG_WINDS, Y.ALL_TERMINALS),
    (Y.ALL_GREEN, Y.ALL_HONOURS),
    (Y.ALL_GREEN, Y.ALL_TERMINALS),
]


@pytest.mark.parametrize("named", TOGETHER)
def test_yakuman_of_one_hand(named: tuple[Yakuman, ...]) -> None:
    assert HandValue.of(*named).yakuman == len(named)


@pytest.mark.parametrize("pair", [*APART, *((other, one) for one, other in APART)])
def test_yakuman_that_no_hand_has_together(pair: tuple[Yakuman, Yakuman]) -> None:
    assert incompatible(pair) == pair
    with pytest.raises(PaymentProblem, match=r"No hand has .* and .* together"):
        HandValue.of(*pair)


@pytest.mark.parametrize(
    ("yakuman", "winner", "payer", "rules", "message"),
    [
        (Y.RENHOU, S, E, WRC, "Blessing of Man is no yakuman under the rules “WRC 2022”."),  # S3 Renhou
        (Y.OPEN_RIICHI, S, E, WRC, "Open riichi, dealt into is no yakuman under the rules “WRC 2022”."),
        (Y.OPEN_RIICHI, S, None, PLAYED, "Open riichi, dealt into is won on a discard."),  # S1 Yaku Clarifications
        (Y.RENHOU, S, None, PLAYED, "Blessing of Man is won on a discard."),
        (Y.HEAVEN, S, None, WRC, "Blessing of Heaven is won by East, not by South."),
        (Y.HEAVEN, E, S, WRC, "Blessing of Heaven is won by self-draw."),
        (Y.EARTH, E, None, WRC, "Blessing of Earth is not won by East, the dealer."),
        (Y.RENHOU, E, S, PLAYED, "Blessing of Man is not won by East, the dealer."),
    ],
)
def test_a_yakuman_that_cannot_be_won_so_is_refused(
    yakuman: Yakuman, winner: Wind, payer: Wind | None, rules: Ruleset, message: str
) -> None:
    value = HandValue.of(yakuman)
    with pytest.raises(PaymentProblem) as refused:
        ron(winner, payer, value, rules) if payer else tsumo(winner, value, rules)
    assert str(refused.value) == message


def test_a_yakuman_that_is_won_as_it_must_be_is_paid() -> None:
    assert tsumo(E, HandValue.of(Y.HEAVEN), WRC).changes[0] == 48_000
    assert tsumo(S, HandValue.of(Y.EARTH), WRC).changes[1] == 32_000
    assert ron(S, E, HandValue.of(Y.RENHOU), PLAYED).changes[1] == 32_000
    assert ron(S, E, HandValue.of(Y.OPEN_RIICHI), PLAYED).changes[1] == 32_000
