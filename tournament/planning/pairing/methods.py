"""Methods of pairing by the standings: from a basis and a choice to tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext_lazy, gettext_noop

from seating import CannotPlan, Note, Round
from seating.swiss import (
    WINDS,
    WINDS_FIRST,
    Closeness,
    PairingTask,
    chunks,
    closeness,
    groups,
    pair,
    parse_pattern,
    pots,
    seat_groups,
    sit_out,
    snake,
    weight_of,
)
from seating.unmet import unmet
from seating.wishes import Together, Wish
from tournament.core.messages import Message
from tournament.core.stored_words import coded, label, shown
from tournament.planning.pairing.basis import PairingBasis
from tournament.planning.proposal import obstacle
from tournament.seating_report.sentences import refusal_of


class Method(StrEnum):
    """A method of pairing."""

    SWISS = "swiss"
    GROUPS = "groups"
    POTS = "pots"
    SNAKE = "snake"
    CHUNKS = "chunks"
    PATTERN = "pattern"
    FINALS = "finals"


NAMES = {
    Method.SWISS: gettext_lazy("Swiss"),
    Method.GROUPS: gettext_lazy("Groups"),
    Method.POTS: gettext_lazy("Pots"),
    Method.SNAKE: gettext_lazy("Snake"),
    Method.CHUNKS: gettext_lazy("Neighbours"),
    Method.PATTERN: gettext_lazy("Pattern"),
    Method.FINALS: gettext_lazy("Finals"),
}


EXPLANATIONS = {
    Method.SWISS: gettext_lazy("close in rank, new opponents"),
    Method.GROUPS: gettext_lazy("by rank, drawn within each"),
    Method.POTS: gettext_lazy("one from each quarter per table"),
    Method.SNAKE: gettext_lazy("all tables equally strong"),
    Method.CHUNKS: gettext_lazy("ranks 1–4, 5–8, 9–12 …"),
    Method.PATTERN: gettext_lazy("custom ranks"),
    Method.FINALS: gettext_lazy("above the cut by rank"),
}
"""Short enough to be read whole in the field of a narrow pane."""


EXPLANATIONS_OF_THREE = {
    Method.POTS: gettext_lazy("one from each third per table"),
    Method.CHUNKS: gettext_lazy("ranks 1–3, 4–6, 7–9 …"),
}
"""Explanations that differ for tables of three."""


def label_of(method: Method, size: int = 4) -> str:
    """The name of a method with its explanation, for tables of this size."""
    return shown(method_words(method, size))


def method_words(method: Method, size: int) -> str:
    """Return the same as the history stores it."""
    kind = "explained-for-three" if size == 3 and method in EXPLANATIONS_OF_THREE else "explained"
    return coded("method", method=label("method", method), explained=label(kind, method))


class TableNumbering(StrEnum):
    """A way to number tables."""

    USUAL = "usual"
    NEW = "new"
    RANK = "rank"


def usual_method(basis: PairingBasis) -> Method:
    """The method that is proposed: finals after a cut whose players fill tables, Swiss otherwise."""
    return Method.FINALS if basis.has_final else Method.SWISS


@dataclass(frozen=True, slots=True)
class PairingChoice:
    """The organiser's choice. `step` weighs repeats (see seating.swiss.STEPS), `group` is the tables of a group."""

    method: Method = Method.SWISS
    step: int | None = None
    group: int = 4
    pattern: str = ""
    rest: Method = Method.SWISS
    tables: TableNumbering = TableNumbering.USUAL
    winds_first: bool = False
    sit_out: bool = False
    seed: int = 1

    @property
    def by_rank(self) -> bool:
        usual = self.method in (Method.CHUNKS, Method.FINALS, Method.PATTERN)
        return usual if self.tables is TableNumbering.USUAL else self.tables is TableNumbering.RANK


@dataclass(frozen=True, slots=True)
class PairedHanchan:
    """A paired hanchan: tables, byes, the order of the seated, its closeness, and the wishes it does not meet."""

    tables: Round
    out: tuple[int, ...]
    order: tuple[int, ...]
    closeness: Closeness
    unmet: tuple[Note, ...]


def wrong_choice(basis: PairingBasis, choice: PairingChoice) -> Message | None:
    """Return that there are no finalists, that they do not fill tables, or what is wrong with the pattern."""
    is_final = choice.method is Method.FINALS
    count = basis.finalists if is_final else len(basis.order) - basis.over
    if not count:
        text = gettext_noop("There was no cut before this hanchan, so there are no finalists.")
        return obstacle("no-cut", text, "way")
    if count % basis.size:
        text = gettext_noop(
            "{count} players above the cut do not fill tables of {size}. Change the cut, or enter a pattern."
        )
        return obstacle("tables-not-full", text, "way", count=count, size=basis.size)
    if choice.method is Method.PATTERN or (is_final and choice.pattern.strip()):
        try:
            parse_pattern(choice.pattern, count, basis.size)
        except CannotPlan as wrong:
            return refusal_of(wrong, "pattern").messages[0]
    return None


def pair_hanchan(basis: PairingBasis, choice: PairingChoice) -> PairedHanchan:
    """Pair a hanchan as chosen, where nothing is wrong with the choice; finalists have no byes."""
    spared = basis.finalists if choice.method is Method.FINALS else 0
    out = sit_out(basis.order[spared:], basis.byes, basis.size)
    order = tuple(player for player in basis.order if player not in out)
    wishes = wishes_now(basis)
    tables = MAKERS[choice.method](replace(basis, order=order, wishes=wishes), choice)
    return PairedHanchan(tables, out, order, closeness(tables, order, basis.past), unmet((tables,), basis.past, wishes))


def wishes_now(basis: PairingBasis) -> tuple[Wish, ...]:
    """The wishes that concern this hanchan. A meeting in any hanchan concerns only the last one;
    a meeting in another hanchan does not concern it."""
    open_ones = [
        replace(wish, hanchan=basis.number) if isinstance(wish, Together) and not wish.hanchan else wish
        for wish in basis.wishes
        if not isinstance(wish, Together) or _is_due(wish, basis)
    ]
    return tuple(open_ones)


def _is_due(wish: Together, basis: PairingBasis) -> bool:
    if wish.hanchan:
        return wish.hanchan == basis.number
    both = {wish.one, wish.other}
    return not basis.left and not any(both <= {*table} for tables in basis.past for table in tables)


def task_of(basis: PairingBasis, choice: PairingChoice) -> PairingTask:
    """The hanchan to be paired; even winds weigh nothing when winds are drawn at the table."""
    return PairingTask(
        basis.order,
        basis.past,
        seed=choice.seed,
        size=basis.size,
        wishes=basis.wishes,
        by_rank=choice.by_rank,
        now=basis.now,
        wind_weight=(WINDS_FIRST if choice.winds_first else WINDS) if basis.winds else 0,
    )


def _swiss(basis: PairingBasis, choice: PairingChoice) -> Round:
    return pair(task_of(basis, choice), weight_of(choice.step, len(basis.order)), left=basis.left)


def _by_ranks(basis: PairingBasis, choice: PairingChoice, at: Sequence[Sequence[int]]) -> Round:
    return seat_groups([[basis.order[one] for one in group] for group in at], task_of(basis, choice))


def _finals(basis: PairingBasis, choice: PairingChoice) -> Round:
    """Finalists by pattern or as neighbours; players below the cut by their own method."""
    count, size = basis.finalists, basis.size
    first = parse_pattern(choice.pattern, count, size) if choice.pattern.strip() else chunks(count, size)
    tables = [tuple(basis.order[one] for one in group) for group in first]
    rest = replace(basis, order=basis.order[count:])
    if rest.order:
        tables += MAKERS[choice.rest](rest, choice)
    return seat_groups(tables, task_of(basis, choice))


MAKERS: Mapping[Method, Callable[[PairingBasis, PairingChoice], Round]] = {
    Method.SWISS: _swiss,
    Method.GROUPS: lambda basis, choice: groups(task_of(basis, choice), choice.group),
    Method.POTS: lambda basis, choice: pots(task_of(basis, choice)),
    Method.SNAKE: lambda basis, choice: _by_ranks(basis, choice, snake(len(basis.order), basis.size)),
    Method.CHUNKS: lambda basis, choice: _by_ranks(basis, choice, chunks(len(basis.order), basis.size)),
    Method.PATTERN: lambda basis, choice: _by_ranks(
        basis, choice, parse_pattern(choice.pattern, len(basis.order), basis.size)
    ),
    Method.FINALS: _finals,
}
