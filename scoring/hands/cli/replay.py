"""`python -m scoring replay FILE`: replays a hanchan from its log, hand by hand."""

import argparse
from collections.abc import Mapping
from dataclasses import replace

from scoring.cli.arguments import DONE, Subparsers, add_json, add_parser, add_rules, answer, refuse
from scoring.cli.input_file import add_file, text_of
from scoring.cli.table import rows_json
from scoring.hands.log import Event, LogProblem, OfAHand
from scoring.hands.log_text import read_log, write_log
from scoring.hands.replay import Replay, ReplayStep, replay
from scoring.hands.situation import HandSituation
from scoring.points import write, write_p
from scoring.winds import WINDS, Wind

ABOUT = """\
A log has a line for each hand; players are told by their starting wind. docs/hand-log.md has all of it.

  E1    tsumo E mangan riichi E N
  E1.1  ron S from W 3/40
        draw E W
"""


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "replay", "replay a hanchan hand by hand from its log")
    parser.epilog, parser.formatter_class = ABOUT, argparse.RawDescriptionHelpFormatter
    add_file(parser, "the log")
    add_rules(parser)
    parser.add_argument("--names", nargs="+", default=[], metavar="NAME", help="the players by starting wind, E first")
    add_json(parser, "one JSON value, amounts in points, players by starting wind")
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    names = dict(zip(WINDS, options.names, strict=False))
    if options.names and len(options.names) != options.rules.players:
        options.parser.error(f"--names has {options.rules.players} names, one for each player")
    try:
        played = replay(read_log(text_of(options)), options.rules)
    except LogProblem as problem:
        return refuse(options, problem)
    if options.json:
        return answer(options.command, _json(played, names))
    print("\n".join(_lines(played, names)))
    return DONE


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


def _json(played: Replay, names: Mapping[Wind, str]) -> dict[str, object]:
    winds = WINDS[: played.rules.players]
    return {
        "over": None if played.over is None else str(played.over),
        "deposits": played.deposits,
        "steps": [_step_json(step, names) for step in played.steps],
        "without_win": [wind.value for wind, marked in zip(winds, played.yakitori, strict=True) if marked],
        "busted": {wind.value: taker.value for wind, taker in zip(winds, played.busted_by, strict=True) if taker},
        "rows": rows_json(played.scores()),
        "said": [str(line) for line in played.settled(names)],
    }


def _step_json(step: ReplayStep, names: Mapping[Wind, str]) -> dict[str, object]:
    return {
        "line": write_log([step.event]).strip(),
        "before": _situation_json(step.before),
        "changes": list(step.changes),
        "after": _situation_json(step.after),
        "said": [str(line) for line in step.lines(names)],
    }


def _situation_json(now: HandSituation) -> dict[str, object]:
    return {
        "round": now.round_wind.value,
        "hand": now.hand,
        "honba": now.honba,
        "deposits": now.deposits,
        "points": list(now.points),
    }
