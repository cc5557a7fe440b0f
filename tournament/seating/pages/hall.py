"""One hanchan in the hall, as the staff see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.seating.altered import altered_of
from tournament.seating.pages.card import quality_card
from tournament.seating.people import option
from tournament.seating.queries import (
    byes_of,
    draft_of,
    found_players,
    lineup,
    measured_of,
    misfit,
    numbers_seated,
    places_of,
    sitting_out,
)
from tournament.seating.wishes.queries import fixed_places


@dataclass(frozen=True, slots=True)
class HanchanTab:
    """One hanchan in the choice above the tables."""

    number: int
    state: str
    published: bool
    seated: bool
    current: bool


def hanchan_tabs(hanchan: Sequence[Hanchan], current: Hanchan, seated: set[int]) -> list[HanchanTab]:
    return [
        HanchanTab(one.number, one.state, one.seating_published_at is not None, one.number in seated, one == current)
        for one in hanchan
    ]


def hanchan_now(hanchan: Sequence[Hanchan]) -> Hanchan:
    """The one that plays or comes next, else the last."""
    return next((one for one in hanchan if one.state != HanchanState.CLOSED), hanchan[-1])


def seating_page(
    tournament: Tournament, chosen: Hanchan, hanchan: Sequence[Hanchan], search: str, number: str
) -> dict[str, Any]:
    """The staff's page of one hanchan: tables, quality, who was looked for."""
    seating = tournament.seating
    seated = numbers_seated(tournament)
    players = {player.pk: player for player in tournament.players.order_by("number")}
    found = found_players(tournament, number or search)
    mine = found[0] if len(found) == 1 else None
    draft = draft_of(seating)
    card = None
    if seating:
        measured = measured_of(seating).wished(draft, fixed_places(tournament))
        card = quality_card(measured, players, winds=not tournament.winds_are_drawn)
    return {
        "nav": "seating", "hanchan": chosen, "seating": seating, "card": card,
        "tabs": hanchan_tabs(hanchan, chosen, seated),
        "unseated_hanchan": [one.number for one in hanchan if one.number not in seated],
        "tables": list(lineup(tournament, chosen.number).items()),
        "out": sitting_out(tournament, [chosen.number]).get(chosen.number, ()),
        "altered": altered_of(tournament),
        "misfit": misfit(tournament, draft, byes_of(seating)) if seating else None,
        "search": number or search, "found": found, "mine": mine,
        "path": places_of(mine, tournament) if mine else [],
        "people": [option(player) for player in players.values()],
        "some_hidden": any(one.number in seated and one.seating_published_at is None for one in hanchan),
        "some_public": any(one.seating_published_at is not None for one in hanchan),
    }  # fmt: skip
