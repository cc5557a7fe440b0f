"""Standings for pages, screens, prints, exports and commands: computed once per edition, however many ask.

So is how registration stands, which the public pages show as long as they have no standings.

`public=True` is what everybody may see (visibility.py), else everything that is accepted. The number of queries does
not depend on the size of the event, and is none while nothing was written since the last question.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from scoring.standings.players import Running
from scoring.standings.values import Standing
from tournament.core.models import Hanchan, Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import listed
from tournament.players.registration.queries import Offer, registration_offer
from tournament.results.models import TieDecision, TieDecisionPlace
from tournament.seats.integrity import altered_of
from tournament.seats.models import Bye
from tournament.seats.queries import lineup, published_hanchan
from tournament.standings.cache import SingleFlightCache
from tournament.standings.final_places import Reveal, final_places, final_rows
from tournament.standings.inputs import Inputs, read_inputs
from tournament.standings.place_race import PlaceRace, place_race
from tournament.standings.player_card import Crosstable, PlayerCard, card, crosstable
from tournament.standings.projection import Projection, projection
from tournament.standings.race import Before, before
from tournament.standings.ranking import Ranking, ranking, running_in
from tournament.standings.teams import Grouping, Teams, teams
from tournament.standings.visibility import (
    live_hanchan,
    next_to_reveal,
    projected,
    public_statuses,
    released,
    revealed,
)


@dataclass(frozen=True, slots=True)
class Basis:
    """The inputs of standings, and the edition in which they were first so: most writes during a hanchan change nothing
    that is public, and what was computed from equal inputs is not computed again."""

    tournament: int
    public: bool
    since: Hashable
    inputs: Inputs


# Old editions are soon nobody's: what is kept of them costs each full run of the garbage collector its time.
_bases: SingleFlightCache[Basis] = SingleFlightCache(16)
_rankings: SingleFlightCache[Ranking] = SingleFlightCache(128)
_running: SingleFlightCache[dict[int, Running]] = SingleFlightCache(256)
_races: SingleFlightCache[PlaceRace] = SingleFlightCache(16)
_projections: SingleFlightCache[Projection | None] = SingleFlightCache(16)
_before: SingleFlightCache[Before] = SingleFlightCache(16)
_byes: SingleFlightCache[dict[int, set[int]]] = SingleFlightCache(16)
_offers: SingleFlightCache[Offer | None] = SingleFlightCache(16)


def forget() -> None:
    """Drop everything that was computed: after a restored backup, and between tests."""
    _bases.clear()
    _rankings.clear()
    _running.clear()
    _races.clear()
    _projections.clear()
    _before.clear()
    _byes.clear()
    _offers.clear()


def _basis(tournament: Tournament, public: bool) -> Basis:
    edition = (tournament.made_at, tournament.edition)
    return _bases.get((tournament.pk, *edition, public), lambda: _read(tournament, public, edition))


def _read(tournament: Tournament, public: bool, edition: Hashable) -> Basis:
    inputs = released(inputs_of(tournament)) if public else read_inputs(tournament)
    asked = (tournament.pk, public)
    newest = next((one for one in reversed(_bases.values()) if (one.tournament, one.public) == asked), None)
    return newest if newest and newest.inputs == inputs else Basis(tournament.pk, public, edition, inputs)


def inputs_of(tournament: Tournament, public: bool = False) -> Inputs:
    """Return the inputs of the standings, without hidden results when `public`."""
    return _basis(tournament, public).inputs


def unchanged_since(tournament: Tournament, public: bool = False) -> Hashable:
    """Return the edition since which the inputs of the standings have been the same: it names all that follows from
    them, as long as this process runs."""
    return _basis(tournament, public).since


def standings_of(tournament: Tournament, after: int | None = None, public: bool = False) -> Ranking:
    """The standings after hanchan `after`, or after everything played; never more than is public when `public`."""
    basis = _basis(tournament, public)
    inputs = basis.inputs
    last = inputs.played if after is None else min(after, inputs.played)
    key = (tournament.pk, basis.since, public, last)
    return _rankings.get(key, lambda: ranking(tournament.pk, inputs, last))


def projection_of(tournament: Tournament) -> Projection | None:
    """Return the public standings with the sheets of the hanchan in play, where everybody may see them and one is in.
    A few queries once per edition."""
    hanchan = live_hanchan(inputs_of(tournament))
    if hanchan is None or hanchan in altered_of(tournament):
        return None
    key = (tournament.pk, tournament.made_at, tournament.edition)
    return _projections.get(key, lambda: _projection(tournament, hanchan))


def _projection(tournament: Tournament, hanchan: int) -> Projection | None:
    inputs = inputs_of(tournament)
    shown = projected(inputs)
    if shown is None or hanchan not in published_hanchan(tournament):
        return None
    seats = lineup(tournament, hanchan)
    away = inputs.hanchan[hanchan - 1].not_played
    tables = {one.player.number: table for table, places in seats.items() if table not in away for one in places}
    return projection(tournament.pk, shown, inputs.hanchan[hanchan - 1].changed_at, tables)


def ranking_before(tournament: Tournament, number: int) -> Ranking:
    """The standings before a hanchan, without the cache: inside a write, whose edition may be rolled back."""
    inputs = read_inputs(tournament)
    return ranking(tournament.pk, inputs, min(number - 1, inputs.played))


def are_issued(hanchan: Hanchan) -> bool:
    """Return whether the results of a hanchan were issued: released, or final."""
    return hanchan.released_at is not None or standings_of(hanchan.tournament).official


def has_issued(tournament: Tournament) -> bool:
    """Return whether results of any hanchan were issued, so that a change of who counts reissues some."""
    return any(one.released_at for one in inputs_of(tournament).hanchan) or standings_of(tournament).official


def public_final(tournament: Tournament) -> Ranking | None:
    """Return the final standings once everybody may see all of them and no ceremony is going on; None before, and where
    nobody is ranked."""
    final = standings_of(tournament, public=True)
    is_whole = 0 < final.after == final.hanchan_count and not final.is_partial and final.ranked
    return final if is_whole and inputs_of(tournament).freeze.revealed_from is None else None


def reveal_of(tournament: Tournament) -> Reveal | None:
    """Return what the ceremony has revealed, and everything once the final standings are public; None before."""
    inputs, coming = inputs_of(tournament), None
    if inputs.freeze.revealed_from is None:
        final = public_final(tournament)
        if final is None:
            return None
        places = shown = final_places(final, running_of(tournament, public=True))
    else:
        places, shown, coming = inputs.freeze.places, revealed(inputs), next_to_reveal(inputs)
    return Reveal(final_rows(inputs, shown), coming, len(places)) if places else None


def before_of(tournament: Tournament, hanchan: int, public: bool = False) -> Before:
    """Return what everybody brings to a hanchan, however much of it has been played."""
    basis = _basis(tournament, public)
    key = (tournament.pk, basis.since, public, hanchan)
    return _before.get(key, lambda: before(basis.inputs, hanchan))


def running_after(tournament: Tournament, after: int, public: bool = False) -> Mapping[int, Running]:
    """Return places and totals by player (id) after a hanchan that was played: what the standings say, without rows."""
    basis = _basis(tournament, public)
    return _running.get((tournament.pk, basis.since, public, after), lambda: running_in(basis.inputs, after))


def card_of(tournament: Tournament, number: int, public: bool = False) -> PlayerCard | None:
    """The page of the player with this number; None when the standings do not list the player."""
    inputs, running = inputs_of(tournament, public), running_of(tournament, public)
    edition = (tournament.pk, tournament.made_at, tournament.edition)
    byes = _byes.get(edition, lambda: _byes_of(tournament))
    ranking = standings_of(tournament, public=public)
    out = _not_played_by(tournament, inputs, number)
    return card(inputs, ranking, running, number, byes.get(number, set()), out)


def running_of(tournament: Tournament, public: bool = False) -> list[Mapping[int, Running]]:
    """Return `running_after` of each hanchan that was played."""
    played = inputs_of(tournament, public).played
    return [running_after(tournament, after, public) for after in range(1, played + 1)]


def race_of(tournament: Tournament, public: bool = False) -> PlaceRace:
    """The places of everybody after each hanchan."""
    basis = _basis(tournament, public)
    key = (basis.tournament, basis.since, public)
    return _races.get(key, lambda: place_race(basis.inputs, running_of(tournament, public)))


def _not_played_by(tournament: Tournament, inputs: Inputs, number: int) -> dict[int, int]:
    """The hanchan in which nobody played at the player's table, with the table. Three queries for each such hanchan."""
    return {
        hanchan.number: table
        for hanchan in inputs.hanchan
        if hanchan.not_played
        for table, places in lineup(tournament, hanchan.number).items()
        if table in hanchan.not_played and number in {place.player.number for place in places}
    }


def _byes_of(tournament: Tournament) -> dict[int, set[int]]:
    """The hanchan that each player, by number, sits out. One query."""
    found: dict[int, set[int]] = {}
    if tournament.seating_id is None:
        return found
    rows = Bye.objects.filter(seating_id=tournament.seating_id).values_list("player__number", "hanchan__number")
    for number, hanchan in rows:
        found.setdefault(number, set()).add(hanchan)
    return found


def crosstable_of(tournament: Tournament, public: bool = False) -> Crosstable:
    """Scores by player and hanchan, and who met whom."""
    return crosstable(inputs_of(tournament, public), standings_of(tournament, public=public))


def teams_of(tournament: Tournament, kind: Grouping, after: int | None = None, public: bool = False) -> Teams:
    """The standings of teams or countries after hanchan `after`, or after everything played; none where only the first
    places are shown, which do not make a team's total."""

    def rows(number: int) -> Sequence[Standing]:
        return standings_of(tournament, number, public).everybody

    ranking = standings_of(tournament, after, public)
    if ranking.is_partial:
        return Teams(kind, ranking, (), None)
    return teams(kind, inputs_of(tournament, public), ranking, rows)


def kinds_of(tournament: Tournament, public: bool = False) -> list[Grouping]:
    """Return the groupings that the list of players has values for: teams, countries, both or neither; neither where
    only the first places are shown."""
    inputs = inputs_of(tournament, public)
    if inputs.shown is not None:
        return []
    players = [player for player in inputs.players if player.id not in inputs.no_shows]
    return [kind for kind in Grouping if len({kind.of(player) for player in players} - {""}) > 1]


def listed_players(tournament: Tournament) -> list[Player]:
    """Return the players whom the public list names, by number, with the status that the public knows.

    Disqualified players are left out as soon as their disqualification is public.
    """
    known = public_statuses(inputs_of(tournament))
    people = list(listed(tournament))
    for player in people:
        player.status = known.get(player.pk, player.status)
    return [player for player in people if player.status != PlayerStatus.DISQUALIFIED]


def decisions_of(tournament: Tournament) -> list[TieDecision]:
    """Return all decisions on ties, the latest first, with their players. Two queries."""
    places = Prefetch("places", TieDecisionPlace.objects.select_related("player"))
    found = tournament.tie_decisions.select_related("decided_by", "cancelled_by")
    return list(found.prefetch_related(places).order_by("-id"))


def offer_of(tournament: Tournament, at: datetime) -> Offer | None:
    """Return the state of registration at that time; None where it was never set up, and once there is a seating."""
    key = (tournament.pk, tournament.made_at, tournament.edition)
    offer = _offers.get(key, lambda: registration_offer(tournament))
    return offer and offer.at(at)
