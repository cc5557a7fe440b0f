"""Charts: one typeface, thin lines, labels below."""

from typing import Any

from tournament.exports.spreadsheet import INK, LINE, MUTED, TYPEFACE


def dress_chart(chart: Any, title: str) -> None:
    """Set title, typeface, axes and grid of a chart."""
    from openpyxl.chart.shapes import GraphicalProperties

    chart.title = title
    chart.title.tx.rich.p[0].pPr = _type(1000, INK, bold=True)
    chart.title.tx.rich.p[0].r[0].rPr = _type(1000, INK, bold=True).defRPr
    chart.title.overlay = False
    chart.legend.position = "b"
    chart.legend.txPr = _text(900, INK)
    chart.graphical_properties = GraphicalProperties(noFill=True)
    chart.graphical_properties.line.noFill = True
    for axis in (chart.x_axis, chart.y_axis):
        axis.delete = False  # without this openpyxl's axes are not drawn
        axis.txPr = _text(900, MUTED)
        axis.graphicalProperties = GraphicalProperties()
        axis.graphicalProperties.line.solidFill = LINE
    chart.x_axis.tickLblPos = "low"
    chart.y_axis.majorGridlines.spPr = GraphicalProperties()
    chart.y_axis.majorGridlines.spPr.line.solidFill = LINE
    chart.y_axis.number_format = "0"


def place_chart(page: Any, chart: Any, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Pin a chart to cells, columns and rows from 0: it is as wide as they are."""
    from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, TwoCellAnchor

    chart.anchor = TwoCellAnchor(
        editAs="twoCell",
        _from=AnchorMarker(col=start[0], row=start[1]),
        to=AnchorMarker(col=end[0], row=end[1]),
    )
    page.add_chart(chart)


def _type(size: int, colour: str, *, bold: bool = False) -> Any:
    """Return the properties of a paragraph; `size` is in hundredths of a point."""
    from openpyxl.drawing.text import CharacterProperties, Font, ParagraphProperties

    font = CharacterProperties(sz=size, b=bold, solidFill=colour, latin=Font(typeface=TYPEFACE))
    return ParagraphProperties(defRPr=font)


def _text(size: int, colour: str) -> Any:
    from openpyxl.chart.text import RichText
    from openpyxl.drawing.text import Paragraph, RichTextProperties

    properties = _type(size, colour)
    return RichText(bodyPr=RichTextProperties(), p=[Paragraph(pPr=properties, endParaRPr=properties.defRPr)])
