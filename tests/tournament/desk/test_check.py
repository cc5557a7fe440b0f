"""The live answer beside the fields, computed by the server after each of them."""

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, typed
from tournament.results.models import SheetVersion

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def desk(client):
    tournament = hall()
    client.force_login(make_staff(tournament))
    return tournament


def check(client, tournament, points, **fields):
    url = reverse("sheet_check", args=[tournament.slug, 1, 1])
    return client.post(url, typed(hanchan_of(tournament), points=points, **fields), headers=HTMX)


def test_after_one_field_its_full_number_and_the_sum_are_said_and_nothing_is_complained_of(client, desk):
    page = check(client, desk, ("412", "", "", ""))
    assert "41,200" in page.text
    assert "of 120,000" in page.text
    assert "missing" not in page.text
    assert page.context["look"].shown == ()


def test_the_answer_replaces_what_stands_beside_the_fields_and_never_a_field(client, desk):
    page = check(client, desk, ("412", "331", "257", "200"))
    assert 'name="points_' not in page.text
    assert page.text.count('hx-swap-oob="true"') == 4 * 4 + 4


def test_four_scores_give_places_uma_and_hanchan_scores(client, desk):
    page = check(client, desk, ("412", "331", "257", "200"))
    scores = [(row.score.place, row.score.uma, row.score.score) for row in page.context["look"].rows]
    assert scores == [(1, 15_000, 26_200), (2, 5_000, 8_100), (3, -5_000, -9_300), (4, -15_000, -25_000)]
    assert "+26.2" in page.text
    assert "−9.3" in page.text


def test_a_tie_shares_the_place(client, desk):
    page = check(client, desk, ("350", "350", "300", "200"))
    assert "1=" in page.text


def test_a_sum_that_does_not_fit_still_shows_places_and_says_the_likely_cause(client, desk):
    page = check(client, desk, ("412", "331", "257", "191"))
    assert "119,100" in page.text
    assert "<strong>900</strong> missing. Two digits swapped?" in page.text
    assert 'data-next="points_0"' in page.text


def test_checking_writes_nothing(client, desk):
    edition = desk.edition
    check(client, desk, ("412", "331", "257", "200"))
    desk.refresh_from_db()
    assert desk.edition == edition
    assert not SheetVersion.objects.exists()


def test_without_script_the_check_button_shows_the_whole_page_with_everything_missing(client, desk):
    url = reverse("sheet_check", args=[desk.slug, 1, 1])
    page = client.post(url, typed(hanchan_of(desk), points=("412", "", "", "")))
    assert page.status_code == 200
    assert "The points of South are missing." in page.text
    assert 'value="412"' in page.text


def test_a_change_is_checked_as_a_change(client, desk):
    entered(hanchan_of(desk))
    client.force_login(make_staff(desk, "referee"))
    url = reverse("sheet_change_check", args=[desk.slug, 1, 1])
    page = client.post(url, typed(hanchan_of(desk), base_version="1"))
    assert "Save the change" in page.text


def test_the_live_answer_costs_few_queries(client, desk, django_assert_max_num_queries):
    url, data = reverse("sheet_check", args=[desk.slug, 1, 1]), typed(hanchan_of(desk))
    with django_assert_max_num_queries(9):
        client.post(url, data, headers=HTMX)


@pytest.mark.parametrize("deposits", ["412", "two"])
def test_what_is_no_number_of_deposits_is_told_in_the_fields_terms(client, desk, deposits):
    page = check(client, desk, ("412", "331", "257", "200"), deposits=deposits)
    assert "The number of sticks of 1,000 that were left" in page.text
