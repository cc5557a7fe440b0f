"""What stands against starting a hanchan, in sentences."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import Hanchan, HanchanState
from tournament.players.models import PlayerStatus
from tournament.seating.queries import Lineup, lineup

MOST_MINUTES = 600
NAMED = 6


@dataclass(frozen=True, slots=True)
class StartCheck:
    """`refusals` stop the start, `to_confirm` need a tick, `notices` are only said."""

    refusals: tuple[str, ...] = ()
    to_confirm: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


def listed(things: Iterable[object], most: int) -> str:
    """Things with commas between them, and how many more there are beyond `most`.

    >>> listed([2, 5, 7], 3)
    '2, 5, 7'
    """
    words = [str(thing) for thing in things]
    if len(words) <= most:
        return ", ".join(words)
    return _("{some} and {number} more").format(some=", ".join(words[:most]), number=len(words) - most)


def check_start(hanchan: Hanchan, seated: Lineup | None = None) -> StartCheck:
    """What speaks against starting this hanchan; `seated` is its line-up when it is known already."""
    seated = lineup(hanchan.tournament, hanchan.number) if seated is None else seated
    if not seated:
        message = _("Hanchan {number} has no seating. Plan or import one first.").format(number=hanchan.number)
        return StartCheck(refusals=(message,))
    return StartCheck(to_confirm=tuple(_open_before(hanchan)), notices=tuple(_notices(hanchan, seated)))


def _open_before(hanchan: Hanchan) -> Iterable[str]:
    earlier = hanchan.tournament.hanchan.filter(number__lt=hanchan.number).exclude(state=HanchanState.CLOSED)
    for number, state in earlier.order_by("number").values_list("number", "state"):
        if state == HanchanState.PLAYING:
            yield _("Hanchan {number} is still open: its sheets would come in while this one is played.").format(
                number=number
            )
        else:
            yield _("Hanchan {number} has not been played.").format(number=number)


def _notices(hanchan: Hanchan, seated: Lineup) -> Iterable[str]:
    people = [place.player for places in seated.values() for place in places]
    out = [player.name for player in people if player.status != PlayerStatus.PLAYING]
    absent = [
        player.name for player in people if player.checked_in_at is None and player.status == PlayerStatus.PLAYING
    ]
    tables = hanchan.tournament.table_count
    if out:
        yield ngettext(
            "{names} no longer plays but has a seat.", "{names} no longer play but have seats.", len(out)
        ).format(names=listed(out, NAMED))
    if absent:
        yield ngettext(
            "{names} is not checked in.", "{number} players are not checked in: {names}.", len(absent)
        ).format(names=listed(absent, NAMED), number=len(absent))
    if tables and len(seated) > tables:
        yield _("The seating needs {needed} tables, the hall has {tables}.").format(needed=len(seated), tables=tables)
    if hanchan.seating_published_at is None:
        yield _("Its seating is not published: players cannot see where they sit.")
