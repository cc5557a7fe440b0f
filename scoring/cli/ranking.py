"""`python -m scoring ranking FILE --rule ema-2018`: the ranking of a season, and how each row was computed."""

import argparse
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path

from scoring.cli.arguments import Argument, Flag, from_toml, no_such
from scoring.cli.command import Command, Reply
from scoring.cli.input_file import file_argument, file_text, text_of
from scoring.cli.season_results import read_last_season, read_season
from scoring.cli.shape import Said, Shape
from scoring.messages import Message
from scoring.points import Minus
from scoring.rankings.countries import CountryRow, country_ranking
from scoring.rankings.files import RANKING_RULES, ranking_rule, read_ranking_rule
from scoring.rankings.ranking import PartValue, RankingRow, WeighedResult, rank, two_decimals
from scoring.rankings.rule import RankingRule
from scoring.sentences.rankings import calculation_sentences, ranking_sentences

EXAMPLE = """\
A file has a row for each person and result; which columns there must be follows from the rule:

  person,event,ended,days,players,countries,qualification,place
  Anna,Rhine Riichi Open,2026-06-07,2,200,18,no,9

or, in a league,

  person,game,day,score,place
  Anna,1,2026-09-03,30200,1

More columns: substitutes, weight, penalty (subtracted; in points where scores count), country (of the person).
"""


def _rule(name: str) -> RankingRule:
    """Return the rule of this name, or of a file `*.toml`."""
    if name.endswith(".toml"):
        return from_toml(Path(name), read_ranking_rule, "a rule is text in UTF-8, as in scoring/rankings/rules")
    if name not in RANKING_RULES:
        raise argparse.ArgumentTypeError(no_such(f"“{name}” is not a rule of a ranking", name, RANKING_RULES))
    return ranking_rule(name)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(f"“{text}” is not a day; write it as 2026-11-01") from problem


def _ranking(options: argparse.Namespace) -> Reply:
    rules: RankingRule = options.rule
    season = read_season(text_of(options), rules)
    last = read_last_season(file_text(options.last_season), rules) if options.last_season else None
    on = options.on or max(one.ended for one in season.contests)
    rows = rank(season.contests, rules, on, penalties=season.penalties, last_season=last)
    countries = country_ranking(rows, season.countries, rules)
    said = ranking_sentences(rules)

    def result() -> object:
        return RESULT(
            rule=RULE(rules, sentences=said),
            on=on,
            rows=[_row(row, rules) for row in rows],
            countries=[_country(one, rules) for one in countries],
        )

    edition = f", {rules.edition}" if rules.edition else ""
    heading = [f"{rules.title}{edition}, {on}", "", *map(str, said), ""]
    lines = [*heading, *_lines(rows, rules, options.why), *_country_lines(countries, rules)]
    return Reply(result, (f"  {line}".rstrip() for line in lines))


def _row(row: RankingRow, rules: RankingRule) -> dict[str, object]:
    parts = row.calculation.parts
    return ROW(
        row,
        ranking=None if row.ranking is None else two_decimals(row.ranking, rules, Minus.EXPORT),
        results=[_result(at, one, parts) for at, one in enumerate(row.calculation.results)],
        said=calculation_sentences(row, rules),
    )


def _result(at: int, one: WeighedResult, parts: tuple[PartValue, ...]) -> dict[str, object]:
    """Return a result, with the numbers of the parts in which it counts."""
    counts = [number for number, part in enumerate(parts, 1) if at < part.taken]
    if one.contest is None:
        return COUNTED(event=None, ended=None, place=None, of=None, worth="0", weight="1", age="1", parts=counts)
    contest, own, age = one.contest.contest, str(one.contest.own), str(one.contest.age)
    found = {"event": contest.name, "ended": contest.ended, "place": one.place, "of": contest.places}
    return COUNTED(**found, worth=str(one.worth), weight=own, age=age, parts=counts)


def _country(one: CountryRow, rules: RankingRule) -> dict[str, object]:
    return COUNTRY(
        one,
        ranking=two_decimals(one.ranking, rules, Minus.EXPORT),
        best=[row.person for row in one.best],
    )


def _lines(rows: tuple[RankingRow, ...], rules: RankingRule, why: bool) -> Iterator[str]:
    """Yield a line for each person, under each its calculation if asked; a line stands above those without a place."""
    width = max(len(row.person) for row in rows) + 2 if rows else 8
    yield f"{'Place':<8}{'Person':<{width}}{'Results':>8}{'Ranking':>12}"
    for number, row in enumerate(rows):
        if row.lacks and not (number and rows[number - 1].lacks):
            yield "─" * (28 + width)
        place = "–" if row.place is None else f"{row.place}{'=' if row.shared else ''}"
        played = len(row.calculation.results) - row.calculation.missing
        ranking = "–" if row.ranking is None else two_decimals(row.ranking, rules)
        yield f"{place:<8}{row.person:<{width}}{played:>8}{ranking:>12}"
        if why or row.lacks:
            said = calculation_sentences(row, rules)
            yield from (f"        {one}" for one in (said if why else said[-1:]))


def _country_lines(found: tuple[CountryRow, ...], rules: RankingRule) -> Iterator[str]:
    for number, one in enumerate(found):
        if not number:
            yield from ("", f"{'Place':<8}{'Country':<20}{'Ranked':>8}{'Ranking':>12}")
        place = f"{one.place}{'=' if one.shared else ''}"
        yield f"{place:<8}{one.country:<20}{one.ranked:>8}{two_decimals(one.ranking, rules):>12}"


RULE = Shape(RankingRule, "key title edition sources documents", sentences=list[Message])
PART = Shape(PartValue, "taken total weight value")
COUNTED = Shape(
    event=str | None,
    ended=date | None,
    place=int | None,
    of=int | None,
    worth=Fraction,
    weight=Fraction,
    age=Fraction,
    parts=list[int],
)
ROW = Shape(
    RankingRow,
    "person place shared lacks",
    PART,
    ranking=str | None,
    exact="ranking",
    results=[COUNTED, "best first; without an event a missing one"],
    parts="calculation.parts",
    penalties="calculation.penalties",
    carried="calculation.carried",
    said=Said,
)
COUNTRY = Shape(CountryRow, "country place shared ranked above", ranking=str, best=list[str])
RESULT = Shape(rule=RULE, on=date, rows=[ROW, "best first, then who lacks results"], countries=[COUNTRY, "best first"])
COMMAND = Command(
    "ranking",
    "rank a season of events, or a league",
    _ranking,
    RESULT,
    (
        file_argument("the results as CSV or JSON"),
        Argument("--rule", "NAME", f"one of: {', '.join(RANKING_RULES)}; or a file.toml", _rule, required=True),
        Argument("--on", "DAY", "the day of reckoning, as 2026-11-01 (default: the day of the last result)", _day),
        Argument("--last-season", "FILE", "what is carried over is a part of this: person,ranking"),
        Flag("--why", "with the calculation of each row in words"),
    ),
    EXAMPLE,
)
