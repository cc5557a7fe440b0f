"""Styles of an OpenDocument spreadsheet: the looks of cells, number formats, widths and heights as the format has them.

Only what our own workbook uses is known: a number format that is not raises ValueError.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import quoteattr

from tournament.exports.spreadsheet import TYPEFACE, Look

POINTS_PER_CHARACTER = 5.0
"""The width of a digit of Arial at 9 points; widths in characters include what a column keeps free at its sides."""
PAPERS = {"portrait": ("21cm", "29.7cm"), "landscape": ("29.7cm", "21cm")}
"""Width and height of A4."""
_SECTION = re.compile(r"([+-]?)(#,##)?0(?:\.(0*)(#*))?")
_DATES = {"yyyy-mm-dd": ("year-month-day", False), "yyyy-mm-dd hh:mm": ("year-month-day-hours-minutes", True)}
_LINES = {"thin": "0.5pt", "medium": "1.25pt"}
_ALIGN = {"left": "start", "right": "end", "center": "center"}


class NumberFormats:
    """The number formats of a document, each written once; a format is known by its name in the document."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self.parts: list[str] = []

    def name(self, text: str) -> str:
        """Return the name of a format that is written as spreadsheets write it, "" for the one that fits anything."""
        plain = text.replace("_)", "")  # room for a bracket that no number of ours has
        if plain == "General":
            return ""
        if plain not in self._known:
            name = f"N{len(self._known) + 1}"
            self._known[plain] = name
            self.parts.extend(_format(name, plain))
        return self._known[plain]


def _format(name: str, text: str) -> Iterator[str]:
    """The elements of one format; sections for above, below and at zero are formats of their own."""
    if text == "@":
        yield f'<number:text-style style:name="{name}"><number:text-content/></number:text-style>'
    elif text in _DATES:
        yield f'<number:date-style style:name="{name}">{_date(with_time=_DATES[text][1])}</number:date-style>'
    else:
        *sections, last = text.split(";")
        conditions = ("value()&gt;=0",) if len(sections) == 1 else ("value()&gt;0", "value()&lt;0")
        maps = ""
        for at, (section, condition) in enumerate(zip(sections, conditions, strict=False)):
            yield f'<number:number-style style:name="{name}P{at}" style:volatile="true">{_number(section)}' + _END
            maps += f'<style:map style:condition="{condition}" style:apply-style-name="{name}P{at}"/>'
        yield f'<number:number-style style:name="{name}">{_number(last)}{maps}' + _END


_END = "</number:number-style>"


def _number(section: str) -> str:
    """One section: a sign that is always there, digits with decimals at least and at most; nothing for nothing."""
    if not section:
        return "<number:text/>"
    found = _SECTION.fullmatch(section)
    if found is None:
        raise ValueError(f"no number format of ours: {section}")
    sign, grouping, least, more = found.groups()
    fewest, most = len(least or ""), len(least or "") + len(more or "")
    text = f"<number:text>{sign}</number:text>" if sign else ""
    grouped = ' number:grouping="true"' if grouping else ""
    places = f'number:decimal-places="{most}" number:min-decimal-places="{fewest}"'
    return f'{text}<number:number number:min-integer-digits="1" {places}{grouped}/>'


def _date(*, with_time: bool) -> str:
    dash, long = "<number:text>-</number:text>", 'number:style="long"'
    day = f"<number:year {long}/>{dash}<number:month {long}/>{dash}<number:day {long}/>"
    time = f"<number:hours {long}/><number:text>:</number:text><number:minutes {long}/>"
    return f"{day}<number:text> </number:text>{time}" if with_time else day


def cell_styles(looks: Mapping[int, Look]) -> str:
    """Return the styles of cells, named ce0, ce1 …, with the number formats that they use."""
    formats = NumberFormats()
    styles = [_cell_style(number, look, formats.name(look.number_format)) for number, look in looks.items()]
    return "".join([*formats.parts, *styles])


def _cell_style(number: int, look: Look, number_format: str) -> str:
    data = f' style:data-style-name="{number_format}"' if number_format else ""
    cell = f' style:vertical-align="{"top" if look.wrap or look.top else "middle"}"'
    cell += ' fo:wrap-option="wrap"' if look.wrap else ""
    cell += f' fo:background-color="#{look.fill}"' if look.fill else ""
    cell += f' fo:border-bottom="{_LINES[look.line]} solid #{look.line_colour}"' if look.line else ""
    paragraph = ""
    if look.align:
        cell += ' style:text-align-source="fix"'
        indent = f' fo:margin-left="{look.indent * 2}mm"' if look.indent else ""
        paragraph = f'<style:paragraph-properties fo:text-align="{_ALIGN[look.align]}"{indent}/>'
    bold = ' fo:font-weight="bold"' if look.bold else ""
    return (
        f'<style:style style:name="ce{number}" style:family="table-cell" style:parent-style-name="Default"{data}>'
        f"<style:table-cell-properties{cell}/>{paragraph}"
        f'<style:text-properties fo:font-size="{look.size:g}pt" fo:color="#{look.colour}"{bold}/></style:style>'
    )


def size_styles(widths: Iterable[float], heights: Iterable[float]) -> str:
    """Return the styles of columns, named co and the width in characters, and of rows, named ro and the height."""
    columns = (
        f'<style:style style:name="co{width:g}" style:family="table-column"><style:table-column-properties '
        f'style:column-width="{width * POINTS_PER_CHARACTER:.1f}pt"/></style:style>'
        for width in sorted(set(widths))
    )
    rows = (
        f'<style:style style:name="ro{height:g}" style:family="table-row"><style:table-row-properties '
        f'style:row-height="{height:g}pt" style:use-optimal-row-height="false"/></style:style>'
        for height in sorted(set(heights))
    )
    return "".join([*columns, *rows])


def page_name(orientation: str, scale: int | None) -> str:
    """Return the name of the pages that lie so and print at `scale` per cent, or else as wide as the sheet."""
    return f"{orientation}-{scale or 'fit'}"


def page_styles(papers: Iterable[tuple[str, int | None]]) -> tuple[str, str]:
    """Return the layouts of A4 pages for each orientation and scale, and the pages that sheets name."""
    layouts, masters = [], []
    for orientation, scale in papers:
        name, (width, height) = page_name(orientation, scale), PAPERS[orientation]
        size = f'style:scale-to="{scale}%"' if scale else 'style:scale-to-X="1" style:scale-to-Y="0"'
        layouts.append(
            f'<style:page-layout style:name="{name}-layout"><style:page-layout-properties fo:page-width="{width}" '
            f'fo:page-height="{height}" style:print-orientation="{orientation}" fo:margin="1cm" '
            f"{size}/><style:header-style/><style:footer-style/></style:page-layout>"
        )
        masters.append(
            f'<style:master-page style:name="{name}" style:page-layout-name="{name}-layout"><style:header><text:p>'
            "<text:title/></text:p></style:header><style:footer><text:p>"
            "<text:sheet-name/> · <text:page-number/> / <text:page-count/></text:p></style:footer></style:master-page>"
        )
    return "".join(layouts), "".join(masters)


def default_style() -> str:
    """Return the style of every cell that has none, and the typeface that all use."""
    return (
        '<style:style style:name="Default" style:family="table-cell"><style:text-properties '
        f'fo:font-family={quoteattr(TYPEFACE)} fo:font-size="9pt"/></style:style>'
    )
