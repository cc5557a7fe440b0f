"""How an event ranks, in words that leave nothing out."""

import pytest
from hypothesis import given

from scoring.sentences.standings import MEANINGS, PARTS, standing_sentences
from scoring.standings.cut import HALF, NOTHING, QUARTER, Cut, Rounding
from scoring.standings.rules import PLAIN, Per, StandingRules, TeamRules
from scoring.standings.ties import Breaker
from tests.scoring.standings.test_rules import rules


def said(**values: object) -> list[str]:
    return [str(one) for one in standing_sentences(StandingRules(**values))]  # type: ignore[arg-type]


def test_the_default() -> None:
    assert said() == ["Every hanchan counts.", "Players with equal totals share a place."]


def test_toronto_2023() -> None:
    """RULES.md §5: top 16 halved (rounding up), divisions of 16, all others reset to 0."""
    cut = Cut(after=6, sizes=(16, 32, 48), above=HALF, below=NOTHING)
    assert said(cuts=(cut,))[1:4] == [
        "After hanchan 6 there is a cut: the top 16 finish ahead of the rest, whatever the totals. "
        "They carry over half of their total, the rest nothing.",
        "The others are divided again after place 32, 48.",
        "What is carried over is rounded up to 0.1P. Penalties given before the cut are in that total; later ones, and "
        "those outside any hanchan, count in full.",
    ]


def test_a_cut_that_carries_everything_or_nothing_rounds_nothing() -> None:
    assert len(said(cuts=(Cut(after=6, sizes=(16,), below=NOTHING),))) == 3


@pytest.mark.parametrize("rounding", Rounding)
def test_each_rounding_is_said_in_its_own_words(rounding: Rounding) -> None:
    others = {said(cuts=(Cut(after=6, sizes=(16,), above=QUARTER, rounding=one),))[2] for one in Rounding}
    assert len(others) == len(Rounding)


def test_a_chain() -> None:
    assert said(breakers=(Breaker.FIRSTS, Breaker.BEST))[1:] == [
        "Tie-breaks, in this order: more hanchan won, a shared first place counting as a win; "
        "the better best hanchan score.",
        "Players who are still tied share the place.",
    ]
    with_a_lot = said(breakers=(Breaker.SEED, Breaker.LOT), lot_seed="dice 3 5 1")
    assert with_a_lot[-1].endswith("a lot drawn from the text “dice 3 5 1”.")


def test_best_n_of_m() -> None:
    assert said(best=5, of=8)[0] == "The best 5 of the first 8 hanchan count; penalties always count."


@pytest.mark.parametrize(
    ("group", "sentence"),
    [
        (TeamRules(best=3), "A team scores the best 3 totals of its members."),
        (TeamRules(best=1), "A team scores the best total of its members."),
        (
            TeamRules(per=Per.HANCHAN, best=1),
            "A team scores, in each hanchan, the best score of its members, less penalties.",
        ),
        (TeamRules(per=Per.HANCHAN), "A team scores, in each hanchan, the scores of all its members, less penalties."),
        (
            TeamRules(per=Per.HANCHAN, best=3),
            "A team scores, in each hanchan, the best 3 scores of its members, less penalties.",
        ),
    ],
)
def test_teams_and_countries(group: TeamRules, sentence: str) -> None:
    assert said(teams=group)[-1] == sentence
    country = sentence.replace("team", "country").replace("members", "players")
    assert said(countries=group)[-1] == country


def test_cuts_of_teams() -> None:
    teams = TeamRules(per=Per.HANCHAN, cuts=(Cut(after=6, sizes=(4,), above=HALF),))
    assert said(teams=teams)[-1] == (
        "Teams are cut after hanchan 6: the first 4 carry over half of their total, the rest all of their total."
    )


def test_every_breaker_and_every_part_has_its_meaning() -> None:
    assert set(MEANINGS) == set(Breaker)
    assert {cut.above for cut in [Cut(after=1, sizes=(1,), above=part) for part in PARTS]} == set(PARTS)
    assert standing_sentences(PLAIN)


@given(rules())
def test_every_rule_can_be_said(made: StandingRules) -> None:
    for sentence in map(str, standing_sentences(made)):
        assert sentence.endswith(".") and "{" not in sentence and "None" not in sentence
