"""One sentence for any two neighbours, in whole standings: every breaker tells what it found."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Table
from scoring.rules import preset
from scoring.sentences.reasons import reason
from scoring.standings import standings
from scoring.standings.cut import HALF, Cut
from scoring.standings.rules import PLAIN, StandingRules
from scoring.standings.ties import Breaker, Decision
from scoring.standings.values import Deduction, Entrant, Status
from tests.scoring.sheets import AIKO, EWA, INES, KOJI, LUC, MAX, NAMES, NOOR, TOM, events, sheet

WRC = preset("wrc-2022")
FIRSTS, PLACES, BEST, BEFORE_LAST, HEAD_TO_HEAD, SEED, LOT, REFEREE = Breaker
FOUR = [Entrant(AIKO, seed=3), Entrant(LUC, seed=1), Entrant(EWA), Entrant(TOM)]

ONE = sheet(1, (AIKO, 40_000), (LUC, 32_000), (EWA, 28_000), (TOM, 20_000))  # +25 +7 −7 −25
BACK = sheet(2, (TOM, 40_000), (EWA, 32_000), (LUC, 28_000), (AIKO, 20_000))  # the other way round
ALL_EVEN = [ONE, BACK]  # everybody has 0.0
EVEN = [sheet(1, (AIKO, 35_000), (LUC, 35_000), (EWA, 30_000), (TOM, 20_000))]  # Aiko and Luc share the first place


def chain(*breakers: Breaker) -> StandingRules:
    return StandingRules(breakers=breakers, lot_seed="dice 3 5 1")


def told(
    by: StandingRules,
    tables: Sequence[Table],
    place: int = 1,
    entrants: Sequence[Entrant] = FOUR,
    decisions: Sequence[Decision] = (),
) -> str:
    """Why the row at this place stands above the next one."""
    rows = standings(tables, [], entrants, WRC, by=by, decisions=decisions)
    above, below = rows[place - 1 : place + 1]
    return str(reason(above, below, NAMES[above.player], NAMES[below.player]))


def test_a_higher_total() -> None:
    assert told(PLAIN, EVEN, place=2) == "Luc is ahead of Ewa: 15.0 against −5.0."


def test_a_shared_place() -> None:
    assert told(PLAIN, EVEN) == "Aiko and Luc are tied on everything that the rules compare: they share place 1."


@pytest.mark.parametrize(
    ("breakers", "place", "sentence"),
    [
        ([FIRSTS], 2, "Both have 0.0; Tom won 1 hanchan, Luc 0."),
        ([FIRSTS, BEFORE_LAST], 1, "Both have 0.0; before the last hanchan Aiko had 25.0, Tom −25.0."),
        ([FIRSTS, BEFORE_LAST], 2, "Both have 0.0; Tom won 1 hanchan, Luc 0."),
        ([BEST], 2, "Both have 0.0; best hanchan: Tom 25.0, Luc 7.0."),
        ([SEED], 1, "Both have 0.0; Luc is seed 1, Aiko seed 3."),
        ([SEED], 2, "Both have 0.0; Aiko is seed 3, Ewa has no seed."),
        (
            [LOT],
            1,
            "Both have 0.0; the lot drawn from “dice 3 5 1” puts Ewa (02ff82ee…) ahead of Aiko (54e02e54…).",
        ),
    ],
)
def test_a_breaker(breakers: list[Breaker], place: int, sentence: str) -> None:
    assert told(chain(*breakers), ALL_EVEN, place) == sentence


def test_the_lower_sum_of_places() -> None:
    tables = [
        ONE,
        sheet(2, (TOM, 40_000), (EWA, 32_000), (INES, 28_000), (AIKO, 20_000), table=1),
        sheet(2, (KOJI, 80_000), (LUC, 18_000), (MAX, 12_000), (NOOR, 10_000), table=2),  # −7 for the second
    ]
    entrants = [*FOUR, *(Entrant(player, Status.SUBSTITUTE) for player in (INES, KOJI, MAX, NOOR))]
    sentence = "Both have 0.0; sum of places: Luc 4, Aiko 5."
    assert told(chain(PLACES), tables, 1, entrants) == sentence


def test_the_lower_average_of_places_where_somebody_was_absent() -> None:
    """RULES.md A18: an absent player has no place there; the lower sum would be no merit."""
    entrants = [*FOUR, Entrant(MAX), Entrant(NOOR), Entrant(KOJI, Status.SUBSTITUTE), Entrant(INES, Status.SUBSTITUTE)]
    tables = [*ALL_EVEN, sheet(1, (KOJI, 42_000), (MAX, 30_000), (INES, 30_000), (9, 18_000), table=2)]
    entrants = [*entrants, Entrant(9, Status.SUBSTITUTE)]
    assert told(chain(PLACES), tables, 1, entrants) == (
        "Both have 0.0; the average place of Max (2/1) is lower than that of Aiko (5/2)."
    )
    assert told(chain(PLACES), tables, 5, entrants) == ("Both have 0.0; Tom has places at the tables, Noor has none.")


def test_head_to_head() -> None:
    tables = [ONE, sheet(2, (KOJI, 50_000), (LUC, 43_000), (EWA, 14_000), (TOM, 13_000))]
    entrants = [*FOUR, Entrant(KOJI, Status.SUBSTITUTE)]
    assert told(chain(HEAD_TO_HEAD), tables, 1, entrants) == (
        "Both have 25.0; where all tied players met, Aiko scored 25.0, Luc 7.0."
    )


def test_a_referees_decision() -> None:
    decided = [Decision(1, (LUC, AIKO), "Luc won the play-off.")]
    sentence = "Both have 15.0; the referee put Luc above Aiko: Luc won the play-off."
    assert told(PLAIN, EVEN, decisions=decided) == sentence


def test_a_cut() -> None:
    by = StandingRules(cuts=(Cut(after=1, sizes=(2,), above=HALF),))
    assert told(by, ALL_EVEN, place=2) == "Aiko is above the cut after hanchan 1, Ewa below it."


def test_the_later_of_two_cuts() -> None:
    by = StandingRules(cuts=(Cut(after=1, sizes=(3,)), Cut(after=2, sizes=(1,))), breakers=(BEFORE_LAST,))
    third = sheet(3, (AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (TOM, 30_000))
    assert told(by, [*ALL_EVEN, third]) == "Aiko is above the cut after hanchan 2, Luc below it."


def test_tiers_that_were_given() -> None:
    above, below = standings([], [], FOUR[:2], WRC, tiers={LUC: 1})
    assert str(reason(above, below, "Aiko", "Luc")) == "Aiko is in a higher group than Luc."


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (Status.SUBSTITUTE, "Luc is a substitute, scored but not ranked."),
        (Status.WITHDRAWN, "Luc has withdrawn and is not ranked."),
        (Status.DISQUALIFIED, "Luc is disqualified and is not ranked."),
    ],
)
def test_who_is_not_ranked(status: Status, sentence: str) -> None:
    rows = standings([], [], [Entrant(AIKO), Entrant(LUC, status), Entrant(EWA, status)], WRC)
    assert str(reason(rows[0], rows[1], "Aiko", "Luc")) == sentence
    assert str(reason(rows[1], rows[2], "Luc", "Ewa")) == "Neither Luc nor Ewa is ranked."


# --- laws ----------------------------------------------------------------------------------------------------------

rules = st.builds(
    StandingRules,
    breakers=st.lists(st.sampled_from(Breaker), unique=True).map(tuple),
    lot_seed=st.just("seed"),
    best=st.just(2),
    of=st.just(3),
)


@given(events(step=10_000), rules)
def test_any_two_neighbours_have_a_sentence_and_the_first_is_never_behind(
    tables: list[Table], by: StandingRules
) -> None:
    rows = standings(tables, [Deduction(1, 1_000, None)], [Entrant(player) for player in range(1, 9)], WRC, by=by)
    for above, below in pairwise(rows):
        sentence = str(reason(above, below, "Anna", "Ben"))
        assert "Anna" in sentence and "Ben" in sentence and "{" not in sentence
        assert ("they share place" in sentence) == (above.place == below.place)
        assert above.total >= below.total
