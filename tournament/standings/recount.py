"""The recount: every table scored a second time from its stored lines, by a rule book that shares nothing with the
first, before results go out. A difference stops them and names the place."""

import json
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext_noop as _

from scoring.points import write_p
from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Tournament
from tournament.results.models import Penalty, SheetLine
from tournament.standings.inputs import read_inputs
from tournament.standings.ranking import Ranking, StandingsRow, ranking
from tournament.standings.second_score import scores

AT_MOST = 10
TABLE = _("Hanchan {hanchan}, table {table}: the recount gives {name} {again}, the standings {score}.")
MISSING = _("Hanchan {hanchan}, table {table}: {name} is on the sheet and not in the standings.")
TOTAL = _("{name}: the recount gives {again} in all, the standings {score}.")
STOPPED = _("The recount differs from the standings, so nothing goes out. Keep the papers and compare these places:")
Scores = dict[tuple[int, int], tuple[int, Fraction]]


def check_recount(tournament: Tournament) -> None:
    """Refuse when the recount differs from the standings in any score or total."""
    found = recount(tournament)
    if found:
        raise Refused([Message("recount-differs", STOPPED, {}, Level.ERROR), *found])


def recount(tournament: Tournament) -> list[Message]:
    """Return where a second count of everything that is stored differs from the standings, at most ten places.

    Scores are compared for every line of every sheet that counts; totals where each hanchan counts in full, without
    cuts. Reads what is stored in one transaction, seven queries.
    """
    with transaction.atomic():
        fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
        inputs = read_inputs(fresh)
        again = _scores_again(fresh)
        off = (
            Penalty.objects.filter(tournament=fresh, cancelled_at=None).values("player").annotate(points=Sum("amount"))
        )
        deducted = {one["player"]: Fraction(one["points"], 1000) for one in off}
    shown = ranking(fresh.pk, inputs)
    names = {player.id: player.name for player in inputs.players}
    found = [*_differing_scores(again, shown, names)]
    if shown.is_plain:
        found += _differing_totals(again, deducted, shown)
    return found[:AT_MOST]


def _scores_again(tournament: Tournament) -> Scores:
    """(hanchan, player): table and score in P, by the second rule book."""
    rules = json.loads(json.dumps(tournament.ruleset.to_json()))
    where = ("version__accepted_by__hanchan__number", "version__accepted_by__table", "version__deposits")
    lines = SheetLine.objects.filter(version__accepted_by__hanchan__tournament=tournament).order_by(*where)
    rows = lines.values_list(*where, "wind", "player_id", "points", "yakitori", "busted_by")
    found: Scores = {}
    for (hanchan, table, deposits), group in groupby(rows, itemgetter(0, 1, 2)):
        seated = sorted((_line(*row[3:]) for row in group), key=lambda line: "ESWN".index(line["seat"]))
        for line, row in zip(seated, scores(rules, seated, deposits), strict=True):
            found[hanchan, line["player"]] = (table, row["score"])
    return found


def _line(seat: str, player: int, points: int, yakitori: bool, busted_by: str) -> dict[str, Any]:
    return {"seat": seat, "player": player, "points": points, "yakitori": yakitori, "busted_by": busted_by or None}


def _differing_scores(again: Scores, shown: Ranking, names: dict[int, str]) -> Iterator[Message]:
    first = {
        (played.hanchan, row.player.id): Fraction(played.score, 1000)
        for row in shown.rows
        for played in row.standing.hanchan
        if played
    }
    for (hanchan, player), (table, score) in sorted(again.items()):
        place = {"hanchan": hanchan, "table": table, "name": names[player]}
        if (hanchan, player) not in first:
            yield Message("recount-missing", MISSING, place, Level.ERROR)
        elif first[hanchan, player] != score:
            amounts = {"again": _write(score), "score": _write(first[hanchan, player])}
            yield Message("recount-score", TABLE, place | amounts, Level.ERROR)


def _differing_totals(again: Scores, deducted: dict[int, Fraction], shown: Ranking) -> Iterator[Message]:
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (_hanchan, player), (_table, score) in again.items():
        totals[player] += score
    for row in shown.rows:
        total = totals[row.player.id] - deducted.get(row.player.id, Fraction(0))
        if total != _total(row):
            params = {"name": row.player.name, "again": _write(total), "score": _write(_total(row))}
            yield Message("recount-total", TOTAL, params, Level.ERROR)


def _total(row: StandingsRow) -> Fraction:
    return Fraction(row.standing.total, 1000)


def _write(amount: Fraction) -> str:
    return write_p(int(amount * 1000))
