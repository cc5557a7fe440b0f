"""Fouls, their questions and what the answers lead to."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.fouls import SCHEDULES, schedule
from scoring.fouls.cases import (
    Answer,
    Case,
    Consequence,
    Foul,
    OpenQuestions,
    Outcome,
    Question,
    UnknownAnswer,
    catalogue,
)

NONE, W, DH, CH = Consequence.NONE, Consequence.WARNING, Consequence.DEAD_HAND, Consequence.CHONBO
POINTS, DQ, OPEN = Consequence.POINTS, Consequence.DISQUALIFICATION, Consequence.DISCRETION
FOULS = [(key, foul) for key in SCHEDULES for foul in schedule(key).fouls]
REVEAL = schedule("wrc-2025").foul("REVEAL")
YES_OR_NO = Question("sure", "Sure?", (Answer("yes", "yes"), Answer("no", "no")))


def case(then: Consequence, **conditions: str) -> Case:
    return Case(tuple((key, (value,)) for key, value in conditions.items()), Outcome(then))


# --- laws ------------------------------------------------------------------------------------------------------------


@given(st.sampled_from(FOULS), st.data())
def test_all_answers_to_a_foul_lead_to_one_outcome_that_it_allows(named: tuple[str, Foul], data: st.DataObject) -> None:
    _key, foul = named
    answers = data.draw(st.sampled_from(list(foul.all_answers())))
    outcome = foul.outcome(answers)
    assert foul.outcomes(answers) == (outcome,)
    assert outcome.consequence in foul.consequences
    assert foul.open_questions(answers) == ()


@given(st.sampled_from(FOULS), st.data())
def test_an_answer_never_adds_a_possibility_and_a_question_asked_can_exclude_one(
    named: tuple[str, Foul], data: st.DataObject
) -> None:
    _key, foul = named
    complete = data.draw(st.sampled_from(list(foul.all_answers())))
    some = data.draw(st.sets(st.sampled_from(sorted(complete)))) if complete else set()
    answers = {key: complete[key] for key in some}
    possible = foul.outcomes(answers)
    assert foul.outcome(complete) in possible
    assert (len(possible) > 1) == bool(foul.open_questions(answers))
    for question in foul.open_questions(answers):
        for answer in question.answers:
            assert set(foul.outcomes({**answers, question.key: answer.key})) <= set(possible)


def test_whoever_answers_what_is_asked_comes_to_an_end() -> None:
    for _key, foul in FOULS:
        answers: dict[str, str] = {}
        while asked := foul.open_questions(answers):
            answers[asked[0].key] = asked[0].answers[-1].key
        assert foul.outcome(answers)


@pytest.mark.parametrize("key", SCHEDULES)
def test_only_what_takes_points_has_a_price(key: str) -> None:
    for foul in schedule(key).fouls:
        for one in foul.outcomes():
            must = one.consequence is POINTS or (one.consequence is CH and key != "friendly")
            may = key in ("higher-2022", "higher-2025") and one.consequence in (W, DH)
            assert bool(one.points) == (must or may), foul.code


# --- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "consequence", "points"),
    [
        ({"tiles": "1-2", "repeated": "no"}, W, 0),
        ({"tiles": "1", "repeated": "yes"}, POINTS, 5_000),
        ({"tiles": "3"}, DH, 0),
        ({"tiles": "6"}, DH, 0),
        ({"tiles": "7"}, CH, 30_000),
        ({"tiles": "34", "repeated": "no"}, CH, 30_000),
    ],
)
def test_the_tiles_revealed_under_wrc_2025(answers: dict[str, str], consequence: Consequence, points: int) -> None:
    """RULES.md §2.2 REVEAL: 1-2 W, repeated 5P; 3-6 DH; 7 and more CH30."""
    outcome = REVEAL.outcome(answers)
    assert (outcome.consequence, outcome.points) == (consequence, points)


def test_an_unanswered_question_gives_what_may_follow() -> None:
    assert [one.consequence for one in REVEAL.outcomes()] == [W, POINTS, DH, CH]
    assert [one.consequence for one in REVEAL.outcomes({"tiles": "1-2"})] == [W, POINTS]
    assert [one.key for one in REVEAL.open_questions({"tiles": "2"})] == ["repeated"]
    with pytest.raises(OpenQuestions, match="REVEAL: still open: tiles, repeated") as undecided:
        REVEAL.outcome()
    assert [one.key for one in undecided.value.questions] == ["tiles", "repeated"]


def test_a_question_that_changes_nothing_is_not_asked() -> None:
    """S2 Penalties: whoever looks at ura dora is not asked for a number of tiles; a noten riichi has no question."""
    reveal = schedule("wrc-2022").foul("REVEAL")
    assert reveal.open_questions({"place": "ura"}) == ()
    assert [one.key for one in reveal.open_questions({"place": "own-hand"})] == ["tiles"]
    assert reveal.open_questions({"place": "other-hand", "tiles": "7+"}) == ()
    assert schedule("wrc-2022").foul("NOTEN_RIICHI").outcome().consequence is CH


def test_a_form_asks_what_could_matter_by_the_other_answers() -> None:
    reveal = schedule("wrc-2022").foul("REVEAL")
    assert [one.key for one in reveal.form_questions()] == ["place", "tiles"]
    assert [one.key for one in reveal.form_questions({"place": "own-hand", "tiles": "7+"})] == ["place", "tiles"]
    assert [one.key for one in reveal.form_questions({"place": "sight", "tiles": "1-2"})] == ["place"]


def test_a_report_sheet_costs_only_when_it_was_handed_in_and_the_sticks_were_reset() -> None:
    """WRC 2025 §12: both, or it is corrected free of charge; then each of the four pays."""
    report = schedule("wrc-2025").foul("REPORT")
    assert report.outcome({"handed-in": "no"}).consequence is NONE
    assert report.outcome({"reset": "no"}).consequence is NONE
    paid = report.outcome({"handed-in": "yes", "reset": "yes"})
    assert (paid.points, paid.each_player) == (2_000, True)


def test_nothing_escalates_by_itself() -> None:
    """A27: that it is a repetition is an answer of the referee's; without it both stay possible."""
    wrong = schedule("wrc-2025").foul("TENPAI_WRONG")
    assert [(one.consequence, one.points) for one in wrong.outcomes()] == [(W, 0), (POINTS, 5_000)]


def test_only_two_fouls_of_2025_have_a_price_for_a_repetition() -> None:
    """RULES.md §2.1: 1-2 knocked tiles and a wrong tenpai declaration."""
    asked = {foul.code for foul in schedule("wrc-2025").fouls for one in foul.questions if one.key == "repeated"}
    assert asked == {"REVEAL", "TENPAI_WRONG"}


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"place": "ura"}, "REVEAL asks no question “place”."),
        ({"tiles": "0"}, "“0” is no answer to “How many tiles\\?”; there are: 1-2, 3-6, 7\\+."),
        ({"tiles": "many"}, "“many” is no answer"),
        ({"tiles": ""}, "“” is no answer"),
    ],
)
def test_an_answer_that_the_foul_does_not_know_is_refused(answers: dict[str, str], message: str) -> None:
    for ask in (REVEAL.outcomes, REVEAL.outcome, REVEAL.open_questions):
        with pytest.raises(UnknownAnswer, match=message):
            ask(answers)
    with pytest.raises(UnknownAnswer, match=message) as wrong:
        REVEAL.words(answers)
    assert str(wrong.value.message) == str(wrong.value)


def test_answers_in_words_stand_in_the_order_of_the_questions() -> None:
    assert REVEAL.words({"repeated": "yes", "tiles": "2"}) == ("1 or 2 tiles", "warned for it before")
    assert REVEAL.words({}) == ()


# --- outcomes --------------------------------------------------------------------------------------------------------


def test_no_points_go_with_what_takes_none() -> None:
    for consequence in (NONE, DQ, OPEN):
        with pytest.raises(ValueError, match=f"no points go with {consequence}"):
            Outcome(consequence, 1_000)


def test_the_price_of_a_chonbo_can_follow_the_rule_set() -> None:
    ema = schedule("wrc-2022").with_chonbo(20_000)
    assert ema.foul("TILES").outcome().points == 20_000
    assert ema.foul("FORFEIT").outcome().points == 30_000
    assert ema.foul("CALL_DEAD_AWARE").outcome().points == 30_000
    for own in ("lower", "bare-minimum", "tori-open-2026"):
        assert schedule(own).with_chonbo(30_000) == schedule(own)
    assert schedule("friendly").with_chonbo(8_000).foul("NOTEN_RIICHI").outcome().points == 8_000


def test_what_may_follow_and_the_most_it_costs() -> None:
    assert REVEAL.consequences == (W, POINTS, DH, CH)
    assert REVEAL.amount == 30_000
    assert schedule("lower").foul("SWAP").amount is None
    assert schedule("wrc-2025").foul("FORFEIT").consequences == (POINTS, DQ)


def test_every_consequence_has_words_and_they_stand_by_weight() -> None:
    assert [consequence.label for consequence in Consequence] == [
        "no penalty",
        "warning",
        "points",
        "dead hand",
        "chonbo",
        "referee's discretion",
        "disqualification",
    ]


# --- fouls that cannot be ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ([case(W, sure="yes")], "X: {'sure': 'no'} leads to 0 cases"),
        ([case(W, sure="yes"), case(DH)], "X: {'sure': 'yes'} leads to 2 cases"),
        ([case(W, sure="perhaps"), case(DH)], "X: nobody is asked for \\[\\('sure', 'perhaps'\\)\\]"),
        ([case(W, other="yes"), case(DH)], "X: nobody is asked for"),
    ],
)
def test_a_foul_whose_cases_do_not_meet_each_answer_once_is_refused(cases: list[Case], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Foul("X", "x", tuple(cases), (YES_OR_NO,))


@pytest.mark.parametrize("row", [{"text": "What?"}, {"text": "What?", "answers": {}}, "What?"])
def test_a_question_without_answers_is_refused(row: object) -> None:
    with pytest.raises(ValueError, match="place: a question has a text and answers"):
        catalogue({"place": row})


def test_the_ranges_of_a_question_do_not_overlap_within_a_foul() -> None:
    """Else a number would be several answers."""
    for _key, foul in FOULS:
        for question in foul.questions:
            for one, other in combinations(question.answers, 2):
                assert not any(one.holds(number) and other.holds(number) for number in range(40)), foul.code


def test_a_schedule_is_read_once() -> None:
    assert schedule("lower") is schedule("lower")


def test_unknown_schedules_and_fouls_are_key_errors() -> None:
    with pytest.raises(KeyError):
        schedule("titles")
    with pytest.raises(KeyError):
        schedule("lower").foul("BREAK")
