"""The results of an event as rankings read them: final, official and public, read once per edition; and the games of a
league, each for itself.

What an event hides, a ranking hides: everything is computed from its released results, and an event of which anything
is hidden or not official yet has none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scoring.points import Points
from scoring.rankings import Contest, RankingPenalty
from tournament.core.models import Tournament
from tournament.events.planned_starts import zone_of
from tournament.standings.cache import SingleFlightCache
from tournament.standings.inputs import read_inputs
from tournament.standings.league_table import contests_of, fines_of, ranked_contests
from tournament.standings.ranking import Ranking, ranking
from tournament.standings.visibility import released


@dataclass(frozen=True, slots=True)
class FinalResult:
    """A player's place and total, in points; `player` is the id."""

    player: int
    place: int
    total: Points
    country: str


@dataclass(frozen=True, slots=True)
class FinalResults:
    """The final results of an event, best first, and what a weight follows from; `ended` is None while the event has no
    days.
    """

    slug: str
    name: str
    ended: date | None
    days: int
    players: int
    substitutes: int
    countries: int
    places: tuple[FinalResult, ...]


@dataclass(frozen=True, slots=True)
class LeagueGames:
    """The games of a league that count, with those who are ranked, and its penalties, each on the day of its game, else
    of the first one. People are the ids of players, as text."""

    games: tuple[Contest, ...]
    penalties: tuple[RankingPenalty, ...]


# As many events as a large federation's ranking of two years has.
_results: SingleFlightCache[FinalResults | None] = SingleFlightCache(2_048)
_games: SingleFlightCache[LeagueGames | None] = SingleFlightCache(64)


def forget_results() -> None:
    """Drop everything that was read: after a restored backup, and between tests."""
    _results.clear()
    _games.clear()


def final_results(tournament: Tournament) -> FinalResults | None:
    """Return the results of an event, None while they are not public or not official. No query once they were read."""
    key = (tournament.pk, tournament.made_at, tournament.edition)
    return _results.get(key, lambda: _read(tournament))


def league_games(tournament: Tournament) -> LeagueGames | None:
    """Return the games of a league, None while it is not public. No query once they were read."""
    key = (tournament.pk, tournament.made_at, tournament.edition)
    return _games.get(key, lambda: _read_games(tournament))


def _read_games(tournament: Tournament) -> LeagueGames | None:
    if not tournament.is_public:
        return None
    inputs = released(read_inputs(tournament))
    games = contests_of(inputs, zone_of(tournament.time_zone))
    return LeagueGames(tuple(ranked_contests(games, inputs)), tuple(fines_of(inputs, games)))


def _read(tournament: Tournament) -> FinalResults | None:
    """Read past the cache of the standings, which is for events that are being played."""
    if not tournament.is_public:
        return None
    inputs = released(read_inputs(tournament))
    final = ranking(tournament.pk, inputs)
    is_whole = final.after == final.hanchan_count and final.official and not final.is_partial
    return _results_in(tournament, final) if is_whole and not final.tied else None


def _results_in(tournament: Tournament, final: Ranking) -> FinalResults:
    first, last = tournament.first_day, tournament.last_day or tournament.first_day
    took_part = (*final.ranked, *final.substitutes)
    return FinalResults(
        slug=tournament.slug,
        name=tournament.name,
        ended=last,
        days=(last - first).days + 1 if first and last else 1,
        players=len(final.ranked),
        substitutes=len(final.substitutes),
        countries=len({row.player.country for row in took_part} - {""}),
        places=tuple(sorted(_places_in(final), key=lambda one: one.place)),
    )


def _places_in(final: Ranking) -> Iterator[FinalResult]:
    for row in final.ranked:
        if (place := row.standing.place) is not None:
            yield FinalResult(row.player.id, place, row.standing.total, row.player.country)
