"""Those above the cut before a hanchan, and a tie that is open at it, as a page shows them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.standings.ties import Break, Breaker
from tournament.standings.cuts import cut_at
from tournament.standings.ranking import Ranking, StandingsRow, finalists
from tournament.templatetags.sekigime import p

FEW = 16
"""So many finalists are named."""
AROUND = 1
"""So many rows above and below a tie."""


@dataclass(frozen=True, slots=True)
class TieRow:
    """One row of the table of a tie: the answers to each tie-break, in the order of the columns."""

    row: StandingsRow
    is_tied: bool
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieTable:
    """The rows around a tie at a cut, and the tie-breaks as headings."""

    headings: tuple[str, ...]
    rows: tuple[TieRow, ...]


@dataclass(frozen=True, slots=True)
class Finalist:
    """A place above the cut: the player, or several while a tie is open; `carried` in points, None while nothing is
    carried yet."""

    place: int
    names: tuple[str, ...]
    carried: int | None


@dataclass(frozen=True, slots=True)
class CutCard:
    """Those above the cut before a hanchan, if they are few; how many `others` there are, and an open `tie`."""

    finalists: tuple[Finalist, ...]
    others: int
    tie: TieTable | None


def cut_card(ranking: Ranking) -> CutCard:
    """Return who is above the cut that is made on this ranking."""
    people = _finalists(ranking)
    return CutCard(
        finalists=people if len(people) <= FEW else (),
        others=max(0, len(ranking.ranked) - sum(len(one.names) for one in people)) if people else 0,
        tie=tie_table(ranking) if ranking.tied else None,
    )


HEADINGS = {
    Breaker.FIRSTS: gettext_noop("Firsts"),
    Breaker.PLACES: gettext_noop("Sum of places"),
    Breaker.BEST: gettext_noop("Best hanchan"),
    Breaker.BEFORE_LAST: gettext_noop("Before the last"),
    Breaker.HEAD_TO_HEAD: gettext_noop("Head to head"),
    Breaker.SEED: gettext_noop("Seed"),
}
IN_POINTS = frozenset({Breaker.BEST, Breaker.BEFORE_LAST, Breaker.HEAD_TO_HEAD})


def tie_table(ranking: Ranking) -> TieTable:
    """Return the tied players with their neighbours, and what each tie-break that was asked found."""
    tied = set(ranking.tied.players) if ranking.tied else set()
    at = [position for position, row in enumerate(ranking.ranked) if row.player.id in tied]
    shown = ranking.ranked[max(0, at[0] - AROUND) : at[-1] + AROUND + 1] if at else ()
    asked = [one.breaker for one in ranking.ranked[at[0]].standing.breaks if one.breaker in HEADINGS] if at else []
    return TieTable(
        tuple(_(HEADINGS[breaker]) for breaker in asked),
        tuple(TieRow(row, row.player.id in tied, _answers(row, asked)) for row in shown),
    )


def _answers(row: StandingsRow, asked: Sequence[Breaker]) -> tuple[str, ...]:
    found = {one.breaker: one for one in row.standing.breaks}
    return tuple(_answer(found.get(breaker)) for breaker in asked)


def _answer(one: Break | None) -> str:
    if one is None or not one.value:
        return "–"
    return p(one.value[0]) if one.breaker in IN_POINTS else str(one.value[0])


def _finalists(ranking: Ranking) -> tuple[Finalist, ...]:
    """Those above the cut by place; a tie that is open has one line for each place that it is about."""
    tied = ranking.tied
    if tied is None:
        return tuple(_finalist(row, ranking) for row in finalists(ranking))
    if tied.cut.after != ranking.after:
        return ()
    above = [row for row in ranking.ranked if row.standing.tier == 0 and (row.standing.place or 0) < tied.place]
    names = tuple(row.player.label for row in ranking.ranked if row.player.id in tied.players)
    total = next(row.standing.total for row in ranking.ranked if row.player.id in tied.players)
    waiting = (Finalist(place, names, tied.cut.carry(total, 0)) for place in range(tied.place, tied.size + 1))
    return (*(_finalist(row, ranking) for row in above), *waiting)


def _finalist(row: StandingsRow, ranking: Ranking) -> Finalist:
    cut = cut_at(ranking.by, ranking.after)
    total = row.standing.total
    return Finalist(row.standing.place or 0, (row.player.label,), cut.carry(total, 0) if cut else total)
