"""The list of penalties as a table."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.points import Points
from tournament.core.tables import (
    AmountColumn,
    DataColumn,
    DataTable,
    FlagColumn,
    MomentColumn,
    NumberColumn,
    PlayerColumn,
)
from tournament.results.models import Penalty, PenaltyKind
from tournament.templatetags.sekigime import chip
from tournament.translation.formats import enumeration, write_p


def circumstances(penalty: Penalty) -> list[str]:
    """Return the foul with the answers to its questions, and the reason."""
    foul = penalty.foul_title_in_words
    if foul and (answers := penalty.answers_in_words):
        foul = gettext("{foul}: {answers}").format(foul=foul, answers=enumeration(answers))
    return [part for part in (foul, penalty.reason_in_words) if part]


class PenaltyTable(DataTable[Penalty]):
    """All penalties, cancelled ones too; `slug` is for links to the players' pages."""

    hanchan = NumberColumn(
        _("H"),
        "hanchan.number",
        file_heading=_("Hanchan"),
        attrs={"th": {"class": "num", "abbr": _("Hanchan"), "title": _("Hanchan")}},
    )
    number = NumberColumn(_("Number"), "player.number", width=8, visible=False)
    name = PlayerColumn(_("Player"), "player.label", file_heading=_("Name"), order_by="player__name_key")
    kind = DataColumn(
        _("Penalty"),
        "get_kind_display",
        file_heading=_("Kind"),
        width=16,
        order_by="kind",
        code="kind",
        codes=PenaltyKind.values,
    )
    foul = DataColumn(_("Foul"), "foul_title_in_words", width=30, order_by="foul_title", visible=False)
    amount = AmountColumn(_("P"), "amount", css="num", file_heading=_("P taken off"))
    counts = FlagColumn(_("Counts"), lambda penalty: penalty.cancelled_at is None, visible=False)
    minutes = NumberColumn(_("Minutes late"), visible=False)
    happened = DataColumn(_("What happened"), "pk", css="text", order_by="foul_title", exclude_from_export=True)
    reason = DataColumn(_("Reason"), "reason_in_words", width=40, order_by="reason", visible=False)
    referee = DataColumn(_("Referee"), "referee_in_words", width=18, order_by="referee")
    given_at = MomentColumn(_("Given"))
    cancelled_at = MomentColumn(_("Cancelled"), visible=False)
    cancelled_reason = DataColumn(
        _("Cancelled because"), "cancelled_reason_in_words", width=30, order_by="cancelled_reason", visible=False
    )
    cancel = DataColumn("", "pk", orderable=False, exclude_from_export=True)

    file_name, title = "penalties", _("Penalties")
    description = _(
        "Every penalty and warning, with reason and referee. Cancelled ones stay in the list and do not count."
    )
    frozen_columns = 3

    class Meta:
        sequence = ("name", "hanchan", "kind", "amount", "happened", "referee", "given_at", "cancel", "...")

    def __init__(self, penalties: Iterable[Penalty], *, slug: str = "", may_cancel: bool = False):
        self.slug = slug
        super().__init__(list(penalties), unused=() if may_cancel else ("cancel",))

    def value_kind(self, penalty: Penalty) -> str:
        return penalty.get_kind_display()

    def value_minutes(self, penalty: Penalty) -> int | None:
        """Return minutes only where they were the reason."""
        return penalty.minutes if penalty.kind == PenaltyKind.LATE else None

    def row_class(self, penalty: Penalty) -> str:
        return "is-out" if penalty.cancelled_at else ""

    def render_name(self, value: str, penalty: Penalty) -> SafeString:
        address = reverse("standings_player", args=[self.slug, penalty.player.number])
        return format_html('<a href="{}"><bdi class="name">{}</bdi></a>', address, value)

    def render_hanchan(self, value: int | None, penalty: Penalty) -> str:
        return "–" if value is None else str(value)

    def render_kind(self, value: str, penalty: Penalty) -> SafeString:
        if penalty.cancelled_at:
            kind = format_html("<s>{}</s> {}", value, chip("cancelled"))
        elif penalty.how_late:
            kind = format_html("{}", gettext("{penalty}, {late}").format(penalty=value, late=penalty.how_late))
        else:
            kind = format_html("{}", value)
        return kind + self._deviates(penalty.foreseen_kind)

    def render_amount(self, value: Points, penalty: Penalty) -> SafeString:
        text = write_p(-value) if value else "0"
        if penalty.cancelled_at:
            amount = format_html("<s>{}</s>", text)
        else:
            amount = format_html('<span class="neg">{}</span>' if value else "{}", text)
        if penalty.deviation is None or penalty.foreseen_kind:
            return amount
        return amount + self._deviates(write_p(penalty.deviation, plus=False))

    def _deviates(self, scheduled: str) -> SafeString:
        if not scheduled:
            return SafeString("")
        text = gettext("schedule: {penalty}").format(penalty=scheduled)
        return format_html(' <small class="warn block">{}</small>', text)

    def render_happened(self, value: int, penalty: Penalty) -> SafeString:
        parts = format_html_join(" · ", "<span>{}</span>", ((part,) for part in circumstances(penalty)))
        if not penalty.cancelled_at:
            return parts
        text = gettext("Cancelled by {name}: {reason}").format(
            name=penalty.cancelled_by or "–", reason=penalty.cancelled_reason_in_words
        )
        return format_html('{} <small class="block">{}</small>', parts, text)

    def render_cancel(self, value: int, penalty: Penalty) -> SafeString:
        if penalty.cancelled_at:
            return SafeString("")
        return format_html(
            '<a class="btn btn-quiet" href="{}">{}<span class="visually-hidden"> {}</span></a>',
            reverse("penalty_cancel", args=[self.slug, value]),
            pgettext("penalty", "Cancel"),
            penalty,
        )
