"""Drawing the winds of a table, and cancelling a draw: the only writers of draws."""

from collections.abc import Callable, Sequence

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.winds import Wind
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, Tournament, Verb
from tournament.players.models import Player
from tournament.results.models import DrawWay, WindDraw
from tournament.results.wind_draws.queries import TableDraw, obstacle, table_draw
from tournament.seats.queries import places_at


def draw_winds(
    *, hanchan: Hanchan, table: int, player: Player | None, random: Callable[[int], int], act: Act
) -> WindDraw:
    """Draw the winds of a table; `random(n)` returns a number from 0 to n - 1, each equally likely.

    `player` is who pressed the button on their personal link, None where the table's code was used. Raises Conflict
    with the draw that holds already, Refused for a player of another table and where nothing is drawn now.
    """
    with transaction.atomic():
        state = _state(hanchan, table)
        if player is not None and player.pk not in {one.pk for one in state.players}:
            raise Refused.of("not-at-the-table", _("{name} does not sit at this table."), name=player.label)
        if state.draw is not None:
            raise Conflict([state.draw.origin])
        if (found := obstacle(state)) is not None:
            raise Refused([found])
        rest = list(hanchan.tournament.ruleset.winds)
        winds = [rest.pop(random(len(rest))) for _player in state.players]
        with audited_write(hanchan.tournament, act, Verb.DREW_WINDS, subject=hanchan.table_name(table)) as entry:
            entry.detail = {"winds": _in_words(winds, state.players)}
            return WindDraw.objects.create(
                hanchan=hanchan,
                table=table,
                attempt=state.attempt,
                way=DrawWay.PAGE,
                winds=[[wind.value, one.pk] for wind, one in zip(winds, state.players, strict=True)],
                drawn_at=act.at,
                drawn_by=player,
            )


def _state(hanchan: Hanchan, table: int) -> TableDraw:
    """Return the draw of a table, behind a lock: of two phones that draw at once, the second sees the first."""
    Tournament.objects.select_for_update().only("pk").get(pk=hanchan.tournament_id)  # first, as every other write
    hanchan.refresh_from_db(fields=["state", "seating_published_at"])
    return table_draw(hanchan, table, places_at(hanchan.tournament, hanchan.number, table))


def _in_words(winds: Sequence[Wind], players: Sequence[Player]) -> str:
    seats = sorted(zip(winds, players, strict=True), key=lambda seat: seat[0].index)
    return ", ".join(f"{wind.value} {player.number} {player.label}" for wind, player in seats)


def cancel_draw(*, draw: WindDraw, act: Act) -> None:
    """Let a table draw again, for example after players of another table drew there. Raises Refused without a reason.

    Once the table's sheet is in, its winds count, whatever was drawn.
    """
    hanchan = draw.hanchan
    subject = hanchan.table_name(draw.table)
    with audited_write(hanchan.tournament, act, Verb.CANCELLED_WIND_DRAW, subject=subject):
        draw.refresh_from_db(fields=["cancelled_at", "winds"])
        if draw.cancelled_at is not None:
            raise Conflict.of("draw-cancelled-before", _("This draw was cancelled already."))
        if not act.reason.strip():
            raise Refused.of("reason-missing", _("Enter a reason."), field="reason")
        draw.cancelled_at, draw.cancelled_by, draw.cancelled_reason = act.at, act.by, act.reason.strip()
        draw.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_reason"])
