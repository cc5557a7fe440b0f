"""How an event ranks, and what a referee decides about equal totals: the only writers of either."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.standing.rules import PLAIN, StandingRules
from scoring.ties import Breaker
from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.problems import Conflict, Refused
from tournament.standings.facts import facts_of
from tournament.standings.lines import shared_places
from tournament.standings.models import TieDecision, TieDecisionPlace
from tournament.standings.ranking import ranking


class Unchanged(Exception):
    """There is nothing to write: leaves the frame of a write without a trace."""


def change_standing_rules(*, tournament: Tournament, rules: StandingRules, by: Any, at: datetime) -> None:
    """Rank by other rules. Nothing is written when they are the same. Raises Refused naming the field.

    Cuts come before the last hanchan. A lot that has been drawn holds still: its text no longer changes once there are
    results that it may have ordered.
    """
    _check_hanchan(tournament, rules)
    with suppress(Unchanged), writing(tournament, by=by, at=at, verb="changed how places are decided") as entry:
        before = _rules_now(tournament)
        if before == rules:
            raise Unchanged
        _check_lot(tournament, before, rules)
        tournament.standing_rules = {} if rules == PLAIN else rules.to_json()
        tournament.save(update_fields=["standing_rules"])
        tournament.__dict__.pop("ranked_by", None)
        was, will = before.to_json(), rules.to_json()
        entry.detail = {"changes": {name: [was[name], will[name]] for name in will if was[name] != will[name]}}


def _rules_now(tournament: Tournament) -> StandingRules:
    """The rules as the database has them, behind the tournament's row lock."""
    tournament.refresh_from_db(fields=["standing_rules"])
    tournament.__dict__.pop("ranked_by", None)
    return tournament.ranked_by


def _check_hanchan(tournament: Tournament, rules: StandingRules) -> None:
    """Every cut has hanchan after it, and no more hanchan are counted than there are."""
    last = tournament.hanchan_count
    for name, cuts in (
        ("cuts", rules.cuts),
        ("teams.cuts", rules.teams.cuts),
        ("countries.cuts", rules.countries.cuts),
    ):
        for number, cut in enumerate(cuts, start=1):
            if cut.after >= last:
                message = _("The last hanchan is {last}: a cut comes before it.").format(last=last)
                raise Refused(message, field=f"{name}.{number}.after")
    if rules.of is not None and rules.of > last:
        raise Refused(_("There are {last} hanchan.").format(last=last), field="of")


def _check_lot(tournament: Tournament, before: StandingRules, rules: StandingRules) -> None:
    drawn = Breaker.LOT in before.breakers and facts_of(tournament).played
    if drawn and rules.lot_seed != before.lot_seed:
        message = _(
            "The lot has been drawn from “{seed}”: another text would draw it anew. Where it must not count, let the "
            "referee decide."
        )
        raise Refused(message.format(seed=before.lot_seed), field="lot_seed")


def decide_tie(
    *,
    tournament: Tournament,
    after: int,
    order: Sequence[Player],
    reason: str,
    referee: str,
    submission: UUID,
    by: Any,
    at: datetime,
) -> TieDecision:
    """The referee orders those who share a place after hanchan `after`, the best first; it holds in those standings and
    at a cut made on them.

    A form that is sent twice is one decision. Raises Refused naming the field, Conflict when they share no place any
    more.
    """
    if not reason.strip():
        raise Refused(_("Say how it was decided."), field="reason")
    if not referee.strip():
        raise Refused(_("Name the referee who decided."), field="referee")
    decision = TieDecision(
        tournament=tournament, after=after, reason=reason.strip(), referee=referee.strip(), decided_at=at,
        decided_by=by, submission=submission,
    )  # fmt: skip
    with suppress(Unchanged), writing(tournament, by=by, at=at, verb="decided about equal totals") as entry:
        if earlier := TieDecision.objects.filter(submission=submission).first():
            decision = earlier
            raise Unchanged
        _check_tied(tournament, after, order)
        decision.save()
        TieDecisionPlace.objects.bulk_create(
            TieDecisionPlace(decision=decision, position=position, player=player)
            for position, player in enumerate(order, start=1)
        )
        entry.subject = ", ".join(player.name for player in order)
        entry.reason, entry.detail = decision.reason, _told(decision, order)
    return decision


def _check_tied(tournament: Tournament, after: int, order: Sequence[Player]) -> None:
    """Behind the tournament's row lock: they are equal now, all of them and nobody else."""
    _rules_now(tournament)
    facts = facts_of(tournament)
    rows = [row.standing for row in ranking(tournament.pk, facts, after).rows]
    wanted = sorted(player.pk for player in order)
    if not 0 < after <= facts.played or wanted not in map(sorted, shared_places(rows).values()):
        message = _("These players do not share a place after hanchan {after} any more. Look at the standings again.")
        raise Conflict(message.format(after=after))


def cancel_tie_decision(*, decision: TieDecision, reason: str, by: Any, at: datetime) -> TieDecision:
    """Take a decision back; it stays in the list with the reason. Cancelled twice is cancelled once. Raises Refused."""
    if not reason.strip():
        raise Refused(_("Say why the decision is cancelled."), field="reason")
    tournament = decision.tournament
    frame = {"by": by, "at": at, "verb": "cancelled a decision about equal totals", "reason": reason.strip()}
    with suppress(Unchanged), writing(tournament, **frame) as entry:
        decision.refresh_from_db(fields=["cancelled_at", "cancelled_reason", "cancelled_by"])
        if decision.cancelled_at is not None:
            raise Unchanged
        decision.cancelled_at, decision.cancelled_by, decision.cancelled_reason = at, by, reason.strip()
        decision.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_reason"])
        players = [place.player for place in decision.places.select_related("player")]
        entry.subject = ", ".join(player.name for player in players)
        entry.detail = _told(decision, players)
    return decision


def _told(decision: TieDecision, order: Sequence[Player]) -> dict[str, Any]:
    """What the history keeps of a decision."""
    return {
        "after": decision.after, "order": [f"{player.number} {player.name}" for player in order],
        "referee": decision.referee,
    }  # fmt: skip
