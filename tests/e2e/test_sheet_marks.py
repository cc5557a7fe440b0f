"""Yakitori and a bust typed from paper by keyboard alone."""

from django.urls import reverse

from scoring.winds import Wind
from tests.factories import make_staff
from tests.tournament.desk.halls import hall
from tests.tournament.desk.test_marks import CLUB, with_rules
from tournament.results.sheets.queries import tables_of


def test_marks_are_typed_by_keyboard_and_fit_on_a_phone(page, live_server, sign_in, no_serious_axe_findings):
    tournament = with_rules(hall(), **CLUB)
    sign_in(page, make_staff(tournament, name="Mina Aalto"))
    page.goto(live_server.url + reverse("sheet", args=[tournament.slug, 1, 1]))
    for typed in ("500", "400", "320"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    page.keyboard.type("-20")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # no hand won
    page.keyboard.press("Tab")
    page.keyboard.type("A")  # the first player whose name begins so
    page.locator("#score-3", has_text="−66.0").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    no_serious_axe_findings(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#save").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Table 1 saved:").wait_for()
    (table,) = tables_of(tournament)
    assert [line.yakitori for line in table.lines] == [False, False, False, True]
    assert table.lines[3].busted_by is Wind.EAST
