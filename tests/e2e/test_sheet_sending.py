"""A report sheet on its way to the server and the next one in its place, in a real browser: nothing typed is lost.

The page stays while a sheet is sent. Requests are held until the keys were pressed, never for a time.
"""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.e2e.test_sheet_entry import Desk, first_of, points_of
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.models import User
from tournament.hanchan.actions import start
from tournament.results.models import SheetVersion
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import typed_sheet
from tournament.staff.models import StaffSession

CLEAN = {3: ("523", "312", "215"), 4: ("412", "331", "257", "200")}


class Sending(Desk):
    """A desk whose sheets are held on their way until they are let go."""

    def __init__(self, page, url, tournament):
        super().__init__(page, url, tournament)
        self.held, self.holds = [], True
        page.route(re.compile(r"/sheets/1/\d+/(change/)?$"), self._hold)
        page.route("**/*ahead=1", lambda route: route.abort())  # a sheet that is not sent stays in sight

    def _hold(self, route):
        if self.holds and route.request.method == "POST":
            self.held.append(route)
        else:
            route.continue_()

    def fill_in(self):
        """Type a clean sheet, but for the Enter that saves it."""
        *others, last = CLEAN[self.tournament.at_a_table]
        self.type(*others)
        self.press(*last)

    def sent(self):
        """The sheet on its way."""
        return first_of(self.held, self.page)

    def save(self):
        """Type a clean sheet and save it."""
        self.fill_in()
        self.press("Enter")
        self.sent().continue_()

    def sees(self, text):
        self.page.get_by_text(text).wait_for()


def hall_of(at_a_table):
    if at_a_table == 4:
        return hall()
    tournament = seated_hall(18, 2, preset="tenhou-3")
    start(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING))
    return tournament


@pytest.fixture(params=[4, 3], ids=["of four", "of three"])
def tables(request, page, live_server, sign_in):
    """The desk of a hall with tables of four, and of one with tables of three."""
    tournament = hall_of(request.param)
    sign_in(page, make_staff(tournament, name="Mina Aalto"))
    return Sending(page, live_server.url, tournament)


@pytest.fixture
def desk(page, live_server, sign_in):
    tournament = hall()
    sign_in(page, make_staff(tournament, "referee", name="Mina Aalto"))
    return Sending(page, live_server.url, tournament)


def expect_points(desk, *points):
    for row, typed in enumerate(points):
        expect(desk.page.locator(f"#id_points_{row}")).to_have_value(typed)


# --- keys ---------------------------------------------------------------------------------------------------------


def test_keys_typed_before_the_next_sheet_is_there_reach_it(tables):
    tables.open("1/1/")
    tables.fill_in()
    tables.press("Enter", *"350", "Enter", *"28", "-", "Enter", *"91", "Backspace")
    expect_points(tables, *CLEAN[tables.tournament.at_a_table][:2])
    tables.sent().continue_()
    tables.saved(1)
    tables.at_table(2)
    expect_points(tables, "350", "-28", "9")
    tables.focus("#id_points_2")
    expect(tables.page.locator("#note-1")).to_have_text("−2,800")


def test_no_key_is_lost_wherever_the_answer_comes_between_them(tables):
    keys = "0123456789"
    tables.open("1/1/")
    for table, before in ((1, 0), (2, 4), (3, 9)):
        tables.at_table(table)
        tables.page.locator("#id_points_0").fill("")
        tables.fill_in()
        tables.press("Enter")
        route = tables.sent()
        tables.press(*keys[:before])
        route.continue_()
        tables.press(*keys[before:])
        tables.saved(table)
        expect_points(tables, keys)


def test_a_sheet_and_its_saving_typed_ahead_are_saved_too(tables):
    scores = CLEAN[tables.tournament.at_a_table]
    tables.open("1/1/")
    tables.fill_in()
    tables.press("Enter")
    tables.type(*scores)
    tables.press("Enter", "7")
    tables.sent().continue_()
    tables.sent().continue_()
    tables.saved(2)
    tables.at_table(3)
    expect_points(tables, "7")
    assert points_of(tables.tournament, 2) == points_of(tables.tournament, 1)


def test_keys_after_the_number_of_a_table_reach_its_sheet(desk):
    held = []
    desk.page.route(re.compile(r"/open/"), lambda route: held.append(route))
    desk.open("1/1/")
    desk.press("/", "3", "Enter", *"412", "Enter", "3")
    first_of(held, desk.page).continue_()
    desk.at_table(3)
    expect_points(desk, "412", "3")


def test_keys_typed_ahead_of_a_sheet_that_was_not_saved_reach_no_other(desk):
    desk.open("1/1/")
    desk.fill_in()
    desk.press("Enter", *"350", "Enter")
    desk.sent().fulfill(status=500, body="broken")
    desk.sees("The sheet could not be saved.")
    expect_points(desk, *CLEAN[4])
    desk.open("1/2/")
    desk.focus("#id_points_0")
    expect_points(desk, "")


def test_the_live_check_and_every_key_work_once_in_each_sheet_that_comes(desk):
    desk.open("1/1/")
    for table in (1, 2):
        desk.save()
        desk.saved(table)
    desk.at_table(3)
    desk.press("-", "5", "-", "*", "Enter")
    expect_points(desk, "-5")
    expect(desk.page.locator("#note-0")).to_have_text("−500")
    desk.press("/")
    desk.focus("#jump")


# --- the page -----------------------------------------------------------------------------------------------------


def test_the_next_sheet_comes_without_the_page_going_away(desk):
    desk.open("1/1/")
    desk.page.evaluate("window.stayed = true")
    desk.save()
    desk.page.wait_for_url("**/sheets/1/2/?saved=1")
    desk.at_table(2)
    assert desk.page.evaluate("window.stayed")
    expect(desk.page).to_have_title(re.compile("^Table 2, hanchan 1"))
    desk.sees("Table 1 saved:")
    expect(desk.page.locator("[data-connection]")).to_have_text("All saved")
    entered(hanchan_of(desk.tournament), table=4)
    expect(desk.page.locator("#table-4")).to_contain_text("accepted")


def test_back_and_forward_show_what_the_server_has_now(desk):
    desk.open("1/1/")
    desk.save()
    desk.saved(1)
    desk.at_table(2)
    desk.save()
    desk.saved(2)
    desk.at_table(3)
    desk.page.go_back()
    desk.at_table(2)
    desk.sees("Change the sheet")
    desk.page.go_back()
    desk.at_table(1)
    desk.sees("Change the sheet")
    desk.page.go_forward()
    desk.at_table(2)
    desk.page.go_forward()
    desk.at_table(3)
    desk.focus("#id_points_0")
    assert SheetVersion.objects.count() == 2


def test_the_link_past_the_navigation_does_not_load_the_page_again(desk):
    desk.open("1/1/")
    desk.save()
    desk.saved(1)
    desk.page.evaluate("window.stayed = true")
    desk.page.locator(".skip").focus()
    desk.press("Enter")
    desk.page.wait_for_url("**#content")
    desk.page.go_back()
    desk.page.wait_for_url("**/sheets/1/2/?saved=1")
    assert desk.page.evaluate("window.stayed")


def test_two_clicks_and_two_enters_send_once(desk):
    desk.open("1/1/")
    desk.fill_in()
    desk.page.locator("#save").dblclick()
    desk.press("Enter")
    desk.sent().continue_()
    desk.saved(1)
    desk.at_table(2)
    assert not desk.held
    assert SheetVersion.objects.count() == 1


# --- what else the server may answer ------------------------------------------------------------------------------


def test_a_sheet_that_somebody_else_has_entered_is_compared_in_place(desk):
    desk.open("1/1/")
    desk.fill_in()
    entered(hanchan_of(desk.tournament), points=(33_100, 41_200, 25_700, 20_000))
    desk.press("Enter", *"350")
    sent = desk.sent()
    desk.holds = False
    sent.continue_()
    desk.sees("Your entry is kept as version 2 and does not count")
    desk.page.get_by_label("reason for the change").fill("The paper says so")
    desk.page.get_by_role("button", name="Save my entry instead").click()
    desk.saved(1)
    assert points_of(desk.tournament, 1) == [41_200, 33_100, 25_700, 20_000]


def test_a_refused_change_comes_back_with_all_that_was_typed(desk):
    entered(hanchan_of(desk.tournament))
    desk.open("1/1/change/")
    desk.page.evaluate("window.stayed = true")
    desk.page.locator("#id_points_0").fill("421")
    desk.page.locator("#id_reason").fill("Misread")
    desk.page.locator("#save").click()
    desk.sent().continue_()
    desk.sees("900 too many")
    expect_points(desk, "421", "331", "257", "200")
    expect(desk.page.locator("#id_reason")).to_have_value("Misread")
    desk.focus("#id_points_0")
    expect(desk.page.locator("[data-connection]")).to_have_text("Not saved yet")
    assert desk.page.evaluate("window.stayed")


def test_what_the_server_failed_over_stays_and_is_saved_by_the_next_save(desk):
    desk.open("1/1/")
    desk.fill_in()
    desk.press("Enter")
    desk.sent().fulfill(status=500, body="broken")
    desk.sees("The sheet could not be saved. Your figures are still here")
    expect(desk.page.locator("[data-connection]")).to_contain_text("Server error: not saved")
    expect_points(desk, *CLEAN[4])
    desk.press("Enter")
    desk.sent().continue_()
    desk.saved(1)
    assert SheetVersion.objects.count() == 1


@pytest.mark.parametrize("answer", [None, 502, 503, 504])
def test_what_did_not_reach_the_server_goes_out_by_itself_and_the_next_sheet_comes(desk, answer):
    desk.open("1/1/")
    desk.fill_in()
    desk.press("Enter")
    if answer:
        desk.sent().fulfill(status=answer, body="away")
    else:
        desk.sent().abort()
    desk.saved(1)
    desk.at_table(2)
    expect(desk.page.locator("[data-outbox-sent]")).to_have_text("SENT")
    assert SheetVersion.objects.count() == 1


def test_a_sheet_whose_answer_was_lost_is_not_saved_twice(desk):
    desk.open("1/1/")
    desk.fill_in()
    desk.press("Enter")
    lost = desk.sent()
    lost.fetch(max_redirects=0)
    lost.abort()
    desk.saved(1)
    desk.at_table(2)
    assert SheetVersion.objects.count() == 1


def test_figures_survive_a_sign_in_that_ended(desk, sign_in):
    desk.open("1/1/")
    desk.fill_in()
    StaffSession.objects.all().delete()
    desk.press("Enter")
    sent = desk.sent()
    desk.holds = False  # the browser sends the same form its own way then
    sent.continue_()
    desk.sees("You are no longer signed in. Your entries are still here.")
    sign_in(desk.page, User.objects.get(first_name="Mina"))
    desk.open("1/1/")
    desk.sees("Restored from before: these figures are not saved yet.")
    expect_points(desk, *CLEAN[4])


def test_a_change_left_unsaved_is_there_again_unless_somebody_else_has_changed_the_sheet(desk):
    hanchan = hanchan_of(desk.tournament)
    first = entered(hanchan)
    desk.open("1/1/change/")
    desk.page.locator("#id_points_0").fill("421")
    desk.open("1/1/change/")
    desk.sees("Restored from before: these figures are not saved yet.")
    expect_points(desk, "421")
    act = Act(by=None, at=MORNING, reason="One deposit was left", base=1, submission=uuid4())
    change(hanchan=hanchan, table=1, typed=replace(typed_sheet(first), deposits=1), override=True, act=act)
    desk.open("1/1/change/")
    expect_points(desk, "412")


def test_the_number_of_a_table_after_the_sign_in_ended_leads_to_the_sign_in_page(desk):
    desk.open("1/1/")
    StaffSession.objects.all().delete()
    desk.press("/", "3", "Enter")
    desk.page.wait_for_url("**/sign-in/**")
