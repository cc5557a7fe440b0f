"""The last hand in a referee's words: what each player needs, and what a draw does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.hand.dues import listed
from scoring.least_win import USUAL_FU, Draw, Step, Way
from scoring.payments import HandValue, ron, said, tsumo
from scoring.points import Minus, Points, write, write_p
from scoring.rules import Ruleset
from scoring.winds import WINDS, Wind
from scoring.words import OR, Text, gettext_noop, joined
from scoring.words import listed as one_of

Names = Mapping[Wind, Text | str]
FEW_GAPS = 3
WIND_NAMES: Names = {wind: Text(wind.label) for wind in WINDS}


def write_delta(points: Points, rules: Ruleset) -> str:
    """What a player writes on the all-last sheet: (points - goal) in P, `+` and `▲`, 0 without a sign (S2; S0 Mod.4.2).

    >>> from scoring.rules import preset
    >>> [write_delta(points, preset("wrc-2022")) for points in (36_200, 27_800, 30_000)]
    ['+6.2', '▲2.2', '0']
    """
    return write_p(points - rules.goal, Minus.SHEET) if points != rules.goal else "0"


def said_way(way: Way, rules: Ruleset, names: Names = WIND_NAMES) -> Text:
    """One way to a place in a sentence; amounts are the hand's alone, without honba and deposits.

    >>> from scoring.least_win import LastHand, ways
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_100, 28_000, 25_900), rules=preset("wrc-2022"), hand=4)
    >>> print(*(said_way(way, table.rules) for way in ways(table, Wind.SOUTH, 1)), sep="\\n")
    Off East: 3 han 25 fu or 2 han 50 fu, 3,200.
    Off West: 4 han 25 fu or 3 han 50 fu, 6,400.
    Off North: 4 han 25 fu or 3 han 50 fu, 6,400.
    By self-draw: 3 han 30 fu or 2 han 60 fu, 1,000 and 2,000.
    """
    return Text(gettext_noop("{off}: {needed}"), {"off": said_off([way.payer], names), "needed": said_need(way, rules)})


def said_off(payers: Sequence[Wind | None], names: Names = WIND_NAMES) -> Text:
    """Whom a hand is won off; None is a self-draw.

    >>> str(said_off([Wind.EAST, Wind.WEST])), str(said_off([Wind.EAST, None]))
    ('Off East or West', 'Off East, or by self-draw')
    """
    off = [_text(names[payer]) for payer in payers if payer is not None]
    if not off:
        return Text(gettext_noop("By self-draw"))
    template = gettext_noop("Off {payer}, or by self-draw") if None in payers else gettext_noop("Off {payer}")
    return Text(template, {"payer": one_of(off, OR)})


def said_need(way: Way, rules: Ruleset) -> Text:
    """What is needed in one sentence and, where there is more to say, some more."""
    return joined([said_least(way, rules), *_more(way, rules)])


def said_least(way: Way, rules: Ruleset) -> Text:
    """The least hand that is enough."""
    if way.least is None:
        return Text(gettext_noop("no hand is enough."))
    if way.is_safe:
        return Text(gettext_noop("any win."))
    return Text(gettext_noop("{hand}."), {"hand": said_step(way.least, way, rules)})


@dataclass(frozen=True, slots=True)
class Needed:
    """Whom a hand is won off, the least one that is enough, and what else there is to say."""

    off: Text
    least: Text
    more: Text | None


def said_needs(ways: Sequence[Way], rules: Ruleset, names: Names = WIND_NAMES) -> list[Needed]:
    """What is needed, those together off whom the same is.

    >>> from scoring.least_win import LastHand, ways
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_100, 28_000, 25_900), rules=preset("wrc-2022"), hand=4)
    >>> for needed in said_needs(ways(table, Wind.SOUTH, 1), table.rules):
    ...     print(needed.off, needed.least, sep=": ")
    Off East: 3 han 25 fu or 2 han 50 fu, 3,200.
    Off West or North: 4 han 25 fu or 3 han 50 fu, 6,400.
    By self-draw: 3 han 30 fu or 2 han 60 fu, 1,000 and 2,000.
    """
    found: list[tuple[list[Wind | None], Text, Text | None]] = []
    for way in ways:
        more = list(_more(way, rules))
        said = said_least(way, rules), joined(more) if more else None
        alike = next((payers for payers, *other in found if tuple(other) == said), None)
        if alike is None:
            found.append(([way.payer], *said))
        else:
            alike.append(way.payer)
    return [Needed(_off(payers, len(ways), names), least, more) for payers, least, more in found]


def _off(payers: Sequence[Wind | None], of: int, names: Names) -> Text:
    """The same as `said_off`, of so many ways; who is not named is nobody in particular."""
    if len(payers) == of:
        return Text(gettext_noop("Off anybody, or by self-draw"))
    return (
        Text(gettext_noop("Off anybody")) if len(payers) == of - 1 and None not in payers else said_off(payers, names)
    )


def _more(way: Way, rules: Ruleset) -> Iterator[Text]:
    """That the place is then shared, the least hand of usual fu and the least alone, and which larger hands miss it."""
    if way.least is None or way.is_safe:
        return
    if way.alone is not way.least:
        yield Text(gettext_noop("The place is then shared."))
    if way.usual is not None and way.usual not in (way.least, way.alone):
        yield Text(gettext_noop("With up to 60 fu: {hand}."), {"hand": said_step(way.usual, way, rules)})
    if way.alone is not None and way.alone is not way.least:
        yield Text(gettext_noop("Alone with {hand}."), {"hand": said_step(way.alone, way, rules)})
    if way.gaps:
        yield _missing(way, rules)
    if way.is_open:
        yield from _going_on(way, rules)


def _going_on(way: Way, rules: Ruleset) -> Iterator[Text]:
    """That the hanchan goes on after the least hand, and the least that ends it."""
    points = write(rules.extension)
    yield Text(gettext_noop("Nobody has {points} then, and the hanchan goes on."), {"points": points})
    if way.ending is not None:
        yield Text(gettext_noop("It ends with {hand}."), {"hand": said_step(way.ending, way, rules)})


def _missing(way: Way, rules: Ruleset) -> Text:
    """The larger hands that miss the place; of many only the least."""
    if len(way.gaps) > FEW_GAPS:
        params: dict[str, object] = {"hand": said_step(way.gaps[0], way, rules), "count": len(way.gaps) - 1}
        return Text(gettext_noop("Not with {hand}, nor with {count} larger ones, which lift a rival."), params)
    hands = listed([said_step(step, way, rules) for step in way.gaps])
    return Text(gettext_noop("Not with {hands}, which lifts a rival."), {"hands": hands})


def said_step(step: Step, way: Way, rules: Ruleset) -> Text:
    """The hands that pay a step, the two most usual, and what is paid for them without honba and deposits."""
    hands = list(dict.fromkeys(said(value, rules) for value in sorted(step.values, key=_how_unusual)))[:2]
    params: dict[str, object] = {"hand": hands[0], "points": announced(step.values[0], way, rules)}
    if len(hands) == 1:
        return Text(gettext_noop("{hand}, {points}"), params)
    return Text(gettext_noop("{hand} or {other}, {points}"), {**params, "other": hands[1]})


def _how_unusual(value: HandValue) -> tuple[bool, int]:
    return value.fu > USUAL_FU, value.fu


def announced(value: HandValue, way: Way, rules: Ruleset) -> Text | str:
    """What a winner announces: one amount off a discarder or from everybody, or the two of a self-draw."""
    if way.payer is not None:
        return write(ron(way.winner, way.payer, value, rules).changes[way.winner.index])
    paid = sorted({-change for change in tsumo(way.winner, value, rules).changes if change < 0})
    if len(paid) == 1:
        return Text(gettext_noop("{points} from each"), {"points": write(paid[0])})
    return Text(gettext_noop("{less} and {more}"), {"less": write(paid[0]), "more": write(paid[1])})


def said_draw(draw: Draw, names: Names = WIND_NAMES) -> Text:
    """Who is in tenpai, and everybody's place after the draw if it ends the hanchan.

    >>> from scoring.least_win import LastHand, draws
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_000, 28_000, 26_000), rules=preset("wrc-2022"), hand=4)
    >>> print(said_draw(draws(table)[2]))
    Tenpai South: East 1, South 2, West 3, North 4.
    """
    after = [
        Text(gettext_noop("{name} {place}"), {"name": names[wind], "place": f"{place}{'=' if shared else ''}"})
        for wind, (place, shared) in zip(WINDS, draw.places, strict=False)
    ]
    params: dict[str, object] = {"places": listed(after)}
    if not draw.tenpai:
        return Text(gettext_noop("Nobody tenpai: {places}."), params)
    return Text(
        gettext_noop("Tenpai {names}: {places}."), {**params, "names": listed([_text(names[w]) for w in draw.tenpai])}
    )


def _text(name: Text | str) -> Text:
    return name if isinstance(name, Text) else Text("{name}", {"name": name})
