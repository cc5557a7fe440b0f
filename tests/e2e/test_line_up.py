"""Correcting who played in a real browser: two people exchanged over two tables by keyboard, undone, on a phone."""

import pytest
from playwright.sync_api import expect

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import hanchan_of
from tests.tournament.planning.line_up.halls import corrected, played_hall, seated_at
from tournament.core.audit import Act
from tournament.hanchan.actions import close
from tournament.players.actions import add_player
from tournament.results.sheets.queries import accepted_version

ACT = Act(by=None, at=MORNING)


@pytest.fixture
def tournament():
    return played_hall()


@pytest.fixture
def referee(page, live_server, sign_in, tournament):
    """A referee's browser at the sheet of table 1."""
    user = make_staff(tournament, "referee", name="Keiko Ando")
    user.set_password("two plain words")
    user.save()
    sign_in(page, user)
    page.goto(f"{live_server.url}/manage/{tournament.slug}/sheets/1/1/")
    return page


def names_at(tournament, table):
    lines = accepted_version(hanchan_of(tournament), table).lines.all()
    return [line.player for line in sorted(lines, key=lambda line: "ESWN".index(line.wind))]


def exchange(page, one, other):
    """Type one person's number over the other's name, and Enter."""
    page.get_by_label(f"Who played the seat of {one}", exact=True).click()
    page.keyboard.type(str(other.number))
    page.keyboard.press("Enter")
    page.locator("#id_reason:focus").wait_for()


def test_two_exchanged_people_are_put_right_over_two_tables_and_back(referee, tournament):
    one, other = seated_at(tournament, 1)[1], seated_at(tournament, 2)[2]
    referee.get_by_role("link", name="Change who played").click()
    exchange(referee, one, other)
    expect(referee.locator(".people-table")).to_have_count(2)
    expect(referee.locator(".is-changed del")).to_have_text([str(one), str(other)])
    expect(referee.locator(".shifts .is-meant")).to_have_count(2)
    referee.keyboard.type("Both told the referee at 15:20")
    referee.keyboard.press("Enter")
    expect(referee.locator(".messages")).to_contain_text("Tables 1 and 2 corrected.")
    assert (names_at(tournament, 1)[1], names_at(tournament, 2)[2]) == (other, one)
    referee.get_by_role("link", name="Undo").click()
    expect(referee.locator("#id_reason")).to_have_value("The correction was undone.")
    expect(referee.locator(".is-changed del")).to_have_text([str(other), str(one)])
    referee.locator("#id_reason").press("Enter")
    expect(referee.locator(".messages")).to_contain_text("Tables 1 and 2 corrected.")
    assert (names_at(tournament, 1)[1], names_at(tournament, 2)[2]) == (one, other)
    assert accepted_version(hanchan_of(tournament), 1).number == 3


def test_a_name_that_nobody_has_is_typed_over_where_it_stands(referee, tournament):
    one, other = seated_at(tournament, 1)[0], seated_at(tournament, 1)[1]
    referee.get_by_role("link", name="Change who played").click()
    referee.wait_for_url("**/people/")
    referee.locator(".people-name:focus").wait_for()
    referee.keyboard.type("Nobody Here")
    referee.keyboard.press("Enter")
    referee.get_by_text("No player matches “Nobody Here”").wait_for()
    referee.wait_for_load_state()
    box = referee.locator(".people-name:focus")
    expect(box).to_have_value("Nobody Here")
    referee.keyboard.type(other.name)
    referee.keyboard.press("Enter")
    expect(referee.locator(".is-changed del")).to_have_text([str(one), str(other)])


def test_escape_goes_back_to_the_sheet_and_nothing_has_changed(referee, tournament):
    referee.get_by_role("link", name="Change who played").click()
    exchange(referee, seated_at(tournament, 1)[1], seated_at(tournament, 2)[2])
    referee.keyboard.press("Escape")
    referee.wait_for_url("**/sheets/1/1/")
    assert accepted_version(hanchan_of(tournament), 1).number == 1


def test_two_referees_at_once_are_told_of_each_other(referee, tournament):
    one, other = seated_at(tournament, 1)[1], seated_at(tournament, 2)[2]
    referee.get_by_role("link", name="Change who played").click()
    exchange(referee, one, other)
    third = seated_at(tournament, 1)[0]
    corrected(tournament, {third: other, other: third}, by=make_staff(tournament, "referee", name="Noah Field"))
    referee.keyboard.type("Both told the referee")
    referee.keyboard.press("Enter")
    expect(referee.locator(".panel-error")).to_contain_text("changed")
    expect(referee.locator("#id_reason")).to_have_value("Both told the referee")
    assert names_at(tournament, 1)[0] == other


def test_results_that_are_out_are_reissued_with_the_password(referee, tournament):
    close(hanchan=hanchan_of(tournament), act=Act(by=None, at=hanchan_of(tournament).started_at))
    one, other = seated_at(tournament, 1)[1], seated_at(tournament, 2)[2]
    referee.get_by_role("link", name="Change who played").click()
    exchange(referee, one, other)
    referee.keyboard.type("Both told the referee")
    referee.keyboard.press("Tab")
    referee.keyboard.type("guessed")
    referee.keyboard.press("Enter")
    referee.get_by_text("This is not your password.").wait_for()
    expect(referee.locator("#id_reason")).to_have_value("Both told the referee")
    referee.locator("#id_password:focus").wait_for()
    referee.keyboard.type("two plain words")
    referee.keyboard.press("Enter")
    expect(referee.locator(".messages")).to_contain_text("Tables 1 and 2 corrected.")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits_and_has_no_serious_fault(referee, tournament, width, no_serious_axe_findings):
    referee.set_viewport_size({"width": width, "height": 800})
    referee.get_by_role("link", name="Change who played").click()
    referee.locator(".people-name:focus").wait_for()
    no_serious_axe_findings(referee)
    exchange(referee, seated_at(tournament, 1)[1], seated_at(tournament, 2)[2])
    no_serious_axe_findings(referee)
    assert referee.evaluate("document.documentElement.scrollWidth") <= width
    expect(referee.locator("[data-after-typing]")).to_be_hidden()
    if width == 1280:
        assert referee.evaluate("document.documentElement.scrollHeight") <= 800
        expect(referee.get_by_role("button", name="Apply")).to_be_in_viewport(ratio=1)
    referee.locator(".people-name").first.press_sequentially("1")
    expect(referee.locator("[data-after-typing]")).to_be_visible()


def test_a_player_who_sat_out_is_not_ranked_and_the_standings_follow_the_box(referee, tournament):
    rosa = add_player(tournament=tournament, name="Rosa Late", act=ACT)
    listed = seated_at(tournament, 1)[1]
    referee.get_by_role("link", name="Change who played").click()
    exchange(referee, listed, rosa)
    box = referee.get_by_label("Rosa Late is ranked for this hanchan")
    expect(box).to_be_checked()
    row = referee.locator(".shifts .is-meant", has_text="Rosa Late")
    expect(row).to_contain_text("+5.3")
    referee.locator("#id_reason").fill("Rosa helped out.")
    box.uncheck()
    expect(row).not_to_contain_text("+5.3")
    expect(referee.locator(".affected")).to_contain_text("Rosa Late is not ranked for hanchan 1")
    expect(referee.locator("#id_reason")).to_have_value("Rosa helped out.")
    referee.get_by_role("button", name="Apply to the table").click()
    expect(referee.locator(".messages")).to_contain_text("Table 1 corrected.")
    assert tournament.stand_ins.get().counts is False
    referee.get_by_role("link", name="Undo").click()
    referee.locator("#id_reason:focus").press("Enter")
    expect(referee.locator(".messages")).to_contain_text("Table 1 corrected.")
    assert seated_at(tournament, 1)[1] == listed
