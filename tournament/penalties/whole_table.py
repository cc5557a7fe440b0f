"""The same penalty for each of the four at a table, given and taken back in one act: a wrong report sheet.

The submissions of the four differ in their last two bits only. So each of them tells which others were given with it.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.points import Points
from tournament.edition import writing
from tournament.events.models import Hanchan, Tournament
from tournament.penalties.actions import (
    Repeated,
    ask_why,
    check,
    explain_a_deviation,
    name_the_foul,
    once,
    price_by_schedule,
    strike,
    told,
)
from tournament.penalties.models import Penalty, PenaltyKind
from tournament.penalties.price import suggestion
from tournament.penalties.queries import foul_of
from tournament.problems import Refused
from tournament.seating.queries import lineup


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
    reason: str,
    referee: str,
    submission: UUID,
    by: Any,
    at: datetime,
) -> list[Penalty]:
    """The same penalty for each of the players at a table, in one act: a wrong report sheet (WRC 2025 §12.3.8).

    Who sits there now is who pays, a substitute too. `answers` are those to the foul's questions, `amount` points for
    each; None takes what the schedule says. Raises Refused.
    """
    players = [place.player for place in _seats(tournament, hanchan, table)]
    common = {
        "tournament": tournament, "hanchan": hanchan, "kind": kind_for_table(tournament, foul, answers or {}, amount),
        "foul": foul, "answers": dict(answers or {}), "reason": reason.strip(), "referee": referee.strip(),
        "given_at": at,
    }  # fmt: skip
    penalties = [
        Penalty(**common, player=player, given_by=by, submission=own)
        for player, own in zip(players, submissions_of_act(submission), strict=False)
    ]
    for penalty in penalties:
        name_the_foul(penalty)
        price_by_schedule(penalty, amount)
        check(penalty)
        explain_a_deviation(penalty)
    subject = _("hanchan %(hanchan)d, table %(table)d") % {"hanchan": hanchan.number, "table": table}
    frame = {"by": by, "at": at, "verb": "gave a penalty", "subject": subject, "reason": reason.strip()}
    try:
        with once(tournament, [penalty.submission for penalty in penalties], **frame) as entry:
            for penalty in penalties:
                penalty.save()
            entry.detail = told(penalties[0]) | {"players": [player.name for player in players]}
    except Repeated as repeated:
        return repeated.penalties
    return penalties


def kind_for_table(tournament: Tournament, code: str, answers: Mapping[str, str], amount: Points | None) -> PenaltyKind:
    """Points where some are taken, else what the schedule says. Raises Refused while it says nothing yet."""
    if amount:
        return PenaltyKind.POINTS
    kind = suggestion(foul_of(tournament, code), answers, tournament.ruleset)
    if kind is None:
        raise Refused(_("Answer the questions, or type how many points are taken off."), field="amount")
    return PenaltyKind.WARNING if amount == 0 and kind == PenaltyKind.POINTS else kind


def given_with(penalty: Penalty) -> list[Penalty]:
    """What of the act that gave `penalty` still counts, in the order of the seats; one query."""
    together = penalty.tournament.penalties.filter(
        submission__in=submissions_of_act(penalty.submission), cancelled_at=None
    )
    return list(together.select_related("player", "hanchan").order_by("id"))


def cancel_for_table(*, penalty: Penalty, reason: str, by: Any, at: datetime) -> list[Penalty]:
    """Take back what still counts of the act that gave `penalty`, in one act; [] when nothing does any more.

    Raises Refused without a reason.
    """
    ask_why(reason)
    left: list[Penalty] = []
    frame = {"by": by, "at": at, "verb": "cancelled a penalty", "reason": reason.strip()}
    with suppress(Repeated), writing(penalty.tournament, **frame) as entry:
        left = given_with(penalty)
        if not left:
            raise Repeated([])
        for one in left:
            strike(one, reason=reason, by=by, at=at)
        number = penalty.hanchan and penalty.hanchan.number
        entry.subject = _("hanchan %(hanchan)s, the whole table") % {"hanchan": number}
        entry.detail = told(left[0]) | {"players": [one.player.name for one in left]}
    return left


def _seats(tournament: Tournament, hanchan: Hanchan, table: int) -> Any:
    tables = lineup(tournament, hanchan.number)
    if table not in tables:
        raise Refused(
            _("Hanchan %(hanchan)d has no table %(table)d.") % {"hanchan": hanchan.number, "table": table},
            field="table",
        )
    return tables[table]
