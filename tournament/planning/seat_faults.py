"""Checks of an imported seating: all faults, by hanchan, table and player."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

from scoring.messages import ngettext_lazy
from scoring.winds import WINDS
from tournament.core.messages import Level, Message
from tournament.planning.basis import SeatingBasis
from tournament.players.lookup import Person
from tournament.players.models import Player, PlayerStatus
from tournament.seating_report.sentences import player_label, player_list
from tournament.seats.seat_map import SeatMap, Tables, spans
from tournament.translation.formats import enumeration

SHOWN = 60
"""The most faults that are listed; the others are counted."""


def fault(code: str, text: str, /, **params: object) -> Message:
    """An error in an imported seating; `params` also hold its `hanchan`, `table` and `row` where it has them."""
    return Message(code, text, params, Level.ERROR)


def row_of(message: Message) -> int:
    """The row of a fault; 0 for none."""
    row = message.params.get("row")
    return row if isinstance(row, int) else 0


def seating_faults(draft: SeatMap, basis: SeatingBasis, byes: Mapping[int, Collection[int]]) -> tuple[Message, ...]:
    """Return all faults of these hanchan as a seating of the tournament's players; none when it is valid.

    Every active player sits exactly once in every hanchan, or has one of the `byes`; substitutes may sit. Repeated
    meetings are not faults; the quality counts them.
    """
    if not draft:
        return (fault("no-hanchan", _("The list contains no seats.")),)
    count = len(basis.hanchan)
    found = _numbers(draft, count, basis.now.draft)
    for hanchan, tables in sorted(draft.items()):
        if not 1 <= hanchan <= count:
            continue  # reported once for all such hanchan
        found += wrong_sizes(hanchan, tables, basis.size)
        found += _players(hanchan, tables, basis.listed, set(byes.get(hanchan, ())))
    return tuple(found)


def _numbers(draft: SeatMap, hanchan_count: int, seated: Collection[int]) -> list[Message]:
    beyond = [hanchan for hanchan in draft if not 1 <= hanchan <= hanchan_count]
    if beyond:
        text = _("The tournament has {count} hanchan; hanchan {numbers} does not exist.")
        return [fault("no-such-hanchan", text, count=hanchan_count, numbers=spans(beyond), hanchan=min(beyond))]
    before = set(range(1, max(draft))) - {*draft, *seated}
    if before:
        text = _("Hanchan {numbers} has no seating yet. Import it as well.")
        return [fault("gap", text, numbers=spans(before), hanchan=min(before))]
    return []


def wrong_sizes(hanchan: int, tables: Mapping[int, Collection[int]], size: int) -> list[Message]:
    """Faults of tables that do not have `size` players."""
    four = ngettext_lazy(
        "Hanchan {hanchan}, table {table} has {count} player; a table has four.",
        "Hanchan {hanchan}, table {table} has {count} players; a table has four.",
    )
    three = ngettext_lazy(
        "Hanchan {hanchan}, table {table} has {count} player; a table has three.",
        "Hanchan {hanchan}, table {table} has {count} players; a table has three.",
    )
    text = three if size < len(WINDS) else four
    return [
        fault("table-size", text, hanchan=hanchan, table=table, count=len(seats))
        for table, seats in sorted(tables.items())
        if len(seats) != size
    ]


def _players(hanchan: int, tables: Tables, players: Sequence[Player], byes: set[int]) -> list[Message]:
    seats = tables_by_person(tables)
    out = [player for player in players if player.status != PlayerStatus.PLAYING]
    found = [_withdrawn(hanchan, player, seats[player.pk][0]) for player in out if player.pk in seats]
    found += [_idle(hanchan, player) for player in out if player.pk in byes]
    missing = [one for one in players if one.pk not in seats and one.pk not in byes and must_sit(one)]
    return [*found, *once_each(hanchan, tables, players, byes, missing)]


def once_each(
    hanchan: int,
    tables: Tables,
    people: Sequence[Person],
    byes: Collection[int],
    missing: Sequence[Person],
    rows: Mapping[int, Sequence[int]] = MappingProxyType({}),
) -> list[Message]:
    """Faults of people without exactly one seat or bye in a hanchan.

    `missing` are the people who need one and have neither; `rows` has the rows of a file by person, if there is one.
    """
    seats = tables_by_person(tables)
    twice = [one for one in people if len(seats.get(one.pk, ())) > 1]
    found = [_two_seats(hanchan, one, seats[one.pk], rows.get(one.pk, ())) for one in twice]
    found += [_seat_and_bye(hanchan, one) for one in people if one.pk in seats and one.pk in byes]
    return [*found, *([_no_seat(hanchan, missing, twice)] if missing else [])]


def tables_by_person(tables: Tables) -> dict[int, list[int]]:
    """The tables of each person in one hanchan, a table once for every seat there."""
    found: dict[int, list[int]] = {}
    for table, seats in sorted(tables.items()):
        for person in seats:
            found.setdefault(person, []).append(table)
    return found


def must_sit(player: Player) -> bool:
    """Return whether a player needs a seat or a bye: active, and no substitute."""
    return player.status == PlayerStatus.PLAYING and not player.is_substitute


def _two_seats(hanchan: int, person: Person, tables: Sequence[int], rows: Sequence[int]) -> Message:
    places, lines = sorted(set(tables)), sorted(set(rows))
    one_table = {
        0: _("Hanchan {hanchan}: {name} has two seats at table {tables}."),
        1: _("Hanchan {hanchan}: {name} has two seats at table {tables} (row {rows})."),
        2: _("Hanchan {hanchan}: {name} has two seats at table {tables} (rows {rows})."),
    }
    more_tables = {
        0: _("Hanchan {hanchan}: {name} has two seats, at tables {tables}."),
        1: _("Hanchan {hanchan}: {name} has two seats, at tables {tables} (row {rows})."),
        2: _("Hanchan {hanchan}: {name} has two seats, at tables {tables} (rows {rows})."),
    }
    texts = one_table if len(places) == 1 else more_tables
    return fault(
        "twice",
        texts[min(len(lines), 2)],
        hanchan=hanchan,
        name=player_label(person),
        tables=_numbers_text(places),
        rows=_numbers_text(lines),
        table=tables[-1],
        row=lines[-1] if lines else None,
    )


def _numbers_text(numbers: Sequence[int]) -> str:
    return enumeration(numbers)


def _seat_and_bye(hanchan: int, person: Person) -> Message:
    text = _("Hanchan {hanchan}: {name} has both a seat and a bye.")
    return fault("seat-and-bye", text, hanchan=hanchan, name=player_label(person))


def _no_seat(hanchan: int, missing: Sequence[Person], twice: Sequence[Person]) -> Message:
    if len(missing) == len(twice) == 1:
        text = _("Hanchan {hanchan}: {name} has no seat. Is one of the two seats of {twice} meant for this player?")
        return fault("missing", text, hanchan=hanchan, name=player_label(missing[0]), twice=player_label(twice[0]))
    text = _("Hanchan {hanchan}: no seat for {names}. Check the spelling, or give them a bye.")
    return fault("missing", text, hanchan=hanchan, names=player_list(missing))


def _withdrawn(hanchan: int, player: Player, table: int) -> Message:
    text = _("Hanchan {hanchan}, table {table}: {name} is {status}.")
    status = player.get_status_display()
    return fault("out", text, hanchan=hanchan, table=table, name=player_label(player), status=status)


def _idle(hanchan: int, player: Player) -> Message:
    text = _("Hanchan {hanchan}: {name} has a bye, but is {status}.")
    return fault("out", text, hanchan=hanchan, name=player_label(player), status=player.get_status_display())
