"""Which wishes cannot be had together, which stand against each other, and why, with the names of the people."""

import re
from collections.abc import Collection, Mapping, Sequence
from unicodedata import bidirectional

from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating import figures
from tournament.seating.checks import labelled
from tournament.seating.planner.contradictions import conflicts, contradictions
from tournament.seating.planner.wishes import Wish
from tournament.seating.planner.words import Sentence
from tournament.seating.queries import field_of
from tournament.seating.work.asked import Asked, asked_of, named

LISTS = frozenset({"who", "name"})
"""The params of the planner's sentences that list people by number, or say what they share."""

FIRST_STRONG, POP = "\u2068", "\u2069"
NUMBER = re.compile(r"\d+")


def contradictions_of(tournament: Tournament) -> list[str]:
    """A sentence for each contradiction among the wishes of now; none while people do not fill tables."""
    asked = _asked(tournament)
    return said(tournament, asked, contradictions(asked.task())) if asked else []


def at_odds(tournament: Tournament) -> dict[str, list[str]]:
    """The contradictions, and beside them what else stands against each other, which keeps nobody from planning."""
    asked = _asked(tournament)
    if not asked:
        return {}
    return {
        "contradictions": said(tournament, asked, contradictions(asked.task())),
        "conflicts": conflicts_of(tournament, asked),
    }


def conflicts_of(tournament: Tournament, asked: Asked) -> list[str]:
    """A sentence for all that stands against each other among the wishes of a plan, though none need hold."""
    return said(tournament, asked, conflicts(asked.task()))


def _asked(tournament: Tournament) -> Asked | None:
    """What a plan asks now; None when nothing is wished or nothing can be planned."""
    field = field_of(tournament)
    if not field.seated or field.missing:
        return None
    asked = asked_of(tournament, 0, field)
    return asked if asked.wishes and asked.planned else None


def said(tournament: Tournament, asked: Asked, sentences: Sequence[Sentence]) -> list[str]:
    """The planner's sentences with people in place of numbers; one query."""
    if not sentences:
        return []
    return worded(sentences, named(asked, tournament.players.in_bulk()), asked.wishes, winds=asked.winds)


def worded(
    sentences: Sequence[Sentence], players: Mapping[int, Player], wishes: Sequence[Wish], *, winds: bool
) -> list[str]:
    """The planner's sentences about these wishes; `players` by the planner's numbers."""
    people = {number: _isolated(player) for number, player in players.items()} if sentences else {}
    known = {getattr(wish, "name", "") for wish in wishes}
    listed = [Sentence(one.template, _people_listed(one.params, people, known)) for one in sentences]
    return figures.said(listed, lambda number: people.get(number, str(number)), winds=winds)


def _isolated(player: Player) -> str:
    """A name that is read from right to left keeps its number behind it."""
    if any(bidirectional(letter) in ("R", "AL") for letter in player.name):
        return f"{FIRST_STRONG}{player.name}{POP} ({player.number})"
    return labelled(player)


def _people_listed(
    params: Mapping[str, int | str], people: Mapping[int, str], known: Collection[str]
) -> dict[str, int | str]:
    """Lists of the planner's numbers become names; what a wish is called stays as it is."""
    lists = {key: str(params[key]) for key in LISTS & params.keys() if params[key] not in known}
    return {**params, **{key: NUMBER.sub(lambda one: people.get(int(one[0]), one[0]), lists[key]) for key in lists}}


def refuse_contradictions(tournament: Tournament) -> None:
    """When wishes that must hold cannot be had together: which and why."""
    found = contradictions_of(tournament)
    if found:
        message = _("These wishes cannot be had together: %(why)s Change the wishes, then plan again.")
        raise Refused(message % {"why": " ".join(found)})
