"""Clubs set up events in their name, as many as the owner of the installation allows."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament, make_user
from tests.tournament.archive.event_file.events import load
from tests.tournament.test_every_page import small_event
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.transfer import move_away, take_back
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role, Tournament
from tournament.events.actions import change_settings
from tournament.events.clubs import club_of, events_at_once, first_club, nearly_full
from tournament.events.models import Club, ClubMember, SetUpBy
from tournament.events.queries import may_set_up
from tournament.persons.club_actions import add_club, limit_club, set_event_club, set_hosting
from tournament.persons.club_views import PER_PAGE
from tournament.persons.rights import clubs_of

pytestmark = pytest.mark.django_db
TODAY = MORNING.date()
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def clubs():
    return first_club(), add_club(name="Warsaw Riichi")


def member(*clubs):
    user = make_user()
    for club in clubs:
        ClubMember.objects.create(club=club, user=user, role="member")
    return user


@pytest.mark.parametrize(
    ("policy", "allowed"),
    [
        (SetUpBy.ORGANISERS, {"owner", "organiser", "member"}),
        (SetUpBy.CLUBS, {"owner", "member"}),
        (SetUpBy.ACCOUNTS, {"owner", "organiser", "member", "stranger"}),
        (SetUpBy.OWNER, {"owner"}),
    ],
)
def test_the_owner_says_who_may_set_up_events(clubs, policy, allowed):
    set_hosting(set_up_by=policy, most_events=None)
    people = {
        "owner": make_user(superuser=True),
        "organiser": make_staff(make_tournament(), Role.ORGANISER),
        "member": member(clubs[1]),
        "stranger": make_user(),
    }
    assert {name for name, user in people.items() if may_set_up(user)} == allowed


def test_who_may_set_up_events_keeps_no_persons_before_organising_one():
    set_hosting(set_up_by=SetUpBy.ACCOUNTS, most_events=None)
    user = make_user()
    assert may_set_up(user) and not clubs_of(user, to_keep=False).exists()
    make_tournament(by=user)
    assert clubs_of(user, to_keep=True).exists()


def test_an_event_belongs_to_the_club_of_whoever_sets_it_up_and_to_the_one_chosen_of_several(clubs):
    assert club_of(make_tournament("Nobody's")) == clubs[0]
    assert club_of(make_tournament("Mine", by=member(clubs[1]))) == clubs[1]
    of_both = member(*clubs)
    assert club_of(make_tournament("Chosen", by=of_both, club=clubs[1])) == clubs[1]
    assert club_of(make_tournament("First", by=of_both)) == clubs[0]
    with pytest.raises(Refused, match="Only its members set up events of Warsaw Riichi"):
        make_tournament("Not mine", by=member(clubs[0]), club=clubs[1])


def test_a_club_has_no_more_events_at_once_than_it_may(clubs):
    user = member(clubs[1])
    set_hosting(set_up_by=SetUpBy.CLUBS, most_events=5)
    limit_club(club=clubs[1], most_events=1)
    clubs[1].refresh_from_db()
    make_tournament("Over", by=user, first_day=date(2026, 5, 1), last_day=date(2026, 5, 2))
    make_tournament("Over in a day", by=user, first_day=date(2026, 5, 1), last_day=None)
    make_tournament("Demo", by=user, is_demo=True)
    make_tournament("One", by=user)
    with pytest.raises(Refused, match=r"Events of Warsaw Riichi .*: 1, and at most 1\. Ask the owner"):
        make_tournament("Two", by=user)
    assert not Tournament.objects.filter(name="Two").exists()
    make_tournament("Loaded late", by=user, first_day=date(2026, 5, 1), last_day=date(2026, 5, 2))
    elsewhere = make_tournament("Elsewhere")
    with pytest.raises(Refused, match="1, and at most 1"):
        set_event_club(tournament=elsewhere, club=clubs[1], act=ACT, today=TODAY)
    limit_club(club=clubs[1], most_events=None)
    clubs[1].refresh_from_db()
    set_event_club(tournament=elsewhere, club=clubs[1], act=ACT, today=TODAY)
    assert sorted(one.name for one in events_at_once(clubs[1], TODAY)) == ["Elsewhere", "One"]
    set_event_club(tournament=elsewhere, club=clubs[0], act=ACT, today=TODAY)
    assert club_of(elsewhere) == clubs[0]


def test_an_event_that_is_over_or_elsewhere_does_not_come_back_into_a_full_club(clubs):
    user = member(clubs[1])
    limit_club(club=clubs[1], most_events=1)
    over = make_tournament("Over", by=user, first_day=date(2026, 5, 1), last_day=date(2026, 5, 2))
    away = make_tournament("Away", by=user)
    move_away(tournament=away, act=ACT)
    running = make_tournament("Running", by=user)
    for days in ({"last_day": date(2026, 6, 2)}, {"first_day": None, "last_day": None}):
        with pytest.raises(Refused, match="1, and at most 1"):
            change_settings(tournament=Tournament.objects.get(pk=over.pk), act=ACT, **days)
    with pytest.raises(Refused, match="1, and at most 1"):
        take_back(tournament=Tournament.objects.get(pk=away.pk), act=ACT)
    limit_club(club=clubs[1], most_events=0)
    change_settings(tournament=running, act=ACT, last_day=date(2026, 6, 2))
    assert events_at_once(clubs[1], TODAY).get() == running
    change_settings(tournament=running, act=ACT, first_day=date(2026, 5, 1), last_day=date(2026, 5, 1))
    limit_club(club=clubs[1], most_events=1)
    take_back(tournament=Tournament.objects.get(pk=away.pk), act=ACT)
    assert events_at_once(clubs[1], TODAY).get() == away


def test_a_file_is_loaded_into_a_club_that_may_have_one_more_event_alone(clubs):
    text = event_file(make_tournament())
    limit_club(club=clubs[0], most_events=1)
    with pytest.raises(Refused, match="1, and at most 1"):
        load(text, slug="second")


def test_what_a_club_may_still_have_is_said_before_it_is_full(client, clubs):
    user = member(*clubs)
    client.force_login(user)
    limit_club(club=clubs[1], most_events=3)
    make_tournament("One", by=user, club=clubs[1])
    assert nearly_full(Club.objects.all(), TODAY) == [(clubs[1], 1, 3)]
    limit_club(club=clubs[1], most_events=4)
    assert nearly_full(Club.objects.all(), TODAY) == []
    limit_club(club=clubs[1], most_events=1)
    Tournament.objects.update(last_day=None, first_day=None)
    page = client.get(reverse("event_new"))
    assert "has 1 of 1 events that it may have at once" in page.content.decode()
    sent = {"name": "Two", "club": clubs[1].pk, "preset": "wrc-2022", "hanchan_count": 8, "entry_mode": "single"}
    form = page.context["form"]
    sent |= {name: form[name].value() or "" for name in form.fields if name not in sent}
    answer = client.post(reverse("event_new"), sent)
    assert (answer.status_code, "1, and at most 1" in answer.content.decode()) == (422, True)
    assert client.post(reverse("event_new"), sent | {"club": clubs[0].pk}).status_code == 302
    assert club_of(Tournament.objects.get(name="Two")) == clubs[0]


def test_the_owner_reads_figures_of_each_club_and_no_names_of_players(client, clubs):
    set_event_club(tournament=small_event(), club=clubs[1], act=ACT, today=TODAY)
    client.force_login(make_user("owner", superuser=True))
    address = reverse("person_clubs")
    page = client.get(address)
    (_row, none), (_row, some) = page.context["rows"]
    assert (none.events, none.players, none.sheets, none.last_at) == (0, 0, 0, None)
    assert (some.events, some.players, some.sheets, some.size, some.most["most_events"]) == (1, 8, 3, 0, None)
    assert "Aiko Brandt" not in page.content.decode()
    client.post(address, {"do": "hosting", "set_up_by": "clubs", "most_events": "7"})
    client.post(address, {"do": "limit", "club_id": clubs[1].pk, f"limit{clubs[1].pk}-most_events": "0"})
    (_row, none), (_row, some) = client.get(address).context["rows"]
    assert (none.most["most_events"], some.most["most_events"]) == (7, 0)
    sent = {"do": "event", "event": make_tournament(first_day=None, last_day=None).slug, "club": clubs[1].pk}
    refused = client.post(address, sent)
    assert (refused.status_code, ", and at most 0" in refused.content.decode()) == (422, True)


def test_the_page_of_clubs_asks_as_often_for_twenty_clubs_as_for_two(client, clubs, django_assert_num_queries):
    client.force_login(make_user("owner", superuser=True))
    set_event_club(tournament=make_tournament(), club=clubs[1], act=ACT, today=TODAY)
    member(clubs[1])
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("person_clubs"))
    for number in range(18):
        club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
        set_event_club(tournament=make_tournament(), club=club, act=ACT, today=TODAY)
        member(club)
    with django_assert_num_queries(len(few)):
        client.get(reverse("person_clubs"))


def test_an_event_is_given_to_a_club_by_its_address_and_one_that_is_not_there_is_refused(client, clubs):
    client.force_login(make_user("owner", superuser=True))
    sent = {"do": "event", "event": "no-such-event", "club": clubs[1].pk}
    refused = client.post(reverse("person_clubs"), sent)
    assert (refused.status_code, "No event has this address." in refused.content.decode()) == (422, True)


def names(answer):
    return [one.name for one, _page in answer.context["rows"]]


def test_a_member_finds_the_events_of_their_clubs_in_the_list_and_is_led_only_where_they_may_go(client, clubs):
    user = member(*clubs)
    theirs = make_tournament("Theirs", by=member(clubs[1]))
    public = make_tournament("Public", by=member(clubs[1]))
    Tournament.objects.filter(pk=public.pk).update(is_public=True)
    own, nobodys = make_tournament("Own", by=user, club=clubs[1]), make_tournament("Of nobody", by=make_user())
    make_tournament("Of others", by=member(add_club(name="Third")))
    client.force_login(user)
    address = reverse("event_list")
    answer = client.get(address, {"club": "own"})
    assert set(names(answer)) == {"Theirs", "Public", "Own", "Of nobody"}
    assert dict(answer.context["rows"]) == {
        theirs: "", public: "public_standings", own: "event_home", nobodys: ""
    }  # fmt: skip
    assert answer.content.decode().count("not public") == 2
    assert set(names(client.get(address, {"club": clubs[1].pk}))) == {"Theirs", "Public", "Own"}
    assert set(names(client.get(address, {"club": clubs[1].pk, "q": "own"}))) == {"Own"}
    assert set(names(client.get(address))) == {"Theirs", "Public", "Own", "Of nobody"}
    assert "?club=own" in client.get("/").content.decode()
    assert client.get(reverse("event_home", args=[theirs.slug])).status_code == 403


def test_nobody_asks_for_the_events_of_a_club_of_others(client, clubs):
    make_tournament("Theirs", by=member(clubs[1]))
    for user in (None, make_user(), member(clubs[0])):
        if user:
            client.force_login(user)
        for club in (clubs[1].pk, "own", "x", "99999999999999999999"):
            assert "Theirs" not in names(client.get(reverse("event_list"), {"club": club}))


def test_the_owner_finds_the_events_of_any_club_and_is_led_to_their_figures(client, clubs):
    theirs, own = make_tournament("Theirs", by=member(clubs[1])), make_tournament("Own")
    client.force_login(make_user("owner", superuser=True))
    assert dict(client.get(reverse("event_list")).context["rows"]) == {theirs: "event_access", own: "event_home"}
    answer = client.get(reverse("event_list"), {"club": clubs[1].pk})
    assert names(answer) == ["Theirs"]
    assert reverse("event_access", args=[theirs.slug]) in answer.content.decode()


def test_nothing_speaks_of_clubs_where_there_is_one(client):
    user = member(first_club())
    make_tournament("Of nobody")
    client.force_login(user)
    answer = client.get(reverse("event_list"), {"club": "own"})
    assert (names(answer), answer.context["clubs"]) == ([], [])
    assert "my clubs" not in client.get("/").content.decode()


def test_the_list_of_a_members_events_asks_as_often_for_many_as_for_few(client, clubs, django_assert_num_queries):
    user = member(*clubs)
    make_tournament("One", by=member(clubs[1]))
    client.force_login(user)
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("event_list"), {"club": "own"})
    for number in range(8):
        make_tournament(f"More {number}", by=member(clubs[number % 2]))
    with django_assert_num_queries(len(few)):
        client.get(reverse("event_list"), {"club": "own"})


# --- the page of clubs ----------------------------------------------------------------------------------------------


@pytest.fixture
def many(client):
    first_club()
    Club.objects.bulk_create(Club(name=f"Club {n:03}", slug=f"club-{n}") for n in range(200))
    client.force_login(make_user("owner", superuser=True))


def shown(answer):
    return [row.club.name for row, _figures in answer.context["rows"]]


@pytest.mark.slow("two hundred clubs")
@pytest.mark.usefixtures("many")
def test_two_hundred_clubs_are_read_page_by_page_by_name_forwards_and_back(client):
    found, address = [], reverse("person_clubs")
    answer = client.get(address)
    while True:
        found.append(shown(answer))
        if not (after := answer.context["page"].after):
            break
        answer = client.get(address, {"after": after})
    assert [name for names in found for name in names] == ["", *(f"Club {n:03}" for n in range(200))]
    assert {len(names) for names in found[:-1]} == {PER_PAGE}
    for names in reversed(found[:-1]):
        answer = client.get(address, {"before": answer.context["page"].before})
        assert shown(answer) == names
    assert answer.context["page"].before is None
    for odd in ({"before": 1}, {"after": 10**9}, {"before": "x"}):
        assert shown(client.get(address, odd)) == found[0]


@pytest.mark.usefixtures("many")
def test_a_club_is_found_by_its_name(client):
    address = reverse("person_clubs")
    assert shown(client.get(address, {"q": "CLUB 042"})) == ["Club 042"]
    none = client.get(address, {"q": "zzz\0"}).content.decode()
    assert "No club matches" in none
    made = client.post(address, {"do": "add", "name": "Łódź & Co"}, follow=True)
    assert shown(made) == ["Łódź & Co"]


@pytest.mark.usefixtures("many")
def test_a_form_of_a_club_leads_back_to_its_page_of_the_list(client):
    club = Club.objects.get(name="Club 030")
    address = f"{reverse('person_clubs')}?after={Club.objects.get(name='Club 020').pk}"
    wrong = client.post(address, {"do": "limit", "club_id": club.pk, f"limit{club.pk}-most_plans": "x"})
    row = next(row for row, _figures in wrong.context["rows"] if row.club == club)
    assert (wrong.status_code, row.is_open, bool(row.limit.errors)) == (422, True, True)
    done = client.post(address, {"do": "limit", "club_id": club.pk, f"limit{club.pk}-most_plans": "4"})
    club.refresh_from_db()
    assert (done.status_code, done["Location"], club.most_plans) == (302, address, 4)
