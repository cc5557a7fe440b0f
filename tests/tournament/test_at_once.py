"""Two people do one thing at once: every act is listed here with what becomes of the second, and nothing is added twice
in silence."""

import inspect
import re
from contextlib import suppress
from datetime import datetime, timedelta
from html import unescape
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django.test import Client
from django.utils.timezone import localtime

import tournament
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.events.sent import sent
from tests.tournament.hanchan.test_actions import hanchan
from tests.tournament.standings.tables import begin, small_event
from tournament.api.actions import make_token
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Role, Tournament
from tournament.hanchan.actions import add_minutes, pause
from tournament.players.actions import add_player, add_substitutes
from tournament.results.calls.actions import call_referee
from tournament.results.penalties.actions import give
from tournament.results.penalties.lateness import late
from tournament.results.penalties.whole_table import give_to_table
from tournament.screens.actions import add_screen, announce
from tournament.staff.actions import add_staff
from tournament.wishes.actions import add_wish

pytestmark = pytest.mark.django_db

SEEN = "refused for who did not see what somebody else did meanwhile"
KNOWN = "refused, or the first one again: what it adds is there already"
SAME = "changes nothing more, or is refused: it is so already"
LATER = (
    "replaces the first: what a screen shows is seen in the hall, a link or one's own name is one person's, and the "
    "history of a ranking or an event has both"
)
OWN = "something of its own; the same form sent twice is one"
PART = "part of another act, or a command"

ACTS = {
    "api.actions": {KNOWN: "make_token", SAME: "revoke_token"},
    "archive.actions": {PART: "load_event"},
    "archive.demo": {PART: "make_demo"},
    "archive.event_file.actions": {PART: "import_event"},
    "archive.event_file.transfer": {SAME: "move_away take_back"},
    "archive.removal.actions": {SAME: "delete_event remove_everywhere remove_person"},
    "events.actions": {SEEN: "change_hanchan change_rules change_settings set_public", OWN: "create_tournament"},
    "hanchan.actions": {
        SEEN: "add_minutes decide_cut",
        SAME: "cancel close make_official pause release reopen reopen_results resume start undo_start withhold",
    },
    "hanchan.ceremony": {SEEN: "correct_ceremony", SAME: "cancel_ceremony end_ceremony move_ceremony start_ceremony"},
    "leagues.actions": {OWN: "create_league", KNOWN: "play_game", SAME: "load_games"},
    "leagues.evening_actions": {SAME: "come go put_up"},
    "leagues.season": {SEEN: "change_rule", SAME: "end_season reopen_season"},
    "persons.actions": {
        SEEN: "fix merge rename",
        KNOWN: "link link_new make_person",
        SAME: "erase find_persons hide separate set_clubs tell_apart undo undo_finding",
    },
    "persons.club_actions": {LATER: "set_event_club"},
    "phones.actions": {SEEN: "renew_table_codes"},
    "planning.actions": {
        SEEN: "draw_seating import_seating plan_seating repair replace_player reseat restore seat_by_standings swap",
        SAME: "publish",
    },
    "planning.check_in.actions": {SEEN: "close_check_in", SAME: "reopen_check_in"},
    "planning.jobs.actions": {KNOWN: "request_plan", SAME: "discard stop", SEEN: "use_plan"},
    "planning.line_up.actions": {SEEN: "correct_people"},
    "persons.entries.actions": {SEEN: "merge", SAME: "undo_merge"},
    "wishes.actions": {KNOWN: "add_wish", SAME: "bring_back withdraw"},
    "players.actions": {
        KNOWN: "add_player",
        SEEN: "add_players add_substitutes edit_player",
        SAME: "check_in check_in_all confirm decline delete_player disqualify give_place mark_paid queue queue_latest "
        "reinstate renumber undo_check_in_all withdraw",
    },
    "players.badges.actions": {SEEN: "renew renew_all", SAME: "revoke"},
    "players.duplicates.actions": {SAME: "tell_apart undo_tell_apart"},
    "players.importing.actions": {KNOWN: "import_players"},
    "players.registration.actions": {
        OWN: "register",
        SEEN: "correct renew_link set_page",
        SAME: "confirm confirm_names decline remove_registrations revoke_link",
    },
    "qualifiers.actions": {
        LATER: "set_source",
        SAME: "count_in decline_qualifier register_qualifiers remove_source undo_decline",
    },
    "rankings.actions": {
        OWN: "create_ranking give_penalty",
        LATER: "set_details set_event",
        SAME: "cancel_penalty freeze remove_event take_back",
    },
    "staff.owner_access": {SAME: "end_access open_event"},
    "standings.event_report.actions": {SEEN: "write_report", KNOWN: "add_photograph", SAME: "remove_photograph"},
    "standings.prizes.actions": {SEEN: "set_newcomers set_prize", SAME: "remove_prize"},
    "results.all_last.actions": {SEEN: "enter_all_last", SAME: "next_hand repeat_hand"},
    "results.calls.actions": {KNOWN: "call_referee", SAME: "answer_call"},
    "results.paper.actions": {KNOWN: "attach_photograph", SAME: "delete_photograph dismiss", SEEN: "note_hand_in"},
    "results.penalties.actions": {SEEN: "give", SAME: "cancel", PART: "strike"},
    "results.penalties.lateness": {SEEN: "late late_players"},
    "results.penalties.whole_table": {SEEN: "give_to_table", SAME: "cancel_for_table"},
    "results.protests.actions": {SEEN: "answer", OWN: "report"},
    "results.sheets.actions": {KNOWN: "enter", SEEN: "change", PART: "hand_over"},
    "results.sheets.agreement": {SEEN: "confirm keep sign take_back waive", SAME: "decide"},
    "results.sheets.not_played": {SEEN: "record_not_played record_played", PART: "cancel_sheets"},
    "results.sheets.name_correction": {PART: "rename_people"},
    "results.sheets.whole_hanchan": {PART: "enter_hanchan"},
    "results.wind_draws.actions": {KNOWN: "draw_winds", SAME: "cancel_draw"},
    "screens.actions": {
        KNOWN: "add_screen",
        OWN: "add_image",
        SEEN: "announce withdraw_notice",
        LATER: "change_screen show",
        SAME: "remove_image remove_screen",
    },
    "seats.stand_ins": {SAME: "cancel_stand_in stand_in"},
    "staff.actions": {KNOWN: "add_staff", SEEN: "change_role", LATER: "change_name new_link", SAME: "remove_staff"},
    "standings.actions": {SAME: "cancel_tie_decision", SEEN: "change_standing_rules decide_tie"},
    "standings.rule_correction.actions": {SEEN: "correct_rules"},
}


def all_acts():
    """Every public function that takes an act as a keyword, by module."""
    found = {}
    for module in walk_packages(tournament.__path__, "tournament."):
        if ".migrations" in module.name or ".management" in module.name:
            continue
        for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction):
            act = inspect.signature(function).parameters.get("act")
            if function.__module__ == module.name and not name.startswith("_") and act and act.kind == act.KEYWORD_ONLY:
                found.setdefault(module.name.removeprefix("tournament."), set()).add(name)
    return found


def test_every_act_says_what_becomes_of_a_second_one():
    assert {module: set(" ".join(kinds.values()).split()) for module, kinds in ACTS.items()} == all_acts()


# --- what adds something, done twice by people who saw the same page -------------------------------------------------


@pytest.fixture
def event():
    found, people = small_event(hanchan_count=3)
    begin(found, 1)
    return found, people


def act(base=None, seconds=0):
    return Act(by=None, at=MORNING + timedelta(seconds=seconds), reason="as seen", base=base)


PENALTY = {"kind": "chonbo", "foul": "NOTEN_RIICHI", "referee": "Mina"}
TWICE = {
    "a penalty": (
        lambda event, people, one: give(tournament=event, player=people[0], hanchan=hanchan(event), act=one, **PENALTY),
        lambda event: event.penalties.count(),
    ),
    "a penalty for a table": (
        lambda event, people, one: give_to_table(
            tournament=event, hanchan=hanchan(event), table=1, foul="REPORT", amount=2_000, referee="Mina", act=one
        ),
        lambda event: event.penalties.count(),
    ),
    "lateness": (
        lambda event, people, one: late(player=people[0], hanchan=hanchan(event), minutes=3, referee="Mina", act=one),
        lambda event: event.penalties.count(),
    ),
    "minutes for all": (
        lambda event, people, one: add_minutes(hanchan=hanchan(event), minutes=5, act=one),
        lambda event: hanchan(event).minutes,
    ),
    "minutes for a table": (
        lambda event, people, one: add_minutes(hanchan=hanchan(event), minutes=5, table=1, act=one),
        lambda event: hanchan(event).extra_minutes(1),
    ),
    "a pause": (
        lambda event, people, one: pause(hanchan=hanchan(event), act=one),
        lambda event: hanchan(event).paused_at,
    ),
    "a call": (
        lambda event, people, one: call_referee(tournament=event, hanchan=hanchan(event), table=1, act=one),
        lambda event: event.referee_calls.count(),
    ),
    "a message to everybody": (
        lambda event, people, one: announce(
            tournament=event, text=f"Lunch {one.at}", until=MORNING + timedelta(hours=1), act=one
        ),
        lambda event: Tournament.objects.get().notice,
    ),
    "a wish": (
        lambda event, people, one: add_wish(tournament=event, kind="apart", players=people[:2], act=one),
        lambda event: event.wishes.count(),
    ),
    "a player": (
        lambda event, people, one: add_player(tournament=event, name="Yuki Sato", namesake=False, act=one),
        lambda event: event.players.count(),
    ),
    "a screen": (
        lambda event, people, one: add_screen(tournament=event, name="Door", code="ABCDE", act=one),
        lambda event: event.screens.count(),
    ),
    "a token": (
        lambda event, people, one: make_token(tournament=event, name="Board", scope="read", act=one),
        lambda event: event.api_tokens.count(),
    ),
    "a member of the staff": (
        lambda event, people, one: add_staff(tournament=event, username="dora", name="Dora", role=Role.DESK, act=one),
        lambda event: event.memberships.count(),
    ),
}


def seen_of(event, thing):
    """What the page showed both: no penalty, no message, this edition."""
    return event.edition if "minutes" in thing else 0


@pytest.mark.parametrize("thing", TWICE)
def test_two_people_who_saw_the_same_page_do_not_add_it_twice(event, thing):
    tournament, people = event
    do, result = TWICE[thing]
    tournament.refresh_from_db()
    base = seen_of(tournament, thing)
    do(Tournament.objects.get(), people, act(base))
    once = result(tournament)
    with suppress(Refused):
        do(Tournament.objects.get(), people, act(base, seconds=20))
    assert result(tournament) == once


def test_substitutes_are_not_added_twice_by_two_people_who_saw_the_same_list():
    event = make_tournament()
    make_players(event, 6)
    add_substitutes(tournament=event, count=2, act=act(6))
    with pytest.raises(Conflict):
        add_substitutes(tournament=event, count=2, act=act(6))
    assert event.players.count() == 8


# --- what is set, saved by two people who opened the same page -------------------------------------------------------

FORMS = {
    "the settings": (
        ("settings/", None, {"place": "Leiden"}, {"name": "Autumn Open"}, {"place": "Delft"}),
        "“place” from “Utrecht” to “Leiden”",
        lambda event: (event.place, event.name),
        (("Leiden", "Autumn Open"), "Delft"),
    ),
    "the hanchan": (
        ("hanchan/", None, {"minutes_2": "80"}, {"name_2": "Semifinal"}, {"minutes_2": "70"}),
        "“minutes of hanchan 2” from “90” to “80”",
        lambda event: event.hanchan.values_list("minutes", "name").get(number=2),
        ((80, "Semifinal"), 70),
    ),
    "planned starts": (
        (
            "hanchan/",
            None,
            {"planned_2": "2026-05-16T12:00"},
            {"minutes_2": "80"},
            {"planned_2": "2026-05-16T13:00"},
        ),
        "“planned start of hanchan 2” from “–” to “16 May 12:00”",
        lambda event: tuple(
            localtime(value).strftime("%H:%M") if isinstance(value, datetime) else value
            for value in event.hanchan.values_list("planned_at", "minutes").get(number=2)
        ),
        (("12:00", 80), "13:00"),
    ),
    "what is public": (
        ("public/", None, {"shown_places": "8"}, {"is_public": "on"}, {"shown_places": "16"}),
        "“only the first places shown” from “–” to “8”",
        lambda event: (event.shown_places, event.is_public),
        ((8, True), 16),
    ),
    "the rules": (
        ("rules/", "rules-form", {"start": "25"}, {"hand.kiriage": "on"}, {"start": "28"}),
        "“Starting points” from “30,000 points” to “25,000 points”",
        lambda event: (event.ruleset.start, event.ruleset.hand.kiriage),
        ((25_000, True), 28_000),
    ),
    "how places are decided": (
        (
            "standings/rules/",
            "standing-rules",
            {"lot_seed": "dice 3 5", "act": "save"},
            {"best": "2", "of": "3", "act": "save"},
            {"lot_seed": "dice 6 6", "act": "save"},
        ),
        "“text of the lot” from “–” to “dice 3 5”",
        lambda event: (event.ranked_by.lot_seed, event.ranked_by.best),
        (("dice 3 5", 2), "dice 6 6"),
    ),
    "the registration page": (
        (
            "players/registration/",
            None,
            {"closes_at": "2026-05-10T12:00"},
            {"is_open": "on"},
            {"closes_at": "2026-05-12T12:00"},
        ),
        "“closes” from “–” to “10 May 12:00”",
        lambda event: (
            localtime(event.registration_page.closes_at).day,
            event.registration_page.is_open,
        ),
        ((10, True), 12),
    ),
}


@pytest.fixture
def two():
    """Two organisers, each at a browser."""
    event, clients = make_tournament(hanchan_count=3), (Client(), Client())
    for client, name in zip(clients, ("Ola Berg", "Ewa Nowak"), strict=True):
        client.force_login(make_staff(event, Role.ORGANISER, name=name))
    return event, *clients


def told(answer):
    """What a page says that came back, or the one that follows."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", answer.content.decode())).split())


def found_in(event, read):
    return read(Tournament.objects.get(pk=event.pk))


@pytest.mark.parametrize("form", FORMS)
def test_who_saves_another_value_leaves_what_somebody_else_saved_meanwhile(two, form):
    event, ola, ewa = two
    (path, form_id, first, other, _same), _words, read, (both, _last) = FORMS[form]
    path = f"/manage/{event.slug}/{path}"
    opened = ewa.get(path).content.decode()
    assert ola.post(path, sent(ola.get(path).content.decode(), form_id, **first)).status_code == 302
    assert ewa.post(path, sent(opened, form_id, **other)).status_code == 302
    assert found_in(event, read) == both


@pytest.mark.parametrize("form", FORMS)
def test_who_saves_the_same_value_is_told_who_set_it_to_what_and_may_save_again(two, form):
    event, ola, ewa = two
    (path, form_id, first, _other, same), words, read, (both, last) = FORMS[form]
    path = f"/manage/{event.slug}/{path}"
    opened = ewa.get(path).content.decode()
    ola.post(path, sent(ola.get(path).content.decode(), form_id, **first))
    answer = ewa.post(path, sent(opened, form_id, **same))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f"Ola Berg changed {words} meanwhile. Save again to replace it with your entry." in told(answer)
    assert found_in(event, read)[0] == both[0]
    assert all(sent(page, form_id)[name] in (value, [value]) for name, value in same.items() if name != "act")
    again = ewa.post(path, sent(page, form_id, **{name: value for name, value in same.items() if name == "act"}))
    assert again.status_code == 302
    assert found_in(event, read)[0] == last


def test_a_hanchan_that_somebody_added_meanwhile_stays_with_its_limit(two):
    event, ola, ewa = two
    path = f"/manage/{event.slug}/hanchan/"
    opened = ewa.get(path).content.decode()
    ola.post(path, sent(ola.get(path).content.decode(), None, hanchan_count="4"))
    ola.post(path, sent(ola.get(path).content.decode(), None, minutes_4="50"))
    answer = ewa.post(path, sent(opened, None, hanchan_count="5"))
    assert answer.status_code == 409 and "from “3” to “4”" in told(answer)
    assert ewa.post(path, sent(answer.content.decode(), None)).status_code == 302
    assert list(event.hanchan.order_by("number").values_list("minutes", flat=True)) == [90, 90, 90, 50, 90]


def test_a_hanchan_that_somebody_removed_meanwhile_stays_removed(two):
    event, ola, ewa = two
    path = f"/manage/{event.slug}/hanchan/"
    opened = ewa.get(path).content.decode()
    ola.post(path, sent(ola.get(path).content.decode(), None, hanchan_count="2"))
    assert ewa.post(path, sent(opened, None, minutes_1="70")).status_code == 302
    assert list(event.hanchan.order_by("number").values_list("minutes", flat=True)) == [70, 90]


def test_another_rule_set_does_not_replace_rules_that_somebody_changed_meanwhile_unseen(two):
    event, ola, ewa = two
    path = f"/manage/{event.slug}/rules/"
    seen = {"act": "preset", "preset": "ema-2016", "seen": ewa.get(path).context["seen"]}
    ola.post(path, sent(ola.get(path).content.decode(), "rules-form", start="25"))
    answer = ewa.post(path, seen)
    assert answer.status_code == 409 and "from “30,000 points” to “25,000 points”" in told(answer)
    assert ewa.post(path, seen | {"seen": answer.context["seen"]}).status_code == 302
    assert found_in(event, lambda event: event.ruleset.key) == "ema-2016"


def test_a_prize_that_somebody_set_meanwhile_is_named_before_it_is_replaced(two):
    event, ola, ewa = two
    path, prize = f"/manage/{event.slug}/prizes/", {"kind": "place", "place": "1"}
    seen = {"seen": ewa.get(path).context["seen"]}
    ola.post(f"{path}set/", prize | {"what": "Tiles", "seen": ola.get(path).context["seen"]})
    assert ewa.post(f"{path}set/", prize | seen | {"place": "2", "what": "Book"}).status_code == 302
    answer = ewa.post(f"{path}set/", prize | seen | {"what": "Cup"})
    assert answer.status_code == 409
    assert "Ola Berg changed “place 1” from “no prize” to “Tiles” meanwhile." in told(answer)
    assert answer.context["form"]["what"].value() == "Cup"
    assert ewa.post(f"{path}set/", prize | {"what": "Cup", "seen": answer.context["seen"]}).status_code == 302
    assert list(event.prizes.order_by("place").values_list("what", flat=True)) == ["Cup", "Book"]


def test_new_players_that_somebody_chose_meanwhile_are_named_before_they_are_replaced(two):
    event, ola, ewa = two
    make_players(event, 4)
    path = f"/manage/{event.slug}/prizes/"
    seen = {"seen": ewa.get(path).context["seen_newcomers"]}
    ola.post(f"{path}new-players/", seen | {"newcomers": "1, 2"})
    answer = ewa.post(f"{path}new-players/", seen | {"newcomers": "3"})
    assert answer.status_code == 409
    assert "Ola Berg changed “new players” from “–” to “1, 2” meanwhile." in told(answer)
    seen = {"seen": answer.context["seen_newcomers"]}
    assert ewa.post(f"{path}new-players/", seen | {"newcomers": "3"}).status_code == 302
    assert list(event.players.filter(is_newcomer=True).values_list("number", flat=True)) == [3]


def test_a_role_that_somebody_gave_meanwhile_is_named_before_it_is_replaced(two):
    event, ola, ewa = two
    desk = make_staff(event, Role.DESK, name="Dora Lind")
    path, seen = f"/manage/{event.slug}/staff/", {"seen": '{"role":"desk"}'}
    page = ewa.get(path).content.decode()
    assert seen["seen"] in unescape(page)
    ola.post(f"{path}{desk.pk}/role/", seen | {"role": "referee"})
    answer = ewa.post(f"{path}{desk.pk}/role/", seen | {"role": "organiser"}, follow=True)
    assert "Ola Berg changed “role of Dora Lind” from “desk” to “referee” meanwhile." in told(answer)
    assert event.memberships.get(user=desk).role == "referee"


def test_what_no_line_of_the_history_names_is_told_without_a_person(two):
    event, _ola, ewa = two
    path = f"/manage/{event.slug}/settings/"
    opened = ewa.get(path).content.decode()
    Tournament.objects.filter(pk=event.pk).update(place="Leiden")
    answer = ewa.post(path, sent(opened, None, place="Delft"))
    assert "“place” was changed to “Leiden” meanwhile." in told(answer)


def test_only_the_first_of_many_values_that_were_changed_meanwhile_are_named(two):
    event, ola, ewa = two
    path = f"/manage/{event.slug}/settings/"
    opened = ewa.get(path).content.decode()
    names = ("name", "place", "table_count", "capacity", "protest_minutes")
    ola.post(path, sent(ola.get(path).content.decode(), None, **dict.fromkeys(names, "21")))
    answer = ewa.post(path, sent(opened, None, **dict.fromkeys(names, "30")))
    page = told(answer)
    assert page.count("Ola Berg changed") == 4 and "More values were changed meanwhile (1); see the history." in page


@pytest.mark.parametrize("seen", ["", "0123abcd", "[1]", "[" * 100_000])
def test_a_page_that_does_not_say_what_it_showed_saves_all_that_was_typed(two, seen):
    event, _ola, ewa = two
    path = f"/manage/{event.slug}/public/"
    assert ewa.post(path, {"is_public": "on", "shown_places": "8", "seen": seen}).status_code == 302
    assert found_in(event, lambda event: (event.is_public, event.shown_places)) == (True, 8)
