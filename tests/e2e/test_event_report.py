"""The report of an event: written with a keyboard, read on a phone and at a desk, in the dark, and on paper."""

from playwright.sync_api import expect

from tests.e2e.paper import Printed
from tests.factories import make_staff
from tests.tournament.hanchan.test_ceremony import ACT
from tests.tournament.hanchan.test_ceremony_show import press_to, with_prizes
from tests.tournament.results.paper.pictures import picture, upload
from tests.tournament.standings.event_report.test_report import ended
from tournament.core.models import Role
from tournament.results.paper.images import stored_image
from tournament.standings.ceremony_steps import StepKind
from tournament.standings.event_report.actions import add_photograph

WINDOWS = ((390, "light"), (1280, "dark"), (1920, "light"))


def photograph(number, size=(300, 200)):
    image = upload(picture(size, colour=(20 * number, 90, 120)))
    return {"name": "IMG_1.JPG", "mimeType": "image/jpeg", "buffer": image.getvalue()}


def add(page, number, caption):
    page.get_by_label("Photograph", exact=True).set_input_files(photograph(number))
    page.get_by_role("region", name="Add a photograph").get_by_label("Caption").fill(caption)
    page.get_by_role("button", name="Save and add").press("Enter")


def is_as_wide_as_its_window(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_report_is_written_and_read(page, live_server, sign_in, no_serious_axe_findings, tmp_path):
    tournament, _people = ended()
    sign_in(page, make_staff(tournament, Role.ORGANISER))
    page.goto(f"{live_server.url}/t/{tournament.slug}/report/")
    page.get_by_role("link", name="Write the event report").click()
    page.get_by_label("Your words").fill("Thank you all.\n\nUntil spring.")
    add(page, 1, "The hall")
    expect(page.get_by_text("The photograph is added.")).to_be_visible()
    expect(page.get_by_label("Your words")).to_have_value("Thank you all.\n\nUntil spring.")
    add(page, 2, "A photograph of nothing")
    no_serious_axe_findings(page)

    one = page.get_by_role("group", name="A photograph of nothing")
    one.get_by_text("Remove A photograph of nothing").press("Enter")
    one.get_by_role("button", name="Remove the photograph").press("Enter")
    expect(page.get_by_text("The photograph is removed.")).to_be_visible()
    expect(one).to_have_count(0)

    page.get_by_label("Your words").fill("Thank you all.")
    page.get_by_role("group", name="The hall").get_by_label("Position").fill("0")
    page.get_by_role("group", name="The hall").get_by_label("Position").press("Enter")
    expect(page.get_by_text("Enter a number from 1 to 99.")).to_be_visible()
    expect(page.get_by_label("Your words")).to_have_value("Thank you all.")
    no_serious_axe_findings(page)

    page.goto(f"{live_server.url}/t/{tournament.slug}/report/")
    expect(page.get_by_role("img", name="The hall")).to_be_visible()
    expect(page.get_by_text("Until spring.")).to_be_visible()
    for width, scheme in WINDOWS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.reload()
        assert is_as_wide_as_its_window(page), width
        no_serious_axe_findings(page)
    page.pdf(path=tmp_path / "report.pdf", prefer_css_page_size=True)
    printed = Printed(tmp_path / "report.pdf")
    assert 2 <= len(printed.pages) <= 4 and [len(found.images) for found in printed.pages].count(1) == 1


def test_a_report_with_everything_is_on_four_pages(page, live_server, sign_in, tmp_path):
    tournament, _people = ended(64)
    sign_in(page, make_staff(tournament, Role.ORGANISER))
    page.goto(f"{live_server.url}/manage/{tournament.slug}/report/")
    page.get_by_label("Your words").fill("\n\n".join(["A day of eight hanchan, and of rain. " * 10] * 3))
    for number in range(12):
        add(page, number, f"Photograph {number}")
        expect(page.get_by_role("group", name=f"Photograph {number}", exact=True)).to_be_visible()
    page.goto(f"{live_server.url}/t/{tournament.slug}/report/")
    page.pdf(path=tmp_path / "report.pdf", prefer_css_page_size=True)
    printed = Printed(tmp_path / "report.pdf")
    assert len(printed.pages) <= 4 and sum(len(found.images) for found in printed.pages) == 12


def test_a_picture_that_is_a_strip_is_no_page_of_its_own(page, live_server, sign_in):
    tournament, _people = ended()
    strip = stored_image(upload(picture((2, 900))))
    add_photograph(tournament=tournament, caption="A strip", image=strip, act=ACT)
    sign_in(page, make_staff(tournament, Role.ORGANISER))
    for address in (f"/t/{tournament.slug}/report/", f"/manage/{tournament.slug}/report/"):
        page.goto(f"{live_server.url}{address}")
        assert page.get_by_role("img", name="A strip").bounding_box()["height"] == 640, address


def test_a_phone_that_follows_the_ceremony_goes_on_to_the_report(page, live_server):
    tournament = with_prizes()
    press_to(tournament, StepKind.ALONE, 2)
    page.goto(f"{live_server.url}/t/{tournament.slug}/ceremony/")
    expect(page.get_by_role("heading", name="Final places").first).to_be_visible()
    press_to(tournament, StepKind.WINNER)
    expect(page).to_have_url(f"{live_server.url}/t/{tournament.slug}/report/")
    expect(page.get_by_role("list", name="The first places")).to_be_visible()
