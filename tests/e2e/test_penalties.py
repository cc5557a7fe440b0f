"""A referee gives a penalty and enters late players by keyboard alone, and sees what it changes before."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acts import with_act
from tests.factories import MORNING, PASSWORD, make_staff
from tests.tournament.standings.tables import USUAL, begin, play, punish, small_event
from tournament.core.audit import Act
from tournament.players.actions import add_player
from tournament.players.models import Player
from tournament.results.models import Penalty
from tournament.results.penalties.whole_table import give_to_table
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in


def at_work(page, live_server, sign_in, path: str, **fields):
    """Two tables played, the second hanchan plays, Mina referees."""
    tournament, _people = small_event(hanchan_count=3, **fields)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    begin(tournament, 2)
    sign_in(page, make_staff(tournament, "referee", name="Mina Costa", password=PASSWORD))
    page.goto(f"{live_server.url}/manage/{tournament.slug}/{path}")
    return tournament


@pytest.mark.journey
def test_a_chonbo_by_keyboard_alone(page, live_server, sign_in, no_serious_axe_findings):
    at_work(page, live_server, sign_in, "penalties/give/")
    page.get_by_label("Player", exact=True).focus()
    page.keyboard.type("1")
    page.get_by_label("Search the fouls").focus()
    page.keyboard.type("noten riichi")
    expect(page.get_by_role("radio", name="Wrong tile drawn")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Noten riichi")).to_be_visible()
    expect(page.get_by_label("Points taken off, in P")).to_have_value("30")
    expect(page.locator("#effect")).to_contain_text(re.compile(r"\+30\.2.*→.*\+0\.2", re.DOTALL))
    no_serious_axe_findings(page)
    page.get_by_label("What happened").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Aiko Brandt: chonbo, −30.0P")).to_be_visible()
    assert Penalty.objects.get().amount == 30_000


def test_who_what_and_the_button_by_keyboard_alone_at_a_table(page, live_server, sign_in, no_serious_axe_findings):
    at_work(page, live_server, sign_in, "penalties/give/?hanchan=2&table=1")
    page.get_by_role("link", name="Other table").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Luc Moreau")).to_be_checked()
    search = page.get_by_label("Search the fouls")
    while not search.evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.type("noten")
    page.keyboard.press("Enter")
    give = page.get_by_role("button", name="Give chonbo to Luc Moreau")
    expect(give).to_be_in_viewport()
    no_serious_axe_findings(page)
    while not give.evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Luc Moreau: chonbo, −30.0P")


def test_points_are_shown_while_they_are_typed_and_the_cursor_stays(page, live_server, sign_in):
    at_work(page, live_server, sign_in, "penalties/give/?player=1")
    page.get_by_label("Points taken off, in P").focus()
    page.keyboard.type("2.5", delay=120)
    expect(page.locator("#effect")).to_contain_text("+27.7")
    expect(page.get_by_label("Points taken off, in P")).to_be_focused()
    expect(page.get_by_label("Points taken off, in P")).to_have_value("2.5")


def test_a_typed_password_stays_while_the_penalty_is_chosen(page, live_server, sign_in, no_serious_axe_findings):
    at_work(page, live_server, sign_in, "penalties/give/?player=1&hanchan=1")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_label("Points taken off, in P").fill("2.5")
    expect(page.locator("#effect")).to_contain_text("+27.7")
    expect(page.get_by_label("Your password")).to_have_value(PASSWORD)
    no_serious_axe_findings(page)
    page.get_by_role("combobox", name="Hanchan").select_option("2")
    expect(page.get_by_label("Your password")).to_have_count(0)


def test_late_players_by_keyboard_alone(page, live_server, sign_in, no_serious_axe_findings):
    tournament = at_work(page, live_server, sign_in, "penalties/late/")
    page.get_by_label("Player, row 1").focus()
    for typed, tabs in (("1", 1), ("7", 3), ("luc", 1), ("12", 2), ("Kai Ohm", 1)):
        page.keyboard.type(typed)
        for _n in range(tabs):
            page.keyboard.press("Tab")
    expect(page.locator("#verdicts")).to_contain_text("Kai Ohm is added as a new substitute and plays.")
    expect(page.locator("#verdicts")).to_contain_text("−7.0P")
    no_serious_axe_findings(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Aiko Brandt: late, 7 minutes, −7.0P")).to_be_visible()
    assert lineup(tournament, 2)[1][1].player.name == "Kai Ohm"


def test_the_questions_of_a_foul_by_keyboard_alone(page, live_server, sign_in, no_serious_axe_findings):
    at_work(page, live_server, sign_in, "penalties/give/?player=1", preset="wrc-2025")
    page.get_by_label("Search the fouls").focus()
    page.keyboard.type("revealed")
    page.keyboard.press("Enter")
    first = page.get_by_role("radio", name="1 or 2 tiles")
    expect(first).to_be_visible()
    expect(page.get_by_label("Penalty", exact=True)).to_have_value("")
    for _n in range(3):  # the list of fouls, the way to lateness, the first question
        if not first.evaluate("node => node === document.activeElement"):
            page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".panel-plain")).to_contain_text("warned for it before: 5P")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".panel-plain strong")).to_contain_text("Dead hand")
    expect(page.get_by_role("radio", name="3 to 6 tiles")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".panel-plain")).to_contain_text("The hand is dealt again as if it had never been played.")
    expect(page.get_by_label("Points taken off, in P")).to_have_value("30")
    no_serious_axe_findings(page)
    page.get_by_label("What happened").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Aiko Brandt: chonbo, −30.0P")
    assert Penalty.objects.get().answers == {"tiles": "7+"}


def test_a_repetition_is_the_referees_answer(page, live_server, sign_in):
    at_work(page, live_server, sign_in, "penalties/", preset="wrc-2025")
    punish(Player.objects.get(number=1), 0, kind="warning", foul="TENPAI_WRONG", answers={"repeated": "no"})
    page.goto(f"{page.url}give/?player=1&foul=TENPAI_WRONG")
    expect(page.locator("p.note")).to_contain_text("Occurrence 2 of this foul.")
    page.get_by_label("What happened").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Answer the questions about the foul, or choose a penalty.")).to_be_visible()
    page.get_by_label("not warned for it before").check()
    expect(page.get_by_label("Penalty", exact=True)).to_have_value("warning")
    page.get_by_label("warned for it before", exact=True).check()
    expect(page.get_by_label("Points taken off, in P")).to_have_value("5")
    expect(page.locator("#effect")).to_contain_text("+25.2")
    page.get_by_label("What happened").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Aiko Brandt: point penalty, −5.0P")


def test_a_report_sheet_says_what_follows_while_it_is_answered(page, live_server, sign_in, no_serious_axe_findings):
    at_work(page, live_server, sign_in, "penalties/table/?hanchan=1&table=2", preset="wrc-2025")
    page.get_by_label("handed in wrong").check()
    page.get_by_label("sticks reset before the check").check()
    expect(page.locator(".panel-plain strong")).to_contain_text("2P for each player at the table")
    expect(page.locator(".effects")).to_contain_text("+23.0")
    expect(page.get_by_label("handed in wrong")).to_be_checked()
    no_serious_axe_findings(page)
    page.get_by_label("Your password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Noor van Dijk: point penalty, −2.0P")


def test_the_preview_follows_who_stands_in_and_the_list_follows_the_hanchan(page, live_server, sign_in):
    tournament = at_work(page, live_server, sign_in, "penalties/late/")
    kai = add_player(tournament=tournament, name="Kai Ohm", is_substitute=True, act=Act(by=None, at=MORNING))
    absent = {"absent": tournament.players.get(number=2), "substitute": kai, "reason": "away"}
    stand_in(tournament=tournament, hanchan=2, **with_act(by=None, at=MORNING, **absent))
    page.reload()
    expect(page.locator("#substitutes option")).to_have_count(0)
    page.get_by_label("Player, row 1").fill("1")
    page.get_by_label("Minutes late, row 1").fill("10:01")
    page.get_by_label("Substitute, row 1").fill("kai ohm")
    expect(page.locator("#verdicts")).to_contain_text("Kai Ohm is already the substitute for Luc Moreau in hanchan 2.")
    page.get_by_role("combobox", name="Hanchan").select_option("3")
    expect(page.locator("#verdicts")).to_contain_text("Kai Ohm plays as a substitute: scored, not ranked.")
    expect(page.locator("#substitutes option")).to_have_count(1)


def test_choosing_the_whole_table_shows_what_changes_for_the_four(page, live_server, sign_in, no_serious_axe_findings):
    tournament = at_work(page, live_server, sign_in, "penalties/")
    given = give_to_table(
        tournament=tournament,
        hanchan=tournament.hanchan.get(number=1),
        table=2,
        foul="REPORT",
        amount=2_000,
        referee="Mina",
        act=Act(by=None, at=MORNING, reason="", submission=uuid4()),
    )
    page.goto(f"{page.url}{given[0].pk}/cancel/")
    expect(page.locator(".effects tbody tr")).to_have_count(1)
    page.get_by_label("all 4 penalties of the table").check()
    expect(page.locator(".effects tbody tr")).to_have_count(4)
    no_serious_axe_findings(page)
    page.get_by_label("Reason").fill("it was right")
    page.get_by_label("Your password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Cancelled by Mina Costa: it was right")).to_have_count(4)
