"""The ceremony at the prize giving: a key shows a step, the hall's screen and phones follow, a correction waits."""

from math import atan, degrees

import pytest
from playwright.sync_api import expect

from tests.factories import make_staff
from tests.tournament.hanchan.test_ceremony import press
from tests.tournament.hanchan.test_ceremony_conditions import in_play
from tests.tournament.hanchan.test_ceremony_corrections import at_place
from tests.tournament.hanchan.test_ceremony_show import steps_of, with_prizes
from tests.tournament.standings.tables import hanchan, punish, put_in
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.hanchan.actions import close

POINTS = {1: (40_000, 36_000, 22_000, 22_000), 2: (30_000, 29_000, 31_100, 29_900)}

# Every text of the show: whether it is a name or a figure, the height of its capitals in px, and whether it is in the
# picture.
TEXTS = """() => {
  const parts = [".name", ".show-total", ".show-place", ".show-origin", ".show-kind", ".show-what", ".show-foot span"];
  const all = [...parts, ".road-place", ".road-label", ".show-head h1"].map((part) => `.show ${part}`).join();
  return [...document.querySelectorAll(all)].map((one) => {
    const scale = one.getCTM ? one.getCTM().a : 1;
    const box = one.getBoundingClientRect();
    return [
      one.matches(".name, .show-total, .show-place"),
      parseFloat(getComputedStyle(one).fontSize) * scale * 0.727,
      box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1,
      one.textContent.trim(),
    ];
  });
}"""


@pytest.fixture
def event(transactional_db):
    return in_play()


def test_a_ceremony_with_a_correction(page, context, live_server, event, sign_in, no_serious_axe_findings):
    sign_in(page, make_staff(event, Role.ORGANISER))
    address = f"{live_server.url}/manage/{event.slug}/ceremony/"
    page.goto(address)
    expect(page.get_by_text("Close hanchan 2 first")).to_be_visible()
    expect(page.get_by_role("button", name="Start the ceremony")).to_have_count(0)
    no_serious_axe_findings(page)

    for table, points in POINTS.items():
        put_in(event, 2, table, points)
    close(hanchan=hanchan(event, 2), act=Act(by=None, at=event.made_at))
    event.refresh_from_db()
    page.reload()
    page.get_by_role("button", name="Start the ceremony").click()

    hall = context.browser.new_context().new_page()
    hall.goto(f"{live_server.url}/t/{event.slug}/screen/ceremony/")
    expect(hall.get_by_text("8 players, from the last place to the first.")).to_be_visible()
    expect(page.get_by_role("button", name="Reveal place 8")).to_be_focused()
    for place in (8, 7, 6):
        expect(page.get_by_role("button", name=f"Reveal place {place}")).to_be_visible()
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Reveal place 5")).to_be_visible()
    sixth = at_place(event, 6).name
    expect(hall.locator(".show-new")).to_contain_text(sixth)

    fallen = at_place(event, 1)
    punish(fallen, 200_000, number=2)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("The results were corrected")).to_have_count(1)
    expect(page.get_by_role("row", name=fallen.name)).to_contain_text("Appears on the screen")
    no_serious_axe_findings(page)
    expect(hall.locator(".show-new")).to_contain_text(sixth)
    expect(hall.get_by_text(fallen.name)).to_have_count(0)

    page.get_by_role("button", name="Continue with the corrected places").click()
    expect(page.get_by_role("button", name="Reveal place 5")).to_be_visible()
    expect(hall.get_by_text(fallen.name)).to_be_visible()

    hall.set_viewport_size({"width": 390, "height": 844})
    hall.goto(f"{live_server.url}/t/{event.slug}/ceremony/")
    head, main = (hall.locator(part).bounding_box() for part in ("header", "main"))
    assert main["y"] - (head["y"] + head["height"]) < 2, "nothing is between the head and the page"
    no_serious_axe_findings(hall)


def shows(hall, step):
    """Wait until the screen is at this step."""
    expect(hall.locator(f'.show[data-step="{step}"]')).to_have_count(1)


def test_a_show_by_the_remote_and_the_keyboard_of_the_projector(
    page, context, live_server, transactional_db, sign_in, no_serious_axe_findings
):
    event = with_prizes()
    last = len(steps_of(event))
    address = f"{live_server.url}/t/{event.slug}/screen/ceremony/"
    sign_in(page, make_staff(event, Role.ORGANISER))
    projector = context.new_page()
    projector.goto(address)
    shows(projector, 0)
    remote = page
    remote.set_viewport_size({"width": 390, "height": 844})
    remote.goto(f"{live_server.url}/manage/{event.slug}/ceremony/")
    expect(remote.locator(".remote-name")).to_have_text(at_place(event, 8).name)
    keys = [one.bounding_box()["height"] for one in remote.locator(".remote .btn").all()]
    assert len(keys) == 4 and min(keys) >= 88
    no_serious_axe_findings(remote)

    remote.get_by_role("button", name="Reveal place 8").click()
    shows(projector, 1)
    projector.keyboard.press("ArrowRight")
    shows(projector, 2)
    expect(remote.get_by_role("button", name="Reveal place 6")).to_be_visible()

    stale = remote.locator(".remote").evaluate(
        """async (form) => {
          const body = new URLSearchParams(new FormData(form));
          body.set("at", 1);
          body.set("move", "next");
          return (await fetch(form.action, {method: "POST", body})).status;
        }"""
    )
    event.refresh_from_db()
    assert stale == 200 and event.ceremony_step == 2, "a press at a step that is over shows no other one"

    projector.keyboard.press("b")
    expect(projector.locator(".show.is-black")).to_have_count(1)
    remote.get_by_role("button", name="Show the picture").click()
    expect(projector.locator(".show.is-black")).to_have_count(0)
    projector.keyboard.press("ArrowLeft")
    shows(projector, 1)
    for step in range(2, last + 1):
        remote.locator("#remote-key").click()
        shows(projector, step)
        expect(remote.locator('.remote [name="at"]')).to_have_value(str(step))
        no_serious_axe_findings(projector)
    winner = at_place(event, 1)
    expect(projector.locator(".show.is-winner h2")).to_contain_text(winner.name)
    expect(remote.get_by_role("link", name="Print the certificates in this order")).to_be_visible()
    expect(remote.get_by_role("button", name="Make everything public")).to_have_count(0)

    stranger = context.browser.new_context().new_page()
    stranger.goto(address)
    stranger.keyboard.press("ArrowLeft")
    expect(stranger.get_by_text("Sign in as an organiser in this browser")).to_be_attached()
    event.refresh_from_db()
    assert event.ceremony_step == last
    projector.keyboard.press("ArrowLeft")
    shows(stranger, last - 1)


@pytest.mark.parametrize("picture", [(1920, 1080), (1024, 768)])
def test_every_name_of_the_show_is_read_from_the_last_row(page, live_server, transactional_db, picture):
    """The picture is 2.5 m wide, the last row 20 m away: ten minutes of arc for names, five for the rest."""
    event = with_prizes()
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": picture[0], "height": picture[1]})
    page.goto(f"{live_server.url}/t/{event.slug}/screen/ceremony/")
    for step in range(1, len(steps_of(event)) + 1):
        press(event)
        shows(page, step)
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        texts = page.evaluate(TEXTS)
        for is_name, capital, is_in, text in texts:
            minutes = degrees(atan(capital * 2.5 / picture[0] / 20)) * 60
            assert minutes >= (9.95 if is_name else 5), (step, text, minutes)
            assert is_in, (step, text)
