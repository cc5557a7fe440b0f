"""The referee's pages, without script: what was not shown is shown first, then given."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING, PASSWORD, make_staff
from tests.tournament.standings.tables import USUAL, begin, come_late, finish, play, punish, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.core.audit import Act
from tournament.players.actions import add_player, withdraw
from tournament.players.models import PlayerStatus
from tournament.results.models import Penalty
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db
GIVE = "/manage/spring-open/penalties/give/"
LATE = "/manage/spring-open/penalties/late/"
TABLE = "/manage/spring-open/penalties/table/"
LIST = "/manage/spring-open/penalties/"


@kept
def played():
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    begin(tournament, 2)
    return tournament, people


@pytest.fixture
def event(client):
    tournament, people = played()
    client.force_login(make_staff(tournament, "referee", name="Mina Costa", password=PASSWORD))
    return tournament, people


def fields_of(response) -> dict[str, str]:
    """What a browser would send back: every input of the page, the chosen options and radios; a person the password."""
    html = response.content.decode()
    found = {}
    for tag in re.findall(r"<input [^>]*>", html, re.DOTALL):
        pairs = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        kind = pairs.get("type")
        if "name" in pairs and (kind not in ("radio", "checkbox") or " checked" in tag):
            found[pairs["name"]] = unescape(pairs.get("value", "on" if kind == "checkbox" else ""))
            if kind == "password":
                found[pairs["name"]] = PASSWORD
    for name, inside in re.findall(r'<select name="([\w-]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', inside)
        found[name] = chosen[1] if chosen else re.search(r'value="([^"]*)"', inside)[1]
    return found


def send(client, address, fields, **changes):
    return client.post(address, {**fields, **changes})


def test_a_penalty_is_shown_with_what_it_changes_and_then_given(client, event):
    first = client.get(GIVE)
    shown = send(client, GIVE, fields_of(first), player="1", foul="NOTEN_RIICHI")
    assert shown.status_code == 200
    page = text_of(shown)
    assert "Not saved yet." in page and not Penalty.objects.exists()
    assert "+30.2 becomes → +0.2" in page and "1 becomes → 4" in page
    given = client.post(GIVE, fields_of(shown), follow=True)
    assert "Aiko Brandt: chonbo, −30.0P" in text_of(given)
    penalty = Penalty.objects.get()
    assert (penalty.amount, penalty.hanchan.number, penalty.referee) == (30_000, 2, "Mina Costa")


def test_the_form_sent_twice_gives_one_penalty(client, event):
    shown = send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="SWAP")
    fields = fields_of(shown)
    assert client.post(GIVE, fields).status_code == 302
    assert client.post(GIVE, fields).status_code == 302
    assert Penalty.objects.count() == 1


def test_the_page_begins_with_what_its_address_says(client, event):
    address = {"player": "2", "foul": "ALL_LAST", "answer-influence": "yes", "hanchan": "1", "table": "1"}
    page = client.get(GIVE, address)
    fields = fields_of(page)
    assert (fields["player"], fields["hanchan"], fields["foul"], fields["kind"], fields["amount"]) == (
        "2",
        "1",
        "ALL_LAST",
        "points",
        "8",
    )
    assert "Tom Okafor" in text_of(page)
    assert fields_of(client.get(GIVE))["hanchan"] == "2"


def test_from_a_report_sheet_one_comes_to_its_four_players(client, event):
    page = client.get(LIST, {"hanchan": "1", "table": "2"}, follow=True)
    assert page.redirect_chain == [(f"{GIVE}?hanchan=1&table=2", 302)]
    assert "Noor van Dijk" in text_of(page) and "Wrong report sheet" in text_of(page)


def test_the_four_of_a_table_are_chosen_with_one_tap_as_on_the_phone(client, event):
    at_table = client.get(GIVE, {"hanchan": "1", "table": "2", "player": "5"})
    for page in (at_table, client.get("/manage/spring-open/floor/2/")):
        assert {"referee/penalties/who.html", "referee/penalties/what.html"} <= {one.name for one in page.templates}
    assert re.findall(r'name="player"\s+value="(\d+)"', at_table.content.decode()) == ["5", "6", "7", "8"]
    fields = fields_of(at_table)
    assert (fields["player"], fields["hanchan"], fields["table"]) == ("5", "1", "2")


def test_who_sits_elsewhere_is_typed_and_a_table_can_be_chosen(client, event):
    page = client.get(GIVE, {"hanchan": "1", "table": "2", "player": "1"})
    assert fields_of(page)["player"] == "1" and "Number or name." in text_of(page)
    assert page.content.decode().count("?hanchan=1&amp;table=") == 2, "the two tables of the hanchan"


def test_the_button_says_what_is_given_to_whom(client, event):
    assert "Choose a player" in text_of(client.get(GIVE))
    assert "Give chonbo to Aiko Brandt" in text_of(client.get(GIVE, {"player": "1", "foul": "NOTEN_RIICHI"}))
    live = client.get(f"{GIVE}preview/", {"player": "1", "foul": "NOTEN_RIICHI"}).content.decode()
    assert 'id="give-button" hx-swap-oob="true"' in live


def test_the_preview_keeps_the_table_to_which_a_wrong_report_sheet_is_given(client, event):
    fields = fields_of(client.get(GIVE, {"hanchan": "1", "table": "2"})) | {"player": "5", "foul": "REPORT"}
    live = client.get(f"{GIVE}preview/", fields).content.decode()
    assert f'href="{TABLE}?hanchan=1&amp;table=2"' in live


def test_choosing_another_foul_takes_its_points_and_keeps_what_the_referee_typed(client, event):
    fields = fields_of(client.get(GIVE, {"player": "1", "foul": "ALL_LAST", "answer-influence": "yes"}))
    assert fields_of(send(client, GIVE, fields, foul="NOTEN_RIICHI"))["amount"] == "30"
    kept = fields_of(send(client, GIVE, fields, foul="NOTEN_RIICHI", kind="dead-hand", amount="2.5"))
    assert (kept["kind"], kept["amount"]) == ("dead-hand", "2.5")


def test_the_live_preview_follows_the_catalogue_and_writes_nothing(client, event):
    fields = fields_of(client.get(GIVE, {"player": "1"}))
    answer = client.get(f"{GIVE}preview/", {**fields, "foul": "NOTEN_RIICHI"})
    assert b"<html" not in answer.content
    assert fields_of(answer)["amount"] == "30"
    assert "+30.2 becomes → +0.2" in text_of(answer)
    warned = client.get(f"{GIVE}preview/", {**fields_of(answer), **fields, "kind": "warning", "was_kind": "chonbo"})
    assert fields_of(warned)["amount"] == "0"
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(
    "junk",
    [
        "player=zz",
        "hanchan=99",
        "foul=XX",
        "kind=zz",
        "amount=x",
        "was_kind=%00",
        "foul=ALL_LAST&answer-influence=x&answer-%00=1",
    ],
)
def test_the_preview_takes_anything(client, event, junk):
    assert client.get(f"{GIVE}preview/?{junk}").status_code == 200
    assert client.get(f"{GIVE}?{junk}").status_code == 200


def test_a_deviation_is_shown_and_asks_for_a_reason(client, event):
    asked = client.get(GIVE, {"player": "1", "foul": "ALL_LAST", "answer-influence": "yes"})
    shown = send(client, GIVE, fields_of(asked), amount="5")
    assert "The schedule says 8.0P." in text_of(shown)
    refused = client.post(GIVE, fields_of(shown))
    assert refused.status_code == 422 and "enter a reason" in text_of(refused)
    given = send(client, GIVE, fields_of(refused), reason="small impact")
    assert given.status_code == 302
    assert "schedule: 8.0" in text_of(client.get(LIST))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"player": "77"}, "No player matches"),
        ({"player": "m"}, "enter the number"),
        ({"player": ""}, "This field is required"),
        ({"player": "1", "amount": "3000"}, "is not an amount in P"),
        ({"player": "1", "kind": "points", "amount": "-5"}, "is not an amount in P"),
        ({"player": "1", "kind": "points", "amount": "0"}, "points to take off"),
        ({"player": "1", "kind": "points", "amount": "5", "referee": ""}, "This field is required"),
        ({"player": "1", "kind": "points", "amount": "5", "reason": ""}, "Describe what happened"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_is_kept(client, event, typed, message):
    fields = fields_of(client.get(GIVE)) | {"reason": "loud", **typed}
    answer = client.post(GIVE, fields)
    if answer.status_code == 200:
        answer = client.post(GIVE, fields_of(answer))
    assert answer.status_code == 422
    assert message in text_of(answer)
    assert fields_of(answer)["player"] == typed["player"]
    assert not Penalty.objects.exists()


def test_that_nobody_at_the_table_is_chosen_is_said_below_the_players(client, event):
    shown = client.get(GIVE, {"hanchan": "2", "table": "1", "foul": "NOTEN_RIICHI"})
    answer = client.post(GIVE, fields_of(shown))
    assert answer.status_code == 422 and not Penalty.objects.exists()
    html = answer.content.decode()
    who = html[html.index('class="penalty-who') : html.index("Wrong report sheet")]
    assert 'aria-describedby="id_player_error"' in who and 'id="id_player_error"' in who
    assert "This field is required." in who
    assert "id_player_error" not in shown.content.decode()


def test_points_are_typed_with_comma_or_dot(client, event):
    shown = send(client, GIVE, fields_of(client.get(GIVE)), player="aiko", kind="points", amount="２,5", reason="loud")
    client.post(GIVE, fields_of(shown))
    assert Penalty.objects.get().amount == 2_500


def test_a_disqualification_says_what_it_means(client, event):
    shown = send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="CHEAT")
    assert "The player is out of the tournament" in text_of(shown) and "becomes → not ranked" in text_of(shown)
    client.post(GIVE, fields_of(shown))
    event[1][0].refresh_from_db()
    assert event[1][0].status == PlayerStatus.DISQUALIFIED


def test_a_wrong_report_sheet_shows_the_four_and_takes_from_all(client, event):
    shown = send(client, TABLE, fields_of(client.get(TABLE)), table="2")
    page = text_of(shown)
    assert "Not saved yet." in page and "Mika Salo" in page and "+25.0 becomes → +23.0" in page
    assert client.post(TABLE, fields_of(shown)).status_code == 302
    assert list(Penalty.objects.values_list("amount", flat=True)) == [2_000] * 4
    missing = send(client, TABLE, fields_of(client.get(TABLE)), table="9")
    assert client.post(TABLE, fields_of(missing)).status_code == 422


def test_late_players_of_a_hanchan_are_shown_and_then_entered(client, event):
    tournament, _ = event
    typed = {
        "form-0-player": "1",
        "form-0-late": "7",
        "form-1-player": "luc",
        "form-1-late": "12",
        "form-1-substitute": "Kai Ohm",
    }
    shown = send(client, LATE, fields_of(client.get(LATE)), **typed)
    page = text_of(shown)
    assert shown.status_code == 200 and not Penalty.objects.exists()
    assert "Not saved yet." in page and "Kai Ohm is added as a new substitute" in page and "−7.0P" in page
    done = client.post(LATE, fields_of(shown))
    assert done.status_code == 302
    assert sorted(Penalty.objects.values_list("amount", flat=True)) == [7_000, 30_000]
    assert lineup(tournament, 2)[1][1].player.name == "Kai Ohm"
    assert client.post(LATE, fields_of(shown)).status_code == 302
    assert Penalty.objects.count() == 2


def test_what_is_wrong_with_a_late_row_stands_in_that_row(client, event):
    typed = {
        "form-0-player": "1",
        "form-0-late": "12",
        "form-1-player": "2",
        "form-1-late": "soon",
        "form-2-late": "3",
    }
    answer = send(client, LATE, fields_of(client.get(LATE)), **typed)
    page = text_of(answer)
    assert answer.status_code == 422
    assert "is not a number of minutes" in page and "Enter the late player." in page
    shown = send(client, LATE, fields_of(client.get(LATE)), **{"form-0-player": "1", "form-0-late": "12"})
    refused = client.post(LATE, fields_of(shown))
    assert refused.status_code == 422 and "enter a substitute for the seat" in text_of(refused)


def test_nobody_late_is_asked_for(client, event):
    assert send(client, LATE, fields_of(client.get(LATE))).status_code == 422


def test_more_rows_keep_what_was_typed(client, event):
    more = send(client, LATE, fields_of(client.get(LATE)), more="1", **{"form-0-player": "1"})
    fields = fields_of(more)
    assert (fields["form-TOTAL_FORMS"], fields["form-0-player"]) == ("12", "1")


def test_the_lateness_preview_writes_nothing(client, event):
    fields = fields_of(client.get(LATE)) | {"form-0-player": "1", "form-0-late": "10:01"}
    answer = client.get(f"{LATE}preview/", fields)
    assert "No points for the hanchan." in text_of(answer) and "Choose a substitute." in text_of(answer)
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(
    "junk", ["", "form-TOTAL_FORMS=99999", "form-TOTAL_FORMS=x&form-INITIAL_FORMS=-1", "hanchan=x"]
)
def test_the_lateness_pages_take_anything(client, event, junk):
    assert client.get(f"{LATE}preview/?{junk}").status_code == 200
    assert client.get(f"{LATE}?{junk}").status_code == 200


def test_a_penalty_in_a_hanchan_whose_results_are_out_asks_for_the_password(client, event):
    shown = fields_of(send(client, GIVE, fields_of(client.get(GIVE)), player="1", hanchan="1", foul="NOTEN_RIICHI"))
    for wrong, said in (("", "enter your password to reissue them"), ("east wind", "This is not your password.")):
        refused = client.post(GIVE, shown | {"password": wrong})
        assert refused.status_code == 422 and said in text_of(refused)
    assert not Penalty.objects.exists()
    assert client.post(GIVE, shown).status_code == 302
    assert Penalty.objects.get().hanchan.number == 1


def test_lateness_in_a_hanchan_whose_results_are_out_asks_for_the_password(client, event):
    fields = fields_of(client.get(f"{LATE}?hanchan=1")) | {"form-0-player": "1", "form-0-late": "4"}
    shown = fields_of(client.post(LATE, fields)) | {"form-0-player": "1"}
    refused = client.post(LATE, shown | {"password": ""})
    assert refused.status_code == 422 and "enter your password to reissue them" in text_of(refused)
    assert client.post(LATE, shown).status_code == 302


def test_a_disqualification_outside_of_a_hanchan_asks_for_the_password_once_results_are_out(client, event):
    typed = {"player": "1", "hanchan": "", "kind": "disqualification", "reason": "left in anger"}
    shown = fields_of(send(client, GIVE, fields_of(client.get(GIVE)), **typed))
    assert client.post(GIVE, shown | {"password": ""}).status_code == 422
    assert client.post(GIVE, shown).status_code == 302


def test_cancelling_asks_why_and_strikes_the_row(client, event):
    penalty = punish(event[1][0], 30_000)
    page = client.get(f"{LIST}{penalty.pk}/cancel/")
    assert "+0.2 becomes → +30.2" in text_of(page)
    assert client.post(f"{LIST}{penalty.pk}/cancel/", {"reason": ""}).status_code == 422
    refused = client.post(f"{LIST}{penalty.pk}/cancel/", {"reason": "wrong table"})
    assert refused.status_code == 422 and "enter your password to reissue them" in text_of(refused)
    typed = {"reason": "wrong table", "password": PASSWORD}
    done = client.post(f"{LIST}{penalty.pk}/cancel/", typed, follow=True)
    assert "Cancelled by Mina Costa: wrong table" in text_of(done)
    assert b"<s>" in done.content
    assert "Already cancelled." in text_of(client.get(f"{LIST}{penalty.pk}/cancel/"))
    assert client.get(f"{LIST}{penalty.pk + 1}/cancel/").status_code == 404


def test_the_list_is_filtered_by_player_hanchan_and_kind(client, event):
    aiko, luc = event[1][:2]
    punish(aiko, 30_000, kind="chonbo", reason="first")
    punish(luc, 2_000, number=2, reason="second")
    for query, seen in (
        ("player=1", "first"),
        ("hanchan=2", "second"),
        ("kind=chonbo", "first"),
        ("player=luc", "second"),
    ):
        page = text_of(client.get(f"{LIST}?{query}"))
        assert seen in page and {"first": "second", "second": "first"}[seen] not in page
    assert "No matching penalties" in text_of(client.get(f"{LIST}?kind=late"))
    assert client.get(f"{LIST}?hanchan=zz&kind=zz&page=zz&player=zz").status_code == 200


def test_an_empty_list_says_what_to_do(client, event):
    assert "No penalties" in text_of(client.get(LIST))


def test_the_desk_sees_the_list_and_gives_nothing(client, event):
    penalty = punish(event[1][0])
    client.force_login(make_staff(event[0], "desk"))
    page = client.get(LIST)
    assert page.status_code == 200 and "Give a penalty" not in text_of(page)
    for address in (GIVE, LATE, TABLE, f"{GIVE}preview/", f"{LATE}preview/", f"{LIST}{penalty.pk}/cancel/"):
        assert client.get(address).status_code == 403
        assert client.post(address).status_code == 403
    penalty.refresh_from_db()
    assert penalty.cancelled_at is None


def test_a_penalty_of_another_tournament_is_not_there(client, event):
    _other, people = small_event(name="Other Open")
    penalty = punish(people[0])
    assert client.post(f"{LIST}{penalty.pk}/cancel/", {"reason": "x"}).status_code == 404


def test_names_are_escaped(client, event):
    event[0].players.filter(number=1).update(name="<script>alert(1)</script>")
    punish(event[1][0], reason="<script>alert(2)</script>")
    for address in (LIST, f"{GIVE}?player=1", f"{LATE}", f"{TABLE}?hanchan=1&table=1"):
        assert b"<script>alert" not in client.get(address).content


def test_the_list_takes_no_more_queries_for_many_penalties(client, event, django_assert_max_num_queries):
    for _n in range(30):
        punish(event[1][0], 1_000, submission=uuid4())
    with django_assert_max_num_queries(16):
        client.get(LIST)


def test_a_forfeit_reads_more_than_the_limit_in_the_list_and_in_the_message(client, event):
    rows = {"form-0-player": "1", "form-0-late": "10:01", "form-0-substitute": "Kai Ohm"}
    shown = send(client, LATE, fields_of(client.get(LATE)), **rows)
    page = text_of(client.post(LATE, fields_of(shown), follow=True))
    assert "Aiko Brandt: forfeited hanchan, more than 10 minutes, −30.0P" in page
    assert page.count("forfeited hanchan, more than 10 minutes") == 2 and "10 min," not in page


def test_a_disqualification_says_that_the_seat_is_kept_and_where_to_fill_it(client, event):
    client.force_login(make_staff(event[0], "organiser"))
    shown = send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="CHEAT")
    given = client.post(GIVE, fields_of(shown), follow=True)
    for page in (shown, given):
        assert "Aiko Brandt keeps the seat in hanchan 2–3 until it is given to somebody else." in text_of(page)
        addresses = links_of(page)
        assert "/manage/spring-open/seating/change/?what=replace&leaving=1" in addresses
        assert f"{LATE}?hanchan=2&form-0-player=1&form-0-forfeits=on" in addresses
    late = fields_of(client.get(f"{LATE}?hanchan=2&form-0-player=1&form-0-forfeits=on"))
    assert (late["hanchan"], late["form-0-player"], late["form-0-forfeits"]) == ("2", "1", "on")
    replaced = client.get("/manage/spring-open/seating/change/?what=replace&leaving=1")
    assert fields_of(replaced)["leaving"] == "1"


def test_a_referee_is_not_led_to_the_organisers_page(client, event):
    shown = send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="CHEAT")
    assert "An organiser can replace the player in the seating." in text_of(shown)
    assert not [one for one in links_of(shown) if "seating/change" in one]


def test_where_no_seat_is_left_to_fill_nothing_is_said_of_one(client, event):
    tournament, (aiko, *_) = event
    begin(tournament, 3)
    finish(tournament, 3)
    come_late(aiko, None, number=2, substitute="Kai Ohm")
    shown = send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="CHEAT")
    assert "The player is out of the tournament" in text_of(shown) and "keeps the seat" not in text_of(shown)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"form-0-player": "1", "form-0-substitute": "Kai Ohm"}, "Kai Ohm is already the substitute for Luc Moreau"),
        ({"form-0-player": "1", "form-0-substitute": "5"}, "Noor van Dijk already has a seat in hanchan 2."),
        (
            {"form-0-player": "1", "form-0-substitute": "Lea Roth"},
            "Lea Roth plays as a substitute: scored, not ranked.",
        ),
        ({"form-0-player": "10", "form-0-substitute": "9"}, "Lea Roth has no seat in hanchan 2."),
        ({"form-0-player": "2"}, "Kai Ohm plays as a substitute: scored, not ranked."),
        ({"form-0-player": "2", "form-0-substitute": "Ada New"}, "Kai Ohm is already the substitute for Luc Moreau"),
        ({"form-0-player": "1", "form-0-substitute": "Ada New"}, "Ada New is added as a new substitute"),
    ],
)
def test_the_lateness_preview_says_who_cannot_stand_in(client, event, rows, said):
    add_substitutes(event[0])
    data = fields_of(client.get(LATE)) | {"hanchan": "2", "form-0-late": "12"} | rows
    assert said in text_of(client.get(f"{LATE}preview/", data))


def test_nobody_stands_in_twice_on_one_page(client, event):
    add_substitutes(event[0])
    rows = {
        f"form-{n}-{name}": value
        for n, player in enumerate("34")
        for name, value in (("player", player), ("late", "12"), ("substitute", "Lea Roth"))
    }
    page = text_of(client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | rows))
    assert page.count("Lea Roth plays as a substitute") == 1
    assert "Lea Roth is already the substitute for Ewa Nowak above." in page


def test_only_substitutes_who_are_free_in_the_hanchan_are_offered(client, event):
    add_substitutes(event[0])
    offered = {number: substitutes_offered(client.get(LATE, {"hanchan": number})) for number in (2, 3)}
    assert offered == {2: ["10 Lea Roth"], 3: ["9 Kai Ohm", "10 Lea Roth"]}


def test_a_piece_of_a_players_name_is_that_player_and_nobody_new(client, event):
    add_player(tournament=event[0], act=Act(by=None, at=MORNING), name="Marie-Hélène François")
    row = {"form-0-player": "4", "form-0-late": "12"}
    page = text_of(client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | row | {"form-0-substitute": "Francois"}))
    assert "Marie-Hélène François sits out this hanchan and plays the seat." in page
    assert "Marie-Hélène François is ranked for this hanchan" in page
    page = text_of(client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | row | {"form-0-substitute": "Ida Berg"}))
    assert "Ida Berg is added as a new substitute and plays." in page


@pytest.mark.parametrize("is_ranked", [True, False])
def test_a_player_who_sits_out_is_ranked_unless_the_referee_says_otherwise(client, event, is_ranked):
    tournament = event[0]
    resting = add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Marie-Hélène François")
    row = {"form-0-player": "4", "form-0-late": "12", "form-0-substitute": "Francois"}
    shown = client.post(LATE, fields_of(client.get(LATE)) | row)
    assert f'value="{resting.number}"' in shown.text and fields_of(shown)["ranked"] == str(resting.number)
    sent = fields_of(shown)
    if not is_ranked:
        del sent["ranked"]
    preview = client.get(f"{LATE}preview/", sent)
    assert ("ranked" in fields_of(preview)) is is_ranked
    assert client.post(LATE, sent).status_code == 302
    assert tournament.stand_ins.get().counts is (None if is_ranked else False)


def test_the_box_is_for_whom_it_was_shown_and_not_for_the_next_one_who_is_typed(client, event):
    for name in ("Rosa Late", "Ida Berg"):
        add_player(tournament=event[0], act=Act(by=None, at=MORNING), name=name)
    row = {"form-0-player": "4", "form-0-late": "12", "form-0-substitute": "Rosa Late"}
    sent = fields_of(client.post(LATE, fields_of(client.get(LATE)) | row))
    del sent["ranked"]
    shown = client.post(LATE, sent | {"form-0-substitute": "Ida Berg"})
    assert "Not saved yet." in shown.text
    assert client.post(LATE, fields_of(shown)).status_code == 302
    assert event[0].stand_ins.get().counts is None


def test_nothing_is_asked_of_a_substitute_or_of_who_counts_only_later_or_plays_the_seat_already(client, event):
    tournament = event[0]
    add_substitutes(tournament)
    later = add_player(tournament=tournament, act=Act(by=None, at=MORNING), name="Rosa Late")
    tournament.players.filter(pk=later.pk).update(counts_from=3)
    row = {"hanchan": "2", "form-0-player": "1", "form-0-late": "12"}
    for name, said in (
        ("Lea Roth", "Lea Roth plays as a substitute: scored, not ranked."),
        ("Rosa Late", "Rosa Late plays as a substitute: scored, not ranked."),
    ):
        page = client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | row | {"form-0-substitute": name})
        assert said in text_of(page) and "asked" not in fields_of(page)
    tournament.players.filter(name="Kai Ohm").update(is_substitute=False)
    page = client.get(f"{LATE}preview/", fields_of(client.get(LATE)) | row | {"form-0-player": "2"})
    assert "Kai Ohm already plays the seat." in text_of(page) and "asked" not in fields_of(page)


def add_substitutes(tournament) -> None:
    """Kai plays Luc's seat in hanchan 2, Lea is free, Sam has withdrawn."""
    act = {"tournament": tournament, "by": None, "at": MORNING}
    kai, _lea, sam = (
        add_player(name=name, is_substitute=True, **with_act(**act)) for name in ("Kai Ohm", "Lea Roth", "Sam Vos")
    )
    withdraw(player=sam, act=Act(by=None, at=MORNING))
    stand_in(hanchan=2, absent=tournament.players.get(number=2), substitute=kai, **with_act(reason="away", **act))


def substitutes_offered(response) -> list[str]:
    inside = re.search(r'<datalist id="substitutes">(.*?)</datalist>', response.content.decode(), re.DOTALL)[1]
    return re.findall(r'value="([^"]*)"', inside)


def links_of(response) -> list[str]:
    return [unescape(address) for address in re.findall(r'<a [^>]*?href="([^"]*)"', response.content.decode())]


@pytest.mark.parametrize("key", ["name", "hanchan", "kind", "amount", "happened", "referee", "given_at"])
def test_the_list_sorts_by_every_heading_and_keeps_its_filter(client, event, key):
    _tournament, people = event
    for player, amount in ((people[1], 8_000), (people[0], 2_000), (people[2], 30_000)):
        punish(player, amount)
    page = client.get(f"{LIST}?sort={key}&kind=points")
    assert len(list(page.context["table"].records)) == 3
    assert f'href="?sort=-{key}&amp;kind=points"' in page.content.decode()
    assert 'aria-sort="ascending"' in page.content.decode()


def test_penalties_by_points_and_by_player(client, event):
    _tournament, people = event
    for player, amount in ((people[1], 8_000), (people[0], 2_000), (people[2], 30_000)):
        punish(player, amount)

    def amounts(sort):
        return [penalty.amount for penalty in client.get(f"{LIST}?sort={sort}").context["table"].records]

    assert amounts("-amount") == [30_000, 8_000, 2_000]
    assert amounts("name") == [2_000, 30_000, 8_000]  # Aiko, Ewa, Luc
    assert amounts("") == [30_000, 2_000, 8_000]  # the latest first


def test_a_refused_penalty_and_a_refused_late_player_are_logged_once_each(client, event, caplog):
    shown = send(client, GIVE, fields_of(client.get(GIVE)), player="1", kind="points", amount="5")
    with caplog.at_level("INFO", "tournament.actions"):
        assert client.post(GIVE, fields_of(shown)).status_code == 422
    late = send(client, LATE, fields_of(client.get(LATE)), **{"form-0-player": "1", "form-0-late": "12"})
    with caplog.at_level("INFO", "tournament.actions"):
        assert client.post(LATE, fields_of(late)).status_code == 422
    refusals = [record.getMessage() for record in caplog.records if record.name == "tournament.actions"]
    assert [text.partition(" by ")[0] for text in refusals] == [
        "spring-open: refused “gave a penalty”",
        "spring-open: refused “entered lateness”",
    ]


# --- two referees at once ---------------------------------------------------------------------------------------------


def test_two_referees_who_saw_one_foul_are_asked_whether_it_is_the_same_one(client, event):
    """Both have the page open, and both see what one chonbo does."""
    shown = [fields_of(send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="NOTEN_RIICHI")) for _ in "ab"]
    assert client.post(GIVE, shown[0]).status_code == 302
    asked = client.post(GIVE, shown[1])
    assert asked.status_code == 422 and Penalty.objects.count() == 1
    assert "Mina Costa gave Aiko Brandt a penalty for the same foul" in text_of(asked)
    assert "The same one: give nothing" in text_of(asked) and "A second one: give it as well" in text_of(asked)
    assert client.post(GIVE, fields_of(asked)).status_code == 302
    assert Penalty.objects.count() == 2


def test_a_page_opened_just_after_the_first_penalty_asks_as_well_and_minutes_later_it_does_not(client, event):
    punish(event[1][0], 30_000, number=2, foul="NOTEN_RIICHI", kind="chonbo", at=timezone.now())
    shown = fields_of(send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="NOTEN_RIICHI"))
    assert "for the same foul" in text_of(client.post(GIVE, shown))
    Penalty.objects.update(given_at=timezone.now() - timedelta(minutes=6))
    shown = fields_of(send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="NOTEN_RIICHI"))
    assert client.post(GIVE, shown).status_code == 302


def test_a_form_that_does_not_say_what_it_knew_is_asked_about_everything(client, event):
    punish(event[1][0], 30_000, number=2, foul="NOTEN_RIICHI", kind="chonbo")
    shown = fields_of(send(client, GIVE, fields_of(client.get(GIVE)), player="1", foul="NOTEN_RIICHI"))
    del shown["base"]
    assert "for the same foul" in text_of(client.post(GIVE, shown))


def test_two_who_punish_one_wrong_sheet_are_asked(client, event):
    typed = {"hanchan": "1", "table": "1", "amount": "2"}
    shown = [fields_of(send(client, TABLE, fields_of(client.get(TABLE)), **typed)) for _ in "ab"]
    assert client.post(TABLE, shown[0]).status_code == 302
    asked = client.post(TABLE, shown[1])
    assert "A second one: give it as well" in text_of(asked) and Penalty.objects.count() == 4
    client.post(TABLE, fields_of(asked))
    assert Penalty.objects.count() == 8


def test_lateness_that_somebody_entered_meanwhile_is_replaced_only_by_who_knows_of_it(client, event):
    first = fields_of(client.get(LATE)) | {"form-0-player": "1", "form-0-late": "4"}
    shown = fields_of(client.post(LATE, first))
    come_late(event[1][0], 3, number=2)
    asked = client.post(LATE, shown)
    assert "Save again to replace that." in text_of(asked)
    assert client.post(LATE, fields_of(asked)).status_code == 302
    assert Penalty.objects.get(cancelled_at=None).minutes == 4
