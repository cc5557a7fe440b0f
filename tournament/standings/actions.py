"""The ranking rules of an event, and referees' decisions on ties: the only writers of either."""

from collections.abc import Sequence
from contextlib import suppress
from uuid import uuid4

from django.utils.translation import gettext_noop as _

from scoring.rules.fields import RulesetProblem
from scoring.standings.rules import PLAIN, StandingRules
from scoring.standings.ties import Breaker
from tournament.core.audit import Act, audited_write
from tournament.core.edit_conflicts import Values, merged
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.core.official_results import refuse_official
from tournament.events.history import words_of
from tournament.events.rule_changes import problem_text
from tournament.players.models import Player
from tournament.results.models import TieDecision, TieDecisionPlace
from tournament.standings.cuts import shared_places
from tournament.standings.inputs import read_inputs
from tournament.standings.ranking import ranking


class Unchanged(Exception):
    """There is nothing to write: leaves the frame of a write without a trace."""


def change_standing_rules(
    *, tournament: Tournament, rules: StandingRules, act: Act, seen: Values | None = None
) -> None:
    """Rank by other rules. Nothing is written when they are the same. Raises Refused naming the field. `seen` are the
    rules that the page showed, as JSON.

    Cuts come before the last hanchan; rules that change only what comes after official results may change. A lot that
    has been drawn is locked: its text no longer changes once there are results that it may have ordered.
    """
    with suppress(Unchanged), audited_write(tournament, act, Verb.CHANGED_STANDING_RULES) as entry:
        before = _rules_now(tournament)
        rules = merged_rules(tournament, rules, seen)
        _check_hanchan(tournament, rules)
        if before == rules:
            raise Unchanged
        _check_lot(tournament, before, rules)
        tournament.standing_rules = {} if rules == PLAIN else rules.to_json()
        tournament.save(update_fields=["standing_rules"])
        was, will = before.to_json(), rules.to_json()
        entry.detail = {"changes": {name: [was[name], will[name]] for name in will if was[name] != will[name]}}


def merged_rules(tournament: Tournament, rules: StandingRules, seen: Values | None) -> StandingRules:
    """Return the rules in use with what a person changed of those that the page showed. Raises Refused."""
    now, lines = tournament.ranked_by.to_json(), tournament.audit_entries.filter(verb=Verb.CHANGED_STANDING_RULES)
    values = merged(lines, typed=rules.to_json(), seen=seen, now=now, words=words_of)
    try:
        return StandingRules.from_json(values)
    except RulesetProblem as wrong:
        raise Refused([problem_text(wrong)]) from wrong


def _rules_now(tournament: Tournament) -> StandingRules:
    """The rules as the database has them, behind the tournament's row lock."""
    tournament.refresh_from_db(fields=["standing_rules"])
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
                text = _("The last hanchan is {last}: a cut comes before it.")
                raise Refused.of("cut-after-last", text, field=f"{name}.{number}.after", last=last)
    if rules.of is not None and rules.of > last:
        raise Refused.of("too-many-hanchan", _("The event has {last} hanchan."), field="of", last=last)


def _check_lot(tournament: Tournament, before: StandingRules, rules: StandingRules) -> None:
    drawn = Breaker.LOT in before.breakers and read_inputs(tournament).played
    if drawn and rules.lot_seed != before.lot_seed:
        text = _(
            "The lot was drawn from “{seed}”. A different text would change the draw. To overrule it, record a "
            "referee’s decision."
        )
        raise Refused.of("lot-drawn", text, field="lot_seed", seed=before.lot_seed)


def decide_tie(*, tournament: Tournament, after: int, order: Sequence[Player], referee: str, act: Act) -> TieDecision:
    """The referee orders those who share a place after hanchan `after`, the best first; it holds in those standings and
    at a cut made on them.

    A form that is sent twice is one decision. Raises Refused naming the field, Conflict when they share no place any
    more.
    """
    if not act.reason.strip():
        raise Refused.of("tie-without-reason", _("Enter how it was decided."), field="reason")
    if not referee.strip():
        raise Refused.of("tie-without-referee", _("Enter the name of the referee who decided."), field="referee")
    submission = act.submission or uuid4()
    decision = TieDecision(
        tournament=tournament,
        after=after,
        reason=act.reason.strip(),
        referee=referee.strip(),
        decided_at=act.at,
        decided_by=act.by,
        submission=submission,
    )
    with suppress(Unchanged), audited_write(tournament, act, Verb.DECIDED_TIE) as entry:
        if earlier := tournament.tie_decisions.filter(submission=submission).first():
            decision = earlier
            raise Unchanged
        refuse_official(tournament, after)
        _check_tied(tournament, after, order)
        decision.save()
        TieDecisionPlace.objects.bulk_create(
            TieDecisionPlace(decision=decision, position=position, player=player)
            for position, player in enumerate(order, start=1)
        )
        entry.subject = ", ".join(player.label for player in order)
        entry.detail = _history_detail(decision, order)
    return decision


def _check_tied(tournament: Tournament, after: int, order: Sequence[Player]) -> None:
    """Behind the tournament's row lock: they are equal now, all of them and nobody else."""
    _rules_now(tournament)
    inputs = read_inputs(tournament)
    rows = [row.standing for row in ranking(tournament.pk, inputs, after).rows]
    wanted = sorted(player.pk for player in order)
    if not 0 < after <= inputs.played or wanted not in map(sorted, shared_places(rows).values()):
        text = _("These players no longer share a place after hanchan {after}. Check the standings again.")
        raise Conflict.of("tie-gone", text, after=after)


def cancel_tie_decision(*, decision: TieDecision, act: Act) -> TieDecision:
    """Cancel a decision; it stays in the list with the reason. Doing it twice changes nothing. Raises Refused."""
    if not act.reason.strip():
        raise Refused.of("cancel-without-reason", _("Enter a reason for cancelling the decision."), field="reason")
    tournament = decision.tournament
    with suppress(Unchanged), audited_write(tournament, act, Verb.CANCELLED_TIE) as entry:
        decision.refresh_from_db(fields=["cancelled_at", "cancelled_reason", "cancelled_by"])
        if decision.cancelled_at is not None:
            raise Unchanged
        refuse_official(tournament, decision.after)
        decision.cancelled_at, decision.cancelled_by, decision.cancelled_reason = act.at, act.by, act.reason.strip()
        decision.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_reason"])
        players = [place.player for place in decision.places.select_related("player")]
        entry.subject = ", ".join(player.label for player in players)
        entry.detail = _history_detail(decision, players)
    return decision


def _history_detail(decision: TieDecision, order: Sequence[Player]) -> dict[str, object]:
    """Return what the history keeps of a decision."""
    return {
        "after": decision.after,
        "order": [f"{player.number} {player.label}" for player in order],
        "referee": decision.referee,
    }
