"""The qualifiers of one source as a table."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.points import Points
from tournament.core.tables import DataColumn, DataTable, PColumn, PlaceColumn, PlayerColumn
from tournament.players.models import PlayerStatus
from tournament.qualifiers.queries import Qualification, QualifierState, SourceList, source_title
from tournament.templatetags.sekigime import chip
from tournament.translation.formats import write_p

STEPS = {
    QualifierState.OFFERED: (("register", _("Register")), ("decline", _("Declined"))),
    QualifierState.RESERVE: (("decline", _("Declined")),),
    QualifierState.REGISTERED: (("decline", _("Declined")),),
    QualifierState.DECLINED: (("undo", _("Undo")),),
    QualifierState.LISTED: (("count", _("Count as qualifier")),),
}
"""What can be done with somebody, by their state."""
SKIPPED = (QualifierState.DECLINED, QualifierState.WITHDRAWN, QualifierState.ELSEWHERE, QualifierState.HIDDEN)


class QualifierTable(DataTable[Qualification]):
    """The places of a source in order: who it is, what they carry over, and what became of them."""

    place = PlaceColumn(_("Place"), "candidate.place")
    name = PlayerColumn(_("Name"), css="not-sticky", orderable=False)
    carried = PColumn(_("Carried in"), css="wide-only")
    state = DataColumn(_("Status"), width=20)

    file_name, title = "qualifiers", _("Qualifiers")
    description = _("Who qualifies for the event, in order.")
    box_class = "table-box-free"

    def __init__(self, found: SourceList, *, slug: str):
        self.slug, self.from_where = slug, source_title(found.source)
        absent = [] if found.source.carry else ["carried"]
        super().__init__(found.shown, absent=absent, orderable=False)

    @property
    def caption(self) -> str:
        return self.from_where

    def row_class(self, row: Qualification) -> str:
        return "is-out" if row.state in SKIPPED else ""

    def render_name(self, value: str, row: Qualification) -> SafeString:
        """The name; on a phone with the carried score below."""
        name = format_html('<bdi class="name strong">{}</bdi>', value)
        if row.player is not None:
            name = format_html('<a href="{}">{}</a>', reverse("player_edit", args=[self.slug, row.player.number]), name)
        score = "" if row.carried is None else gettext("Carried in {score}").format(score=write_p(row.carried))
        return format_html('{}<small class="phone-only muted block">{}</small>', name, score)

    def render_carried(self, value: Points, row: Qualification) -> SafeString:
        """Return the score that the total brings; where a registered qualifier starts with another one, both."""
        if row.player is None or not row.is_outdated:
            return SafeString(write_p(value))
        now = gettext("{carried} now").format(carried=write_p(row.player.carried))
        return format_html('{} <small class="muted block">{}</small>', write_p(value), now)

    def value_state(self, row: Qualification) -> str:
        return _state_in_words(row)

    def render_state(self, value: str, row: Qualification) -> SafeString:
        """The state, and what can be done."""
        tone = {QualifierState.REGISTERED: "ok", QualifierState.OFFERED: "wait"}.get(row.state, "plain")
        steps: Sequence[tuple[str, object]] = STEPS.get(row.state, ())
        if row.is_outdated:
            steps = (("count", _("Use this score")), *steps)
        buttons = format_html_join("", "{}", ((_step(step, row, str(label)),) for step, label in steps))
        return format_html(
            '<span class="cluster gap-x-4 between">{}<span class="cluster gap-1">{}</span></span>',
            chip(row.state, value, tone),
            buttons,
        )


def _state_in_words(row: Qualification) -> str:
    if row.state is QualifierState.RESERVE:
        return gettext("reserve no. {number}").format(number=row.reserve)
    if row.state is QualifierState.ELSEWHERE and row.by is not None:
        return gettext("qualified: {source}").format(source=source_title(row.by))
    if row.state is QualifierState.REGISTERED and row.player is not None and row.player.status == PlayerStatus.WAITING:
        return gettext("on the waiting list")
    return str(STATES[row.state])


STATES = {
    QualifierState.REGISTERED: _("registered"),
    QualifierState.OFFERED: _("offered"),
    QualifierState.DECLINED: _("declined"),
    QualifierState.WITHDRAWN: _("withdrawn"),
    QualifierState.LISTED: _("registered already"),
    QualifierState.HIDDEN: _("not named: add them by hand"),
}


def _step(step: str, row: Qualification, label: str) -> SafeString:
    """A button of the form around the tables; for screen readers with the name."""
    return format_html(
        '<button type="submit" class="btn" name="do" value="{}:{}">{}'
        '<span class="visually-hidden">: {}</span></button>',
        step,
        row.key,
        label,
        row.name,
    )
