"""The tables of leagues, of the application and of the shadow: report sheets in, places out."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, timedelta
from fractions import Fraction
from typing import Any

from scoring.rankings import RankingRule
from scoring.rules.fields import read_fields
from scoring.standings.values import Deduction
from tests.shadow import seasons
from tests.shadow.compare import Difference, ruleset, to_table
from tests.shadow.random_leagues import League
from tournament.core.models import HanchanState
from tournament.players.models import PlayerStatus
from tournament.standings.inputs import HanchanInput, Inputs, PlayerName
from tournament.standings.league_table import league
from tournament.standings.second_score import scores

Told = dict[str, dict[str, Any]]


def ours(case: League) -> Told:
    """The table of the application."""
    found = league(inputs(case), RankingRule(**read_fields(RankingRule, case["rule"])), UTC)
    return {
        str(row.player.id): {
            "value": row.row.calculation.value,
            "lacks": row.lacks,
            "place": row.place,
            "shared": row.row.shared,
            "games": row.games,
            "places": row.places,
            "moved": row.moved,
        }
        for row in found.rows
    }


def inputs(case: League) -> Inputs:
    """The league as tables are computed from."""
    return Inputs(
        rules=ruleset(case["rules"]),
        standings_public=True,
        players=tuple(
            PlayerName(number, number, f"Player {number}", "", "", "", False, PlayerStatus.PLAYING)
            for number in range(1, case["people"] + 1)
        ),
        tables=tuple(
            to_table({"hanchan": game["number"], "table": 1, "lines": game["lines"], "deposits": game["deposits"]})
            for game in case["games"]
        ),
        penalties=(),
        hanchan=tuple(
            HanchanInput(game["number"], HanchanState.CLOSED, game["at"], game["at"]) for game in case["games"]
        ),
        extra=tuple(Deduction(one["player"], one["amount"], one["game"]) for one in case["fines"]),
    )


def theirs(case: League) -> Told:
    """The table of the shadow."""
    games = [event(case["rules"], game) for game in case["games"]]
    days = sorted({game["ended"] for game in games})
    told = place_on(days[-1], case, games) if days else {}
    before = place_on(days[-2], case, games) if len(days) > 1 else {}
    for name, one in told.items():
        own = [game["means"][name] for game in games if name in game["means"]]
        was = before.get(name, {}).get("place")
        is_moved = was is not None and one["place"] is not None
        one |= {
            "games": len(own),
            "places": sum(own, Fraction(0)),
            "moved": was - one["place"] if is_moved else None,
        }
    return told


def event(rules: dict[str, Any], game: dict[str, Any]) -> dict[str, Any]:
    """A game as an event of a season; who shares a place has the mean of the places that they share."""
    at = game["at"]
    rows = scores(rules, game["lines"], game["deposits"])
    lines = sorted(game["lines"], key=lambda line: "ESWN".index(line["seat"]))
    people = [str(line["player"]) for line in lines]
    places = [row["place"] for row in rows]
    return {
        "name": f"game {game['number']:04}",
        "ended": at.date() if at.hour >= 5 else at.date() - timedelta(days=1),
        "weight": Fraction(1),
        "players": len(people),
        "substitutes": 0,
        "days": 1,
        "countries": 1,
        "qualification": False,
        "results": [
            (who, place, int(row["score"] * 1_000)) for who, place, row in zip(people, places, rows, strict=True)
        ],
        "means": {who: place + Fraction(places.count(place) - 1, 2) for who, place in zip(people, places, strict=True)},
    }


def place_on(on: date, case: League, games: list[dict[str, Any]]) -> Told:
    """The ranking of a day. A penalty is of the day of its game, one without a game of the first day."""
    days = {int(game["name"].removeprefix("game ")): game["ended"] for game in games}
    fines = [(str(one["player"]), days.get(one["game"], min(days.values())), one["amount"]) for one in case["fines"]]
    rule = case["rule"]
    season = {"rule": {**rule, "carry": Fraction(rule["carry"])}, "on": on, "events": games, "fines": fines, "last": {}}
    return seasons.ranking(season)


def differences(cases: Iterable[League]) -> Iterator[Difference]:
    """Every league that is told differently, with both tellings."""
    for case in cases:
        scoring, shadow = ours(case), theirs(case)
        if scoring != shadow:
            yield {"case": case, "scoring": scoring, "shadow": shadow}
