"""The start of the next hanchan as a page shows it: numbered conditions, the tie, those above the cut. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.messages import Message
from scoring.standings.ties import Break, Breaker
from tournament.hanchan.conditions import StartCheck, StartCondition
from tournament.seats.seat_map import spans
from tournament.standings.cuts import cut_at
from tournament.standings.ranking import Ranking, StandingsRow, finalists
from tournament.templatetags.sekigime import p

FEW = 16
"""So many finalists are named."""
AROUND = 1
"""So many rows above and below a tie."""


@dataclass(frozen=True, slots=True)
class ConditionPage:
    """The heading of a condition, its button, the page that the button opens, and the right that it needs."""

    title: str
    button: str
    url_name: str
    right: str


PAGES = {
    "earlier": ConditionPage(
        gettext_noop("Close hanchan {number}"), gettext_noop("Go to hanchan {number}"), "hanchan", "run_hanchan"
    ),
    "sheets": ConditionPage(
        gettext_noop("Decide between two readings"), gettext_noop("Look at the sheets"), "sheets", "change_sheet"
    ),
    "penalties": ConditionPage(
        gettext_noop("Decide about proposed penalties"), gettext_noop("Decide"), "penalties", "give_penalty"
    ),
    "tie": ConditionPage(
        gettext_noop("Resolve the tie at the cut"), gettext_noop("Resolve the tie"), "standing_tie", "give_penalty"
    ),
    "seating": ConditionPage(
        gettext_noop("Seat the hanchan"), gettext_noop("Plan the seating"), "seating", "run_event"
    ),
    "final": ConditionPage(
        gettext_noop("Seat the final by the cut"), gettext_noop("Seat the final"), "seating_by_standings", "run_event"
    ),
    "unseated": ConditionPage(
        gettext_noop("Give every player a seat"), gettext_noop("Correct the seating"), "seating", "run_event"
    ),
    "out": ConditionPage(
        gettext_noop("Fill the empty seats"), gettext_noop("Correct the seating"), "seating", "run_event"
    ),
    "publish": ConditionPage(
        gettext_noop("Publish the seating"), gettext_noop("Go to the seating"), "seating", "run_event"
    ),
    "public": ConditionPage(
        gettext_noop("Open the public page"), gettext_noop("Open the page"), "event_public", "run_event"
    ),
}


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition on the card. `state`: met, now (the first that can be done), open (can be done as well), or waits.

    `step` is its number among the open ones, None once it is met. `page` is None where the person may not open it.
    """

    key: str
    state: str
    title: str
    message: Message
    step: int | None = None
    waits: str = ""
    button: str = ""
    page: ConditionPage | None = None
    numbers: tuple[int, ...] = ()


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
class StartCard:
    """The card of the next start."""

    number: int
    rows: tuple[ConditionRow, ...]
    tie: TieTable | None
    finalists: tuple[Finalist, ...]
    others: int
    ready_after: str
    is_refused: bool

    @property
    def open_count(self) -> int:
        return sum(row.state != "met" for row in self.rows)

    @property
    def things_first(self) -> str:
        """3 things first."""
        text = ngettext("{n} thing first", "{n} things first", self.open_count)
        return text.format(n=self.open_count)


def start_card(check: StartCheck, may: Callable[[str], bool]) -> StartCard:
    """Return the card of a start for a person; `may` tells which rights the person holds."""
    open_ones = [one for one in check.conditions if not one.is_met]
    steps = {one.key: step for step, one in enumerate(open_ones, start=1)}
    first = next((one for one in open_ones if not one.after), None)
    rows = tuple(_row(one, steps, one is first, may) for one in check.conditions)
    stopping = [steps[one.key] for one in open_ones if one.stops]
    ranking = check.ranking
    people = _finalists(ranking) if ranking else ()
    return StartCard(
        number=check.hanchan,
        rows=rows,
        tie=tie_table(ranking) if ranking and ranking.tied else None,
        finalists=people if len(people) <= FEW else (),
        others=max(0, len(ranking.ranked) - sum(len(one.names) for one in people)) if ranking and people else 0,
        ready_after=_ready_after(stopping),
        is_refused=bool(check.refusals),
    )


def _ready_after(steps: Sequence[int]) -> str:
    if not steps:
        return ""
    text = ngettext("Ready after step {steps}.", "Ready after steps {steps}.", len(steps))
    return text.format(steps=spans(steps))


def _row(one: StartCondition, steps: dict[str, int], is_first: bool, may: Callable[[str], bool]) -> ConditionRow:
    page = PAGES[one.key]
    number = one.numbers[0] if one.numbers else ""
    title = _(page.title).format(number=number)
    if one.is_met:
        return ConditionRow(one.key, "met", title, one.message)
    waits = ""
    if one.after:
        text = ngettext("After step {steps}.", "After steps {steps}.", len(one.after))
        waits = text.format(steps=spans(steps[key] for key in one.after))
    state = "waits" if waits else "now" if is_first else "open"
    button = _(page.button).format(number=number)
    allowed = page if may(page.right) else None
    return ConditionRow(one.key, state, title, one.message, steps[one.key], waits, button, allowed, one.numbers)


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
