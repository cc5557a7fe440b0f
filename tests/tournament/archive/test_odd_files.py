"""Files of finished events, odd and hostile: each is read right, or refused with its line and what is wrong."""

import gzip

import pytest

from bench.hostile_files import packed
from scoring.rules import preset
from tests.tournament.archive.test_reading import GOOD, HEADING
from tournament.archive.files import text_of
from tournament.archive.reading import read_event
from tournament.core.messages import Refused

NAMES = ("Aiko", "Luc", "Ewa", "Tom")
POINTS = [41_000, 33_000, 26_000, 20_000]
BELOW_ZERO = ("1,1,E,Aiko,51000,0,0", "1,1,S,Luc,43000,0,0", "1,1,W,Ewa,36000,0,0")


def rows(*lines: str, heading: str = HEADING, end: str = "\n") -> bytes:
    return end.join([heading, *lines]).encode()


def second(row: str) -> bytes:
    """The file with another row of its second player."""
    return rows(GOOD[0], row, *GOOD[2:])


def read(*players: str, points: list[int] = POINTS):
    return ("read", players or NAMES, points)


def refused(words: str):
    return ("refused", words, [])


FILES = {
    # no list at all
    "pdf": (b"%PDF-1.7", refused("it has %PDF-1.7")),
    "web-page": (b"<!DOCTYPE html><table><tr><td>1", refused("the heading lacks round, table, wind")),
    "json": (b'[{"round": 1}]', refused("the heading lacks round, table, wind")),
    "rtf": (b"{\\rtf1 x}", refused("the heading lacks round, table, wind")),
    "photograph": (b"\x89PNG\r\n\x1a\n\0\0", refused("NUL character: the file is damaged, or it is not a text file")),
    "gzip": (gzip.compress(b"x", mtime=0), refused("NUL character: the file is damaged, or it is not a text file")),
    "csv-in-a-zip": (packed({"a.csv": b"x"}), refused("This file is not a workbook. Save the list")),
    "empty": (b"", refused("The file is empty")),
    "blank-lines": (b"\n\n \n", refused("The file is empty")),
    "heading-alone": (rows(), refused("it needs one row per player at each table")),
    # encodings and separators
    "utf-8-with-mark": (b"\xef\xbb\xbf" + rows(*GOOD), read()),
    "utf-16": (rows(*GOOD).decode().encode("utf-16"), read()),
    "utf-16-without-mark": (rows(*GOOD).decode().encode("utf-16-le"), read()),
    "utf-32": (rows(*GOOD).decode().encode("utf-32"), refused("line 1: there is a NUL character")),
    "polish-excel": (
        rows("1,1,E,Łukasz Żak,41000,0,0", "1,1,S,Paweł Wójcik,33000,0,0", "1,1,W,Małgorzata Wiśniewska,26000,0,0",
             "1,1,N,Stanisław Dąbrowski,20000,0,0").decode().encode("cp1250"),
        read("Łukasz Żak", "Paweł Wójcik", "Małgorzata Wiśniewska", "Stanisław Dąbrowski"),
    ),
    "latin-1": (second("1,1,S,Søren,33000,0,0").decode().encode("latin-1"), refused("line 3: this is not UTF-8 text")),
    "a-zero-byte": (second("1,1,S,L\0c,33000,0,0"), refused("line 3: there is a NUL character")),
    "line-ends-of-old-macs": (rows(*GOOD, end="\r"), read()),
    "line-ends-of-windows": (rows(*GOOD, end="\r\n"), read()),
    "semicolons": (rows(*GOOD).replace(b",", b";"), read()),
    "tabs": (rows(*GOOD).replace(b",", b"\t"), read()),
    "strokes": (rows(*GOOD).replace(b",", b"|"), refused("the heading lacks round, table, wind")),
    "separators-mixed": (rows(GOOD[0].replace(",", ";"), *GOOD[1:]), refused("line 2: round is “1;1;E")),
    "first-line-of-excel": (b"sep=,\n" + rows(*GOOD), refused("it has sep=")),
    "title-above": (b"Spring Open;;\n" + rows(*GOOD), refused("it has Spring Open")),
    "blank-rows-between": (rows(GOOD[0], "", GOOD[1], ",,,,,,", *GOOD[2:]), read()),
    "a-quotation-mark-that-is-not-closed": (second('1,1,S,"Luc,33000,0,0'), refused("cannot be read as a CSV table")),
    "a-cell-of-a-megabyte": (second(f"1,1,S,{'x' * 1_000_000},33000,0,0"), refused("cannot be read as a CSV table")),
    # headings
    "headings-in-capitals": (rows(*GOOD, heading=HEADING.upper()), read()),
    "headings-in-german": (
        rows(*GOOD, heading="Runde,Tisch,Wind,Spieler,Punkte,Riichi,Strafe"), refused("lacks round, table, player"),
    ),
    "points-twice": (rows(*(f"{row},5" for row in GOOD), heading=f"{HEADING},Points"), refused("has points twice")),
    "a-column-that-nothing-reads": (
        rows(*(f"{row},1" for row in GOOD), heading=f"{HEADING},Bonus"), refused("nothing reads what is under “Bonus”"),
    ),
    # points
    "thousands-with-a-comma": (second('1,1,S,Luc,"33,000",0,0'), read()),
    "thousands-with-a-stroke": (second("1,1,S,Luc,33'000,0,0"), read()),
    "thousands-with-a-space": (second("1,1,S,Luc,33 000,0,0"), read()),
    "a-typographic-minus": (rows(*BELOW_ZERO, "1,1,N,Tom,−10000,0,0"), read(points=[51_000, 43_000, 36_000, -10_000])),
    "a-triangle-as-minus": (rows(*BELOW_ZERO, "1,1,N,Tom,▲10000,0,0"), read(points=[51_000, 43_000, 36_000, -10_000])),
    "points-as-excel-shows-them": (second("1,1,S,Luc,3.3E4,0,0"), refused("line 3: points: “3.3E4” is not a number")),
    "half-a-point": (second("1,1,S,Luc,33000.5,0,0"), refused("line 3: points: “33000.5” is not a number")),
    "endless-points": (second("1,1,S,Luc,inf,0,0"), refused("line 3: points: “inf” is not a number")),
    "a-formula": (second("1,1,S,Luc,=33000,0,0"), refused("line 3: points: “=33000” is not a number")),
    "a-broken-formula": (second("1,1,S,Luc,#REF!,0,0"), refused("line 3: points: “#REF!” is not a number")),
    "fifty-points": (rows("1,1,E,Aiko,41050,0,0", *GOOD[1:]), refused("41,050 for East is not a multiple of 100")),
    "points-in-hundreds": (rows(*(row.replace("000,", "0,") for row in GOOD)), refused("missing")),
    "no-points-at-all": (rows(*(f"1,1,{w},{n},0,0,0" for w, n in zip("ESWN", NAMES, strict=True))), refused("120,000")),
    "more-deposits-than-sticks": (rows(*(row.replace(",0,", ",99999,") for row in GOOD)), refused("from 0 to 100")),
    # tables and people
    "three-at-a-table": (rows(*GOOD[:3]), refused("has E, S, W; it needs E, S, W, N once each")),
    "five-at-a-table": (rows(*GOOD, "1,1,E,Max,0,0,0"), refused("has E, E, S, W, N; it needs")),
    "a-table-twice": (rows(*GOOD, *GOOD), refused("line 6: Aiko sits twice in hanchan 1, first in line 2.")),
    "a-sum-below": (rows(*GOOD, "Total,,,,120000,,"), refused("line 6: round is “Total”, not a whole number.")),
    "a-round-with-decimals": (second("1.0,1,S,Luc,33000,0,0"), refused("line 3: round is “1.0”")),
    "a-round-in-wide-digits": (second("１,1,S,Luc,33000,0,0"), refused("line 3: round is “１”")),
    "a-roman-round": (second("I,1,S,Luc,33000,0,0"), refused("line 3: round is “I”")),
    "a-name-of-200-letters": (second(f"1,1,S,{'x' * 200},33000,0,0"), refused("is longer than 100 characters")),
    "letters-that-do-not-show": (
        rows(*GOOD, *(row.replace("1,1,", "2,1,", 1).replace("Luc", "L\u200bu\u00adc\ufeff") for row in GOOD)), read(),
    ),
    "a-name-that-is-html": (second("1,1,S,<b>Luc</b>,33000,0,0"), read("Aiko", "<b>Luc</b>", "Ewa", "Tom")),
    "a-name-that-is-a-formula": (second("1,1,S,=cmd(),33000,0,0"), read("Aiko", "=cmd()", "Ewa", "Tom")),
}  # fmt: skip


def test_there_are_more_than_fifty_files():
    assert len(FILES) > 50


@pytest.mark.parametrize(("content", "expected"), FILES.values(), ids=FILES)
def test_a_file_is_read_or_refused_with_what_is_wrong(content, expected):
    outcome, told, points = expected
    if outcome == "refused":
        with pytest.raises(Refused) as bad:
            read_event(text_of(content), preset("wrc-2022"))
        assert told in str(bad.value)
    else:
        past = read_event(text_of(content), preset("wrc-2022"))
        assert past.players == told
        assert [line.points for line in past.tables[0].lines] == points
