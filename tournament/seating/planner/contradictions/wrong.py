"""Wishes that mean nothing, whatever is planned: nobody meets themselves, and hanchan and tables count from 1."""

from collections.abc import Iterator, Sequence

from ..wishes import Apart, AtTables, Together, Wish
from ..words import CannotPlan, Sentence, gettext_noop
from .people import people_text


def wrong(wishes: Sequence[Wish]) -> Iterator[Sentence]:
    """A sentence for each such wish, whatever it weighs."""
    for wish in wishes:
        if isinstance(wish, Together):
            yield from _together(wish)
        elif isinstance(wish, AtTables):
            yield from _at_tables(wish)


def _together(wish: Together) -> Iterator[Sentence]:
    if wish.one == wish.other:
        template = gettext_noop("Player %(player)d is wished to meet %(player)d: name two different players.")
        yield Sentence(template, {"player": wish.one})
    if wish.hanchan is not None and wish.hanchan < 1:
        template = gettext_noop(
            "Players %(one)d and %(other)d are wished to meet in hanchan %(hanchan)d; hanchan are counted from 1."
        )
        yield Sentence(template, {"one": wish.one, "other": wish.other, "hanchan": wish.hanchan})


def _at_tables(wish: AtTables) -> Iterator[Sentence]:
    who = wish.name or people_text(wish.players)
    if not wish.tables:
        yield Sentence(gettext_noop("%(who)s: wished at certain tables, but no table is named."), {"who": who})
    elif min(wish.tables) < 1:
        template = gettext_noop("%(who)s: wished at table %(table)d; tables are counted from 1.")
        yield Sentence(template, {"who": who, "table": min(wish.tables)})


def strange(wishes: Sequence[Wish], players: int) -> Iterator[Sentence]:
    """A sentence for each wish that names somebody who is not among players 1..``players``."""
    template = gettext_noop("A wish names player %(strange)s (%(who)s); the players are numbered 1 to %(players)d.")
    for wish in wishes:
        if isinstance(wish, Apart):
            named = frozenset[int]().union(*wish.groups)
        else:
            named = wish.players if isinstance(wish, AtTables) else frozenset((wish.one, wish.other))
        missing = [player for player in named if not 1 <= player <= players]
        if missing:
            who = people_text(named) if isinstance(wish, Together) else wish.name or people_text(named)
            yield Sentence(template, {"strange": people_text(missing), "who": who, "players": players})


def check_wishes(wishes: Sequence[Wish], players: int | None = None) -> None:
    """Raise :class:`CannotPlan` for the first wish that means nothing or, of so many players, names nobody."""
    for sentence in (*wrong(wishes), *(strange(wishes, players) if players is not None else ())):
        raise CannotPlan(sentence.template, **sentence.params)
