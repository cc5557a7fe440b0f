"""LibreOffice as a second calculator: it computes every formula of a workbook again."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from pypdf import PageObject, PdfReader

SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
# Without this LibreOffice shows the values that the file has, whatever its formulas say.
ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item></oor:items>
"""


def recalculate(files: Sequence[Path], out: Path) -> list[Path]:
    """Write each workbook, computed again, under its name into the folder `out`; one start of LibreOffice for all."""
    _convert(files, out, "xlsx")
    return [out / file.name for file in files]


def print_to_pdf(file: Path, out: Path) -> list[float]:
    """Print a workbook to a PDF file in the folder `out`; return the smallest type of each page, in points."""
    _convert([file], out, "pdf")
    return [_smallest_type(page) for page in PdfReader((out / file.name).with_suffix(".pdf")).pages]


def _smallest_type(page: PageObject) -> float:
    sizes: list[float] = []

    def see(text: str, page_matrix: list[float], text_matrix: list[float], font: object, size: float) -> None:
        if text.strip():
            sizes.append(abs(size * text_matrix[3] * page_matrix[3]))

    page.extract_text(visitor_text=see)
    return min(sizes)


def _convert(files: Sequence[Path], out: Path, kind: str) -> None:
    assert SOFFICE is not None
    with tempfile.TemporaryDirectory() as profile:
        settings = Path(profile) / "user" / "registrymodifications.xcu"
        settings.parent.mkdir()
        settings.write_text(ALWAYS_RECALCULATE)
        command = [SOFFICE, f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", kind]
        names = [str(file) for file in files]
        subprocess.run([*command, "--outdir", str(out), *names], check=True, capture_output=True, timeout=600)


def values_of(file: Path) -> dict[tuple[str, str], Any]:
    """Return the values of a workbook's cells by sheet and cell; empty text is nothing."""
    book = load_workbook(file, data_only=True)
    return {
        (sheet.title, cell.coordinate): None if cell.value == "" else cell.value
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
    }


def formulas_of(file: Path) -> Iterator[tuple[str, str]]:
    """Return sheet and cell of every formula."""
    for sheet in load_workbook(file):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    yield sheet.title, cell.coordinate


def differences(expected: Path, computed: Path, without: Sequence[str] = ()) -> dict[tuple[str, str], tuple[Any, Any]]:
    """Return the formula cells of `expected` whose value is another in `computed`, leaving some sheets out."""
    ours, theirs = values_of(expected), values_of(computed)
    cells = [cell for cell in formulas_of(expected) if cell[0] not in without]
    assert cells, f"{expected.name} has no formulas"
    return {cell: (ours.get(cell), theirs.get(cell)) for cell in cells if ours.get(cell) != theirs.get(cell)}
