"""When a seating cannot be changed as asked: each raises Refused with the remedy, and each is asked twice, for the page
that shows what would happen and by the action under its lock."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.problems import Refused
from tournament.seating.draft import Draft, seated, spans
from tournament.seating.queries import Field, field_of, started_hanchan


def refuse_plan(tournament: Tournament) -> None:
    """When a hanchan has started, when players do not fill tables of four, when the hall has too few tables."""
    started = started_hanchan(tournament)
    if started:
        message = _(
            "Already started: hanchan %(numbers)s. A new plan would seat people again with those they have met. "
            "Swap two people, replace a player, or import a seating for the hanchan that are left."
        )
        raise Refused(message % {"numbers": spans(started)})
    refuse_size(field_of(tournament), tournament.table_count)


def refuse_size(field: Field, tables: int | None) -> None:
    """When these people do not fill tables of four, or more tables than the hall has."""
    count = len(field.seated)
    if not count:
        raise Refused(_("There is nobody to seat yet. Add players first."))
    if field.missing:
        message = ngettext(
            "%(count)d players cannot sit four to a table: add %(missing)d substitute, or leave out %(over)d players.",
            "%(count)d players cannot sit four to a table: add %(missing)d substitutes, or leave out %(over)d players.",
            field.missing,
        )
        raise Refused(message % {"count": count, "missing": field.missing, "over": count % 4})
    if tables and count > 4 * tables:
        message = _(
            "%(count)d players need %(needed)d tables, and the hall has %(tables)d. "
            "Change the number of tables in the settings, or the players."
        )
        raise Refused(message % {"count": count, "needed": count // 4, "tables": tables})


def refuse_swap(tournament: Tournament, draft: Draft, hanchan: int, one: Player, other: Player) -> None:
    """When the two cannot change places in the hanchan, or when nothing would change."""
    if one == other:
        raise Refused(_("Choose two different people."))
    if hanchan not in draft:
        raise Refused(_("Hanchan %(number)d has no seating yet.") % {"number": hanchan})
    refuse_started(tournament, [hanchan])
    for player in (one, other):
        if player.pk not in seated(draft[hanchan]):
            raise Refused(_("%(name)s has no seat in hanchan %(number)d.") % {"name": player, "number": hanchan})
    same_table = any({one.pk, other.pk} <= set(seats) for seats in draft[hanchan].values())
    if same_table and tournament.winds_are_drawn:
        raise Refused(_("They sit at the same table, and winds are drawn there: nothing would change."))


def refuse_replacement(tournament: Tournament, draft: Draft, leaving: Player, coming: Player, first: int) -> None:
    """When `coming` cannot have the seats of `leaving` from hanchan `first` on."""
    if leaving == coming:
        raise Refused(_("Choose another person to come."), field="coming")
    if coming.status != PlayerStatus.PLAYING:
        raise Refused(_("%(name)s is not playing. Reinstate the player first.") % {"name": coming}, field="coming")
    theirs = [hanchan for hanchan, tables in draft.items() if hanchan >= first and leaving.pk in seated(tables)]
    if not theirs:
        message = _("%(name)s has no seat from hanchan %(number)d on.")
        raise Refused(message % {"name": leaving, "number": first}, field="leaving")
    refuse_started(tournament, theirs, field="from_hanchan")
    taken = [hanchan for hanchan in draft if hanchan >= first and coming.pk in seated(draft[hanchan])]
    if taken:
        message = _("%(name)s already has a seat in hanchan %(numbers)s.")
        raise Refused(message % {"name": coming, "numbers": spans(taken)}, field="coming")


def refuse_started(tournament: Tournament, numbers: Sequence[int], field: str | None = None) -> None:
    """When one of these hanchan has started."""
    started = sorted(set(numbers) & set(started_hanchan(tournament)))
    if started:
        message = _(
            "Already started: hanchan %(numbers)s. Seats stay there; for one hanchan a substitute can stand in."
        )
        raise Refused(message % {"numbers": spans(started)}, field=field)


def refuse_changed_started(tournament: Tournament, old: Draft, new: Draft) -> None:
    """When a change would touch a hanchan that has started."""
    refuse_started(tournament, [number for number in {*old, *new} if old.get(number) != new.get(number)])


def refuse_stand_ins(tournament: Tournament, new: Draft) -> None:
    """When somebody for whom a substitute stands in would lose the seat, or the substitute would get one."""
    for row in tournament.stand_ins.filter(cancelled_at=None).select_related("absent", "substitute"):
        people = seated(new[row.hanchan]) if row.hanchan in new else set()
        if row.absent_id not in people or row.substitute_id in people:
            message = _("In hanchan %(number)d %(substitute)s stands in for %(absent)s. Cancel that first.")
            raise Refused(message % {"number": row.hanchan, "substitute": row.substitute, "absent": row.absent})
