"""The season of a league: its rule, changed while it is played, and its end, after which nothing of it changes.

The end makes the results of every game official, as those of a tournament's hanchan are; reopening them is the way to
another game or a correction.
"""

from contextlib import suppress

from django.utils.translation import gettext_noop as _

from scoring.rankings.rule import RankingRule
from tournament.core.audit import Act, audited_write
from tournament.core.edit_conflicts import Values, to_see
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.core.official_results import refuse_over, season_is_over
from tournament.players.names import tidy
from tournament.standings.actions import Unchanged
from tournament.standings.league_table import rule_of
from tournament.standings.recount import check_recount

LONGEST_REASON = 500


def change_rule(*, tournament: Tournament, rule: RankingRule, seen: Values | None = None, act: Act) -> None:
    """Make the table by another rule; the same one writes nothing. `seen` is the rule that the page showed, as
    JSON: Conflict when it is another by now. Raises Refused once the season is over."""
    with suppress(Unchanged), audited_write(tournament, act, Verb.CHANGED_STANDING_RULES) as entry:
        tournament.refresh_from_db(fields=["ranking_rule"])
        refuse_over(tournament)
        was, will = rule_of(tournament).to_json(), rule.to_json()
        if was == will:
            raise Unchanged
        if seen is not None and to_see(was) != to_see(seen):
            text = _("Somebody chose another rule meanwhile. It is shown here now: look at the effect again.")
            raise Conflict.of("rule-changed", text)
        tournament.ranking_rule = will
        tournament.save(update_fields=["ranking_rule"])
        names = [name for name in {**was, **will} if was.get(name) != will.get(name)]
        entry.detail = {"changes": {name: [was.get(name), will.get(name)] for name in names}}
        entry.changes_what_is_public = True


def end_season(*, tournament: Tournament, act: Act) -> None:
    """Make the table final: no game is entered and none corrected until the season is reopened.

    Raises Refused without a game, while one waits for a signature or two readings differ, and when a second count of
    all games differs.
    """
    check_recount(tournament)
    with audited_write(tournament, act, Verb.MADE_OFFICIAL) as entry:
        refuse_over(tournament)
        games = list(tournament.hanchan.order_by("number"))
        if not games:
            raise Refused.of("no-game", _("No game yet: there is no season to end."))
        waiting = tournament.hanchan.filter(sheets__accepted=None, sheets__first_reading__isnull=False).count()
        if waiting:
            text = _("Games that wait for a signature: {count}. Accept or remove them first.")
            raise Refused.of("games-wait", text, count=waiting)
        for game in games:
            game.official_at, game.reopened_at = act.at, None
            game.save(update_fields=["official_at", "reopened_at"])
        entry.detail = {"games": len(games)}
        entry.changes_what_is_public = True


def reopen_season(*, tournament: Tournament, act: Act) -> None:
    """Let games be entered and corrected again, with a reason. The page asks for the password."""
    reason = tidy(act.reason)[:LONGEST_REASON]
    with audited_write(tournament, act.because(reason), Verb.REOPENED_RESULTS) as entry:
        if not season_is_over(tournament):
            raise Refused.of("season-open", _("The season is not over: games can be entered and corrected."))
        if not reason:
            raise Refused.of("reason-missing", _("Enter a reason for reopening the season."), field="reason")
        for game in tournament.hanchan.exclude(official_at=None):
            game.official_at, game.reopened_at = None, act.at
            game.save(update_fields=["official_at", "reopened_at"])
        entry.changes_what_is_public = True
