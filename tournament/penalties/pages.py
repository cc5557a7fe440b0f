"""What the penalty pages show around their forms."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.foul.texts import case_texts, outcome_text
from scoring.fouls import Consequence, Foul
from tournament.asked import whole
from tournament.events.models import Tournament
from tournament.penalties.queries import fouls_to_give
from tournament.players.models import Player
from tournament.seating.people import option
from tournament.seating.queries import lineup

# The groups of the list, by the most that can follow: what a referee is called for most often comes first.
GROUPS = {
    Consequence.CHONBO: gettext_lazy("up to chonbo"),
    Consequence.DEAD_HAND: gettext_lazy("up to a dead hand"),
    Consequence.WARNING: gettext_lazy("warning"),
    Consequence.POINTS: gettext_lazy("points"),
    Consequence.DISCRETION: gettext_lazy("the referee decides"),
    Consequence.DISQUALIFICATION: gettext_lazy("up to disqualification"),
    Consequence.NONE: gettext_lazy("no penalty"),
}


@dataclass(frozen=True, slots=True)
class FoulLine:
    """A foul as the list shows it: its words, what it yields, its cases, and everything the search looks at."""

    code: str
    title: str
    yields: tuple[str, ...]
    cases: tuple[str, ...]
    note: str
    source: str
    is_unverified: bool

    @property
    def words(self) -> str:
        return " ".join((self.title, self.code, self.note, *self.yields, *self.cases)).casefold()


def foul_line(foul: Foul) -> FoulLine:
    """The foul in the reader's language."""
    outcomes = dict.fromkeys(outcome_text(one).said(_) for one in foul.outcomes())
    return FoulLine(
        code=foul.code,
        title=_(foul.title),
        yields=tuple(outcomes),
        cases=tuple(one.said(_) for one in case_texts(foul)) if foul.questions else (),
        note=_(foul.note) if foul.note else "",
        source=foul.source,
        is_unverified=foul.is_unverified,
    )


def foul_groups(tournament: Tournament) -> list[tuple[str, list[FoulLine]]]:
    """The schedule grouped by the most that can follow, in the order of the rule book within a group."""
    order = list(GROUPS)
    fouls = sorted(fouls_to_give(tournament), key=lambda foul: order.index(foul.consequences[-1]))
    groups = groupby(fouls, key=lambda foul: foul.consequences[-1])
    return [(str(GROUPS[last]), [foul_line(foul) for foul in found]) for last, found in groups]


def options(people: Iterable[Player]) -> list[str]:
    """What the list under a field for a person offers."""
    return [option(player) for player in people]


def at_table(tournament: Tournament, hanchan: str, table: str) -> Sequence[Player]:
    """The four at a table, when both are numbers that exist: the page was opened from a report sheet."""
    number, at = whole(hanchan), whole(table)
    if number is None or at is None:
        return ()
    return [place.player for place in lineup(tournament, number).get(at, ())]
