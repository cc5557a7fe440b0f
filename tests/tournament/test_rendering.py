"""Requests whose page is not written out."""

import pytest
from django.urls import reverse
from pytest_django.asserts import assertContains

from tests.factories import make_user
from tests.tournament.rendering import unrendered
from tests.tournament.test_every_page import small_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(client):
    client.force_login(make_user("owner", superuser=True))
    return client


def test_the_view_runs_and_the_page_has_its_context_but_no_body(signed_in):
    with unrendered():
        page = signed_in.get(reverse("players", args=[small_event().slug]))
    assert page.status_code == 200 and page.headers["Content-Security-Policy"]
    assert len(page.context["table"].rows) == 8 and page.context["user"].username == "owner"
    assert [template.name for template in page.templates] == ["players/players.html"]
    for read in (lambda: page.content, lambda: page.text, lambda: list(page), lambda: assertContains(page, "")):
        with pytest.raises(pytest.fail.Exception, match="not written out"):
            read()


def test_rights_and_redirects_are_as_ever(client):
    address = reverse("players", args=[small_event().slug])
    with unrendered():
        assert client.get(address)["Location"].startswith("/sign-in/")
        assert client.get(address, follow=True).context["form"].fields
        client.force_login(make_user("stranger"))
        assert client.get(address).status_code == 403


def test_a_part_of_a_page_hands_over_its_context_too(signed_in):
    htmx = {"HX-Request": "true", "HX-Target": "players-list"}
    with unrendered():
        part = signed_in.get(reverse("players", args=[small_event().slug]), headers=htmx)
    assert [template.name for template in part.templates] == ["list"]
    assert len(part.context["table"].rows) == 8


def test_queries_are_not_counted_without_those_of_the_template(signed_in, django_assert_num_queries):
    address = reverse("players", args=[small_event().slug])
    with pytest.raises(pytest.fail.Exception, match="Queries are counted"), unrendered(), django_assert_num_queries(0):
        signed_in.get(address)


def test_an_answer_without_a_template_keeps_its_body(client):
    event = small_event()
    type(event).objects.update(is_public=True)
    with unrendered():
        assert client.get(reverse("api_event", args=[event.slug])).json()


@unrendered()
def test_a_whole_test_may_be_without_pages(client):
    with pytest.raises(pytest.fail.Exception, match="not written out"):
        _ = client.get(reverse("home")).content


def test_pages_are_written_out_again_afterwards(client):
    with unrendered():
        client.get(reverse("home"))
    assert "Sekigime" in client.get(reverse("home")).text
