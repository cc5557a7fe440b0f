"""A ceremony as pages show it: its steps with names, as far as everybody may see them or as the organiser does."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tournament.core.models import Tournament
from tournament.events.models import PrizeKind
from tournament.players.countries import country_name
from tournament.standings.ceremony_list import FinalPrize, final_prizes_from
from tournament.standings.ceremony_steps import FACE_DOWN, CeremonyStep, StepKind, ceremony_steps
from tournament.standings.final_places import FinalRow, final_places, final_rows, hanchan_labels
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.prizes.queries import in_hanchan
from tournament.standings.queries import inputs_of, reveal_of, running_of, standings_of
from tournament.standings.ranking import Ranking


@dataclass(frozen=True, slots=True)
class ShownPrize:
    """A prize that a step announces: a PrizeKind with its place, what it is, its winners, a country or a team by its
    name and without its players, and the result of the biggest hanchan in words. `is_one` when no other prize of this
    kind is announced."""

    kind: PrizeKind
    place: int
    what: str
    players: tuple[PlayerName, ...]
    groups: tuple[str, ...]
    result: str
    is_one: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The winners by name."""
        return self.groups or tuple(player.label for player in self.players)


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step with names; `rows` has the best place first."""

    kind: StepKind
    rows: tuple[FinalRow, ...]
    prize: ShownPrize | None = None


@dataclass(frozen=True)
class Show:
    """A ceremony. `steps` are those that the reader may see, the screen is `at` so many of them. `count` players have a
    final place, `finalists` of them played the final (0 without one). `is_prize_next`: the first step that the reader
    may not see is a prize. `labels` are what the hanchan are called on a road."""

    steps: tuple[ShownStep, ...]
    at: int
    is_black: bool
    is_running: bool
    is_prize_next: bool
    count: int
    finalists: int
    labels: tuple[str, ...]

    @cached_property
    def step(self) -> ShownStep | None:
        """The step on the screen; None before the first."""
        return self.steps[self.at - 1] if self.at else None

    @cached_property
    def coming(self) -> ShownStep | None:
        """The step after it, if the reader may see it."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    @cached_property
    def earlier(self) -> tuple[FinalRow, ...]:
        """The rows of the steps before the one on the screen, the best first."""
        before = self.steps[: max(self.at - 1, 0)]
        return tuple(row for step in reversed(before) for row in step.rows)

    @cached_property
    def face_down(self) -> tuple[int, ...]:
        """The places whose tiles lie face down on the screen. Who shares which of them is not told by their number."""
        best = min((row.place for step in self.steps[: self.at] for row in step.rows), default=self.count + 1)
        return tuple(range(1, min(best - 1, FACE_DOWN, self.count) + 1))

    @cached_property
    def prizes(self) -> tuple[ShownPrize, ...]:
        """All prizes among the steps, in their order."""
        return tuple(step.prize for step in self.steps if step.prize)


def show_of(tournament: Tournament, public: bool = True) -> Show | None:
    """Return the ceremony, None where there are no final places to show; `public`: only the steps that were shown.

    After the ceremony its places follow the standings, which are public then. A screen at the end stays there.
    """
    if reveal_of(tournament) is None:
        return None
    inputs = inputs_of(tournament)
    final = standings_of(tournament)
    first = inputs.freeze.revealed_from
    places = final_places(final, running_of(tournament)) if first is None else inputs.freeze.places
    prizes = final_prizes_from(tournament.final_prizes)
    every = ceremony_steps(places, prizes, tournament.ceremony_singles)
    steps = steps_to_show(every, tournament, inputs) if public else every
    is_over = first is None and tournament.ceremony_step >= tournament.ceremony_shown
    at = len(steps) if is_over else min(tournament.ceremony_step, len(steps))
    kinds = [step.prizes[0].kind for step in every if step.prizes]
    return Show(
        steps=tuple(_shown(step, inputs, kinds) for step in steps),
        at=at,
        is_black=tournament.ceremony_black,
        is_running=first is not None,
        is_prize_next=len(steps) < len(every) and every[len(steps)].kind is StepKind.PRIZE,
        count=len(places),
        finalists=_finalists(final),
        labels=hanchan_labels(inputs),
    )


def steps_to_show(every: tuple[CeremonyStep, ...], tournament: Tournament, inputs: Inputs) -> tuple[CeremonyStep, ...]:
    """Return the steps that everybody may see: those that were shown, and of these none with a place that is hidden."""
    first = inputs.freeze.revealed_from
    if first is None:
        return every
    if not inputs.standings_public:
        return ()
    shown = every[: tournament.ceremony_shown]
    hidden = next((at for at, step in enumerate(shown) if step.best is not None and step.best < first), len(shown))
    return shown[:hidden]


def _shown(step: CeremonyStep, inputs: Inputs, kinds: list[str]) -> ShownStep:
    prize = _prize(step.prizes, inputs.names, kinds) if step.prizes else None
    return ShownStep(step.kind, final_rows(inputs, step.places), prize)


def _prize(won: tuple[FinalPrize, ...], names: Mapping[int, PlayerName], kinds: list[str]) -> ShownPrize:
    """What is told of a prize: of a team, a country and a new player no total, which would give places away."""
    first, kind = won[0], PrizeKind(won[0].kind)
    groups: tuple[str, ...] = ()
    players: tuple[PlayerName, ...] = ()
    match kind:
        case PrizeKind.COUNTRY:
            groups = tuple(country_name(one.group) for one in won)
        case PrizeKind.TEAM:
            groups = tuple(one.group for one in won)
        case _:
            players = tuple(names[one.player] for one in won if one.player in names)
    result = in_hanchan(first.score, first.hanchan) if first.hanchan else ""
    return ShownPrize(kind, first.place, first.what, players, groups, result, kinds.count(kind) == 1)


def _finalists(final: Ranking) -> int:
    """How many of the ranked play above the last line of a cut: below it a total may be higher."""
    tiers = [row.standing.tier for row in final.ranked]
    return sum(1 for tier in tiers if tier < max(tiers)) if tiers else 0
