"""Reading the seating of people whom nobody knows, in the shapes that other tools write."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.seatings import shuffled
from tournament.core.messages import Refused, sentence
from tournament.planning.importing.reading import read_file, read_pasted
from tournament.planning.importing.standalone import read_standalone
from tournament.seats.seat_map import rounds

SEATINGS = st.builds(shuffled, st.integers(2, 6).map(lambda tables: 4 * tables), st.integers(2, 5), st.integers(0, 999))
WINDS = "ESWN"


def each_table(seating):
    for hanchan, tables in enumerate(seating, 1):
        for table, seats in enumerate(tables, 1):
            yield hanchan, table, seats


def with_both(seating):
    return "\n".join(",".join(map(str, (hanchan, table, *seats))) for hanchan, table, seats in each_table(seating))


def with_hanchan(seating):
    return "\n".join(" ".join(map(str, (hanchan, *seats))) for hanchan, _table, seats in each_table(seating))


def with_table(seating):
    return "\n".join(";".join(map(str, (table, *seats))) for _hanchan, table, seats in each_table(seating))


def tables_alone(seating):
    return "\n".join("\t".join(map(str, seats)) for _hanchan, _table, seats in each_table(seating))


def row_per_hanchan(seating):
    return "\n".join("\t".join("-".join(map(str, seats)) for seats in tables) for tables in seating)


def numbered_row_per_hanchan(seating):
    return "\n".join(
        ",".join(map(str, [number, *(player for seats in tables for player in seats)]))
        for number, tables in enumerate(seating, 1)
    )


def nested(seating):
    return f"seats = {[[list(seats) for seats in tables] for tables in seating]}"


def row_per_player(seating):
    cells = {}
    for _hanchan, table, seats in each_table(seating):
        for wind, player in zip(WINDS, seats, strict=True):
            cells.setdefault(player, []).append(f"{table}{wind}")
    head = ["no", *(f"R{number}" for number in range(1, len(seating) + 1))]
    return "\n".join([",".join(head), *(",".join([str(player), *row]) for player, row in sorted(cells.items()))])


def headed(seating):
    return "Round,Table,East,South,West,North\n" + with_both(seating)


SHAPES = [
    with_both,
    with_hanchan,
    with_table,
    tables_alone,
    row_per_hanchan,
    numbered_row_per_hanchan,
    nested,
    row_per_player,
    headed,
]


THREE_MORE = "B,1S,1S\nC,1W,1W\nD,1N,1N"
AS_3E = "Write its number, for example 3, or with the wind, 3E, or bye."
MEND = "Correct it, or add column headings."


def read(text, **kwargs):
    return read_standalone(read_pasted(text), **kwargs)


def messages(text, **kwargs):
    return list(map(sentence, read(text, **kwargs).faults))


@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=8)
@given(seating=SEATINGS)
def test_every_shape_comes_to_the_same_seating(shape, seating):
    found = read(shape(seating))
    assert found.faults == () and found.winds
    assert rounds(found.draft) == seating
    assert [guest.label for guest in found.people] == [str(n) for n in range(1, 4 * len(seating[0]) + 1)]


@pytest.mark.parametrize("table", ["Table 1", "T1", "1.0", "Tisch 1", "n° 1", "#1", "第1卓", "1番卓", "No. 1", "１"])
def test_a_table_may_be_named_beside_its_number(table):
    assert read(f"round,table,E,S,W,N\nR1,{table},1,2,3,4").draft == {1: {1: (1, 2, 3, 4)}}


def test_tables_without_winds_are_a_seating_without_winds():
    found = read(
        "name,1,2\n"
        + "\n".join(f"{name},{one},{two}" for name, one, two in zip("ABCDFGHI", "11112222", "12121212", strict=True))
    )
    assert not found.winds and found.faults == () and len(found.draft[2][1]) == 4


def test_byes_may_be_written_and_are_no_fault():
    found = read("name,1,2\nA,1E,bye\nB,1S,1E\nC,1W,1S\nD,1N,1W\nF,-,1N")
    assert found.faults == ()
    assert {(hanchan, pk) for hanchan, pk in found.byes} == {(1, 5), (2, 1)}


def test_tables_of_three_are_read_where_all_have_three():
    assert messages("hanchan,table,E,S,W\n1,1,1,2,3\n1,2,4,5,6") == []
    assert messages("hanchan,table,E,S,W,N\n1,1,1,2,3,\n1,2,4,5,6,7") == [
        "Hanchan 1, table 1 has 3 players; a table has four."
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,1,1,2,3,4\n1,1,5,6,7,8", "Row 2: hanchan 1, table 1 is listed twice."),
        ("1,1,1,2,3,4\n1,2,5,6,7", "Row 2 has 5 numbers; the others have 6."),
        ("1,1,1,2,3,4\n3,1,1,2,3,4", "Hanchan 2 is missing; the last hanchan in the file is 3."),
        ("1,1,1,2,3,4\n999,1,1,2,3,4", "The file goes up to hanchan 999; at most 40 hanchan can be read."),
        ("hanchan,table,E,S,W,N\n", "The list contains no seats."),
        (f"name,1,2\nA,1E,1Q\n{THREE_MORE}", f"Row 2, hanchan 2: “1Q” is not a table. {AS_3E}"),
        (f"name,1,2\nA,1E,x1E\n{THREE_MORE}", f"Row 2, hanchan 2: “x1E” is not a table. {AS_3E}"),
        ("name,1\nA,here", f"Row 2, hanchan 1: “here” is not a table. {AS_3E}"),
        ("hanchan,table,E,S,W,N\n1,x3,1,2,3,4", "Row 2: “x3” is not a table. Write its number, for example 3, or bye."),
        (
            "hanchan,table,E,S,W,N\n1,1-2,1,2,3,4",
            "Row 2: “1-2” is not a table. Write its number, for example 3, or bye.",
        ),
        ("hanchan,table,wind,no\n1,-3,E,1", "Row 2: “-3” is not a table. Write its number, for example 3, or bye."),
        ("hanchan,table,E,S,W,N\n1.5,1,1,2,3,4", "Row 2: “1.5” is not a hanchan. Write its number, for example 3."),
        ("1,1,1,2,3,4\n1,x3,5,6,7,8", "Row 2: “1 x3 5 6 7 8” is not all numbers, unlike the first row. " + MEND),
        ("hanchan,table,wind,name\n1,1,E,\n", "Row 2 (hanchan 1, table 1): a player is missing."),
        ("1,1,1,2,3,4\n2,1,1,2,3,5", "Hanchan 1: no seat for 5. Check the spelling, or give them a bye."),
    ],
)
def test_each_fault_has_its_place(text, words):
    assert words in messages(text)


def test_a_name_twice_and_another_missing_are_reported_together():
    rows = "hanchan,table,E,S,W,N\n1,1,Ann,Ben,Cem,Dov\n2,1,Ann,Ben,Cem,CEM"
    assert messages(rows) == [
        "Hanchan 2: Cem has two seats at table 1 (row 3).",
        "Hanchan 2: Dov has no seat. Is one of the two seats of Cem meant for this player?",
    ]


def test_ten_thousand_rows_are_read_and_a_flood_is_refused():
    lines = ["hanchan,table,wind,player"]
    lines += [
        f"{h},{t},{w},{4 * t - 4 + i}" for h in range(1, 11) for t in range(1, 251) for i, w in enumerate(WINDS, 1)
    ]
    found = read("\n".join(lines))
    assert found.faults == () and len(found.people) == 1000
    with pytest.raises(Refused, match="are read at once"):
        read("\n".join(["1,1,1,2,3,4"] * 20_100))
    with pytest.raises(Refused, match="larger than 4 MB"):
        read_file("plan.csv", b"1" * (4 * 1024 * 1024 + 1))


@pytest.mark.parametrize("text", ["[[[1,2", "[[[1,{}]]]", "[[[" * 5000, "[[[1,2,3,4],5]]"])
def test_brackets_that_do_not_fit_are_refused_or_faulty(text):
    try:
        assert read(text).faults
    except Refused as refusal:
        assert "Nested lists" in refusal.message


@settings(max_examples=80)
@given(st.text(alphabet="0123456789,;\t\n ESWN[]-bye名x.", max_size=120))
def test_no_text_is_more_than_refused(text):
    try:
        found = read(text)
    except Refused:
        return
    assert found.faults or all(len(set(map(len, tables.values()))) == 1 for tables in found.draft.values())


def test_people_on_two_seats_beside_an_empty_one_are_not_three_who_play():
    rows = "hanchan\ttable\tE\tS\tW\tN\n1\t1\tAnn\tAnn\t\tBo\n1\t2\tCy\tDee\t\tEve"
    assert messages(rows) == [
        "Hanchan 1, table 1 has 3 players; a table has four.",
        "Hanchan 1, table 2 has 3 players; a table has four.",
        "Hanchan 1: Ann has two seats at table 1 (row 2).",
    ]


def faulty(hanchan):
    """Everybody twice at the table, a seat empty, a formula on the fourth: a fault for every name."""
    rows = (
        f"{number}\t{table}\tx{table}\tx{table}\t\t=A1" for number in range(1, hanchan + 1) for table in range(1, 101)
    )
    return "hanchan\ttable\tE\tS\tW\tN\n" + "\n".join(rows)


def calls_to_read(text):
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return calls


def test_twice_as_many_rows_with_faults_are_about_twice_as_much_work():
    read(faulty(1))
    assert calls_to_read(faulty(8)) < 2.5 * calls_to_read(faulty(4))


def test_more_people_than_can_be_counted_are_refused_before_they_are():
    rows = "\n".join(f"{number},1,{','.join(f'p{number}-{seat}' for seat in range(4))}" for number in range(1, 41))
    assert not read(f"hanchan,table,E,S,W,N\n{rows}", may_sit_out=True).faults
    rows = "\n".join(
        f"{number},{table},{','.join(f'p{number}-{table}-{seat}' for seat in range(4))}"
        for number in range(1, 11)
        for table in range(1, 41)
    )
    assert messages(f"hanchan,table,E,S,W,N\n{rows}", may_sit_out=True) == [
        "1600 players are too many; at most 1000 can be read."
    ]
