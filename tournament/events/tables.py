"""The history and the rules of an event as tables."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import BY_THE_ORGANISER, RuleField, Ruleset, rule_names
from scoring.sentences.rules import rule_sentences
from scoring.sentences.standings import standing_sentences
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.tables import DataColumn, DataTable, MomentColumn, NumberColumn
from tournament.events.history import details
from tournament.events.ruleset_display import differences, value_in_words
from tournament.templatetags.sekigime import sentence

# Django's get_verb_display translates every choice for each row; this looks up the one.
VERBS = dict(Verb.choices)


class HistoryTable(DataTable):
    """All changes: who, what, when and why. The page has the act, its reason and the values in one column."""

    at = MomentColumn(_("When"), order_by="id", form="j M H:i:s")
    by = DataColumn(_("Who"), "actor_name", width=20, order_by=("actor_name", "actor_login"))
    verb = DataColumn(_("Action"), width=26)
    subject = DataColumn(_("Subject"), width=34, visible=False)
    reason = DataColumn(_("Reason"), width=40, visible=False)
    values = DataColumn(_("Values"), "detail", width=70, visible=False)
    login = DataColumn(_("Sign-in name"), "actor_login", width=16, visible=False)
    device = DataColumn(_("Device"), width=22, visible=False)
    line = NumberColumn(_("Line"), "edition", order_by="edition")
    chain = DataColumn(_("Value of the audit chain"), width=20, visible=False)

    file_name, title = "history", _("History")
    description = _("Every change to the event: who, when, what and why.")
    landscape, box_class = True, "table-box-free"

    class Meta:
        attrs = {"class": "history"}
        sequence = ("at", "line", "by", "verb", "...")

    def value_by(self, entry: AuditEntry) -> str:
        return entry.actor_name or gettext("a command")

    def value_verb(self, entry: AuditEntry) -> str:
        return str(VERBS.get(entry.verb, entry.verb))

    def value_values(self, entry: AuditEntry) -> str:
        return "; ".join(details(entry))

    def render_by(self, value: str, entry: AuditEntry) -> SafeString:
        beside = " · ".join(filter(None, (entry.actor_login, entry.device)))
        return format_html('<span class="name"><bdi>{}</bdi></span> <div class="muted small">{}</div>', value, beside)

    def render_verb(self, value: str, entry: AuditEntry) -> SafeString:
        subject = format_html(" <bdi>{}</bdi>", entry.subject) if entry.subject else ""
        reason = format_html("<div>“<bdi>{}</bdi>”</div>", entry.reason) if entry.reason else ""
        values = " · ".join(details(entry))
        changes = format_html('<div class="muted small">{}</div>', values) if values else ""
        return format_html("<strong>{}</strong>{}{}{}", value, subject, reason, changes)


class RuleTable(DataTable):
    """The rules of an event in sentences, each with its source: records are such pairs."""

    rule = DataColumn(_("Rule"), lambda pair: pair[0], width=90)
    source = DataColumn(_("Source"), lambda pair: pair[1], width=36)

    file_name, title = "rules", _("Rules")
    description = _("The rules of this event in sentences, with their sources.")

    def __init__(self, tournament: Tournament, **options: Any):
        rows = [(sentence(one), one.source) for one in rule_sentences(tournament.ruleset)]
        if not tournament.ranked_by.is_plain:
            rows += [(sentence(one), gettext(BY_THE_ORGANISER)) for one in standing_sentences(tournament.ranked_by)]
        super().__init__(rows, **options)


class RuleValueTable(DataTable):
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
    landscape, frozen_columns = True, 1

    def __init__(self, rules: Ruleset, **options: Any):
        self.rules = rules
        self.usual = {one.name: one.usual for one in differences(rules)}
        super().__init__(rule_names(), **options)

    def value_what(self, field: RuleField) -> str:
        return str(gettext(field.label))

    def value_value(self, field: RuleField) -> str:
        return value_in_words(field, field.of(self.rules))

    def value_published(self, field: RuleField) -> str:
        return self.usual.get(field.name, "")

    def value_source(self, field: RuleField) -> str:
        return self.rules.sources.get(field.name, "")

    def value_confirmed(self, field: RuleField) -> str:
        mark = self.rules.marks.get(field.name)
        return gettext(mark.label) if mark else gettext("yes")
