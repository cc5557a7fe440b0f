"""Drawing the winds of a table: the only writers of draws and presses.

A press is no line of the history: eight at each table would bury it. The draw that follows from them is one, with all
of its values, and so is an attempt that is broken off.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.draw import TraditionalDraw
from scoring.joint_draw import FORM, NUMBER, SECRET, drawn_winds, press
from scoring.winds import Wind
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.players.models import Player
from tournament.results.models import Sheet
from tournament.results.wind_draw_models import DrawPress, DrawWay, WindDraw
from tournament.results.wind_draws.queries import TableDraw, table_draw
from tournament.seats.queries import places_at

MOST_ATTEMPTS = 20
"""Attempts of a table in a hanchan: whoever starts again more often plays with the button, or has bad phones."""


def press_tile(*, hanchan: Hanchan, table: int, player: Player, sent: str, bound_to: str) -> None:
    """Take a player's press, the hash `sent`, for the attempt with the fingerprint `bound_to`.

    The same press again changes nothing. Raises Conflict when the attempt is over or another phone pressed this tile,
    Refused where winds are not drawn now.
    """
    with transaction.atomic():
        state = _state(hanchan, table)
        _check_attempt(state, bound_to)
        if player.pk not in {one.pk for one in state.players}:
            raise Refused.of("not-at-the-table", _("{name} does not sit at this table."), name=player.label)
        if state.attempt > MOST_ATTEMPTS:
            text = _("Too many attempts were broken off at this table. Draw with tiles, or call a referee.")
            raise Refused.of("too-many-attempts", text)
        if not SECRET.fullmatch(sent):
            raise Refused.of("no-press", _("This is not a press of a tile. Load the page again."))
        before = state.pressed.get(player.pk)
        if before is None:
            DrawPress.objects.create(hanchan=hanchan, table=table, attempt=state.attempt, player=player, press=sent)
        elif before.press != sent:
            text = _("The tile of {name} was pressed on another phone. If nobody knows whose, start again.")
            raise Conflict.of("pressed-elsewhere", text, name=player.label)


def send_number(*, hanchan: Hanchan, table: int, player: Player, number: str, bound_to: str, act: Act) -> None:
    """Take the number behind a press, once all have pressed; the last one makes the draw.

    Raises Refused for a number that is not the one of the press, and before all have pressed.
    """
    with transaction.atomic():
        state = _state(hanchan, table)
        if state.draw and state.fingerprint == bound_to:
            return
        _check_attempt(state, bound_to)
        own = state.pressed.get(player.pk)
        if own is None or not state.all_pressed:
            raise Refused.of("not-all-pressed", _("Not everybody has pressed yet."))
        if not NUMBER.fullmatch(number) or press(bound_to, player.number, number) != own.press:
            text = _("The number of {name} is not the one that was pressed. Start again.")
            raise Refused.of("wrong-number", text, name=player.label)
        if not own.value:
            own.value = number
            own.save(update_fields=["value"])
        state = table_draw(hanchan, table, places_at(hanchan.tournament, hanchan.number, table))
        if all(one.value for one in state.presses):
            _draw_jointly(state, act)


def press_for(
    *, hanchan: Hanchan, table: int, player: Player, bound_to: str, random: Callable[[int], int], act: Act
) -> None:
    """Press the tile of somebody whose phone runs no script: the server picks the number, too."""
    number = f"{random(16**32):032x}"
    with transaction.atomic():
        press_tile(
            hanchan=hanchan, table=table, player=player, sent=press(bound_to, player.number, number), bound_to=bound_to
        )
        state = _state(hanchan, table)
        hanchan.draw_presses.filter(table=table, attempt=state.attempt, player=player).update(value=number)
        state = table_draw(hanchan, table, places_at(hanchan.tournament, hanchan.number, table))
        if state.all_pressed and all(one.value for one in state.presses):
            _draw_jointly(state, act)


def _draw_jointly(state: TableDraw, act: Act) -> None:
    """Make the draw that follows from the presses."""
    winds = drawn_winds(state.secret, [one.value for one in state.presses])
    _store(state, DrawWay.JOINT, [Wind(wind) for wind in winds], _proof(state), act)


def _proof(state: TableDraw) -> dict[str, Any]:
    pressed = state.pressed
    return {
        "form": FORM,
        "fingerprint": state.fingerprint,
        "secret": state.secret,
        "players": [
            {"number": player.number, "press": pressed[player.pk].press, "value": pressed[player.pk].value}
            for player in state.players
            if player.pk in pressed
        ],
    }


def draw_directly(*, hanchan: Hanchan, table: int, random: Callable[[int], int], act: Act) -> WindDraw:
    """Let the server draw; `random(n)` returns a number from 0 to n - 1, each equally likely.

    A second press returns the first draw. Raises Refused where winds are not drawn now.
    """

    def drawn(state: TableDraw) -> tuple[list[Wind], dict[str, Any]]:
        rest = list(hanchan.tournament.ruleset.winds)
        return [rest.pop(random(len(rest))) for _player in state.players], {}

    return _draw(hanchan, table, DrawWay.DIRECT, drawn, act)


def draw_traditionally(
    *, hanchan: Hanchan, table: int, draw: TraditionalDraw, seats: Sequence[Player], act: Act
) -> WindDraw:
    """Keep what tiles and dice gave: `seats` are the players as they sat, counter-clockwise from who rolled first.

    A second sending returns the first draw. Raises Refused unless each player of the table sat in one seat.
    """

    def drawn(state: TableDraw) -> tuple[list[Wind], dict[str, Any]]:
        if sorted(one.pk for one in seats) != sorted(one.pk for one in state.players):
            raise Refused.of("seats-not-filled", _("Name each player of the table once."), field="seats")
        winds = dict(zip((one.pk for one in seats), draw.winds, strict=True))
        row, rolls = " ".join(map(str, draw.row)), list(draw.rolls)
        proof = {"row": row, "rolls": rolls, "seats": [one.number for one in seats]}
        return [winds[one.pk] for one in state.players], proof

    return _draw(hanchan, table, DrawWay.TRADITIONAL, drawn, act)


def _draw(
    hanchan: Hanchan,
    table: int,
    way: DrawWay,
    drawn: Callable[[TableDraw], tuple[list[Wind], dict[str, Any]]],
    act: Act,
) -> WindDraw:
    with transaction.atomic():
        state = _state(hanchan, table)
        if state.draw:
            return state.draw
        _check_open(state)
        if state.presses:
            text = _("Somebody has pressed a tile. Start again first, or let everybody press.")
            raise Refused.of("draw-under-way", text)
        winds, proof = drawn(state)
        return _store(state, way, winds, proof, act)


def _store(state: TableDraw, way: DrawWay, winds: Sequence[Wind], proof: dict[str, Any], act: Act) -> WindDraw:
    hanchan = state.hanchan
    with audited_write(hanchan.tournament, act, Verb.DREW_WINDS, subject=subject_of(hanchan, state.table)) as entry:
        entry.detail = {"way": way.value, "winds": _in_words(winds, state.players)}
        draw = WindDraw.objects.create(
            hanchan=hanchan,
            table=state.table,
            attempt=state.attempt,
            way=way,
            winds=[[wind.value, player.pk] for wind, player in zip(winds, state.players, strict=True)],
            proof=proof,
            drawn_at=act.at,
        )
        hanchan.draw_presses.filter(table=state.table, attempt=state.attempt).delete()
    return draw


def _in_words(winds: Sequence[Wind], players: Sequence[Player]) -> str:
    seats = sorted(zip(winds, players, strict=True), key=lambda seat: seat[0].index)
    return ", ".join(f"{wind.value} {player.number} {player.label}" for wind, player in seats)


def break_off(*, hanchan: Hanchan, table: int, bound_to: str, act: Act) -> None:
    """Start again where a phone does not answer: the attempt stays on record, with the secret that it had.

    It had no result yet, which follows only from all numbers. An attempt that is over already is left alone.
    """
    with transaction.atomic():
        state = _state(hanchan, table)
        if state.draw or state.fingerprint != bound_to or not state.presses:
            return
        subject = subject_of(hanchan, table)
        with audited_write(hanchan.tournament, act, Verb.BROKE_OFF_WIND_DRAW, subject=subject):
            WindDraw.objects.create(
                hanchan=hanchan,
                table=table,
                attempt=state.attempt,
                way=DrawWay.JOINT,
                proof=_proof(state),
                drawn_at=act.at,
                cancelled_at=act.at,
            )
            hanchan.draw_presses.filter(table=table, attempt=state.attempt).delete()


def cancel_draw(*, draw: WindDraw, act: Act) -> None:
    """Let a table draw again, for example after players of another table drew there. Raises Refused without a reason.

    Once the table's sheet is in, its winds count, whatever was drawn.
    """
    hanchan = draw.hanchan
    subject = subject_of(hanchan, draw.table)
    with audited_write(hanchan.tournament, act, Verb.CANCELLED_WIND_DRAW, subject=subject) as entry:
        draw.refresh_from_db(fields=["cancelled_at", "winds"])
        if draw.cancelled_at is not None:
            raise Conflict.of("draw-cancelled-before", _("This draw was cancelled already."))
        if not act.reason.strip():
            raise Refused.of("reason-missing", _("Enter a reason."), field="reason")
        entry.detail = {"way": draw.way}
        draw.cancelled_at, draw.cancelled_by, draw.cancelled_reason = act.at, act.by, act.reason.strip()
        draw.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_reason"])


def subject_of(hanchan: Hanchan, table: int) -> str:
    """Return the name of a table's draw in the history."""
    return gettext("hanchan {number}, table {table}").format(number=hanchan.number, table=table)


def _state(hanchan: Hanchan, table: int) -> TableDraw:
    """How far the draw is, behind a lock: of two that send the last number at once, the second sees the first."""
    Tournament.objects.select_for_update().only("pk").get(pk=hanchan.tournament_id)  # first, as every other write
    hanchan.refresh_from_db(fields=["state", "seating_published_at"])
    return table_draw(hanchan, table, places_at(hanchan.tournament, hanchan.number, table))


def _check_attempt(state: TableDraw, bound_to: str) -> None:
    """Refuse what belongs to another attempt than the one that is open."""
    if state.draw is None:
        _check_open(state)
    if state.draw is not None or state.fingerprint != bound_to or state.are_others:
        raise Conflict.of("another-attempt", _("The draw has gone on meanwhile. Load the page again."))


def _check_open(state: TableDraw) -> None:
    """Refuse a draw where there is nothing to draw, or no more."""
    hanchan = state.hanchan
    if not hanchan.tournament.winds_are_drawn:
        raise Refused.of("winds-not-drawn", _("The seating assigns the winds at this tournament."))
    if hanchan.seating_published_at is None or not state.players:
        raise Refused.of("no-seats", _("The seats of this table are not published."))
    if hanchan.state == HanchanState.CLOSED:
        raise Refused.of("hanchan-closed", _("Hanchan {number} is closed."), number=hanchan.number)
    sheets = Sheet.objects.filter(hanchan=hanchan, table=state.table)
    if sheets.exclude(accepted=None, first_reading=None).exists():
        raise Refused.of("sheet-in", _("The sheet of this table is in: its winds count."))
