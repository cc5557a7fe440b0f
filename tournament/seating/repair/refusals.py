"""When a repair cannot be done as asked; each is asked twice, for the page and by the action under its lock."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournament.events.models import HanchanState, Tournament
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.draft import Arranged, Draft, seated, spans
from tournament.seating.queries import started_hanchan
from tournament.seating.refusals import refuse_started

Tables = Mapping[int, tuple[int, ...]]


def refuse_first(tournament: Tournament, first: int) -> None:
    """When hanchan `first` does not exist, or it or a later one has started."""
    numbers = list(tournament.hanchan.filter(number__gte=first).values_list("number", flat=True))
    if first not in numbers:
        raise Refused(_("There is no hanchan %(number)d.") % {"number": first}, field="first")
    if tournament.seating_id is None and first > 1:
        raise Refused(_("There is no seating yet: begin with hanchan 1."), field="first")
    refuse_started(tournament, numbers, field="first")


def first_open(tournament: Tournament) -> int | None:
    """The first hanchan after every one that has started; None when there is none."""
    last = max(started_hanchan(tournament), default=0)
    return tournament.hanchan.filter(number__gt=last).order_by("number").values_list("number", flat=True).first()


def refuse_people(leaving: Sequence[Player], coming: Sequence[Player]) -> None:
    """When somebody leaves and comes, or who comes does not play."""
    for player in coming:
        if player in leaving:
            raise Refused(_("%(name)s cannot leave and come.") % {"name": player}, field="who")
        if player.status != "playing":
            message = _("%(name)s is not playing. Reinstate the player first.")
            raise Refused(message % {"name": player}, field="who")


def refuse_reseating(tournament: Tournament, now: Arranged, hanchan: int, tables: Tables) -> None:
    """When people cannot sit like that at these tables of the hanchan, or nothing would change.

    Who has a bye there may be named: who loses the seat has the bye instead.
    """
    draft = now.draft
    state = tournament.hanchan.filter(number=hanchan).values_list("state", flat=True).first()
    if state is None or hanchan not in draft:
        raise Refused(_("Hanchan %(number)d has no seating yet.") % {"number": hanchan}, field="hanchan")
    if state == HanchanState.CLOSED:
        raise Refused(_("Hanchan %(number)d is closed. Reopen it first.") % {"number": hanchan}, field="hanchan")
    refuse_tables(draft, hanchan, list(tables))
    if state == HanchanState.PLAYING:
        refuse_sheets(tournament, hanchan, list(tables))
    _refuse_others(tournament, now, hanchan, tables)
    if all(draft[hanchan][table] == seats for table, seats in tables.items()):
        raise Refused(_("They sit like that already: nothing would change."))


def refuse_tables(draft: Draft, hanchan: int, tables: Sequence[int]) -> None:
    """When the hanchan has no such table."""
    unknown = [table for table in tables if table not in draft.get(hanchan, {})]
    if not tables or unknown:
        message = _("Hanchan %(number)d has no table %(tables)s.") if unknown else _("Name a table of the hanchan.")
        raise Refused(message % {"number": hanchan, "tables": spans(unknown)}, field="tables")


def refuse_sheets(tournament: Tournament, hanchan: int, tables: Sequence[int]) -> None:
    """When a sheet is in for one of these tables: it names who played there. Asked of the database under the lock."""
    sheets = tournament.hanchan.get(number=hanchan).sheets  # type: ignore[attr-defined]
    entered = sorted(set(sheets.filter(table__in=tables, versions__isnull=False).values_list("table", flat=True)))
    if entered:
        message = _(
            "The sheet of table %(tables)s is in: it says who played there. Correct the sheet, or take it back first."
        )
        raise Refused(message % {"tables": spans(entered)}, field="tables")


def _refuse_others(tournament: Tournament, now: Arranged, hanchan: int, tables: Tables) -> None:
    draft, resting = now.draft, now.byes.get(hanchan, frozenset())
    before = [player for table in tables for player in draft[hanchan][table]]
    after = [player for seats in tables.values() for player in seats]
    names = {player.pk: player for player in tournament.players.filter(pk__in={*before, *after})}
    where = {player: table for table, seats in draft[hanchan].items() for player in seats}
    for player in after:
        if after.count(player) > 1:
            raise Refused(_("%(name)s cannot sit in two places.") % {"name": names[player]}, field="tables")
        if player not in before and player not in resting:
            if player in seated(draft[hanchan]):
                message = _("%(name)s sits at table %(table)d by the seating: name that table too.")
                raise Refused(message % {"name": names[player], "table": where[player]}, field="tables")
            message = _("%(name)s has no seat in hanchan %(number)d. Replace the player, or let a substitute stand in.")
            raise Refused(message % {"name": names[player], "number": hanchan}, field="tables")
    missing = [names[player] for player in before if player not in after]
    spare = len(missing) - sum(player in resting for player in after)
    if spare or any(len(seats) != len(draft[hanchan][table]) for table, seats in tables.items()):
        message = _("Every place needs a person: %(name)s has none.")
        raise Refused(message % {"name": missing[0] if missing else "–"}, field="tables")
