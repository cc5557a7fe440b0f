"""The box for a table's number or its sheet's code, by keyboard alone."""

from tests.factories import make_staff
from tests.tournament.desk.halls import hall


def test_a_number_that_led_nowhere_is_typed_over(page, live_server, sign_in):
    tournament = hall()
    sign_in(page, make_staff(tournament, name="Mina Aalto"))
    page.goto(f"{live_server.url}/manage/{tournament.slug}/sheets/1/")
    for key in (*"zzzzz", "Enter"):
        page.keyboard.press(key)
    page.get_by_text("is not a sheet of this tournament").wait_for()
    for key in ("2", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("heading", name="Table 2", exact=True).wait_for()
