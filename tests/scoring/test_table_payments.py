"""Penalties paid at the table: S0 Mod.6.1 and S1."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.fouls import schedule
from scoring.game import score_points
from scoring.messages import phrase
from scoring.penalties import TablePayment, for_outcome, table_payment
from scoring.rules import preset
from scoring.sentences.payments import table_payment_text
from scoring.winds import WINDS, Wind
from tests.scoring.languages import Words

EAST, SOUTH, WEST, NORTH = WINDS
WRC = preset("wrc-2022")
TABLE = WRC.replace(paid="table")
FRIENDLY = preset("friendly")
THREE = preset("tenhou-3").replace(paid="table")


@pytest.mark.parametrize(
    ("points", "each", "total"), [(30_000, 6_000, 18_000), (20_000, 4_000, 12_000), (10_000, 2_000, 6_000)]
)
@pytest.mark.parametrize("offender", WINDS)
def test_a_penalty_goes_in_equal_parts_to_the_others_whoever_is_dealer(
    points: int, each: int, total: int, offender: Wind
) -> None:
    """The amounts of S0 Mod.6.1, RULES.md §2.4."""
    payment = table_payment(points, offender, TABLE)
    assert payment == TablePayment(tuple(-total if wind is offender else each for wind in WINDS))
    assert payment.payer is offender


@pytest.mark.parametrize("points", [1_000, 2_000])
def test_one_and_two_p_go_to_the_table_in_full(points: int) -> None:
    """S0 Mod.6.1."""
    payment = table_payment(points, WEST, TABLE)
    assert (payment.changes, payment.to_table) == ((0, 0, -points, 0), points)


@pytest.mark.parametrize(
    ("points", "each"),
    [(5_000, 1_000), (8_000, 1_600), (15_000, 3_000), (3_000, 600), (2_100, 400), (12_300, 2_400)],
)
def test_amounts_that_the_rules_do_not_name_follow_the_same_scale(points: int, each: int) -> None:
    """RULES.md A28: 200 points for each P, 5P is 1,000 to each; cut down to 100."""
    assert table_payment(points, EAST, TABLE).changes == (-3 * each, each, each, each)


def test_less_than_2_p_is_low_enough_for_the_table() -> None:
    assert table_payment(500, EAST, TABLE) == TablePayment((-500, 0, 0, 0), 500)


def test_among_three_each_of_the_others_gets_as_much() -> None:
    assert table_payment(30_000, SOUTH, THREE).changes == (6_000, -12_000, 6_000)
    assert table_payment(1_000, WEST, THREE) == TablePayment((0, 0, -1_000), 1_000)


def test_it_is_paid_before_the_uma_and_changes_places() -> None:
    """S0 Mod.6.1: 38,000 less 18,000 is last; RULES.md 2.4."""
    before = (38_000, 32_000, 28_000, 22_000)
    after = [own + change for own, change in zip(before, table_payment(30_000, EAST, TABLE).changes, strict=True)]
    assert after == [20_000, 38_000, 34_000, 28_000]
    assert [row.place for row in score_points(after, TABLE)] == [4, 1, 2, 3]


def paid(code: str, rules: Any = TABLE, offender: Wind = SOUTH, **answers: str) -> TablePayment | None:
    found = schedule(rules.schedule).foul(code)
    return for_outcome(code, found.outcome(answers), offender, rules)


def test_a_chonbo_of_the_schedule_is_paid() -> None:
    assert paid("NOTEN_RIICHI") == TablePayment((6_000, -18_000, 6_000, 6_000))
    assert paid("CALL_DEAD_AWARE") == TablePayment((6_000, -18_000, 6_000, 6_000))
    assert paid("NOTEN_RIICHI", TABLE.replace(schedule="lower")) == TablePayment((4_000, -12_000, 4_000, 4_000))


def test_a_p_for_a_warning_goes_to_the_table() -> None:
    """S0 Mod.6.2 with Mod.6.1."""
    assert paid("RIICHI_ROTATE", TABLE.replace(schedule="higher-2022")) == TablePayment((0, -1_000, 0, 0), 1_000)


@pytest.mark.parametrize("code", ["LATE_1_10", "LATE_10", "FORFEIT", "REPORT", "ALL_LAST"])
@pytest.mark.parametrize("rules", [TABLE, FRIENDLY.replace(schedule="wrc-2022"), WRC])
def test_what_is_the_tournaments_is_not_paid_at_the_table(code: str, rules: Any) -> None:
    """S0 Mod.6.1: lateness and sheets are not applied; RULES.md A28: nor 8P for the all-last sheet."""
    outcomes = schedule("wrc-2022").foul(code).outcomes()
    assert any(outcome.points for outcome in outcomes)
    assert [for_outcome(code, outcome, SOUTH, rules) for outcome in outcomes] == [None] * len(outcomes)


@pytest.mark.parametrize("code", ["SWAP", "RIICHI_ROTATE", "CHEAT"])
def test_without_points_nothing_is_paid(code: str) -> None:
    assert paid(code) is None


@pytest.mark.parametrize("code", ["NOTEN_RIICHI", "CALL_DEAD_AWARE"])
def test_nothing_is_paid_where_penalties_come_off_the_tournament_score(code: str) -> None:
    """RULES.md 1.6."""
    assert paid(code, WRC) is None


@pytest.mark.parametrize(
    ("offender", "changes"),
    [
        (EAST, (-12_000, 4_000, 4_000, 4_000)),
        (SOUTH, (4_000, -8_000, 2_000, 2_000)),
        (NORTH, (4_000, 2_000, 2_000, -8_000)),
    ],
)
def test_a_friendly_chonbo_is_a_mangan_to_the_table(offender: Wind, changes: tuple[int, ...]) -> None:
    """S1 Chonbo."""
    assert paid("NOTEN_RIICHI", FRIENDLY, offender) == TablePayment(changes)


def test_a_friendly_table_pays_for_nothing_but_a_chonbo() -> None:
    """S1 knows warnings, dead hands and chonbo."""
    assert paid("CALL_DEAD_AWARE", FRIENDLY.replace(schedule="wrc-2022")) is None


@pytest.mark.parametrize(("offender", "changes"), [(EAST, (-8_000, 4_000, 4_000)), (WEST, (4_000, 2_000, -6_000))])
def test_a_mangan_to_the_table_among_three(offender: Wind, changes: tuple[int, ...]) -> None:
    """By analogy with S1: what a self-drawn mangan would have got from the two others."""
    assert paid("NOTEN_RIICHI", THREE.replace(paid="reverse-mangan"), offender) == TablePayment(changes)


@pytest.mark.parametrize(
    ("payment", "said"),
    [
        (TablePayment((6_000, -18_000, 6_000, 6_000)), "South pays 6,000 to each other player."),
        (TablePayment((0, 0, -2_000), 2_000), "West puts 2,000 on the table; the next player to win a hand takes it."),
        (
            TablePayment((4_000, 2_000, 2_000, -8_000)),
            "North pays 4,000 to East. North pays 2,000 to South. North pays 2,000 to West.",
        ),
    ],
)
def test_a_payment_says_who_pays_whom(payment: TablePayment, said: str) -> None:
    assert str(table_payment_text(payment)) == said


def test_a_payment_calls_people_by_name_and_in_another_language() -> None:
    names = {EAST: "Aiko", SOUTH: "Ben", WEST: "Chiara", NORTH: phrase("North")}
    payment = TablePayment((4_000, 2_000, 2_000, -8_000))
    told = table_payment_text(payment, names).say(Words({"North": "Nord"}))
    assert told == "Nord pays 4,000 to Aiko. Nord pays 2,000 to Ben. Nord pays 2,000 to Chiara."


def test_among_three_it_is_said_who_pays_each_of_the_two_others() -> None:
    assert str(table_payment_text(table_payment(30_000, Wind.SOUTH, THREE))) == "South pays 6,000 to each other player."


@given(st.integers(1, 600).map(lambda count: count * 100), st.sampled_from(WINDS), st.sampled_from((TABLE, THREE)))
def test_nothing_is_lost_and_sticks_can_pay_it(points: int, offender: Wind, rules: Any) -> None:
    if offender.index >= rules.players:
        return
    payment = table_payment(points, offender, rules)
    assert sum(payment.changes) == -payment.to_table
    assert all(change % 100 == 0 for change in payment.changes)
    assert payment.payer is offender
    others = {change for wind, change in zip(WINDS, payment.changes, strict=False) if wind is not offender}
    assert len(others) == 1


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda: TablePayment((-1_000, 1_000)), "a penalty at a table of 2"),
        (lambda: TablePayment((-1_000, 900, 0, 0)), "does not add up"),
        (lambda: TablePayment((1_000, 0, 0, 0), -1_000), "does not add up"),
        (lambda: TablePayment((-1_000, -1_000, 1_000, 1_000)), "is not paid by one player"),
        (lambda: TablePayment((0, 0, 0, 0)), "is not paid by one player"),
        (lambda: table_payment(0, EAST, TABLE), "a penalty of 0 points"),
        (lambda: table_payment(30_000, NORTH, THREE), "nobody sits as N at a table of 3"),
    ],
)
def test_a_payment_that_cannot_be_is_refused(broken: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        broken()
