"""Somebody plays another one's seat in one hanchan (WRC 2025 §12.3.9). The seating itself stays as it is.

Usually that is a substitute, who is scored and not ranked. A player who sits out the hanchan may stand in, too: the
result is then a result like any other of that player, unless somebody chooses that the player is not ranked in it.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.core.stored_words import coded
from tournament.players.checks import refuse_unconfirmed
from tournament.players.models import Player, PlayerStatus
from tournament.seats.models import Seat, StandIn


def choice_of(player: Player, hanchan: int, is_ranked: bool) -> bool | None:
    """Return what a stand-in keeps of whether the player is ranked in the hanchan: nothing where the player's entry
    says the same, and never anything of a substitute."""
    return None if player.is_substitute or is_ranked == player.is_ranked_in(hanchan) else is_ranked


def stand_in(
    *,
    tournament: Tournament,
    hanchan: int,
    absent: Player,
    substitute: Player,
    act: Act,
    is_ranked: bool | None = None,
) -> StandIn:
    """Let a substitute, or a player without a seat, play the seat of somebody who is not there, in one hanchan that is
    not closed. `is_ranked` says whether it counts for that player; None for what follows from their entry.

    Whether the table's sheet is already in is for the caller to check: this activity knows no sheets. Raises Refused.
    """
    counts = None if is_ranked is None else choice_of(substitute, hanchan, is_ranked)
    with audited_write(
        tournament,
        act,
        Verb.ASSIGNED_SUBSTITUTE,
        subject=_subject(hanchan, absent, substitute, counts),
        hanchan=hanchan,
        absent=absent.number,
        substitute=substitute.number,
        **({} if counts is None else {"ranked": counts}),
    ):
        tournament.refresh_from_db(fields=["seating"])
        refuse_stand_in(tournament, hanchan, absent, substitute)
        refuse_unconfirmed(tournament, [substitute.pk])
        return StandIn.objects.create(
            tournament=tournament,
            hanchan=tournament.hanchan.get(number=hanchan),
            absent=absent,
            substitute=substitute,
            counts=counts,
            reason=act.reason,
            made_at=act.at,
            made_by=act.by,
        )


def cancel_stand_in(*, stand_in: StandIn, act: Act) -> None:
    """The player has the seat again. Cancelling twice does nothing. Raises Refused when the hanchan is closed."""
    tournament = stand_in.tournament
    if stand_in.cancelled_at:
        return
    subject = _subject(stand_in.hanchan.number, stand_in.absent, stand_in.substitute, stand_in.counts)
    with audited_write(tournament, act, Verb.REMOVED_SUBSTITUTE, subject=subject):
        _refuse_hanchan(tournament, stand_in.hanchan.number)
        stand_in.cancelled_at = act.at
        stand_in.save(update_fields=["cancelled_at"])


def record_stand_ins(
    tournament: Tournament,
    hanchan: Hanchan,
    played: Mapping[int, int],
    choices: Mapping[int, bool | None],
    act: Act,
) -> None:
    """Let the stand-ins of a hanchan be those of `played` (ids: whose seat it is to who plays it), with what was chosen
    for each who plays (`choice_of`).

    Only within an audited write, as part of a correction of who played; also of a hanchan that is closed.
    """
    standing = {row.absent_id: row for row in tournament.stand_ins.filter(hanchan=hanchan, cancelled_at=None)}
    kept = {
        absent
        for absent, row in standing.items()
        if played.get(absent) == row.substitute_id and choices.get(row.substitute_id) == row.counts
    }
    tournament.stand_ins.filter(pk__in=[row.pk for absent, row in standing.items() if absent not in kept]).update(
        cancelled_at=act.at
    )
    StandIn.objects.bulk_create(
        StandIn(
            tournament=tournament,
            hanchan=hanchan,
            absent_id=absent,
            substitute_id=substitute,
            counts=choices.get(substitute),
            reason=act.reason,
            made_at=act.at,
            made_by=act.by,
        )
        for absent, substitute in played.items()
        if absent not in kept
    )


def _subject(hanchan: int, absent: Player, substitute: Player, counts: bool | None) -> str:
    return coded("stand-in", number=hanchan, substitute=with_choice(str(substitute), counts), absent=absent)


def with_choice(name: str, counts: bool | None) -> str:
    """Return a name as the history stores it, with what was chosen for it."""
    if counts is None:
        return name
    return coded("ranked" if counts else "not-ranked", name=name)


def refuse_stand_in(tournament: Tournament, hanchan: int, absent: Player, substitute: Player | None) -> None:
    """Refuse a substitute (None: somebody who is not registered yet) who cannot play that seat in that hanchan.

    Previews ask this as well.
    """
    _refuse_hanchan(tournament, hanchan)
    if substitute is not None:
        _refuse_people(tournament, hanchan, absent, substitute)


def _refuse_hanchan(tournament: Tournament, number: int) -> None:
    hanchan = tournament.hanchan.filter(number=number).first()
    if hanchan is None:
        raise Refused.of("no-such-hanchan", _("There is no hanchan {number}."), field="hanchan", number=number)
    if hanchan.state == HanchanState.CLOSED:
        raise Refused.of(
            "hanchan-closed", _("Hanchan {number} is closed. Reopen it first."), field="hanchan", number=number
        )


def _refuse_people(tournament: Tournament, hanchan: int, absent: Player, substitute: Player) -> None:
    holders = set(
        Seat.objects.filter(
            seating=tournament.seating_id or 0,  # without a seating nobody holds a seat
            hanchan__number=hanchan,
            player__in=[absent, substitute],
        ).values_list("player_id", flat=True)
    )
    if absent.pk not in holders:
        raise Refused.of(
            "no-seat", _("{name} has no seat in hanchan {number}."), field="absent", name=absent, number=hanchan
        )
    if substitute.pk in holders:
        raise Refused.of(
            "has-seat",
            _("{name} already has a seat in hanchan {numbers}."),
            field="substitute",
            name=substitute,
            numbers=hanchan,
        )
    if substitute.status != PlayerStatus.PLAYING:
        raise Refused.of(
            "not-playing",
            _("{name} cannot play: {status}. Choose somebody else."),
            field="substitute",
            name=substitute,
            status=substitute.get_status_display(),
        )
    stand_ins = tournament.stand_ins.filter(hanchan__number=hanchan, cancelled_at=None)
    for row in stand_ins.select_related("absent", "substitute"):
        if absent == row.absent or substitute == row.substitute:
            raise Refused.of(
                "stand-in",
                _("{substitute} is already the substitute for {absent} in hanchan {number}. Cancel that first."),
                field="substitute",
                substitute=row.substitute,
                absent=row.absent,
                number=hanchan,
            )
