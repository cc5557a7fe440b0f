"""Random events for the live sheets: every preset, many ties, leftovers, yakitori, busts, cuts, tie-breaks, decisions,
substitutes, withdrawals, byes. Nothing is stored.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from scoring.game import ScoreLine, Table
from scoring.rules import PRESETS, Ruleset, preset
from scoring.standings.cut import CARRIES, Cut, Rounding
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from scoring.standings.values import Deduction
from tournament.core.models import HanchanState
from tournament.exports.live import LiveEvent
from tournament.players.models import PlayerStatus
from tournament.players.names import distinctions
from tournament.results.tie_decisions import DecidedTie
from tournament.standings.inputs import HanchanInput, Inputs, PlayerName
from tournament.standings.ranking import ranking

MORNING = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)
FINES, COARSE_FINES = (1_000, 20_000, 30_000, 12_500), (10_000, 20_000)
CARRIED = (0, 500, 12_300, -4_500, -10_000, 20_000)


def random_event(seed: int, *, with_carried: bool = False) -> LiveEvent:
    """Return the event of a seed; seeds one after the other go through all presets. Players may bring carried scores
    from an earlier event."""
    chance = random.Random(seed)
    rules = _rules(sorted(PRESETS)[seed % len(PRESETS)], chance)
    hanchan, tables = chance.randint(2, 6), chance.randint(2, 4)
    players = _players(tables * rules.players + chance.choice((0, 0, 1, 2)), chance)
    is_coarse = chance.random() < 0.5
    sheets = _sheets(players, hanchan, tables, rules, chance, is_coarse=is_coarse)
    fines = tuple(
        Deduction(
            player.id,
            chance.choice(COARSE_FINES if is_coarse else FINES),
            chance.choice((None, *range(1, hanchan + 1))),
        )
        for player in players
        if chance.random() < 0.2
    )
    by = _standing_rules(hanchan, tables * rules.players, chance)
    if with_carried:
        players = tuple(replace(one, carried=chance.choice(CARRIED)) for one in players)
    inputs = Inputs(
        rules=rules,
        standings_public=True,
        players=players,
        tables=sheets,
        penalties=(),
        hanchan=tuple(HanchanInput(n, HanchanState.CLOSED, MORNING, MORNING) for n in range(1, hanchan + 1)),
        by=by,
        decided=_decisions(players, by, hanchan, chance),
        extra=fines,
    )
    return live(inputs)


def live(inputs: Inputs) -> LiveEvent:
    """Return the live event of inputs."""
    return LiveEvent("Random & <event>", inputs, ranking(1, inputs))


def best_of(event: LiveEvent, chance: random.Random) -> LiveEvent:
    """Return the event with some hanchan dropped: of all, or of those up to the first cut."""
    by = event.inputs.by
    last = by.cuts[0].after if by.cuts else len(event.inputs.hanchan)
    of = chance.randint(2, max(last, 2))
    cuts = by.cuts if last >= of else ()
    return live(replace(event.inputs, by=replace(by, best=chance.randint(1, of - 1), of=of, cuts=cuts)))


def with_changed_score(event: LiveEvent, chance: random.Random) -> tuple[LiveEvent, Table, int]:
    """Return the event with the points of one seat changed, the table and the index of its line in seat order."""
    tables = list(event.inputs.tables)
    at = chance.randrange(len(tables))
    lines = sorted(tables[at].lines, key=lambda line: line.wind.index)
    seat = chance.randrange(len(lines))
    lines[seat] = replace(
        lines[seat], points=lines[seat].points + chance.choice((-20_000, -5_000, 5_000, 10_000, 30_000))
    )
    tables[at] = replace(tables[at], lines=tuple(lines))
    return live(event.inputs.with_changes(tables=tables)), tables[at], seat


def _rules(key: str, chance: random.Random) -> Ruleset:
    """A preset, some of them with yakitori or with a prize for a bust."""
    rules = preset(key)
    if chance.random() < 0.3:
        rules = rules.replace(yakitori=chance.choice((3_000, 10_000)))
    if chance.random() < 0.2:
        rules = rules.replace(bust=chance.choice(("below-zero", "at-zero")), bust_prize=10_000)
    return rules


def _players(count: int, chance: random.Random) -> tuple[PlayerName, ...]:
    names = ["Aiko", "=1+1", "+Club", "@luc", "-ann", "Ann & <Bob>", "Ken", "ken"]
    found = []
    for number in range(1, count + 1):
        name = chance.choice(names) if chance.random() < 0.3 else f"Player {number}"
        out = chance.random()
        status = PlayerStatus.PLAYING
        if out < 0.06:
            status = PlayerStatus.WITHDRAWN
        elif out < 0.1:
            status = PlayerStatus.DISQUALIFIED
        found.append(PlayerName(1_000 + number, number, name, "", "", "", chance.random() < 0.08, status))
    return named(found)


def named(people: Iterable[PlayerName]) -> tuple[PlayerName, ...]:
    """The people with what tells namesakes apart, as the list of players has it."""
    listed = list(people)
    return tuple(replace(one, distinction=word) for one, word in zip(listed, distinctions(listed), strict=True))


def _sheets(
    players: Sequence[PlayerName],
    hanchan: int,
    tables: int,
    rules: Ruleset,
    chance: random.Random,
    *,
    is_coarse: bool,
) -> tuple[Table, ...]:
    """Coarse ones give equal points in most tables, so that equal totals are common."""
    found: list[Table] = []
    last: Sequence[PlayerName] = []
    for number in range(1, hanchan + 1):
        # Some sit together again, so that head to head has something to say.
        seats = last if last and chance.random() < 0.5 else chance.sample(players, len(players))
        last = seats
        for table in range(1, tables + 1):
            four = seats[(table - 1) * rules.players : table * rules.players]
            found.append(_sheet(number, table, four, rules, chance, is_coarse=is_coarse))
    return tuple(found)


def _sheet(
    number: int, table: int, four: Sequence[PlayerName], rules: Ruleset, chance: random.Random, *, is_coarse: bool
) -> Table:
    if is_coarse:
        pattern = chance.choice(((40_000, 30_000, 20_000, 20_000), (30_000, 30_000, 30_000, 0), (40_000, 40_000, 0, 0)))
        points = chance.sample(pattern[: len(four)], len(four))
    else:
        step = chance.choice((100, 5_000, 10_000))
        points = [chance.randrange(-10_000, 60_000, step) // 100 * 100 for _player in four]
    winds = rules.winds
    lines = [
        ScoreLine(
            wind,
            player.id,
            own,
            yakitori=bool(rules.yakitori) and chance.random() < 0.4,
            busted_by=chance.choice([one for one in winds if one is not wind])
            if rules.bust_prize and own <= 0 and chance.random() < 0.8
            else None,
        )
        for wind, player, own in zip(winds, four, points, strict=True)
    ]
    return Table(number, table, tuple(lines), chance.choice((0, 0, 1, 2, 5)))


def _standing_rules(hanchan: int, field: int, chance: random.Random) -> StandingRules:
    breakers = tuple(chance.sample(list(Breaker), chance.choice((0, 0, 1, 2, 3, 4))))
    values: dict[str, Any] = {"breakers": breakers, "lot_seed": "dice 3 5 1"}
    if hanchan > 2 and chance.random() < 0.5:
        values["cuts"] = tuple(_cuts(hanchan, field, chance))
    elif hanchan > 2 and chance.random() < 0.15:
        values |= {"best": hanchan - 1, "of": hanchan}
    return StandingRules(**values)


def _cuts(hanchan: int, field: int, chance: random.Random) -> list[Cut]:
    afters = sorted(chance.sample(range(1, hanchan), chance.randint(1, min(2, hanchan - 1))))
    found, room = [], field
    for after in afters:
        if room < 4:
            break
        sizes = sorted(chance.sample(range(2, room), min(chance.randint(1, 2), room - 2)))
        above, below = (Fraction(chance.choice(CARRIES)) for _side in range(2))
        found.append(
            Cut(after=after, sizes=tuple(sizes), above=above, below=below, rounding=chance.choice(list(Rounding)))
        )
        room = sizes[0]
    return found


def _decisions(
    players: Sequence[PlayerName], by: StandingRules, hanchan: int, chance: random.Random
) -> tuple[DecidedTie, ...]:
    """An order of everybody, which holds for whoever turns out to be tied."""
    afters = [cut.after for cut in by.cuts] + [hanchan]
    found = []
    for number, after in enumerate(afters, 1):
        if chance.random() < 0.25:
            order = tuple(player.id for player in chance.sample(players, len(players)))
            found.append(DecidedTie(number, after, "dice", "Mina", MORNING, None, order))
    return tuple(found)
