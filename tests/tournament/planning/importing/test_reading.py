"""Reading a seating made elsewhere."""

import io

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from scoring.winds import WINDS
from seating import plan
from tests.factories import MORNING, NAMES
from tournament.core.messages import Refused, sentence
from tournament.exports.workbook import write_workbook
from tournament.planning.basis import SeatingBasis
from tournament.planning.importing.reading import as_text, read_file, read_pasted, read_seating
from tournament.players.models import Player
from tournament.seats.seat_map import Arrangement, from_plan
from tournament.seats.tables import SeatedPlayer, SeatingTable

PLAYERS = [Player(pk=100 + number, number=number, name=name) for number, name in enumerate(NAMES[:8], start=1)]
DRAFT = from_plan(plan(8, 1, 7).rounds, tuple(player.pk for player in PLAYERS))
NUMBER = {player.pk: player.number for player in PLAYERS}
NAME = {player.pk: player.name for player in PLAYERS}


def read(text, **kinds):
    return read_seating(read_pasted(text), basis(**kinds), {})


def basis(*, players=PLAYERS, count=1, seated=None, drawn=False):
    """What decides about seats at a tournament that has not begun."""
    return SeatingBasis(
        **dict.fromkeys(("started", "closed", "entered"), frozenset()),
        version=0,
        now=Arrangement(seated or {}),
        hanchan=tuple(range(1, count + 1)),
        taking_part={},
        wishes=(),
        winds=not drawn,
        size=4,
        hall=None,
        check_in_closed=False,
        players={player.pk: player for player in players},
    )


def long_form(headings, winds="ESWN", separator=",", who=NUMBER):
    rows = [headings]
    rows += [
        separator.join(["1", str(table), wind, str(who[player])])
        for table, seats in DRAFT[1].items()
        for wind, player in zip(winds.split("|") if "|" in winds else winds, seats, strict=True)
    ]
    return "\n".join(rows)


def messages(reading):
    return list(map(sentence, reading.faults))


@pytest.mark.parametrize(
    ("headings", "winds", "separator"),
    [
        ("round,table,wind,player", "ESWN", ","),
        ("Hanchan;Tisch;Wind;Spieler", "O|S|W|N", ";"),
        ("Runde\tTisch\tPlatz\tStartnummer", "Ost|Süd|West|Nord", "\t"),
        ("manche;table;vent;joueur", "E|S|O|N", ";"),
        ("回戦,卓,風,選手番号", "東南西北", ","),
        ("Hanchan;Mesa;Viento;Número", "Este|Sur|Oeste|Norte", ";"),
        ("Round,Table,Seat,No", "1234", ","),
    ],
)
def test_headings_and_winds_are_understood_in_five_languages(headings, winds, separator):
    reading = read(long_form(headings, winds, separator))
    assert messages(reading) == []
    assert reading.draft == DRAFT


@pytest.mark.parametrize(("winds", "reverse"), [("ESON", True), ("OSWN", False)])
def test_an_o_is_understood_by_the_winds_of_the_whole_list_however_it_is_sorted(winds, reverse):
    heading, *rows = long_form("round,table,wind,player", winds).splitlines()
    rows.sort(key=lambda row: row.split(",")[2], reverse=reverse)
    reading = read("\n".join([heading, *rows]))
    assert messages(reading) == []
    assert reading.draft == DRAFT


@pytest.mark.parametrize("winds", ["ESON", "OSWN"])
def test_an_o_beside_the_number_of_a_table_is_understood_by_the_winds_of_all_players(winds):
    cells = {pk: f"{table}{wind}" for table, seats in DRAFT[1].items() for wind, pk in zip(winds, seats, strict=True)}
    reading = read("\n".join(["player,H1", *(f"{NUMBER[pk]},{cell}" for pk, cell in cells.items())]))
    assert messages(reading) == []
    assert reading.draft == DRAFT


UNCLEAR = "the wind O is East in German, West in French and Spanish. Write E or W."


def test_an_o_beside_both_east_and_west_is_refused_with_its_row():
    heading, first, *rows = long_form("round,table,wind,player").splitlines()
    reading = read("\n".join([heading, first.replace("E", "O"), *rows]))
    assert messages(reading)[0] == f"Row 2 (hanchan 1, table 1): {UNCLEAR}"
    reading = read(f"player,H1,H2\n{NUMBER[DRAFT[1][1][0]]},1E,1W\n{NUMBER[DRAFT[1][1][1]]},1O,2")
    assert messages(reading)[0] == f"Row 3 (hanchan 1, table 1): {UNCLEAR}"


@pytest.mark.parametrize("language", ["en", "fr", "de", "ja", "es"])
def test_the_seating_in_our_own_workbook_is_read_back_in_every_language(language):
    people = {player.pk: player for player in PLAYERS}
    rows = [
        SeatedPlayer(1, table, wind, people[pk])
        for table, seats in DRAFT[1].items()
        for wind, pk in zip(WINDS, seats, strict=True)
    ]
    file = io.BytesIO()
    with override(language):
        write_workbook([SeatingTable(rows)], file, title="Spring", at=MORNING)
    reading = read_seating(read_file("seating.xlsx", file.getvalue()), basis(), {})
    assert messages(reading) == []
    assert reading.draft == DRAFT


def test_a_row_per_table_is_understood():
    assert read(as_text(DRAFT, PLAYERS)).draft == DRAFT


@pytest.mark.parametrize(
    "headings", ["Runde,Tisch,O,S,W,N", "manche,table,E,S,O,N", "回戦,卓,東,南,西,北", "R,T,East,South,West,North"]
)
def test_wind_columns_are_understood_in_four_languages(headings):
    rows = as_text(DRAFT, PLAYERS).replace("\t", ",").splitlines()
    assert read("\n".join([headings, *rows[1:]])).draft == DRAFT


def test_people_may_be_names_in_either_order():
    turned = {pk: ", ".join(reversed(name.split(" ", 1))) for pk, name in NAME.items()}
    assert read(long_form("round\ttable\twind\tname", separator="\t", who=turned)).draft == DRAFT


def test_without_winds_the_order_of_the_rows_counts_when_winds_are_drawn():
    rows = "\n".join(f"1,{table},{NUMBER[pk]}" for table, seats in DRAFT[1].items() for pk in seats)
    assert read(f"round,table,player\n{rows}", drawn=True).draft == DRAFT
    with pytest.raises(Refused, match="No column for the winds was found"):
        read(f"round,table,player\n{rows}")


def test_a_workbook_is_read_from_the_sheet_that_holds_a_seating():
    book = Workbook()
    book.active.append(["name", "country"])
    book.active.append(["Aiko Brandt", "DE"])
    sheet = book.create_sheet("Seating")
    for row in as_text(DRAFT, PLAYERS).splitlines():
        sheet.append([int(cell) if cell.isdigit() else cell for cell in row.split("\t")])
    file = io.BytesIO()
    book.save(file)
    grid = read_file("plan.xlsx", file.getvalue())
    assert read_seating(grid, basis(), {}).draft == DRAFT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("table,E,S,W,N\n1,1,2,3,4", "No column for the hanchan"),
        ("round,E,S,W,N\n1,1,2,3,4", "No column for the tables"),
        ("round,table,wind\n1,1,E", "No column for the players"),
        ("wind,table\nE,1", "No column for the hanchan was found.\nNo column for the players was found."),
        ("", "every row is blank"),
    ],
)
def test_columns_that_are_missing_are_named(text, words):
    with pytest.raises(Refused, match=words):
        read(text)


def changed(old, new):
    text = long_form("round,table,wind,player", who=NAME)
    assert old in text
    return text.replace(old, new, 1)


def test_an_unknown_player_is_named_with_row_hanchan_and_table():
    lines = long_form("", who=NAME).splitlines()
    row = next(number for number, line in enumerate(lines, start=1) if "Ewa Nowak" in line)
    where = f"Row {row} (hanchan 1, table {(row - 2) // 4 + 1}): "
    assert messages(read(changed("Ewa Nowak", "Eva Novak"))) == [
        where + "No player matches “Eva Novak”. Enter the number or the full name."
    ]


def test_a_player_twice_and_another_missing_are_reported_together():
    found = messages(read(changed("Ewa Nowak", "Aiko Brandt")))
    assert len(found) == 2
    assert "Aiko Brandt (1) has two seats, at tables" in found[0]
    assert (
        found[1]
        == "Hanchan 1: Ewa Nowak (3) has no seat. Is one of the two seats of Aiko Brandt (1) meant for this player?"
    )


def test_a_table_of_three_is_located():
    text = "\n".join(long_form("round,table,wind,player").splitlines()[:-1])
    found = messages(read(text))
    assert found[0] == "Hanchan 1, table 2 has 3 players; a table has four."
    assert "no seat for" in found[1]


def test_a_seat_taken_twice_and_a_wind_that_is_none_are_located():
    text = long_form("round,table,wind,player").splitlines()
    text[2] = text[2].replace(",S,", ",E,")
    text[3] = text[3].replace(",W,", ",X,")
    assert messages(read("\n".join(text))) == [
        "Row 3: hanchan 1, table 1 has a second East.",
        "Row 4 (hanchan 1, table 1): the wind is missing or unknown.",
    ]


def test_a_table_that_is_listed_twice_is_one_fault():
    rows = as_text(DRAFT, PLAYERS).splitlines()
    assert messages(read("\n".join([*rows, rows[1]]))) == ["Row 4: hanchan 1, table 1 is listed twice."]


def test_a_hanchan_beyond_the_last_is_reported():
    assert "hanchan 2 does not exist" in messages(read(as_text({1: DRAFT[1], 2: DRAFT[1]}, PLAYERS)))[0]


def test_a_gap_before_the_imported_hanchan_is_reported():
    only_second = as_text({2: DRAFT[1]}, PLAYERS)
    assert messages(read(only_second, count=2)) == ["Hanchan 1 has no seating yet. Import it as well."]
    assert messages(read(only_second, count=2, seated=DRAFT)) == []


def test_a_withdrawn_player_cannot_sit():
    players = [Player(pk=p.pk, number=p.number, name=p.name) for p in PLAYERS]
    players[0].status = "withdrawn"
    assert any(
        "Aiko Brandt (1) is withdrawn" in message
        for message in messages(read(as_text(DRAFT, PLAYERS), players=players))
    )


def test_a_player_cannot_have_both_a_seat_and_a_bye():
    rows = as_text(DRAFT, PLAYERS, {1: {PLAYERS[0].pk}})
    assert messages(read(rows)) == ["Hanchan 1: Aiko Brandt (1) has both a seat and a bye."]


def test_a_bye_of_a_withdrawn_player_is_a_fault():
    gone = Player(pk=999, number=99, name="Gone Gustav", status="withdrawn")
    rows = as_text(DRAFT, [*PLAYERS, gone], {1: {gone.pk}})
    assert messages(read(rows, players=[*PLAYERS, gone])) == [
        "Hanchan 1: Gone Gustav (99) has a bye, but is withdrawn."
    ]


def test_a_bye_in_a_hanchan_without_seats_and_of_a_stranger_is_a_fault():
    rows = as_text(DRAFT, PLAYERS) + "\n2\tbye\t1\n1\tbye\t55"
    assert messages(read(rows, count=2)) == [
        "Row 4: hanchan 2 has byes but no seats. Add its tables.",
        "Row 5 (hanchan 1): No player matches “55”. Enter the number or the full name.",
    ]


def test_substitutes_may_stay_without_a_seat():
    waiting = Player(pk=999, number=99, name="Sub Sabine", is_substitute=True)
    assert messages(read(as_text(DRAFT, PLAYERS), players=[*PLAYERS, waiting])) == []


@settings(max_examples=30)
@given(st.lists(st.lists(st.text(max_size=8), max_size=7), max_size=12))
def test_no_table_of_text_is_more_than_refused(rows):
    text = "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)
    try:
        reading = read("round\ttable\twind\tplayer\n" + text)
    except Refused:
        return
    assert reading.faults


def test_nested_lists_longer_than_any_seating_are_refused():
    with pytest.raises(Refused, match="Import fewer hanchan at once"):
        read_pasted("[[[" + "1, " * 400_000)
