"""Marking two players as different people, and undoing that: the only writers of `DifferentPeople`."""

from contextlib import suppress

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict
from tournament.core.models import Verb
from tournament.players.actions import history_name
from tournament.players.duplicates.queries import ids_of
from tournament.players.models import DifferentPeople, Player


class _DoneBefore(Exception):
    """Somebody was quicker, or the button was pressed twice."""


def tell_apart(*, one: Player, other: Player, act: Act) -> None:
    """Record that two players of a tournament are two people, so that nobody is asked about them again.

    Once more changes nothing. Raises Conflict when one of them was deleted meanwhile.
    """
    first, second = ids_of(one, other)
    with suppress(_DoneBefore), audited_write(one.tournament, act, Verb.TOLD_APART, subject=_both(one, other)):
        if Player.objects.filter(tournament=one.tournament, pk__in=(first, second)).count() != 2:
            raise Conflict.of("player-gone", _("Somebody else has deleted this player."))
        _made, is_new = DifferentPeople.objects.get_or_create(first_id=first, second_id=second)
        if not is_new:
            raise _DoneBefore


def undo_tell_apart(*, one: Player, other: Player, act: Act) -> None:
    """Undo the mark that two players are two people. Doing it twice changes nothing."""
    first, second = ids_of(one, other)
    with suppress(_DoneBefore), audited_write(one.tournament, act, Verb.UNDID_TOLD_APART, subject=_both(one, other)):
        deleted, _by_model = DifferentPeople.objects.filter(first_id=first, second_id=second).delete()
        if not deleted:
            raise _DoneBefore


def _both(one: Player, other: Player) -> str:
    first, second = sorted((one, other), key=lambda player: player.number)
    return f"{history_name(first)}, {history_name(second)}"
