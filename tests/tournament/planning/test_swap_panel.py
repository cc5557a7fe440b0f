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
    asked = {"what": "wrong", "hanchan": 2, "who": [one.player.number, other.player.number]}
    answer = client.get(reverse("seating_change", args=[hall.slug]), asked, headers={"HX-Request": "true"})
    preview = answer.context["preview"]
    assert [(move.player, move.before, move.after) for move in preview.moves] == [
        (one.player, (1, one.wind), (3, other.wind)),
        (other.player, (3, other.wind), (1, one.wind)),
    ]
    assert preview.changed_figures and all(line.before != line.after for line in preview.changed_figures)
    html = answer.content.decode()
    assert "<html" not in html and "version 1 is kept" in html


def test_the_figures_are_a_strip_and_the_ways_a_menu(client):
    hall = seated_hall(16, 4)
    client.force_login(make_staff(hall, Role.ORGANISER))
    html = client.get(reverse("seating", args=[hall.slug])).content.decode()
    assert html.count("quality-cell") >= 6
    assert html.count(f'"{reverse("seating_change", args=[hall.slug])}"') == 2  # the door, and the board's form
    assert f'"{reverse("seating_plan", args=[hall.slug])}"' not in html
