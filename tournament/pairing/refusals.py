"""When a hanchan cannot be seated by the standings: each raises Refused with the remedy."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import HanchanState, Tournament
from tournament.pairing.situation import Situation
from tournament.problems import Refused
from tournament.seating.draft import spans
from tournament.seating.queries import numbers_seated


def refuse_unready(tournament: Tournament, number: int) -> None:
    """When the hanchan has started, or one before it is not closed or has no seats."""
    states = dict(tournament.hanchan.order_by("number").values_list("number", "state"))
    if states.get(number) != HanchanState.PLANNED:
        message = _("Hanchan %(number)d has started; its seats stay. Choose a later hanchan.")
        raise Refused(message % {"number": number})
    open_ones = [one for one, state in states.items() if one < number and state != HanchanState.CLOSED]
    if open_ones:
        message = ngettext(
            "Not closed yet: hanchan %(numbers)s. Standings are known when it is: close it first, then seat hanchan "
            "%(number)d.",
            "Not closed yet: hanchan %(numbers)s. Standings are known when they are: close them first, then seat "
            "hanchan %(number)d.",
            len(open_ones),
        )
        raise Refused(message % {"numbers": spans(open_ones), "number": number})
    unseated = sorted(set(range(1, number)) - numbers_seated(tournament))
    if unseated:
        message = _("Without a seating: hanchan %(numbers)s. Seat or import that first.")
        raise Refused(message % {"numbers": spans(unseated)})


def refuse_people(tournament: Tournament, known: Situation, *, may_sit_out: bool) -> None:
    """When nobody plays, when tables are not filled and nobody is to sit out, when the hall has too few tables, or
    when a line of a cut runs between equals."""
    if len(known.order) < known.size:
        raise Refused(_("There are too few players for a table. Add players first."))
    if known.ranking.problem:
        raise Refused(known.ranking.problem.template.format(**known.ranking.problem.params), field="tied")
    if known.over and not may_sit_out:
        missing = known.size - known.over
        message = ngettext(
            "%(count)d players do not fill tables of %(size)d: add %(missing)d substitute, or let %(over)d sit out.",
            "%(count)d players do not fill tables of %(size)d: add %(missing)d substitutes, or let %(over)d sit out.",
            missing,
        )
        params = {"count": len(known.order), "size": known.size, "over": known.over, "missing": missing}
        raise Refused(message % params, field="sit_out")
    needed = len(known.order) // known.size
    if tournament.table_count and needed > tournament.table_count:
        message = _("%(needed)d tables are needed, and the hall has %(tables)d. Change that in the settings.")
        raise Refused(message % {"needed": needed, "tables": tournament.table_count})
