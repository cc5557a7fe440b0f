"""When a seating cannot be changed as asked: each raises Refused with the remedy, and each is asked twice, for the page
that shows what would happen and by the action under its lock."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.problems import Refused
from tournament.seating.checks import listed
from tournament.seating.draft import Arranged, Draft, seated, spans
from tournament.seating.models import Seating, SeatingSource
from tournament.seating.queries import Field, field_of, misfit, started_hanchan

FOUR, THREE = 4, 3
"""So many sit at a table of sanma."""


def refuse_plan(tournament: Tournament, *, drawing: bool = False) -> None:
    """When a hanchan has started, when players do not fill tables, when the hall has too few tables.

    Unless it is a public draw that plans, also when one has been held: nobody draws again in silence.
    """
    started = started_hanchan(tournament)
    if started:
        message = _(
            "Already started: hanchan %(numbers)s. A new plan would seat people again with those they have met. "
            "Swap two people, replace a player, or import a seating for the hanchan that are left."
        )
        raise Refused(message % {"numbers": spans(started)})
    if not drawing:
        refuse_redraw(tournament)
    refuse_size(field_of(tournament), tournament.table_count)


def refuse_redraw(tournament: Tournament) -> None:
    """When a public draw has seated people and was not cancelled."""
    held = tournament.draws.filter(drawn_at__isnull=False, cancelled_at=None).first()
    if held:
        message = _("Draw %(number)d has seated everybody in public. Cancel it first, and tell everybody why.")
        raise Refused(message % {"number": held.number})


def refuse_undrawn(
    tournament: Tournament, old: Arranged, new: Arranged, source: str, back_to: Seating | None = None
) -> None:
    """When a version without a draw would seat everybody otherwise than a held one did, and play has not begun.

    A plan does, an import of every hanchan, a version from before the draw, and a repair that nobody's coming or going
    asks for. What people change by hand and for somebody who leaves is allowed, and the page of the draw tells it.
    """
    if started_hanchan(tournament):
        return
    changed = all(old.draft.get(number) != tables for number, tables in new.draft.items())
    alike = all(old.people(number) == new.people(number) for number in new.draft)
    if (
        source == SeatingSource.PLANNED
        or (changed and source in (SeatingSource.IMPORTED, SeatingSource.STANDINGS))
        or (changed and alike and source == SeatingSource.REPAIRED)
        or (back_to is not None and _is_before_the_draw(tournament, back_to))
    ):
        refuse_redraw(tournament)


def _is_before_the_draw(tournament: Tournament, seating: Seating) -> bool:
    return tournament.seatings.filter(
        number__gt=seating.number, draw__drawn_at__isnull=False, draw__cancelled_at=None
    ).exists()


def refuse_size(field: Field, tables: int | None) -> None:
    """When these people do not fill tables, or more tables than the hall has."""
    count = len(field.seated)
    if not count:
        raise Refused(_("There is nobody to seat yet. Add players first."))
    if field.missing:
        message = _not_full(field.missing, field.size)
        raise Refused(message % {"count": count, "missing": field.missing, "over": count % field.size})
    if tables and field.tables > tables:
        message = _(
            "%(count)d players need %(needed)d tables, and the hall has %(tables)d. "
            "Change the number of tables in the settings, or the players."
        )
        raise Refused(message % {"count": count, "needed": field.tables, "tables": tables})


def _not_full(missing: int, size: int) -> str:
    """The remedy when so many are missing at the last table."""
    if size == THREE:
        return ngettext(
            "%(count)d players cannot sit three to a table: add %(missing)d substitute, or leave out %(over)d players.",
            "%(count)d players cannot sit three to a table: add %(missing)d substitutes, or leave out %(over)d player.",
            missing,
        )
    if missing == FOUR - 1:
        return _(
            "%(count)d players cannot sit four to a table: add %(missing)d substitutes, or leave out %(over)d player."
        )
    return ngettext(
        "%(count)d players cannot sit four to a table: add %(missing)d substitute, or leave out %(over)d players.",
        "%(count)d players cannot sit four to a table: add %(missing)d substitutes, or leave out %(over)d players.",
        missing,
    )


def refuse_swap(tournament: Tournament, draft: Draft, hanchan: int, one: Player, other: Player) -> None:
    """When the two cannot change places in the hanchan, or when nothing would change."""
    if one == other:
        raise Refused(_("Choose two different people."), field="other")
    if hanchan not in draft:
        raise Refused(_("Hanchan %(number)d has no seating yet.") % {"number": hanchan})
    refuse_started(tournament, [hanchan])
    for field, player in (("one", one), ("other", other)):
        if player.pk not in seated(draft[hanchan]):
            message = _("%(name)s has no seat in hanchan %(number)d.")
            raise Refused(message % {"name": player, "number": hanchan}, field=field)
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


def refuse_changed_started(
    tournament: Tournament, old: Arranged, new: Arranged, really_played: Collection[int] = ()
) -> None:
    """When a change would touch the seats or byes of a hanchan that has started, those `really_played` apart."""
    changed = {
        number
        for number in {*old.draft, *new.draft}
        if old.draft.get(number) != new.draft.get(number)
        or old.byes.get(number, frozenset()) != new.byes.get(number, frozenset())
    }
    refuse_started(tournament, sorted(changed - set(really_played)))


def refuse_seating_who_is_out(tournament: Tournament, old: Arranged, new: Arranged) -> None:
    """When a change would seat somebody who is out and has no seat now."""
    before = misfit(tournament, old.draft, old.byes).out
    out = [player for player in misfit(tournament, new.draft, new.byes).out if player not in before]
    if out:
        message = _(
            "This would seat who is out: %(names)s. Reinstate them first, or keep what counts and repair it instead."
        )
        raise Refused(message % {"names": listed(out)})


def refuse_stand_ins(tournament: Tournament, new: Draft) -> None:
    """When somebody for whom a substitute stands in would lose the seat, or the substitute would get one."""
    for row in tournament.stand_ins.filter(cancelled_at=None).select_related("absent", "substitute"):
        people = seated(new[row.hanchan]) if row.hanchan in new else set()
        if row.absent_id not in people or row.substitute_id in people:
            message = _("In hanchan %(number)d %(substitute)s stands in for %(absent)s. Cancel that first.")
            raise Refused(message % {"number": row.hanchan, "substitute": row.substitute, "absent": row.absent})
