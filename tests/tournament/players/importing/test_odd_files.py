"""Player files as people send them, odd and hostile: each is read right, asks somebody, or is refused."""

import codecs
import gzip
import io
import zipfile
from datetime import date

import pytest
from openpyxl import Workbook

from bench.hostile_files import packed
from tests.tournament.players.importing.lists import ods, read_file, saved, spreadsheet, with_part, workbook
from tournament.core.messages import Refused
from tournament.players.importing.plan import make_plan
from tournament.reading.encodings import candidates, is_clear

POLISH = "Imię i nazwisko;Kraj\nŁukasz Żak;Polska\nPaweł Świętek;Polska\nGrażyna Wójcik;Polska\n"
HUNGARIAN = "Name;Country\nSzűcs Győző;Hungary\nKovács Ágnes;Hungary\n"
CZECH = "Name;Country\nDvořák Jiří;CZ\nŠtěpán Novák;CZ\n"
RUSSIAN = "Name;Country\nИван Петров;Россия\nОльга Щербакова;Россия\n"
KOREAN = "Name,Club\n김민수,서울\n박지영,부산\n"
CHINESE = "Name,Club\n王伟,北京\n李娜,上海\n"
JAPANESE = "氏名,国\n山田 太郎,日本\nタナベ ユキ,日本\n"
FRENCH = "Nom;Prénom\nLefèvre;Éric\nFrançois;Marie-Hélène\n"
SHEET = "<table:table table:name='{}'{}>{}</table:table>"
ROW = "<table:table-row{}>{}</table:table-row>"
CELL = "<table:table-cell{}><text:p>{}</text:p></table:table-cell>"
LOCKED = '<m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry>'
TEXT_DOCUMENT = '<m:file-entry m:full-path="/" m:media-type="application/vnd.oasis.opendocument.text"/>'


def our_workbook() -> bytes:
    """Standings first, players behind: what the export makes."""
    book = Workbook()
    book.active.title = "Standings"
    book.active.append(["Place", "Name", "Country", "Total P"])
    book.active.append([1, "Aiko Brandt", "DE", 30])
    sheet = book.create_sheet("Players")
    sheet.append(["Number", "Name", "Country", "Team", "Substitute", "Note"])
    sheet.append([7, "Aiko Brandt", "DE", "Reds", "yes", "vegan"])
    return saved(book)


def rows(*cells: str) -> bytes:
    return "\n".join(cells).encode()


def names(*expected: str, **fields: str):
    return ("read", list(expected), fields)


def asks(*expected: str):
    """By row: the code of what is asked there."""
    return ("asks", list(expected), {})


def guess(encoding: str, *expected: str):
    """Read in that encoding, which is shown with its samples to choose from."""
    return ("guess", [encoding, *expected], {})


def refused(words: str):
    return ("refused", [words], {})


FILES = {
    # encodings
    "polish-excel": (POLISH.encode("cp1250"), guess("cp1250", "Łukasz Żak", "Paweł Świętek", "Grażyna Wójcik")),
    "hungarian-excel": (HUNGARIAN.encode("cp1250"), guess("cp1250", "Szűcs Győző", "Kovács Ágnes")),
    "czech-excel": (CZECH.encode("cp1250"), guess("cp1250", "Dvořák Jiří", "Štěpán Novák")),
    "russian-excel": (RUSSIAN.encode("cp1251"), guess("cp1251", "Иван Петров", "Ольга Щербакова")),
    "korean-excel": (KOREAN.encode("cp949"), guess("cp949", "김민수", "박지영")),
    "chinese-excel": (CHINESE.encode("gbk"), guess("gbk", "王伟", "李娜")),
    "japanese-excel": (JAPANESE.encode("cp932"), guess("cp932", "山田 太郎", "タナベ ユキ")),
    "french-excel": (FRENCH.encode("cp1252"), guess("cp1252", "Éric Lefèvre", "Marie-Hélène François")),
    "french-old-mac": (FRENCH.encode("mac_roman"), guess("mac_roman", "Éric Lefèvre", "Marie-Hélène François")),
    "german-excel": (
        "Name;Land\nJürgen Groß;Deutschland".encode("cp1252"), guess("cp1252", "Jürgen Groß"),
    ),
    "utf-8-with-mark": (codecs.BOM_UTF8 + POLISH.encode(), names("Łukasz Żak", "Paweł Świętek", "Grażyna Wójcik")),
    "utf-16": (JAPANESE.encode("utf-16"), names("山田 太郎", "タナベ ユキ")),
    # headings and countries
    "spanish": (
        rows("Nombre;Apellidos;País;Asociación", "Íñigo;Muñoz;Países Bajos;Madrid Riichi"),
        names("Íñigo Muñoz", country="NL", club="Madrid Riichi", last_name="Muñoz"),
    ),
    "italian": (
        rows("Cognome;Nome;Nazione;Circolo", "Rossi;Anna;Polonia;Tana"),
        names("Anna Rossi", country="PL", club="Tana", first_name="Anna"),
    ),
    "dutch": (
        rows("Naam;Voornaam;Land;Vereniging", "van Dijk;Noor;Verenigd Koninkrijk;Tesuji"),
        names("Noor van Dijk", country="GB", last_name="van Dijk"),
    ),
    "polish": (rows("Nazwisko i imię;Kraj;Klub", "NOWAK Ewa;Niemcy;Kan"), names("Ewa Nowak", country="DE", club="Kan")),
    "japanese-with-reading": (
        rows("氏名,ふりがな,国籍,所属", "佐藤 花,さとう はな,日本,天鳳"),
        names("佐藤 花", reading="さとう はな", country="JP", first_name="花", club="天鳳"),
    ),
    "google-forms": (
        rows(
            "Timestamp,Participant name,Country of residence,Club / association,EMA N°",
            "2026-01-02 10:00:00,Aiko Brandt,Stati Uniti,Berlin Riichi,5100170",
        ),
        names("Aiko Brandt", country="US", club="Berlin Riichi", ema_number="05100170", unread="Timestamp"),
    ),
    "google-forms-in-sentences": (
        rows("What is your name?,Which country do you play for?,What is your EMA number?,E-mail", "Aiko,DE,,a@b.c"),
        refused("no column for names"),
    ),
    "ara": (
        rows("Preferred name,Legal name,Pronouns,ARA ID", "Max Lee,Maximilian Lee,they/them,77"),
        names("Max Lee", legal_name="Maximilian Lee", pronouns="they/them", ara_id="77"),
    ),
    "two-name-columns": (rows("Name;Player", "Luc;Luc"), refused("Two columns contain the name")),
    "no-headings": (rows("Luc Moreau;FR", "Aiko Brandt;DE"), refused("Choose what each column contains")),
    # names
    "names-in-capitals": (
        rows("Name", "MÜSSIG Jörg", '"O\'Brien, Siobhán"', "FRANÇOIS Marie-Hélène", "Jan VAN DER BERG"),
        names("Jörg Müssig", "Siobhán O'Brien", "Marie-Hélène François", "Jan van der Berg"),
    ),
    # rows that are no players
    "a-sum": (rows("First name;Last name", "Aiko;Brandt", "Luc;Moreau", "Total: 3;"), asks("4 no-player")),
    "numbered": (rows("1. Lotte C.", "2) Rui P.", "- Noor D."), asks("1 numbering", "2 numbering", "3 numbering")),
    "seating-pasted-as-players": (
        rows("1-2-3-4", "5-6-7-8"), asks("1 no-player", "2 no-player"),
    ),
    "waiting-list-below": (
        rows("Name;Country", "Aiko Brandt;DE", "Waiting list;", "Luc Moreau;FR"),
        asks("3 no-player", "4 below-heading"),
    ),
    "reserves-below": (rows("Name", "Aiko Brandt", "Reserves:", "Luc Moreau"), asks("3 no-player", "4 below-heading")),
    "status-column": (
        rows("Name;Status", "Aiko Brandt;confirmed", "Luc Moreau;cancelled", "Ewa Nowak;reserve", "Tom;Warteliste"),
        asks("3 status-out", "5 status-out"),
    ),
    "tomas": (
        rows("Player;Land;Status", "Aiko Brandt;DE;active", "Luc Moreau;FR;inactive", "Ewa Nowak;PL;substitute"),
        asks("3 status-out"),
    ),
    "status-under-an-odd-heading": (
        rows("Name;Coming?", "Aiko Brandt;yes", "Luc Moreau;withdrawn"), asks("3 status-out"),
    ),
    "status-in-the-name": (rows("Name", "Aiko Brandt", "Luc Moreau (cancelled)"), asks("3 status-out")),
    "e-mail-addresses": (rows("Name", "Aiko Brandt", "luc@example.org"), asks("3 no-player")),
    "answered-twice": (
        rows("Name;Country", "Aiko Brandt;DE", "Luc Moreau;FR", "aiko brandt;Germany"), asks("4 twice"),
    ),
    "namesakes": (rows("Name;Club", "Anna Rossi;Tana", "Anna Rossi;"), asks("3 namesake")),
    "similar-names": (rows("Name", "Anna Rossi", "Anna Rosi"), names("Anna Rossi", "Anna Rosi", remark="similar")),
    # workbooks
    "our-own-workbook": (our_workbook(), names("Aiko Brandt", team="Reds", note="vegan", number=7, is_substitute=True)),
    "xlsx-second-sheet": (workbook(["Name", "Country"], ["Aiko", "DE"], title="Liste"), names("Aiko", country="DE")),
    "ods": (
        spreadsheet(["Name", "EMA number", "Country"], ["Łukasz Żak", 5100170, "Polonia"]),
        names("Łukasz Żak", ema_number="05100170", country="PL"),
    ),
    "ods-players-behind": (
        spreadsheet(
            ["Name", "Team"], ["Aiko", "Reds"],
            before=SHEET.format("Results", "", ROW.format("", CELL.format("", "Name") + CELL.format("", "Country"))),
        ),
        names("Aiko", team="Reds"),
    ),
    "ods-with-a-million-blank-rows": (
        ods(SHEET.format("P", "", ROW.format("", CELL.format("", "Name")) + ROW.format("", CELL.format("", "Aiko"))
            + ROW.format(' table:number-rows-repeated="1048574"', CELL.format(' table:number-columns-repeated="9"', "")
            ))),
        names("Aiko"),
    ),
    "ods-merged-club": (
        ods(SHEET.format("P", "", ROW.format("", CELL.format("", "Name") + CELL.format("", "Club"))
            + ROW.format("", CELL.format("", "Aiko") + CELL.format(' table:number-rows-spanned="2"', "Berlin"))
            + ROW.format("", CELL.format("", "Luc") + "<table:covered-table-cell/>"))),
        names("Aiko", "Luc", club="Berlin"),
    ),
    "ods-hidden-sheet": (
        ods(SHEET.format("Old", " table:style-name='h'", ROW.format("", CELL.format("", "Name") * 2))
            + SHEET.format("New", "", ROW.format("", CELL.format("", "Name"))
            + ROW.format("", CELL.format("", "Aiko"))),
            styles="<style:style style:name='h' style:family='table'><style:table-properties table:display='false'/>"
            "</style:style>"),
        names("Aiko"),
    ),
    "ods-formula-error": (
        ods(SHEET.format("P", "", ROW.format("", CELL.format("", "Name"))
            + ROW.format("", CELL.format(' table:formula="of:=A9"', "#REF!")))),
        asks("2 cell-error"),
    ),
    "ods-password": (ods("", manifest=LOCKED), refused("password")),
    "odt": (ods("", manifest=TEXT_DOCUMENT), refused("document, not a list")),
    "ods-repeats-a-name-a-million-times": (
        ods(SHEET.format("P", "", ROW.format(' table:number-rows-repeated="1048576"', CELL.format("", "Aiko")))),
        refused("more than 2,000 rows"),
    ),
    "ods-many-wide-rows": (
        ods("".join(SHEET.format(n, "", ROW.format(' table:number-rows-repeated="2000"',
            CELL.format(' table:number-columns-repeated="60"', "a"))) for n in range(9))),
        refused("too large when unpacked"),
    ),
    "ods-bomb": (
        with_part(spreadsheet(["Name"], ["A"]), "content.xml", b"<a>" + b" " * 30_000_000), refused("too large"),
    ),
    "ods-entities": (
        with_part(spreadsheet(["Name"], ["A"]), "content.xml", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'),
        refused("not written by a spreadsheet program"),
    ),
    "ods-hundreds-of-merged-cells": (
        ods(SHEET.format("P", "", ROW.format("", CELL.format(' table:number-rows-spanned="2"', "a")) * 501)),
        refused("hundreds of merged cells"),
    ),
    "ods-cut-off": (spreadsheet(["Name"], ["Aiko"])[:-80], refused("damaged")),
    # formulas and tricks
    "formula-as-name": (rows("Name", "=HYPERLINK(1)"), names("=HYPERLINK(1)", remark="formula-text")),
    "right-to-left-marks": ("Name\nAiko \u202edtnarB".encode(), names("Aiko dtnarB")),
    "binary": (b"Name\n\0\0\1\2" * 9, refused("neither XLSX nor CSV")),
    "web-page": (b"<!DOCTYPE html><table><tr><td>Aiko", refused("document, not a list")),
    "pdf": (b"%PDF-1.7 Aiko", refused("PDF")),
    "rtf": (b"{\\rtf1\\ansi Aiko Brandt}", refused("document, not a list")),
    "xml": (b"<?xml version='1.0'?><players><p>Aiko</p></players>", refused("document, not a list")),
    "json": (b'[{"name": "Aiko"}]', refused("document, not a list")),
    "address-book": (b"BEGIN:VCARD\nFN:Aiko Brandt\nEND:VCARD\n", refused("document, not a list")),
    "photograph": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", refused("neither XLSX nor CSV")),
    "gzip": (gzip.compress(b"Name\nAiko\n", mtime=0), refused("neither XLSX nor CSV")),
    "word-document": (
        packed({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w/>"}), refused("not a workbook"),
    ),
    "apple-numbers": (packed({"Index/Document.iwa": b"x"}), refused("not a workbook")),
    "csv-in-a-zip": (packed({"players.csv": b"Name\nAiko\n"}), refused("not a workbook")),
    "utf-32": ("Name;Country\nAiko;DE\n".encode("utf-32"), refused("neither XLSX nor CSV")),
    "a-zero-byte-in-a-name": (b"Name\nAiko\0Brandt\n", refused("neither XLSX nor CSV")),
    "headings-alone": (rows("Name;Country"), refused("no players below them")),
    "names-in-one-line": (b"Aiko Brandt, Luc Moreau, Ewa Nowak", refused("None of the 3 column headings is known")),
    "two-club-columns": (rows("Name;Club;Club", "Aiko;Tana;Roma"), refused("Two columns contain the club")),
    "five-thousand-columns": (rows(";".join("c" * 5_000), ";".join("x" * 5_000)), refused("column headings is known")),
    "a-name-of-a-megabyte": (b"Name\n" + b"x" * 1_000_000, refused("far too long")),
    "a-quotation-mark-that-is-not-closed": (rows("Name;Note", '"Aiko;x', "Luc;y"), refused("never closed")),
    # what cells contain
    "old-mac-line-ends": (b"Name;Country\rAiko Brandt;DE\rLuc Moreau;FR\r", names("Aiko Brandt", "Luc Moreau")),
    "more-cells-than-headings": (
        rows("Name;Country", "Aiko Brandt;DE;extra;more", "Luc Moreau"), names("Aiko Brandt", "Luc Moreau"),
    ),
    "separators-at-the-end": (rows("Name;Country;;;", "Aiko;DE;;;", ";;;;"), names("Aiko", country="DE")),
    "line-ends-in-cells": (rows("Name;Note", '"Aiko\nBrandt";"a\nb"'), names("Aiko Brandt", note="a b")),
    "line-separators-of-a-web-page": ("Name\nAiko\u2028Brandt\n".encode(), names("Aiko Brandt")),
    "letters-that-do-not-show": ("Name\nA\u200biko\u00ad \ufeffB\u2060randt\n".encode(), names("Aiko Brandt")),
    "arabic-and-hebrew": ("Name\nمحمد عبد الرحمن\nשרה כהן\n".encode(), names("محمد عبد الرحمن", "שרה כהן")),
    "tiles-as-letters": ("Name\n🀄️ Ryu 🐉\n".encode(), names("🀄️ Ryu 🐉")),
    "script-as-name": (
        rows("Name,Club", "<script>alert(1)</script>,<b>x</b>"), names("<script>alert(1)</script>", club="<b>x</b>"),
    ),
    "formulas-as-clubs": (rows("Name;Club", "Aiko;@SUM(1)"), names("Aiko", club="@SUM(1)")),
    "ema-number-as-excel-shows-it": (rows("Name;EMA number", "Aiko;5.1E+06"), asks("2 ema-number-form")),
    "ema-number-with-decimals": (rows("Name;EMA number", "Aiko;5100170.0"), names("Aiko", ema_number="05100170")),
    "ema-number-in-wide-digits": (
        rows("Name;EMA number", "Aiko;０５１００１７０"), names("Aiko", ema_number="05100170"),
    ),
    "numbers-that-cannot-be": (
        rows("Number;Name", "0;Aiko", "-3;Luc", "99999;Ewa"), asks("2 number-form", "3 number-form", "4 number-form"),
    ),
    "a-number-twice": (rows("Number;Name", "1;Aiko", "1;Luc"), asks("3 number-taken")),
    "a-day-as-number": (workbook(["Name", "Number"], ["Aiko", date(2026, 1, 2)]), asks("2 number-form")),
    "an-error-as-name": (workbook(["Name", "Club"], ["#REF!", "x"]), asks("2 cell-error")),
    "a-country-that-is-none": (rows("Name;Country", "Aiko;Atlantis"), asks("2 country-unknown")),
    "a-name-of-101-letters": (rows("Name", "A" * 101), asks("2 too-long")),
    "perhaps-a-substitute": (rows("Name;Substitute", "Aiko;ja", "Luc;x", "Ewa;maybe"), asks("4 yes-or-no")),
    "headings-once-more": (rows("Name", "Aiko", "Name", "Luc"), asks("3 no-player")),
    "names-of-signs": (rows("Name", "???", "-", "12345"), asks("2 no-player", "3 no-player", "4 no-player")),
    "names-with-mail-addresses": (rows("Name", "Aiko Brandt <aiko@example.org>"), asks("2 no-player")),
    "rows-separated-otherwise-than-headings": (rows("Name\tCountry", "Aiko;DE"), asks("2 no-player")),
    "a-table-of-a-chat": (
        rows("| Name | Country |", "|---|---|", "| Aiko | DE |"), asks("2 country-unknown", "2 no-player"),
    ),
    "empty": (b" \n \n", refused("empty")),
}  # fmt: skip


def happens(content: bytes):
    """What a file leads to: its outcome, and what of the plan the table can name."""
    try:
        grid = read_file("players.csv", content)
        plan = make_plan(grid, [])
    except Refused as problem:
        return "refused", problem.message, None
    asked = [f"{line.line} {line.doubt.code}" for line in plan.lines if line.doubt]
    faults = [(line, remark) for line in plan.errors for remark in line.remarks]
    asked += [f"{line.line} {remark.code}" for line, remark in faults if remark.level == "error"]
    asked += [f"{line.line} namesake" for line in plan.namesakes]
    if asked:
        return "asks", sorted(asked), plan
    found = [line.name for line in plan.lines]
    return ("guess", [grid.encoding, *found], plan) if grid.doubtful else ("read", found, plan)


def test_there_are_a_hundred_files():
    assert len(FILES) >= 100


@pytest.mark.parametrize(("content", "expected"), FILES.values(), ids=FILES)
def test_a_file_is_read_or_asked_about_or_refused(content, expected):
    outcome, details, fields = expected
    found, said, plan = happens(content)
    if outcome == "refused":
        assert found == "refused" and details[0] in said
        return
    assert (found, said) == (outcome, sorted(details) if outcome == "asks" else details)
    for name, value in fields.items():
        if name == "unread":
            assert plan.columns.unread == (value,)
        elif name == "remark":
            assert any(remark.code == value for line in plan.lines for remark in line.remarks)
        else:
            assert {line.values.get(name) for line in plan.lines} == {value}, name


def test_the_encodings_are_shown_with_words_that_read_differently():
    found = candidates(POLISH.encode("cp1250"))
    assert found[0].encoding == "cp1250" and "Łukasz" in found[0].samples
    assert any("£ukasz" in one.samples for one in found)
    assert len({one.samples for one in found}) == len(found)


SURE = {
    "cp1254": "Şükrü;Çağlayan\nIşıl;Yıldız\nİbrahim;Öztürk\nGülşen;Doğan",
    "cp1253": "Γιώργος;Παπαδόπουλος\nΕλένη;Νικολάου\nΚώστας;Δημητρίου",
    "cp1250": "Žaneta;Šťastná\nPetr;Černý\nMatej;Kováč\nŁukasz;Żółć",
    "iso8859_2": "Žaneta;Šťastná\nPetr;Černý\nMatej;Kováč\nŁukasz;Żółć",
    "iso8859_15": "Œuvrard;Cœur\nNoël;Dupré",
    "cp1251": "Иван;Петров\nОльга;Смирнова",
    "koi8_r": "Иван;Петров\nОльга;Смирнова",
    "cp950": "王小明;陳大文\n林志玲;張學友",
    "euc_jp": "氏名,国\n山田 太郎,日本\nタナベ ユキ,日本",
    "gbk": "王小明;北京\n李娜;上海\n张伟;广州",
    "cp1252": "Jürgen;Groß\nJörg;Müller",
    "mac_roman": "Jürgen;Groß\nHélène;Ché",
}
UNSURE = {
    "cp1252": "Søren;Ørsted\nÅse;Bjørn",
    "cp1250": "Matej;Kováč",
    "cp949": "김민수;서울\n이영희;부산",
    "euc_jp": "佐藤;太郎\n鈴木;花子",
}


@pytest.mark.parametrize("encoding", SURE)
def test_names_that_read_right_in_one_encoding_alone_are_not_asked_about(encoding):
    found = candidates(SURE[encoding].encode(encoding))
    assert SURE[encoding].encode(encoding).decode(found[0].encoding) == SURE[encoding]
    assert is_clear(found)


@pytest.mark.parametrize("encoding", UNSURE)
def test_names_that_read_well_in_several_encodings_wait_for_a_choice_that_has_the_right_one(encoding):
    found = candidates(UNSURE[encoding].encode(encoding))
    assert not is_clear(found)
    assert UNSURE[encoding] in {UNSURE[encoding].encode(encoding).decode(one.encoding) for one in found[:3]}


def test_a_zip_that_is_neither_is_refused():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(Refused, match="not a workbook"):
        read_file("a.xlsx", buffer.getvalue())
