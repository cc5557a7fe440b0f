"""Calling a referee to a table, and answering: the only writers of calls."""

from dataclasses import replace

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.core.stored_words import coded
from tournament.results.calls.models import RefereeCall
from tournament.results.calls.queries import call_at
from tournament.seats.queries import places_at


class _Repeated(Exception):
    """The call is open, or answered by the same person, already."""


def call_referee(*, tournament: Tournament, hanchan: Hanchan, table: int, act: Act) -> RefereeCall:
    """Call a referee to a table of the hanchan being played. Nobody needs to be signed in.

    While a call of the table is open, the same call is returned and nothing is written: so many presses are one call,
    and a table cannot fill the list. Raises Refused when the hanchan is not being played, and without such a table.
    """
    if call := call_at(hanchan, table):
        return call
    if act.by is None and not act.name:
        act = replace(act, name=coded("table-name", table=table))
    try:
        with audited_write(tournament, act, Verb.CALLED_REFEREE, subject=hanchan.table_name(table)):
            if call := call_at(hanchan, table):
                raise _Repeated
            hanchan.refresh_from_db(fields=["state"])
            if hanchan.state != HanchanState.PLAYING:
                text = _("Hanchan {number} is not being played. Go to the desk.")
                raise Refused.of("not-playing", text, number=hanchan.number)
            if not places_at(tournament, hanchan.number, table):
                text = _("There is no table {table} in hanchan {number}.")
                raise Refused.of("no-such-table", text, field="table", table=table, number=hanchan.number)
            return RefereeCall.objects.create(tournament=tournament, hanchan=hanchan, table=table, called_at=act.at)
    except _Repeated:
        assert call is not None  # noqa: S101  # it was found just now
        return call


def answer_call(*, call: RefereeCall, act: Act) -> None:
    """Note that a referee is at the table, or on the way; a second press of the same person changes nothing.

    Raises Conflict when somebody else answered meanwhile: that referee is at the table.
    """
    tournament, subject = call.tournament, call.hanchan.table_name(call.table)
    try:
        with audited_write(tournament, act, Verb.ANSWERED_CALL, subject=subject):
            call.refresh_from_db(fields=["answered_at", "answered_by"])
            if not call.is_open and call.answered_by == act.by:
                raise _Repeated
            if not call.is_open:
                text = _("{person} answered the call of table {table} already.")
                raise Conflict.of("answered-already", text, person=call.answered_by or "–", table=call.table)
            call.answered_at, call.answered_by = act.at, act.by
            call.save(update_fields=["answered_at", "answered_by"])
    except _Repeated:
        return
