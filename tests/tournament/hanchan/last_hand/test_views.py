"""What does each player need? The page of the last hand, for the table and for the staff."""

import re

import pytest

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.rendering import unrendered
from tests.tournament.standings.tables import USUAL, begin, finish, play, punish, put_in, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.players.actions import withdraw

pytestmark = pytest.mark.django_db
PUBLIC, STAFF = "/t/spring-open/all-last/", "/manage/spring-open/all-last/"
# Started E Aiko, S Luc, W Ewa, N Tom; in South 4 they are S, W, N and E.
DELTAS = {"E": "6.2", "S": "2.2", "W": "1.0", "N": "3.0", "minus": ["S", "W", "N"]}
TABLE = {"hanchan": "2", "table": "1", "hand": "4"}


@pytest.fixture
@kept
def event():
    """Two tables with the same points in hanchan 1, which is public; hanchan 2 plays."""
    tournament, people = small_event(hanchan_count=3)
    tournament.hanchan.update(seating_published_at=MORNING)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    begin(tournament, 2)
    return tournament, people


def ask(client, path=PUBLIC, **asked):
    return client.get(path, {**TABLE, **DELTAS, **asked})


def said(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def card(response, name):
    """What a player's panel says of places: place, whom off, what."""
    players = {player.seat.name: player for player in response.context["answer"].players}
    return [
        (need.place, str(way.off), str(way.least), str(way.more or ""))
        for need in players[name].needs
        for way in need.ways
    ]


def places(response):
    """Each player's place now, by current wind."""
    return [(player.seat.name, player.place, player.shared) for player in response.context["answer"].players]


# --- who sits where ----------------------------------------------------------------------------------


def test_the_four_come_up_by_the_winds_that_they_have_in_the_hand(client, event):
    """S2: the all-last sheet is filled in by current wind."""
    page = said(client.get(PUBLIC, {"table": "1"}))
    assert re.findall(r"(Tom Okafor|Aiko Brandt|Luc Moreau|Ewa Nowak) started as (\w+)", page) == [
        ("Tom Okafor", "North"),
        ("Aiko Brandt", "East"),
        ("Luc Moreau", "South"),
        ("Ewa Nowak", "West"),
    ]
    first = said(client.get(PUBLIC, {"table": "1", "hand": "1"}))
    assert first.index("Aiko Brandt") < first.index("Luc Moreau") < first.index("Tom Okafor")


@unrendered()
def test_the_hanchan_that_plays_is_asked_about_unless_another_is_chosen(client, event):
    assert client.get(PUBLIC).context["where"].chosen.number == 2
    assert client.get(PUBLIC, {"hanchan": "1"}).context["where"].chosen.number == 1


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ({"table": "9"}, "table", "There is no table 9 in hanchan 2; its tables are 1 to 2."),
        ({"hanchan": "7"}, "hanchan", "Select a valid choice. 7 is not one of the available choices."),
        ({"hand": "5"}, "hand", "Select a valid choice. 5 is not one of the available choices."),
    ],
)
@unrendered()
def test_what_is_not_there_is_said_at_its_field(client, event, asked, field, message):
    response = ask(client, **asked)
    assert response.context["where"].errors == {field: [message]}
    assert "answer" not in response.context


def test_who_said_who_they_are_finds_the_own_table_and_comes_first(client, event):
    client.cookies["me"] = "6"
    response = client.get(PUBLIC)
    assert response.context["where"].number == 2 and 'name="table" value="2"' in response.content.decode()
    response = client.get(PUBLIC, {**DELTAS, "player": "3"})
    assert response.context["cards"][0].seat.name == "Ewa Nowak"
    assert response.content.decode().count("is-own") == 2
    assert client.get(PUBLIC, {"player": "99"}).context["where"].number is None


def test_names_that_changed_are_looked_at_before_there_is_an_answer(client, event):
    response = ask(client, shown="2-1-3")
    assert "The names beside the values have changed." in said(response)
    assert "answer" not in response.context
    assert "answer" in ask(client, shown="2-1-4").context


def test_without_a_seating_players_are_told_by_their_winds(client):
    small_event(hanchan_count=2)
    response = client.get(PUBLIC, DELTAS)
    assert "There is no seating" in said(client.get(PUBLIC))
    assert places(response) == [("East", 1, False), ("South", 3, False), ("West", 2, False), ("North", 4, False)]
    assert said(client.get(PUBLIC, {**DELTAS, "in": "tournament"})).count("Choose the table and who sits where") == 1


def test_a_seating_that_is_not_published_is_the_staffs_alone(client, event):
    event[0].hanchan.filter(number=3).update(seating_published_at=None)
    assert "Hanchan 3" not in said(client.get(PUBLIC))
    client.force_login(make_staff(event[0], Role.DESK))
    assert "Hanchan 3" in said(client.get(STAFF)) and "Hanchan 3" not in said(client.get(PUBLIC))


def test_where_winds_are_drawn_one_says_who_has_which(client, event):
    event[0].wind_method = "drawn"
    event[0].save()
    response = ask(client)
    assert places(response)[0] == ("East", 1, False)
    who = {"who_E": "2", "who_S": "1", "who_W": "3", "who_N": "4"}
    response = ask(client, **who)
    assert places(response)[:2] == [("Luc Moreau", 1, False), ("Aiko Brandt", 3, False)]
    assert response.context["answer"].players[0].seat.start == "N"
    for wrong in ({"who_N": "3"}, {"who_N": ""}):
        response = ask(client, **{**who, **wrong})
        assert (
            "Name each player at the table once, or leave all names empty." in said(response)
            and "answer" not in response.context
        )


# --- what lies on the table ----------------------------------------------------------------------------------


@unrendered()
def test_deltas_and_points_say_the_same(client, event):
    points = {"written": "points", "E": "36200", "S": "27.8", "W": "290", "N": "270", "minus": []}
    assert ask(client).context["answer"].players == ask(client, **points).context["answer"].players


@unrendered()
def test_a_minus_may_be_ticked_or_typed(client, event):
    typed = {"S": "▲2.2", "W": "-1.0", "N": "-3.0", "minus": ["N"]}
    assert ask(client, **typed).context["answer"].players == ask(client).context["answer"].players


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ({"W": ""}, "W", "A value is missing."),
        ({"W": "10"}, "W", "“10” could be 1.0 or 10.0. Enter it with the point, as on the sheet."),
        ({"W": "1"}, "W", "“1” could be 0.1 or 1.0. Enter it with the point, as on the sheet."),
        ({"W": "x"}, "W", "“x” is not a number of points."),
        (
            {"minus": ["S", "N"]},
            "W",
            [
                "The deltas add up to +2.0; with these deposits it should be 0.0.",
                "Missing minus sign? −1.0 instead of 1.0 for West would make it fit.",
            ],
        ),
        (
            {"N": "6.0"},
            "deposits",
            [
                "The deltas add up to ▲3.0; with these deposits it should be 0.0.",
                "Riichi deposits left on the table? Count them on the sheet.",
            ],
        ),
        (
            {"N": "3.1"},
            "__all__",
            [
                "The deltas add up to ▲0.1; with these deposits it should be 0.0.",
                "Compare each value with the table.",
            ],
        ),
        ({"honba": "x"}, "honba", "Enter a whole number."),
        ({"deposits": "-1"}, "deposits", "Ensure this value is greater than or equal to 0."),
        (
            {"written": "points", "E": "36200", "S": "27800", "W": "29000", "N": "27500", "minus": []},
            "__all__",
            ["500 too many.", "Compare each value with the table."],
        ),
        (
            {"written": "points", "E": "36200", "S": "27800", "W": "29000", "N": "25000", "minus": []},
            "deposits",
            ["2,000 missing.", "Riichi deposits left on the table? Count them on the sheet."],
        ),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field_with_the_likely_cause(client, event, asked, field, message):
    """RULES.md §3.1, §3.2: points, deltas and deposits add up."""
    response = ask(client, **asked)
    errors = [message] if isinstance(message, str) else message
    assert response.context["form"].errors == {field: errors}
    assert all(error in said(response) for error in errors)
    assert "answer" not in response.context


@unrendered()
def test_with_an_oka_the_deltas_add_up_to_less(client):
    """S0 Mod.4.2: everybody begins at ▲5.0, all four at ▲20.0."""
    small_event(preset="wrc-2022-oka")
    deltas = {"E": "5.0", "S": "5.0", "W": "5.0", "N": "5.0"}
    wrong = client.get(PUBLIC, {**deltas, "minus": ["E", "S", "W"]}).context["form"].errors
    assert "The deltas add up to ▲10.0; with these deposits it should be ▲20.0." in wrong["N"][0]
    assert "answer" in client.get(PUBLIC, {**deltas, "minus": ["E", "S", "W", "N"]}).context


def test_nothing_is_wrong_before_anything_is_typed(client, event):
    response = client.get(PUBLIC, {**TABLE, "E": "", "honba": "1"})
    assert not response.context["form"].is_bound and 'name="honba" value="1"' in response.content.decode()


def test_who_won_no_hand_yet_is_asked_where_that_costs(client, event):
    """S0 Mod.4.3: two yakitori pay 9,000 each and stop paying when they win."""
    event[0].rules = event[0].ruleset.replace(yakitori=9_000).to_json()
    event[0].save()
    assert said(client.get(PUBLIC, {"table": "1"})).count("won no hand yet") == 4
    assert [place for _name, place, _shared in places(ask(client, yakitori_E="on"))] == [4, 2, 1, 3]


# --- at the table ----------------------------------------------------------------------------------


def test_each_player_reads_the_least_win_off_everybody_for_each_place_above(client, event):
    """S0 Mod.4.4. West needs 7,200 off who leads by 7,200: 3,600; a dealer's loss and the winner's gain both count."""
    response = ask(client)
    assert card(response, "Tom Okafor") == [] and "Any win keeps this place." in said(response)
    assert card(response, "Luc Moreau") == [
        (
            1,
            "Off Tom Okafor",
            "1 han 110 fu, 3,600.",
            "The place is then shared. Alone with 3 han 30 fu or 2 han 60 fu, 3,900.",
        ),
        (1, "Off Aiko Brandt or Ewa Nowak", "mangan, 8,000.", ""),
        (1, "By self-draw", "4 han 20 fu or 3 han 40 fu, 1,300 and 2,600.", ""),
    ]
    assert [place for place, *_ in card(response, "Ewa Nowak")] == [1, 1, 1, 2, 2, 2, 3]


def test_honba_and_deposits_make_a_smaller_hand_enough(client, event):
    """Of 7,200 they are 2 × 600 and 2,000; the hand is paid by one and got by the other."""
    response = ask(client, N="5.0", honba="2", deposits="2")
    assert "2 honba · 2 riichi deposits on the table" in said(response)
    off_leader = card(response, "Luc Moreau")[0]
    assert off_leader[1:3] == ("Off Tom Okafor", "2 han 30 fu or 1 han 60 fu, 2,000.")


@unrendered()
def test_equal_points_are_told_apart_by_the_starting_winds_where_the_rules_say_so(client, event):
    """Aiko started East and Tom North; in South 4 Tom is the dealer."""
    level = {"E": "3.0", "S": "3.0", "W": "3.0", "N": "3.0", "minus": ["W", "N"]}
    assert places(ask(client, **level))[:2] == [("Tom Okafor", 1, True), ("Aiko Brandt", 1, True)]
    event[0].rules = event[0].ruleset.replace(ties="seat").to_json()
    event[0].save()
    assert places(ask(client, **level))[:2] == [("Tom Okafor", 2, False), ("Aiko Brandt", 1, False)]


def test_who_shares_the_first_place_keeps_it_with_any_win(client, event):
    level = {"E": "3.0", "S": "3.0", "W": "3.0", "N": "3.0", "minus": ["W", "N"]}
    notes = [(player.note, player.shared) for player in ask(client, **level).context["answer"].players]
    assert notes == [("Any win keeps this place.", True), ("Any win keeps this place.", True), ("", True), ("", True)]


def test_a_place_out_of_reach_is_said_once(client, event):
    event[0].rules = event[0].ruleset.replace(hand={"several_yakuman": False}).to_json()
    event[0].save()
    far = {"E": "99.0", "S": "33.0", "W": "33.0", "N": "33.0"}
    assert (1, "Off anybody, or by self-draw", "no hand is enough.", "") in card(ask(client, **far), "Luc Moreau")


def test_every_outcome_of_a_draw_has_its_places(client, event):
    rows = {row.tenpai: row for row in ask(client).context["answer"].draws}
    assert len(rows) == 16
    alone = rows[("N",)]
    assert [(cell.place, cell.moved, cell.tenpai) for cell in alone.cells] == [
        (1, "", False),
        (4, "down", False),
        (3, "down", False),
        (2, "up", True),
    ]
    assert (rows[()].label, rows[("E", "S")].label, rows[("E", "S", "W", "N")].label) == (
        "nobody",
        "East and South",
        "all",
    )
    assert rows[("E",)].repeats and not alone.repeats


# --- in the tournament ----------------------------------------------------------------------------------


def test_the_totals_before_the_hanchan_count_and_the_others_stand_where_they_are(client, event):
    """Before: Aiko and Noor 30.2, Luc and Jonas 6.1, Ewa and Mika −9.3, Tom and Inês −27.0. Tom adds 21.2 to it, Luc
    4.0, Aiko −7.2, Ewa −18.0 (WRC 2022, uma 15/5)."""
    response = ask(client, **{"in": "tournament"})
    assert "The other tables are still playing." in said(response)
    assert places(response) == [
        ("Tom Okafor", 5, False),
        ("Aiko Brandt", 2, False),
        ("Luc Moreau", 3, False),
        ("Ewa Nowak", 8, False),
    ]


def test_only_the_place_that_matters_is_told_where_one_is_named(client, event):
    response = ask(client, **{"in": "tournament", "place": "3"})
    assert {place for place, *_ in card(response, "Tom Okafor")} == {3}
    assert card(response, "Aiko Brandt") == []
    assert "Any win keeps place 3 or better." in said(response)
    far = ask(client, **{"in": "tournament", "place": "8"})
    assert {player.note for player in far.context["answer"].players} == {"Any win keeps place 8 or better."}


def test_a_penalty_and_who_is_not_ranked_count_as_in_the_standings(client, event):
    _tournament, people = event
    punish(people[4], 30_000, number=None)
    withdraw(player=people[0], act=Act(by=None, at=MORNING))
    response = ask(client, **{"in": "tournament"})
    assert places(response)[:3] == [("Tom Okafor", 4, False), ("Aiko Brandt", None, False), ("Luc Moreau", 1, False)]
    assert "Scored but not ranked." in said(response)


def test_hidden_results_are_the_staffs_alone(client, event):
    """Nothing about hanchan 1 can be read from places while it is withheld."""
    tournament, _ = event
    finish(tournament, 1, released=False)
    tournament.refresh_from_db()
    response = ask(client, **{"in": "tournament"})
    assert "The results before hanchan 2 are not public." in said(response) and "answer" not in response.context
    client.force_login(make_staff(tournament, Role.DESK))
    assert places(ask(client, STAFF, **{"in": "tournament"}))[0] == ("Tom Okafor", 5, False)
    assert "are not public" in said(ask(client, **{"in": "tournament"}))


def test_standings_that_are_not_public_are_not_asked(client, event):
    type(event[0]).objects.update(standings_public=False)
    assert "The results before hanchan 2 are not public." in said(ask(client, **{"in": "tournament"}))


@unrendered()
def test_sheets_of_this_hanchan_do_not_count_though_they_are_public(client, event):
    tournament, _ = event
    before = places(ask(client, **{"in": "tournament"}))
    tournament.hanchan.filter(number=2).update(released_at=MORNING)
    put_in(tournament, 2, 2)
    put_in(tournament, 2, 1)
    assert places(ask(client, **{"in": "tournament"})) == before


def test_in_the_first_hanchan_there_is_nothing_to_add_to(client, event):
    assert "Before the first hanchan there are no totals." in said(ask(client, hanchan="1", **{"in": "tournament"}))


# --- where it is, and what it costs ----------------------------------------------------------------------------------


def test_it_is_linked_where_one_would_look(client, event):
    tournament, _ = event
    assert "/t/spring-open/all-last/?hanchan=2" in client.get("/t/spring-open/clock/").content.decode()
    assert "/t/spring-open/all-last/" in client.get("/t/spring-open/last-hand/").content.decode()
    player = client.get("/t/spring-open/player/6/").content.decode()
    assert "/t/spring-open/all-last/?hanchan=2&amp;player=6" in player and "Table 2 now" in player
    assert "/t/spring-open/all-last/?hanchan=2&amp;player=6" in client.get("/t/spring-open/?me=6").content.decode()
    client.force_login(make_staff(tournament, Role.REFEREE))
    sheet = client.get("/manage/spring-open/sheets/2/1/").content.decode()
    assert "/manage/spring-open/all-last/?hanchan=2&amp;table=1" in sheet
    assert "/manage/spring-open/all-last/?hanchan=2" in client.get("/manage/spring-open/hanchan/2/").content.decode()
    finish(tournament, 2)
    assert "all-last" not in client.get("/t/spring-open/player/6/").content.decode()


def test_nothing_is_written_and_queries_do_not_grow(client, django_assert_num_queries):
    for size, slug in ((8, "spring-open"), (32, "summer-open")):
        tournament, _ = small_event(players=size, name=slug.replace("-", " ").title())
        tournament.hanchan.update(seating_published_at=MORNING)
        play(tournament, 1, dict.fromkeys(range(1, size // 4 + 1), USUAL))
        begin(tournament, 2)
        edition = type(tournament).objects.get(pk=tournament.pk).edition
        for path, queries in ((f"/t/{slug}/all-last/", 14), (f"/t/{slug}/all-last/", 6)):
            with django_assert_num_queries(queries):
                assert "answer" in ask(client, path, **{"in": "tournament"}).context
        assert type(tournament).objects.get(pk=tournament.pk).edition == edition


def test_odd_questions_are_answered_in_words(client, event):
    odd = {"E": "9" * 40, "honba": "9" * 40, "place": "²", "player": "²", "shown": "x" * 500, "minus": "Z", "in": "?"}
    assert ask(client, **odd).status_code == 200
    assert ask(client, table="<script>", **{"in": "tournament"}).status_code == 200


def test_the_page_says_when_the_hanchan_is_not_over_after_the_hand(client, event):
    """S3 Renchan: the dealer stays after a win; in the third hand of the round nothing is said, the time is up."""
    page = said(ask(client))
    assert "Unless the time is up, the hanchan goes on after a win of Tom Okafor, who stays dealer." in page
    assert "the hanchan goes on after" not in said(ask(client, hand="3"))
