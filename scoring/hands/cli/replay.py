"""`python -m scoring replay FILE`: replays a hanchan from its log, hand by hand."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from scoring.cli.arguments import RULES, Argument, WrongCall
from scoring.cli.command import Command, Reply
from scoring.cli.input_file import file_argument, text_of
from scoring.cli.shape import Said, Shape
from scoring.cli.table import ROWS, rows_result
from scoring.hands.log import Event, OfAHand
from scoring.hands.log_text import read_log, write_log
from scoring.hands.replay import Replay, ReplayStep, replay
from scoring.hands.situation import HandSituation
from scoring.messages import Message
from scoring.points import write, write_p
from scoring.winds import WINDS, Wind

ABOUT = """\
A log has a line for each hand; players are told by their starting wind. docs/hand-log.md has all of it.

  E1    tsumo E mangan riichi E N
  E1.1  ron S from W 3/40
        draw E W
"""


def _replay(options: argparse.Namespace) -> Reply:
    names = dict(zip(WINDS, options.names, strict=False))
    if options.names and len(options.names) != options.rules.players:
        raise WrongCall(f"--names has {options.rules.players} names, one for each player")
    played = replay(read_log(text_of(options)), options.rules)
    return Reply(lambda: _result(played, names), _lines(played, names))


def _lines(played: Replay, names: Mapping[Wind, str]) -> list[str]:
    """Return each hand with its payments and the table after it, then the scores."""
    winds = WINDS[: played.rules.players]
    called = [names.get(start, start.label) for start in winds]
    found = [f"  {played.rules.title}; players by starting wind", "", _row("", called)]
    for step in played.steps:
        found += ["", f"  {step.before.name}: {_event(step.event)}"]
        found += [f"    {line}" for line in step.lines(names)]
        found.append(_row(_deposits(step.after), [write(points) for points in step.after.points]))
    found += ["", f"  {played.over or f'Not over yet; next is {played.now.name}.'}"]
    found += [f"  {line}" for line in played.settled(names)]
    scores = played.scores()
    rows = [("Place", [f"{row.place}{'=' if row.shared else ''}" for row in scores])]
    rows.append(("Score", [write_p(row.score) for row in scores]))
    return found + [_row(title, cells) for title, cells in rows]


def _event(event: Event) -> str:
    """Return the event as typed, without the number of its hand."""
    return write_log([replace(event, at=None) if isinstance(event, OfAHand) else event]).strip()


def _deposits(now: HandSituation) -> str:
    return f"Deposits {now.deposits}" if now.deposits else ""


def _row(title: str, cells: list[str]) -> str:
    return f"  {title:<12}{''.join(f'{cell:>12}' for cell in cells)}".rstrip()


def _result(played: Replay, names: Mapping[Wind, str]) -> dict[str, object]:
    winds = WINDS[: played.rules.players]
    return RESULT(
        played,
        steps=[STEP(step, line=write_log([step.event]).strip(), said=step.lines(names)) for step in played.steps],
        without_win=[wind for wind, marked in zip(winds, played.yakitori, strict=True) if marked],
        busted={wind.value: taker for wind, taker in zip(winds, played.busted_by, strict=True) if taker},
        rows=rows_result(played.scores()),
        said=played.settled(names),
    )


LINE = Annotated[str, "the event as a line of the log"]
SITUATION = Shape(HandSituation, "hand honba deposits points", round="round_wind")
STEP = Shape(ReplayStep, "before changes after", SITUATION, line=LINE, said=Said)
RESULT = Shape(
    Replay,
    "over deposits",
    steps=[STEP],
    without_win=Annotated[list[Wind], "who has won no hand"],
    busted=Annotated[Mapping[str, Wind], "who took the last points, by the starting wind of the bust player"],
    rows=ROWS,
    said=Annotated[list[Message], "what the scores have beside points and uma, in sentences"],
)
COMMAND = Command(
    "replay",
    "replay a hanchan hand by hand from its log",
    _replay,
    RESULT,
    (
        file_argument("the log"),
        *RULES,
        Argument("--names", "NAME", "the players by starting wind, E first", nargs="+", default=[]),
    ),
    ABOUT,
    json="one JSON value, amounts in points, players by starting wind",
)
