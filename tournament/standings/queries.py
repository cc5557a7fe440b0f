"""Standings for pages, screens, prints, exports and commands: computed once per edition, however many ask.

`public=True` is what everybody may see (visibility.py), else everything that is accepted. The number of queries does
not depend on the size of the event, and is none while nothing was written since the last question.
"""

from collections.abc import Sequence

from django.db.models import Prefetch

from scoring.standings import Standing
from tournament.events.models import Tournament
from tournament.seating.models import Bye
from tournament.standings.card import Card, Crosstable, card, crosstable
from tournament.standings.facts import Facts, facts_of
from tournament.standings.groups import Kind, Teams, teams
from tournament.standings.last_hand_race import Before, before
from tournament.standings.models import TieDecision, TieDecisionPlace
from tournament.standings.once import Once
from tournament.standings.ranking import Ranking, ranking
from tournament.standings.visibility import released

_facts: Once[Facts] = Once(64)
_rankings: Once[Ranking] = Once(256)
_before: Once[Before] = Once(64)
_byes: Once[dict[int, set[int]]] = Once(64)


def forget() -> None:
    """Drop everything that was computed: after a restored backup, and between tests."""
    _facts.clear()
    _rankings.clear()
    _before.clear()
    _byes.clear()


def known_facts(tournament: Tournament, public: bool = False) -> Facts:
    """What standings are made of, without what is hidden when `public`."""
    edition = (tournament.pk, tournament.made_at, tournament.edition)
    if public:
        return _facts.get((*edition, True), lambda: released(known_facts(tournament)))
    return _facts.get((*edition, False), lambda: facts_of(tournament))


def standings_of(tournament: Tournament, after: int | None = None, public: bool = False) -> Ranking:
    """The standings after hanchan `after`, or after everything played; never more than is public when `public`."""
    facts = known_facts(tournament, public)
    last = facts.played if after is None else min(after, facts.played)
    key = (tournament.pk, tournament.made_at, tournament.edition, public, last)
    return _rankings.get(key, lambda: ranking(tournament.pk, facts, last))


def before_of(tournament: Tournament, hanchan: int, public: bool = False) -> Before:
    """What everybody brings to a hanchan, whatever of it is played already."""
    facts = known_facts(tournament, public)
    key = (tournament.pk, tournament.made_at, tournament.edition, public, hanchan)
    return _before.get(key, lambda: before(facts, hanchan))


def card_of(tournament: Tournament, number: int, public: bool = False) -> Card | None:
    """The page of the player with this number; None when the standings do not list the player."""
    last = known_facts(tournament, public).played
    rankings = [standings_of(tournament, after, public) for after in range(1, last + 1)]
    edition = (tournament.pk, tournament.made_at, tournament.edition)
    byes = _byes.get(edition, lambda: _byes_of(tournament))
    return card(known_facts(tournament, public), rankings, number, byes.get(number, set()))


def _byes_of(tournament: Tournament) -> dict[int, set[int]]:
    """The hanchan that each player, by number, sits out. One query."""
    found: dict[int, set[int]] = {}
    rows = Bye.objects.filter(seating_id=tournament.seating_id).values_list("player__number", "hanchan")
    for number, hanchan in rows:
        found.setdefault(number, set()).add(hanchan)
    return found


def crosstable_of(tournament: Tournament, public: bool = False) -> Crosstable:
    """Scores by player and hanchan, and who met whom."""
    return crosstable(known_facts(tournament, public), standings_of(tournament, public=public))


def teams_of(tournament: Tournament, kind: Kind, after: int | None = None, public: bool = False) -> Teams:
    """The standings of teams or countries after hanchan `after`, or after everything played."""

    def rows(number: int) -> Sequence[Standing]:
        return [row.standing for row in standings_of(tournament, number, public).rows]

    ranking = standings_of(tournament, after, public)
    return teams(kind, known_facts(tournament, public), ranking, rows)


def kinds_of(tournament: Tournament, public: bool = False) -> list[Kind]:
    """What the list of players is filled in for: teams, countries, both or neither."""
    players = known_facts(tournament, public).players
    return [kind for kind in Kind if len({kind.of(player) for player in players} - {""}) > 1]


def decisions_of(tournament: Tournament) -> list[TieDecision]:
    """Everything that was decided about equal totals, the latest first, with its players. Two queries."""
    places = Prefetch("places", TieDecisionPlace.objects.select_related("player"))
    found = tournament.tie_decisions.select_related("decided_by", "cancelled_by")
    return list(found.prefetch_related(places).order_by("-id"))
