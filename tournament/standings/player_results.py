"""The results on a player's page: the picture with all seats, and every hanchan below it.

It is most of the work of the page, and no sheet of a hanchan that is not public yet changes it: for visitors it is made
once for the same results.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from tournament.core.models import Hanchan
from tournament.core.requests import TournamentRequest
from tournament.results.protests.queries import PublicProtest
from tournament.seats.queries import PlayerPlace
from tournament.standings.cache import player_parts
from tournament.standings.head_to_head import average_place, best_hanchan, neighbours, opponents, written_average
from tournament.standings.player_card import PlayerCard
from tournament.standings.player_picture import DESK, PHONE, picture
from tournament.standings.ranking import Ranking
from tournament.translation.formats import number

TEMPLATES = ("standings/player_lanes.html", "standings/player_results.html")


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """The results of the player with this `number`, who may have none yet, and the published `places` in `hanchan`. The
    standings have been the same `since` an edition."""

    ranking: Ranking
    since: Hashable
    number: int
    card: PlayerCard | None
    hanchan: Sequence[Hanchan]
    places: Sequence[PlayerPlace]
    protests: Mapping[int, Sequence[PublicProtest]]

    @property
    def key(self) -> Hashable:
        """Names everything that is shown to visitors."""
        tournament = self.hanchan[0].tournament if self.hanchan else None
        seats = [
            (one.hanchan, one.table, one.wind, one.away, [other.label for other in one.companions])
            for one in self.places
        ]
        about = (tournament.pk, tournament.made_at, tournament.slug, tournament.winds_are_drawn) if tournament else ()
        times = [(one.number, one.state, one.planned_at) for one in self.hanchan]
        shown = (self.number, self.since, self.card, seats, times, self.protests)
        return repr((about, shown, get_language(), timezone.get_current_timezone_name()))

    def context(self) -> dict[str, object]:
        """Return the context of the templates."""
        card = self.card
        played = {step.hanchan for step in card.steps} if card else set()
        average = average_place(card) if card else None
        return {
            "pictures": [picture(card, self.ranking, DESK), picture(card, self.ranking, PHONE)],
            "coming": {one.hanchan: one for one in self.places if one.hanchan not in played},
            "hanchan_list": [one for one in self.hanchan if one.number not in played],
            "reasons": self.ranking.reasons(self.number),
            "protests": self.protests,
            "opponents": opponents(card.steps) if card else (),
            "near": neighbours(self.ranking, self.number),
            "best": best_hanchan(card) if card else None,
            "average": average and number(written_average(average)),
        }


def player_html(request: TournamentRequest, results: PlayerResults, page: Mapping[str, object]) -> tuple[str, ...]:
    """Return the picture and what stands below it, with the values of the `page` that they share with it."""

    def made() -> tuple[str, ...]:
        context = {**page, **results.context()}
        return tuple(render_to_string(name, context, request) for name in TEMPLATES)

    return made() if page.get("is_staff_page") else player_parts.get(results.key, made)
