"""The stages of an event, from one cut to the next, with what each is decided by: the values beside the formulas of
the sheet Scores.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.points import Points
from scoring.standings.cut import Cut
from scoring.standings.players import Cards
from scoring.standings.stages import Placing, Stages
from scoring.standings.ties import Breaker, Contender, Key, TiePosition, lot
from scoring.standings.values import Status
from tournament.standings.inputs import Inputs

GROUP_BREAKERS = frozenset({Breaker.HEAD_TO_HEAD, Breaker.REFEREE})
"""Tie-breaks that ask about a group of players, not about one: what they found is written as values."""

Findings = Mapping[Breaker, int]


@dataclass(frozen=True, slots=True)
class CutEffect:
    """A cut and one player. `position` is the shared place among those who take part, None for who does not; `digit` is
    0 while no line was drawn for the player, 1 above the line, then 2 …; `carried` the total that goes on, in points,
    without penalties outside any hanchan. `eligible`: takes part if above the line of every earlier cut.
    """

    eligible: bool
    position: int | None
    digit: int
    carried: Points


@dataclass(frozen=True, slots=True)
class StageRow:
    """A player at the end of a stage: the total in points, what tie-breaks ask, and what GROUP_BREAKERS found."""

    total: Points
    contender: Contender
    findings: Findings
    effect: CutEffect | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """Hanchan `first` to `last`, tie-breaks in their order, and rows by player (id). The last stage has no `cut`.

    `tied` counts the players too many above the line because of ties. While it is not 0 the cut is not made.
    """

    first: int
    last: int
    breakers: tuple[Breaker, ...]
    rows: Mapping[Key, StageRow]
    cut: Cut | None = None
    tied: int = 0


@dataclass(slots=True)
class _Field:
    """The players on their way from cut to cut."""

    inputs: Inputs
    cards: Cards
    state: Stages
    first: int = 1
    tied: int = 0
    found: list[Stage] = field(default_factory=list)

    def pass_through(self, cut: Cut) -> None:
        """Add the stage that ends with `cut`."""
        eligible = {key for key in self.cards.entrants if self.cards.is_in(key, cut.after)}
        above = (
            [] if self.tied else [key for key in self.cards.entrants if key in eligible and self.state.is_above(key)]
        )
        groups = list(self.state.in_order(above, cut.after))
        positions = _positions(groups)
        if cut.after not in self.inputs.played_divisions:
            self.tied = self.tied or _too_many(positions, cut)
        effects = {key: self._effect(key, cut, key in eligible, positions.get(key)) for key in self.cards.entrants}
        findings = _findings(one for group in groups for one in group)
        self._add(cut.after, findings, effects, cut)
        if not self.tied:
            played = self.inputs.played_divisions.get(cut.after)
            self.state = self.state.through(cut, list(eligible), self.cards.outside, played, self.cards.late(cut.after))

    def end(self, after: int) -> tuple[Stage, ...]:
        """Return all stages, the last one up to hanchan `after`."""
        ranked = [key for key, who in self.cards.entrants.items() if who.status is Status.PLAYING]
        self._add(after, _findings(self.state.ranked(ranked, after)), {}, None)
        return tuple(self.found)

    def _effect(self, key: Key, cut: Cut, eligible: bool, position: int | None) -> CutEffect:
        whole = self.state.total(key, cut.after) + self.cards.outside(key)
        if key in self.cards.late(cut.after):
            return CutEffect(False, None, len(cut.sizes) + 1, cut.carry(whole, len(cut.sizes)))
        if position is None or self.tied:
            return CutEffect(eligible, position, 0, whole)
        played = self.inputs.played_divisions.get(cut.after)
        division = cut.division(position - 1) if played is None else played.get(int(key), len(cut.sizes))
        return CutEffect(eligible, position, division + 1, cut.carry(whole, division))

    def _add(
        self, last: int, findings: Mapping[Key, Findings], effects: Mapping[Key, CutEffect], cut: Cut | None
    ) -> None:
        rows = {
            key: StageRow(
                self.state.total(key, last),
                self.cards.contender(key, last, self.state.total(key, last - 1)),
                findings.get(key, {}),
                effects.get(key),
            )
            for key in self.cards.entrants
        }
        self.found.append(
            Stage(self.first, last, breakers_after(self.inputs, last), rows, cut, self.tied if cut else 0)
        )
        self.first = last + 1


def stages(inputs: Inputs, after: int) -> tuple[Stage, ...]:
    """Return the stages of the standings after hanchan `after`."""
    cards = inputs.cards_after(after)
    players = _Field(inputs, cards, Stages(cards, inputs.by, inputs.decisions))
    for cut in inputs.by.cuts_before(after):
        players.pass_through(cut)
    return players.end(after)


def breakers_after(inputs: Inputs, after: int) -> tuple[Breaker, ...]:
    """Return the tie-breaks after a hanchan; a decision comes last when the chain does not name the referee."""
    chain = inputs.by.chain(after, inputs.decisions)
    if chain is None:
        return ()
    if Breaker.REFEREE in chain.breakers or not chain.decisions:
        return chain.breakers
    return (*chain.breakers, Breaker.REFEREE)


def lots(inputs: Inputs) -> dict[int, int]:
    """Return the position of everybody's lot by player (id), the lowest lot first."""
    tickets = {one.player: one.ticket for one in inputs.entrants_after(inputs.played)}
    order = sorted(tickets, key=lambda player: lot(inputs.by.lot_seed, tickets[player]))
    return {player: position for position, player in enumerate(order, 1)}


def _positions(groups: Sequence[Sequence[TiePosition]]) -> dict[Key, int]:
    """Return the places of those who are cut: equals share one."""
    places: dict[Key, int] = {}
    for group in groups:
        places |= dict.fromkeys((one.key for one in group), len(places) + 1)
    return places


def _too_many(positions: Mapping[Key, int], cut: Cut) -> int:
    return sum(max(sum(place <= size for place in positions.values()) - size, 0) for size in cut.sizes)


def _findings(placed: Iterable[TiePosition | Placing]) -> dict[Key, Findings]:
    return {
        one.key: {found.breaker: found.value[0] for found in one.breaks if found.breaker in GROUP_BREAKERS}
        for one in placed
    }
