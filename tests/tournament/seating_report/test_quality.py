"""The quality in plain words."""

import pytest

from seating import plan
from seating.assessment import quality_sentences
from tournament.seating_report.quality import Figure, figures, from_json, quality_of_map
from tournament.seating_report.sentences import translate_named
from tournament.seats.seat_map import exchange, from_plan

PEOPLE = tuple(range(101, 137))
DRAFT = from_plan(plan(36, 8, 7).rounds, PEOPLE)


def swapped():
    one, other = DRAFT[2][1][0], DRAFT[2][5][2]
    return exchange(DRAFT, 2, one, other)


def test_figures_come_back_from_what_is_kept():
    kept = quality_of_map(swapped())
    assert from_json(kept.to_json()) == kept
    assert from_json({"repeats": 3}) is None


def test_each_figure_stands_beside_the_best_possible():
    found = {
        figure.title: (figure.value, figure.best, figure.is_best)
        for figure in figures(quality_of_map(DRAFT).quality, winds=True)
    }
    assert found["Times a pair meets again"] == (0, 0, True)
    assert found["Wind difference at the end"] == (0, 0, True)
    worse = {figure.title: figure.is_best for figure in figures(quality_of_map(swapped()).quality, winds=True)}
    assert not worse["Times a pair meets again"]


def verdicts(draft):
    return {line.title: line.verdict for line in figures(quality_of_map(draft).quality, winds=True)}


def test_how_near_the_bound_is_said_in_words():
    translate_named = {
        line.title: line.verdict
        for line in figures(quality_of_map(from_plan(plan(24, 8, 1).rounds, PEOPLE[:24])).quality, winds=True)
    }
    assert translate_named["Times a pair meets again"] == "none found better"
    assert translate_named["Hanchan in which a pair first meets again"] == "best possible"
    spoilt = {line.title: line.verdict for line in figures(quality_of_map(swapped()).quality, winds=True)}
    assert (
        spoilt["Times a pair meets again"].startswith("best possible: ")
        and "known" not in spoilt["Times a pair meets again"]
    )


def test_who_stays_at_a_table_comes_back_to_it():
    draft = from_plan(plan(16, 3, 1).rounds, PEOPLE[:16])
    best = {line.title: line.best for line in figures(quality_of_map(draft).quality, winds=True)}
    assert best["Repeated tables"] == best["Same table twice running"] == 8


def test_a_greater_value_may_be_the_better_one():
    assert Figure("", 3, 5, more=True).verdict == "best possible: 5"
    assert Figure("", 5, 5, more=True).verdict == Figure("", 0, 0).verdict == "best possible"


def test_drawn_winds_are_no_quality_of_the_seating():
    quality = quality_of_map(DRAFT).quality
    assert not any("wind" in figure.title for figure in figures(quality, winds=False))
    assert not any("wind" in text for text in translate_named(quality_sentences(quality), str, winds=False))


def test_sentences_name_people_and_not_the_planners_numbers():
    kept = quality_of_map(swapped())
    texts = translate_named(quality_sentences(kept.quality), lambda number: f"<{kept.person(number)}>")
    pair = kept.quality.repeated_pairs[0]
    if len(kept.quality.repeated_pairs) <= 3:
        assert any(f"<{kept.person(pair.one)}>" in text for text in texts)
    assert all("{" not in text for text in texts)


@pytest.mark.parametrize("tables", [1, 2, 3])
def test_small_halls_have_figures_too(tables):
    people = tuple(range(1, 4 * tables + 1))
    found = figures(quality_of_map(from_plan(plan(4 * tables, 5, 1).rounds, people)).quality, winds=True)
    assert all(figure.short >= 0 for figure in found)


def test_where_people_come_and_go_nothing_is_called_optimal_that_is_only_so_for_the_same_people():
    table, five = {1: (1, 2, 3, 4)}, {1: (1, 2, 3, 5)}
    kept = quality_of_map({1: table, 2: five})
    assert kept.varied
    lines = {line.title: line for line in figures(kept.quality, winds=True, varied=kept.varied)}
    assert lines["Same table twice running"].verdict == "best possible: 0"
    assert "Fewest shared opponents of two who never meet" not in lines
    assert not quality_of_map({1: table, 2: table}).varied


def test_with_byes_the_winds_of_nobody_need_be_more_even_than_the_hanchan_allow():
    turns = [(1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2), (5, 1, 2, 3)]
    draft = {number: {1: seats} for number, seats in enumerate(turns, start=1)}
    measured = quality_of_map(draft)
    gap = next(line for line in measured.lines(winds=True) if line.title == "Wind difference at the end")
    assert (gap.value, gap.best) == (1, 1)
    stored = measured.to_json()
    assert from_json(stored) == measured
    del stored["wind_gap_bound"]
    assert from_json(stored) is None, "counted anew: it was stored before there was this bound"


def test_each_figure_is_a_sentence_and_a_limit_that_is_not_reached_is_named_in_the_report():
    said = {line.title: line for line in figures(quality_of_map(DRAFT).quality, winds=True)}
    assert said["Times a pair meets again"].sentence == "Nobody meets twice"
    assert said["Times a pair meets again"].limit == ""
    again = {line.title: line for line in figures(quality_of_map(swapped()).quality, winds=True)}
    assert again["Times a pair meets again"].sentence == "Times a pair meets again"
    assert Figure("", 14, 12, is_known_best=True).limit == "Proved: at least 12."
    assert Figure("", 3, 5, more=True, is_known_best=True).limit == "Proved: at most 5."
    assert Figure("Visits", 0, 0).sentence == "Visits"
