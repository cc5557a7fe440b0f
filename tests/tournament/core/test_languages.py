"""Who reads what in which language: readers choose, the hall and its papers follow the event, staff their account."""

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.template import Context, Template
from django.test import override_settings
from django.urls import path, reverse
from django.utils import translation

from tests import pseudo_locale
from tests.factories import MORNING, make_user
from tests.tournament.test_every_page import small_event
from tournament.core.audit import Act
from tournament.core.languages import spoken_at_event, usable
from tournament.events.actions import change_settings, set_public
from tournament.exports.posts import post_of
from tournament.players.registration.models import RegistrationPage
from tournament.screens.actions import add_screen

ACT = Act(by=None, at=MORNING)
COOKIE = settings.LANGUAGE_COOKIE_NAME
SWISS = {"Accept-Language": "de-CH,de;q=0.9,en;q=0.5"}
ITALIAN = {"Accept-Language": "it"}


@pytest.fixture
def event(db):
    tournament = small_event()
    change_settings(tournament=tournament, language="fr", second_language="ja", act=ACT)
    set_public(tournament=tournament, is_public=True, act=ACT)
    return tournament


def standings(event):
    return reverse("public_standings", args=[event.slug])


def spoken(client, address, **headers):
    """The language of an answer, which its header, its `lang` and its thread agree on."""
    answer = client.get(address, headers=headers)
    code = answer.headers["Content-Language"]
    assert translation.get_language() == code
    if "text/html" in answer.headers["Content-Type"]:
        assert f'<html lang="{code}"' in answer.content.decode()
    return code


def test_a_public_page_is_in_the_language_of_its_browser_with_the_numbers_of_its_country(client, event):
    assert spoken(client, standings(event), **SWISS) == "de-ch"
    assert spoken(client, standings(event), **{"Accept-Language": "de-LI"}) == "de"


def test_a_browser_without_a_known_language_reads_that_of_the_event(client, event):
    assert spoken(client, standings(event), **ITALIAN) == "fr"
    assert spoken(client, standings(event)) == "fr"


def test_without_any_language_a_page_is_in_english(client, event):
    change_settings(tournament=event, language="", act=ACT)
    assert spoken(client, standings(event), **ITALIAN) == "en"


def test_a_reader_chooses_at_the_foot_and_comes_back_to_the_page(client, event):
    page = client.get(standings(event)).content.decode()
    assert 'lang="fr"' in page and 'aria-current="true">Français' in " ".join(page.split()).replace(" >", ">")
    chosen = client.post(reverse("choose_language"), {"language": "ja", "next": standings(event)})
    assert chosen.status_code == 302 and chosen.headers["Location"] == standings(event)
    assert spoken(client, standings(event), **SWISS) == "ja"


def test_a_choice_has_the_numbers_of_the_country_of_the_browser(client, event):
    client.cookies[COOKIE] = "de"
    assert spoken(client, standings(event), **{"Accept-Language": "en, de-AT;q=0.5"}) == "de-at"


def test_nothing_is_kept_of_a_language_that_is_not_known(client, event):
    client.post(reverse("choose_language"), {"language": "xx", "next": "https://elsewhere.example/"})
    assert COOKIE not in client.cookies
    client.cookies[COOKIE] = "x" * 900
    assert spoken(client, standings(event) + "?lang=" + "y" * 900, **SWISS) == "de-ch"


def test_a_link_brings_its_language_along_and_the_next_page_has_it_too(client, event):
    assert spoken(client, standings(event) + "?lang=ja", **SWISS) == "ja"
    assert spoken(client, reverse("public_seating", args=[event.slug]), **SWISS) == "ja"


@pytest.mark.parametrize("name", ["screen_clock", "screen_standings", "screen_seating_now"])
def test_a_screen_is_in_the_language_of_the_event_whatever_browser_opens_it(client, event, name):
    client.cookies[COOKIE] = "de"
    assert spoken(client, reverse(name, args=[event.slug]), **SWISS) == "fr"


def test_a_paper_says_short_things_in_both_languages_once_where_they_are_the_same(event, monkeypatch, rf):
    request = rf.get("/")
    request.tournament = event
    label = Template('{% load sekigime %}{% bilingual _("Mazuru") %} {% bilingual _("of {n}") n=name as it %}{{ it }}')

    def shown():
        return label.render(Context({"request": request, "name": "<i>"}))

    pseudo_locale.install(monkeypatch)
    with translation.override("fr"):
        assert shown() == (
            '⟦fr|Mazuru⟧ <span class="second-language" lang="ja">⟦ja|Mazuru⟧</span> '
            '⟦fr|of &lt;i&gt;⟧ <span class="second-language" lang="ja">⟦ja|of &lt;i&gt;⟧</span>'
        )
        event.second_language = ""
        assert shown() == "⟦fr|Mazuru⟧ ⟦fr|of &lt;i&gt;⟧"


def test_the_page_of_a_projector_is_in_the_language_of_its_event(client, event):
    add_screen(tournament=event, code="ABCD", name="Door", act=ACT)
    assert spoken(client, reverse("screen_shell", args=["ABCD"]), **SWISS) == "fr"
    assert spoken(client, reverse("screen_state", args=["ABCD"]), **SWISS) == "fr"


def test_a_print_is_in_the_language_of_the_event_or_of_its_link_and_the_page_before_it_in_that_of_the_staff(
    client, event
):
    client.force_login(make_user("owner", superuser=True, language="ja"))
    assert spoken(client, reverse("prints", args=[event.slug]), **SWISS) == "ja"
    assert spoken(client, reverse("print_standings", args=[event.slug]), **SWISS) == "fr"
    assert spoken(client, reverse("print_rules", args=[event.slug]) + "?lang=de", **ITALIAN) == "de"


def test_the_workbook_is_in_the_language_of_the_event(client, event):
    client.force_login(make_user("owner", superuser=True, language="ja"))
    assert spoken(client, reverse("export_xlsx", args=[event.slug, "standings"]), **SWISS) == "fr"


def test_a_post_is_in_the_language_of_the_event_on_a_page_in_that_of_the_staff(client, event, monkeypatch):
    pseudo_locale.install(monkeypatch)
    with translation.override("ja"):
        assert pseudo_locale.languages(post_of(event).text) == {"fr"}
        assert pseudo_locale.languages(post_of(event).html) == {"fr"}
        with spoken_at_event(event):
            assert translation.get_language() == "fr"
        assert translation.get_language() == "ja"


def test_the_registration_page_follows_its_reader_only_where_the_reader_chose(client, event):
    RegistrationPage.objects.create(tournament=event, is_open=True)
    address = reverse("public_register", args=[event.slug])
    assert spoken(client, address, **SWISS) == "fr"
    client.cookies[COOKIE] = "de"
    assert spoken(client, address, **SWISS) == "de-ch"


def test_a_part_of_a_page_has_no_space_between_japanese_sentences_and_its_true_length(client, event):
    sentences = "<p>一。\n  二。 <b>三。</b></p>"

    class Urls:
        urlpatterns = [path("part/", lambda request: HttpResponse(Template(sentences).render(Context())))]

    with override_settings(ROOT_URLCONF=Urls):
        for language, text in (("ja", "<p>一。二。<b>三。</b></p>"), ("fr", "<p>一。\n  二。 <b>三。</b></p>")):
            answer = client.get("/part/", {"lang": language}, headers={"HX-Request": "true"})
            assert answer.text == text
            assert answer.headers["Content-Length"] == str(len(text.encode()))


def test_staff_read_in_the_language_of_their_account_else_of_their_browser(client, event):
    user = make_user("owner", superuser=True)
    client.force_login(user)
    address = reverse("players", args=[event.slug])
    assert spoken(client, address, **SWISS) == "de-ch"
    account = client.post(reverse("account"), {"act": "save", "name": "Owner", "language": "ja"}, headers=SWISS)
    assert account.status_code == 302
    assert spoken(client, address, **SWISS) == "ja"
    assert spoken(client, reverse("home"), **SWISS) == "ja"
    assert spoken(client, standings(event), **SWISS) == "de-ch"  # what players see, as a player sees it
    assert client.post(reverse("account"), {"act": "save", "language": "xx"}).status_code == 422


def test_an_event_begins_in_the_language_in_which_it_is_set_up(client, db):
    client.force_login(make_user("owner", superuser=True, language="ja"))
    assert client.get(reverse("event_new")).context["form"]["language"].value() == "ja"


def test_the_history_has_a_change_of_the_languages(event):
    change_settings(tournament=event, second_language="de-ch", act=ACT)
    changes = event.audit_entries.order_by("-id").first().detail["changes"]
    assert changes == {"second_language": ["ja", "de-ch"]}


def test_a_language_tag_is_one_that_is_offered():
    assert [usable(code) for code in ("de-CH", "fr-BE", "ja-JP", "it", "*", "", "<b>")] == [
        "de-ch",
        "fr",
        "ja",
        "",
        "",
        "",
        "",
    ]
