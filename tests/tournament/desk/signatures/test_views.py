"""The sheet on a player's phone: what it shows at each step, whom it refuses, and that it opens one table only."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, typed
from tournament.core.models import EntryMode, Role, WindMethod
from tournament.desk.signatures.links import table_token
from tournament.players.badges.links import personal_token
from tournament.results.models import Agreement, SheetVersion
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed():
    return hall(entry_mode=EntryMode.SIGNED)


def players(tournament, table=1):
    return [place.player for place in lineup(tournament, 1)[table]]


def page(tournament, table=1, number=1):
    return reverse("table_sheet", args=[tournament.slug, number, table, table_token(tournament, number, table)])


def type_sheet(client, tournament, who=0, **fields):
    values = typed(hanchan_of(tournament), 1, **fields) | {"player": players(tournament)[who].pk}
    return client.post(page(tournament), values)


def own(tournament, who=1):
    """The player's own page of the sheet, by the code on the badge."""
    return reverse("personal_sheet", args=[personal_token(players(tournament)[who])])


def sign_sheet(tournament, who=1, base=1, client=None):
    """On a phone of the player's own, unless it is another one's."""
    return (client or Client()).post(own(tournament, who), {"sign": "1", "base_version": base})


def text(answer):
    return " ".join(answer.content.decode().split())


def test_one_player_types_another_signs_and_the_sheet_counts(client, signed):
    assert "Who are you?" in text(client.get(page(signed)))
    answer = type_sheet(client, signed)
    assert answer.status_code == 302
    shown = text(client.get(answer["Location"]))
    assert "Now another player signs" in shown and "41,200" in shown and "+26.2" in shown
    phone = Client()
    assert "I sign: this is right" in text(phone.get(own(signed)))
    answer = sign_sheet(signed, client=phone)
    assert "This sheet is accepted" in text(phone.get(answer["Location"]))
    assert accepted_version(hanchan_of(signed), 1).agreement == Agreement.SIGNATURE


def test_one_phone_never_plays_two_people(client, signed):
    """Typed by the table's code; then the same phone opens another player's badge."""
    type_sheet(client, signed)
    shown = text(client.get(own(signed)))
    assert "This device typed the sheet" in shown and "I sign" not in shown
    answer = sign_sheet(signed, client=client)
    assert answer.status_code == 422 and "was typed on this device" in text(answer)
    again = client.post(own(signed), typed(hanchan_of(signed), 1))
    assert again.status_code == 422 and "was typed on this device" in text(again)
    assert accepted_version(hanchan_of(signed), 1) is None


def test_by_the_code_of_the_table_nobody_signs(client, signed):
    type_sheet(client, signed)
    phone = Client()
    shown = text(phone.get(page(signed)))
    assert "scans the code on their own badge" in shown and "I sign" not in shown and "This device typed" not in shown
    answer = phone.post(page(signed), {"sign": "1", "base_version": 1, "player": players(signed)[1].pk})
    assert answer.status_code == 422 and "by the code on their badge" in text(answer)
    same = type_sheet(phone, signed, who=1)
    assert same.status_code == 422 and "by the code on their badge" in text(same)


def test_on_ones_own_page_nobody_asks_who_types_and_who_typed_is_not_offered_to_sign(client, signed):
    assert "Who are you?" not in text(client.get(own(signed)))
    assert client.post(own(signed), typed(hanchan_of(signed), 1)).status_code == 302
    assert SheetVersion.objects.get().entered_player == players(signed)[1]
    shown = Client().get(own(signed))
    assert "Now another player signs" in text(shown) and "I sign" not in text(shown)
    assert [line.score.place for line in shown.context["lines"]] == [1, 2, 3, 4]


def test_before_a_hanchan_is_played_ones_own_sheet_is_ones_own_page(client, signed):
    signed.hanchan.filter(number=1).update(state="closed", closed_at=MORNING)
    token = personal_token(players(signed)[1])
    assert client.get(own(signed))["Location"] == reverse("personal_page", args=[token])
    assert client.get(reverse("personal_sheet", args=["1.nobody"])).status_code == 404


def test_a_player_who_finds_it_wrong_types_it_and_a_referee_decides(client, signed):
    type_sheet(client, signed)
    again = text(client.get(page(signed) + "?type=again"))
    assert "Type the final points" in again and 'value="412"' not in again
    type_sheet(client, signed, who=1, points=("331", "412", "257", "200"))
    shown = text(client.get(page(signed)))
    assert "Call a referee" in shown and "33,100" not in shown


def test_wrong_figures_stay_in_the_boxes_with_the_reason_beside_them(client, signed):
    answer = type_sheet(client, signed, points=("412", "331", "257", "100"))
    assert answer.status_code == 422
    assert 'value="412"' in text(answer) and 'role="alert" id="problems"' in text(answer)
    assert client.get(page(signed)).status_code == 200
    assert not SheetVersion.objects.exists()


def test_a_warning_is_confirmed_with_a_tick(client, signed):
    odd = {"points": ("312", "331", "257", "200"), "deposits": "10"}
    answer = type_sheet(client, signed, **odd)
    assert answer.status_code == 422 and "This is what the sheet says" in text(answer)
    answer = type_sheet(client, signed, **odd, confirmed=answer.context["look"].tick)
    assert answer.status_code == 302


def test_nobody_is_chosen_for_you(client, signed):
    values = typed(hanchan_of(signed), 1)
    answer = client.post(page(signed), values)
    assert answer.status_code == 422 and "Choose your own name." in text(answer)


def test_a_player_of_another_table_is_not_among_the_names(client, signed):
    values = typed(hanchan_of(signed), 1) | {"player": players(signed, 2)[0].pk}
    assert client.post(page(signed), values).status_code == 422


def test_signing_figures_that_changed_meanwhile_says_so_and_shows_the_new_ones(client, signed):
    type_sheet(client, signed)
    type_sheet(client, signed, points=("331", "412", "257", "200"))
    answer = sign_sheet(signed, base=1)
    assert answer.status_code == 422
    assert "has changed since you opened it" in text(answer) and "33,100" in text(answer)


def test_a_second_click_finds_the_sheet_counted(client, signed):
    type_sheet(client, signed)
    sign_sheet(signed)
    answer = sign_sheet(signed)
    assert "already accepted" in text(answer) and "This sheet is accepted" in text(answer)


def test_once_it_counts_the_page_shows_no_figures(client, signed):
    type_sheet(client, signed)
    sign_sheet(signed)
    assert "41,200" not in text(client.get(page(signed)))


def test_drawn_winds_are_typed_too(client):
    tournament = hall(entry_mode=EntryMode.SIGNED, wind_method=WindMethod.DRAWN)
    winds = {f"wind_{row}": wind for row, wind in enumerate("SENW")}
    assert type_sheet(client, tournament).status_code == 422
    assert type_sheet(client, tournament, **winds).status_code == 302


def test_where_the_desk_types_the_page_says_so_and_takes_nothing(client):
    tournament = hall(entry_mode=EntryMode.BLIND)
    assert "The desk types the report sheets" in text(client.get(page(tournament)))
    assert type_sheet(client, tournament).status_code == 200
    assert not SheetVersion.objects.exists()


def test_before_and_after_the_hanchan_it_says_not_now(client, signed):
    assert "Hanchan 2 has not started" in text(client.get(page(signed, number=2)))
    signed.hanchan.filter(number=1).update(state="closed", closed_at=MORNING)
    assert "is closed" in text(client.get(page(signed)))


def test_another_tables_token_and_a_table_that_is_not_there_are_not_found(client, signed):
    stolen = reverse("table_sheet", args=[signed.slug, 1, 2, table_token(signed, 1, 1)])
    assert client.get(stolen).status_code == 404
    assert client.post(stolen, {}).status_code == 404
    assert client.get(page(signed, table=99)).status_code == 404


def test_the_page_is_never_kept_by_a_browser_or_by_the_server(client, signed):
    assert "no-store" in client.get(page(signed))["Cache-Control"]


def test_staff_find_the_link_of_a_table_for_a_lost_paper(client, signed):
    client.force_login(make_staff(signed, Role.DESK))
    shown = text(client.get(reverse("table_link", args=[signed.slug, 1, 1])))
    assert page(signed) in shown and "<svg" in shown
    assert client.get(reverse("table_link", args=[signed.slug, 1, 99])).status_code == 404


def test_report_sheets_carry_the_code_of_their_table_only_where_players_sign(client, signed):
    client.force_login(make_staff(signed, Role.DESK))
    printed = reverse("print_report_sheets", args=[signed.slug])
    assert text(client.get(printed)).count('class="qr"') == 24  # and one for staff
    type(signed).objects.update(entry_mode=EntryMode.SINGLE)
    assert text(client.get(printed)).count('class="qr"') == 12


def test_what_the_desk_typed_waits_for_a_signature_as_well(client, signed):
    entered(hanchan_of(signed), by=make_staff(signed, name="Mina Vogel"))
    assert "Mina Vogel typed this" in text(client.get(page(signed)))
    assert sign_sheet(signed).status_code == 302


def test_the_page_asks_the_database_as_often_for_a_large_hall(client):
    asked = []
    for size in (16, 80):
        tournament = hall(players=size, entry_mode=EntryMode.SIGNED)
        type_sheet(client, tournament)
        with CaptureQueriesContext(connection) as queries:
            client.get(page(tournament))
        asked.append(len(queries))
    assert asked[0] == asked[1] < 17
