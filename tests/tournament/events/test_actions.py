"""Setting up a tournament and changing what it is."""

from datetime import date

import pytest
from django.db import connection

from scoring.rules import preset
from tests.factories import MORNING, make_tournament, make_user
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import HanchanState, Role, Tournament
from tournament.events.actions import change_hanchan, change_rules, change_settings, create_tournament, set_public
from tournament.events.clubs import first_club
from tournament.events.tournament_setup import TournamentSetup
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


def begin(tournament, number, now):
    tournament.hanchan.filter(number=number).update(state=HanchanState.PLAYING, started_at=now)


def test_a_new_tournament_has_its_hanchan_its_rules_and_its_organiser(now):
    aiko = make_user("aiko")
    made = create_tournament(
        setup=TournamentSetup(name="Tulip Riichi Open", preset="wrc-2022", hanchan_count=8), act=Act(by=aiko, at=now)
    )
    assert made.slug == "tulip-riichi-open"
    assert [h.minutes for h in made.hanchan.all()] == [90] * 8
    assert made.ruleset == preset("wrc-2022")
    assert made.schedule.key == "wrc-2022"
    assert made.memberships.get().user == aiko
    assert made.memberships.get().role == Role.ORGANISER
    assert made.edition == 1
    assert made.audit_entries.get().verb == "set up the tournament"


def test_two_tournaments_of_one_name_have_two_addresses():
    assert [make_tournament("Open").slug for _ in range(3)] == ["open", "open-2", "open-3"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Kölner Riichi-Cup", "koelner-riichi-cup"), ("Gro\u0308ße  Übung –", "groesse-uebung"),
        ("Ærø Åben 2026!", "aeroe-aaben-2026"), ("Łódź – Coupe d’Été_", "lodz-coupe-dete"),
        ("Smørrebrød Straße", "smoerrebroed-strasse"), ("x" * 74 + " Open", "x" * 74),
    ],
)  # fmt: skip
def test_an_address_spells_letters_out_and_ends_in_no_hyphen(name, slug):
    assert make_tournament(name).slug == slug


def test_a_name_without_latin_letters_and_a_name_that_is_a_page_still_get_an_address():
    assert make_tournament("東京オープン").slug == "tournament"
    assert make_tournament("New").slug == "new-2"


def test_the_same_form_sent_twice_makes_one_tournament(now):
    first = make_tournament("Open", submission="3f1c")
    again = make_tournament("Open", submission="3f1c")
    assert first == again
    assert Tournament.objects.count() == 1


def test_one_time_limit_is_given_to_all_hanchan_and_zero_is_none():
    assert [h.minutes for h in make_tournament(hanchan_count=2, minutes=75).hanchan.all()] == [75, 75]
    unlimited = make_tournament(hanchan_count=2, minutes=0)
    assert [h.minutes for h in unlimited.hanchan.all()] == [None, None]
    assert unlimited.ruleset.minutes is None
    assert unlimited.ruleset.title == "WRC 2022"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"preset": "wrc-1999"}, "preset"),
        ({"schedule": "harsh"}, "schedule"),
        ({"hanchan_count": 0}, "hanchan_count"),
        ({"hanchan_count": 41}, "hanchan_count"),
        ({"first_day": date(2026, 5, 17), "last_day": date(2026, 5, 16)}, "last_day"),
        ({"table_count": 0}, "table_count"),
        ({"slug": "no spaces"}, "slug"),
        ({"slug": "new"}, "slug"),
        ({"minutes": 601}, "minutes"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_nothing_is_kept(fields, field):
    with pytest.raises(Refused) as refused:
        make_tournament(**fields)
    assert refused.value.field == field
    assert Tournament.objects.count() == 0


def test_changed_settings_are_kept_with_before_and_after(now):
    tournament = make_tournament(place="Utrecht")
    change_settings(tournament=tournament, place="Leiden", last_day=date(2026, 5, 18), act=Act(by=None, at=now))
    entry = tournament.audit_entries.first()
    assert entry.detail["changes"] == {"place": ["Utrecht", "Leiden"], "last_day": ["2026-05-17", "2026-05-18"]}


def test_settings_that_stay_the_same_write_nothing(now):
    tournament = make_tournament(place="Utrecht")
    change_settings(tournament=tournament, place=" Utrecht ", act=Act(by=None, at=now))
    assert tournament.audit_entries.count() == 1


def test_the_address_changes_before_publication_and_holds_still_after_it(now):
    tournament = make_tournament("Open")
    make_tournament("Cup")
    with pytest.raises(Refused, match="Another tournament has the address"):
        change_settings(tournament=tournament, slug="cup", act=Act(by=None, at=now))
    tournament.refresh_from_db()
    change_settings(tournament=tournament, slug="open-26", act=Act(by=None, at=now))
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    with pytest.raises(Refused) as refused:
        change_settings(tournament=tournament, slug="open-27", act=Act(by=None, at=now))
    assert refused.value.field == "slug"
    assert Tournament.objects.get(pk=tournament.pk).slug == "open-26"


def test_how_winds_are_decided_holds_still_after_the_first_start(now):
    tournament = make_tournament()
    change_settings(tournament=tournament, wind_method="drawn", act=Act(by=None, at=now))
    begin(tournament, 1, now)
    with pytest.raises(Refused) as refused:
        change_settings(tournament=tournament, wind_method="page", act=Act(by=None, at=now))
    assert refused.value.field == "wind_method"


@pytest.mark.parametrize(("setting", "value"), [("point_unit", "full"), ("entry_mode", "blind")])
def test_how_sheets_are_typed_changes_between_hanchan_but_not_while_one_is_played(now, setting, value):
    tournament = make_tournament()
    begin(tournament, 1, now)
    with pytest.raises(Refused) as refused:
        change_settings(tournament=tournament, act=Act(by=None, at=now), **{setting: value})
    assert refused.value.field == setting
    tournament.hanchan.filter(number=1).update(state=HanchanState.CLOSED, closed_at=now)
    change_settings(tournament=tournament, act=Act(by=None, at=now), **{setting: value})
    assert getattr(Tournament.objects.get(), setting) == value


def test_hanchan_are_added_and_dropped_with_their_limits(now):
    tournament = make_tournament(hanchan_count=3)
    change_hanchan(tournament=tournament, minutes=[90, 75, 75, None], act=Act(by=None, at=now))
    assert list(tournament.hanchan.values_list("number", "minutes")) == [(1, 90), (2, 75), (3, 75), (4, None)]
    change_hanchan(tournament=tournament, minutes=[90, 75], act=Act(by=None, at=now))
    assert tournament.hanchan.count() == Tournament.objects.get(pk=tournament.pk).hanchan_count == 2


def test_a_dropped_hanchan_comes_back_with_its_seats_and_a_new_limit(now):
    tournament = seated_hall(16, 3)
    seated = lineup(tournament, 3)
    change_hanchan(tournament=tournament, minutes=[90, 90], act=Act(by=None, at=now))
    assert tournament.hanchan.count() == 2
    change_hanchan(tournament=tournament, minutes=[90, 90, 60], act=Act(by=None, at=now))
    assert tournament.hanchan.get(number=3).minutes == 60
    assert lineup(tournament, 3) == seated != {}


def test_a_hanchan_that_has_started_or_whose_seating_is_published_cannot_be_dropped(now):
    tournament = make_tournament(hanchan_count=4)
    begin(tournament, 2, now)
    tournament.hanchan.filter(number=4).update(seating_published_at=now)
    with pytest.raises(Refused, match="seating of hanchan 4 is published"):
        change_hanchan(tournament=tournament, minutes=[90, 90, 90], act=Act(by=None, at=now))
    tournament.hanchan.filter(number=4).update(seating_published_at=None)
    with pytest.raises(Refused, match="cannot be fewer than 2"):
        change_hanchan(tournament=tournament, minutes=[90], act=Act(by=None, at=now))
    assert tournament.hanchan.count() == 4


def test_the_limit_of_a_closed_hanchan_holds_still_and_that_of_a_playing_one_changes(now):
    tournament = make_tournament(hanchan_count=2)
    begin(tournament, 1, now)
    change_hanchan(tournament=tournament, minutes=[95, 90], act=Act(by=None, at=now))
    tournament.hanchan.filter(number=1).update(state=HanchanState.CLOSED, closed_at=now)
    with pytest.raises(Refused) as refused:
        change_hanchan(tournament=tournament, minutes=[100, 90], act=Act(by=None, at=now))
    assert refused.value.field == "minutes_1"
    assert tournament.hanchan.get(number=1).minutes == 95


def test_changed_rules_say_that_they_are_adapted_and_can_go_back(now):
    tournament = make_tournament()
    change_rules(tournament=tournament, start=25_000, act=Act(by=None, at=now))
    assert tournament.ruleset.oka == 20_000
    assert tournament.ruleset.title == "WRC 2022, adapted"
    assert tournament.audit_entries.first().detail["changes"]["start"] == [30_000, 25_000]
    change_rules(tournament=tournament, start=30_000, act=Act(by=None, at=now))
    assert tournament.ruleset.title == "WRC 2022"


def test_another_chonbo_price_is_in_the_penalty_schedule_too(now):
    tournament = make_tournament()
    change_rules(tournament=tournament, chonbo=20_000, act=Act(by=None, at=now))
    prices = {foul.amount for foul in tournament.schedule.fouls if foul.consequences[-1] == "chonbo"}
    assert prices == {20_000}


def test_another_preset_brings_its_own_schedule(now):
    tournament = make_tournament()
    change_rules(tournament=tournament, preset="wrc-2025", act=Act(by=None, at=now))
    assert (tournament.ruleset.key, tournament.schedule.key) == ("wrc-2025", "wrc-2025")


def test_a_new_time_limit_reaches_the_hanchan_that_had_the_old_one(now):
    tournament = make_tournament(hanchan_count=3)
    change_hanchan(tournament=tournament, minutes=[90, 60, 90], act=Act(by=None, at=now))
    change_rules(tournament=tournament, time={"minutes": 80}, act=Act(by=None, at=now))
    assert list(tournament.hanchan.values_list("minutes", flat=True)) == [80, 60, 80]


def test_rules_that_cannot_be_played_are_refused_beside_their_field(now):
    tournament = make_tournament()
    with pytest.raises(Refused) as refused:
        change_rules(tournament=tournament, uma=[15_000, 5_000, -5_000, -10_000], act=Act(by=None, at=now))
    assert refused.value.field == "uma"
    assert Tournament.objects.get(pk=tournament.pk).ruleset == preset("wrc-2022")


def test_rules_hold_still_once_a_hanchan_has_started_and_it_is_said_what_can_still_change(now):
    tournament = make_tournament()
    begin(tournament, 1, now)
    with pytest.raises(Refused, match=r"Look at what a change does to the standings first"):
        change_rules(tournament=tournament, start=25_000, act=Act(by=None, at=now))
    tournament.refresh_from_db()
    assert tournament.edition == 1


def test_publishing_is_kept_in_the_history_and_only_when_it_changes(now):
    tournament = make_tournament()
    set_public(tournament=tournament, is_public=True, release_on_close=True, act=Act(by=None, at=now))
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=now))
    assert [entry.verb for entry in tournament.audit_entries.all()] == [
        "changed what is public",
        "set up the tournament",
    ]
    assert tournament.audit_entries.first().detail == {"changes": {"is_public": [False, True]}}


def test_setting_up_takes_as_many_queries_for_forty_hanchan_as_for_one():
    from django.test.utils import CaptureQueriesContext

    first_club()
    counts = []
    for hanchan_count in (1, 40):
        with CaptureQueriesContext(connection) as queries:
            make_tournament(hanchan_count=hanchan_count)
        counts.append(len(queries) - (hanchan_count == 40))  # the second one finds its address taken once
    assert counts[0] == counts[1]


def test_a_setting_that_no_tournament_has_is_a_bug(now):
    tournament = make_tournament()
    entries = tournament.audit_entries.count()
    with pytest.raises(TypeError, match="not a setting: colour"):
        change_settings(tournament=tournament, act=Act(by=None, at=now), colour="red")
    assert tournament.audit_entries.count() == entries


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("wind_method", "Choose whether winds are fixed by the seating, drawn by the players"),
        ("point_unit", "Choose whether points are typed in hundreds"),
        ("entry_mode", "Choose how report sheets are entered"),
    ],
)
def test_a_choice_that_is_not_offered_is_refused_beside_its_field(now, setting, words):
    tournament = make_tournament()
    before, entries = getattr(tournament, setting), tournament.audit_entries.count()
    with pytest.raises(Refused, match=words) as refused:
        change_settings(tournament=tournament, act=Act(by=None, at=now), **{setting: "thrown"})
    assert refused.value.field == setting
    tournament.refresh_from_db()
    assert (getattr(tournament, setting), tournament.audit_entries.count()) == (before, entries)


@pytest.mark.parametrize("change", [{"picture_height": 19}, {"picture_height": 1001}, {"farthest_seat": 0}])
def test_a_hall_that_cannot_be_is_refused(now, change):
    with pytest.raises(Refused) as refused:
        change_settings(tournament=make_tournament(), act=Act(by=None, at=now), **change)
    assert refused.value.field == next(iter(change))


@pytest.mark.parametrize(("name", "value"), [("shown_places", 0), ("last_hand_shown", "everyone")])
def test_at_least_one_place_is_shown_and_the_last_hand_to_people_that_there_are(now, name, value):
    with pytest.raises(Refused) as refused:
        set_public(tournament=make_tournament(), act=Act(by=None, at=now), **{name: value})
    assert refused.value.field == name


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"language": "xx"}, "language-unknown"),
        ({"language": "de", "second_language": "de-ch"}, "second-language-same"),
    ],
)
def test_an_event_speaks_languages_that_there_are_and_two_different_ones(db, changes, code):
    tournament = make_tournament()
    with pytest.raises(Refused) as refused:
        change_settings(tournament=tournament, act=Act(by=None, at=MORNING), **changes)
    assert [one.code for one in refused.value.messages] == [code]
