"""`python -m scoring all-last POINTS…`: what each player needs in the last hand."""

import argparse
from collections.abc import Iterator
from typing import Annotated, Literal

from scoring.cli.arguments import RULES, Argument, Number, WrongCall, full_points
from scoring.cli.command import Command, Reply
from scoring.cli.shape import Shape
from scoring.least_win import DrawOutcome, LastHand, Race, Route, WinStep, draws, places, routes
from scoring.messages import InvalidValue, Level, Message
from scoring.payments.values import HandValue
from scoring.points import FromOne, Points, write
from scoring.sentences.last_hand import draw_text, extension_texts, route_text, sum_problem, write_delta
from scoring.winds import Wind


def _all_last(options: argparse.Namespace) -> Reply:
    table, race = _table(options), _race(options)
    last_place = len(table.points) + len(options.others if race else ())
    wanted = list(dict.fromkeys(options.places or []))
    if not all(1 <= place <= last_place for place in wanted):
        raise WrongCall(f"there are the places 1 to {last_place}")
    if problem := sum_problem(table):
        text = "{problem} --deposits N says how many riichi deposits lie on the table."
        raise InvalidValue(Message("sum", text, {"problem": problem}, Level.ERROR))
    return Reply(lambda: _result(table, race, wanted), _lines(table, race, wanted))


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
        raise WrongCall(str(problem)) from problem


def _race(options: argparse.Namespace) -> Race | None:
    if options.totals is None and options.others:
        raise WrongCall("--others needs --totals")
    if options.totals is None:
        return None
    if len(options.totals) != options.rules.players:
        raise WrongCall(f"--totals has {options.rules.players} values, one for each player at the table")
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


def _result(table: LastHand, race: Race | None, wanted: list[int]) -> dict[str, object]:
    now = places(table, race)
    return RESULT(
        rules=table.rules.key,
        in_="tournament" if race else "table",
        players=[_player_result(wind, table, race, wanted, *now[wind.index]) for wind in table.winds],
        draws=[
            DRAW(draw, places=[place for place, _ in draw.places], text=draw_text(draw)) for draw in draws(table, race)
        ],
        notes=[*extension_texts(table)],
    )


def _player_result(
    wind: Wind, table: LastHand, race: Race | None, wanted: list[int], place: int, shared: bool
) -> dict[str, object]:
    own = table.points[wind.index]
    found = [way for wish in _goals(wanted, place) for way in routes(table, wind, wish, race)]
    ways = [WAY(way, text=route_text(way, table.rules)) for way in found]
    return PLAYER(wind=wind, points=own, delta=own - table.rules.goal, place=place, shared=shared, ways=ways)


STEP = Shape(
    WinStep, "place shared goes_on", Shape(HandValue, "han fu yakuman"), hands="values", changes="payment.changes"
)
WAY = Shape(Route, "place least alone ending gaps", STEP, off="payer", text=Message)
PLAYER = Shape(wind=Wind, points=Points, delta=Points, place=FromOne, shared=bool, ways=[WAY])
DRAW = Shape(
    DrawOutcome, "tenpai goes_on", changes="payment.changes", places=list[FromOne], dealer_stays="repeats", text=Message
)
PLACES_IN = Annotated[Literal["table", "tournament"], "where the places are counted"]
RESULT = Shape(rules=str, in_=PLACES_IN, players=[PLAYER], draws=[DRAW], notes=list[Message])
COMMAND = Command(
    "all-last",
    "what each player needs in the last hand",
    _all_last,
    RESULT,
    (
        Argument(
            "points",
            "POINTS",
            "the points by current wind, E (the dealer), S, W and N, in full",
            full_points,
            nargs="*",
        ),
        *RULES,
        Number("--hand", "the hand of its round (default: the last); it tells the starting winds"),
        Number("--honba", "honba on the table (default: 0)", default=0),
        Number("--deposits", "riichi deposits on the table", default=0),
        Argument(
            "--totals",
            "POINTS",
            "for places in the tournament: the totals before this hanchan by current wind, in points",
            full_points,
            nargs="+",
        ),
        Argument("--others", "POINTS", "with --totals: the totals of others", full_points, nargs="+", default=[]),
        Number("--places", "only these places (default: the current place and those above)", nargs="+"),
    ),
    json="one JSON value, amounts in points, players by current wind",
)
