"""What the pages of repairs show, put together from values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.winds import WINDS, Wind
from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.players.models import Player
from tournament.seating.actions import restored_with_byes
from tournament.seating.checks import listed
from tournament.seating.draft import Arranged, Draft, seated
from tournament.seating.people import option as offered
from tournament.seating.planner.repair import Kind, Way
from tournament.seating.queries import arranged_of
from tournament.seating.repair.actions import first_after, reseated
from tournament.seating.repair.cost import Card, card, quality_now
from tournament.seating.repair.options import Option, options
from tournament.seating.repair.refusals import Tables, refuse_reseating
from tournament.seating.repair.situation import situation


@dataclass(frozen=True, slots=True)
class What:
    """One answer to "what happened?": its name, its words, the people it asks for, and the page it leads to."""

    name: str
    title: Any
    explains: Any
    who: Any = None
    address: str = "seating_repair"


WHATS = (
    What(
        "leave",
        gettext_lazy("Somebody leaves, or did not come"),
        gettext_lazy("One or several, from a hanchan on: substitutes, fewer tables or byes, side by side."),
        gettext_lazy("Who leaves"),
    ),
    What(
        "come",
        gettext_lazy("Somebody comes late"),
        gettext_lazy("Into empty places, instead of substitutes, or to more tables."),
        gettext_lazy("Who comes"),
    ),
    What(
        "sat",
        gettext_lazy("People sit at the wrong seats or tables"),
        gettext_lazy("While a hanchan is played: record who really sits where, and plan the rest with it."),
        address="seating_reseat",
    ),
    What(
        "seats",
        gettext_lazy("Seats or whole tables are to change"),
        gettext_lazy("In a hanchan that has not started: seats within a table, or two tables with each other."),
        address="seating_reseat",
    ),
    What(
        "anew",
        gettext_lazy("The rest is to be planned anew"),
        gettext_lazy("For everybody who plays now, with byes where the people do not fill the tables."),
    ),
)


def what_of(name: str) -> What | None:
    return next((what for what in WHATS if what.name == name), None)


def cards(
    tournament: Tournament, first: int, leaving: Sequence[Player], coming: Sequence[Player], players: Sequence[Player],
    only: str = "",
) -> tuple[Any, list[Card]]:  # fmt: skip
    """The situation, and every way out of it with its cost, side by side; or the one with that key.

    What can be done now comes first, then what somebody has to ask for, then what needs people or tables.
    """
    case = situation(tournament, first, leaving, coming)
    known = {player.pk: player for player in players}
    quality = quality_now(case)
    found = options(tournament, case, only) or options(tournament, case)
    found.sort(key=lambda one: (one.arranged is None, not one.is_long))
    shown = [card(one, case, known, quality) for one in found]
    return case, [one for one in shown if not any(one.is_outdone_by(other) for other in shown)]


def common(tournament: Tournament, players: Sequence[Player]) -> dict[str, Any]:
    """What every page of repairs shows."""
    return {
        "nav": "seating", "whats": WHATS, "people": [offered(player) for player in players],
        "seating": tournament.seating,
    }  # fmt: skip


def open_hanchan(tournament: Tournament) -> list[Hanchan]:
    """The hanchan after every one that has started."""
    everything = hanchan_of(tournament)
    last = max((one.number for one in everything if one.state != HanchanState.PLANNED), default=0)
    return [one for one in everything if one.number > last]


@dataclass(frozen=True, slots=True)
class Typed:
    """One table to be set right: for each seat its wind and what stands in the field."""

    table: int
    seats: tuple[tuple[Wind, str], ...]


def to_type(
    draft: Draft, hanchan: int, tables: Sequence[int], players: Sequence[Player], *, exchanged: bool = False
) -> list[Typed]:
    """The tables as a seating has them; `exchanged`: each with the people of the other of the two."""
    known = {player.pk: player for player in players}
    places = draft[hanchan]
    of = {table: places[table] for table in tables}
    if exchanged and len(tables) == 2:
        of = {tables[0]: places[tables[1]], tables[1]: places[tables[0]]}
    return [
        Typed(table, tuple((wind, offered(known[pk])) for wind, pk in zip(WINDS, seats, strict=False)))
        for table, seats in of.items()
    ]


def reseating(
    tournament: Tournament, hanchan: int, tables: Tables, players: Sequence[Player]
) -> list[tuple[bool, Card]]:
    """What it costs to leave the rest as it is, and to plan the hanchan to come anew: (anew, card). Raises Refused."""
    now = arranged_of(tournament.seating)
    refuse_reseating(tournament, now, hanchan, tables)
    known = {player.pk: player for player in players}
    case = replace(situation(tournament, first_after(tournament, hanchan)), now=now)
    quality = quality_now(case)
    found: list[tuple[bool, Card]] = []
    for anew in (False, True):
        made = reseated(tournament, now, hanchan, tables, anew=anew)
        if not anew or made != found[0][1].option.arranged:
            option = _option(made, anew=anew, seats=_seats_lost(now, made, hanchan, known))
            found.append((anew, card(option, case, known, quality)))
    return found


def _seats_lost(now: Arranged, made: Arranged, hanchan: int, players: Mapping[int, Player]) -> tuple[str, ...]:
    """Who had a seat in the hanchan and sits out now, and who sits instead."""
    before, after = seated(now.draft[hanchan]), seated(made.draft[hanchan])
    if before == after:
        return ()
    message = _("Hanchan %(number)d: %(out)s loses the seat and sits out; %(into)s, who was to sit out, plays.")
    names = {
        "out": listed(sorted((players[pk] for pk in before - after), key=_number)),
        "into": listed(sorted((players[pk] for pk in after - before), key=_number)),
    }
    return (message % {"number": hanchan, **names},)


def _number(player: Player) -> int:
    return player.number


def can_go_back(tournament: Tournament, number: int) -> bool:
    """Whether going back to a version would change anything: what has started stays."""
    tournament.refresh_from_db(fields=["seating"])
    now, earlier = arranged_of(tournament.seating), arranged_of(tournament.seatings.get(number=number))
    return restored_with_byes(tournament, now, earlier) != now


def _option(made: Arranged, *, anew: bool, seats: tuple[str, ...]) -> Option:
    title = _("Plan the hanchan to come anew with it") if anew else _("Change nothing else")
    says = (
        (_("As few people as possible move, so that nobody meets again who need not."),)
        if anew
        else (_("The hanchan to come stay as they are."),)
    )
    return Option(Kind.TABLES, title, (*seats, *says), Way(Kind.TABLES, 0), made)


def as_typed(texts: Mapping[int, Sequence[str]]) -> list[Typed]:
    """The fields as they were filled in, whoever they mean."""
    return [Typed(table, tuple(zip(WINDS, typed, strict=False))) for table, typed in texts.items()]


def hanchan_for(tournament: Tournament, *, playing: bool) -> list[Hanchan]:
    """The hanchan in which seats can be set right: those that play, or those that have not started."""
    wanted = HanchanState.PLAYING if playing else HanchanState.PLANNED
    return [one for one in hanchan_of(tournament) if one.state == wanted]
