"""What a picture for sharing shows: the first places of an event, or one player's road. Pure.

Both say the same as the public pages at that moment, with the places and totals that everybody may see. A picture has
only the letters of its typeface (core/typeface.py): a name in others is replaced by the reading or the number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.points import Points
from scoring.standings.players import Running
from tournament.core.typeface import legible
from tournament.players.countries import country_name
from tournament.standings.final_places import hanchan_labels, road_of
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.road_picture import RoadLayout, RoadPicture, road_picture
from tournament.templatetags.sekigime import place
from tournament.translation.formats import series, write_p

ROWS = 8
ROAD = RoadLayout(width=1088, height=232, inset=34, radius=26, top=30, depth=128)


@dataclass(frozen=True, slots=True)
class EventCardRow:
    """A player: place and total as they are written, the scores of the hanchan in points, None for one not played."""

    place: str
    name: str
    country: str
    scores: tuple[Points | None, ...]
    total: str


@dataclass(frozen=True, slots=True)
class EventCard:
    """The first places of an event."""

    name: str
    facts: tuple[str, ...]
    rows: tuple[EventCardRow, ...]


@dataclass(frozen=True, slots=True)
class RoadCard:
    """A player's place and total, and the places after each hanchan. `origin` is the country and the club."""

    name: str
    place: str
    position: str
    origin: str
    total: str
    is_minus: bool
    road: RoadPicture
    event: tuple[str, ...]


def event_card(name: str, days: str, ranking: Ranking) -> EventCard:
    """Return the card of an event with results; `days` are those of the event as they are written, "" for none."""
    count, hanchan = len(ranking.ranked), ranking.hanchan_count
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    played = _("{n} hanchan").format(n=hanchan)
    facts = (f"{players}, {played}", days, _state(ranking))
    rows = tuple(
        EventCardRow(
            place(row.standing), card_name(row.player), row.player.country, row.scores, write_p(row.standing.total)
        )
        for row in ranking.ranked[:ROWS]
    )
    return EventCard(name, tuple(fact for fact in facts if fact), rows)


def road_card(
    name: str, days: str, ranking: Ranking, row: StandingsRow, inputs: Inputs, running: Sequence[Mapping[int, Running]]
) -> RoadCard:
    """Return the card of a ranked player; `running` has the places by id after hanchan 1, 2, ..."""
    count, player, standing = len(ranking.ranked), row.player, row.standing
    position = _("place {place} of {count}").format(place=place(standing), count=count)
    state = [] if ranking.official and ranking.after == ranking.hanchan_count else [_state(ranking)]
    parts = (country_name(player.country) if player.country else "", legible(player.club))
    total = write_p(standing.total)
    return RoadCard(
        card_name(player),
        place(standing),
        " · ".join([position, *state]),
        " · ".join(part for part in parts if part),
        total,
        standing.total < 0,
        road_picture(road_of(row, running), hanchan_labels(inputs), ROAD),
        tuple(part for part in (name, days) if part),
    )


def card_name(player: PlayerName) -> str:
    """Return a player's name in letters that a picture has: as lists show it, else how it is read, else as it is on
    papers, else the start number."""
    known = (player.label, player.reading, f"{player.first_name} {player.last_name}")
    return next(filter(None, map(legible, known)), f"#{player.number}")


def said(rows: Sequence[StandingsRow]) -> str:
    """Return the places of these rows for those who do not see the picture: 1 Noor van Dijk +115.6, 2 …"""
    shown = rows[:ROWS]
    return series(f"{place(row.standing)} {row.player.label} {write_p(row.standing.total)}" for row in shown)


def _state(ranking: Ranking) -> str:
    """Which standings these are."""
    if ranking.after < ranking.hanchan_count:
        return _("after hanchan {after} of {count}").format(after=ranking.after, count=ranking.hanchan_count)
    return _("Final standings") if ranking.official else _("Provisional standings")
