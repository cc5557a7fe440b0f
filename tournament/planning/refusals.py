"""Refusals of changes to a seating, with the remedy. Each is checked twice: for the page
with the preview, and by the action under its lock."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.planning.sentences import player_list
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import Field, field_of
from tournament.seats.queries import mismatch, started_hanchan
from tournament.seats.seat_map import Arrangement, SeatMap, seated, spans

FOUR, THREE = 4, 3
"""Players at a table: of riichi for four, and of sanma."""


def refuse_plan(tournament: Tournament) -> None:
    """Refuse when a hanchan has started, when players do not fill tables, when the hall has too few tables."""
    started = started_hanchan(tournament)
    if started:
        raise Refused.of(
            "event-started",
            _(
                "Hanchan {numbers} has started. A new plan would repeat pairings that were already played. "
                "Swap two players, replace a player, or import a seating for the remaining hanchan."
            ),
            numbers=spans(started),
        )
    refuse_size(field_of(tournament), tournament.table_count)


def refuse_wishes(tournament: Tournament) -> None:
    """Refuse a draw from words while there are wishes: not the words alone would decide."""
    if tournament.wishes.filter(withdrawn_at=None).exists():
        raise Refused.of(
            "draw-with-wishes",
            _("With wishes, not the words alone decide. Withdraw the wishes to draw, or plan from a seed with them."),
        )


def refuse_size(field: Field, tables: int | None) -> None:
    """Refuse when these players do not fill tables, or need more tables than the hall has."""
    count = len(field.seated)
    if not count:
        raise Refused.of("no-players", _("There are no players yet. Add players first."))
    if field.missing:
        raise Refused.of(
            "tables-not-full",
            _not_full(field.missing, field.size),
            count=count,
            missing=field.missing,
            over=count % field.size,
        )
    if tables and field.tables > tables:
        raise Refused.of(
            "too-few-tables",
            _(
                "{count} players need {needed} tables, and the hall has {tables}. "
                "Change the number of tables in the settings, or the players."
            ),
            count=count,
            needed=field.tables,
            tables=tables,
        )


def _not_full(missing: int, size: int) -> str:
    """The remedy when players are missing at the last table."""
    if size == THREE:
        return ngettext(
            "{count} players do not fill tables of three: add {missing} substitute, or leave out {over} players.",
            "{count} players do not fill tables of three: add {missing} substitutes, or leave out {over} player.",
            missing,
        )
    if missing == FOUR - 1:
        return _("{count} players do not fill tables of four: add {missing} substitutes, or leave out {over} player.")
    return ngettext(
        "{count} players do not fill tables of four: add {missing} substitute, or leave out {over} players.",
        "{count} players do not fill tables of four: add {missing} substitutes, or leave out {over} players.",
        missing,
    )


def refuse_swap(tournament: Tournament, draft: SeatMap, hanchan: int, one: Player, other: Player) -> None:
    """Refuse a swap that is impossible or changes nothing."""
    if one == other:
        raise Refused.of("same-player", _("Choose two different players."), field="other")
    if hanchan not in draft:
        raise Refused.of("no-seating", _("Hanchan {number} has no seating yet."), number=hanchan)
    refuse_started(tournament, [hanchan])
    for field, player in (("one", one), ("other", other)):
        if player.pk not in seated(draft[hanchan]):
            raise Refused.of(
                "no-seat", _("{name} has no seat in hanchan {number}."), field=field, name=player, number=hanchan
            )
    same_table = any({one.pk, other.pk} <= set(seats) for seats in draft[hanchan].values())
    if same_table and tournament.winds_are_drawn:
        raise Refused.of("same-table", _("Both sit at the same table, where winds are drawn: nothing would change."))


def refuse_replacement(tournament: Tournament, draft: SeatMap, leaving: Player, coming: Player, first: int) -> None:
    """Refuse when `coming` cannot have the seats of `leaving` from hanchan `first` on."""
    if leaving == coming:
        raise Refused.of("same-player", _("Choose a different player as the replacement."), field="coming")
    if coming.status != PlayerStatus.PLAYING:
        raise Refused.of(
            "not-playing", _("{name} is not playing. Reinstate the player first."), field="coming", name=coming
        )
    theirs = [hanchan for hanchan, tables in draft.items() if hanchan >= first and leaving.pk in seated(tables)]
    if not theirs:
        raise Refused.of(
            "no-seat", _("{name} has no seat from hanchan {number} on."), field="leaving", name=leaving, number=first
        )
    refuse_started(tournament, theirs, field="from_hanchan")
    taken = [hanchan for hanchan in draft if hanchan >= first and coming.pk in seated(draft[hanchan])]
    if taken:
        raise Refused.of(
            "has-seat",
            _("{name} already has a seat in hanchan {numbers}."),
            field="coming",
            name=coming,
            numbers=spans(taken),
        )


def refuse_started(tournament: Tournament, numbers: Sequence[int], field: str | None = None) -> None:
    """Refuse when one of these hanchan has started."""
    started = sorted(set(numbers) & set(started_hanchan(tournament)))
    if started:
        raise Refused.of(
            "hanchan-started",
            _("Hanchan {numbers} has started and its seats are fixed. A substitute can stand in for one hanchan."),
            field=field,
            numbers=spans(started),
        )


def refuse_changed_started(
    tournament: Tournament, old: Arrangement, new: Arrangement, really_played: Collection[int] = ()
) -> None:
    """Refuse a change of seats or byes in a hanchan that has started, except those `really_played`."""
    changed = {
        number
        for number in {*old.draft, *new.draft}
        if old.draft.get(number) != new.draft.get(number)
        or old.byes.get(number, frozenset()) != new.byes.get(number, frozenset())
    }
    refuse_started(tournament, sorted(changed - set(really_played)))


def refuse_seating_who_is_out(tournament: Tournament, old: Arrangement, new: Arrangement) -> None:
    """Refuse a change that gives a seat to a withdrawn player."""
    before = mismatch(tournament, old.draft, old.byes).out
    out = [player for player in mismatch(tournament, new.draft, new.byes).out if player not in before]
    if out:
        raise Refused.of(
            "withdrawn-players",
            _(
                "This would seat withdrawn players: {names}. "
                "Reinstate them first, or repair the current seating instead."
            ),
            names=player_list(out),
        )


def refuse_stand_ins(tournament: Tournament, new: SeatMap) -> None:
    """Refuse when an absent player with a stand-in would lose the seat, or the stand-in would get one."""
    for row in tournament.stand_ins.filter(cancelled_at=None).select_related("absent", "substitute", "hanchan"):
        people = seated(new.get(row.hanchan.number, {}))
        if row.absent_id not in people or row.substitute_id in people:
            raise Refused.of(
                "stand-in",
                _("In hanchan {number} {substitute} stands in for {absent}. Cancel that first."),
                number=row.hanchan.number,
                substitute=row.substitute,
                absent=row.absent,
            )
