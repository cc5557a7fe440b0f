"""The last hand: the least win for each place, held against every payment there is."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.least_win import LastHand, Race, Route, draws, places, routes, steps
from scoring.payments.values import HandValue
from scoring.rules import Ruleset, preset
from scoring.sentences.last_hand import draw_text, route_text, write_delta
from scoring.winds import Wind

E, S, W, N = Wind
WRC = preset("wrc-2022")
TENHOU_3 = preset("tenhou-3")
KEYS = ("wrc-2022", "wrc-2025", "ema-2025", "m-league", "jpml-a-2012", "tenhou", "tenhou-3", "four-winds")


def at(*points: int, rules: Ruleset = WRC, hand: int | None = None, honba: int = 0, deposits: int = 0) -> LastHand:
    return LastHand(points=points, rules=rules, hand=hand or rules.players, honba=honba, deposits=deposits)


def least(table: LastHand, winner: Wind, place: int, race: Race | None = None) -> list[tuple[int, ...] | None]:
    """What the least win pays: off each other player from East on, and by self-draw."""
    return [way.least and way.least.payment.changes for way in routes(table, winner, place, race)]


# --- every payment there is, reckoned apart from the rule book ------------------------------------------------------


def up(points: int) -> int:
    return (points + 99) // 100 * 100


def bases(rules: Ruleset, self_draw: bool) -> Iterator[int]:
    """The base points of every hand that can be won this way, by the arithmetic of S0 Mod.4.4."""
    for han in range(1, 5):
        for fu in (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110):
            if (fu == 20 and (not self_draw or han < 2)) or (fu == 25 and han < (3 if self_draw else 2)):
                continue
            if (han, fu, self_draw) == (1, 110, True):
                continue
            base = fu * 2 ** (han + 2)
            yield 2_000 if base > 2_000 or (base == 1_920 and rules.hand.kiriage) else base
    yield from (2_000, 3_000, 4_000, 6_000)
    if rules.hand.counted == "yakuman":
        yield 8_000
    yield from (8_000, 16_000, 24_000) if rules.hand.several_yakuman else (8_000,)


def every_payment(table: LastHand, winner: Wind, payer: Wind | None) -> list[tuple[int, ...]]:
    """What every hand pays, by current wind, the smallest first."""
    rules, found = table.rules, set()
    for base in bases(rules, payer is None):
        changes = dict.fromkeys(table.winds, 0)
        if payer is None:
            for wind in table.winds:
                if wind is not winner:
                    changes[wind] -= up(base * (2 if E in (wind, winner) else 1)) + table.honba * rules.hand.honba
        else:
            changes[payer] -= up(base * (6 if winner is E else 4)) + table.honba * rules.hand.honba * (
                rules.players - 1
            )
        changes[winner] -= sum(changes.values())
        changes[winner] += table.deposits * 1_000
        found.add(tuple(changes.values()))
    return sorted(found, key=lambda one: one[winner.index])


def place_by_counting(table: LastHand, changes: tuple[int, ...], winner: Wind, race: Race | None) -> int:
    after = LastHand(
        points=tuple(a + b for a, b in zip(table.points, changes, strict=True)), rules=table.rules, hand=table.hand
    )
    scores = [row.score for row in after.scores()]
    if race is None:
        if table.rules.ties == "seat":  # the earlier starting wind stands above: who had this seat in the first hand
            seat = [(wind.index + table.hand - 1) % table.rules.players for wind in table.winds]
            keys = [(-points, seat[index]) for index, points in enumerate(after.points)]
        else:
            keys = [(-points, 0) for points in after.points]
        return 1 + sum(key < keys[winner.index] for key in keys)
    totals = [a + b for a, b in zip(race.totals, scores, strict=True)]
    return 1 + sum(total > totals[winner.index] for total in (*totals, *race.others))


@st.composite
def tables(draw: st.DrawFn) -> LastHand:
    rules = preset(draw(st.sampled_from(KEYS)))
    cut = st.integers(-100, 600).map(lambda hundreds: hundreds * 100)
    first = [draw(cut) for _ in range(rules.players - 1)]
    deposits = draw(st.integers(0, 2))
    points = (*first, rules.total - sum(first) - deposits * 1_000)
    hand = draw(st.integers(1, rules.players))
    return LastHand(points=points, rules=rules, hand=hand, honba=draw(st.integers(0, 3)), deposits=deposits)


@st.composite
def races(draw: st.DrawFn) -> tuple[LastHand, Race]:
    table = draw(tables())
    total = st.integers(-600, 600).map(lambda hundreds: hundreds * 100)
    own = tuple(draw(total) for _ in table.points)
    return table, Race(own, tuple(draw(st.lists(total, max_size=4))))


def assert_no_payment_says_otherwise(table: LastHand, race: Race | None) -> None:
    others = len(race.others) if race else 0
    for winner in table.winds:
        payers = (*(wind for wind in table.winds if wind is not winner), None)
        payments_off = {payer: every_payment(table, winner, payer) for payer in payers}
        reached_off = {
            payer: [place_by_counting(table, changes, winner, race) for changes in payments]
            for payer, payments in payments_off.items()
        }
        for place in range(1, table.rules.players + others + 1):
            for way in routes(table, winner, place, race):
                payments, reached = payments_off[way.payer], reached_off[way.payer]
                good = [changes for changes, got in zip(payments, reached, strict=True) if got <= place]
                assert (way.least and way.least.payment.changes) == (good[0] if good else None)
                above = payments[payments.index(good[0]) :] if good else []
                assert [step.payment.changes for step in way.gaps] == [one for one in above if one not in good]
                assert way.any_win == (bool(good) and good[0] == payments[0])


@settings(max_examples=25, deadline=None)
@given(tables())
def test_no_payment_reaches_a_place_with_less(table: LastHand) -> None:
    """Held against every hand that can be paid, for each winner, payer and place."""
    assert_no_payment_says_otherwise(table, None)


@settings(max_examples=12, deadline=None)
@given(races())
def test_no_payment_reaches_a_place_in_the_tournament_with_less(given_race: tuple[LastHand, Race]) -> None:
    assert_no_payment_says_otherwise(*given_race)


@settings(max_examples=25, deadline=None)
@given(tables())
def test_at_the_table_a_larger_win_never_gives_a_lower_place(table: LastHand) -> None:
    for winner in table.winds:
        for payer in (*(wind for wind in table.winds if wind is not winner), None):
            got = [step.place for step in steps(table, winner, payer)]
            assert got == sorted(got, reverse=True)


# --- what a person would ask ----------------------------------------------------------------------------------------


def test_second_needs_least_off_the_leader() -> None:
    table = at(36_000, 30_100, 28_000, 25_900)
    assert least(table, S, 1) == [
        (-3200, 3200, 0, 0),
        (0, 6400, -6400, 0),
        (0, 6400, 0, -6400),
        (-2000, 4000, -1000, -1000),
    ]


def test_honba_and_deposits_make_a_smaller_hand_enough() -> None:
    table = at(36_000, 30_000, 27_000, 25_000, honba=1, deposits=2)
    off_east, *_ = routes(table, S, 1)
    assert off_east.least is not None
    assert HandValue(2, 30) in off_east.least.values
    assert off_east.least.payment.changes == (-2300, 4300, 0, 0)


def test_the_dealer_is_paid_half_as_much_again() -> None:
    off_south, *_ = routes(at(26_000, 35_900, 30_000, 28_100), E, 1)
    assert off_south.least is not None
    assert off_south.least.payment.changes == (5300, -5300, 0, 0)


def test_a_place_that_would_be_shared_is_told_from_one_alone() -> None:
    way = routes(at(36_000, 30_000, 28_000, 26_000), S, 1)[-1]
    assert way.least is not None
    assert way.alone is not None
    assert (way.least.shared, way.least.payment.changes) == (True, (-2000, 4000, -1000, -1000))
    assert way.alone.payment.changes == (-2300, 4700, -1200, -1200)


def test_by_seat_no_place_is_shared_and_the_earlier_start_is_enough() -> None:
    """In the last hand South started as East and East as North: equal points are enough for South."""
    seat = WRC.replace(ties="seat")
    south = routes(at(36_000, 30_000, 28_000, 26_000, rules=seat), S, 1)[-1]
    assert south.least is not None
    assert south.least is south.alone
    assert south.least.payment.changes == (-2000, 4000, -1000, -1000)
    east = routes(at(30_000, 36_000, 28_000, 26_000, rules=seat), E, 1)[-1]
    assert east.least is not None
    assert east.least.payment.changes[0] + 30_000 > 36_000 + east.least.payment.changes[1]


def test_no_hand_is_enough_for_who_is_too_far_behind() -> None:
    table = at(200_000, -20_000, -30_000, -30_000, rules=WRC.replace(hand={"several_yakuman": False}))
    assert least(table, N, 1) == [None, None, None, None]
    assert str(route_text(routes(table, N, 1)[0], WRC)) == "Off East: no hand is enough."
    assert str(route_text(routes(table, N, 1)[3], WRC)) == "By self-draw: no hand is enough."


def test_a_place_that_even_the_largest_hand_only_shares_says_no_more() -> None:
    way = routes(at(74_000, 10_000, 18_000, 18_000, rules=WRC.replace(hand={"several_yakuman": False})), S, 1)[0]
    assert str(route_text(way, WRC)) == "Off East: yakuman, 32,000. The place is then shared."


def test_who_leads_keeps_the_place_with_any_win() -> None:
    assert all(way.any_win for way in routes(at(60_000, 20_000, 20_000, 20_000), E, 1))
    assert str(route_text(routes(at(60_000, 20_000, 20_000, 20_000), E, 1)[0], WRC)) == "Off South: any win."


def test_a_kiriage_mangan_is_a_smaller_hand_for_the_same_place() -> None:
    with_kiriage = routes(at(45_900, 30_000, 24_100, 20_000, rules=preset("wrc-2025")), S, 1)[0]
    without = routes(at(45_900, 30_000, 24_100, 20_000, rules=WRC.replace(hand={"kiriage": False})), S, 1)[0]
    assert without.least is not None
    assert with_kiriage.least is not None
    assert HandValue(4, 30) not in without.least.values
    assert HandValue(4, 30) in with_kiriage.least.values


def test_thirteen_han_are_a_step_of_their_own_only_where_they_count_as_a_yakuman() -> None:
    amounts = {
        rules: steps(at(30_000, 30_000, 30_000, 30_000, rules=preset(rules)), S, W)
        for rules in ("wrc-2022", "wrc-2025")
    }
    thirteen = {rules: next(s for s in found if HandValue(13) in s.values) for rules, found in amounts.items()}
    assert thirteen["wrc-2022"].payment.changes[S.index] == 24_000
    assert thirteen["wrc-2025"].payment.changes[S.index] == 32_000


def test_a_yakitori_who_wins_pays_nothing_any_more() -> None:
    """S0 Mod.4.3: two yakitori pay 9,000 each; once West has won, only North pays, 3,000 to each other."""
    rules = WRC.replace(yakitori=9_000)
    table = LastHand(points=(34_000, 30_000, 29_000, 27_000), rules=rules, hand=4, yakitori=(False, False, True, True))
    after = table.after(routes(table, W, 1)[0].least.payment, W)  # type: ignore[union-attr]
    assert after.yakitori == (False, False, False, True)
    assert places(table) == ((1, False), (2, False), (3, False), (4, False))


def test_among_three_there_are_two_to_win_off() -> None:
    table = at(45_000, 35_000, 25_000, rules=TENHOU_3)
    assert [way.payer for way in routes(table, S, 1)] == [E, W, None]
    assert len(draws(table)) == 8


# --- in the tournament ----------------------------------------------------------------------------------------------


def test_in_the_tournament_the_totals_before_and_the_others_count() -> None:
    table, race = at(36_000, 30_000, 28_000, 26_000), Race((0, 12_000, 0, 0), (24_000, 50_000))
    assert places(table, race) == ((3, False), (4, False), (5, False), (6, False))
    off_east = routes(table, S, 2, race)[0]
    assert off_east.least is not None
    assert off_east.least.payment.changes == (-3200, 3200, 0, 0)  # first at the table is worth 10P more than second


def test_a_larger_win_may_lift_a_rival_past_the_winner() -> None:
    """West leads the table; 12,000 off West let North pass to first there, whose uma is then 10P better."""
    table, race = at(21_000, 17_200, 45_900, 35_900), Race((19_000, 28_000, -18_000, 4_000))
    way = next(way for way in routes(table, S, 1, race) if way.payer is W)
    assert way.least is not None
    assert way.least.payment.changes == (0, 5200, -5200, 0)
    assert [step.payment.changes for step in way.gaps] == [(0, 12_000, -12_000, 0)]
    assert str(route_text(way, WRC)) == (
        "Off West: 3 han 40 fu or 2 han 80 fu, 5,200. Not with haneman, 12,000, which lifts a rival."
    )


def test_equal_totals_share_a_place_in_the_tournament() -> None:
    assert Race((0, 0, 0, 0), (21_000,)).places((21_000, 5_000, -5_000, -21_000))[0] == (1, True)


# --- draws ----------------------------------------------------------------------------------------------------------


def test_every_outcome_of_a_draw_is_told() -> None:
    found = draws(at(31_000, 30_000, 29_500, 29_500))
    assert len(found) == 16
    by_tenpai = {draw.tenpai: draw for draw in found}
    assert by_tenpai[()].payment.changes == (0, 0, 0, 0)
    assert by_tenpai[(S,)].payment.changes == (-1000, 3000, -1000, -1000)
    assert by_tenpai[(S,)].places == ((2, False), (1, False), (3, True), (3, True))
    assert by_tenpai[(E, S, W, N)].payment.changes == (0, 0, 0, 0)
    assert str(draw_text(by_tenpai[()])) == "Nobody tenpai: East 1, South 2, West 3=, North 3=."


def test_the_dealer_stays_after_a_draw_in_tenpai_where_that_is_played() -> None:
    assert {draw.repeats for draw in draws(at(31_000, 30_000, 29_500, 29_500)) if E in draw.tenpai} == {True}
    wins_only = WRC.replace(hand={"dealer_repeats": "win"})
    assert not any(draw.repeats for draw in draws(at(31_000, 30_000, 29_500, 29_500, rules=wins_only)))
    assert not any(draw.repeats for draw in draws(at(31_000, 30_000, 29_500, 29_500)) if E not in draw.tenpai)


def test_deposits_that_are_left_after_a_draw_count_as_the_rules_say() -> None:
    """EMA 2025 §3.7: to the winner; WRC 2025 §10.2: to nobody."""
    race = Race((0, 0, 0, 0), (18_500,))
    kept = draws(at(32_000, 29_000, 29_000, 29_000, deposits=1, rules=preset("ema-2025")), race)[0]
    lost = draws(at(32_000, 29_000, 29_000, 29_000, deposits=1), race)[0]
    assert kept.places[0] == lost.places[0] == (2, False) or kept.places[0] < lost.places[0]
    assert draws(at(33_000, 29_000, 29_000, 28_000, deposits=1, rules=preset("ema-2025")), race)[0].places[0] == (
        1,
        False,
    )
    assert draws(at(33_000, 29_000, 29_000, 28_000, deposits=1), Race((0, 0, 0, 0), (18_500,)))[0].places[0] == (
        2,
        False,
    )


# --- words, and what is refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "written"), [(36_200, "+6.2"), (27_800, "▲2.2"), (30_000, "0"), (-2_800, "▲32.8")])
def test_a_delta_is_written_as_on_the_sheet(points: int, written: str) -> None:
    """S2 Announcing a score; zero as RULES.md §3.2."""
    assert write_delta(points, WRC) == written


def test_with_an_oka_the_delta_counts_from_the_goal() -> None:
    """S0 Mod.4.2: everybody begins at ▲5.0."""
    assert write_delta(25_000, preset("wrc-2022-oka")) == "▲5.0"


def test_people_are_named_where_names_are_known() -> None:
    names = {E: "Anna", S: "Ben", W: "Chie", N: "Dai"}
    way: Route = routes(at(36_000, 30_100, 28_000, 25_900), S, 1)[0]
    assert str(route_text(way, WRC, names)) == "Off Anna: 3 han 25 fu or 2 han 50 fu, 3,200."
    assert str(draw_text(draws(at(36_000, 30_100, 28_000, 25_900))[5], names)).startswith("Tenpai Anna, Ben: Anna 1")


def test_a_hand_of_rare_fu_is_told_with_the_least_usual_one() -> None:
    said = [str(route_text(way, WRC)) for way in routes(at(36_000, 30_000, 28_000, 26_000), W, 1)]
    assert said[0] == "Off East: 2 han 70 fu, 4,500. With up to 60 fu: 3 han 40 fu or 2 han 80 fu, 5,200."


def test_a_dealers_self_draw_is_the_same_from_each() -> None:
    way = routes(at(30_000, 36_100, 28_000, 25_900), E, 1)[-1]
    assert str(route_text(way, WRC)) == "By self-draw: 3 han 25 fu or 2 han 50 fu, 1,600 from each."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": (30_000, 30_000, 30_000)}, "a table of 4 players has 4 scores, not 3"),
        ({"hand": 5}, "a round has the hands 1 to 4, not 5"),
        ({"hand": 0}, "a round has the hands 1 to 4, not 0"),
        ({"honba": -1}, "honba and deposits are counted from 0"),
        ({"yakitori": (True,)}, "yakitori is marked for 4 players, not 1"),
    ],
)
def test_a_table_that_cannot_be_is_refused(change: dict[str, object], message: str) -> None:
    values: dict[str, object] = {"points": (30_000,) * 4, "rules": WRC, "hand": 4}
    with pytest.raises(ValueError, match=message):
        LastHand(**{**values, **change})  # type: ignore[arg-type]
