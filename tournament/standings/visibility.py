"""Visibility of results. One function decides, for pages and exports alike.

Public are hanchan 1 to n if all of them are released and none is frozen, while the tournament's standings are public;
with them their sheets, their penalties, who is not ranked for them, and the referees' decisions on ties after them. A
penalty outside any hanchan, and a withdrawal, is public at once. A disqualification in a hanchan that is still hidden
is hidden with it, on the list of players too.

Where only the first places are public, everything is computed from all results and shown of those players alone. In the
ceremony the final places are revealed from the last one on (`revealed`), from the list that was made at its start;
nothing else of frozen hanchan becomes public by it, nor does a correction that comes meanwhile.

While a hanchan is played its accepted sheets may be shown as a projection, where the organiser chose that: `projected`;
so may what each player needs in its last hand: `shows_play`.
"""

from dataclasses import replace
from itertools import takewhile

from scoring.game import Table
from tournament.core.models import HanchanState
from tournament.players.models import NEVER_PLACED, PlayerStatus
from tournament.results.models import PenaltyKind
from tournament.standings.ceremony_list import FinalPlace
from tournament.standings.inputs import NOTHING_FROZEN, HanchanInput, Inputs, PlayerName
from tournament.standings.ranking import standings_in


def public_through(inputs: Inputs) -> int:
    """The last hanchan whose results everybody may see, 0 for none."""
    if not inputs.standings_public:
        return 0
    through = sum(1 for _one in takewhile(lambda hanchan: hanchan.released_at is not None, inputs.hanchan))
    frozen = inputs.freeze.hidden_from
    return through if frozen is None else min(through, frozen - 1)


def released(inputs: Inputs) -> Inputs:
    """The inputs without everything that is not public."""
    last = public_through(inputs)
    shown = [one for one in inputs.penalties if last and (one.hanchan is None or one.hanchan <= last)]
    tables = tuple(table for table in inputs.tables if table.hanchan <= last)
    known = _known_players(inputs, tables, last)
    public = replace(
        inputs,
        tables=tables,
        penalties=tuple(one for one in shown if one.player in known),
        players=tuple(known.values()),
        hanchan=tuple(hanchan if hanchan.number <= last else _hidden(hanchan) for hanchan in inputs.hanchan),
        decided=tuple(one for one in inputs.decided if one.after <= last),
        freeze=replace(inputs.freeze, places=revealed(inputs)),
    )
    return replace(public, shown=_shown(public))


def _hidden(hanchan: HanchanInput) -> HanchanInput:
    """Return what is known of a hanchan with hidden results: who plays it above the cut, as its seating shows."""
    return HanchanInput(
        hanchan.number,
        "",
        None,
        None,
        divisions=hanchan.divisions,
        cut_choice=hanchan.cut_choice,
        cut_reason=hanchan.cut_reason,
        cut_seen=hanchan.cut_seen,
    )


def _shown(public: Inputs) -> frozenset[int] | None:
    """Return the ids of the players on the places that are shown, None for everybody."""
    places = public.freeze.shown_places
    if places is None:
        return None
    rows, _tied = standings_in(public, public.played)
    return frozenset(row.player for row in rows if row.ranked and row.place is not None and row.place <= places)


def revealed(inputs: Inputs) -> tuple[FinalPlace, ...]:
    """The places of the ceremony's list that everybody may see, the best first; () without a ceremony."""
    first = inputs.freeze.revealed_from
    if first is None or not inputs.standings_public:
        return ()
    return tuple(one for one in inputs.freeze.places if one.place >= first)


def next_to_reveal(inputs: Inputs) -> int | None:
    """The position that the ceremony reveals next, the one above what it has revealed: who shares a place is not told
    before. None without a ceremony, and once everything is revealed."""
    first = inputs.freeze.revealed_from
    hidden = sum(1 for one in inputs.freeze.places if first is not None and one.place < first)
    return hidden or None


def live_hanchan(inputs: Inputs) -> int | None:
    """The hanchan in play whose accepted sheets everybody may see before it is closed: the one after the last public
    one, where the organiser shows live standings. None in every other case: before the first public results, for a
    closed hanchan that is held back, and where anything is kept for a ceremony."""
    if not (inputs.live_public and public_through(inputs)) or inputs.freeze != NOTHING_FROZEN:
        return None
    coming = next((one for one in inputs.hanchan if one.number > public_through(inputs)), None)
    return coming.number if coming and coming.state == HanchanState.PLAYING else None


def shows_play(inputs: Inputs, hanchan: int) -> bool:
    """Return whether nothing about a hanchan is to be kept from the public, where the organiser shows it while it is
    played: all results before it are public, and so will its own be when it is closed, or are already."""
    if not (inputs.standings_public and inputs.release_on_close) or inputs.freeze != NOTHING_FROZEN:
        return False
    through, one = public_through(inputs), inputs.hanchan[hanchan - 1]
    return through >= hanchan or (through == hanchan - 1 and one.state == HanchanState.PLAYING)


def projected(inputs: Inputs) -> Inputs | None:
    """The public inputs with the accepted sheets of the live hanchan, and nothing else of it: no penalty and no
    disqualification. None before the first such sheet."""
    live, last = live_hanchan(inputs), public_through(inputs)
    tables = tuple(table for table in inputs.tables if table.hanchan == live)
    if live is None or not tables:
        return None
    public = released(inputs)
    shown = (*public.tables, *tables)
    return replace(public, tables=shown, players=tuple(_known_players(inputs, shown, last).values()))


def _known_players(inputs: Inputs, tables: tuple[Table, ...], last: int) -> dict[int, PlayerName]:
    """Everybody as the public knows them: a substitute who has not played in public is nobody yet, and before the first
    released hanchan nobody is anybody: who registers is for the list of players to tell."""
    if not last:
        return {}
    seen = {line.player for table in tables for line in table.lines}
    statuses, through = _public_statuses(inputs, last), max([last, *(table.hanchan for table in tables)])
    players = [
        replace(
            player,
            taking_part=statuses[player.id],
            choices=tuple(one for one in player.choices if one[0] <= through),
        )
        for player in inputs.players
    ]
    return {player.id: player for player in players if player.id in seen or not _is_unknown(player)}


def _is_unknown(player: PlayerName) -> bool:
    """Return whether the public knows the player from sheets only."""
    return player.is_substitute or player.taking_part in NEVER_PLACED


def public_statuses(inputs: Inputs) -> dict[int, str]:
    """The status that the public knows of everybody, by id."""
    return _public_statuses(inputs, public_through(inputs))


def _public_statuses(inputs: Inputs, last: int) -> dict[int, str]:
    """While the hanchan of a disqualification is hidden, the status is the one from before it.

    Who was let in again meanwhile has nothing to hide.
    """
    out = PlayerStatus.DISQUALIFIED
    before = {
        one.player: one.status_before
        for one in inputs.counting
        if one.kind == PenaltyKind.DISQUALIFICATION and one.hanchan is not None and one.hanchan > last
    }
    return {
        player.id: before.get(player.id, out) if player.taking_part == out else player.taking_part
        for player in inputs.players
    }
