"""Everything that is wrong with a seating made elsewhere, named by hanchan, table and person."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.winds import WINDS
from tournament.players.models import Player, PlayerStatus
from tournament.seating.draft import Draft, Tables, spans
from tournament.seating.people import Guest

NAMED = 5
"""So many names are listed in one sentence."""
SHOWN = 60
"""So many faults are listed; of more it is said how many."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One sentence, and where it belongs."""

    code: str
    message: str
    hanchan: int | None = None
    table: int | None = None
    row: int | None = None


def faults(
    draft: Draft, players: Sequence[Player], hanchan_count: int, kept: Collection[int] = (), size: int = 4,
    byes: Mapping[int, Collection[int]] | None = None,
) -> tuple[Fault, ...]:  # fmt: skip
    """Why these hanchan are not a seating of the tournament's players; empty when all is well.

    Everybody who plays sits exactly once in every hanchan, `size` to a table, or has one of the `byes`; substitutes may
    sit. `kept` are hanchan that have a seating already. Meeting twice is no fault: the quality says that.
    """
    if not draft:
        return (Fault("no-hanchan", _("There is no seat in it.")),)
    found = _numbers(draft, hanchan_count, kept)
    for hanchan, tables in sorted(draft.items()):
        if not 1 <= hanchan <= hanchan_count:
            continue  # said already, once for all of them
        found += wrong_sizes(hanchan, tables, size)
        found += _people(hanchan, tables, players, set((byes or {}).get(hanchan, ())))
    return tuple(found)


def _numbers(draft: Draft, hanchan_count: int, kept: Collection[int]) -> list[Fault]:
    beyond = [hanchan for hanchan in draft if not 1 <= hanchan <= hanchan_count]
    if beyond:
        message = _("The tournament has %(count)d hanchan; there is no %(numbers)s.")
        numbers = spans(beyond)
        return [Fault("no-such-hanchan", message % {"count": hanchan_count, "numbers": numbers}, min(beyond))]
    before = set(range(1, max(draft))) - {*draft, *kept}
    if before:
        message = _("Without a seating so far: hanchan %(numbers)s. Import that too.")
        return [Fault("gap", message % {"numbers": spans(before)}, min(before))]
    return []


def wrong_sizes(hanchan: int, tables: Mapping[int, Collection[int]], size: int) -> list[Fault]:
    """The tables that do not have `size` players."""
    four = _("Hanchan %(hanchan)d, table %(table)d has %(count)d players; a table has four.")
    three = _("Hanchan %(hanchan)d, table %(table)d has %(count)d players; a table has three.")
    message = three if size < len(WINDS) else four
    return [
        Fault("table-size", message % {"hanchan": hanchan, "table": table, "count": len(seats)}, hanchan, table)
        for table, seats in sorted(tables.items())
        if len(seats) != size
    ]


def _people(hanchan: int, tables: Tables, players: Sequence[Player], byes: set[int]) -> list[Fault]:
    where: dict[int, list[int]] = {}
    for table, seats in sorted(tables.items()):
        for player in seats:
            where.setdefault(player, []).append(table)
    known = {player.pk: player for player in players}
    twice = [known[player] for player, places in where.items() if len(places) > 1 and player in known]
    both = [one for one in players if one.pk in where and one.pk in byes]
    idle = [one for one in players if one.pk in byes and one.status != PlayerStatus.PLAYING]
    missing = [one for one in players if one.pk not in where and one.pk not in byes and must_sit(one)]
    out = [known[player] for player in where if player in known and known[player].status != PlayerStatus.PLAYING]
    found = [_twice(hanchan, player, where[player.pk]) for player in twice]
    found += [_out(hanchan, player, where[player.pk]) for player in out]
    found += [_seat_and_bye(hanchan, player) for player in both]
    found += [_idle(hanchan, player) for player in idle]
    return [*found, *_missing(hanchan, missing, twice)]


def must_sit(player: Player) -> bool:
    """Who plays and is no substitute."""
    return player.status == PlayerStatus.PLAYING and not player.is_substitute


def _twice(hanchan: int, player: Player, tables: Sequence[int]) -> Fault:
    places = sorted(set(tables))
    message = ngettext(
        "Hanchan %(hanchan)d: %(name)s sits twice at table %(tables)s.",
        "Hanchan %(hanchan)d: %(name)s sits twice, at tables %(tables)s.",
        len(places),
    )
    params = {"hanchan": hanchan, "name": labelled(player), "tables": ", ".join(map(str, places))}
    return Fault("twice", message % params, hanchan, tables[-1])


def _out(hanchan: int, player: Player, tables: Sequence[int]) -> Fault:
    message = _("Hanchan %(hanchan)d, table %(table)d: %(name)s is %(status)s.")
    params: dict[str, Any] = {"hanchan": hanchan, "table": tables[0], "name": labelled(player)}
    return Fault("out", message % {**params, "status": player.get_status_display()}, hanchan, tables[0])


def _seat_and_bye(hanchan: int, player: Player) -> Fault:
    message = _("Hanchan %(hanchan)d: %(name)s has a seat and a bye.")
    return Fault("seat-and-bye", message % {"hanchan": hanchan, "name": labelled(player)}, hanchan)


def _idle(hanchan: int, player: Player) -> Fault:
    message = _("Hanchan %(hanchan)d: %(name)s has a bye, but is %(status)s.")
    params = {"hanchan": hanchan, "name": labelled(player), "status": player.get_status_display()}
    return Fault("out", message % params, hanchan)


def _missing(hanchan: int, missing: Sequence[Player], twice: Sequence[Player]) -> list[Fault]:
    if not missing:
        return []
    if len(missing) == len(twice) == 1:
        message = _("Hanchan %(hanchan)d: %(name)s has no seat. Is one of the seats of %(twice)s meant?")
        params = {"hanchan": hanchan, "name": labelled(missing[0]), "twice": labelled(twice[0])}
        return [Fault("missing", message % params, hanchan)]
    one = _("Hanchan %(hanchan)d: %(names)s has no seat.")
    many = _("Hanchan %(hanchan)d: %(names)s have no seat.")
    return [
        Fault("missing", (one if len(missing) == 1 else many) % {"hanchan": hanchan, "names": listed(missing)}, hanchan)
    ]


def labelled(player: Player | Guest) -> str:
    """A person with the start number: Aiko Brandt (17); whom only a file knows as the file names them."""
    return player.label if isinstance(player, Guest) else f"{player.name} ({player.number})"


def listed(players: Sequence[Player]) -> str:
    """A few names, and how many more there are."""
    names = ", ".join(labelled(player) for player in players[:NAMED])
    more = len(players) - NAMED
    if more <= 0:
        return names
    return ngettext("%(names)s and %(more)d more", "%(names)s and %(more)d more", more) % {"names": names, "more": more}
