"""The ways to seat a hanchan by the standings, in the organiser's words; from a situation and a choice to tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.pairing.situation import Situation
from tournament.problems import Refused
from tournament.seating.planner import CannotPlan, Round, Sentence
from tournament.seating.planner.by_standings import (
    WINDS,
    WINDS_FIRST,
    Closeness,
    chunks,
    closeness,
    groups,
    numbered,
    pots,
    sit_out,
    snake,
    swiss,
    weight_of,
    written,
)
from tournament.seating.planner.unmet import unmet
from tournament.seating.planner.wishes import Together, Wish


class Method(StrEnum):
    """How ranks become tables."""

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


EXPLAINED = {
    Method.SWISS: gettext_lazy("close in rank, new opponents"),
    Method.GROUPS: gettext_lazy("by rank, drawn within each"),
    Method.POTS: gettext_lazy("one of each quarter at a table"),
    Method.SNAKE: gettext_lazy("all tables equally strong"),
    Method.CHUNKS: gettext_lazy("ranks 1–4, 5–8, 9–12 …"),
    Method.PATTERN: gettext_lazy("ranks as I write them"),
    Method.FINALS: gettext_lazy("above the line by rank"),
}
"""Short enough to be read whole in the field of a narrow pane."""


EXPLAINED_OF_THREE = {
    Method.POTS: gettext_lazy("one of each third at a table"),
    Method.CHUNKS: gettext_lazy("ranks 1–3, 4–6, 7–9 …"),
}
"""What is explained otherwise where three sit at a table."""


def label_of(method: Method, size: int = 4) -> str:
    """The method and what it does in words, for tables of so many."""
    explained = EXPLAINED_OF_THREE.get(method, EXPLAINED[method]) if size == 3 else EXPLAINED[method]
    return _("%(method)s: %(explained)s") % {"method": NAMES[method], "explained": explained}


class Tables(StrEnum):
    """How tables are numbered."""

    USUAL = "usual"
    NEW = "new"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Choice:
    """What an organiser chooses. `step` is the knob (see by_standings.STEPS), `group` the tables of a group."""

    method: Method = Method.SWISS
    step: int | None = None
    group: int = 4
    pattern: str = ""
    rest: Method = Method.SWISS
    tables: Tables = Tables.USUAL
    winds_first: bool = False
    sit_out: bool = False
    seed: int = 1

    @property
    def by_rank(self) -> bool:
        usual = self.method in (Method.CHUNKS, Method.FINALS, Method.PATTERN)
        return usual if self.tables is Tables.USUAL else self.tables is Tables.RANK


@dataclass(frozen=True, slots=True)
class Made:
    """The tables, who sits out, the order of those who sit, what it is like, and the wishes it falls short of."""

    tables: Round
    out: tuple[int, ...]
    order: tuple[int, ...]
    closeness: Closeness
    unmet: tuple[Sentence, ...]


def make(known: Situation, choice: Choice) -> Made:
    """Seat everybody as chosen; finalists never sit out. Refused, naming the field, where it does not fit."""
    spared = known.finalists if choice.method is Method.FINALS else 0
    out = sit_out(known.order[spared:], known.byes, known.size)
    order = tuple(player for player in known.order if player not in out)
    wishes = wishes_now(known)
    try:
        tables = MAKERS[choice.method](replace(known, order=order, wishes=wishes), choice)
    except CannotPlan as wrong:
        raise Refused(_(wrong.template) % wrong.params, field="pattern") from wrong
    return Made(tables, out, order, closeness(tables, order, known.past), unmet((tables,), known.past, wishes))


def wishes_now(known: Situation) -> tuple[Wish, ...]:
    """The wishes that this hanchan can meet or fall short of: a meeting at any time is for the last one to make good,
    one in another hanchan is none of its business."""
    open_ones = [
        replace(wish, hanchan=known.number) if isinstance(wish, Together) and not wish.hanchan else wish
        for wish in known.wishes
        if not isinstance(wish, Together) or _is_due(wish, known)
    ]
    return tuple(open_ones)


def _is_due(wish: Together, known: Situation) -> bool:
    if wish.hanchan:
        return wish.hanchan == known.number
    both = {wish.one, wish.other}
    return not known.left and not any(both <= {*table} for tables in known.past for table in tables)


def wind_weight(known: Situation, choice: Choice) -> int:
    """What winds weigh; nothing when they are drawn at the table."""
    return (WINDS_FIRST if choice.winds_first else WINDS) if known.winds else 0


def _swiss(known: Situation, choice: Choice) -> Round:
    return swiss(
        known.order, known.past, repeat_weight=weight_of(choice.step, len(known.order)), seed=choice.seed,
        size=known.size, wishes=known.wishes, left=known.left, wind_weight=wind_weight(known, choice),
        by_rank=choice.by_rank,
    )  # fmt: skip


def _groups(known: Situation, choice: Choice) -> Round:
    return groups(
        known.order, known.past, tables=choice.group, seed=choice.seed, size=known.size, wishes=known.wishes,
        by_rank=choice.by_rank, winds=known.winds,
    )  # fmt: skip


def _pots(known: Situation, choice: Choice) -> Round:
    return pots(
        known.order, known.past, seed=choice.seed, size=known.size, wishes=known.wishes, by_rank=choice.by_rank,
        winds=known.winds,
    )  # fmt: skip


def _by_ranks(known: Situation, choice: Choice, at: Sequence[Sequence[int]]) -> Round:
    return numbered(
        [[known.order[one] for one in group] for group in at], known.order, known.past, seed=choice.seed,
        wishes=known.wishes, by_rank=choice.by_rank,
    )  # fmt: skip


def _finals(known: Situation, choice: Choice) -> Round:
    """Who is above the line by the written pattern or as neighbours; below it as the others are to sit."""
    count, size = known.finalists, known.size
    if not count:
        raise Refused(_("No cut was made before this hanchan, so nobody is in the finals."), field="method")
    if count % size:
        message = _("%(count)d players above the line do not fill tables of %(size)d. Change the cut, or write ranks.")
        raise Refused(message % {"count": count, "size": size}, field="method")
    first = written(choice.pattern, count, size) if choice.pattern.strip() else chunks(count, size)
    tables = [tuple(known.order[one] for one in group) for group in first]
    rest = replace(known, order=known.order[count:])
    if rest.order:
        tables += MAKERS[choice.rest](rest, choice)
    return numbered(tables, known.order, known.past, seed=choice.seed, wishes=known.wishes, by_rank=choice.by_rank)


MAKERS: Mapping[Method, Callable[[Situation, Choice], Round]] = {
    Method.SWISS: _swiss,
    Method.GROUPS: _groups,
    Method.POTS: _pots,
    Method.SNAKE: lambda known, choice: _by_ranks(known, choice, snake(len(known.order), known.size)),
    Method.CHUNKS: lambda known, choice: _by_ranks(known, choice, chunks(len(known.order), known.size)),
    Method.PATTERN: lambda known, choice: _by_ranks(
        known, choice, written(choice.pattern, len(known.order), known.size)
    ),
    Method.FINALS: _finals,
}
