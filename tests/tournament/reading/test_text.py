"""CSV and pasted rows, in every encoding and with every separator that people send."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.players.importing.lists import read_file, read_pasted
from tournament.core.messages import Refused
from tournament.core.tables import FORMULA_STARTS
from tournament.exports.csv_files import _safe
from tournament.reading.encodings import decode

LATIN = "Nom;Prénom;Pays\nDvořák;Inês;Île\n".replace("ř", "r")
JAPANESE = "氏名,国,クラブ\n山田 太郎,日本,東京\nタナベ ユキ,日本,大阪\n"


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (LATIN.encode(), "utf-8"),
        (codecs.BOM_UTF8 + LATIN.encode(), "utf-8"),
        (LATIN.encode("utf-16"), "utf-16"),
        (codecs.BOM_UTF16_BE + LATIN.encode("utf-16-be"), "utf-16"),
        (LATIN.encode("utf-16-le"), "utf-16"),
        (LATIN.encode("utf-16-be"), "utf-16"),
        (LATIN.encode("cp1252"), "cp1252"),
        (JAPANESE.encode("cp932"), "cp932"),
        (JAPANESE.encode("utf-16"), "utf-16"),
        ("Nom,Prénom\nŠimek,Žofie\nMüller,Jörg\n".encode("cp1252"), "cp1252"),
        ("Name\nJürgen Groß\n".encode("cp1252"), "cp1252"),
    ],
)
def test_the_encoding_is_found_out(content, encoding):
    text, used = decode(content)
    assert used == encoding
    assert "\ufeff" not in text
    assert "Nom" in text or "氏名" in text or "Jürgen Groß" in text


def test_a_chosen_encoding_is_used():
    assert decode("Łukasz".encode("cp1250"), "cp1250") == ("Łukasz", "cp1250")


def test_a_wrong_encoding_is_refused_with_the_line():
    with pytest.raises(Refused, match="not UTF-8: line 2") as refused:
        decode("name\nJürgen\n".encode("cp1252"), "utf-8")
    assert refused.value.field == "encoding"


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_columns_are_separated_by_what_separates_them(separator):
    text = "\n".join(separator.join(row) for row in (("name", "club"), ("Moreau Luc", "Paris"), ("Aiko", "Berlin")))
    assert [line.cells for line in read_pasted(text).lines] == [
        ("name", "club"),
        ("Moreau Luc", "Paris"),
        ("Aiko", "Berlin"),
    ]


def test_commas_inside_names_do_not_separate_columns_that_tabs_separate():
    grid = read_pasted("name\tclub\nMoreau, Luc\tParis\nBrandt, Aiko\tBerlin")
    assert grid.lines[1].cells == ("Moreau, Luc", "Paris")


def test_quoted_cells_may_hold_separators_quotes_and_line_ends():
    grid = read_pasted('name,club\n"Moreau, ""Lulu""","Paris\nRiichi"\nAiko,Berlin')
    assert grid.lines[1].cells == ('Moreau, "Lulu"', "Paris Riichi")
    assert [line.number for line in grid.lines] == [1, 2, 4]


def test_excels_own_first_line_names_the_separator():
    assert read_file("a.csv", b"sep=;\nname;club\nAiko;Berlin, Mitte\n").lines[1].cells == ("Aiko", "Berlin, Mitte")


def test_blank_lines_are_left_out_and_numbers_stay():
    assert [line.number for line in read_pasted("name\n\n ; \nAiko\n").lines] == [1, 4]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"  \n\n", "empty"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "neither XLSX nor CSV|cannot be read"),
        (b"<html><table><tr><td>Luc</td></tr></table>", "document"),
        (b'name\n"Luc Moreau\n' + b"x" * 3000, "quotation mark"),
        (b"x" * (2 * 1024 * 1024 + 1), "larger than 2 MB"),
        (b"name\n" + b"\n".join(b"Player %d" % n for n in range(10_000)), "10,001 rows; at most 2,000"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_in_words(content, words):
    with pytest.raises(Refused, match=words):
        read_file("players.csv", content)


def test_a_text_that_is_called_xlsx_is_refused():
    with pytest.raises(Refused, match="named like a workbook"):
        read_file("players.xlsx", b"name\nLuc Moreau\n")


@given(st.binary(max_size=400))
def test_no_bytes_break_the_reader(content):
    try:
        read_file("players.csv", content)
    except Refused as refused:
        assert refused.message


@given(st.text(max_size=400))
def test_no_pasted_text_breaks_the_reader(text):
    try:
        read_pasted(text)
    except Refused as refused:
        assert refused.message


def test_many_more_rows_than_are_read_are_counted_and_not_kept():
    with pytest.raises(Refused, match="The list has 30,001 rows; at most 2,000"):
        read_file("a.csv", b"name\n" + b"a\n" * 30_000)


def test_blank_rows_are_no_rows():
    assert [line.number for line in read_file("a.csv", b"name\n" + b"\n;;\n" * 5_000 + b"Aiko\n").lines] == [1, 10_002]


@given(st.text(st.sampled_from("'=+-@＝－Ma "), min_size=1, max_size=6).map(str.strip).filter(bool))
def test_a_name_that_looks_like_a_formula_comes_back_from_our_own_file_as_it_was(name):
    written = _safe(name)
    assert not written.startswith(FORMULA_STARTS)
    assert [line.cells for line in read_file("players.csv", f'name\n"{written}"\n'.encode()).lines[1:]] == [(name,)]
