"""The parts of a workbook's archive, unpacked in pieces and parsed as they come: no tree of a part is ever built.

A file is not believed what it says of itself. The limits are on the bytes that really come out, on elements, on depth
and on the length of a single tag, so that memory stays small whatever is sent.
"""

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from xml.parsers import expat

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused

MAX_UNPACKED = 24 * 1024 * 1024
MAX_RATIO = 200
"""Bytes unpacked for each byte of the file, beyond the first MB; lists come to 20."""
MAX_PARTS = 2_000
MAX_ELEMENTS = 1_500_000
MAX_DEPTH = 60
MAX_TAG = 512 * 1024
"""Bytes from one tag to the next: no cell has as much text."""
PIECE, FIRST_PIECE = 64 * 1024, 4 * 1024
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    expat.ExpatError,
    EOFError,
    KeyError,
    IndexError,
    ValueError,
    OverflowError,
    OSError,
    RuntimeError,  # and NotImplementedError: a compression that no spreadsheet program uses
)


class PartReader:
    """Takes the elements of a part in their order; names are without namespace and prefix."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""

    def end(self, tag: str) -> None:
        """Take the end of an element."""

    def text(self, text: str) -> None:
        """Take some text; a cell's may come in several pieces."""


class EnoughRead(Exception):
    """Raised by a reader that needs no more of its part."""


class WorkbookParts:
    """The parts of a workbook by name. Raises Refused when the file is no workbook, or larger than any list."""

    def __init__(self, content: bytes) -> None:
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(content))
        except DAMAGED as error:
            raise Refused.of(
                "workbook-damaged",
                _("The workbook is damaged: it cannot be unpacked. Save it again and choose it again."),
            ) from error
        parts = self._archive.infolist()
        self.names = {part.filename for part in parts}
        _refuse_other_archives(parts, self.names)
        self._bytes_left = min(MAX_UNPACKED, 1024 * 1024 + MAX_RATIO * len(content))
        self._elements_left = MAX_ELEMENTS
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise too_large()

    @property
    def is_opendocument(self) -> bool:
        """Return whether the parts are those of an OpenDocument file."""
        return "content.xml" in self.names

    def refuse_entities(self) -> None:
        """Refuse document types in any part: no workbook needs one, and its entities may expand without end."""
        for name in self.names:
            if name.endswith((".xml", ".rels")):
                self.read(name, _FirstElement(), FIRST_PIECE)

    def read(self, name: str, reader: PartReader, size: int = PIECE) -> None:
        """Unpack a part and hand its elements to the reader. Raises Refused when it is too large or not plain XML."""
        parser = self._parser(reader)
        since_tag = 0
        try:
            with self._archive.open(name) as part:
                while piece := part.read(size):
                    self._bytes_left -= len(piece)
                    since_tag = _since_tag(piece, since_tag)
                    if self._bytes_left < 0 or since_tag > MAX_TAG:
                        raise too_large()
                    parser.Parse(piece, False)
                parser.Parse(b"", True)
        except EnoughRead:
            return

    def _parser(self, reader: PartReader) -> expat.XMLParserType:
        depth = 0

        def start(tag: str, attributes: dict[str, str]) -> None:
            nonlocal depth
            depth += 1
            self._elements_left -= 1
            if self._elements_left < 0 or depth > MAX_DEPTH:
                raise too_large()
            reader.start(_local(tag), attributes)

        def end(tag: str) -> None:
            nonlocal depth
            depth -= 1
            reader.end(_local(tag))

        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = reader.text
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.XmlDeclHandler = _refuse_encoding
        return parser

    def relations(self, name: str) -> dict[str, tuple[str, str]]:
        """Return the kind and the name of each part that a part refers to, by the id it uses for it."""
        folder, file = posixpath.split(name)
        rels = posixpath.join(folder, "_rels", f"{file}.rels")
        reader = _RelationReader(folder)
        if rels in self.names:
            self.read(rels, reader)
        return reader.found


class _FirstElement(PartReader):
    def start(self, tag: str, attributes: dict[str, str]) -> None:
        raise EnoughRead


class _RelationReader(PartReader):
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.found: dict[str, tuple[str, str]] = {}

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag != "Relationship" or attributes.get("TargetMode") == "External" or len(self.found) >= MAX_PARTS:
            return
        target = posixpath.normpath(posixpath.join("/", self._folder, attributes.get("Target", ""))).lstrip("/")
        self.found[attributes.get("Id", "")] = (attributes.get("Type", "").rpartition("/")[2], target)


@contextmanager
def whole_workbook() -> Iterator[None]:
    """Tell whatever goes wrong in a damaged workbook as that. Raises Refused."""
    try:
        yield
    except DAMAGED as error:
        raise Refused.of(
            "workbook-unreadable", _("The workbook is damaged: it cannot be read. Save it again and choose it again.")
        ) from error


def _local(tag: str) -> str:
    return tag.rpartition(" ")[2]


def _since_tag(piece: bytes, before: int) -> int:
    """Return the longest way to a tag, or the way since the last one when that is what goes on in the next piece."""
    first = piece.find(b"<")
    if first < 0:
        return before + len(piece)
    return before + first if before + first > MAX_TAG else len(piece) - piece.rfind(b"<")


def too_large() -> Refused:
    """The refusal of a workbook that holds more than any list."""
    return Refused.of(
        "workbook-large", _("The workbook is too large when unpacked. Copy only the list into a new workbook.")
    )


def _refuse_doctype(*_doctype: object) -> None:
    raise _not_a_spreadsheet()


def _refuse_encoding(_version: str, encoding: str | None, _standalone: int) -> None:
    """Refuse what is not UTF-8, as no spreadsheet program writes it: the length of its tags is not seen here."""
    if encoding and encoding.lower() not in {"utf-8", "us-ascii"}:
        raise _not_a_spreadsheet()


def _not_a_spreadsheet() -> Refused:
    return Refused.of(
        "workbook-entities", _("This workbook was not written by a spreadsheet program, so it is not read.")
    )


def _refuse_other_archives(parts: list[zipfile.ZipInfo], names: set[str]) -> None:
    if any(part.flag_bits & 0x1 for part in parts):
        raise Refused.of(
            "workbook-locked", _("The workbook is protected by a password. Save it without one and choose it again.")
        )
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise _not_a_spreadsheet()  # other packings are not unpacked in pieces
    if "xl/workbook.bin" in names:
        raise Refused.of(
            "file-xlsb", _("This is a binary workbook (.xlsb). Save it as .xlsx or as CSV and choose it again.")
        )
    if "content.xml" in names:
        return
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise Refused.of(
            "workbook-other", _("This file is not a workbook. Save the list as XLSX, ODS or CSV and choose it again.")
        )
