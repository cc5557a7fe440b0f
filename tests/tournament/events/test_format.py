"""The format asked at set-up: planned starts, a cut and the final after it, time zone; and how it changes later."""

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament, make_user
from tests.tournament.test_every_page import small_event
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import HanchanState, Role, Tournament
from tournament.events.actions import change_hanchan, change_settings, set_public
from tournament.events.history import details

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
TYPED = {
    "name": "Autumn Open",
    "preset": "wrc-2022",
    "hanchan_count": "5",
    "first_day": "2026-10-10",
    "wind_method": "fixed",
    "point_unit": "hundreds",
    "entry_mode": "single",
    "submission": "7d6b0ae2-6a0c-4d2e-9c93-52f6f7c0a101",
}


@pytest.fixture
def owner(client):
    user = make_user(superuser=True)
    client.force_login(user)
    return user


def hours(minutes):
    return MORNING + timedelta(minutes=minutes)


def test_a_cut_a_final_without_a_limit_and_planned_starts_are_asked_on_one_page(client, owner):
    typed = TYPED | {
        "time_zone": "Europe/Berlin",
        "starts": "10:00 12:00 14:30\n10:00 13:00",
        "cut_after": "4",
        "cut_size": "8",
        "carry": "1/2",
        "final_minutes": "0",
    }
    assert client.post("/manage/new/", typed).status_code == 302
    event = Tournament.objects.get()
    (cut,) = event.ranked_by.cuts
    assert (cut.after, cut.sizes, cut.above, cut.below) == (4, (8,), Fraction(1, 2), Fraction(1))
    rows = [(one.name_in_words, one.minutes, one.planned_at) for one in event.hanchan.order_by("number")]
    assert [(name, minutes) for name, minutes, _at in rows] == [("", 90)] * 4 + [("Final", None)]
    assert rows[3][2] == datetime(2026, 10, 11, 8, 0, tzinfo=UTC)
    assert event.time_zone == "Europe/Berlin"


def test_with_defaults_there_is_no_cut_no_name_and_no_planned_start(client, owner):
    client.post("/manage/new/", TYPED)
    event = Tournament.objects.get()
    assert (event.standing_rules, event.time_zone) == ({}, "")
    assert set(event.hanchan.values_list("name", "minutes", "planned_at")) == {("", 90, None)}


def test_several_hanchan_after_a_cut_are_numbered_and_may_have_a_limit_of_their_own():
    event = make_tournament(hanchan_count=6, cut_after=4, cut_size=4, final_minutes=75)
    assert [(one.name_in_words, one.minutes) for one in event.hanchan.order_by("number")][3:] == [
        ("", 90),
        ("Final 1", 75),
        ("Final 2", 75),
    ]


@pytest.mark.parametrize(
    ("setup", "field", "words"),
    [
        ({"cut_after": 4}, "cut_size", "A cut needs both"),
        ({"cut_size": 4}, "cut_after", "A cut needs both"),
        ({"cut_after": 8, "cut_size": 4}, "cut_after", "a cut comes before it"),
        ({"cut_after": 4, "cut_size": 0}, "cut_size", "how many players are above"),
        ({"carry": "2"}, "carry", "part of the total"),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "time zone of the list"),
        ({"starts": [hours(n) for n in range(9)]}, "starts", "9 planned starts for 8 hanchan"),
        ({"starts": [hours(60), hours(0)]}, "starts", "Hanchan 2 is not planned after hanchan 1"),
        ({"cut_after": 4, "cut_size": 4, "final_minutes": 601}, "final_minutes", "between 1 and 600"),
    ],
)
def test_a_format_that_does_not_fit_is_refused_at_its_field(setup, field, words):
    with pytest.raises(Refused, match=words) as refused:
        make_tournament(**setup)
    assert refused.value.field == field
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"starts": "10:00 noon"}, "“noon” is not a time of day"),
        ({"starts": "10:00", "first_day": ""}, "the planned starts need it"),
        ({"starts": "10:00", "time_zone": "Mars/Olympus"}, "Mars/Olympus"),
        ({"starts": "10:00", "first_day": "soon"}, "Enter a valid date"),
    ],
)
def test_the_page_says_at_which_field_something_is_wrong(client, owner, typed, words):
    answer = client.post("/manage/new/", TYPED | typed)
    assert answer.status_code == 422
    assert words in answer.content.decode()


# --- later -----------------------------------------------------------------------------------------------------------


def test_names_limits_and_starts_are_changed_on_the_page_of_hanchan(client):
    event = make_tournament("Open", hanchan_count=2, time_zone="Asia/Tokyo")
    client.force_login(make_staff(event, Role.ORGANISER))
    typed = {"hanchan_count": "2", "name_2": " Final ", "minutes_1": "90", "planned_2": "2026-05-16T14:30"}
    assert client.post("/manage/open/hanchan/", typed).status_code == 302
    second = event.hanchan.get(number=2)
    assert (second.name, second.minutes, second.title) == ("Final", None, "Hanchan 2 · Final")
    assert second.planned_at == datetime(2026, 5, 16, 5, 30, tzinfo=UTC)
    assert "2026-05-16T14:30" in client.get("/manage/open/hanchan/").content.decode()


def test_the_name_of_a_hanchan_is_on_the_seating_pages_and_the_projector(client):
    event = small_event()
    limits = list(event.hanchan.order_by("number").values_list("minutes", flat=True))
    change_hanchan(tournament=event, minutes=limits, names=["", "Final"], act=ACT)
    set_public(tournament=event, is_public=True, act=ACT)
    client.force_login(make_staff(event, Role.ORGANISER))
    for address in (
        reverse("seating_hanchan", args=[event.slug, 2]),
        reverse("event_public", args=[event.slug]),
        f"{reverse('public_seating', args=[event.slug])}?hanchan=2",
    ):
        assert "<bdi>Hanchan 2 · Final</bdi>" in client.get(address).content.decode(), address
    screen = client.get(reverse("screen_seating", args=[event.slug, 2])).content.decode()
    assert "<strong>Hanchan 2</strong> of 2" in screen and "· <bdi>Final</bdi>" in screen


def test_names_and_starts_stay_where_only_limits_are_changed():
    event = make_tournament(hanchan_count=3, starts=[hours(0)], cut_after=2, cut_size=4)
    change_hanchan(tournament=event, minutes=[80, 80, 80], act=ACT)
    assert [(one.name_in_words, one.planned_at) for one in event.hanchan.order_by("number")] == [
        ("", MORNING),
        ("", None),
        ("Final", None),
    ]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"names": ["", "x" * 41]}, "name_2"),
        ({"planned": [hours(60), hours(0)]}, "planned_2"),
        ({"planned": [hours(60), hours(60)]}, "planned_2"),
    ],
)
def test_a_name_that_is_too_long_and_starts_out_of_order_are_refused(changes, field):
    event = make_tournament(hanchan_count=2)
    with pytest.raises(Refused) as refused:
        change_hanchan(tournament=event, minutes=[90, 90], act=ACT, **changes)
    assert refused.value.field == field


def test_every_planned_start_keeps_its_time_of_day_in_another_time_zone_and_moves_with_the_first_day():
    event = make_tournament(hanchan_count=3, time_zone="UTC", starts=[hours(0), hours(120)])
    event.hanchan.filter(number=1).update(state=HanchanState.CLOSED)
    change_settings(tournament=event, act=ACT, time_zone="Asia/Tokyo", first_day=date(2026, 5, 17))
    starts = list(event.hanchan.order_by("number").values_list("planned_at", flat=True))
    assert starts == [datetime(2026, 5, 17, 0, 30, tzinfo=UTC), datetime(2026, 5, 17, 2, 30, tzinfo=UTC), None]
    change_settings(tournament=event, act=ACT, place="Kyoto")
    assert list(event.hanchan.order_by("number").values_list("planned_at", flat=True)) == starts


def test_another_time_zone_that_makes_one_moment_of_two_starts_is_refused():
    spring = datetime(2026, 3, 29, 2, 30, tzinfo=UTC)
    event = make_tournament(hanchan_count=2, time_zone="UTC", starts=[spring, spring + timedelta(hours=1)])
    with pytest.raises(Refused, match="Hanchan 2 is not planned after hanchan 1"):
        change_settings(tournament=event, act=ACT, time_zone="Europe/Berlin")
    assert event.hanchan.get(number=1).planned_at == spring


def test_the_page_says_where_planned_starts_are_now_in_both_time_zones(client):
    event = make_tournament("Open", hanchan_count=2, time_zone="UTC", starts=[hours(0), hours(120)])
    client.force_login(make_staff(event, Role.ORGANISER))
    sent = {"name": "Open", "slug": "open", "time_zone": "Asia/Tokyo", "wind_method": "fixed", "point_unit": "hundreds"}
    html = client.post("/manage/open/settings/", sent, follow=True).content.decode()
    assert "keep their time of day: 16 May 09:30, 16 May 11:30 in Asia/Tokyo" in html
    assert "which is 16 May 00:30, 16 May 02:30 in UTC" in html
    sent |= {"first_day": "2026-05-16", "last_day": ""}
    client.post("/manage/open/settings/", sent)
    html = client.post("/manage/open/settings/", {**sent, "first_day": "2026-05-23"}, follow=True).content.decode()
    assert "Planned starts moved with the first day: 23 May 09:30, 23 May 11:30." in html


def test_pages_speak_in_the_time_of_the_hall(client):
    event = make_tournament("Open", hanchan_count=1, time_zone="Asia/Tokyo", starts=[hours(0)], is_demo=False)
    Tournament.objects.update(is_public=True)
    assert "Planned start: 18:30." in client.get("/t/open/clock/").content.decode()
    client.force_login(make_staff(event, Role.DESK))
    assert "16 May 18:30" in client.get("/manage/open/hanchan/all/").content.decode()


def test_a_name_that_set_up_gave_stays_a_word_when_the_page_is_saved(client):
    event = make_tournament(hanchan_count=3, cut_after=2, cut_size=4)
    final = event.hanchan.get(number=3)
    seen = {"name_1": "", "name_2": "", "name_3": "Final"}
    change_hanchan(tournament=event, minutes=[90, 90, 60], names=["", "", "Final"], seen=seen, act=ACT)
    assert event.hanchan.get(number=3).name == final.name != "Final"
    change_hanchan(tournament=event, minutes=[90, 90, 60], names=["", "", "Big final"], seen=seen, act=ACT)
    assert event.hanchan.get(number=3).name == "Big final"
    assert "name of hanchan 3: Final → Big final" in details(event.audit_entries.first())
