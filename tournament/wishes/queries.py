"""The active wishes, as typed and as values of the planner."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from seating import wishes as planner
from tournament.core.models import Tournament
from tournament.players.countries import country_name
from tournament.players.models import Player
from tournament.players.names import groups_of_namesakes, key
from tournament.wishes.models import SharedBy, Wish, WishKind

WITHDRAWN_SHOWN = 12


def wishes_of(tournament: Tournament) -> list[Wish]:
    """Every wish that was not withdrawn, with its people; two queries."""
    return list(tournament.wishes.filter(withdrawn_at=None).prefetch_related("players"))


def fixed_places(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return the wished fixed seats: player id and table; one query."""
    found = tournament.wishes.filter(withdrawn_at=None, kind=WishKind.TABLES).values_list("players", "tables")
    return frozenset((person, tables[0]) for person, tables in found if person and len(tables) == 1)


def withdrawn_of(tournament: Tournament) -> list[Wish]:
    """The wishes that were withdrawn last, newest first; two queries."""
    found = tournament.wishes.exclude(withdrawn_at=None).prefetch_related("players")
    return list(found.order_by("-withdrawn_at", "-pk")[:WITHDRAWN_SHOWN])


def planner_wishes(
    wishes: Iterable[Wish], people: Sequence[Player], number: Mapping[int, int] | None = None
) -> tuple[planner.Wish, ...]:
    """The wishes by the planner's numbers, by id: the place of each person in `people`, from 1, where none are given.

    Other players are left out, and so are wishes about nobody else. Namesakes stay apart if it costs nothing, without
    anybody's wish: two people of one name at a table are easily taken for each other.
    """
    number = number or {player.pk: at for at, player in enumerate(people, start=1)}
    typed = tuple(value for wish in wishes for value in as_planned(wish, people, number))
    return typed + tuple(
        planner.Apart((frozenset(number[player.pk] for player in group),), None, planner.Weight.SOFT, group[0].name)
        for group in groups_of_namesakes(people)
    )


def as_planned(wish: Wish, people: Sequence[Player], number: Mapping[int, int]) -> list[planner.Wish]:
    """One wish as values of the planner; a wish about clubs is one for each club, with its name."""
    weight = planner.Weight(wish.weight)
    if wish.kind == WishKind.SAME:
        return [
            planner.Apart((frozenset(number[player.pk] for player in group),), wish.hanchan, weight, name)
            for name, group in groups(people, wish.shared)
        ]
    chosen = sorted(number[player.pk] for player in wish.players.all() if player.pk in number)
    if wish.kind == WishKind.APART:
        return [planner.Apart((frozenset(chosen),), wish.hanchan, weight)] if len(chosen) > 1 else []
    if wish.kind == WishKind.TOGETHER:
        return [planner.Together(chosen[0], chosen[1], wish.hanchan, weight)] if len(chosen) == 2 else []
    return [planner.AtTables(frozenset(chosen), frozenset(wish.tables), weight, wish.label)] if chosen else []


def groups(people: Iterable[Player], shared: str) -> list[tuple[str, list[Player]]]:
    """The groups of players who share a club, country or team, with their names, largest first.

    Spellings that differ by case, accents or signs are one group; its name is the most frequent spelling.
    """
    found: dict[str, list[Player]] = {}
    for player in people:
        text = getattr(player, SharedBy(shared).value)
        if text.strip():
            found.setdefault(key(text), []).append(player)
    shares = [group for group in found.values() if len(group) > 1]
    named = [(_called(shared, group), group) for group in shares]
    return sorted(named, key=lambda pair: (-len(pair[1]), pair[0]))


def _called(shared: str, group: Sequence[Player]) -> str:
    name = _commonest(getattr(player, shared) for player in group)
    return country_name(name) if shared == SharedBy.COUNTRY else name


def _commonest(names: Iterable[str]) -> str:
    counts = Counter(name.strip() for name in names)
    return min(counts, key=lambda name: (-counts[name], name))


def to_json(wish: planner.Wish) -> dict[str, Any]:
    """Every field of a wish, sets in order, with the name of its kind."""
    if isinstance(wish, planner.Apart):
        groups = [sorted(group) for group in wish.groups]
        values: dict[str, Any] = {"kind": "apart", "groups": groups, "before": wish.before, "name": wish.name}
    elif isinstance(wish, planner.Together):
        values = {"kind": "together", "one": wish.one, "other": wish.other, "hanchan": wish.hanchan}
    else:
        values = {"kind": "tables", "players": sorted(wish.players), "tables": sorted(wish.tables), "name": wish.name}
    return {**values, "weight": wish.weight.value}


def from_json(values: Mapping[str, Any]) -> planner.Wish:
    """Read the values of `to_json`."""
    weight = planner.Weight(values["weight"])
    if values["kind"] == "apart":
        return planner.Apart(tuple(map(frozenset, values["groups"])), values["before"], weight, values["name"])
    if values["kind"] == "together":
        return planner.Together(values["one"], values["other"], values["hanchan"], weight)
    return planner.AtTables(frozenset(values["players"]), frozenset(values["tables"]), weight, values["name"])
