"""A swap beside the board: where each goes, and only the figures that change."""

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.planning.halls import seated_hall
from tournament.core.models import Role
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


def test_the_panel_says_where_each_goes_and_which_figures_change(client):
    hall = seated_hall(16, 4)
    client.force_login(make_staff(hall, Role.ORGANISER))
    one, other = (lineup(hall, 2)[table][seat] for table, seat in ((1, 0), (3, 2)))
    asked = {"who": [one.player.number, other.player.number]}
    answer = client.get(reverse("seating_swap", args=[hall.slug, 2]), asked, headers={"HX-Request": "true"})
    cost = answer.context["cost"]
    assert [(move.table, move.wind, move.to_table, move.to_wind) for move in cost.moves] == [
        (1, one.wind, 3, other.wind),
        (3, other.wind, 1, one.wind),
    ]
    assert cost.changed and all(line.before != line.after for line in cost.changed)
    html = answer.content.decode()
    assert "<html" not in html and "version 1 is kept" in html


def test_the_figures_are_a_strip_and_the_ways_a_menu(client):
    hall = seated_hall(16, 4)
    client.force_login(make_staff(hall, Role.ORGANISER))
    html = client.get(reverse("seating", args=[hall.slug])).content.decode()
    assert html.count("quality-cell") >= 6 and "Change seating" in html
    assert html.count(f'"{reverse("seating_plan", args=[hall.slug])}"') == 1
