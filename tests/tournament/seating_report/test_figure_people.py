"""Whom a figure of a seating is made of."""

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.planning.halls import seated_hall
from tournament.core.models import Role
from tournament.seating_report import figure_titles as titles
from tournament.seating_report.figure_people import people_behind
from tournament.seating_report.quality import figures, quality_of_map

DRAFT = {
    1: {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)},
    2: {1: (1, 5, 3, 7), 2: (6, 2, 8, 4)},
    3: {1: (2, 8, 5, 3), 2: (1, 6, 4, 7)},
}


@pytest.mark.parametrize(
    ("title", "people"),
    [
        (titles.REPEATS, {1, 2, 3, 4, 5, 6, 7, 8}),
        (titles.FIRST_REPEAT, {1, 2, 3, 4, 5, 6, 7, 8}),
        (titles.RUNNING_REPEATS, {1, 2, 3, 4, 5, 6, 7, 8}),
        (titles.RETURNS, {1, 2, 3, 4, 5, 6, 7, 8}),
        (titles.STAYS, {1, 3, 4, 5, 6, 8}),
        (titles.WIND_GAP, {1}),
        (titles.WIND_GAP_ALONG, {1}),
        ("of no figure", set()),
    ],
)
def test_each_figure_names_its_players(title, people):
    assert people_behind(DRAFT, str(title)) == people


def test_a_figure_at_its_best_of_nothing_names_nobody_and_one_that_is_not_names_somebody():
    for draft in (DRAFT, {1: DRAFT[1]}):
        for figure in figures(quality_of_map(draft).quality, winds=True):
            found = people_behind(draft, figure.title)
            if figure.none and not figure.value:
                assert not found, figure.title


@pytest.mark.django_db
def test_a_figure_that_is_pressed_marks_its_players_on_the_board_and_lists_them(client):
    hall = seated_hall(16, 5)
    client.force_login(make_staff(hall, Role.ORGANISER))
    page = reverse("seating_hanchan", args=[hall.slug, 1])
    plain = client.get(page)
    at = next(n for n, one in enumerate(plain.context["card"].figures, 1) if one.title == str(titles.RETURNS))
    shown = client.get(page, {"figure": at})
    html = shown.content.decode()
    assert shown.context["behind"] and html.count("is-marked") == len(shown.context["behind"])
    assert "is-marked" not in plain.content.decode()
    assert client.get(page, {"figure": "99"}).context["figure"] is None
