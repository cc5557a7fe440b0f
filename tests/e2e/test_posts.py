"""Standings to post, copied in a browser as people paste them."""

from playwright.sync_api import expect

from tests.factories import make_staff
from tests.tournament.standings.tables import USUAL, play, small_event, vouch
from tournament.exports.posts import post_of

PASTED = """async () => {
  const [item] = await navigator.clipboard.read();
  const kinds = Object.fromEntries(await Promise.all(
    item.types.map(async (type) => [type, await (await item.getType(type)).text()])));
  return kinds;
}"""


def test_the_text_and_the_table_are_copied_and_the_button_says_so(page, live_server, sign_in):
    tournament, _people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    vouch(tournament)
    sign_in(page, make_staff(tournament))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    page.goto(f"{live_server.url}/manage/{tournament.slug}/export/")
    page.get_by_role("link", name="Standings to post").click()
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert page.evaluate(PASTED)["text/plain"].replace("\r\n", "\n") == post_of(tournament).text
    page.get_by_role("button", name="Copy the table").click()
    expect(page.get_by_text("Copied", exact=True)).to_have_count(2)
    pasted = page.evaluate(PASTED)
    assert "<table" in pasted["text/html"] and "Aiko Brandt" in pasted["text/html"]


def test_where_copying_is_refused_the_text_stays_selected_for_the_keyboard(page, live_server, sign_in):
    tournament, _people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    vouch(tournament)
    sign_in(page, make_staff(tournament))
    page.goto(f"{live_server.url}/manage/{tournament.slug}/export/post/")
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_text("Selected: press Ctrl+C to copy")).to_be_visible()
    selected = "() => { const it = document.activeElement; return it.value.slice(it.selectionStart, it.selectionEnd); }"
    assert page.evaluate(selected) == post_of(tournament).text
