"""The owner reads figures of a club's event, and opens it for an incident with a reason and the password."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, make_staff, make_user
from tests.tournament.leagues.games import make_league
from tests.tournament.rendering import unrendered
from tests.tournament.test_every_page import RIGHT_OF, all_pages, answers, small_event
from tournament.core.audit import Act
from tournament.core.models import OwnerAccess, Role, Verb
from tournament.events.clubs import first_club
from tournament.events.models import Club, ClubEvent
from tournament.persons.club_actions import add_club, set_event_club
from tournament.staff.owner_access import open_event

pytestmark = pytest.mark.django_db
NAMES = tuple(f"Quirin {letter}xhausen" for letter in "ABCDEFGH")
"""Names that no page has as an example."""
REASON = "The desk <b>is</b> locked out."


def give_away(tournament, club):
    set_event_club(tournament=tournament, club=club, act=Act(by=None, at=timezone.now()), today=timezone.localdate())


@pytest.fixture
def event():
    first_club()
    tournament = small_event(names=NAMES)
    give_away(tournament, add_club(name="Warsaw Riichi"))
    make_staff(tournament, Role.ORGANISER, username="organiser")
    return tournament


@pytest.fixture
def owner(client):
    user = make_user("owner", name="Olga Petrova", superuser=True)
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)
    return user


def page(name, event):
    return reverse(name, args=[event.slug])


def opened(client, event, **typed):
    return client.post(page("event_access", event), {"reason": REASON, "password": PASSWORD, **typed})


def test_every_page_of_a_clubs_event_leads_the_owner_to_its_figures(client, owner, event):
    address = page("event_access", event)
    with unrendered():
        for name, answer in answers(client, event, RIGHT_OF).items():
            assert (answer.status_code, answer["Location"]) == (302, address), name


@pytest.mark.slow("every page")
@pytest.mark.long("every page")
@pytest.mark.usefixtures("owner")
def test_no_page_answers_the_owner_with_a_name_from_a_clubs_event(client, event):
    """Its address and its public pages, of which there are none, apart."""
    names = [player.name for player in event.players.all()]
    for name, answer in answers(client, event, {one.name for one in all_pages()} - {"sign_out"}).items():
        if answer.status_code == 200 and not answer.streaming:
            assert [one for one in names if one in answer.content.decode(errors="ignore")] == [], name


def test_a_form_that_the_owner_sends_to_a_clubs_event_is_refused(client, owner, event):
    assert client.post(page("event_settings", event), {"name": "Mine"}).status_code == 403
    assert client.get(page("event_overview", event), headers={"HX-Request": "true"}).status_code == 403


def test_the_page_has_figures_and_no_names(client, owner, event):
    answer = client.get(page("event_access", event))
    html = answer.content.decode()
    figures = answer.context["figures"]
    assert (figures.players, figures.staff, figures.closed, figures.sheets, figures.size) == (8, 1, 1, 3, 0)
    assert "Warsaw Riichi" in html and "1 of 2" in html
    assert not [player.name for player in event.players.all() if player.name in html]


def test_the_owner_opens_the_event_and_the_organisers_read_why_and_until_when(client, owner, event):
    answer = opened(client, event)
    assert (answer.status_code, answer["Location"]) == (302, page("event_overview", event))
    assert client.get(page("event_staff", event)).status_code == 200
    assert event.audit_entries.first().verb == Verb.OPENED_AS_OWNER
    history = client.get(page("event_history", event)).content.decode()
    assert "opened the event as the owner of the installation" in history and "until:" in history
    client.force_login(event.memberships.get().user)
    html = client.get(page("event_overview", event)).content.decode()
    assert "(<bdi>Olga Petrova</bdi>) has opened this event until" in html
    assert "The desk &lt;b&gt;is&lt;/b&gt; locked out." in html
    for role in (Role.REFEREE, Role.DESK):
        client.force_login(make_staff(event, role))
        assert "has opened this event" not in client.get(page("event_overview", event)).content.decode()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"password": ""}, "enter your password"),
        ({"password": "wrong"}, "This is not your password."),
        ({"reason": " "}, "Enter a reason."),
        ({"reason": "x" * 501}, "at most 500 characters"),
    ],
)
def test_it_is_not_opened_without_the_password_and_a_reason(client, owner, event, typed, words):
    answer = opened(client, event, **typed)
    assert (answer.status_code, words in answer.content.decode()) == (422, True)
    assert not OwnerAccess.objects.exists()


def test_an_owner_who_signs_in_by_links_is_told_to_set_a_password(client, event):
    client.force_login(make_user("owner", superuser=True))
    answer = opened(client, event)
    assert (answer.status_code, "You have no password yet." in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("by_owner", [True, False])
def test_an_organiser_or_the_owner_ends_the_access(client, owner, event, by_owner):
    opened(client, event)
    assert "End access" in client.get(page("event_access", event)).content.decode()
    client.force_login(owner if by_owner else event.memberships.get().user)
    answer = client.post(page("event_access_end", event), follow=True)
    here = page("event_access" if by_owner else "event_overview", event)
    assert (answer.redirect_chain[-1][0], answer.status_code) == (here, 200)
    assert "The owner’s access has ended." in answer.content.decode()
    client.force_login(event.memberships.get().user)
    assert "had this event open from" in client.get(page("event_overview", event)).content.decode()
    client.force_login(owner)
    assert client.get(page("event_overview", event)).status_code == 302


def test_nobody_but_the_owner_sees_the_page_and_only_organisers_end_an_access(client, owner, event):
    opened(client, event)
    for user in (event.memberships.get().user, make_user("stranger")):
        client.force_login(user)
        assert client.get(page("event_access", event)).status_code == opened(client, event).status_code == 403
    client.force_login(make_staff(event, Role.REFEREE))
    assert client.post(page("event_access_end", event)).status_code == 403
    assert OwnerAccess.objects.filter(until__gt=timezone.now()).exists()


def test_an_event_that_is_the_owners_to_organise_needs_no_opening(client, owner):
    own = small_event()
    assert client.get(page("event_overview", own)).status_code == 200
    assert client.get(page("event_access", own))["Location"] == page("event_overview", own)
    assert client.get(reverse("event_access", args=["nothing"])).status_code == 404


def test_the_games_of_a_league_say_it_too(client, owner):
    first_club()
    league, *_rest = make_league()
    give_away(league, add_club(name="Second"))
    open_event(tournament=league, act=Act(by=owner, at=timezone.now(), reason=REASON))
    client.force_login(make_staff(league, Role.ORGANISER))
    assert "has opened this event until" in client.get(page("league_games", league)).content.decode()


def test_the_newest_copy_is_not_downloaded_where_there_are_several_clubs(client, owner, event):
    answer = client.get(reverse("backup_latest"), follow=True)
    assert "so it is not downloaded here" in answer.content.decode()
    OwnerAccess.objects.create(
        tournament=event, user=owner, reason="x", opened_at=timezone.now(), until=timezone.now() + timedelta(hours=1)
    )
    make_staff(event, Role.DESK).memberships.update(user=owner)
    assert "so it is not downloaded here" in client.get(reverse("backup_latest"), follow=True).content.decode()
    ClubEvent.objects.all().delete()  # the club may have persons and rankings
    assert "so it is not downloaded here" in client.get(reverse("backup_latest"), follow=True).content.decode()
    Club.objects.exclude(pk=first_club().pk).delete()
    assert "There is no copy yet" in client.get(reverse("backup_latest"), follow=True).content.decode()


def test_a_second_owner_opens_the_event_with_a_reason_of_their_own(client, owner, event):
    opened(client, event)
    second = make_user("second", superuser=True)
    second.set_password(PASSWORD)
    second.save()
    client.force_login(second)
    html = client.get(page("event_access", event)).content.decode()
    assert 'name="reason"' in html and "Go to the event" not in html and "locked out" not in html
    assert opened(client, event, reason="Another fault.").status_code == 302
    assert client.get(page("event_overview", event)).status_code == 200
