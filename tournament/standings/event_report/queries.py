"""What the report of an event shows, once everybody may see all of its results."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.models import Tournament
from tournament.events.models import EventPhotograph, PrizeKind
from tournament.standings.final_places import FinalRow, hanchan_labels
from tournament.standings.prizes.ceremony_show import ShownPrize, show_of
from tournament.standings.prizes.queries import Award, are_final, awards_of
from tournament.standings.queries import inputs_of, kinds_of, public_final, reveal_of, teams_of
from tournament.standings.ranking import Ranking
from tournament.standings.road_picture import PHONE_ROAD, RoadPicture, road_picture
from tournament.standings.statistics.figures import EventFigures, event_figures
from tournament.standings.teams import Grouping, TeamRow

FIRST = 3
"""So many places of teams and countries are on the report; their own pages have all."""


@dataclass(frozen=True, slots=True)
class PodiumRow:
    """One of the first three places, with the road there."""

    row: FinalRow
    road: RoadPicture


@dataclass(frozen=True, slots=True)
class EventReport:
    """An event that is over: its final places, the best first, and what else there is to tell. `words` and photographs
    are the organiser's."""

    ranking: Ranking
    words: str
    photographs: tuple[EventPhotograph, ...]
    podium: tuple[PodiumRow, ...]
    rows: tuple[FinalRow, ...]
    prizes: tuple[ShownPrize, ...]
    teams: tuple[tuple[Grouping, tuple[TeamRow, ...]], ...]
    figures: EventFigures | None


def photographs_of(tournament: Tournament) -> list[EventPhotograph]:
    """Return the photographs in their order, without their bytes; one query."""
    return list(tournament.report_photographs.defer("content"))


def report_values(tournament: Tournament, photographs: Sequence[EventPhotograph]) -> dict[str, object]:
    """Return what an organiser may write: `report`, and by the id of each photograph `caption_3` and `position_3`."""
    values: dict[str, object] = {"report": tournament.report}
    for one in photographs:
        values |= {f"caption_{one.pk}": one.caption, f"position_{one.pk}": one.position}
    return values


def event_report(tournament: Tournament) -> EventReport | None:
    """Return the report, None before everybody may see all results. The number of queries does not depend on the size
    of the event."""
    final, reveal = public_final(tournament), reveal_of(tournament)
    if final is None or reveal is None:
        return None
    inputs = inputs_of(tournament, public=True)
    labels = hanchan_labels(inputs)
    return EventReport(
        ranking=final,
        words=tournament.report,
        photographs=tuple(photographs_of(tournament)),
        podium=tuple(PodiumRow(row, road_picture(row.road, labels, PHONE_ROAD)) for row in reveal.rows if row.road),
        rows=reveal.rows,
        prizes=_prizes(tournament, final),
        teams=tuple(
            (kind, _first(teams_of(tournament, kind, public=True).rows)) for kind in kinds_of(tournament, public=True)
        ),
        figures=event_figures(inputs),
    )


def _first(rows: Sequence[TeamRow]) -> tuple[TeamRow, ...]:
    return tuple(row for row in rows if row.standing.place is not None and row.standing.place <= FIRST)


def _prizes(tournament: Tournament, final: Ranking) -> tuple[ShownPrize, ...]:
    """The prizes with their winners where the organiser shows them and the results are official, else those that the
    ceremony announced: what was announced stays public."""
    if tournament.prizes_public and are_final(final):
        awards = [award for award in awards_of(tournament, public=True) if award.winners]
        return tuple(_shown(award, awards) for award in awards)
    show = show_of(tournament)
    return show.prizes if show else ()


def _shown(award: Award, awards: Sequence[Award]) -> ShownPrize:
    kind = PrizeKind(award.prize.kind)
    is_one = kind is not PrizeKind.PLACE and sum(other.prize.kind == kind for other in awards) == 1
    names = tuple(winner.name for winner in award.winners)
    return ShownPrize(kind, award.prize.place, award.prize.what, (), names, award.result, is_one)
