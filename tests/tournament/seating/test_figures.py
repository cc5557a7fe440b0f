"""The quality in plain words."""

import pytest

from tournament.seating.draft import exchange, from_plan
from tournament.seating.figures import figures, from_json, measured, said
from tournament.seating.planner import plan

PEOPLE = tuple(range(101, 137))
DRAFT = from_plan(plan(36, 8, 7).rounds, PEOPLE)


def swapped():
    one, other = DRAFT[2][1][0], DRAFT[2][5][2]
    return exchange(DRAFT, 2, one, other)


def test_figures_come_back_from_what_is_kept():
    kept = measured(swapped())
    assert from_json(kept.to_json()) == kept
    assert from_json({"repeats": 3}) is None


def test_each_figure_stands_beside_the_best_possible():
    found = {
        figure.title: (figure.value, figure.best, figure.is_best)
        for figure in figures(measured(DRAFT).quality, winds=True)
    }
    assert found["repeated meetings"] == (0, 0, True)
    assert found["wind difference at the end"] == (0, 0, True)
    worse = {figure.title: figure.is_best for figure in figures(measured(swapped()).quality, winds=True)}
    assert not worse["repeated meetings"]


def test_drawn_winds_are_no_quality_of_the_seating():
    quality = measured(DRAFT).quality
    assert not any("wind" in figure.title for figure in figures(quality, winds=False))
    assert not any("wind" in text for text in said(quality.sentences(), str, winds=False))


def test_sentences_name_people_and_not_the_planners_numbers():
    kept = measured(swapped())
    texts = said(kept.quality.sentences(), lambda number: f"<{kept.person(number)}>")
    pair = kept.quality.repeated_pairs[0]
    if len(kept.quality.repeated_pairs) <= 3:
        assert any(f"<{kept.person(pair.one)}>" in text for text in texts)
    assert all("%(" not in text for text in texts)


@pytest.mark.parametrize("tables", [1, 2, 3])
def test_small_halls_have_figures_too(tables):
    people = tuple(range(1, 4 * tables + 1))
    found = figures(measured(from_plan(plan(4 * tables, 5, 1).rounds, people)).quality, winds=True)
    assert all(figure.value >= figure.best for figure in found)
