"""The ways to close check-in in words: titles, notes, reasons."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lateness import lateness
from seating.repair import RepairKind
from tournament.core.models import Tournament
from tournament.core.stored_words import coded
from tournament.planning.sources.attendance import Attendance
from tournament.planning.sources.closing_ways import KEEP, NAMED, ClosingWay
from tournament.players.models import Player
from tournament.seating_report.sentences import player_list
from tournament.translation.formats import write_price


def way_title(way: ClosingWay, there: Attendance) -> str:
    """The way in a few words: what happens to whoever is missing, and to the seats."""
    if way.key == KEEP:
        count = len(there.missing)
        return ngettext("Seat {count} missing player anyway", "Seat the {count} missing players anyway", count).format(
            count=count
        )
    count = len(way.withdrawn)
    text = _withdrawing(way) if count else _seating(way)
    tables = ngettext("{count} table", "{count} tables", way.tables).format(count=way.tables)
    title = text.format(count=count, placed=len(way.placed), tables=tables)
    if not way.needs_search:
        return title
    variant = _("{title}, as even as possible") if way.is_even else _("{title}, few players move")
    return variant.format(title=title)


def _withdrawing(way: ClosingWay) -> str:
    if way.key == NAMED:
        return _("Withdraw {count}, as chosen")
    if way.option is None:
        return _("Withdraw {count}, seat the waiting list") if way.placed else _("Withdraw {count}")
    if way.option.kind == RepairKind.SUBSTITUTES:
        if way.placed:
            return _("Withdraw {count}, seat the waiting list")
        return (
            _("Withdraw {count}, seat substitutes") if substitutes_of(way) else _("Withdraw {count}, seat the others")
        )
    if way.option.kind == RepairKind.BYES:
        if way.placed:
            return _("Withdraw {count}, seat {placed}, take byes")
        return _("Withdraw {count}, {tables} with byes")
    return _("Withdraw {count}, seat {placed}, {tables}") if way.placed else _("Withdraw {count}, {tables}")


def _seating(way: ClosingWay) -> str:
    """Nobody is withdrawn, but seats and players do not fit together."""
    if way.option is None:
        return _("As chosen")
    if way.option.kind == RepairKind.SUBSTITUTES:
        return _("Fill the seats, nobody else moves")
    return _("{tables} with byes") if way.option.kind == RepairKind.BYES else "{tables}"


def way_notes(way: ClosingWay, there: Attendance, size: int) -> Iterator[str]:
    """Yield a sentence or two about a way; `size` sit at a table."""
    if way.option and way.option.byes:
        yield _("Everybody sits out once before anybody does twice. A bye scores 0.")
    if brings := substitutes_of(way):
        text = ngettext("{count} seat goes to a substitute.", "{count} seats go to substitutes.", len(brings))
        yield text.format(count=len(brings))
    if not way.placed and way.key != KEEP and any(player.pk in there.here for player in there.queue):
        yield _("The waiting list is not seated.")
    short = -way.players % size
    if short and not there.is_seated:
        text = ngettext(
            "{count} more is needed to fill the last table.", "{count} more are needed to fill the last table.", short
        )
        yield text.format(count=short)


def substitutes_of(way: ClosingWay) -> list[Player]:
    """The substitutes without a seat who get one."""
    if way.option is None or way.case is None or way.option.kind == RepairKind.BYES:
        return []
    free = [one for one in way.case.substitutes if one.pk not in way.case.holders]
    if way.option.kind == RepairKind.SUBSTITUTES:
        return free[: max(0, len(way.case.gone) - len(way.case.newcomers))]
    return [one for one in way.case.substitutes[: way.option.substitutes] if one in free]


def late_note(tournament: Tournament) -> str:
    """Return what the rules say about a player who comes after the start."""
    rules = tournament.ruleset
    minute = lateness(1, rules, tournament.schedule).amount
    if not minute:
        return _("They keep their seats and are late from the start.")
    text = ngettext(
        "{points} a minute late, a forfeit after {minutes} minute.",
        "{points} a minute late, a forfeit after {minutes} minutes.",
        rules.lateness.minutes,
    )
    return text.format(points=write_price(minute), minutes=rules.lateness.minutes)


def reason_of(way: ClosingWay) -> str:
    """The reason in the list of versions, as it is stored: who left and who came."""
    left, came = player_list(way.withdrawn), player_list(way.placed)
    if not way.withdrawn:
        return coded("closed")
    return coded("closed-left-came", left=left, came=came) if way.placed else coded("closed-left", left=left)


def button_text(way: ClosingWay) -> str:
    """The button that closes check-in says the result."""
    return _("Close check-in and seat {count}").format(count=way.players)


def done_text(way: ClosingWay, there: Attendance) -> str:
    """Say what was done, with the names of whoever was withdrawn."""
    done = _("Check-in is closed: {title}.").format(title=way_title(way, there))
    if not way.withdrawn:
        return done
    return f"{done} {_('Withdrawn: {names}.').format(names=player_list(way.withdrawn))}"
