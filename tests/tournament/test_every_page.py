"""Every page for everybody: who is let in, what each answer forbids the browser, and that nobody else is asked."""

import re
from contextlib import nullcontext

import pytest
from django.urls import get_resolver, reverse

from scoring.game import ScoreLine, Table
from scoring.winds import WINDS
from tests.events.rows import kept
from tests.factories import MORNING, NAMES, load_past_event, make_staff, make_user
from tests.tournament.desk.halls import code_on
from tests.tournament.rendering import unrendered
from tournament.archive.reading import PastEvent
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.core.roles import RIGHTS
from tournament.events.actions import set_public
from tournament.planning.basis import basis_of
from tournament.planning.plan_spec import plan_spec
from tournament.seats.queries import numbers_seated

# The right that each page of the staff asks for.
STAFF_PAGES = {
    "work_at": {
        "event_home", "all_last", "countries", "crosstable", "event_history", "event_overview", "floor", "export_csv",
        "clubs", "race", "race_after", "statistics",
        "export_post", "export_post_html", "export_post_text", "export_workbook", "export_xlsx", "export_zip",
        "exports", "hanchan", "hanchan_list", "outbox",
        "protest", "protests",
        "penalties", "player_edit", "players", "print_all_last_sheets", "print_report_sheets", "print_rules",
        "sheets_printed",
        "print_certificates", "print_check_in", "print_payments", "print_penalties", "print_poster",
        "print_prizes", "print_slips", "print_table_signs", "prizes",
        "print_seating_by_player", "print_seating_by_table", "print_standings", "prints",
        "referee", "referee_fouls", "referee_last_hand", "referee_value", "seating", "seating_hanchan",
        "seating_by_standings", "seating_change", "seating_repair", "seating_replace", "seating_reseat", "seating_swap",
        "seating_check", "seating_compare", "seating_import", "seating_matrix", "seating_path", "seating_paths",
        "seating_report", "seating_report_paper", "seating_report_values", "seating_version", "seating_versions",
        "sheet_by_code", "sheet_confirm", "sheet_history", "sheet_photograph", "sheet_list", "sheet_open", "sheets",
        "sheets_board", "sheets_current", "standing_ties", "standings", "standings_after", "standings_player",
        "table_link", "teams",
    },
    "check_in": {"check_in"},
    "enter_sheet": {
        "league_evening", "league_games", "sheet", "sheet_check", "sheet_hand_in", "sheet_kept",
        "sheet_photograph_attach",
    },
    "change_sheet": {
        "protest_answer", "sheet_change", "sheet_change_check", "sheet_change_kept", "sheet_decide", "sheet_keep",
        "sheet_not_played", "sheet_people", "sheet_photograph_delete", "sheet_played", "sheet_take_back", "sheet_waive",
    },
    "give_penalty": {
        "last_hand_live",
        "floor_answer", "floor_kept", "floor_late", "floor_table", "floor_undo",
        "lateness", "lateness_preview", "penalty_cancel", "penalty_give", "penalty_preview", "penalty_table",
        "cut_decision", "sheet_dismiss", "standing_tie", "tie_cancel",
    },
    "run_hanchan": {
        "room", "screens", "screens_do",
        "hanchan_cancel", "hanchan_close", "hanchan_minutes", "hanchan_pause", "hanchan_release", "hanchan_reopen",
        "hanchan_reopen_results", "hanchan_resume", "hanchan_start", "hanchan_undo_start", "hanchan_withhold",
        "wind_draws",
    },
    "run_event": {
        "league_load", "league_season",
        "ceremony", "ceremony_do",
        "check_in_all", "check_in_close", "check_in_figures", "check_in_reopen",
        "badge_link", "badge_links", "event_api", "event_export", "print_badges",
        "event_access_end", "event_export_anonymised", "event_delete", "event_move", "event_move_file", "player_remove",
        "event_hanchan", "event_public", "event_report", "event_rules", "event_rules_file", "event_rules_preview",
        "event_settings", "event_staff", "hanchan_make_official", "history_file", "player_act", "player_add",
        "prize_newcomers", "prize_remove", "prize_set",
        "players_duplicates", "players_merge", "players_merge_undo",
        "players_import", "players_import_apply", "players_renumber", "registration_link",
        "registration_page", "registrations",
        "persons_of_event", "players_substitutes", "players_template", "seating_plan", "seating_publish",
        "staff_link", "staff_remove", "staff_role", "token_revoke",
        "seating_wish_withdraw", "seating_wishes", "seating_job", "standing_rules", "standing_rules_preview",
        "rule_correction", "table_codes", "qualifiers",
    },
}  # fmt: skip
FOR_ANYBODY = {
    "choose_language",
    "event_list", "home", "person", "personal_game", "personal_game_sheet", "personal_page", "personal_sheet",
    "personal_last_hand", "personal_table", "rule_set", "rule_set_file", "rule_sets",
    "sign_in", "sign_in_code", "sign_in_link",
    "ranking", "ranking_countries", "ranking_csv", "ranking_events", "ranking_xlsx", "rankings",
    "screen_blank", "screen_find", "screen_image", "screen_image_file", "screen_message", "screen_shell",
    "screen_state",
}  # fmt: skip
FOR_SIGNED_IN = {
    "account",
    "account_code",
    "check_seating",
    "demo",
    "event_import",
    "event_load",
    "event_new",
    "league_new",
    "sign_out",
    *("ranking_details", "ranking_event_remove", "ranking_event_set", "ranking_freeze", "ranking_manage"),
    *("ranking_new", "ranking_penalty", "ranking_penalty_cancel", "ranking_take_back"),
}
FOR_TOKENS = {
    "api_all-last", "api_event", "api_hanchan", "api_hand-ins", "api_history", "api_penalties", "api_prizes",
    "api_sheets", "api_ema", "api_ara", "api_certificates",
}  # fmt: skip
NOT_AT_THIS_EVENT = {
    *("api_countries", "api_teams", "public_countries", "public_teams", "public_clubs"),
    *("api_ranking_people", "api_ranking_countries", "api_ranking_events"),
    *("api_league", "public_league", "public_league_game", "public_league_player", "public_league_teams"),
    "public_league_xlsx",
    *("public_draw_file", "public_winds", "public_register", "public_ceremony", "public_table_last_hand"),
    *("public_report", "public_report_photograph"),
}
"""Nobody there has a country, a team or a club, neither seats nor winds are drawn, registration was never open, no
place is announced and the last hand is the table's: the answer is 404.
"""
FOR_OWNER = {"backup_latest", "backups", "event_access", "installation", "make_original", "person_clubs"}
FOR_KEEPERS = {"person_edit", "person_remove", "persons", "persons_same", "persons_same_rankings"}
RIGHT_OF = {page: right for right, pages in STAFF_PAGES.items() for page in pages}


def all_pages():
    return [page for part in get_resolver().url_patterns for page in getattr(part, "url_patterns", [part]) if page.name]


@kept
def small_event(name="Small Open", names=NAMES[:8]):
    """Eight players, the first of two hanchan closed, one table of the second still missing, one penalty."""
    seats = [[(0, 1, 2, 3), (4, 5, 6, 7)], [(0, 4, 1, 5), (2, 6, 3, 7)]]
    tables = [
        Table(
            hanchan, table, tuple(ScoreLine(wind, player, 30_000) for wind, player in zip(WINDS, players, strict=True))
        )
        for hanchan, rounds in enumerate(seats, 1)
        for table, players in enumerate(rounds, 1)
    ]
    past = PastEvent(names, 2, tuple(tables), ((3, 1, 30_000),), (), ())
    event = load_past_event(past, name=name, closed=1, missing=[2])
    event.prizes.create(what="🏆 10,000")
    event.planning_jobs.create(
        spec=plan_spec(basis_of(event), 7).to_json(), state="failed", message="No.", requested_at=MORNING
    )
    return event


@pytest.fixture
@kept
def event(db):
    tournament = small_event()
    shown = {"is_public": True, "referee_public": True, "prizes_public": True}
    set_public(tournament=tournament, act=Act(by=None, at=MORNING), **shown)
    tournament.hanchan.update(planned_at=MORNING)
    make_staff(tournament, Role.DESK, username="desk")
    make_staff(tournament, Role.REFEREE, username="referee")
    make_staff(tournament, Role.ORGANISER, username="organiser")
    return tournament


def address_of(page, tournament):
    """The page's address in the small event: hanchan, player and version 1, table 1."""
    seated = numbers_seated(tournament)
    values = {
        "slug": tournament.slug, "number": 1, "table": 1, "after": 1, "act": "withdraw",
        "pk": getattr(tournament.penalties.first(), "pk", 1), "person": tournament.memberships.first().user_id,
        "job": getattr(tournament.planning_jobs.first(), "pk", 1), "key": "players", "token": "no-such-token",
        "code": code_on(tournament, max(seated), 1) if seated else "22222",
        "preset_key": "wrc-2022", "ranking": "no-such", "photograph": 1, "at": 0, "image": 1,
    }  # fmt: skip
    return reverse(page.name, kwargs={name: values[name] for name in page.pattern.converters})


def answers(client, tournament, names=None):
    """What each page answers, or each of those named."""
    asked = (page for page in all_pages() if names is None or page.name in names)
    return {page.name: client.get(address_of(page, tournament)) for page in asked}


def is_public(page):
    return str(page.pattern).startswith(("t/", "api/")) and page.name not in FOR_TOKENS


def test_every_page_is_in_the_table_of_rights():
    staff = {page.name for page in all_pages() if not is_public(page)} - FOR_TOKENS
    assert staff - set(RIGHT_OF) - FOR_ANYBODY - FOR_SIGNED_IN - FOR_OWNER - FOR_KEEPERS == set()
    assert set(RIGHT_OF) - staff == set(), "a page in the table does not exist any more"


@pytest.mark.long("every page")
def test_who_is_not_signed_in_is_sent_to_sign_in_from_every_staff_page(client, event):
    for name, answer in answers(client, event, RIGHT_OF).items():
        assert answer.status_code == 302 and answer["Location"].startswith("/sign-in/"), name


@pytest.mark.long("every page")
@pytest.mark.parametrize("role", [Role.DESK, Role.REFEREE, Role.ORGANISER])
def test_each_role_is_let_into_its_pages_and_into_no_others(client, event, role):
    client.force_login(event.memberships.get(role=role).user)
    with nullcontext() if role == Role.ORGANISER else unrendered():  # every page is written out once
        found = answers(client, event, RIGHT_OF)
    for name, answer in found.items():
        allowed = role in RIGHTS[RIGHT_OF[name]]
        assert (answer.status_code != 403) == allowed, f"{name}: {answer.status_code}"
        assert answer.status_code < 500, name


def test_a_player_can_be_read_by_the_desk_and_changed_by_the_organiser_only(client, event):
    address = reverse("player_edit", args=[event.slug, 1])
    for role, status in ((Role.DESK, 403), (Role.REFEREE, 403), (Role.ORGANISER, 422)):
        client.force_login(event.memberships.get(role=role).user)
        assert client.post(address, {"name": ""}).status_code == status


@pytest.mark.slow("every page")
@pytest.mark.long("every page")
@unrendered()
def test_staff_of_another_tournament_are_strangers(client, event):
    stranger = make_user("stranger")
    client.force_login(stranger)
    for name, answer in answers(client, event, RIGHT_OF).items():
        assert answer.status_code == 403, name


def test_public_pages_are_open_without_signing_in(client, event):
    for page in all_pages():
        if is_public(page) and "token" not in page.pattern.converters:
            status = 404 if page.name in NOT_AT_THIS_EVENT else 200
            assert client.get(address_of(page, event)).status_code == status, page.name


def test_tables_of_the_staff_are_read_with_a_token_alone(client, event):
    for person in ("organiser", "owner"):
        for page in all_pages():
            if page.name in FOR_TOKENS:
                assert client.get(address_of(page, event)).status_code == 401, page.name
        client.force_login(make_user(f"{person}2", superuser=True))


def test_public_pages_are_closed_to_strangers_until_the_organiser_opens_them(client, event):
    type(event).objects.update(is_public=False)
    for page in all_pages():
        if is_public(page) and "slug" in page.pattern.converters:
            assert client.get(address_of(page, event)).status_code == 404, page.name


@pytest.mark.slow("every page")
def test_every_page_keeps_the_strict_policy_has_nothing_inline_and_names_no_other_host(client, event):
    client.force_login(make_user("owner", superuser=True))
    for name, answer in answers(client, event).items():
        policy = answer.get("Content-Security-Policy", "")
        assert "default-src 'self'" in policy and "unsafe" not in policy, name
        if "text/html" in answer["Content-Type"]:
            html = answer.content.decode()
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", html), name
            asked = re.findall(r"""<(?:script|link|img|iframe|use|source)[^>]*(?:src|href)=["']?([^"' >]+)""", html)
            assert [url for url in asked if "//" in url] == [], name
