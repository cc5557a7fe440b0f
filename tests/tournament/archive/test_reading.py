"""Files of finished events: what is read, and what is told about what cannot be."""

import csv

import pytest

from scoring.rules import preset
from scoring.winds import Wind
from tests.tournament.standings.tables import GOLDEN
from tournament.archive.faults import BadFile
from tournament.archive.files import text_of
from tournament.archive.reading import PastEvent, read_event

HEADING = "round,table,wind,player,points,deposits_left_on_table,penalty_p"
GOOD = ("1,1,E,Aiko,41000,0,0", "1,1,S,Luc,33000,0,0", "1,1,W,Ewa,26000,0,0", "1,1,N,Tom,20000,0,0")


def read(*rows: str, heading: str = HEADING) -> PastEvent:
    return read_event("\n".join([heading, *rows]), preset("wrc-2022"))


def told(*rows: str, heading: str = HEADING) -> tuple[str, ...]:
    with pytest.raises(BadFile) as bad:
        read(*rows, heading=heading)
    return tuple(bad.value.sentences)


def golden(name: str) -> PastEvent:
    return read_event((GOLDEN / name).read_text(), preset("wrc-2022"))


def with_row(number: int, row: str) -> list[str]:
    return [*GOOD[: number - 1], row, *GOOD[number:]]


def test_the_real_event_is_read_whole():
    past = golden("wrc-36x8.csv")
    assert (len(past.players), past.hanchan_count, len(past.tables), len(past.penalties)) == (36, 8, 72, 3)
    assert sum(1 for table in past.tables if table.deposits) == 9
    assert past.players[:3] == ("1", "2", "3")
    assert past.typed_uma_differs == ()
    assert past.notes[0] == "Hanchan 1, table 2: one of 2 consistent readings"
    assert len(past.notes) == len(set(past.notes))


def test_hand_typed_uma_is_compared_and_differs_at_exactly_two_tables():
    past = golden("sample-24x8-typed-uma.csv")
    assert [(one.hanchan, one.table) for one in past.typed_uma_differs] == [(3, 4), (8, 5)]
    assert past.typed_uma_differs[0].typed == (-15_000, -1_500, 1_500, 15_000)


def test_a_seat_from_one_to_four_is_a_wind():
    with (GOLDEN / "sample-24x8-typed-uma.csv").open(newline="") as file:
        assert {row["seat"] for row in csv.DictReader(file)} == {"1", "2", "3", "4"}
    assert [line.wind for line in golden("sample-24x8-typed-uma.csv").tables[0].lines] == list(Wind)


@pytest.mark.parametrize(
    "winds",
    [
        "ESWN",
        "eswn",
        "1234",
        "東南西北",
        "ESON",
        "OSWN",
        ("East", "south", "WEST", "North"),
        ("Ost", "Süd", "West", "Nord"),
    ],
)
def test_winds_may_be_written_in_these_ways(winds):
    past = read(*(row.replace(f",{wind},", f",{own},") for row, wind, own in zip(GOOD, "ESWN", winds, strict=True)))
    assert [line.wind for line in past.tables[0].lines] == list(Wind)


@pytest.mark.parametrize(
    "heading", ["carried", "Carried over", "carried score", "carry-over", "Starting score", "Carried in P"]
)
def test_a_carried_score_is_read_in_p_from_one_row_or_all(heading):
    rows = [f"{row},{own}" for row, own in zip(GOOD, ("12.3", "−4.5", "", "▲30"), strict=True)]
    past = read(*rows, ",,,Luc,,,,-4.5", heading=f"{HEADING},{heading}")
    assert past.people == ({"carried": 12_300}, {"carried": -4_500}, {}, {"carried": -30_000})


def test_two_carried_scores_of_a_player_are_refused_by_their_lines():
    rows = [f"{row},12.3" for row in GOOD]
    assert told(*rows, ",,,Luc,,,,0", heading=f"{HEADING},carried") == (
        "line 6: carried of Luc is “0.0”, but “+12.3” in line 3.",
    )


def test_a_carried_score_that_cannot_be_read_is_named():
    rows = [f"{GOOD[0]},12300", *(f"{row}," for row in GOOD[1:])]
    assert told(*rows, heading=f"{HEADING},carried") == (
        "line 2: “12300” is not a score in P. Enter it as totals are written, for example 12.3 or −4.5.",
    )


def test_rows_may_come_in_any_order():
    assert read(*reversed(GOOD)).tables == tuple(
        table.__class__(1, 1, tuple(line.__class__(line.wind, 3 - line.player, line.points) for line in table.lines))
        for table in read(*GOOD).tables
    )


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_semicolons_and_tabs_are_seen_from_the_heading(delimiter):
    rows = [row.replace(",", delimiter) for row in (HEADING, *GOOD)]
    assert read(*rows[1:], heading=rows[0]).tables == read(*GOOD).tables


def test_a_penalty_with_a_decimal_comma_is_read():
    rows = [row.replace(",", ";") for row in (HEADING, *with_row(2, "1,1,S,Luc,33000,0,2#5"))]
    past = read(*(row.replace("#", ",") for row in rows[1:]), heading=rows[0])
    assert past.penalties == ((1, 1, 2_500),)


def test_a_decimal_comma_that_makes_a_cell_too_many_is_told():
    assert told(*with_row(2, "1,1,S,Luc,33000,0,2,5")) == (
        "line 3: 8 cells, but the heading has 7. Put values that contain a comma in quotation marks.",
    )


def test_the_mark_at_the_start_of_a_utf_8_file_is_no_part_of_the_heading():
    data = "\n".join((HEADING, *GOOD)).encode("utf-8-sig")
    assert read_event(text_of(data), preset("wrc-2022")).players == ("Aiko", "Luc", "Ewa", "Tom")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (f"{HEADING}\n1,1,E,Søren,1".encode("latin-1"), "line 2: this is not UTF-8 text (byte 0xF8)."),
        (f"{HEADING}\n{GOOD[0]}\n1,1,S,L\0c,1".encode(), "line 3: there is a NUL character"),
    ],
)
def test_what_is_no_text_is_told_with_its_line_and_the_remedy(data, message):
    with pytest.raises(BadFile) as bad:
        text_of(data)
    assert str(bad.value).startswith(message)


@pytest.mark.parametrize("text", ["", "\n\n", ",,,\n"])
def test_an_empty_file_says_what_it_should_hold(text):
    with pytest.raises(BadFile, match="The file is empty: it needs a heading round,table,wind,player,points"):
        read_event(text, preset("wrc-2022"))


def test_a_heading_alone_says_so():
    assert told() == ("line 1: the file has headings but no rows; it needs one row per player at each table.",)


def test_a_heading_that_lacks_columns_names_them_and_what_is_there():
    assert told("1,1,E", heading="round,table,where") == (
        "line 1: the heading lacks wind, player, points; it has round, table, where.",
    )


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("x,1,S,Luc,33000,0,0", "line 3: round is “x”, not a whole number."),
        ("41,1,S,Luc,33000,0,0", "line 3: round is 41; it must be from 1 to 40."),
        ("1,0,S,Luc,33000,0,0", "line 3: table is 0; it must be from 1 to 300."),
        ("1,1,X,Luc,33000,0,0", "line 3: wind is “X”; it must be E, S, W or N (or 1, 2, 3, 4)."),
        (
            "1,1,O,Luc,33000,0,0",
            "line 3: wind is “O”, which is East in German, West in French and Spanish; write E or W.",
        ),
        ("1,1,S,,33000,0,0", "line 3: there is no player."),
        ("1,1,S,Luc,33000,-1,0", "line 3: deposits_left_on_table is “-1”, not a whole number."),
        ("1,1,S,Luc,33000,0,-30", "line 3: penalty_p is “-30”: enter the amount deducted, without a minus."),
        ("1,1,S,Luc,33000,0,1.25", "line 3: penalty_p is “1.25”; an amount in P has one decimal."),
        ("1,1,S,Luc", "line 3: points: Type the points; 0 for zero."),
    ],
)
def test_a_row_that_cannot_be_read_is_told_by_its_line(row, message):
    assert told(*with_row(2, row)) == (message,)


def test_everything_that_is_wrong_is_told_in_the_order_of_the_lines():
    messages = told(*with_row(1, "1,1,Q,Aiko,41000,0,0")[:2], "1,1,W,Ewa,lots,0,0", "z,1,N,Tom,20000,0,0")
    assert [message.split(":")[0] for message in messages] == ["line 2", "line 4", "line 5"]


def test_a_thousand_mistakes_are_told_in_twenty_lines():
    with pytest.raises(BadFile) as bad:
        read(*["1,1,Q,Aiko,41000,0,0"] * 1000)
    assert str(bad.value).splitlines()[-1] == "… and 980 more."
    assert len(str(bad.value).splitlines()) == 21


def test_a_sum_that_does_not_fit_is_told_with_its_likely_cause():
    (message,) = told(*with_row(1, "1,1,E,Aiko,14000,0,0"))
    assert message.startswith("line 2: hanchan 1 table 1: ")
    assert "27,000 missing" in message and "swapped" in message


def test_deposits_that_explain_the_sum_make_it_fit():
    rows = [row.replace(",0,0", ",2,0") for row in with_row(1, "1,1,E,Aiko,39000,0,0")]
    assert read(*rows).tables[0].deposits == 2


def test_two_players_on_one_wind_are_told():
    assert told(*with_row(2, "1,1,E,Luc,33000,0,0")) == (
        "line 2: hanchan 1 table 1 has E, E, W, N; it needs E, S, W, N once each.",
    )


def test_who_sits_twice_is_named_with_who_is_missing_there():
    second = [row.replace("1,1,", "2,1,", 1) for row in with_row(2, "1,1,S,Aiko,33000,0,0")]
    assert told(*GOOD, *second) == ("line 7: Aiko sits twice in hanchan 2, first in line 6. Missing there: Luc.",)


def test_a_hanchan_without_rows_between_others_is_told():
    assert told(*GOOD, *(row.replace("1,1,", "3,1,", 1) for row in GOOD)) == (
        "line 1: hanchan 2 has no rows, but later hanchan have.",
    )


def test_who_sat_a_hanchan_out_is_noted_and_fits():
    others = [row.replace("1,1,", "2,1,", 1) for row in GOOD]
    past = read(*GOOD, *[row.replace("Tom", "Mika") for row in others])
    assert past.notes == ("Hanchan 1 was played without Mika.", "Hanchan 2 was played without Tom.")


def test_a_name_in_quotation_marks_may_have_a_comma():
    assert read(*with_row(2, '1,1,S,"Moreau, Luc",33000,0,0')).players[1] == "Moreau, Luc"


def test_a_quotation_mark_that_does_not_end_is_told():
    assert told(*GOOD[:3], '1,1,N,"Tom,20000,0,0')[0].startswith("This file cannot be read as a CSV table")


NAMES = ("Aiko", "Luc", "Ewa", "Tom")
STATUS = f"{HEADING},status"
PEOPLE = f"{HEADING},Number,Country,Club,Team,EMA number,Substitute,Status"


def with_people(*more: str) -> PastEvent:
    told = (",5,FR,,Felt,,,", ",,fr,,,,,", ",,Poland,Kraków,,4100170,yes,", ",,,,,,,dq")
    return read(*(row + cells for row, cells in zip(GOOD, told, strict=True)), *more, heading=PEOPLE)


def test_people_are_read_from_their_rows():
    assert with_people().people == (
        {"number": 5, "country": "FR", "team": "Felt"},
        {"country": "FR"},
        {"country": "PL", "club": "Kraków", "ema_number": "04100170", "is_substitute": True},
        {"status": "disqualified"},
    )


def test_a_row_away_from_the_tables_tells_of_a_player_or_of_a_penalty_outside_any_hanchan():
    past = with_people(",,,Aiko,,,2.0,,,,,,,", ",,,Nobody,,,,,IT,,,,,withdrawn")
    assert past.players == ("Aiko", "Luc", "Ewa", "Tom", "Nobody")
    assert past.penalties == ((0, None, 2_000),)
    assert past.people[4] == {"country": "IT", "status": "withdrawn"}
    assert past.notes == ()


def test_a_row_with_a_hanchan_and_no_table_is_a_penalty_away_from_the_tables():
    assert read(*GOOD, "1,,,Luc,,,2.0").penalties == ((1, 1, 2_000),)
    assert told(*GOOD, "2,,,Luc,,,2.0") == ("line 6: Luc has a penalty in hanchan 2, of which there is no table.",)
    assert told(*GOOD, "1,,,Luc,,,")[0].startswith("line 6: table is “”")


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("30.0", "line 2: penalty_points is “30.0”, not a whole number."),
        ("50", "line 2: penalty_points is 50; penalties are multiples of 100 points."),
    ],
)
def test_penalties_may_be_in_whole_points_and_are_then_in_no_other_unit(cell, message):
    heading, plain = "round,table,wind,player,points,penalty_points", [row[:-4] for row in GOOD]
    rows = [f"{plain[0]},30000", *(f"{row}," for row in plain[1:])]
    assert read(*rows, heading=heading).penalties == ((0, 1, 30_000),)
    assert told(f"{plain[0]},{cell}", *rows[1:], heading=heading) == (message,)
    twice = told(f"{rows[0]},1.0", *(f"{row}," for row in rows[1:]), heading=f"{heading},penalty_p")
    assert twice == ("line 2: penalty_p and penalty_points both have a value: fill in one of them.",)


def test_the_apostrophe_of_our_own_files_is_taken_off():
    assert read(*(row.replace("Aiko", "'-Aiko").replace("Luc", "'Luc") for row in GOOD)).players[:2] == (
        "-Aiko",
        "'Luc",
    )


def test_a_note_about_a_table_is_told_once_and_one_about_a_player_too():
    rows = [f"{row},cut at time" for row in GOOD[:2]] + [f"{row}," for row in GOOD[2:]] + [",,,Tom,,,,left early"]
    past = read(*rows, heading=f"{HEADING},Remarks")
    assert past.notes == ("Hanchan 1, table 1: cut at time", "Tom: left early")


CHOSEN = {0: "round", 1: "table", 2: "wind", 3: "player", 4: "points"}
ODD = "Session,Tisch,Platz,Wer,Punkte,Tischgeld"
ODD_ROWS = [f"{row[:-4]},5" for row in GOOD]


def chosen(choice: dict[int, str]) -> PastEvent:
    return read_event("\n".join([ODD, *ODD_ROWS]), preset("wrc-2022"), chosen=choice)


def test_columns_that_somebody_chose_are_read_whatever_their_headings():
    assert chosen({**CHOSEN, 5: ""}).players == ("Aiko", "Luc", "Ewa", "Tom")


def test_a_column_that_nobody_chose_about_is_refused_and_so_is_one_chosen_twice():
    with pytest.raises(BadFile, match="nothing reads what is under “Tischgeld”"):
        chosen(CHOSEN)
    with pytest.raises(BadFile, match="several columns are chosen as points"):
        chosen({**CHOSEN, 5: "points"})
    with pytest.raises(BadFile, match="the heading lacks points"):
        chosen({**CHOSEN, 4: "", 5: ""})


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (",6,,,,,,", "line 6: number of Aiko is “6”, but “5” in line 2."),
        (",,Atlantis,,,,,", "line 6: “Atlantis” is not a known country."),
        (",,,,,,,late", "line 6: status is “late”; it must be playing, substitute, withdrawn or disqualified."),
        (",,,,,,perhaps,", "line 6: “perhaps” is neither yes nor no."),
    ],
)
def test_what_a_row_says_wrongly_of_a_person_is_told(cells, message):
    with pytest.raises(BadFile) as bad:
        with_people(f",,,Aiko,,,{cells}")
    assert bad.value.sentences[0].startswith(message)


def test_sub_as_a_status_is_a_substitute():
    past = read(*(f"{row},{status}" for row, status in zip(GOOD, ("Sub", "", "", ""), strict=True)), heading=STATUS)
    assert past.people[0] == {"is_substitute": True}


def test_players_who_are_numbers_at_the_tables_may_have_names():
    rows = [row.replace(name, str(n)) + f",{name}" for n, (row, name) in enumerate(zip(GOOD, NAMES, strict=True), 1)]
    past = read(*rows, heading=f"{HEADING},name")
    assert [one["name"] for one in past.people] == list(NAMES)


def test_our_own_file_of_the_tables_is_read_again():
    heading = "hanchan,table,wind,number,name,points,place,shared,uma,score,deposits,override"
    rows = ["1,1,E,7,Aiko,41000,1,,15.0,26.0,0,", "1,1,S,2,Luc,33000,2,,5.0,8.0,0,"]
    rows += ["1,1,W,3,Ewa,26000,3,,-5.0,-9.0,0,", "1,1,N,4,Tom,20000,4,,-15.0,-25.0,0,"]
    past = read(*rows, heading=heading)
    assert past.players == NAMES and past.people[0] == {"number": 7} and past.typed_uma_differs == ()


@pytest.mark.parametrize("column", ["Chombo", "Penalty marks", "Bonus", ""])
def test_a_column_that_nothing_reads_is_refused_when_it_has_values(column):
    (message,) = told(*with_row(2, f"{GOOD[1]},1"), heading=f"{HEADING},{column}")
    assert message.startswith(f"line 1: nothing reads what is under “{column or 'column 8'}”")
    assert read(*(f"{row}," for row in GOOD), heading=f"{HEADING},{column}").players == NAMES


def test_penalties_under_the_heading_of_our_own_files_are_read():
    past = read(*with_row(2, "1,1,S,Luc,33000,0,30"), heading=HEADING.replace("penalty_p", "Penalties (P)"))
    assert past.penalties == ((1, 1, 30_000),)
