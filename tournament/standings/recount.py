"""The recount: every score, total and place worked out a second time from the stored lines, by a rule book that shares
nothing with the first, before results go out. A difference stops them and names the place."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import FilteredRelation, Q
from django.utils.translation import gettext_noop as _

from scoring.points import write_p
from scoring.standings.values import Standing
from tournament.core.messages import Level, Message, Refused
from tournament.core.models import CutChoice, Tournament
from tournament.players.models import Player, PlayerStatus, standing_status
from tournament.results.models import Penalty, Sheet, SheetLine, TieDecisionPlace
from tournament.standings.inputs import Inputs, read_inputs
from tournament.standings.ranking import Ranking, ranking
from tournament.standings.second_score import Row
from tournament.standings.second_standings import Event, SecondStandings
from tournament.standings.second_teams import SecondTeams
from tournament.standings.teams import Grouping, teams

AT_MOST = 10
TABLE = _("Hanchan {hanchan}, table {table}: the recount gives {name} {again}, the standings {score}.")
MISSING = _("Hanchan {hanchan}, table {table}: {name} is on the sheet and not in the standings.")
TOTAL = _("{name}: the recount gives {again} in all, the standings {score}.")
PLACE = _("{name}: the recount gives place {again}, the standings {place}.")
TEAM_CUT = _("{kind}: the cut after hanchan {after} runs between equals in one of the two counts only.")
CUT = _("The cut after hanchan {after} runs between equal players in one of the two counts only.")
STOPPED = _("The recount differs from the standings, so nothing goes out. Keep the papers and compare these places:")


def check_recount(tournament: Tournament) -> None:
    """Refuse when the recount differs from the standings in any score, total or place."""
    found = recount(tournament)
    if found:
        raise Refused([Message("recount-differs", STOPPED, {}, Level.ERROR), *found])


def recount(tournament: Tournament) -> list[Message]:
    """Return where a second count of everything that is stored differs from the standings, at most ten places.

    Compared are the score of every line of every sheet that counts, each player's, team's and country's total and place
    with all cuts, dropped hanchan and tie-breaks, and whether a cut waits. Reads what is stored in one transaction,
    fourteen queries.
    """
    with transaction.atomic():
        fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
        inputs = read_inputs(fresh)
        event = _event(fresh)
    shown = ranking(fresh.pk, inputs)
    names = {player.id: player.label for player in inputs.players}
    again = SecondStandings(event)
    of_players = [*_differing_scores(again, shown, names), *_differing_rows(again, shown)]
    return [*of_players, *(_differing_teams(again, inputs, shown, event) if not of_players else ())][:AT_MOST]


def _event(tournament: Tournament) -> Event:
    """Everything that is stored, as the second rule book reads it."""
    by = json.loads(json.dumps(tournament.ranked_by.to_json()))
    tables, fines = [*_tables(tournament)], [*_deductions(tournament)]
    hanchan = [one["hanchan"] for one in (*tables, *fines) if one["hanchan"]]
    nobody = Sheet.objects.filter(hanchan__tournament=tournament, hanchan__is_dropped=False, accepted__is_played=False)
    after = max([*hanchan, *nobody.values_list("hanchan__number", flat=True)], default=0)
    return {
        "rules": json.loads(json.dumps(tournament.ruleset.to_json())),
        "tables": tables,
        "deductions": fines,
        "entrants": [*_entrants(tournament, after)],
        "after": after,
        "cuts": by["cuts"],
        "best": by["best"],
        "of": by["of"],
        "chain": by["breakers"],
        "lot_seed": by["lot_seed"],
        "played": _played(tournament),
        "decisions": [*_decisions(tournament)],
        "teams": by["teams"],
        "countries": by["countries"],
    }


def _tables(tournament: Tournament) -> Iterator[Row]:
    where = ("version__accepted_by__hanchan__number", "version__accepted_by__table", "version__deposits")
    lines = SheetLine.objects.filter(version__accepted_by__hanchan__tournament=tournament).order_by(*where)
    rows = lines.values_list(*where, "wind", "player_id", "points", "yakitori", "busted_by")
    for (hanchan, table, deposits), group in groupby(rows, itemgetter(0, 1, 2)):
        seated = [_line(*row[3:]) for row in group]
        yield {"hanchan": hanchan, "table": table, "deposits": deposits, "lines": seated}


def _line(seat: str, player: int, points: int, yakitori: bool, busted_by: str) -> Row:
    return {"seat": seat, "player": player, "points": points, "yakitori": yakitori, "busted_by": busted_by or None}


def _deductions(tournament: Tournament) -> Iterator[Row]:
    given = Penalty.objects.filter(tournament=tournament, cancelled_at=None).order_by("pk")
    for player, amount, hanchan in given.values_list("player_id", "amount", "hanchan__number"):
        yield {"player": player, "amount": amount, "hanchan": hanchan}


def _entrants(tournament: Tournament, after: int) -> Iterator[Row]:
    """Everybody as the standings after that hanchan list them: who leaves or counts only later does not do so yet."""
    own = FilteredRelation("stand_ins", condition=Q(stand_ins__cancelled_at=None))
    rows = Player.objects.filter(tournament=tournament).annotate(own=own).order_by("number")
    names = ("pk", "number", "status", "is_substitute", "carried", "counts_from", "out_from", "team", "country")
    columns = rows.values_list(*names, "own__hanchan__number", "own__counts")
    for pk, group in groupby(columns, itemgetter(0)):
        entries = list(group)
        _pk, number, status, is_substitute, carried, first, left, team, country, *_own = entries[0]
        if left > after and status in (PlayerStatus.WITHDRAWN, PlayerStatus.DISQUALIFIED):
            status = PlayerStatus.PLAYING
        chosen = {hanchan: counts for *_columns, hanchan, counts in entries if counts is not None}
        counted = [one for one in range(1, after + 1) if chosen.get(one, one >= first)]
        since = min([first, *counted])
        is_substitute = is_substitute or since > max(after, 1)
        listed = standing_status(status, is_substitute=is_substitute)
        groups = {"teams": team, "countries": country}
        ranked = {
            "status": listed.value,
            "seed": number,
            "ticket": str(number),
            "carried": carried,
        }
        if not is_substitute:
            ranked |= {"since": since, "unranked": [one for one in range(since, after + 1) if one not in counted]}
        yield {"player": pk, **ranked, **groups}


def _played(tournament: Tournament) -> dict[int, dict[int, int]]:
    """Return who played the hanchan after a cut in which division, unless the corrected cut was chosen."""
    rows = tournament.hanchan.exclude(divisions=[]).exclude(cut_choice=CutChoice.CORRECTED)
    found = rows.values_list("number", "divisions")
    return {number - 1: {player: division for division, player in divisions} for number, divisions in found}


def _decisions(tournament: Tournament) -> Iterator[Row]:
    places = TieDecisionPlace.objects.filter(decision__tournament=tournament, decision__cancelled_at=None)
    rows = places.order_by("decision_id", "position").values_list("decision_id", "decision__after", "player_id")
    for (_pk, after), group in groupby(rows, itemgetter(0, 1)):
        yield {"after": after, "order": [player for *_before, player in group]}


def _differing_scores(again: SecondStandings, shown: Ranking, names: dict[int, str]) -> Iterator[Message]:
    first = {
        (played.hanchan, row.player.id): Fraction(played.score, 1000)
        for row in shown.rows
        for played in row.standing.hanchan
        if played
    }
    for (player, hanchan), row in sorted(again.scored.items(), key=lambda one: (one[0][1], one[1]["table"])):
        place = {"hanchan": hanchan, "table": row["table"], "name": names[player]}
        if (hanchan, player) not in first:
            yield Message("recount-missing", MISSING, place, Level.ERROR)
        elif first[hanchan, player] != row["score"]:
            amounts = {"again": _write(row["score"]), "score": _write(first[hanchan, player])}
            yield Message("recount-score", TABLE, place | amounts, Level.ERROR)


def _differing_rows(again: SecondStandings, shown: Ranking) -> Iterator[Message]:
    rows, waiting = again.rows_so_far()
    tied = shown.tied.cut.after if shown.tied and shown.tied.cut.after < shown.after else None
    if waiting != tied:
        yield Message("recount-cut", CUT, {"after": waiting or tied}, Level.ERROR)
    second = {row["player"]: row for row in rows}
    for row in shown.rows:
        counted, total = second[row.player.id], Fraction(row.standing.total, 1000)
        if counted["total"] != total:
            params = {"name": row.player.label, "again": _write(counted["total"]), "score": _write(total)}
            yield Message("recount-total", TOTAL, params, Level.ERROR)
        elif counted["place"] != row.standing.place:
            again_at, place = (str(one or "–") for one in (counted["place"], row.standing.place))
            params = {"name": row.player.label, "again": again_at, "place": place}
            yield Message("recount-place", PLACE, params, Level.ERROR)


def _differing_teams(again: SecondStandings, inputs: Inputs, shown: Ranking, event: Event) -> Iterator[Message]:
    """Teams and countries; the players are the same in both counts. Clubs have no rules: they are plain sums of these
    players' totals."""

    def rows(number: int) -> Sequence[Standing]:
        return ranking(shown.tournament, inputs, number).everybody

    for kind in (Grouping.TEAMS, Grouping.COUNTRIES):
        first = teams(kind, inputs, shown, rows)
        second, waiting = SecondTeams(again, _members(again, kind), event[kind]).rows()
        tied = first.tied.cut.after if first.tied else None
        if tied != waiting:
            yield Message("recount-cut", TEAM_CUT, {"kind": kind.heading, "after": waiting or tied}, Level.ERROR)
        listed = {row.standing.team: (Fraction(row.standing.total, 1000), row.standing.place) for row in first.rows}
        for team in sorted(listed.keys() | second.keys()):
            total, place = listed.get(team, (None, None))
            total_again, place_again = second.get(team, (None, None))
            if total != total_again:
                params = {"name": team, "again": _write(total_again), "score": _write(total)}
                yield Message("recount-total", TOTAL, params, Level.ERROR)
            elif place != place_again:
                params = {"name": team, "again": str(place_again), "place": str(place)}
                yield Message("recount-place", PLACE, params, Level.ERROR)


def _members(again: SecondStandings, kind: Grouping) -> dict[str, list[int]]:
    """The players of each team or country who were ranked in a hanchan; of a team also those who have withdrawn
    since."""
    counted = ("playing", "withdrawn") if kind is Grouping.TEAMS else ("playing",)
    scored = {player for player, number in again.scored if again.own(player, number)["table"] is not None}
    found = dict[str, list[int]]()
    for player, one in again.entrants.items():
        if one[kind] and one["status"] in counted and player in scored:
            found.setdefault(one[kind], []).append(player)
    return found


def _write(amount: Fraction | None) -> str:
    return "–" if amount is None else write_p(int(amount * 1000))
