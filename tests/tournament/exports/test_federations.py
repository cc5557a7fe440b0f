"""The lists of federations: real events as they were published, what is missing, and the way back in."""

from decimal import Decimal
from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring.rules import preset
from tests.events.rows import kept
from tests.factories import MORNING, load_past_event, make_staff, make_tournament
from tests.tournament.exports.events import published, real_event, rich_event, rows_of, tables
from tests.tournament.players.importing.lists import apply, read_file
from tests.tournament.standings.tables import USUAL, play, seat_in_order, small_event, vouch
from tournament.archive.reading import read_event
from tournament.archive.upload import read_upload
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.exports.book import table_of
from tournament.exports.csv_files import write_csv
from tournament.exports.csv_forms import OFFICE_FORMS
from tournament.exports.federations import ara_gaps, ara_rows, ema_gaps, not_on_list
from tournament.players.actions import add_players, edit_player, withdraw
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db

ACT = Act(by=None, at=MORNING)
PEOPLE = (
    {"name": "Jörg van der Weiß", "first_name": "Jörg", "last_name": "van der Weiß", "ema_number": "05100170"},
    {"name": "Siobhán O'Brien", "first_name": "Siobhán", "last_name": "O'Brien", "ema_number": "01000148"},
    {"name": "山田　太郎", "country": "JP"},
    {"name": "Plato"},
)


@kept
def event_of_four():
    """One hanchan at one table; names of all kinds, two EMA numbers, three countries."""
    tournament = make_tournament(hanchan_count=1)
    rows = [{"country": "DE", **row} for row in PEOPLE[:3]] + [PEOPLE[3]]
    people = add_players(tournament=tournament, rows=rows, act=ACT)
    seat_in_order(tournament, people)
    play(tournament, 1, {1: USUAL})
    tournament.refresh_from_db()
    return tournament


def published_points():
    """(place, points) of the real event as published."""
    return [(place, int(Decimal(total) * 1000)) for place, _name, total in published()]


def test_the_real_event_has_its_published_places_and_totals_in_whole_points():
    rows = rows_of(tables(real_event())["ema"])
    assert [(row["place"], row["score"]) for row in rows] == published_points()
    assert [row["base_rank"] for row in rows[:3]] == [1000, 971, 943]


def test_last_names_are_in_capitals_and_numbers_keep_their_zero():
    rows = rows_of(tables(event_of_four())["ema"])
    assert [(row["ema_number"], row["last_name"], row["first_name"], row["country"]) for row in rows] == [
        ("05100170", "VAN DER WEISS", "Jörg", "DE"),
        ("01000148", "O'BRIEN", "Siobhán", "DE"),
        ("", "山田", "太郎", "JP"),
        ("", "PLATO", "", ""),
    ]
    assert {row["table_points"] for row in rows} == {None}


def test_the_event_stands_above_the_list_with_its_weight():
    facts = dict(tables(event_of_four())["ema"].facts)
    assert facts == {
        "Tournament": "Spring Open",
        "Place": "Utrecht",
        "Dates": "2026-05-16 – 2026-05-17",
        "Rules": "Riichi, WRC 2022",
        "Players": "4",
        "Substitutes": "0",
        "Hanchan": "1 of 1",
        "Results": "official",
        "MERS weight": "2 (1 more if players had to qualify)",
    }


def test_without_days_no_weight_is_claimed_and_what_is_missing_is_named():
    tournament = event_of_four()
    tournament.first_day = tournament.last_day = None
    tournament.place = ""
    gaps = {gap.what: [one.name for one in gap.players] for gap in ema_gaps(tournament, standings_of(tournament))}
    assert gaps == {
        "Place of the event": [],
        "Dates of the event, for the MERS weight": [],
        "EMA number": ["山田 太郎", "Plato"],
        "Country": ["Plato"],
        "First and last name apart": ["Plato"],
    }
    assert dict(tables(tournament)["ema"].facts)["MERS weight"] == ""


def test_a_last_day_that_is_missing_is_named_as_well():
    tournament = event_of_four()
    tournament.last_day = None
    assert "Dates of the event, for the MERS weight" in [
        gap.what for gap in ema_gaps(tournament, standings_of(tournament))
    ]


def test_substitutes_and_those_who_did_not_come_are_not_on_the_list():
    tournament = rich_event()
    ranking = standings_of(tournament)
    rows = rows_of(tables(tournament)["ema"])
    assert len(rows) == 8 and "SUB ONE" not in [row["last_name"] for row in rows]
    assert (rows[-1]["place"], rows[-1]["base_rank"]) == (7, 250)  # of nine: the substitute counts
    assert [(player.name, why) for player, why in not_on_list(ranking)] == [("Sub One", "substitute")]


def test_a_player_who_left_after_a_hanchan_has_no_place_and_changes_the_base_ranks():
    tournament, (*_others, last) = small_event(hanchan_count=1)
    no_show = add_players(tournament=tournament, rows=[{"name": "Never There"}], act=ACT)[0]
    play(tournament, 1, {1: USUAL, 2: USUAL})
    for player in (last, no_show):
        withdraw(player=Player.objects.get(pk=player.pk), act=ACT)
    tournament.refresh_from_db()
    rows = rows_of(tables(tournament)["ema"])
    assert [row["base_rank"] for row in rows] == [1000, 1000, 667, 667, 333, 333, 0]
    assert [player.name for player, _why in not_on_list(standings_of(tournament))] == [last.name]


# --- ARA -------------------------------------------------------------------------------------------------------------


def test_ara_gets_both_names_and_the_id_and_who_has_none_is_named():
    tournament = event_of_four()
    first, second, *_more = players_of(tournament)
    edit_player(player=first, act=ACT, legal_name="Georg Weiß", ara_id="A-77", club="Riichi Nomi")
    rows = rows_of(table_of(tournament, "ara", at=ACT.at, private=True))
    found = [(row["preferred_name"], row["legal_name"], row["ara_id"], row["organization"]) for row in rows[:2]]
    assert found == [
        ("Jörg van der Weiß", "Georg Weiß", "A-77", "Riichi Nomi"),
        ("Siobhán O'Brien", "", "", ""),
    ]
    (gap,) = ara_gaps(ara_rows(tournament, standings_of(tournament)))
    assert (gap.what, gap.players[0].name) == ("ARA ID", second.name)
    assert len(gap.players) == 3


def test_with_every_id_nothing_is_missing():
    tournament = event_of_four()
    Player.objects.update(ara_id="1")
    assert ara_gaps(ara_rows(tournament, standings_of(tournament))) == []


# --- and back in -----------------------------------------------------------------------------------------------------


def downloaded(client, tournament, name):
    vouch(tournament, Player)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    answer = client.get(f"/manage/{tournament.slug}/export/{name}")
    assert answer.status_code == 200
    return answer.content


def named_real_event():
    """The real event with people who have an EMA number, a country and both names."""
    tournament = real_event()
    for player in players_of(tournament):
        number = player.number
        edit_player(
            player=player,
            act=ACT,
            name=f"Ann Ä{number}",
            first_name="Ann",
            last_name=f"Ä{number}",
            country="PT",
            ema_number=f"0{number:07}",
        )
    tournament.refresh_from_db()
    return tournament


FILES = ("ema.xlsx", "ema.csv", *(f"ema.csv?csv={form.key}" for form in OFFICE_FORMS))


@pytest.mark.parametrize("name", FILES)
def test_the_list_of_the_real_event_is_read_by_our_own_import_as_it_was_published(client, name):
    tournament = named_real_event()
    grid = read_file(name.partition("?")[0], downloaded(client, tournament, name))
    lines = [line.cells for line in grid.lines]
    top = next(at for at, cells in enumerate(lines) if "EMA number" in cells or "ema_number" in cells)
    heads = [cell.casefold().replace(" ", "_") for cell in lines[top]]
    rows = [dict(zip(heads, cells, strict=False)) for cells in lines[top + 1 :]]
    assert [(int(row["place"]), int(row["score"])) for row in rows] == published_points()
    other = make_tournament("Copy")
    apply(other, grid)
    copied = {(one.ema_number, one.first_name, one.last_name.upper(), one.country) for one in players_of(other)}
    assert copied == {
        (one.ema_number, one.first_name, one.last_name.upper(), one.country) for one in players_of(tournament)
    }


def test_an_event_loaded_from_its_own_list_of_tables_has_the_same_list(client):
    first = real_event()
    seats = write_csv(tables(first)["tables"])
    upload = read_upload(seats, preset("wrc-2022"))
    assert upload.problems == ()
    second = load_past_event(read_event(seats, preset("wrc-2022")), name="Loaded again")
    assert rows_of(tables(second)["ema"]) == rows_of(tables(first)["ema"])


def test_the_number_is_text_and_the_score_a_number_in_the_workbook(client):
    sheet = load_workbook(BytesIO(downloaded(client, event_of_four(), "ema.xlsx")))["EMA list"]
    top = next(row for row in sheet.iter_rows() if row[1].value == "EMA number")[0].row
    first = sheet[top + 1]
    assert (first[1].value, first[1].data_type, first[1].number_format) == ("05100170", "s", "@")
    assert (first[6].value, first[6].data_type) == (30_200, "n")
    assert (sheet["A1"].value, sheet["C1"].value) == ("Tournament", "Spring Open")
    assert sheet.freeze_panes == f"A{top + 1}" and sheet.print_title_rows == f"${top}:${top}"
    assert sheet.auto_filter.ref == f"A{top}:H{top + 4}"
