"""The start page, setting up, and the pages that say what a tournament is."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from tests.factories import make_staff, make_tournament, make_user
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.models import HanchanState, Role, Tournament
from tournament.events.actions import change_rules, change_settings, set_public
from tournament.events.forms import DetailsForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_tournament("Open")


@pytest.fixture
def organiser(client, event):
    user = make_staff(event, Role.ORGANISER, name="Aiko Brandt")
    client.force_login(user)
    return user


def page(client, path, **data):
    return client.get(path, data).content.decode()


def form_of(client, path):
    """The values with which a page's form would be sent as it stands."""
    return {name: value for name, value in client.get(path).context["form"].initial.items() if value is not None}


def begin(tournament, now):
    tournament.hanchan.filter(number=1).update(state=HanchanState.PLAYING, started_at=now)


# --- the start page ------------------------------------------------------------------------------------------------


def test_on_an_empty_machine_a_stranger_is_told_to_wait_and_the_owner_to_begin(client):
    assert "No tournament is public yet" in page(client, "/")
    client.force_login(make_user(superuser=True))
    html = page(client, "/")
    assert 'href="/manage/new/"' in html
    assert "Load the demo tournament" in html


def test_players_see_public_tournaments_only(client, event, now):
    make_tournament("Secret Cup")
    set_public(tournament=event, is_public=True, act=Act(by=None, at=now))
    html = page(client, "/")
    assert 'href="/t/open/"' in html
    assert "Secret Cup" not in html


def test_staff_see_their_own_tournaments_first_and_each_once(client, event, organiser, now):
    set_public(tournament=event, is_public=True, act=Act(by=None, at=now))
    html = page(client, "/")
    assert html.count("event-row") == 1
    assert 'href="/manage/open/home/"' in html


def test_somebody_who_works_nowhere_is_told_how_to_get_in(client):
    client.force_login(make_user())
    html = page(client, "/")
    assert "You are not on the staff of a tournament yet" in html
    assert 'href="/manage/new/"' not in html


def public(name, **fields):
    Tournament.objects.filter(pk=make_tournament(name, **fields).pk).update(is_public=True)


def cups(today, *days, **fields):
    """A public tournament for each, that many days from today."""
    for n in days:
        day = today + timedelta(n)
        public(f"Cup {n}", first_day=day, last_day=day, **fields)


def in_groups(client, key="public"):
    groups = client.get("/").context[key]
    return [[one.name for one in part] for part in (groups.now, groups.coming, groups.past)]


def test_the_start_page_has_what_runs_now_then_what_comes_next_then_what_was_last(client):
    today = localdate()
    cups(today, -9, 9, 0, -3, 2)
    public("Long Cup", first_day=today - timedelta(40), last_day=today + timedelta(1))
    public("Some Day", first_day=None, last_day=None)
    assert in_groups(client) == [["Cup 0", "Long Cup"], ["Cup 2", "Cup 9", "Some Day"], ["Cup -3", "Cup -9"]]
    assert 'href="/events/"' not in page(client, "/")


def test_of_many_tournaments_the_next_and_the_last_ten_stand_there_and_a_link_leads_to_all(client):
    cups(localdate(), *range(-12, 0), *range(1, 13))
    now, coming, past = in_groups(client)
    assert (now, coming[0], coming[-1], past[0], past[-1]) == ([], "Cup 1", "Cup 10", "Cup -1", "Cup -10")
    assert 'href="/events/"' in page(client, "/")


def test_an_event_that_is_past_is_not_said_to_come(client):
    cups(localdate(), -3)
    assert "upcoming" not in page(client, "/")
    cups(localdate(), 3)
    assert "upcoming" in page(client, "/") and "upcoming" in page(client, "/events/")


def test_the_start_page_asks_as_much_for_many_tournaments_as_for_a_few(client):
    client.force_login(make_user(superuser=True))
    counts = []
    for days in ((-1,), range(-30, 30)):
        cups(localdate() - timedelta(days[0] * 100), *days)
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 13


@pytest.mark.slow("a hundred events")
def test_all_tournaments_are_found_by_year_and_by_words_fifty_on_a_page(client):
    cups(date(2025, 6, 1), *range(52), place="Wien")
    cups(date(2024, 1, 1), 100)
    make_tournament("Secret Cup", first_day=date(2025, 3, 3), last_day=date(2025, 3, 3))
    first = client.get("/events/").context["page"]
    assert (len(first.rows), first.rows[0].name, first.before) == (50, "Cup 51", None)
    second = client.get("/events/", {"after": first.after}).context["page"]
    assert ([one.name for one in second.rows], second.after) == (["Cup 1", "Cup 0", "Cup 100"], None)
    assert client.get("/events/", {"before": second.before}).context["page"] == first
    assert [one.name for one in client.get("/events/?year=2024").context["page"].rows] == ["Cup 100"]
    found = client.get("/events/?q=wien+cup+7").context["page"]
    assert [one.name for one in found.rows] == ["Cup 47", "Cup 37", "Cup 27", "Cup 17", "Cup 7"]
    assert "No tournament matches." in page(client, "/events/", q="Graz")
    for year in ("0", "10000", "99999999999", "x"):
        assert client.get("/events/", {"year": year}).status_code == 200
    assert len(client.get("/events/", {"q": "cup\0 7"}).context["page"].rows) == 5
    for cursor in ("x", "2025-02-30.1", ".0"):
        assert client.get("/events/", {"after": cursor, "before": cursor}).context["page"] == first


def test_who_works_at_a_tournament_finds_it_in_the_list_too(client, event, organiser):
    html = page(client, "/events/")
    assert 'href="/manage/open/home/"' in html
    client.logout()
    assert "/manage/open/" not in page(client, "/events/")


# --- setting up ----------------------------------------------------------------------------------------------------


def new_form(client, **typed):
    submission = re.search(r'name="submission" value="([\w-]+)"', page(client, "/manage/new/"))[1]
    usual = {
        "name": "Tulip Open", "preset": "wrc-2022", "hanchan_count": "8", "wind_method": "fixed",
        "point_unit": "hundreds", "submission": submission,
    }  # fmt: skip
    return usual | typed


def test_a_name_is_enough_to_set_up_a_tournament(client):
    client.force_login(make_user(superuser=True))
    answer = client.post("/manage/new/", new_form(client))
    assert answer.url == "/manage/tulip-open/"
    made = Tournament.objects.get()
    assert (made.hanchan.count(), made.ruleset.key) == (8, "wrc-2022")


def test_the_form_sent_twice_makes_one_tournament(client):
    client.force_login(make_user(superuser=True))
    typed = new_form(client)
    assert client.post("/manage/new/", typed).url == client.post("/manage/new/", typed).url
    assert Tournament.objects.count() == 1


def test_set_up_asks_how_many_people_type_at_the_desk():
    modes = DetailsForm().fields["entry_mode"]
    answers = {mode: str(label) for mode, label in modes.choices}
    assert modes.label == "One or two people at the desk?"
    assert [mode for mode, label in answers.items() if "One person: once" in label] == ["single", "checked"]
    assert "Two people: twice, blind" in answers["blind"]
    assert "Players: at the table" in answers["signed"]


def test_everything_that_was_typed_is_in_the_tournament(client):
    client.force_login(make_user(superuser=True))
    typed = new_form(
        client, place="Leiden", first_day="2026-05-16", last_day="2026-05-17", preset="ema-2025", schedule="lower",
        hanchan_count="6", minutes="75", wind_method="drawn", point_unit="full", table_count="10",
    )  # fmt: skip
    client.post("/manage/new/", typed)
    made = Tournament.objects.get()
    assert (made.place, made.first_day, made.table_count) == ("Leiden", date(2026, 5, 16), 10)
    assert (made.ruleset.key, made.schedule.key, made.wind_method, made.point_unit) == (
        "ema-2025", "lower", "drawn", "full",
    )  # fmt: skip
    assert {hanchan.minutes for hanchan in made.hanchan.all()} == {75}


def test_the_first_start_plans_every_hanchan_of_every_day(client):
    client.force_login(make_user(superuser=True))
    days = {"first_day": "2026-05-16", "last_day": "2026-05-17", "time_zone": "UTC"}
    client.post("/manage/new/", new_form(client, **days, hanchan_count="3", first_start="10:00"))
    made = Tournament.objects.get()
    starts = [f"{one:%d %H:%M}" for one in made.hanchan.order_by("number").values_list("planned_at", flat=True)]
    assert starts == ["16 10:00", "16 11:45", "17 10:00"]


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"first_start": "10:00"}, "first_day", "the planned starts need it"),
        ({"first_start": "noon"}, "first_start", "Enter a time such as 10:00."),
        ({"first_start": "18:00", "first_day": "2026-05-16"}, "first_start", "would go on after midnight"),
        ({"first_start": "10:00", "preset": "no-such", "first_day": "2026-05-16"}, "preset", ""),
    ],
)
def test_a_first_start_that_cannot_be_is_told_beside_its_field(client, typed, field, words):
    client.force_login(make_user(superuser=True))
    answer = client.post("/manage/new/", new_form(client, **typed))
    assert answer.status_code == 422 and words in str(answer.context["form"].errors[field])


def test_folded_questions_are_open_where_somebody_answered(client):
    client.force_login(make_user(superuser=True))
    assert not any(fold.is_open for fold in client.get("/manage/new/").context["folds"])
    answer = client.post(
        "/manage/new/",
        new_form(client, name="", language="en", table_count="9", minutes="-1", carry="1", protest_minutes="15"),
    )
    is_open = [str(fold.title) for fold in answer.context["folds"] if fold.is_open]
    assert is_open == ["Time and breaks", "Tables and places"]


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_is_kept(client):
    client.force_login(make_user(superuser=True))
    typed = new_form(client, name="", place="Leiden", first_day="2026-05-17", last_day="2026-05-16")
    answer = client.post("/manage/new/", typed)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"name", "last_day"}
    assert 'value="Leiden"' in answer.content.decode()


def test_only_owners_and_organisers_set_up_tournaments(client, event):
    client.force_login(make_staff(event, Role.DESK))
    assert client.get("/manage/new/").status_code == 403


# --- settings, hanchan, rules, public ------------------------------------------------------------------------------


@unrendered()
def test_settings_are_saved_and_shown_again(client, event, organiser):
    typed = form_of(client, "/manage/open/settings/") | {"place": "Leiden", "last_day": ""}
    assert client.post("/manage/open/settings/", typed).url == "/manage/open/settings/"
    event.refresh_from_db()
    assert (event.place, event.last_day) == ("Leiden", None)


@unrendered()
def test_a_changed_address_leads_on_to_the_new_one(client, event, organiser):
    typed = form_of(client, "/manage/open/settings/") | {"slug": "open-26"}
    answer = client.post("/manage/open/settings/", typed)
    assert answer.url == "/manage/open-26/settings/"
    assert client.get(answer.url).status_code == 200


def test_an_address_that_is_taken_is_refused_beside_its_field(client, event, organiser):
    make_tournament("Cup")
    answer = client.post("/manage/open/settings/", form_of(client, "/manage/open/settings/") | {"slug": "cup"})
    assert answer.status_code == 422
    assert "slug" in answer.context["form"].errors
    assert 'href="/manage/open/"' in answer.content.decode()


def test_the_number_of_hanchan_and_each_limit_is_saved(client, event, organiser):
    typed = form_of(client, "/manage/open/hanchan/") | {f"minutes_{n}": "90" for n in range(1, 9)}
    typed |= {"hanchan_count": "9", "minutes_2": "60", "minutes_3": ""}
    client.post("/manage/open/hanchan/", typed)
    assert list(event.hanchan.values_list("minutes", flat=True)) == [90, 60, None, 90, 90, 90, 90, 90, 90]


def test_dropping_a_hanchan_that_has_started_is_refused(client, event, organiser, now):
    begin(event, now)
    event.hanchan.filter(number=2).update(state=HanchanState.PLAYING, started_at=now)
    answer = client.post("/manage/open/hanchan/", {"hanchan_count": "1", "minutes_1": "90"})
    assert answer.status_code == 422
    assert "cannot be fewer than 2" in answer.content.decode()


def test_the_public_page_is_opened_and_its_address_shown_with_a_code(client, event, organiser):
    closed = page(client, "/manage/open/public/")
    opens = re.compile(r'btn-primary"\s+name="is_public"\s+value="on"')
    assert "Once it is open:" in closed and opens.search(closed)
    assert closed.index(">Save</button>") < opens.search(closed).start(), "Enter in a field would open the page"
    answer = client.post("/manage/open/public/", {"is_public": "on", "standings_public": "on"})
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.is_public, event.players_public, event.release_on_close) == (True, False, False)
    html = page(client, "/manage/open/public/")
    assert "/t/open/" in html and "<svg" in html
    assert "The public page is open." in html and not opens.search(html)


def test_settings_pages_belong_to_organisers(client, event):
    client.force_login(make_staff(event, Role.REFEREE))
    for name in ("settings", "rules", "hanchan", "public"):
        assert client.get(f"/manage/open/{name}/").status_code == 403


def test_of_an_event_that_hides_everything_the_page_says_what_stays_public(client, event, organiser):
    set_public(
        tournament=event, act=Act(by=None, at=event.made_at), players_public=False, standings_public=False,
        release_on_close=False,
    )  # fmt: skip
    assert "Only the name, the place and the days of the event" in page(client, "/manage/open/public/")


def test_the_organiser_chooses_who_sees_the_last_hand_and_reads_it_once_it_is_public(client, event, organiser):
    words = '<strong class="num">everybody, and the screens of the hall</strong>'
    assert words not in page(client, "/manage/open/public/")
    client.post("/manage/open/public/", {"is_public": "on", "last_hand_shown": "hall"})
    event.refresh_from_db()
    assert event.last_hand_shown == "hall" and words in page(client, "/manage/open/public/")
    assert "who sees the last hand: the table → everybody, and the screens of the hall" in page(
        client, "/manage/open/history/"
    )
    client.post("/manage/open/public/", {"is_public": "on"})
    event.refresh_from_db()
    assert event.last_hand_shown == "hall", "a form that does not send it leaves it"
    answer = client.post("/manage/open/public/", {"is_public": "on", "last_hand_shown": "moon"})
    assert answer.status_code == 422


# --- history, public rules -----------------------------------------------------------------------------------------


def test_the_history_says_who_did_what_with_before_and_after(client, event, organiser, now):
    change_settings(tournament=event, place="Leiden", act=Act(by=organiser, at=now))
    html = page(client, "/manage/open/history/")
    assert "changed the settings" in html
    assert "place: Utrecht → Leiden" in html
    assert "Aiko Brandt" in html


def test_the_history_shows_stored_values_by_their_labels(client, event, organiser, now):
    change_settings(tournament=event, wind_method="drawn", act=Act(by=organiser, at=now))
    html = page(client, "/manage/open/history/")
    assert "seat winds: fixed by the seating → drawn by the players at the table, then typed" in html


def test_the_history_is_filtered_by_act_person_and_words(client, event, organiser, now):
    change_settings(tournament=event, place="Leiden", act=Act(by=organiser, at=now))
    change_rules(tournament=event, chonbo=20_000, act=Act(by=None, at=now))

    def rows(**wanted):
        return len(client.get("/manage/open/history/", wanted).context["table"].rows)

    assert rows() == 3
    assert rows(verb="changed the rules") == rows(by=organiser.pk) == rows(q="adapted") == 1
    assert rows(q="nothing like it") == 0
    assert rows(by="x") == 3
    assert "No entries match this filter" in page(client, "/manage/open/history/", q="nothing like it")


def test_a_long_history_has_pages_and_keeps_its_filter_on_them(client, event, organiser, now):
    for n in range(60):
        change_settings(tournament=event, place=f"Hall {n}", act=Act(by=organiser, at=now))
    html = page(client, "/manage/open/history/", verb="changed the settings")
    assert "Page 1 of 2" in html
    assert re.search(r'href="\?[^"]*verb=changed\+the\+settings[^"]*page=2|href="\?[^"]*page=2[^"]*verb=changed', html)
    assert len(list(client.get("/manage/open/history/", {"page": "2"}).context["table"].records)) == 11


def test_the_history_does_not_ask_once_per_line(client, event, organiser, now, django_assert_max_num_queries):
    for n in range(40):
        change_settings(tournament=event, place=f"Hall {n}", act=Act(by=organiser, at=now))
    with django_assert_max_num_queries(39):  # 28 of them check the history
        client.get("/manage/open/history/")


def test_a_name_full_of_markup_is_shown_as_text(client, organiser, event, now):
    change_settings(tournament=event, name="<script>alert(1)</script>", act=Act(by=organiser, at=now))
    for path in ("/", "/manage/open/", "/manage/open/history/"):
        assert "<script>alert" not in page(client, path)


# --- two people at once ---------------------------------------------------------------------------------------------


def seen(client, path):
    return client.get(path).context["seen"]


def test_an_older_page_does_not_open_again_what_somebody_closed(client, event, organiser, now):
    path = "/manage/open/public/"
    set_public(tournament=event, is_public=True, act=Act(by=None, at=now))
    older = {"is_public": "on", "players_public": "on", "seen": seen(client, path)}
    set_public(tournament=event, is_public=False, act=Act(by=None, at=now))
    assert client.post(path, older).status_code == 302
    now = Tournament.objects.get()
    assert (now.is_public, now.players_public) == (False, True)


def test_an_older_page_with_an_error_still_knows_what_it_had_shown(client, event, organiser, now):
    path = "/manage/open/settings/"
    older = form_of(client, path) | {"place": "Leiden", "table_count": "0", "seen": seen(client, path)}
    change_settings(tournament=event, name="Renamed meanwhile", act=Act(by=None, at=now))
    answer = client.post(path, older)
    assert answer.status_code == 422
    assert client.post(path, older | {"table_count": "", "seen": answer.context["seen"]}).status_code == 302
    found = Tournament.objects.get()
    assert (found.name, found.place) == ("Renamed meanwhile", "Leiden")


def test_every_form_of_the_event_says_what_its_page_has_seen(client, event, organiser):
    for path in ("settings", "hanchan", "rules", "public"):
        html = page(client, f"/manage/open/{path}/")
        forms = len(re.findall(r'method="post"[^>]*novalidate', html))
        assert forms and html.count('name="seen"') == forms, path
