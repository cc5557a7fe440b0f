"""The page on which check-in is closed: who is missing, the ways in a table, and what the chosen way does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from seating.notes import CannotPlan
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import MOST_ID, parse_int
from tournament.planning.basis import basis_of
from tournament.planning.check_in.actions import closing, reopening
from tournament.planning.check_in.queries import can_reopen, closing_of
from tournament.planning.price_table import Way, Ways, ways_of
from tournament.planning.sources.attendance import Attendance, ClosingChoices, attendance, wrong_choice
from tournament.planning.sources.closing_sentences import late_note
from tournament.planning.sources.closing_ways import KEEP, ClosingWay, closing_ways
from tournament.players.models import Player
from tournament.seating_report.sentences import refusal_of
from tournament.standings.entrant_changes import shown_change, status_change

MOST_DOTS = 140
"""With more players the page has a bar instead of a dot for each."""


@dataclass(frozen=True, slots=True)
class ClosingRow:
    """A line of the table of ways: the way, and what it makes of the event."""

    way: Way
    shape: ClosingWay
    is_worse: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class MissingPerson:
    """A missing player, who can take the seat instead, and what was chosen."""

    player: Player
    chosen: str
    has_seat: bool


def choices_in(typed: Mapping[str, object], there: Attendance) -> ClosingChoices:
    """Read what was chosen for each missing player: nothing, "stay", or the number of a replacement."""
    known = {str(player.number): player.pk for player in (*there.queue, *there.idle)}
    stay, instead = set(), {}
    for player in there.missing:
        text = str(typed.get(f"for-{player.number}", ""))
        if text == "stay":
            stay.add(player.pk)
        elif text:
            instead[player.pk] = known.get(text, 0)
    return ClosingChoices(frozenset(stay), instead)


def close_page(tournament: Tournament, typed: Mapping[str, Any], row: str = "") -> dict[str, Any]:
    """The context of the page; `typed` are the way, the choices, and who was missing on the page before; `row` is the
    key of a way that is to be calculated. The chosen way is, too."""
    basis = basis_of(tournament)
    there = attendance(basis)
    context: dict[str, Any] = {
        "nav": "players",
        "there": there,
        "entry": closing_of(tournament),
        "can_reopen": can_reopen(tournament),
        "dots": _dots(there),
        "arrived": [basis.players[pk] for pk in ids_in(typed.get("was", "")) if pk in there.here],
        "was": ",".join(str(player.pk) for player in there.missing),
        "is_each": typed.get("each") == "1",
        "published": bool(basis.published),
    }
    if context["can_reopen"]:
        context |= shown_change(status_change(tournament, reopening(tournament).before), tournament)
    if there.first is None or context["entry"]:
        return context
    choices, refused = ClosingChoices(), None
    if context["is_each"]:
        choices = choices_in(typed, there)
        if wrong := wrong_choice(there, choices):
            choices, refused = ClosingChoices(), Refused([wrong])
    answer = closing(tournament, [player.pk for player in there.missing], choices)
    key = str(typed.get("way", ""))
    try:
        ways = ways_of(basis, answer.ways(basis, row or key), key)
    except CannotPlan as impossible:
        ways, refused = ways_of(basis, answer.ways(basis), key), refusal_of(impossible)
    except Refused as busy:
        ways, refused = ways_of(basis, answer.ways(basis), key), busy
    shapes = {shape.key: shape for shape in closing_ways(basis, there, choices)}
    best = min((way.preview.repeats for way in ways.rows if way.preview), default=0)
    rows = [
        ClosingRow(
            way,
            shapes[way.proposal.key],
            is_worse=way.preview is not None and way.preview.repeats > best,
            note=late_note(tournament) if way.proposal.key == KEEP and there.missing else "",
        )
        for way in ways.rows
    ]
    chosen = _chosen(ways, key)
    context |= shown_change(status_change(tournament, chosen.proposal.statuses), tournament)
    return context | {
        "refused": refused,
        "ways": ways,
        "rows": rows,
        "chosen": chosen,
        "preview": chosen.preview,
        "is_settled": len(rows) == 1 and not there.missing and chosen.proposal.seats_stay,
        "query": urlencode(_query(there, choices, chosen.proposal.key, context["is_each"])),
        "persons": [
            MissingPerson(player, str(typed.get(f"for-{player.number}", "")), player.pk in there.holders)
            for player in there.missing
        ],
        "reserves": there.reserves(),
        "repeats_now": basis.measured.quality.repeats,
    }


def _chosen(ways: Ways, key: str) -> Way:
    """Return the way with the key; else the first that can be used, rather one that withdraws whoever is missing."""
    possible = [way for way in ways.rows if not way.obstacle] or ways.rows
    return ways.row(key) or next((way for way in possible if way.proposal.key != KEEP), possible[0])


def ids_in(text: str) -> list[int]:
    """Read the ids of who was missing on the page."""
    return [number for part in text.split(",") if (number := parse_int(part, MOST_ID)) is not None]


def _dots(there: Attendance) -> list[bool]:
    """One for each player, those who are here first; none where they are too many."""
    if len(there.playing) > MOST_DOTS:
        return []
    missing = len(there.missing)
    return [True] * (len(there.playing) - missing) + [False] * missing


def _query(there: Attendance, choices: ClosingChoices, key: str, is_each: bool) -> dict[str, str]:
    """Return the parameters that bring the page back as it is."""
    number = {player.pk: player.number for player in (*there.missing, *there.queue, *there.idle)}
    found = {"way": key, "was": ",".join(str(player.pk) for player in there.missing)}
    if is_each:
        found["each"] = "1"
    found |= {f"for-{number[pk]}": "stay" for pk in sorted(choices.stay)}
    return found | {f"for-{number[one]}": str(number[other]) for one, other in sorted(choices.instead.items())}
