"""Sheets that are saved while the server is away: kept in the browser, sent by themselves, once, under the right name.

The server is a process of its own that is killed with -9 and started again on the same database.
"""

import re

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import expect

from tests.e2e.own_server import OwnServer
from tests.e2e.test_sheet_entry import Desk, points_of
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of
from tests.tournament.desk.test_readings import TOKENS
from tournament.core.audit import Act
from tournament.core.models import EntryMode, Role
from tournament.hanchan.actions import close
from tournament.results.models import SheetVersion
from tournament.seats.queries import lineup
from tournament.staff.models import StaffSession

TYPED = ("412", "331", "257", "200")
AHEAD = "**/*ahead=1"
OTHERS = (33_100, 41_200, 25_700, 20_000)


class OutboxDesk(Desk):
    """A desk whose server goes away and comes back."""

    def __init__(self, page, server, tournament, client):
        super().__init__(page, server.url, tournament)
        self.server, self.client = server, client
        page.route(AHEAD, lambda route: route.abort())

    def sign_in(self, person):
        self.client.force_login(person)
        cookie = self.client.cookies["sessionid"]
        self.page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": self.server.url}])

    def keep(self, table=1):
        """Type the sheet of a table and save it while the server is killed."""
        self.open(f"1/{table}/")
        self.at_table(table)
        self.server.kill()
        self.type(*TYPED)
        self.marked("KEPT HERE (1)")

    def marked(self, text):
        expect(self.page.locator("[data-outbox-mark]")).to_have_text(text)
        expect(self.page.locator("[data-outbox-mark]")).to_be_visible()

    def is_sent(self):
        expect(self.page.locator("[data-outbox-sent]")).to_have_text("SENT")
        expect(self.page.locator("[data-outbox-sent]")).to_be_visible()
        expect(self.page.locator("[data-outbox-mark]")).to_be_hidden()

    def is_sent_or_gone(self):
        expect(self.page.locator("[data-outbox-mark]")).to_be_hidden()

    def details(self):
        """What the mark shows when it is pressed."""
        found = self.page.locator(".outbox-kept")
        if not found.is_visible():
            self.page.locator("[data-outbox-mark]").press("Enter")
        return found

    def again(self):
        """The same browser, another tab: the first one was closed."""
        page = self.page.context.new_page()
        self.page.close()
        self.page = page


@pytest.fixture
def server():
    own = OwnServer()
    own.start()
    yield own
    own.kill()


@pytest.fixture
def tournament():
    return hall()


@pytest.fixture
def mina(tournament):
    return make_staff(tournament, name="Mina Aalto")


@pytest.fixture
def aino(tournament):
    return make_staff(tournament, name="Aino Salo")


@pytest.fixture
def desk(page, server, tournament, client, mina):
    desk = OutboxDesk(page, server, tournament, client)
    desk.sign_in(mina)
    return desk


def only_version():
    found = SheetVersion.objects.get()
    return [line.points for line in found.lines.order_by("pk")], found.entered_by


def test_a_sheet_saved_while_the_server_is_dead_goes_out_once_when_it_is_back(desk, mina):
    desk.keep()
    expect(desk.page.locator("[data-kept]").first).to_be_visible()
    expect(desk.page.locator("[data-connection]")).to_have_text("No connection. Sheets that you save are kept here.")
    expect(desk.details()).to_contain_text("Hanchan 1, table 1")
    expect(desk.details()).to_contain_text("412 · 331 · 257 · 200")
    expect(desk.details()).to_contain_text("The server did not answer")
    assert not SheetVersion.objects.exists()
    desk.server.start()
    desk.is_sent()
    desk.at_table(2)
    desk.page.get_by_text("Table 1 saved:").wait_for()
    expect(desk.page.locator("[data-connection]")).to_have_text("All saved")
    assert only_version() == ([*CLEAN], mina)


def test_a_kept_sheet_survives_the_page_and_goes_out_from_any_page_of_the_staff(desk, mina):
    desk.keep()
    desk.again()
    desk.server.start()
    desk.page.goto(f"{desk.server.url}/manage/{desk.tournament.slug}/players/")
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_a_kept_sheet_survives_the_end_of_the_browser(
    browser_type, browser_type_launch_args, tmp_path, server, tournament, client, mina
):
    def browser():
        return browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args)

    with browser() as first:
        desk = OutboxDesk(first.new_page(), server, tournament, client)
        desk.sign_in(mina)
        desk.keep()
    server.start()
    with browser() as second:
        desk = OutboxDesk(second.new_page(), server, tournament, client)
        desk.sign_in(mina)
        desk.open("1/3/")
        desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_what_is_kept_reads_well_and_stays_within_a_phone(desk, no_serious_axe_findings):
    desk.keep()
    for width in (1280, 390):
        desk.page.set_viewport_size({"width": width, "height": 844})
        box = desk.details().bounding_box()
        head = desk.page.locator(".bar").bounding_box()
        assert box["x"] >= 0
        assert abs(box["y"] - head["y"] - head["height"]) < 30, "it hangs from the head of the page"
        assert box["x"] + box["width"] <= width
        no_serious_axe_findings(desk.page)


def test_save_pressed_again_while_the_server_is_dead_keeps_the_corrected_sheet_once(desk, mina):
    desk.keep()
    desk.page.locator("#id_points_0").fill("422")
    desk.page.locator("#id_points_1").fill("321")
    desk.page.locator("#save").click()
    expect(desk.details()).to_contain_text("422 · 321 · 257 · 200")
    desk.marked("KEPT HERE (1)")
    desk.server.start()
    desk.is_sent()
    assert only_version() == ([42_200, 32_100, 25_700, 20_000], mina)


def test_a_sheet_whose_answer_is_lost_with_the_server_is_one_version(desk, mina):
    def lose(route):
        route.fetch(max_redirects=0)
        desk.server.kill()
        route.abort()

    desk.open("1/1/")
    desk.page.route(re.compile(r"/sheets/1/1/$"), lose, times=1)
    desk.type(*TYPED)
    desk.marked("KEPT HERE (1)")
    assert SheetVersion.objects.count() == 1
    desk.server.start()
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_a_sheet_typed_again_at_another_desk_meanwhile_is_one_version(desk, mina):
    desk.tournament.entry_mode = EntryMode.BLIND
    desk.tournament.save(update_fields=["entry_mode"])
    desk.keep()
    entered(hanchan_of(desk.tournament), by=mina)
    desk.server.start()
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_typing_goes_on_with_the_next_sheets_while_the_server_is_dead(desk, mina):
    fetched = []
    desk.page.unroute(AHEAD)
    desk.page.on("requestfinished", lambda request: fetched.append(request.url) if "ahead=1" in request.url else None)
    desk.open("1/1/")
    while len(fetched) < 3:
        desk.page.wait_for_event("requestfinished")
    desk.page.evaluate("new Promise((go) => setTimeout(go))")
    desk.server.kill()
    desk.type(*TYPED)
    desk.at_table(2)
    desk.marked("KEPT HERE (1)")
    desk.press("/", "4", "Enter")
    desk.at_table(4)
    desk.type("350", "250", "300", "300")
    desk.at_table(2)
    desk.marked("KEPT HERE (2)")
    desk.type("400", "300", "300", "200")
    desk.at_table(3)
    desk.marked("KEPT HERE (3)")
    desk.type("123")
    desk.server.start()
    desk.is_sent()
    desk.at_table(3)
    expect(desk.page.locator("#id_points_0")).to_have_value("123")
    found = SheetVersion.objects.order_by("entered_at").values_list("sheet__table", flat=True)
    assert [*found] == [1, 4, 2]
    assert points_of(desk.tournament, 4) == [35_000, 25_000, 30_000, 30_000]


def test_a_session_that_ended_keeps_the_sheet_until_its_owner_signs_in_again(desk, mina, aino):
    desk.keep()
    StaffSession.objects.all().delete()
    desk.server.start()
    expect(desk.details()).to_contain_text("Nobody is signed in on this browser.")
    desk.sign_in(aino)
    desk.open()
    desk.marked("KEPT HERE (1)")
    expect(desk.details()).to_contain_text("Kept for Mina Aalto: 1. They go out when Mina Aalto signs in")
    assert "412" not in TOKENS.sub("", desk.page.content())
    expect(desk.page.locator("[data-outbox-discard]")).to_have_count(0)
    assert not SheetVersion.objects.exists()
    desk.sign_in(mina)
    desk.open()
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_a_page_left_open_sends_nothing_under_the_name_of_whoever_signed_in_in_another_tab(desk, mina, aino):
    desk.keep()
    desk.sign_in(aino)
    desk.server.start()
    expect(desk.details()).to_contain_text("Somebody else is signed in on this browser.")
    assert not SheetVersion.objects.exists()
    desk.sign_in(mina)
    desk.page.evaluate("dispatchEvent(new Event('focus'))")  # back from the other tab
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_what_is_kept_of_a_blind_sheet_nobody_reads_at_that_browser_and_the_server_opens_it(desk, mina):
    type(desk.tournament).objects.update(entry_mode=EntryMode.BLIND)
    desk.keep()
    expect(desk.details()).to_contain_text("412 · 331 · 257 · 200")
    kept = desk.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('outbox '))")
    fields = desk.page.evaluate("(key) => JSON.parse(localStorage[key]).fields.map(([name]) => name)", kept[0])
    assert (len(kept), fields) == (1, ["pad", "sealed"])
    desk.again()
    desk.server.start()
    desk.open("1/2/")
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_a_kept_sheet_that_somebody_else_has_entered_stays_with_the_servers_word(desk, aino):
    desk.keep()
    desk.again()
    entered(hanchan_of(desk.tournament), by=aino, points=OTHERS)
    desk.server.start()
    desk.open("1/2/")
    expect(desk.details()).to_contain_text("Aino Salo entered the sheet of table 1 in the meantime.")
    assert desk.details().get_by_role("link").get_attribute("href").endswith("/sheets/1/1/")
    desk.details().get_by_role("button", name="Open with these figures").click()
    desk.page.get_by_text("Your entry is kept as version 2 and does not count").wait_for()
    desk.marked("KEPT HERE (1)")
    expect(desk.page.locator(".versus-typed").first).to_contain_text("41,200")
    assert points_of(desk.tournament, 1) == [*OTHERS]
    desk.page.once("dialog", lambda dialog: dialog.dismiss())
    desk.details().get_by_role("button", name="Discard").click()
    desk.marked("KEPT HERE (1)")
    desk.page.once("dialog", lambda dialog: dialog.accept())
    desk.details().get_by_role("button", name="Discard").click()
    expect(desk.page.locator("[data-outbox]")).to_be_hidden()


def test_a_kept_sheet_that_does_not_add_up_comes_back_to_be_corrected(desk, mina):
    desk.open("1/1/")
    desk.server.kill()
    desk.type("412", "331", "257", "191")
    desk.page.locator("#save").click()
    desk.marked("KEPT HERE (1)")
    desk.server.start()
    expect(desk.page.locator("#problems")).to_contain_text("900 missing.")
    expect(desk.page.locator("#id_points_0")).to_have_value("412")
    desk.page.locator("#id_points_3").fill("200")
    desk.page.locator("#save").click()
    desk.saved(1)
    expect(desk.page.locator("[data-outbox]")).to_be_hidden()
    assert only_version() == ([*CLEAN], mina)


@pytest.mark.parametrize("entry_mode", [EntryMode.BLIND])
def test_a_second_person_at_the_same_browser_sees_nothing_of_a_kept_first_reading(desk, aino, entry_mode):
    desk.tournament.entry_mode = entry_mode
    desk.tournament.save(update_fields=["entry_mode"])
    desk.keep()
    desk.sign_in(aino)
    desk.server.start()
    desk.open("1/1/")
    expect(desk.page.locator("#id_points_0")).to_have_value("")
    expect(desk.details()).to_contain_text("Kept for Mina Aalto: 1.")
    assert "412" not in TOKENS.sub("", desk.page.content())


def test_a_browser_without_room_says_so_and_the_figures_stay_on_the_page(desk):
    desk.page.add_init_script("""
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
          if (key.startsWith("outbox ")) throw new DOMException("full", "QuotaExceededError");
          set.call(this, key, value);
        };
    """)
    desk.open("1/1/")
    desk.server.kill()
    desk.type(*TYPED)
    desk.page.get_by_text("This browser cannot keep it either").wait_for()
    desk.page.get_by_text("The sheet could not be saved. Your figures are still here").wait_for()
    expect(desk.page.locator("#id_points_3")).to_have_value("200")
    desk.server.start()
    desk.page.locator("#save").click()
    desk.saved(1)


def lease(desk):
    return desk.page.evaluate("localStorage.getItem('outbox-lease')")


def test_a_page_that_goes_away_while_it_asks_leaves_the_sending_to_the_next_one(desk, mina):
    desk.keep()
    desk.page.route("**/sheets/outbox/", lambda route: None, times=1)  # never answered
    with desk.page.expect_request("**/sheets/outbox/"):
        desk.page.evaluate("dispatchEvent(new Event('focus'))")
    held = lease(desk)
    assert held
    desk.server.start()
    desk.page.goto(f"{desk.server.url}/manage/{desk.tournament.slug}/players/")
    assert lease(desk) != held, "35 seconds in which nobody sends"
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_what_the_board_hears_from_the_server_brings_the_next_try(desk, mina):
    desk.page.clock.install()
    desk.keep()
    for pause in (1_000, 2_000, 4_000, 8_000):
        with desk.page.expect_event("requestfailed", lambda request: request.url.endswith("/sheets/outbox/")):
            desk.page.clock.run_for(pause)
    expect(desk.page.locator("[data-connection]")).to_have_text("No connection. Sheets that you save are kept here.")
    desk.server.start()
    with desk.page.expect_response("**/board/*"):  # the next try would be due in 16 seconds
        desk.page.clock.run_for(3_500)
    with desk.page.expect_response("**/kept/"):
        desk.page.clock.run_for(1_500)
    desk.is_sent()
    assert only_version() == ([*CLEAN], mina)


def test_a_change_of_results_that_are_out_is_kept_without_the_password(desk, tournament):
    entered(hanchan_of(tournament), by=None, points=OTHERS)
    for table in (2, 3, 4):
        entered(hanchan_of(tournament), table=table)
    close(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING))
    keiko = make_staff(tournament, Role.REFEREE, name="Keiko Mori")
    hasher = PBKDF2PasswordHasher()  # as the server hashes, not the tests
    keiko.password = hasher.encode("two plain words", hasher.salt())
    keiko.save()
    desk.sign_in(keiko)
    desk.open("1/1/change/")
    desk.server.kill()
    desk.page.locator("#id_points_0").fill("332")
    desk.page.locator("#id_points_1").fill("411")
    desk.page.locator("#id_reason").fill("The first digit of the paper.")
    desk.page.locator("#id_password").fill("two plain words")
    desk.page.locator("#save").click()
    desk.marked("KEPT HERE (1)")
    expect(desk.page.locator("p[data-kept]")).to_contain_text("The change needs your password")
    assert "plain" not in desk.page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    desk.again()
    desk.server.start()
    desk.open("1/2/")
    expect(desk.details()).to_contain_text("332 · 411 · 257 · 200")
    expect(desk.details()).to_contain_text("the change needs your password")
    desk.details().get_by_role("button", name="Open with these figures").click()
    expect(desk.page.locator("#id_points_0")).to_have_value("332")
    expect(desk.page.locator("#id_reason")).to_have_value("The first digit of the paper.")
    desk.page.locator("#id_password").fill("two plain words")
    desk.page.locator("#save").click()
    desk.saved(1)
    expect(desk.page.locator("[data-outbox-mark]")).to_be_hidden()
    assert points_of(tournament, 1) == [33_200, 41_100, 25_700, 20_000]


# --- a penalty from the floor -----------------------------------------------------------------------------------------


@pytest.fixture
def floor(desk, tournament):
    """A referee's phone at table 2, with a penalty chosen and its effect shown."""
    desk.sign_in(make_staff(tournament, Role.REFEREE, name="Keiko Moriyama"))
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.page.goto(f"{desk.server.url}/manage/{tournament.slug}/floor/2/")
    choose_penalty(desk.page)
    return desk


def choose_penalty(page):
    page.locator(".penalty-who label").first.click()
    page.get_by_label("Search the fouls").fill("noten")
    page.keyboard.press("Enter")
    expect(give_button(page)).to_be_visible()


def give_button(page):
    return page.get_by_role("button", name=re.compile("^Give chonbo to "))


def test_a_penalty_given_while_the_server_is_dead_is_kept_and_given_once_when_it_is_back(
    floor, tournament, no_serious_axe_findings
):
    name = give_button(floor.page).inner_text()
    floor.server.kill()
    give_button(floor.page).click()
    floor.marked("KEPT HERE (1)")
    expect(floor.page.locator("#cost")).to_contain_text(f"{name} Kept on this phone.")
    expect(floor.page.locator("[data-connection]")).to_have_text("No connection. A penalty that you give is kept here.")
    expect(floor.details()).to_contain_text("Hanchan 1, table 2")
    expect(floor.details()).to_contain_text(name)
    no_serious_axe_findings(floor.page)
    assert not tournament.penalties.exists()
    floor.again()
    floor.server.start()
    floor.page.goto(f"{floor.server.url}/manage/{tournament.slug}/floor/2/")
    expect(floor.page.locator("form.panel-ok")).to_contain_text("chonbo")
    penalty = tournament.penalties.get()
    assert (penalty.foul, penalty.kind, str(penalty.given_by)) == ("NOTEN_RIICHI", "chonbo", "Keiko Moriyama")
    choose_penalty(floor.page)
    give_button(floor.page).click()
    floor.page.get_by_role("button", name=re.compile("^A second one: give chonbo to ")).click()
    expect(floor.page.locator("form.panel-ok")).to_have_count(2)
    assert tournament.penalties.count() == 2, "the next one is another one"


def test_a_penalty_whose_answer_was_lost_is_given_once(floor, tournament):
    def lose(route):
        route.fetch()
        route.abort()

    floor.page.route("**/floor/2/kept/", lose, times=1)
    give_button(floor.page).click()
    floor.marked("KEPT HERE (1)")
    expect(floor.page.locator("form.panel-ok")).to_have_count(1)
    floor.is_sent_or_gone()
    assert tournament.penalties.count() == 1


def test_a_kept_penalty_that_no_longer_fits_stays_with_the_reason(floor, tournament):
    floor.server.kill()
    give_button(floor.page).click()
    floor.marked("KEPT HERE (1)")
    for table in lineup(tournament, 1):
        entered(hanchan_of(tournament), table)
    close(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING))
    floor.server.start()
    expect(floor.page.locator("[data-outbox-mark]")).to_have_class(re.compile("chip-bad"))
    expect(floor.details()).to_contain_text("choose the penalty again")
    assert not tournament.penalties.exists()
