"""Late players. Minutes give the points; past the limit the hanchan is forfeited and a substitute plays the seat.

A forfeit is no points for the hanchan and one penalty that replaces the minutes; the substitute is scored and not
ranked (WRC 2025 §12.3.9). Being late and being late again in the same hanchan is one row: the later entry counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple
from uuid import uuid5

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.fouls import ABSENT
from scoring.fouls.cases import Consequence
from scoring.lateness import Arrival, Lateness, absence, full_minutes, lateness
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Message, Refused
from tournament.core.models import Hanchan, Tournament, Verb
from tournament.core.stored_words import coded
from tournament.players.actions import add_player
from tournament.players.lookup import find_or_new, option
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.actions import Repeated, history_detail, single_write, strike
from tournament.results.penalties.queries import foul_of
from tournament.results.sentences import ago
from tournament.results.sheets.actions import hand_over
from tournament.results.sheets.printings import old_sheets_told
from tournament.results.sheets.queries import accepted_version
from tournament.seats.held_seats import HeldSeat, refuse_sitting_out, seat_of
from tournament.seats.stand_ins import refuse_stand_in, stand_in

ABOUT_TIME = [PenaltyKind.LATE, PenaltyKind.FORFEIT]


@dataclass(frozen=True, slots=True)
class LateComer:
    """One late player: how late, None for not at all; who plays instead, a substitute or the name of a new one, and
    whether the hanchan counts for them, None for what follows from their entry."""

    player: Player
    late: timedelta | None
    substitute: Player | str | None = None
    is_ranked: bool | None = None


class Filling(NamedTuple):
    """The player for a forfeited seat: a substitute, the name of a new one, None yet; what speaks against it, and
    whether they play the seat already."""

    substitute: Player | str | None
    obstacle: str = ""
    is_seated: bool = False


def verdict(late: timedelta | None, tournament: Tournament) -> Lateness:
    """Return the result under rule set and schedule; not playing at all is a forfeit (WRC 2025 §12.3.9)."""
    rules, fouls = tournament.ruleset, tournament.schedule
    return absence(rules, fouls) if late is None else lateness(late, rules, fouls)


def intention_disqualifies(tournament: Tournament) -> bool:
    """Return whether the schedule disqualifies who forfeits a hanchan on purpose (WRC 2025 §12.3.9)."""
    foul = foul_of(tournament, ABSENT)
    return foul is not None and Consequence.DISQUALIFICATION in foul.consequences


def late_players(*, hanchan: Hanchan, rows: Sequence[LateComer], referee: str, act: Act) -> list[Penalty]:
    """Enter several late players of one hanchan: all of them, or none and what is wrong with which row.

    Raises Refused, and Conflict where nothing else speaks against it than what others entered meanwhile; the param
    `row` of each message is the index of its row.
    """
    given: list[Penalty] = []
    wrong: list[Message] = []
    kinds: set[type[Refused]] = set()
    edition, submission = hanchan.tournament.edition, act.sending()
    with transaction.atomic():
        for number, row in enumerate(rows):
            own = replace(act, submission=uuid5(submission, str(number)))
            try:
                given.append(_late(row, hanchan, referee, own))
            except Refused as refused:
                kinds.add(type(refused))
                wrong += [replace(one, params={**one.params, "row": number}) for one in refused.messages]
        if wrong:
            hanchan.tournament.edition = edition
            raise (Conflict if kinds == {Conflict} else Refused)(wrong)
    return given


def _late(row: LateComer, hanchan: Hanchan, referee: str, act: Act) -> Penalty:
    return late(
        player=row.player,
        minutes=row.late,
        substitute=row.substitute,
        is_ranked=row.is_ranked,
        hanchan=hanchan,
        referee=referee,
        act=act,
    )


def fillings(hanchan: Hanchan, rows: Sequence[LateComer]) -> list[Filling]:
    """Return who would play the forfeited seats; for the others nobody does. Nothing is written.

    What speaks against the entry itself, a bye, is said of all.
    """
    found: list[Filling] = []
    taken: dict[Player | str, Player] = {}
    for row in rows:
        forfeits = verdict(row.late, hanchan.tournament).kind is Arrival.FORFEIT
        found.append(_filling(hanchan, row, taken) if forfeits else Filling(None, _against(row.player, hanchan)))
        if forfeits and isinstance(row.substitute, Player):
            taken.setdefault(row.substitute, row.player)
    return found


def _against(player: Player, hanchan: Hanchan) -> str:
    """Return why the player cannot be late in that hanchan; "" when nothing speaks against it."""
    try:
        refuse_sitting_out(player, hanchan)
    except Refused as refusal:
        return refusal.message
    return ""


def _filling(hanchan: Hanchan, row: LateComer, taken: Mapping[Player | str, Player]) -> Filling:
    """Return the result of entering the row; `taken` are the substitutes of the rows above."""
    chosen = row.substitute
    try:
        refuse_sitting_out(row.player, hanchan)
        seat = _held(row.player, hanchan)
        if seat.substitute and chosen in (None, "", seat.substitute):
            return Filling(seat.substitute, is_seated=True)
        if chosen:
            known = chosen if isinstance(chosen, Player) else seat.substitute
            refuse_stand_in(hanchan.tournament, hanchan.number, row.player, known)
    except Refused as refusal:
        return Filling(chosen, refusal.message)
    if chosen and chosen in taken:
        text = gettext("{substitute} is already the substitute for {absent} above.")
        return Filling(chosen, text.format(substitute=chosen, absent=taken[chosen]))
    return Filling(chosen)


def late(
    *,
    player: Player,
    hanchan: Hanchan,
    minutes: int | timedelta | None,
    referee: str,
    act: Act,
    substitute: Player | str | None = None,
    is_ranked: bool | None = None,
) -> Penalty:
    """A player came late: by full minutes, by the exact time, or not at all (None).

    Past the rule set's limit it is a forfeit; then somebody must stand in, and a name makes a new substitute. A player
    who sits out and stands in may not be ranked in the hanchan (`is_ranked`; None for what follows from their entry).
    A repeated submission gives back what the first one made. Raises Refused naming the field: on time, no substitute,
    forfeited already, or the table's sheet is in; Conflict where somebody entered it after penalty number `act.base`.
    """
    elapsed = timedelta(minutes=minutes) if isinstance(minutes, int) else minutes
    submission = act.sending()
    try:
        with single_write(
            hanchan.tournament, hanchan, [submission], act, Verb.ENTERED_LATENESS, subject=option(player)
        ) as entry:
            penalty = _judged(player, hanchan, elapsed)
            penalty.reason, penalty.referee, penalty.submission = act.reason.strip(), referee.strip(), submission
            penalty.given_at, penalty.given_by = act.at, act.by
            if not penalty.referee:
                raise Refused.of("referee-missing", _("Enter the name of the referee who decided."), field="referee")
            _replace_earlier(penalty, hanchan, act)
            if penalty.kind == PenaltyKind.FORFEIT:
                _stand_in(penalty, hanchan, substitute, is_ranked)
            penalty.save()
            entry.detail = history_detail(penalty)
    except Repeated as repeated:
        return repeated.penalties[0]
    return penalty


def _judged(player: Player, hanchan: Hanchan, late: timedelta | None) -> Penalty:
    """Return the penalty under the rules, not saved yet."""
    judged = verdict(late, hanchan.tournament)
    if judged.kind is Arrival.ON_TIME:
        raise Refused.of("on-time", _("Less than a full minute is on time: there is nothing to enter."), field="late")
    refuse_sitting_out(player, hanchan)
    kind = PenaltyKind.FORFEIT if judged.kind is Arrival.FORFEIT else PenaltyKind.LATE
    foul = foul_of(hanchan.tournament, judged.foul)
    return Penalty(
        tournament=hanchan.tournament,
        player=player,
        hanchan=hanchan,
        kind=kind,
        foul=foul.code if foul else "",
        foul_title=foul.title if foul else "",
        amount=judged.amount,
        scheduled_amount=judged.amount,
        consequence=judged.consequence.value,
        minutes=None if late is None else full_minutes(late),
    )


def _replace_earlier(penalty: Penalty, hanchan: Hanchan, act: Act) -> None:
    """Only one of lateness and forfeit counts in a hanchan (WRC 2025 §12.3.9)."""
    rows = penalty.tournament.penalties.filter(
        player=penalty.player, hanchan=hanchan, cancelled_at=None, kind__in=ABOUT_TIME
    )
    for earlier in rows:
        if earlier.kind == PenaltyKind.FORFEIT:
            text = _("{player} has already forfeited hanchan {hanchan}. If that is wrong, cancel the forfeit first.")
            raise Refused.of("forfeited-already", text, field="player", player=penalty.player, hanchan=hanchan.number)
        if act.base is not None and earlier.pk > act.base:
            text = _("{who} entered {player} as late {ago}: {late}. Save again to replace that.")
            raise Conflict.of(
                "late-meanwhile",
                text,
                field="player",
                who=earlier.given_by or earlier.referee,
                player=penalty.player,
                ago=ago(earlier.given_at, act.at),
                late=earlier.how_late,
            )
        reason = gettext("Replaced by a later entry of the minutes.")
        if penalty.kind == PenaltyKind.FORFEIT:
            reason = gettext("Replaced by the forfeit of the hanchan.")
        strike(earlier, act=Act(by=penalty.given_by, at=penalty.given_at, reason=reason))


def _stand_in(penalty: Penalty, hanchan: Hanchan, substitute: Player | str | None, is_ranked: bool | None) -> None:
    """Somebody plays the forfeited seat, unless somebody does already or nobody plays at the table; what a sheet counts
    there is theirs."""
    player = penalty.player
    seat = _held(player, hanchan)
    accepted = accepted_version(hanchan, seat.table)
    if accepted and not accepted.is_played:
        return
    if seat.substitute and substitute in (None, "", seat.substitute):
        return
    if not substitute:
        text = _(
            "More than {limit} minutes is a forfeit: enter a substitute for the seat. A new name adds a new substitute."
        )
        limit = hanchan.tournament.ruleset.lateness.minutes
        raise Refused.of("substitute-missing", text, field="substitute", limit=limit)
    whom = _substitute(penalty, substitute)
    act = Act(by=penalty.given_by, at=penalty.given_at, reason=penalty.reason or coded("forfeited"))
    with old_sheets_told(hanchan.tournament):
        stand_in(
            tournament=hanchan.tournament,
            hanchan=hanchan.number,
            absent=player,
            substitute=whom,
            is_ranked=is_ranked,
            act=act,
        )
    hand_over(hanchan=hanchan, table=seat.table, absent=player, substitute=whom, act=act.step())


def _held(player: Player, hanchan: Hanchan) -> HeldSeat:
    """The seat that is forfeited. Raises Refused when there is none."""
    seat = seat_of(player, hanchan)
    if seat is None:
        text = _("{player} has no seat in hanchan {hanchan}.")
        raise Refused.of("no-seat", text, field="player", player=player, hanchan=hanchan.number)
    return seat


def _substitute(penalty: Penalty, substitute: Player | str) -> Player:
    if isinstance(substitute, Player):
        return substitute
    if known := find_or_new(substitute, list(players_of(penalty.tournament))):
        return known
    act = Act(by=penalty.given_by, at=penalty.given_at)
    return add_player(tournament=penalty.tournament, act=act, name=substitute.strip(), is_substitute=True)
