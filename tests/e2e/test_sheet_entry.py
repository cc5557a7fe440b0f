"""Report sheets typed by keyboard alone in a real browser: what a referee with forty sheets in ten minutes does.

A clean sheet in hundreds costs 16 keys: three digits and Enter for each of four players. No key saves it and none opens
the next sheet: it is there, its first field in focus.
"""

import re
from statistics import median

import pytest
from playwright.sync_api import expect

from tests.factories import MORNING, make_staff, make_user
from tests.tournament.desk.halls import code_on, entered, hall, hanchan_of, lines
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.models import EntryMode
from tournament.hanchan.actions import close, start
from tournament.results.models import SheetVersion
from tournament.results.sheets.actions import enter
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import accepted_version, tables_of

KEYS_PER_CLEAN_SHEET = 16


def first_of(held, page):
    """The first request that was held, as soon as the browser has reported it."""
    for _turn in range(3_000):
        if held:
            return held.pop(0)
        page.evaluate("new Promise((go) => setTimeout(go, 10))")
    raise AssertionError("nothing was sent")


class Desk:
    """Somebody at the desk who only has a keyboard, and counts its keys."""

    def __init__(self, page, url, tournament):
        self.page, self.tournament, self.keys = page, tournament, 0
        self.root = f"{url}/manage/{tournament.slug}/sheets"

    def open(self, path="1/"):
        self.page.goto(f"{self.root}/{path}")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, *scores):
        """Each score and Enter."""
        for score in scores:
            self.press(*score, "Enter")

    def focus(self, selector):
        self.page.locator(f"{selector}:focus").wait_for()

    def at_table(self, table):
        self.page.get_by_role("heading", name=f"Table {table}", exact=True).wait_for()

    def saved(self, table):
        self.page.wait_for_url(f"**saved={table}*")


@pytest.fixture
def desk(page, live_server, sign_in):
    tournament = hall()
    sign_in(page, make_staff(tournament, name="Mina Aalto"))
    return Desk(page, live_server.url, tournament)


def points_of(tournament, table):
    found = {one.table: one for one in tables_of(tournament)}
    return [line.points for line in found[table].lines]


@pytest.mark.journey
def test_a_hall_of_clean_sheets_is_typed_with_sixteen_keys_each(desk):
    desk.open()
    desk.press("1", "Enter")
    desk.at_table(1)
    desk.keys = 0
    for table in (1, 2, 3, 4):
        desk.at_table(table)
        desk.type("412", "331", "257", "200")
        desk.saved(table)
    assert desk.keys == 4 * KEYS_PER_CLEAN_SHEET
    desk.page.get_by_role("heading", name="All sheets of hanchan 1 are in").wait_for()
    assert points_of(desk.tournament, 4) == [41_200, 33_100, 25_700, 20_000]


NINE_SHEETS = [
    ("412", "331", "257", "200"), ("523", "312", "215", "150"), ("305", "301", "298", "296"),
    ("610", "280", "338", "-28"), ("91", "455", "354", "300"), ("288", "402", "177", "333"),
    ("351", "249", "366", "234"), ("800", "310", "218", "-128"), ("410", "330", "260", "190"),
]  # fmt: skip


def test_a_hanchan_of_nine_tables_is_typed_by_keys_alone(page, live_server, sign_in):
    """From the board to its end. A sheet is three characters and Enter for each score, and Enter opens the first; one
    key more for a score below -9,900, one less below 10,000, and two for a deposit left on the table."""
    tournament = hall(players=36)
    sign_in(page, make_staff(tournament))
    desk = Desk(page, live_server.url, tournament)
    desk.open()
    desk.focus("#jump")
    desk.press("Enter")
    counted = []
    for table, scores in enumerate(NINE_SHEETS, 1):
        desk.at_table(table)
        desk.focus("#id_points_0")
        before = desk.keys
        desk.type(*scores)
        if table == 9:
            desk.focus("#id_deposits")
            desk.type("1")
        desk.saved(table)
        counted.append(desk.keys - before)
    desk.page.get_by_role("heading", name="All sheets of hanchan 1 are in").wait_for()
    assert counted == [16, 16, 16, 16, 15, 16, 16, 17, 18]
    assert median(counted) == KEYS_PER_CLEAN_SHEET
    assert desk.keys == 1 + sum(counted) <= 9 * KEYS_PER_CLEAN_SHEET + 3
    for table, scores in enumerate(NINE_SHEETS, 1):
        assert points_of(tournament, table) == [int(score) * 100 for score in scores]


def test_what_the_server_reads_stands_beside_the_fields_while_one_types(desk):
    desk.open("1/1/")
    desk.type("412", "-28")
    expect(desk.page.locator("#note-0")).to_have_text("41,200")
    expect(desk.page.locator("#note-1")).to_have_text("−2,800")
    desk.type("500", "316")
    expect(desk.page.locator("#sum")).to_contain_text("120,000 of 120,000")
    expect(desk.page.locator("#score-0")).to_have_text("+16.2")
    expect(desk.page.locator("#place-2")).to_have_text("1", use_inner_text=True)


def test_the_unit_is_read_before_the_first_digit_also_on_a_phone(desk):
    for width, where, elsewhere in ((1280, ".entry-unit", True), (390, ".entry-unit-alone", False)):
        desk.page.set_viewport_size({"width": width, "height": 844})
        desk.open("1/1/")
        said = desk.page.locator(where)
        expect(said).to_contain_text("in hundreds")
        assert said.bounding_box()["height"] > 8
        expect(desk.page.locator(".entry-unit-alone")).to_be_visible(visible=not elsewhere)


def test_a_mistake_is_named_its_field_is_in_focus_and_the_correction_needs_no_way_round(desk):
    desk.open("1/1/")
    desk.type("412", "331", "257", "191")
    desk.focus("#id_points_0")
    expect(desk.page.locator("#problems")).to_contain_text(
        "900 missing. Two digits swapped? 421 instead of 412 for East would make it fit."
    )
    desk.type("421")
    desk.saved(1)
    assert points_of(desk.tournament, 1) == [42_100, 33_100, 25_700, 19_100]


def test_a_hall_of_three_at_a_table_is_typed_with_twelve_keys_a_sheet(page, live_server, sign_in):
    tournament = seated_hall(18, 2, preset="tenhou-3")
    start(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING))
    sign_in(page, make_staff(tournament))
    desk = Desk(page, live_server.url, tournament)
    desk.open("1/1/")
    for table in range(1, 7):
        desk.at_table(table)
        desk.keys = 0
        desk.type("523", "312", "215")
        desk.saved(table)
        assert desk.keys == 12
    assert points_of(tournament, 6) == [52_300, 31_200, 21_500]


def test_a_double_enter_between_two_scores_shifts_nothing(desk):
    desk.open("1/1/")
    desk.type("412")
    desk.press("Enter", "Enter")
    desk.type("331", "257", "200")
    desk.saved(1)
    assert points_of(desk.tournament, 1) == [41_200, 33_100, 25_700, 20_000]


def test_a_double_enter_at_the_end_saves_once_and_leaves_the_next_sheet_empty(desk):
    desk.open("1/1/")
    desk.type("412", "331", "257", "200")
    desk.press("Enter", "Enter")
    desk.saved(1)
    desk.at_table(2)
    desk.press("Enter")
    desk.focus("#id_points_0")
    assert SheetVersion.objects.count() == 1


def test_deposits_left_on_the_table_are_asked_for_when_they_would_make_it_fit(desk):
    desk.open("1/1/")
    desk.type("410", "330", "260", "180")
    desk.focus("#id_deposits")
    desk.type("2")
    desk.saved(1)
    assert accepted_version(hanchan_of(desk.tournament), 1).deposits == 2


def test_places_and_code_are_typed_after_the_points_and_the_last_enter_saves(page, live_server, sign_in):
    tournament = hall(entry_mode="checked")
    sign_in(page, make_staff(tournament))
    desk = Desk(page, live_server.url, tournament)
    desk.open("1/1/")
    desk.type("331", "412", "257", "200")
    desk.focus("#id_written_places")
    desk.type("123")
    expect(page.locator("#problems")).to_contain_text("has place 1 on the sheet and place 2 by these points")
    desk.focus("#id_written_code")
    desk.type(code_on(tournament, 1, 1))
    desk.focus("#id_written_places")
    assert not tables_of(tournament)
    page.locator("#id_points_0").fill("412")
    page.locator("#id_points_1").fill("331")
    page.locator("#id_written_places").focus()
    desk.press("Enter")
    desk.saved(1)
    assert points_of(tournament, 1) == [41_200, 33_100, 25_700, 20_000]


def test_save_does_not_move_while_a_sheet_is_typed(desk):
    desk.open("1/1/")
    before = desk.page.locator("#save").bounding_box()
    desk.type("412", "331", "257")
    assert desk.page.locator("#save").bounding_box() == before
    desk.type("191")
    desk.focus("#id_points_0")
    assert desk.page.locator("#save").bounding_box() == before


def test_a_warning_is_ticked_with_enter(desk):
    desk.open("1/1/")
    desk.type("1010", "90", "70", "30")
    desk.focus("#id_confirmed")
    desk.press("Enter")
    desk.focus("#save")
    desk.press("Enter")
    desk.saved(1)


@pytest.fixture
def correcting(page, live_server, sign_in):
    """A referee with the filled sheet of table 1, whose first two scores were exchanged."""
    tournament = hall()
    entered(hanchan_of(tournament), points=(37_100, 23_900, 39_000, 20_000))
    sign_in(page, make_staff(tournament, "referee"))
    desk = Desk(page, live_server.url, tournament)
    desk.open("1/1/change/")
    desk.focus("#id_points_0")
    return desk


def figures_of(desk):
    return [desk.page.locator(f"#id_points_{row}").input_value() for row in range(4)]


def test_a_filled_sheet_is_typed_over_row_by_row_without_the_mouse(correcting):
    correcting.type("239", "371")
    correcting.focus("#id_points_2")
    assert figures_of(correcting) == ["239", "371", "390", "200"]
    correcting.press("Enter", "Enter")
    correcting.focus("#id_deposits")
    correcting.press("Enter")
    correcting.focus("#id_reason")
    correcting.page.keyboard.type("Two rows exchanged")
    correcting.press("Enter")
    correcting.saved(1)
    assert points_of(correcting.tournament, 1) == [23_900, 37_100, 39_000, 20_000]


def test_results_that_are_out_are_changed_with_the_password_by_keyboard(page, live_server, sign_in):
    tournament = hall(players=4)
    entered(hanchan_of(tournament), points=(37_100, 23_900, 39_000, 20_000))
    close(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING))
    referee = make_staff(tournament, "referee")
    referee.set_password("two/plain+words")
    referee.save()
    sign_in(page, referee)
    desk = Desk(page, live_server.url, tournament)
    desk.open("1/1/change/")
    desk.focus("#id_points_0")
    desk.type("239", "371")
    desk.press("Enter", "Enter", "Enter")
    desk.focus("#id_reason")
    page.keyboard.type("Exchanged")
    desk.press("Enter")
    desk.focus("#id_password")
    page.keyboard.type("guessed")
    desk.press("Enter")
    page.get_by_text("This is not your password.").wait_for()
    desk.focus("#id_password")
    page.keyboard.type("two/plain+words")
    desk.press("Enter")
    desk.saved(1)
    assert points_of(tournament, 1) == [23_900, 37_100, 39_000, 20_000]


def test_deposits_are_typed_on_the_way_through_a_filled_sheet(correcting):
    correcting.type("361")
    correcting.press("Enter", "Enter", "Enter")
    correcting.focus("#id_deposits")
    correcting.press("1", "Enter")
    correcting.focus("#id_reason")
    assert figures_of(correcting)[0] == "361"


def test_letters_never_get_into_points_and_a_minus_does(correcting):
    correcting.press("a", "2", "e", "3", "9")
    correcting.page.keyboard.insert_text("日")
    assert figures_of(correcting)[0] == "239"
    correcting.press("-")
    assert figures_of(correcting)[0] == "-239"
    correcting.page.locator("#id_points_1").fill("37100 pts")
    assert figures_of(correcting)[1].strip() == "37100"
    correcting.page.locator("#id_points_1").fill("ー２５．３")
    assert figures_of(correcting)[1].strip() == "-25.3", "as a Japanese keyboard types it"
    correcting.page.locator("#id_deposits").focus()
    correcting.press("x", "2")
    expect(correcting.page.locator("#id_deposits")).to_have_value("2")


def test_a_filled_sheet_with_drawn_winds_takes_a_wind_from_its_points(page, live_server, sign_in):
    tournament = hall(wind_method="drawn")
    winds = [(wind, *line[1:]) for wind, line in zip("SEWN", lines(hanchan_of(tournament)), strict=True)]
    typed = TypedSheet.of(winds, 0)
    enter(hanchan=hanchan_of(tournament), table=1, typed=typed, act=Act(by=None, at=MORNING))
    sign_in(page, make_staff(tournament, "referee"))
    desk = Desk(page, live_server.url, tournament)
    desk.open("1/1/change/")
    desk.focus("#id_points_0")
    desk.type("e412", "s331")
    desk.focus("#id_points_2")
    expect(page.locator("#id_wind_0")).to_have_value("E")
    expect(page.locator("#id_wind_1")).to_have_value("S")
    assert figures_of(desk)[:2] == ["412", "331"]
    desk.press("Enter", "Enter", "Enter")
    desk.focus("#id_reason")


def test_a_digit_before_the_points_of_a_filled_sheet_is_the_wind_as_in_an_empty_one(page, live_server, sign_in):
    """3452 in hundreds would be more than the whole table has."""
    tournament = hall(wind_method="drawn")
    winds = [(wind, *line[1:]) for wind, line in zip("SEWN", lines(hanchan_of(tournament)), strict=True)]
    enter(hanchan=hanchan_of(tournament), table=1, typed=TypedSheet.of(winds, 0), act=Act(by=None, at=MORNING))
    sign_in(page, make_staff(tournament, "referee"))
    desk = Desk(page, live_server.url, tournament)
    desk.open("1/1/change/")
    desk.focus("#id_points_0")
    desk.type("1412", "2331", "257")
    assert [page.locator(f"#id_wind_{row}").input_value() for row in range(3)] == ["1", "2", "W"]
    assert figures_of(desk) == ["412", "331", "257", "200"]


def test_a_click_leaves_a_figure_selected_and_a_double_click_goes_into_it(correcting):
    first, second = (correcting.page.locator(f"#id_points_{row}") for row in (0, 1))
    first.click()
    correcting.press(*"264")
    second.click()
    correcting.press(*"331")
    assert figures_of(correcting)[:2] == ["264", "331"]
    second.dblclick()
    correcting.press("End", "Backspace")
    assert figures_of(correcting)[1] == "33"


def test_deposits_typed_before_the_server_has_answered_are_not_lost(desk):
    """Somebody with the paper in hand types on: four scores, Enter, the deposits, Enter."""
    desk.open("1/1/")
    desk.page.evaluate("""() => {
      const send = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (...sent) { setTimeout(() => send.apply(this, sent), 1500); };
    }""")
    desk.type("410", "330", "260", "190")
    desk.press("1", "Enter")
    desk.saved(1)
    assert accepted_version(hanchan_of(desk.tournament), 1).deposits == 1


def test_a_slash_and_a_number_or_a_code_lead_to_another_table(desk):
    desk.open("1/1/")
    desk.press("/", "3", "Enter")
    desk.at_table(3)
    desk.press("/", *code_on(desk.tournament, 1, 2).lower(), "Enter")
    desk.at_table(2)
    desk.press("Escape")
    desk.page.wait_for_url(re.compile(r"/sheets/1/$"))


def test_escape_leaves_typed_figures_only_when_pressed_twice(desk):
    desk.open("1/1/")
    notice = desk.page.get_by_text("These figures are not saved.")
    with desk.page.expect_response("**/check/"):
        desk.type("412")
        desk.press("Escape")
        expect(notice).to_be_visible()
    expect(desk.page.locator("#sum")).to_contain_text("41,200")
    expect(notice).to_be_visible()
    desk.type("3")
    expect(notice).to_be_hidden()
    desk.press("Escape", "Escape")
    desk.page.wait_for_url(re.compile(r"/sheets/1/$"))


def test_figures_left_unsaved_by_a_wrong_click_are_there_again(desk):
    desk.open("1/1/")
    desk.type("412", "331")
    desk.page.locator("#table-3").click()
    desk.at_table(3)
    expect(desk.page.locator("#id_points_0")).to_have_value("")
    desk.page.locator("#table-1").click()
    desk.page.get_by_text("Restored from before: these figures are not saved yet.").wait_for()
    desk.focus("#id_points_2")
    desk.type("257", "200")
    desk.saved(1)
    assert points_of(desk.tournament, 1) == [41_200, 33_100, 25_700, 20_000]


def test_figures_left_with_escape_are_gone(desk):
    desk.open("1/1/")
    desk.type("412")
    desk.press("Escape", "Escape")
    desk.page.wait_for_url(re.compile(r"/sheets/1/$"))
    desk.open("1/1/")
    expect(desk.page.locator("#id_points_0")).to_have_value("")


def test_keys_typed_before_a_page_is_ready_reach_its_sheet(desk):
    held = []
    desk.page.route("**/js/base.js", lambda route: held.append(route))
    desk.page.goto(f"{desk.root}/1/1/", wait_until="commit")
    desk.at_table(1)
    desk.page.keyboard.type("413")
    desk.press("Backspace")
    desk.type("2", "331", "257", "200")
    first_of(held, desk.page).continue_()
    desk.saved(1)
    assert points_of(desk.tournament, 1) == [41_200, 33_100, 25_700, 20_000]


def test_a_number_typed_while_the_page_gets_ready_is_typed_once_and_in_order(desk):
    held = []
    desk.page.route("**/js/base.js", lambda route: held.append(route))
    desk.page.goto(f"{desk.root}/1/", wait_until="commit")
    desk.focus("#jump")
    desk.press("z", "y")
    first_of(held, desk.page).continue_()
    desk.page.wait_for_load_state()
    desk.page.evaluate("new Promise((go) => setTimeout(go))")
    desk.press("x", "4", "4", "Enter")
    desk.page.get_by_text("“zyx44” is not a sheet of this tournament").wait_for()


def test_a_sheet_whose_script_does_not_come_can_be_filled_in_all_the_same(desk):
    desk.page.route("**/js/sheet.js", lambda route: route.abort())
    desk.page.goto(f"{desk.root}/1/1/")
    desk.page.locator("#id_points_0").focus()
    desk.page.keyboard.type("412")
    expect(desk.page.locator("#id_points_0")).to_have_value("412")


def test_drawn_winds_go_on_to_the_points_by_themselves(page, live_server, sign_in):
    tournament = hall(wind_method="drawn", name="Drawn Open")
    sign_in(page, make_staff(tournament))
    desk = Desk(page, live_server.url, tournament)
    desk.open("1/1/")
    for wind, points in zip("n1w2", ("412", "331", "257", "200"), strict=True):
        desk.press(wind)
        desk.type(points)
    desk.saved(1)
    assert desk.keys == 20
    assert points_of(tournament, 1) == [33_100, 20_000, 25_700, 41_200]


def test_the_board_says_by_itself_what_somebody_else_has_entered(desk):
    desk.open("1/1/")
    desk.press("4")
    entered(hanchan_of(desk.tournament), table=3)
    expect(desk.page.locator("#table-3")).to_contain_text("accepted")
    desk.focus("#id_points_0")
    expect(desk.page.locator("#id_points_0")).to_have_value("4")


def test_a_row_of_the_key_shows_only_its_tables_and_m_opens_the_first_to_read_again(desk):
    desk.tournament.entry_mode = EntryMode.BLIND
    desk.tournament.save(update_fields=["entry_mode"])
    for table in (2, 3):
        entered(hanchan_of(desk.tournament), table=table, by=make_user(name=f"Clerk {table}"))
    desk.open("1/")
    mine = desk.page.get_by_role("button", name="for you to check")
    mine.press("Enter")
    expect(mine).to_have_attribute("aria-pressed", "true")
    expect(desk.page.locator("#table-1")).to_be_hidden()
    expect(desk.page.locator("#table-2")).to_be_visible()
    expect(desk.page.get_by_text("Missing · 2")).to_be_hidden()
    entered(hanchan_of(desk.tournament), table=4, by=make_user(name="Clerk 4"))
    expect(desk.page.locator("#table-4")).to_be_visible()
    expect(desk.page.locator("#table-1")).to_be_hidden()
    desk.press("Enter")
    expect(desk.page.locator("#table-1")).to_be_visible()
    desk.press("m")
    desk.page.wait_for_url("**/1/2/")


def test_without_script_check_and_save_do_the_same(browser, live_server, sign_in):
    tournament = hall(name="Plain Open")
    page = browser.new_context(java_script_enabled=False).new_page()
    sign_in(page, make_staff(tournament))
    page.goto(f"{live_server.url}/manage/{tournament.slug}/sheets/1/1/")
    for row, points in enumerate(("410", "330", "260", "180")):
        page.locator(f"#id_points_{row}").fill(points)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Count them on the sheet.")).to_be_visible()
    page.locator("#id_deposits").fill("2")
    page.locator("#id_points_3").press("Enter")
    page.wait_for_url("**saved=1*")
    assert accepted_version(hanchan_of(tournament), 1).deposits == 2


def test_no_page_of_the_desk_has_a_serious_fault_for_those_who_cannot_see_it(
    browser, live_server, sign_in, no_serious_axe_findings
):
    tournament = hall(name="Axe Open")
    page = browser.new_context().new_page()
    sign_in(page, make_staff(tournament, "referee"))
    desk = Desk(page, live_server.url, tournament)
    entered(hanchan_of(tournament), table=2)
    for path in ("1/", "2/", "1/1/", "1/2/", "1/2/change/", "1/2/history/", "1/1/history/", "1/open/?q=99"):
        desk.open(path)
        no_serious_axe_findings(page)
    desk.open("1/1/")
    page.get_by_text("All-last sheet").click()
    desk.page.locator("#id_points_0").focus()
    desk.type("412", "331", "257", "1200")
    desk.page.get_by_text("is not clear").wait_for()
    no_serious_axe_findings(page)
