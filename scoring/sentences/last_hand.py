"""The last hand in sentences: the win that each player needs, draws, extensions, and sums that do not fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.game import DEPOSIT
from scoring.least_win import CheapestWin, DrawOutcome, LastHand, Route, WinStep
from scoring.least_win.routes import USUAL_FU
from scoring.messages import COMMA, OR, Message, WrittenNumber, gettext_noop, join, ngettext_lazy, phrase, separate
from scoring.messages import list_text as one_of
from scoring.payments.values import HandValue
from scoring.payments.wins import ron, tsumo
from scoring.payments.worth import announcement
from scoring.points import STEP, Minus, Points, write, write_p
from scoring.rules import Ruleset
from scoring.sentences.payments import WIND_NAMES, Names
from scoring.winds import WINDS, Wind

FEW_GAPS = 3


def write_delta(points: Points, rules: Ruleset) -> WrittenNumber:
    """Return the delta as on the all-last sheet: (points - goal) in P, `+` and `▲`, 0 without a sign (S2; S0 Mod.4.2).

    >>> from scoring.rules import preset
    >>> [write_delta(points, preset("wrc-2022")) for points in (36_200, 27_800, 30_000)]
    ['+6.2', '▲2.2', '0']
    """
    return write_p(points - rules.goal, Minus.SHEET) if points != rules.goal else WrittenNumber("0")


def route_text(way: Route, rules: Ruleset, names: Names = WIND_NAMES) -> Message:
    """Return one route to a place as a sentence; amounts are the hand's alone, without honba and deposits.

    >>> from scoring.least_win import LastHand, routes
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_100, 28_000, 25_900), rules=preset("wrc-2022"), hand=4)
    >>> print(*(route_text(way, table.rules) for way in routes(table, Wind.SOUTH, 1)), sep="\\n")
    Off East: 3 han 25 fu or 2 han 50 fu, 3,200.
    Off West: 4 han 25 fu or 3 han 50 fu, 6,400.
    Off North: 4 han 25 fu or 3 han 50 fu, 6,400.
    By self-draw: 3 han 30 fu or 2 han 60 fu, 1,000 and 2,000.
    """
    return phrase(
        gettext_noop("{off}: {needed}"), {"off": payers_text([way.payer], names), "needed": need_text(way, rules)}
    )


def payers_text(payers: Sequence[Wind | None], names: Names = WIND_NAMES) -> Message:
    """Return the discarders; None is a self-draw.

    >>> str(payers_text([Wind.EAST, Wind.WEST])), str(payers_text([Wind.EAST, None]))
    ('Off East or West', 'Off East, or by self-draw')
    """
    off = [names[payer] for payer in payers if payer is not None]
    if not off:
        return phrase(gettext_noop("By self-draw"))
    template = gettext_noop("Off {payer}, or by self-draw") if None in payers else gettext_noop("Off {payer}")
    return phrase(template, {"payer": one_of(off, OR)})


def need_text(way: Route, rules: Ruleset) -> Message:
    """Return the need in one sentence and, if necessary, some remarks."""
    return join([least_text(way, rules), *_more(way, rules)])


def least_text(way: Route, rules: Ruleset) -> Message:
    """Return the least sufficient hand."""
    if way.least is None:
        return phrase(gettext_noop("no hand is enough."))
    if way.is_safe:
        return phrase(gettext_noop("any win."))
    return phrase(gettext_noop("{hand}."), {"hand": step_text(way.least, way, rules)})


@dataclass(frozen=True, slots=True)
class Need:
    """A way to win: the discarders, the least sufficient hand, remarks, and the hand's points alone."""

    off: Message
    least: Message
    more: Message | None
    points: Message


def needs(ways: Sequence[Route], rules: Ruleset, names: Names = WIND_NAMES) -> list[Need]:
    """Return the needs, with players combined off whom the need is the same.

    >>> from scoring.least_win import LastHand, routes
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_100, 28_000, 25_900), rules=preset("wrc-2022"), hand=4)
    >>> for needed in needs(routes(table, Wind.SOUTH, 1), table.rules):
    ...     print(needed.off, needed.least, sep=": ")
    Off East: 3 han 25 fu or 2 han 50 fu, 3,200.
    Off West or North: 4 han 25 fu or 3 han 50 fu, 6,400.
    By self-draw: 3 han 30 fu or 2 han 60 fu, 1,000 and 2,000.
    """
    found: list[tuple[list[Wind | None], Message, Message | None, Message]] = []
    for way in ways:
        more = list(_more(way, rules))
        announcement = least_text(way, rules), join(more) if more else None, least_points(way, rules)
        alike = next((payers for payers, *other in found if tuple(other) == announcement), None)
        if alike is None:
            found.append(([way.payer], *announcement))
        else:
            alike.append(way.payer)
    return [Need(_payers(payers, len(ways), names), least, more, points) for payers, least, more, points in found]


def least_points(way: Route, rules: Ruleset) -> Message:
    """Return the points of the least sufficient hand alone, to be read from across the table.

    >>> from scoring.least_win import LastHand, routes
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_100, 28_000, 25_900), rules=preset("wrc-2022"), hand=4)
    >>> print(*(least_points(way, table.rules) for way in routes(table, Wind.SOUTH, 1)), sep="; ")
    3,200; 6,400; 6,400; 1,000 and 2,000
    """
    if way.least is None:
        return phrase(gettext_noop("no hand"))
    return phrase(gettext_noop("any win")) if way.is_safe else announced_points(way.least.values[0], way, rules)


def _payers(payers: Sequence[Wind | None], of: int, names: Names) -> Message:
    """Return the same as `payers_text` for several routes; unnamed discarders are anybody."""
    if len(payers) == of:
        return phrase(gettext_noop("Off anybody, or by self-draw"))
    return (
        phrase(gettext_noop("Off anybody"))
        if len(payers) == of - 1 and None not in payers
        else payers_text(payers, names)
    )


def _more(way: Route, rules: Ruleset) -> Iterator[Message]:
    """Return remarks: a shared place, the least hand of usual fu and alone, larger hands that miss the place."""
    if way.least is None or way.is_safe:
        return
    if way.alone is not way.least:
        yield phrase(gettext_noop("The place is then shared."))
    if way.usual is not None and way.usual not in (way.least, way.alone):
        yield phrase(gettext_noop("With up to 60 fu: {hand}."), {"hand": step_text(way.usual, way, rules)})
    if way.alone is not None and way.alone is not way.least:
        yield phrase(gettext_noop("Alone with {hand}."), {"hand": step_text(way.alone, way, rules)})
    if way.gaps:
        yield _missing(way, rules)
    if way.is_open:
        yield from _going_on(way, rules)


def _going_on(way: Route, rules: Ruleset) -> Iterator[Message]:
    """Return a remark that the hanchan goes on after the least hand, with the least one that ends it."""
    points = write(rules.extension)
    yield phrase(gettext_noop("Nobody has {points} then, so the hanchan goes on."), {"points": points})
    if way.ending is not None:
        yield phrase(gettext_noop("It ends with {hand}."), {"hand": step_text(way.ending, way, rules)})


def _missing(way: Route, rules: Ruleset) -> Message:
    """Return the larger hands that miss the place; of many only the least."""
    if len(way.gaps) > FEW_GAPS:
        params: dict[str, object] = {"hand": step_text(way.gaps[0], way, rules), "count": len(way.gaps) - 1}
        return phrase(gettext_noop("Not with {hand}, nor with {count} larger ones, which lift a rival."), params)
    hands = separate([step_text(step, way, rules) for step in way.gaps], COMMA)
    return phrase(gettext_noop("Not with {hands}, which lifts a rival."), {"hands": hands})


def step_text(step: WinStep, way: Route, rules: Ruleset) -> Message:
    """Return the hands that pay a step, the two most usual, and their payment without honba and deposits."""
    hands = list(dict.fromkeys(announcement(value, rules) for value in sorted(step.values, key=_how_unusual)))[:2]
    params: dict[str, object] = {"hand": hands[0], "points": announced_points(step.values[0], way, rules)}
    if len(hands) == 1:
        return phrase(gettext_noop("{hand}, {points}"), params)
    return phrase(gettext_noop("{hand} or {other}, {points}"), {**params, "other": hands[1]})


def _how_unusual(value: HandValue) -> tuple[bool, int]:
    return value.fu > USUAL_FU, value.fu


def announced_points(value: HandValue, way: Route, rules: Ruleset) -> Message:
    """Return the winner's announcement: one amount off a discarder or from everybody, or the two of a self-draw."""
    if way.payer is not None:
        return phrase(write(ron(way.winner, way.payer, value, rules).changes[way.winner.index]))
    paid = _paid(way.winner, value, rules)
    if len(paid) == 1:
        return phrase(gettext_noop("{points} from each"), {"points": write(paid[0])})
    return phrase(gettext_noop("{less} and {more}"), {"less": write(paid[0]), "more": write(paid[1])})


def _paid(winner: Wind, value: HandValue, rules: Ruleset) -> list[Points]:
    """Return the different amounts that others pay for a self-draw, without honba, the smaller first."""
    return sorted({-change for change in tsumo(winner, value, rules).changes if change < 0})


def called_ron(win: CheapestWin, rules: Ruleset) -> Message | None:
    """Return the cheapest direct win as it is called: one amount."""
    if win.ron is None or win.off is None:
        return None
    return phrase(write(ron(win.winner, win.off, win.ron.values[0], rules).changes[win.winner.index]))


def called_self_draw(win: CheapestWin, rules: Ruleset) -> Message | None:
    """Return the cheapest self-draw as it is called.

    >>> from scoring.least_win import LastHand, cheapest_win
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(26_000, 30_000, 28_000, 36_000), rules=preset("wrc-2022"), hand=4)
    >>> for wind in (Wind.EAST, Wind.WEST):
    ...     win = cheapest_win(table, wind, 1)
    ...     print(called_ron(win, table.rules), called_self_draw(win, table.rules))
    5,800 2,600 all
    5,200 2,000/4,000
    """
    if win.self_draw is None:
        return None
    paid = _paid(win.winner, win.self_draw.values[0], rules)
    if len(paid) == 1:
        return phrase(gettext_noop("{points} all"), {"points": write(paid[0])})
    return phrase(gettext_noop("{less}/{more}"), {"less": write(paid[0]), "more": write(paid[1])})


def draw_text(draw: DrawOutcome, names: Names = WIND_NAMES) -> Message:
    """Return who is in tenpai, and everybody's place after the draw if it ends the hanchan.

    >>> from scoring.least_win import LastHand, draws
    >>> from scoring.rules import preset
    >>> table = LastHand(points=(36_000, 30_000, 28_000, 26_000), rules=preset("wrc-2022"), hand=4)
    >>> print(draw_text(draws(table)[2]))
    Tenpai South: East 1, South 2, West 3, North 4.
    """
    after = [
        phrase(gettext_noop("{name} {place}"), {"name": names[wind], "place": f"{place}{'=' if shared else ''}"})
        for wind, (place, shared) in zip(WINDS, draw.places, strict=False)
    ]
    params: dict[str, object] = {"places": separate(after, COMMA)}
    if not draw.tenpai:
        return phrase(gettext_noop("Nobody tenpai: {places}."), params)
    return phrase(
        gettext_noop("Tenpai {names}: {places}."),
        {**params, "names": separate([names[w] for w in draw.tenpai], COMMA)},
    )


_STAYS = gettext_noop("Unless the time is up, the hanchan goes on after a win of {dealer}, who stays dealer.")
_MAY_STOP = gettext_noop(
    "Unless the time is up, the hanchan goes on after a win of {dealer}, who may end it when leading."
)
_MAY_STOP_WITH = gettext_noop(
    "Unless the time is up, the hanchan goes on after a win of {dealer}, who may end it when leading with {points} or "
    "more."
)
_AFTER_DEALER = {  # may the dealer end the hanchan, and is there an extension
    (False, False): _STAYS,
    (False, True): _STAYS,
    (True, False): _MAY_STOP,
    (True, True): _MAY_STOP_WITH,
}


def extension_texts(table: LastHand, names: Names = WIND_NAMES) -> list[Message]:
    """Return what lengthens the hanchan beyond this hand unless the time is up: the dealer's win, an extension.

    Source: S3 Enchousen, Agariyame. Nothing where the hand is not the last of its round: it is the last by time.

    >>> from scoring.rules import preset
    >>> table = LastHand(points=(27_000, 26_000, 24_000, 23_000), rules=preset("tori-casual"), hand=4)
    >>> for sentence in extension_texts(table):
    ...     print(sentence)
    Unless the time is up, the hanchan goes on after a win of East, who may end it when leading with 30,000 or more.
    Unless the time is up, the hanchan goes on into West when nobody has 30,000.
    """
    rules = table.rules
    if table.hand < rules.players:
        return []
    params: dict[str, object] = {"dealer": names[Wind.EAST], "points": write(rules.extension)}
    found = [phrase(_AFTER_DEALER[rules.agari_yame, bool(rules.extension)], params)]
    if rules.extension:
        template = gettext_noop("Unless the time is up, the hanchan goes on into {round} when nobody has {points}.")
        following = phrase(Wind.at(rules.last_round.index + 1).label)
        found.append(phrase(template, {**params, "round": following}))
    return found


def sum_problem(table: LastHand) -> Message | None:
    """Return the problem with the points: with the deposits they must equal the starting points (S0 Mod.2.3).

    None when they do. An uncounted deposit would make every need wrong by 1,000.

    >>> from scoring.rules import preset
    >>> table = LastHand(points=(30_000, 30_000, 30_000, 29_000), rules=preset("wrc-2022"), hand=4)
    >>> str(sum_problem(table))
    'The points and 0 deposits make 119,000, not 120,000: 1,000 is missing. Is a deposit not counted?'
    """
    if any(own % STEP for own in table.points):
        return phrase(gettext_noop("Points are full hundreds."))
    total, found = table.rules.start * table.rules.players, sum(table.points) + table.deposits * DEPOSIT
    params = {"count": table.deposits, "found": write(found), "total": write(total), "off": write(abs(total - found))}
    if found == total:
        return None
    if found > total:
        template = ngettext_lazy(
            "The points and {count} deposit make {found}, not {total}: {off} too much.",
            "The points and {count} deposits make {found}, not {total}: {off} too much.",
        )
    elif (total - found) % DEPOSIT:
        template = ngettext_lazy(
            "The points and {count} deposit make {found}, not {total}: {off} is missing.",
            "The points and {count} deposits make {found}, not {total}: {off} is missing.",
        )
    else:
        template = ngettext_lazy(
            "The points and {count} deposit make {found}, not {total}: {off} is missing. Is a deposit not counted?",
            "The points and {count} deposits make {found}, not {total}: {off} is missing. Is a deposit not counted?",
        )
    return phrase(template, params)
