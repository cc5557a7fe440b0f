"""Changing the rules of an event that is being played or over: the rules before are kept in the history."""

from contextlib import suppress

from django.utils.translation import gettext_noop as _

from scoring.rules import Ruleset
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.events.actions import store_rules
from tournament.events.queries import rule_versions
from tournament.events.rule_changes import differing
from tournament.standings.actions import Unchanged
from tournament.standings.recount import check_recount
from tournament.standings.rule_correction.checks import refuse_rules


def correct_rules(*, tournament: Tournament, rules: Ruleset, act: Act) -> None:
    """Score everything that was and will be played by other rules, with a reason. The page asks for the password.

    `act.base` is the number of rule sets that had been replaced when the page was made. Penalties keep the amounts that
    they were given with. Raises Refused with everything that does not fit, Conflict when somebody else has changed the
    rules meanwhile. A repeated submission changes nothing.
    """
    reason = act.reason.strip()
    with suppress(Unchanged), audited_write(tournament, act, Verb.CHANGED_RULES, subject=rules.title) as entry:
        tournament.refresh_from_db(fields=["rules", "fouls", "seating"])
        before = tournament.ruleset
        if _is_sent_again(tournament, act):
            raise Unchanged
        if act.base != len(rule_versions(tournament)):
            raise Conflict.of("rules-changed", _("Somebody else has changed the rules. Look at the changes again."))
        if not reason:
            raise Refused.of("reason-missing", _("Enter a reason for the change."), field="reason")
        changed = differing(before, rules)
        if not changed:
            raise Refused.of("rules-same", _("These are the rules that are in use."))
        refuse_rules(tournament, rules)
        entry.detail = {"changes": changed, "replaced": before.to_json()}
        entry.changes_what_is_public = tournament.hanchan.filter(released_at__isnull=False).exists()
        store_rules(tournament, before, rules)
        check_recount(tournament)


def _is_sent_again(tournament: Tournament, act: Act) -> bool:
    sent = str(act.submission or "")
    return bool(sent) and AuditEntry.objects.filter(tournament=tournament, submission=sent).exists()
