"""Correcting who played in a hanchan, with the report sheets that are in: seats, stand-ins and sheets in one write."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, HanchanState, Verb
from tournament.core.official_results import refuse_official
from tournament.planning.line_up.choices import NO_CHOICES, RankedChoices, ranked_choices_of
from tournament.planning.line_up.exchange import Played, holders, people, played_seats, stand_ins, touched
from tournament.planning.proposal import Origin
from tournament.planning.versions import earlier_version, new_version
from tournament.players.actions import history_name
from tournament.players.models import Player, PlayerStatus
from tournament.results.models import PenaltyKind
from tournament.results.sheets.agreement import refresh
from tournament.results.sheets.name_correction import rename_people
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.queries import lineup
from tournament.seats.seat_map import Arrangement, seated
from tournament.seats.stand_ins import record_stand_ins, with_choice


def correct_people(
    *,
    hanchan: Hanchan,
    who: Mapping[int, int],
    seen: Mapping[int, int],
    act: Act,
    ranked: Mapping[int, bool] = NO_CHOICES,
) -> Seating:
    """Let other people have played at the tables of a hanchan: of two exchanged, a ring, or one typed wrongly.

    `who` maps the id of who is listed to the id of who really played; `seen` each table at which a name changes to the
    number of the sheet's version that the person was looking at, 0 for none; `ranked` says of those who play somebody
    else's seat, by id, whether the hanchan counts for them. Points, winds and marks stay with the seat, penalties with
    the person; every sheet gets another version. Only this hanchan changes, also after it was closed. The same action
    with `who` the other way round undoes it. Raises Refused with the remedy, Conflict when somebody else was faster. A
    repeated submission returns the first result.
    """
    if earlier := earlier_version(hanchan.tournament, act):
        return earlier
    if not act.reason.strip():
        raise Refused.of("reason-missing", _("Enter a reason for the change."), field="reason")
    who = {written: real for written, real in who.items() if written != real}
    detail: dict[str, Any] = {"hanchan": hanchan.number}

    def change(old: Arrangement) -> Arrangement:
        refresh(hanchan)
        refuse_official(hanchan.tournament, hanchan.number)
        played = played_seats(lineup(hanchan.tournament, hanchan.number))
        players = hanchan.tournament.players.in_bulk()
        choices = ranked_choices_of(hanchan, who, ranked, players)
        refuse_people(hanchan, played, who, choices)
        if set(touched(played, who)) != set(seen):
            raise _moved()
        detail["sheets"] = rename_people(hanchan=hanchan, who=who, seen=seen, act=act)
        now = choices.seated(played, who)
        standing = stand_ins(now)
        kept = {player: choices.kept(player) for player in standing.values()}
        record_stand_ins(hanchan.tournament, hanchan, standing, kept, act)
        if choices.changed:
            detail["ranked"] = {str(players[one].number): counts for one, counts in choices.changed.items()}
        substitutes = {player.pk for player in players.values() if player.is_substitute}
        return _arranged(old, hanchan.number, now, substitutes)

    known = hanchan.tournament.players.in_bulk()
    subject = _subject(hanchan, who, ranked_choices_of(hanchan, who, ranked, known))
    origin = Origin(source=SeatingSource.REPAIRED, verb=Verb.CORRECTED_PEOPLE, subject=subject)
    return new_version(hanchan.tournament, change, origin, act, really_played=[hanchan.number], detail=detail)


def _arranged(old: Arrangement, hanchan: int, now: Played, substitutes: set[int]) -> Arrangement:
    """The seating with these seats; who has lost one sits out, who has got one does not any more. Who sits out and
    plays somebody else's seat keeps the bye for the time after that."""
    draft = {**old.draft, hanchan: holders(now)}
    resting = old.people(hanchan) - seated(draft[hanchan])
    resting -= substitutes - old.byes.get(hanchan, frozenset())
    byes = {**old.byes, hanchan: frozenset(resting)}
    return Arrangement(draft, {number: out for number, out in byes.items() if out})


def _subject(hanchan: Hanchan, who: Mapping[int, int], choices: RankedChoices) -> str:
    def name(player: int) -> str:
        return with_choice(str(choices.players.get(player, "–")), choices.changed.get(player))

    pairs = [f"{choices.players.get(written, '–')} → {name(real)}" for written, real in who.items()]
    pairs += [name(player) for player in choices.changed if player not in who.values()]
    return _("hanchan {number}: {pairs}").format(number=hanchan.number, pairs=", ".join(pairs))


def refuse_people(hanchan: Hanchan, played: Played, who: Mapping[int, int], choices: RankedChoices) -> None:
    """Refuse people who cannot have played these seats. Pages ask this before they show what would change."""
    if hanchan.state == HanchanState.PLANNED:
        text = _("Hanchan {number} has not started: nobody has played it. Swap the players in the seating instead.")
        raise Refused.of("hanchan-not-started", text, number=hanchan.number)
    if not who and not choices.changed:
        raise Refused.of("same-people", _("Nobody changes seats. Type who really sat there, then apply."))
    at = people(played)
    if not set(who) <= set(at):
        raise _moved()
    known = hanchan.tournament.players.in_bulk({*who, *who.values()})
    real = list(who.values())
    for player in real:
        if player not in known:
            raise _moved()
        if real.count(player) > 1:
            text = _("{name} cannot have two seats in one hanchan. Choose somebody else for one of them.")
            raise Refused.of("two-seats", text, name=known[player])
        if player in at and player not in who:
            text = _("{name} is listed at table {table}. Say who really played that seat, too.")
            raise Refused.of("other-table", text, name=known[player], table=at[player])
        if player not in at:
            _refuse_absent(hanchan, known[player])


def _refuse_absent(hanchan: Hanchan, player: Player) -> None:
    """Refuse somebody who was not there: out of the event before the hanchan began, or recorded as absent."""
    if player.status != PlayerStatus.PLAYING and not _left_later(hanchan, player):
        text = _(
            "{name} was {status} before hanchan {number} began. If {name} did play, reinstate the player under "
            "Players, correct the sheet, and withdraw or disqualify the player again."
        )
        status = player.get_status_display()
        raise Refused.of("player-out", text, name=player, status=status, number=hanchan.number)
    if player.penalties.filter(hanchan=hanchan, kind=PenaltyKind.FORFEIT, cancelled_at=None).exists():
        text = _("{name} forfeited hanchan {number}. If {name} did play, cancel the forfeit under Penalties first.")
        raise Refused.of("player-forfeited", text, name=player, number=hanchan.number)


def _left_later(hanchan: Hanchan, player: Player) -> bool:
    """Return whether somebody who is out of the event left it after the hanchan had begun."""
    verbs = (Verb.WITHDREW, Verb.DISQUALIFIED)
    entries = hanchan.tournament.audit_entries.filter(verb__in=verbs, subject=history_name(player))
    left = entries.order_by("-id").values_list("at", flat=True).first()
    return left is not None and hanchan.started_at is not None and left >= hanchan.started_at


def _moved() -> Conflict:
    text = _("The people at these tables changed in the meantime. Compare the names with the sheets again.")
    return Conflict.of("people-changed", text)
