"""Renewing the codes of the tables: the only writer of their counter."""

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict
from tournament.core.models import Tournament, Verb


def renew_table_codes(*, tournament: Tournament, act: Act) -> None:
    """Give every table another code; those printed before open nothing any more.

    `act.base` is the number of the codes that the person saw: a second press changes nothing more. Raises Conflict.
    """
    with audited_write(tournament, act, Verb.RENEWED_TABLE_CODES):
        tournament.refresh_from_db(fields=["card_number"])
        if act.base is not None and act.base != tournament.card_number:
            raise Conflict.of("codes-changed", _("The codes were renewed meanwhile. Print the signs again."))
        tournament.card_number += 1
        tournament.save(update_fields=["card_number"])
