"""`python -m scoring all-last POINTS…`: what each player needs in the last hand."""

import argparse
from collections.abc import Iterator

from scoring.cli.arguments import (
    DONE,
    Subparsers,
    add_json,
    add_parser,
    add_rules,
    answer,
    full_points,
    integer,
    refuse,
)
from scoring.least_win import DrawOutcome, LastHand, Race, Route, WinStep, draws, places, routes
from scoring.messages import InvalidValue, Level, Message
from scoring.points import write
from scoring.sentences.last_hand import draw_text, extension_texts, route_text, sum_problem, write_delta
from scoring.winds import Wind


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "all-last", "what each player needs in the last hand")
    parser.add_argument(
        "points",
        nargs="*",
        type=full_points,
        metavar="POINTS",
        help="the points by current wind, E (the dealer), S, W and N, in full",
    )
    add_rules(parser)
    parser.add_argument(
        "--hand",
        type=integer,
        metavar="N",
        help="the hand of its round (default: the last); it tells the starting winds",
    )
    parser.add_argument("--honba", type=integer, default=0, metavar="N", help="honba on the table (default: 0)")
    parser.add_argument("--deposits", type=integer, default=0, metavar="N", help="riichi deposits on the table")
    parser.add_argument(
        "--totals",
        nargs="+",
        type=full_points,
        metavar="POINTS",
        help="for places in the tournament: the totals before this hanchan by current wind, in points",
    )
    parser.add_argument(
        "--others",
        nargs="+",
        type=full_points,
        default=[],
        metavar="POINTS",
        help="with --totals: the totals of others",
    )
    parser.add_argument(
        "--places",
        nargs="+",
        type=integer,
        metavar="N",
        help="only these places (default: the current place and those above)",
    )
    add_json(parser, "one JSON value, amounts in points, players by current wind")
    parser.set_defaults(run=_all_last)


def _all_last(options: argparse.Namespace) -> int:
    table, race = _table(options), _race(options)
    last_place = len(table.points) + len(options.others if race else ())
    wanted = list(dict.fromkeys(options.places or []))
    if not all(1 <= place <= last_place for place in wanted):
        options.parser.error(f"there are the places 1 to {last_place}")
    if problem := sum_problem(table):
        text = "{problem} --deposits N says how many riichi deposits lie on the table."
        return refuse(options, InvalidValue(Message("sum", text, {"problem": problem}, Level.ERROR)))
    if options.json:
        return answer(options.command, _json(table, race, wanted))
    print("\n".join(_lines(table, race, wanted)))
    return DONE


def _goals(wanted: list[int], now: int) -> list[int]:
    """Return the places asked for; by default the player's own, which others can take, and up to three above it."""
    return wanted or list(range(max(now - 3, 1), now + 1))


def _table(options: argparse.Namespace) -> LastHand:
    hand = options.rules.players if options.hand is None else options.hand
    try:
        return LastHand(
            points=tuple(options.points), rules=options.rules, hand=hand, honba=options.honba, deposits=options.deposits
        )
    except ValueError as problem:
        parser: argparse.ArgumentParser = options.parser
        parser.error(str(problem))


def _race(options: argparse.Namespace) -> Race | None:
    if options.totals is None and options.others:
        options.parser.error("--others needs --totals")
    if options.totals is None:
        return None
    if len(options.totals) != options.rules.players:
        options.parser.error(f"--totals has {options.rules.players} values, one for each player at the table")
    return Race(tuple(options.totals), tuple(options.others))


def _lines(table: LastHand, race: Race | None, wanted: list[int]) -> Iterator[str]:
    rules, now = table.rules, places(table, race)
    where = "in the tournament" if race else "at the table"
    yield f"  {rules.title}, places {where}"
    yield from (f"  {sentence}" for sentence in extension_texts(table))
    for wind in table.winds:
        own, (place, shared) = table.points[wind.index], now[wind.index]
        stands = f"now {place}{'=' if shared else ''}"
        yield f"\n  {wind.glyph} {wind.label}  {write(own)}  ({write_delta(own, rules)})  {stands}"
        for wish in _goals(wanted, place):
            yield f"    Place {wish}"
            yield from (f"      {route_text(way, rules)}" for way in routes(table, wind, wish, race))
    yield "\n  Exhaustive draw"
    for draw in draws(table, race):
        yield f"    {draw_text(draw)}{_after(draw)}"


def _after(draw: DrawOutcome) -> str:
    """Return what follows a draw if there is time left."""
    if draw.repeats:
        return " The dealer stays."
    return " The hanchan goes on." if draw.goes_on else ""


def _json(table: LastHand, race: Race | None, wanted: list[int]) -> dict[str, object]:
    now = places(table, race)
    return {
        "rules": table.rules.key,
        "in": "tournament" if race else "table",
        "players": [_player_json(wind, table, race, wanted, *now[wind.index]) for wind in table.winds],
        "draws": [_draw_json(draw) for draw in draws(table, race)],
        "notes": [str(sentence) for sentence in extension_texts(table)],
    }


def _player_json(
    wind: Wind, table: LastHand, race: Race | None, wanted: list[int], place: int, shared: bool
) -> dict[str, object]:
    own = table.points[wind.index]
    found = [way for wish in _goals(wanted, place) for way in routes(table, wind, wish, race)]
    return {
        "wind": wind.value,
        "points": own,
        "delta": own - table.rules.goal,
        "place": place,
        "shared": shared,
        "ways": [_way_json(way, table) for way in found],
    }


def _way_json(way: Route, table: LastHand) -> dict[str, object]:
    return {
        "place": way.place,
        "off": way.payer and way.payer.value,
        "least": _step_json(way.least),
        "alone": _step_json(way.alone),
        "ending": _step_json(way.ending),
        "gaps": [_step_json(step) for step in way.gaps],
        "text": str(route_text(way, table.rules)),
    }


def _step_json(step: WinStep | None) -> dict[str, object] | None:
    if step is None:
        return None
    hands = [{"han": value.han, "fu": value.fu, "yakuman": value.yakuman} for value in step.values]
    return {
        "hands": hands,
        "changes": list(step.payment.changes),
        "place": step.place,
        "shared": step.shared,
        "goes_on": step.goes_on,
    }


def _draw_json(draw: DrawOutcome) -> dict[str, object]:
    return {
        "tenpai": [wind.value for wind in draw.tenpai],
        "changes": list(draw.payment.changes),
        "places": [place for place, _ in draw.places],
        "dealer_stays": draw.repeats,
        "goes_on": draw.goes_on,
        "text": str(draw_text(draw)),
    }
