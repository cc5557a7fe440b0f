"""Payments in sentences: a line for each due of a hand, and a penalty paid at the table."""

from collections.abc import Mapping

from scoring.messages import COMMA, Message, gettext_noop, join, phrase, separate
from scoring.payments import Due, Payment
from scoring.penalties import TablePayment
from scoring.points import write
from scoring.winds import WINDS, Wind

Names = Mapping[Wind, Message | str]
WIND_NAMES: Names = {wind: phrase(wind.label) for wind in WINDS}
NOTHING = gettext_noop("Nobody pays anything.")
PART = gettext_noop("{points} for {what}")
TO_TABLE = gettext_noop("{payer} puts {points} on the table; the next player to win a hand takes it.")
TO_EACH = gettext_noop("{payer} pays {points} to each other player.")
TO_ONE = gettext_noop("{payer} pays {points} to {receiver}.")
_LINES = {
    (True, True): gettext_noop("{payer} pays {receiver} {points}: {what}."),
    (True, False): gettext_noop("{payer} pays {points}: {what}."),
    (False, True): gettext_noop("{receiver} gets {points}: {what}."),
}


def payment_lines(payment: Payment, names: Names = WIND_NAMES) -> tuple[Message, ...]:
    """Return a sentence for each due: payer, receiver, points and reason; players by `names`, else by current wind."""
    return tuple(_line(due, names) for due in payment.dues) or (phrase(NOTHING),)


def _line(due: Due, names: Names) -> Message:
    params: dict[str, object] = {"points": write(due.points), "what": _reason_of(due)}
    if due.payer is not None:
        params["payer"] = names[due.payer]
    if due.receiver is not None:
        params["receiver"] = names[due.receiver]
    return phrase(_LINES[due.payer is not None, due.receiver is not None], params)


def _reason_of(due: Due) -> Message:
    """Return the reason; with several, the points of each."""
    if len(due.parts) == 1:
        return due.parts[0].what
    return separate([phrase(PART, {"points": write(one.points), "what": one.what}) for one in due.parts], COMMA)


def table_payment_text(payment: TablePayment, names: Names = WIND_NAMES) -> Message:
    """Return a penalty paid at the table as a sentence; players by `names`, else by current wind.

    >>> str(table_payment_text(TablePayment((6_000, -18_000, 6_000, 6_000))))
    'South pays 6,000 to each other player.'
    """
    payer = names[payment.payer]
    if payment.to_table:
        return phrase(TO_TABLE, {"payer": payer, "points": write(payment.to_table)})
    changes = {wind: change for wind, change in zip(WINDS, payment.changes, strict=False) if wind is not payment.payer}
    if len({*changes.values()}) == 1:
        return phrase(TO_EACH, {"payer": payer, "points": write(max(payment.changes))})
    return join(
        [
            phrase(TO_ONE, {"payer": payer, "points": write(points), "receiver": names[wind]})
            for wind, points in changes.items()
        ]
    )
