"""Contexts of the staff's pages: a hanchan with its tables, a swap, the versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seating.word_draw import normalised, seed_from
from tournament.core.messages import sentence
from tournament.core.models import Hanchan, Tournament
from tournament.core.requests import parse_int
from tournament.planning.refusals import publish_conditions
from tournament.planning.sources.plan import WITH_WISHES
from tournament.players.lookup import option, search_players
from tournament.players.queries import field_of
from tournament.seating_report.figure_people import people_behind
from tournament.seating_report.quality import quality_card, quality_of
from tournament.seats.integrity import altered_of
from tournament.seats.queries import (
    byes_of,
    draft_of,
    lineup,
    mismatch,
    numbers_seated,
    places_of,
    sitting_out,
)
from tournament.seats.word_draws import digest_of, draw_of, in_groups, listed, moved_since, public_draw_of
from tournament.wishes.queries import fixed_places


@dataclass(frozen=True, slots=True)
class HanchanTab:
    """One hanchan of the tabs above the tables."""

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


def seating_page(
    tournament: Tournament, chosen: Hanchan, hanchan: Sequence[Hanchan], asked: Mapping[str, str]
) -> dict[str, Any]:
    """The staff's page of one hanchan: tables, quality, the player searched for, and whom a figure is made of."""
    search, number = (asked.get(name, "").strip() for name in ("q", "player"))
    seating, draw = tournament.seating, public_draw_of(tournament)
    seated = numbers_seated(tournament)
    players = {player.pk: player for player in tournament.players.order_by("number")}
    found = search_players(tournament, number or search)
    person = found[0] if len(found) == 1 else None
    draft = draft_of(seating)
    people = {one for tables in draft.values() for four in tables.values() for one in four}
    card = None
    if seating:
        measured = quality_of(seating).wished(draft, fixed_places(tournament))
        card = quality_card(measured, players, winds=not tournament.winds_are_drawn)
    figure = card.figure(parse_int(asked.get("figure", ""))) if card else None
    behind = people_behind(draft, figure.title) if figure else set()
    return {
        "nav": "seating",
        "hanchan": chosen,
        "seating": seating,
        "card": card,
        "draw": draw,
        "moved": moved_since(draw, tournament) if draw else [],
        "conditions": publish_conditions(seated, seated, [players[one] for one in people if one in players]),
        "tabs": hanchan_tabs(hanchan, chosen, seated),
        "unseated_hanchan": [one.number for one in hanchan if one.number not in seated],
        "tables": list(lineup(tournament, chosen.number).items()),
        "out": sitting_out(tournament, [chosen.number]).get(chosen.number, ()),
        "altered": altered_of(tournament),
        "mismatch": mismatch(tournament, draft, byes_of(seating)) if seating else None,
        "figure": figure,
        "behind": [player for player in players.values() if player.pk in behind],
        "marked": behind,
        "search": number or search,
        "found": found,
        "person": person,
        "path": places_of(person, tournament) if person else [],
        "people": [option(player) for player in players.values()],
        "some_hidden": any(one.number in seated and one.seating_published_at is None for one in hanchan),
        "some_public": any(one.seating_published_at is not None for one in hanchan),
    }


def draw_panel(tournament: Tournament) -> dict[str, object]:
    """The choice of a draw from words on the page of planning: the digest of the list, the draw before, an obstacle."""
    people = listed(field_of(tournament).seated)
    has_wishes = tournament.wishes.filter(withdrawn_at=None).exists()
    return {
        "list_digest": in_groups(digest_of(people)),
        "drawn": draw_of(tournament),
        "draw_obstacle": sentence(WITH_WISHES) if has_wishes else "",
    }


def given_words(tournament: Tournament, typed: str) -> dict[str, str]:
    """The typed words as they count, and their seed."""
    words = normalised(typed)
    return {"words": words, "seed": seed_from(digest_of(listed(field_of(tournament).seated)), words)}
