"""Lists of registrations to copy into a mail."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.core.messages import Text
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import waiting_list

LISTS: dict[str, tuple[Text, Callable[[Player], bool]]] = {
    "placed": (_("Everybody with a place"), lambda one: one.status == PlayerStatus.PLAYING),
    "confirmed": (_("Confirmed"), lambda one: one.status == PlayerStatus.PLAYING and one.confirmed_at is not None),
    "unconfirmed": (_("Not confirmed"), lambda one: one.status == PlayerStatus.PLAYING and one.confirmed_at is None),
    "unpaid": (_("Not paid"), lambda one: one.status == PlayerStatus.PLAYING and not one.is_paid),
    "waiting": (_("Waiting list"), lambda one: one.status == PlayerStatus.WAITING),
    "declined": (_("Declined"), lambda one: one.status == PlayerStatus.DECLINED),
}
FIELDS = {
    "label": _("Name"),
    "contact": _("Contact"),
    "club": _("Club"),
    "country": _("Country"),
    "ema_number": _("EMA number"),
}


@dataclass(frozen=True, slots=True)
class CopyList:
    """One list: its choices, and a line for each player whose field is filled."""

    chosen: str
    field: str
    lines: tuple[str, ...]


def copy_list(players: Iterable[Player], chosen: str, field: str) -> CopyList:
    """The list of that name with that field; of an unknown name the names of everybody with a place."""
    chosen, field = chosen if chosen in LISTS else "placed", field if field in FIELDS else "label"
    is_in = LISTS[chosen][1]
    people = [player for player in players if not player.is_substitute and is_in(player)]
    if chosen == "waiting":
        people = waiting_list(people)
    return CopyList(chosen, field, tuple(filter(None, (str(getattr(player, field)) for player in people))))
