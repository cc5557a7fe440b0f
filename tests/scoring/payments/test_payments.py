"""Who pays a hand: the whole table of payments, honba, deposits, several winners, draws, chonbo, three players."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import DEPOSIT
from scoring.payments.draws import abortive_draw, chonbo, exhaustive_draw, nagashi
from scoring.payments.values import HandValue, Limit, PaymentProblem, Yakuman, incompatible
from scoring.payments.wins import Win, ron, several_ron, tsumo, winning
from scoring.payments.worth import yakuman_units
from scoring.rules import Ruleset, preset
from scoring.sentences.payments import payment_lines
from scoring.winds import WINDS, Wind
from tests.scoring.languages import Words

E, S, W, N = WINDS
WRC = preset("wrc-2022").replace(hand={"kiriage": False})
MANGAN = HandValue(5)
TABLE = """
        non-dealer                                     dealer
 fu     1 han      2 han      3 han      4 han         1 han   2 han    3 han    4 han
 20 ron     -          -          -          -             -       -        -        -
    tsu     -     400/700   700/1300  1300/2600            -     700     1300     2600
 25 ron     -        1600       3200       6400            -    2400     4800     9600
    tsu     -          -    800/1600  1600/3200            -       -     1600     3200
 30 ron   1000       2000       3900       7700         1500    2900     5800    11600
    tsu 300/500   500/1000  1000/2000  2000/3900         500    1000     2000     3900
 40 ron   1300       2600       5200       8000         2000    3900     7700    12000
    tsu 400/700   700/1300  1300/2600  2000/4000         700    1300     2600     4000
 50 ron   1600       3200       6400       8000         2400    4800     9600    12000
    tsu 400/800   800/1600  1600/3200  2000/4000         800    1600     3200     4000
 60 ron   2000       3900       7700       8000         2900    5800    11600    12000
    tsu 500/1000 1000/2000  2000/3900  2000/4000        1000    2000     3900     4000
 70 ron   2300       4500       8000       8000         3400    6800    12000    12000
    tsu 600/1200 1200/2300  2000/4000  2000/4000        1200    2300     4000     4000
 80 ron   2600       5200       8000       8000         3900    7700    12000    12000
    tsu 700/1300 1300/2600  2000/4000  2000/4000        1300    2600     4000     4000
 90 ron   2900       5800       8000       8000         4400    8700    12000    12000
    tsu 800/1500 1500/2900  2000/4000  2000/4000        1500    2900     4000     4000
100 ron   3200       6400       8000       8000         4800    9600    12000    12000
    tsu 800/1600 1600/3200  2000/4000  2000/4000        1600    3200     4000     4000
110 ron   3600       7100       8000       8000         5300   10600    12000    12000
    tsu     -    1800/3600  2000/4000  2000/4000           -    3600     4000     4000
"""


def cells() -> Iterator[tuple[int, int, str, bool, str]]:
    """Each cell of the table: han, fu, ron or tsu, dealer, what is paid."""
    fu = 0
    for line in TABLE.splitlines()[3:]:
        *head, way, a, b, c, d, e, f, g, h = line.split()
        fu = int(head[0]) if head else fu
        for number, paid in enumerate((a, b, c, d, e, f, g, h)):
            yield number % 4 + 1, fu, way, number >= 4, paid


@pytest.mark.parametrize(("han", "fu", "way", "dealer", "paid"), list(cells()))
def test_the_table_of_payments(han: int, fu: int, way: str, dealer: bool, paid: str) -> None:
    """The table that every player knows; 4 han 30 fu and 3 han 60 fu are not rounded up (S3 Kiriage mangan, casual)."""
    winner = E if dealer else S
    if paid == "-":
        with pytest.raises(PaymentProblem):
            value = HandValue(han, fu)
            tsumo(winner, value, WRC) if way == "tsu" else ron(winner, W, value, WRC)
    elif way == "ron":
        assert ron(winner, W, HandValue(han, fu), WRC).changes[W.index] == -int(paid)
    else:
        changes = tsumo(winner, HandValue(han, fu), WRC).changes
        small, _, large = paid.partition("/")
        assert [-changes[wind.index] for wind in WINDS if wind is not winner] == (
            [int(large), int(small), int(small)] if large else [int(small)] * 3
        )


@pytest.mark.parametrize(
    ("value", "by_ron", "by_tsumo", "dealer_ron", "dealer_tsumo"),
    [
        (HandValue(5), 8_000, (4_000, 2_000), 12_000, 4_000),
        (HandValue(7), 12_000, (6_000, 3_000), 18_000, 6_000),
        (HandValue(9), 16_000, (8_000, 4_000), 24_000, 8_000),
        (HandValue(12), 24_000, (12_000, 6_000), 36_000, 12_000),
        (HandValue(yakuman=1), 32_000, (16_000, 8_000), 48_000, 16_000),
        (HandValue(yakuman=2), 64_000, (32_000, 16_000), 96_000, 32_000),
    ],
)
def test_the_limits(
    value: HandValue, by_ron: int, by_tsumo: tuple[int, int], dealer_ron: int, dealer_tsumo: int
) -> None:
    """S0 Mod.4.4: base values times four and six, one and two."""
    assert ron(S, N, value, WRC).changes == (0, by_ron, 0, -by_ron)
    assert ron(E, N, value, WRC).changes == (dealer_ron, 0, 0, -dealer_ron)
    assert tsumo(S, value, WRC).changes == (-by_tsumo[0], by_tsumo[0] + 2 * by_tsumo[1], -by_tsumo[1], -by_tsumo[1])
    assert tsumo(E, value, WRC).changes == (3 * dealer_tsumo, -dealer_tsumo, -dealer_tsumo, -dealer_tsumo)


def test_honba_are_300_from_the_discarder_and_100_from_each_at_a_self_draw() -> None:
    """S2 Liability, examples; S4 4.5 Dealer's extra hands."""
    assert ron(S, N, HandValue(1, 30), WRC, honba=2).changes == (0, 1_600, 0, -1_600)
    assert tsumo(S, HandValue(1, 30), WRC, honba=2).changes == (-700, 1_700, -500, -500)
    assert ron(S, N, HandValue(1, 30), WRC.replace(hand={"honba": 500}), honba=2).changes == (0, 4_000, 0, -4_000)


def test_the_winner_takes_the_riichi_deposits() -> None:
    """S4 4.1.5 Ready payment."""
    payment = ron(S, N, HandValue(1, 30), WRC, deposits=2)
    assert payment.changes == (0, 3_000, 0, -1_000)
    assert payment.deposits == 0
    assert tsumo(S, HandValue(1, 30), WRC, deposits=1).changes == (-500, 2_100, -300, -300)


class TestSeveralWinners:
    """West, East and South call South's left neighbour's discard: N discards, then E, S, W are in turn."""

    WINS = (Win(W, HandValue(2, 30)), Win(E, MANGAN), Win(S, HandValue(1, 30)))

    def rules(self, **hand: str) -> Ruleset:
        return WRC.replace(hand=hand)

    def test_head_bump(self) -> None:
        """S3 Double ron (tournament): only the one closest to the discarder in turn order."""
        payment = several_ron(self.WINS, N, self.rules(winners="head-bump"), honba=1, deposits=1)
        assert payment.changes == (13_300, 0, 0, -12_300)
        assert payment.deposits == 0

    def test_all_win_and_the_first_in_turn_takes_honba_and_deposits(self) -> None:
        """S3 Double/triple ron bonus sticks; Triple ron (casual)."""
        rules = self.rules(winners="all", honba_to="first")
        payment = several_ron(self.WINS, N, rules, honba=1, deposits=2)
        assert payment.changes == (12_300 + 2_000, 1_000, 2_000, -15_300)

    def test_each_gets_the_honba(self) -> None:
        """S4 4.5: the discarder pays each winner as if he were the only one."""
        rules = self.rules(winners="all", honba_to="each")
        payment = several_ron(self.WINS, N, rules, honba=1, deposits=2)
        assert payment.changes == (12_300 + 2_000, 1_300, 2_300, -15_900)

    def test_two_win(self) -> None:
        rules = self.rules(winners="two")
        assert several_ron(self.WINS[:2], N, rules, honba=1).changes == (12_300, 0, 2_000, -14_300)

    def test_three_are_an_abortive_draw_where_two_win(self) -> None:
        payment = several_ron(self.WINS, N, self.rules(winners="two"), honba=1, deposits=2)
        assert payment.changes == (0, 0, 0, 0)
        assert payment.deposits == 2
        assert winning(self.WINS, N, self.rules(winners="two")) == ()

    def test_the_order_in_which_they_are_given_does_not_matter(self) -> None:
        rules = self.rules(winners="all")
        assert several_ron(self.WINS, N, rules, 3, 2) == several_ron(self.WINS[::-1], N, rules, 3, 2)

    def test_turn_order_starts_after_the_discarder(self) -> None:
        assert [win.winner for win in winning(self.WINS[1:], W, self.rules(winners="all"))] == [E, S]
        calls = (Win(W, MANGAN), Win(N, MANGAN))
        assert [win.winner for win in winning(calls, S, self.rules(winners="all"))] == [W, N]
        assert [win.winner for win in winning((Win(S, MANGAN), Win(N, MANGAN)), W, self.rules())] == [N]


@pytest.mark.parametrize(
    ("tenpai", "changes"),
    [
        ((), (0, 0, 0, 0)),
        ((E,), (3_000, -1_000, -1_000, -1_000)),
        ((S, N), (-1_500, 1_500, -1_500, 1_500)),
        ((E, W, N), (1_000, -3_000, 1_000, 1_000)),
        ((E, S, W, N), (0, 0, 0, 0)),
    ],
)
def test_noten_players_pay_3000_together(tenpai: tuple[Wind, ...], changes: tuple[int, ...]) -> None:
    """WRC 2015 §5.7.2."""
    payment = exhaustive_draw(tenpai, WRC, deposits=1)
    assert payment.changes == changes
    assert payment.deposits == 1


def test_noten_among_three_and_other_amounts() -> None:
    three = preset("tenhou-3").replace(hand={"noten": 2_000})
    assert exhaustive_draw([S], three).changes == (-1_000, 2_000, -1_000)
    assert exhaustive_draw([S, W], three).changes == (-2_000, 1_000, 1_000)
    assert exhaustive_draw([S, W], three.replace(hand={"noten": 3_000})).changes == (-3_000, 1_500, 1_500)
    assert payment_lines(exhaustive_draw([S], WRC.replace(hand={"noten": 0})))[0].say() == "Nobody pays anything."


def test_noten_points_that_cannot_be_shared_are_lowered_until_they_can() -> None:
    """Our reading: everybody of a side pays or gets the same, in full hundreds."""
    assert exhaustive_draw([S], WRC.replace(hand={"noten": 1_000})).changes == (-300, 900, -300, -300)
    assert exhaustive_draw([S], WRC.replace(hand={"noten": 200})).changes == (0, 0, 0, 0)


class TestNagashi:
    def test_as_a_win_it_is_a_mangan_by_self_draw_with_honba_and_deposits(self) -> None:
        """S0 Mod.3.2: counts as a win on self-draw, no tenpai payments are made."""
        rules = WRC.replace(hand={"nagashi": "win"})
        payment = nagashi([S], rules, honba=1, deposits=2)
        assert payment.changes == (-4_100, 10_300, -2_100, -2_100)
        assert payment.deposits == 0
        assert nagashi([E], rules).changes == (12_000, -4_000, -4_000, -4_000)

    def test_as_a_draw_it_takes_neither(self) -> None:
        payment = nagashi([S], WRC.replace(hand={"nagashi": "draw"}), honba=1, deposits=2)
        assert payment.changes == (-4_000, 8_000, -2_000, -2_000)
        assert payment.deposits == 2

    def test_several_at_once_pay_each_other(self) -> None:
        """Our reading: each is paid; honba as for several winners, deposits to the first from East."""
        first = WRC.replace(hand={"nagashi": "win", "honba_to": "first"})
        each = WRC.replace(hand={"nagashi": "win", "honba_to": "each"})
        assert nagashi([W, E], first, honba=1, deposits=1).changes == (9_300, -6_100, 3_900, -6_100)
        assert nagashi([W, E], each, honba=1, deposits=1).changes == (9_200, -6_200, 4_200, -6_200)

    def test_it_is_refused_where_it_is_not_played(self) -> None:
        with pytest.raises(PaymentProblem, match=r"^Nagashi mangan is not played under the rules “WRC 2022”\.$"):
            nagashi([S], WRC)
        with pytest.raises(PaymentProblem, match="Nobody has nagashi mangan"):
            nagashi([], WRC.replace(hand={"nagashi": "win"}))


def test_an_abortive_draw_moves_nothing() -> None:
    """S0 Mod.5.2."""
    assert abortive_draw(WRC, deposits=1).changes == (0, 0, 0, 0)
    assert abortive_draw(WRC, deposits=1).deposits == 1


class TestChonbo:
    def test_it_moves_nothing_where_it_costs_tournament_score(self) -> None:
        """WRC 2025 §12.2: no reverse mangan."""
        assert chonbo([S], WRC, deposits=2).changes == (0, 0, 0, 0)
        assert chonbo([S], WRC, deposits=2).deposits == 2

    def test_a_reverse_mangan(self) -> None:
        """S1 Chonbo: a non-dealer pays 2,000 to each and 4,000 to the dealer, the dealer 4,000 to each."""
        friendly = WRC.replace(paid="reverse-mangan")
        assert chonbo([S], friendly).changes == (4_000, -8_000, 2_000, 2_000)
        assert chonbo([E], friendly).changes == (-12_000, 4_000, 4_000, 4_000)
        assert str(payment_lines(chonbo([S], friendly))[0]) == "South pays East 4,000: chonbo, as a mangan."

    def test_two_at_once_pay_each_other(self) -> None:
        assert chonbo([S, E], WRC.replace(paid="reverse-mangan")).changes == (-8_000, -4_000, 6_000, 6_000)

    def test_somebody_made_it(self) -> None:
        with pytest.raises(PaymentProblem, match="Nobody made a chonbo"):
            chonbo([], WRC)


class TestThreePlayers:
    LOSS = preset("tenhou-3").replace(hand={"tsumo_loss": True, "kiriage": False})
    SHARED = LOSS.replace(hand={"tsumo_loss": False})

    def test_the_missing_share_of_a_self_draw_is_lost(self) -> None:
        assert tsumo(S, MANGAN, self.LOSS).changes == (-4_000, 6_000, -2_000)
        assert tsumo(E, MANGAN, self.LOSS, honba=1).changes == (8_200, -4_100, -4_100)

    def test_or_the_two_share_it_evenly(self) -> None:
        """The half of North's share on each: 5,000 and 3,000 for a mangan; our reading of its rounding."""
        assert tsumo(S, MANGAN, self.SHARED).changes == (-5_000, 8_000, -3_000)
        assert tsumo(E, MANGAN, self.SHARED).changes == (12_000, -6_000, -6_000)
        assert tsumo(S, HandValue(1, 30), self.SHARED).changes == (-600, 1_000, -400)

    def test_a_discard_pays_as_among_four_and_honba_for_two(self) -> None:
        assert ron(W, S, HandValue(3, 40), self.LOSS, honba=1).changes == (0, -5_400, 5_400)
        assert ron(E, S, HandValue(3, 40), self.LOSS, honba=1).changes == (7_900, -7_900, 0)

    def test_two_win(self) -> None:
        rules = self.LOSS.replace(hand={"winners": "two"})
        assert several_ron([Win(E, MANGAN), Win(S, MANGAN)], W, rules).changes == (12_000, 8_000, -20_000)

    def test_nobody_is_north(self) -> None:
        for call in (
            lambda: tsumo(N, MANGAN, self.LOSS),
            lambda: ron(N, S, MANGAN, self.LOSS),
            lambda: ron(S, N, MANGAN, self.LOSS),
            lambda: exhaustive_draw([N], self.LOSS),
            lambda: chonbo([N], self.LOSS),
        ):
            with pytest.raises(PaymentProblem, match="Nobody is North at a table of three"):
                call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ron(S, S, MANGAN, WRC), "South cannot win on their own discard."),
        (lambda: ron(S, N, HandValue(2, 20), WRC), "20 fu is a pinfu by self-draw"),
        (lambda: tsumo(S, HandValue(2, 25), WRC), "Seven pairs by self-draw is at least 3 han."),
        (lambda: ron(S, N, MANGAN, WRC, honba=-1), "There cannot be -1 honba."),
        (lambda: tsumo(S, MANGAN, WRC, deposits=-2), "There cannot be -2 riichi deposits."),
        (lambda: several_ron([], N, WRC), "Nobody won on the discard."),
        (lambda: several_ron([Win(S, MANGAN), Win(S, MANGAN)], N, WRC), "A player is named twice."),
        (lambda: exhaustive_draw([S, S], WRC), "A player is named twice."),
    ],
)
def test_what_cannot_be_is_refused_in_words(call: object, message: str) -> None:
    with pytest.raises(PaymentProblem, match=f"^{message}"):
        call()  # type: ignore[operator]


class TestSayingItself:
    def test_one_reason_stands_alone_and_several_say_how_much_each_is(self) -> None:
        payment = ron(S, N, HandValue(3, 40), WRC, honba=1, deposits=1)
        assert [str(line) for line in payment_lines(payment)] == [
            "North pays South 5,500: 5,200 for 3 han 40 fu, 300 for honba.",
            "South gets 1,000: riichi deposits.",
        ]
        assert [str(line) for line in payment_lines(ron(S, N, MANGAN, WRC))] == ["North pays South 8,000: mangan."]

    def test_a_draw(self) -> None:
        assert [str(line) for line in payment_lines(exhaustive_draw([E], WRC))] == [
            "South pays 1,000: noten.",
            "West pays 1,000: noten.",
            "North pays 1,000: noten.",
            "East gets 3,000: tenpai.",
        ]

    def test_with_the_names_of_the_players(self) -> None:
        names = {E: "Ann", S: "Bo", W: "Cem", N: "Dee"}
        payment = ron(S, N, HandValue.of(Yakuman.ALL_GREEN), WRC, honba=1)
        assert [str(line) for line in payment_lines(payment, names)] == [
            "Dee pays Bo 32,300: 32,000 for All Green, 300 for honba."
        ]

    def test_in_another_language(self) -> None:
        words = {
            "South": "Süd",
            "North": "Nord",
            "mangan": "Mangan",
            "{payer} pays {receiver} {points}: {what}.": "{payer} → {receiver}: {points} ({what})",
        }
        (line,) = payment_lines(ron(S, N, MANGAN, WRC))
        assert line.say(Words(words)) == "Nord → Süd: 8,000 (Mangan)"

    def test_a_floor_is_said_as_what_it_makes(self) -> None:
        (line,) = payment_lines(ron(S, N, HandValue(1, 30, at_least=Limit.MANGAN), WRC))
        assert str(line) == "North pays South 8,000: mangan."


ANY_WAY = list(Yakuman)[: list(Yakuman).index(Yakuman.HEAVEN)]  # of tiles alone: won on a discard and by self-draw
values = st.one_of(
    st.builds(HandValue, st.integers(1, 4), st.sampled_from([30, 40, 50, 60, 70, 80, 90, 100])),
    st.builds(HandValue, st.integers(2, 4), st.just(110)),  # with one han on a discard only
    st.builds(HandValue, st.integers(5, 30)),
    st.builds(HandValue, yakuman=st.integers(1, 6)),
    st.lists(st.sampled_from(ANY_WAY), min_size=1, max_size=4, unique=True)
    .filter(lambda named: incompatible(named) is None)
    .map(lambda named: HandValue.of(*named)),
)
rulesets = st.builds(
    lambda key, hand: preset(key).replace(hand=hand),
    st.sampled_from(["wrc-2022", "wrc-2025", "tori-casual", "tenhou-3"]),
    st.fixed_dictionaries(
        {
            "kiriage": st.booleans(),
            "counted": st.sampled_from(["sanbaiman", "yakuman"]),
            "several_yakuman": st.booleans(),
            "double_yakuman": st.booleans(),
            "winners": st.sampled_from(["head-bump", "two", "all"]),
            "honba_to": st.sampled_from(["each", "first"]),
            "honba": st.sampled_from([0, 100, 500]),
            "noten": st.integers(0, 40).map(lambda hundreds: hundreds * 100),
            "nagashi": st.sampled_from(["win", "draw"]),
            "tsumo_loss": st.booleans(),
        }
    ),
)
counters = st.integers(0, 8)


@st.composite
def payments(draw: st.DrawFn) -> tuple[object, int]:
    """A payment of any kind and the deposits that were on the table."""
    rules, deposits = draw(rulesets), draw(counters)
    seats = WINDS[: rules.players]
    some = draw(st.lists(st.sampled_from(seats), min_size=1, max_size=rules.players, unique=True))
    payer, *callers = some
    kind = draw(st.sampled_from(["tsumo", "ron", "draw", "nagashi", "chonbo"]))
    honba = draw(counters)
    if kind == "ron" and callers:
        wins = [Win(wind, draw(values)) for wind in callers]
        return several_ron(wins, payer, rules, honba, deposits), deposits
    if kind == "draw":
        return exhaustive_draw(some, rules, deposits), deposits
    if kind == "nagashi":
        return nagashi(some, rules, honba, deposits), deposits
    if kind == "chonbo":
        return chonbo(
            some, rules.replace(paid=draw(st.sampled_from(["tournament", "reverse-mangan"]))), deposits
        ), deposits
    return tsumo(payer, draw(values), rules, honba, deposits), deposits


@given(payments())
def test_nothing_is_lost_and_nothing_is_made(made: tuple[object, int]) -> None:
    """Points moved, and deposits taken or left, always add up; every change is a multiple of 100."""
    payment, before = made
    assert sum(payment.changes) == (before - payment.deposits) * DEPOSIT  # type: ignore[attr-defined]
    assert all(change % 100 == 0 for change in payment.changes)  # type: ignore[attr-defined]
    assert payment.deposits in (0, before)  # type: ignore[attr-defined]


@given(payments())
def test_every_due_says_who_and_how_much(made: tuple[object, int]) -> None:
    payment, _ = made
    said = [str(line) for line in payment_lines(payment)]  # type: ignore[attr-defined]
    assert len(said) == max(1, len(payment.dues))  # type: ignore[attr-defined]
    assert not any("{" in line or "Message(" in line for line in said)


@given(values, rulesets, st.sampled_from([E, S, W]))
def test_a_self_draw_among_four_is_worth_as_much_as_a_discard_but_for_the_rounding(
    value: HandValue, rules: Ruleset, winner: Wind
) -> None:
    if rules.players == 4:
        drawn = tsumo(winner, value, rules).changes[winner.index]
        discarded = max(
            ron(winner, payer, value, rules).changes[winner.index] for payer in (E, S) if payer is not winner
        )
        assert -300 < drawn - discarded < 300


def naive(han: int, fu: int, dealer: bool) -> int:
    """What a discard pays, by doubling and by table, in a second way."""
    for least, points in ((11, 24_000), (8, 16_000), (6, 12_000), (5, 8_000)):
        if han >= least:
            return points * 3 // 2 if dealer else points
    value = fu * (24 if dealer else 16)
    for _ in range(han):
        value *= 2
    capped = min(value, 12_000 if dealer else 8_000)
    return capped if capped % 100 == 0 else capped - capped % 100 + 100


@given(st.integers(1, 12), st.sampled_from([30, 40, 50, 60, 70, 80, 90, 100, 110]), st.booleans())
def test_a_naive_table_agrees(han: int, fu: int, dealer: bool) -> None:
    winner = E if dealer else S
    assert ron(winner, W, HandValue(han, fu), WRC).changes[winner.index] == naive(han, fu, dealer)


def test_a_hand_without_deposits_leaves_none() -> None:
    draws = [exhaustive_draw([S], WRC), abortive_draw(WRC), chonbo([S], WRC)]
    assert [payment.deposits for payment in draws] == [0, 0, 0]


def test_a_draw_leaves_no_deposits_where_none_were() -> None:
    rules = preset("wrc-2022")
    assert exhaustive_draw({Wind.EAST}, rules).deposits == 0
    assert abortive_draw(rules).deposits == 0
    assert chonbo({Wind.EAST}, rules).deposits == 0


def test_where_yakuman_do_not_add_up_two_double_ones_are_one_double() -> None:
    """S0 Mod.4.5: yakuman are not cumulative."""
    rules = preset("wrc-2022").replace(hand={"several_yakuman": False, "double_yakuman": True})
    assert yakuman_units(HandValue(yakuman=2, double=2), rules) == 2
