"""The list of everybody's winds, tables and opponents."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.players.names import words
from tournament.seating.report.subject import Subject

FIGURE_SPACE = "\u2007"
"""As wide as a digit: it puts the same hanchan of all rows below each other."""


def _at(css: str) -> dict[str, dict[str, str]]:
    return {"th": {"class": css}, "td": {"class": css}}


class PathTable(tables.Table):
    """A row per person; without winds when they are drawn at the table."""

    number = tables.Column(verbose_name=_("No."), attrs=_at("num"))
    name = tables.Column(verbose_name=_("Name"), order_by="sort_name", attrs=_at("key"))
    east = tables.Column(verbose_name=_("E"), attrs=_at("num"))
    south = tables.Column(verbose_name=_("S"), attrs=_at("num"))
    west = tables.Column(verbose_name=_("W"), attrs=_at("num"))
    north = tables.Column(verbose_name=_("N"), attrs=_at("num"))
    gap = tables.Column(verbose_name=_("Gap"), attrs=_at("num"), initial_sort_descending=True)
    opponents = tables.Column(verbose_name=_("Opponents"), attrs=_at("num"))
    repeats = tables.Column(verbose_name=_("Repeats"), attrs=_at("num"), initial_sort_descending=True)
    revisits = tables.Column(verbose_name=_("Returns"), attrs=_at("num"), initial_sort_descending=True)
    byes = tables.Column(verbose_name=_("Byes"), attrs=_at("num"), initial_sort_descending=True)
    where = tables.Column(verbose_name=_("Tables in order"), orderable=False, attrs=_at("path-tables"))

    class Meta:
        default = ""
        order_by = "number"

    def __init__(self, rows: list[dict[str, Any]], *, slug: str | None, winds: bool, seats: int = 4, **kwargs: Any):
        self.slug, self.caption = slug, _("Everybody’s way")
        hidden = [] if winds else ["east", "south", "west", "north", "gap"]
        hidden += ["north"] if seats == 3 and winds else []
        hidden += [] if any(row["byes"] for row in rows) else ["byes"]
        hidden += ["name"] if rows and all(row["name"] == str(row["number"]) for row in rows) else []
        super().__init__(rows, exclude=hidden, **kwargs)

    def render_name(self, record: dict[str, Any]) -> SafeString:
        name = format_html('<bdi class="name">{}</bdi>', record["name"])
        if self.slug is None:
            return name
        return format_html('<a href="{}">{}</a>', reverse("seating_path", args=[self.slug, record["number"]]), name)


def path_rows(subject: Subject) -> list[dict[str, Any]]:
    """The rows of the list, in the order of the start numbers."""
    rows = []
    digits = max((len(str(table)) for path in subject.paths for table in path.tables), default=1)
    for path in subject.paths:
        person = subject.person(path.player)
        winds = dict(zip(("east", "south", "west", "north"), path.winds, strict=False))
        rows.append(
            {
                "number": person.number,
                "name": person.name,
                "sort_name": words(person.name),
                **winds,
                "gap": max(path.wind_gap, path.wind_gap_any),
                "opponents": path.opponents,
                "repeats": path.repeats,
                "revisits": path.table_revisits,
                "byes": len(subject.byes_of.get(path.player, ())),
                "where": " ".join(str(table).rjust(digits, FIGURE_SPACE) for table in path.tables),
            }
        )
    return rows
