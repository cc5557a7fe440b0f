"""Files that are small to send and large to read: each within the size of an upload."""

import io
import struct
import zipfile
from collections.abc import Iterator

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
SHEET = "xl/worksheets/sheet1.xml"
HEAD = f'<worksheet xmlns="{MAIN}"><sheetData>'.encode()
TAIL = b"</sheetData></worksheet>"
NAMES = b'<row r="1"><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>club</t></is></c></row>'

Parts = dict[str, bytes]


def frame(sheets: int = 1) -> Parts:
    """The parts of a workbook without those of its sheets; all its sheets are the same part."""
    listed = b"".join(f'<sheet name="S{n}" sheetId="{n + 1}" r:id="rId1"/>'.encode() for n in range(sheets))
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>'.encode() + listed + b"</sheets></workbook>"
    kinds = {"rId1": ("worksheet", "worksheets/sheet1.xml"), "rId2": ("sharedStrings", "sharedStrings.xml")}
    links = "".join(
        f'<Relationship Id="{one}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for one, (kind, target) in kinds.items()
    )
    return {
        "[Content_Types].xml": b"<Types/>",
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>'.encode(),
    }


def packed(parts: Parts, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def workbook(sheet: bytes, sheets: int = 1, method: int = zipfile.ZIP_DEFLATED, **others: bytes) -> bytes:
    """A workbook with the inside of a sheet's data, and other parts."""
    more = {f"xl/{name}.xml": content for name, content in others.items()}
    return packed({**frame(sheets), SHEET: HEAD + sheet + TAIL, **more}, method)


def unfolding(megabytes: int, said: int | None = None) -> bytes:
    """A sheet that unfolds to so many megabytes; `said`: what the file says of its size instead, at both places."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in frame().items():
            archive.writestr(name, content)
        with archive.open(SHEET, "w") as part:
            part.write(HEAD)
            for _ in range(megabytes):
                part.write(b" " * 1024 * 1024)
            part.write(TAIL)
        found = archive.getinfo(SHEET)
        offset = found.header_offset
    file = bytearray(buffer.getvalue())
    if said is not None:
        file[offset + 22 : offset + 26] = struct.pack("<I", said)
        listed = file.rfind(SHEET.encode()) - 46
        file[listed + 24 : listed + 28] = struct.pack("<I", said)
    return bytes(file)


def rows(count: int) -> bytes:
    return NAMES + b"".join(b'<row r="%d"><c><v>%d</v></c></row>' % (number, number) for number in range(2, count + 2))


def hostile_files() -> Iterator[tuple[str, str, bytes]]:
    """Name what each is, and give its file name and its content."""
    text = b'<si><t xml:space="preserve">aaaaaaaaaaaa\xf0\x9f\x80\x84</t></si>'
    strings = f'<sst xmlns="{MAIN}">'.encode() + text * 290_000 + b"</sst>"
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha">%s]>' % b"".join(
        b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10 if n else b"&a;" * 10) for n in range(9)
    )
    attributes = b"".join(b' a%d=""' % number for number in range(800_000))
    shared = b'<c><f t="shared" si="0" ref="A1:A9">%s1</f><v>1</v></c>' % (b"1+" * 4000)
    formulas = b'<row r="2">' + shared + b'<c><f t="shared" si="0"/><v>1</v></c>' * 16_000 + b"</row>"
    merged = b"".join(b'<mergeCell ref="A%d:A1048576"/>' % number for number in range(2, 500))
    spaced = b"".join(b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (n * 4999 + 2, n * 4999 + 2) for n in range(209))
    yield "false size, 600 MB", "a.xlsx", unfolding(600, said=100)
    yield "false size, 23 MB said", "a.xlsx", unfolding(600, said=23_000_000)
    yield "honest, 300 MB", "a.xlsx", unfolding(300)
    yield "nested", "a.xlsx", packed({"a.xlsx": packed({"a.xlsx": unfolding(100)})})
    yield "bzip2, 600 MB", "a.xlsx", workbook(b" " * 600_000_000, method=zipfile.ZIP_BZIP2)
    yield "300,000 rows", "a.xlsx", workbook(rows(300_000))
    yield "20,000 parts", "a.xlsx", packed({**frame(), **{f"p{n}": b"" for n in range(20_000)}})
    yield "a wide sheet", "a.xlsx", workbook(NAMES + b'<row r="2">' + b"<c/>" * 5_000_000 + b"</row>")
    yield "wide rows", "a.xlsx", workbook(NAMES + (b"<row>" + b"<c><v>1</v></c>" * 60 + b"</row>") * 20_000)
    yield "far cells between blank rows", "a.xlsx", workbook(NAMES + spaced)
    yield "one sheet 10,000 times", "a.xlsx", workbook(rows(200_000), sheets=10_000)
    yield "shared strings", "a.xlsx", workbook(NAMES, sharedStrings=strings)
    yield "shared formulas", "a.xlsx", workbook(NAMES + formulas)
    yield "800,000 attributes", "a.xlsx", workbook(b"<c" + attributes + b"/>")
    yield "deep elements", "a.xlsx", workbook(b"<a>" * 1_000_000)
    yield "entities", "a.xlsx", packed({**frame(), SHEET: laughs + b"<worksheet>&a8;</worksheet>"})
    yield (
        "entities in UTF-16",
        "a.xlsx",
        packed({**frame(), SHEET: (laughs + b"<worksheet>&a8;</worksheet>").decode().encode("utf-16")}),
    )
    yield (
        "merged blocks",
        "a.xlsx",
        packed(
            {**frame(), SHEET: HEAD + rows(1_900) + b"</sheetData><mergeCells>" + merged + b"</mergeCells></worksheet>"}
        ),
    )
    yield "600,000 rows of CSV", "a.csv", b"name\n" + b"aa\n" * 600_000
    yield "blank rows of CSV", "a.csv", b"name\n" + b"\n" * 2_000_000
    yield "a wide row of CSV", "a.csv", b"name,club\n" + b"ab," * 690_000
    yield "an open quote", "a.csv", b'name,club\n"' + b"Aiko,Berlin\n" * 170_000
    yield "long names", "a.csv", b"name,club\n" + (b"a" * 1_990 + b",b\n") * 1_000
