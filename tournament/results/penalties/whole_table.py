"""The same penalty for each of the four at a table, given and cancelled in one act: a wrong report sheet.

The submissions of the four differ in their last two bits only. So each of them tells which others were given with it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from uuid import UUID

from django.utils.translation import gettext_noop as _

from scoring.points import Points
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, Tournament, Verb
from tournament.core.official_results import refuse_official
from tournament.core.stored_words import coded
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.actions import (
    Repeated,
    ask_whether_same,
    check,
    explain_a_deviation,
    history_detail,
    name_the_foul,
    price_by_schedule,
    require_reason,
    single_write,
    strike,
)
from tournament.results.penalties.prices import suggestion
from tournament.results.penalties.queries import foul_of
from tournament.seats.queries import Place, lineup


def submissions_of_act(submission: UUID) -> list[UUID]:
    """The four that belong together with this one, itself among them."""
    first = submission.int & ~0b11
    return [UUID(int=first | n) for n in range(4)]


def give_to_table(
    *,
    tournament: Tournament,
    hanchan: Hanchan,
    table: int,
    foul: str,
    answers: Mapping[str, str] | None = None,
    amount: Points | None = None,
    referee: str,
    act: Act,
) -> list[Penalty]:
    """The same penalty for each of the players at a table, in one act: a wrong report sheet (WRC 2025 §12.3.8).

    Who sits there now is who pays, a substitute too. `answers` are those to the foul's questions, `amount` points for
    each; None takes what the schedule says. Raises Refused, and Conflict as `ask_whether_same` does.
    """
    sent = submissions_of_act(act.sending())
    subject = hanchan.table_name(table)
    try:
        with single_write(tournament, hanchan, sent, act, Verb.GAVE_PENALTY, subject=subject) as entry:
            players = [place.player for place in _seats(tournament, hanchan, table)]
            common = {
                "tournament": tournament,
                "hanchan": hanchan,
                "kind": kind_for_table(tournament, foul, answers or {}, amount),
                "foul": foul,
                "answers": dict(answers or {}),
                "reason": act.reason.strip(),
                "referee": referee.strip(),
                "given_at": act.at,
            }
            penalties = [
                Penalty(**common, player=player, given_by=act.by, submission=own)
                for player, own in zip(players, sent, strict=False)
            ]
            for penalty in penalties:
                name_the_foul(penalty)
                price_by_schedule(penalty, amount)
                check(penalty)
                explain_a_deviation(penalty)
                ask_whether_same(penalty, act)
                penalty.save()
            entry.detail = history_detail(penalties[0]) | {"players": [player.label for player in players]}
    except Repeated as repeated:
        return repeated.penalties
    return penalties


def kind_for_table(tournament: Tournament, code: str, answers: Mapping[str, str], amount: Points | None) -> PenaltyKind:
    """Points where some are taken, else what the schedule says. Raises Refused while it says nothing yet."""
    if amount:
        return PenaltyKind.POINTS
    kind = suggestion(foul_of(tournament, code), answers, tournament.ruleset)
    if kind is None:
        raise Refused.of("questions-open", _("Answer the questions, or enter the points to take off."), field="amount")
    return PenaltyKind.WARNING if amount == 0 and kind == PenaltyKind.POINTS else kind


def given_with(penalty: Penalty) -> list[Penalty]:
    """Return the penalties of the same act that are not cancelled, in the order of the seats; one query."""
    together = penalty.tournament.penalties.filter(
        submission__in=submissions_of_act(penalty.submission), cancelled_at=None
    )
    return list(together.select_related("player", "hanchan").order_by("id"))


def cancel_for_table(*, penalty: Penalty, act: Act) -> list[Penalty]:
    """Cancel what still counts of the act that gave `penalty`, in one act; [] when nothing does any more.

    Raises Refused without a reason.
    """
    left: list[Penalty] = []
    with suppress(Repeated), audited_write(penalty.tournament, act, Verb.CANCELLED_PENALTY) as entry:
        require_reason(act.reason)
        left = given_with(penalty)
        if not left:
            raise Repeated([])
        refuse_official(penalty.tournament, penalty.hanchan.number if penalty.hanchan else None)
        for one in left:
            strike(one, act=act)
        number = penalty.hanchan and penalty.hanchan.number
        entry.subject = coded("whole-table", hanchan=number)
        entry.detail = history_detail(left[0]) | {"players": [one.player.label for one in left]}
    return left


def _seats(tournament: Tournament, hanchan: Hanchan, table: int) -> Sequence[Place]:
    tables = lineup(tournament, hanchan.number)
    if table not in tables:
        text = _("Hanchan {hanchan} has no table {table}.")
        raise Refused.of("no-such-table", text, field="table", hanchan=hanchan.number, table=table)
    return tables[table]
