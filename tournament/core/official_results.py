"""The lock of official results: every writer of sheets, people, penalties and tie decisions asks here first."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament


def refuse_official(tournament: Tournament, number: int | None) -> None:
    """Refuse to change results that are official: those of a hanchan, or for None, outside of any, those of the event.

    Only behind the tournament's row lock, where nobody can make them official meanwhile. What counts outside of any
    hanchan is refused once every hanchan is official. Raises Refused with the way to reopen them.
    """
    times = dict(tournament.hanchan.order_by("number").values_list("number", "official_at"))
    if number is not None:
        if at := times.get(number):
            text = _(
                "The results of hanchan {number} have been official since {time}. Reopen them on the page of the "
                "hanchan first, with your password and a reason."
            )
            raise Refused.of("results-official", text, number=number, time=date_format(localtime(at), "H:i"))
    elif times and all(times.values()):
        text = _(
            "The results of every hanchan are official. Reopen the last one on its page first, with your password and "
            "a reason."
        )
        raise Refused.of("event-official", text)
