"""The quality of a seating in plain words: the card beside every seating."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.players.models import Player
from tournament.seating import figures
from tournament.seating.checks import labelled, listed
from tournament.seating.figures import Measured
from tournament.seating.people import Guest, Person
from tournament.seating.planner.bounds import OTHERS_RETURN

PAIRS_SHOWN = 12

People = Mapping[int, Player] | Mapping[int, Guest] | Mapping[int, Person]
"""Who the ids mean: the players of a tournament, or people whom only a file knows."""


@dataclass(frozen=True, slots=True)
class PairMet:
    """Two people and the hanchan in which they meet."""

    one: str
    other: str
    hanchan: str


@dataclass(frozen=True, slots=True)
class QualityCard:
    """Figures beside their bounds, sentences, and who meets again.

    `may_conflict`: repeats cannot be avoided and a figure falls short; all bests at once may not exist.
    """

    figures: list[figures.Figure]
    sentences: list[str]
    pairs: list[PairMet]
    more_pairs: int
    may_conflict: bool


def quality_card(measured: Measured, players: People, *, winds: bool) -> QualityCard:
    """The quality of a seating in plain words; `winds` False when they are drawn at the table."""
    quality = measured.quality
    pairs = [
        _pair_met(players, measured.person(pair.one), measured.person(pair.other), pair.hanchan)
        for pair in quality.repeated_pairs[:PAIRS_SHOWN]
    ]
    said = figures.said(
        quality.sentences(measured.kept.returns, measured.varied),
        lambda number: labelled(players[measured.person(number)]),
        winds=winds,
    )
    more = len(quality.repeated_pairs) - len(pairs)
    lines = measured.lines(winds=winds)
    may_conflict = quality.repeats_bound > 0 and not all(line.is_best for line in lines)
    return QualityCard(lines, [*said, *_keeping(measured, players)], pairs, more, may_conflict)


def _keeping(measured: Measured, players: People) -> list[str]:
    """Who keeps a table, and whether that makes others come back to one."""
    people = sorted((players[pk] for pk in measured.kept.hanchan), key=lambda player: player.number)
    if not people:
        return []
    said = ngettext("Keeps a table, as wished: %(names)s.", "Keep their tables, as wished: %(names)s.", len(people))
    found, quality = [said % {"names": listed(people)}], measured.quality
    if len(people) <= OTHERS_RETURN.get(quality.players, 0) and not quality.repeats and not measured.varied:
        forced = _("With %(count)d players others then come back to a table too, unless people meet twice.")
        found.append(forced % {"count": quality.players})
    return found


def _pair_met(players: People, one: int, other: int, hanchan: Sequence[int]) -> PairMet:
    return PairMet(labelled(players[one]), labelled(players[other]), ", ".join(map(str, hanchan)))
