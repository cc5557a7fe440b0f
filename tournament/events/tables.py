"""The history and the rules of an event as tables."""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.rules import BY_THE_ORGANISER, RuleField, Ruleset, rule_names
from scoring.sentences.sources import source_in
from scoring.sentences.standings import standing_sentences
from tournament.core.messages import READERS
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.tables import DataColumn, DataTable, DayColumn, MomentColumn, NumberColumn
from tournament.events.history import details
from tournament.events.history_groups import HistoryGroup, grouped, seats_in
from tournament.events.planned_starts import zone_of
from tournament.events.queries import hanchan_of
from tournament.events.ruleset_display import differences, event_sentences, value_in_words
from tournament.templatetags.sekigime import quoted, sentence, wind_tile
from tournament.translation.formats import write, written

# Django's get_verb_display translates every choice for each row; this looks up the one.
VERBS = dict(Verb.choices)


class TournamentTable(DataTable[Tournament]):
    """Tournaments with their progress: the number of closed hanchan, and that of the one that plays."""

    slug = DataColumn(_("Address"), width=24)
    name = DataColumn(_("Name"), width=34)
    place = DataColumn(pgettext_lazy("where an event is", "Place"), width=20)
    first_day = DayColumn(_("First day"))
    last_day = DayColumn(_("Last day"))
    time_zone = DataColumn(_("Time zone"), lambda event: str(zone_of(event.time_zone)), width=20)
    hanchan = NumberColumn(_("Hanchan"), "hanchan_count")
    closed = NumberColumn(_("Closed"))
    playing = NumberColumn(_("Playing"))

    title = _("Tournaments")
    description = _("The tournaments whose public page is open, the latest first.")


class HistoryTable(DataTable[AuditEntry]):
    """All changes: who, what, when and why. The page has the act, its reason and the values in one column."""

    at = MomentColumn(_("When"), order_by="id", form="brief seconds")
    by = DataColumn(_("Who"), "actor_name", width=20, order_by=("actor_name", "actor_login"))
    verb = DataColumn(_("Action"), width=26, code="verb")
    subject = DataColumn(_("Subject"), "about", width=34, order_by="subject", visible=False)
    reason = DataColumn(_("Reason"), "reason_in_words", width=40, order_by="reason", visible=False)
    values = DataColumn(_("Values"), "detail", width=70, visible=False)
    login = DataColumn(_("Sign-in name"), "actor_login", width=16, visible=False)
    device = DataColumn(_("Device"), width=22, visible=False)
    line = NumberColumn(_("Line"), "edition", order_by="edition")
    chain = DataColumn(_("Value of the audit chain"), width=67, visible=False)

    file_name, title = "history", _("History")
    frozen_columns = 1
    description = _("Every change to the event: who, when, what and why.")
    box_class = "table-box-free"

    class Meta:
        attrs = {"class": "history"}
        sequence = ("at", "line", "by", "verb", "...")

    def value_by(self, entry: AuditEntry) -> str:
        return entry.actor or gettext("a command")

    def value_verb(self, entry: AuditEntry) -> str:
        return str(VERBS.get(entry.verb, entry.verb))

    def value_values(self, entry: AuditEntry) -> str:
        return "; ".join(details(entry))

    def render_by(self, value: str, entry: AuditEntry) -> SafeString:
        beside = " · ".join(filter(None, (entry.actor_login, entry.device)))
        return format_html('<span class="name"><bdi>{}</bdi></span> <div class="muted small">{}</div>', value, beside)

    def render_verb(self, value: str, entry: AuditEntry) -> SafeString:
        subject = format_html(" <bdi>{}</bdi>", entry.about) if entry.subject else ""
        reason = format_html("<div>{}</div>", quoted(entry.reason_in_words)) if entry.reason else ""
        return format_html("<strong>{}</strong>{}{}{}", value, subject, reason, _values(entry))

    def body(self, records: Iterable[AuditEntry] | None = None) -> SafeString:
        """Return the rows of this page; acts that come in rows are one, which opens."""
        groups = grouped(self.records if records is None else records)
        one = super().body
        return SafeString("".join([self._folded(each) if each.is_several else one(each.entries) for each in groups]))

    def _folded(self, group: HistoryGroup) -> SafeString:
        newest, oldest = group.entries[0], group.entries[-1]
        begin, end = localtime(oldest.at), localtime(newest.at)
        when = f"{written(begin, 'brief time')}–{written(end, 'time')}"
        if begin.date() != end.date():
            when = f"{written(begin, 'brief time')} – {written(end, 'brief time')}"
        about = format_html(" · <bdi>{}</bdi>", group.about) if group.about else ""
        items = format_html_join(
            "",
            "<li><span class=muted>{}</span> <bdi>{}</bdi>{}</li>",
            ((written(localtime(one.at), "seconds"), group.rest(one), _values(one)) for one in group.entries),
        )
        return format_html(
            '<tr class="history-group"><th scope="row">{}</th><td class="num">{}–{}</td><td>{}</td>'
            '<td><details><summary><strong>{}</strong>{}</summary><ol class="ruled above-2">{}</ol>'
            "</details></td></tr>",
            when,
            oldest.edition,
            newest.edition,
            self.render_by(self.value_by(newest), newest),
            group.title,
            about,
            items,
        )


def _values(entry: AuditEntry) -> SafeString:
    """Return the values of an entry: the lines of a sheet with tiles, others as words."""
    seats = seats_in(entry.detail)
    shown = {"points", "players"} if seats else set()
    words = " · ".join(details(entry, without=shown))
    sheet = format_html_join(
        " ",
        '<span class="row gap-1">{} <strong>{}</strong> <span class="muted">{}</span></span>',
        ((wind_tile(wind, "small"), write(points), "" if number is None else number) for wind, points, number in seats),
    )
    lines = format_html('<div class="cluster gap-x-4 gap-y-1">{}</div>', sheet) if seats else ""
    rest = format_html('<div class="muted small">{}</div>', words) if words else ""
    return format_html("{}{}", lines, rest)


class RuleTable(DataTable[tuple[str, str]]):
    """The rules of an event in sentences, each with its source: records are such pairs."""

    rule = DataColumn(_("Rule"), lambda pair: pair[0], width=90)
    source = DataColumn(_("Source"), lambda pair: pair[1], width=36)

    file_name, title = "rules", _("Rules")
    description = _("The rules of this event in sentences, with their sources.")

    def __init__(self, tournament: Tournament):
        rows = [
            (sentence(one), source_in(one.source, READERS))
            for one in event_sentences(tournament, hanchan_of(tournament))
        ]
        if not tournament.ranked_by.is_plain:
            rows += [(sentence(one), gettext(BY_THE_ORGANISER)) for one in standing_sentences(tournament.ranked_by)]
        super().__init__(rows)


class RuleValueTable(DataTable[RuleField]):
    """Every value of a rule set: records are its fields."""

    what = DataColumn(_("What"), "label", width=50)
    value = DataColumn(_("Value"), "name", width=50)
    published = DataColumn(_("Published"), "name", width=40)
    source = DataColumn(_("Source"), "name", width=50)
    confirmed = DataColumn(_("Confirmed"), "name", width=12)
    name = DataColumn(_("Name"), width=22)

    file_name, title = "rule-set", _("Rule set")
    description = _(
        "Every value of the rule set, the published one where it differs, its source and whether it is confirmed."
    )
    frozen_columns = 1

    def __init__(self, rules: Ruleset):
        self.rules = rules
        self.usual = {one.name: one.usual for one in differences(rules)}
        super().__init__(rule_names())

    def value_what(self, field: RuleField) -> str:
        return str(gettext(field.label))

    def value_value(self, field: RuleField) -> str:
        return value_in_words(field, field.of(self.rules))

    def value_published(self, field: RuleField) -> str:
        return self.usual.get(field.name, "")

    def value_source(self, field: RuleField) -> str:
        return source_in(self.rules.sources.get(field.name, ""), READERS)

    def value_confirmed(self, field: RuleField) -> str:
        mark = self.rules.marks.get(field.name)
        return gettext(mark.label) if mark else gettext("yes")
