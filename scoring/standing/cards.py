"""What every entrant has played and was fined, and what breakers may ask of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.game import Table, score_table
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.standing.rules import StandingRules
from scoring.standing.values import Deduction, Entrant, Played, Status
from scoring.ties import Contender, Key

Card = tuple[Played | None, ...]
NO_PLACE = 5  # of a hanchan that was not played, when the worst are dropped


@dataclass(frozen=True, slots=True)
class Cards:
    """The hanchan of each entrant by number, and the deductions; `columns` hanchan are counted."""

    entrants: Mapping[Key, Entrant]
    cards: Mapping[Key, Card]
    fines: Mapping[Key, Sequence[Deduction]]
    columns: int
    by: StandingRules

    def dropped(self, key: Key, after: int) -> tuple[int, ...]:
        """The hanchan that do not count after hanchan `after`: of the first `of` all but the `best` (an absence is 0.0,
        A18). Of equal scores the one with the worse place goes, then the later."""
        if self.by.best is None or self.by.of is None:
            return ()
        window = min(after, self.by.of)
        worst = sorted(range(window), key=lambda at: _worth(self.cards[key][at], at))
        return tuple(sorted(at + 1 for at in worst[: max(window - self.by.best, 0)]))

    def played(self, key: Key, after: int) -> list[Played]:
        """The hanchan that count after hanchan `after`."""
        if self.by.best is None:
            return [one for one in self.cards[key][:after] if one is not None]
        dropped = self.dropped(key, after)
        return [one for one in self.cards[key][:after] if one is not None and one.hanchan not in dropped]

    def table_total(self, key: Key, after: int) -> Points:
        return sum([one.score for one in self.played(key, after)])

    def penalties(self, key: Key, after: int) -> Points:
        """What is taken off after hanchan `after`, also outside any hanchan."""
        fines = self.fines.get(key, ())
        if after >= self.columns:
            return sum(one.amount for one in fines)
        return sum(one.amount for one in fines if one.hanchan is None or one.hanchan <= after)

    def outside(self, key: Key) -> Points:
        return sum(one.amount for one in self.fines.get(key, ()) if one.hanchan is None)

    def plain(self, key: Key, after: int) -> Points:
        return self.table_total(key, after) - self.penalties(key, after)

    def contender(self, key: Key, after: int, before: Points) -> Contender:
        who, played = self.entrants[key], self.played(key, after)
        missed = len(played) + len(self.dropped(key, after)) < after
        return contender(key, played, missed=missed, before=before, seed=who.seed, ticket=who.ticket or str(who.player))

    def is_in(self, key: Key, after: int) -> bool:
        """Whether a cut after hanchan `after` counts somebody: who is ranked, and who has left since, as a later
        hanchan or penalty shows. Who left before the cut makes room for the next (R:ARAMIN)."""
        status = self.entrants[key].status
        if status in (Status.PLAYING, Status.SUBSTITUTE):
            return status is Status.PLAYING
        fined = any(one.hanchan is not None and one.hanchan > after for one in self.fines.get(key, ()))
        return fined or any(self.cards[key][after:])


def contender(
    key: Key, played: Sequence[Played], *, missed: bool, before: Points, seed: int | None, ticket: str
) -> Contender:
    """What breakers may ask of whoever played these hanchan; one that was `missed` counts 0.0."""
    tables: Counter[tuple[int, ...]] = Counter()
    for one in played:
        tables[one.hanchan, one.table] += one.score
    return Contender(
        key=key,
        firsts=sum(one.place == 1 for one in played),
        places=sum(one.place for one in played),
        counted=len(played),
        best=max([*(one.score for one in played), *([0] if missed or not played else [])]),
        before=before,
        tables=tables,
        seed=seed,
        ticket=ticket,
    )


def _worth(played: Played | None, at: int) -> tuple[Points, int, int]:
    """What is dropped first comes first."""
    return (played.score, -played.place, -at) if played else (0, -NO_PLACE, -at)


def read(
    tables: Iterable[Table],
    deductions: Iterable[Deduction],
    entrants: Iterable[Entrant],
    rules: Ruleset,
    after: int | None,
    by: StandingRules,
) -> Cards:
    """The sheets scored and sorted by player. Raises ValueError when somebody sits twice in a hanchan, is entered twice
    or is not among the entrants."""
    known = _known(entrants)
    counted = [table for table in tables if after is None or table.hanchan <= after]
    columns = max((table.hanchan for table in counted), default=0) if after is None else after
    return Cards(known, _cards(counted, known, columns, rules), _fines(deductions, known, after), columns, by)


def _known(entrants: Iterable[Entrant]) -> dict[Key, Entrant]:
    known: dict[Key, Entrant] = {}
    for entrant in entrants:
        if entrant.player in known:
            raise ValueError(f"player {entrant.player} is entered twice")
        known[entrant.player] = entrant
    return known


def _cards(tables: Iterable[Table], known: Mapping[Key, Entrant], columns: int, rules: Ruleset) -> dict[Key, Card]:
    cards: dict[int, list[Played | None]] = {who.player: [None] * columns for who in known.values()}
    for table in tables:
        at = table.hanchan - 1
        for line, row in zip(table.lines, score_table(table, rules), strict=True):
            card = cards.get(line.player)
            if card is None:
                raise ValueError(f"player {line.player} of hanchan {table.hanchan} table {table.table} is not entered")
            if card[at] is not None:
                raise ValueError(f"player {line.player} sits twice in hanchan {table.hanchan}")
            card[at] = Played(
                table.hanchan, table.table, line.wind, row.points, row.place, row.shared, row.uma, row.score
            )
    return {player: tuple(card) for player, card in cards.items()}


def _fines(
    deductions: Iterable[Deduction], known: Mapping[Key, Entrant], after: int | None
) -> dict[Key, list[Deduction]]:
    """The penalties that count after hanchan `after`, by player."""
    fines: dict[Key, list[Deduction]] = {}
    for one in deductions:
        if one.player not in known:
            raise ValueError(f"player {one.player} has a penalty and is not entered")
        if after is None or one.hanchan is None or one.hanchan <= after:
            fines.setdefault(one.player, []).append(one)
    return fines
