"""The columns of two entries that become one: which a person chooses, which follow by themselves, which stay.

A value that is taken changes places with the one it replaces, so that an undo finds it where it is: private values are
in no history.
"""

from collections.abc import Collection, Iterable, Iterator
from copy import copy

from tournament.players.models import Player, PlayerStatus

CHOICES = {
    "name": ("name", "first_name", "last_name", "reading"),
    **{
        name: (name,)
        for name in (
            *("legal_name", "pronouns", "country", "club", "team", "ema_number", "ara_id", "carried"),
            *("is_substitute", "is_newcomer", "contact", "note"),
        )
    },
}
"""What a person chooses where the entries differ, with the columns that belong together."""
STATUS = ("status", "out_from", "waiting_since")
EARLIER = ("checked_in_at", "confirmed_at")
FOLLOWING = (*STATUS, *EARLIER, "counts_from", "is_paid", "is_unlisted")
"""Whichever says more of the person: who plays, who came first, who has paid."""
STAYING = ("id", "tournament", "number", "distinction", "link_number", "link_revoked_at", "merged_into")
"""What belongs to the entry."""
_ORDER = (
    *(PlayerStatus.PLAYING, PlayerStatus.WITHDRAWN, PlayerStatus.DISQUALIFIED),
    *(PlayerStatus.WAITING, PlayerStatus.DECLINED),
)


def differing(one: Player, other: Player) -> list[str]:
    """The choices for which the two entries have different values."""
    return [name for name, columns in CHOICES.items() if any(_differ(one, other, columns))]


def _differ(one: Player, other: Player, columns: Iterable[str]) -> Iterator[bool]:
    return (getattr(one, column) != getattr(other, column) for column in columns)


def columns_taken(kept: Player, merged: Player, chosen: Collection[str]) -> list[str]:
    """The columns whose value the entry that is kept takes from the other one: those of the choices, and what follows.

    Who plays is not withdrawn, and who withdrew is not on the waiting list. The earlier date counts.
    """
    wanted = [column for name in chosen for column in CHOICES[name]]
    ranks = [(_ORDER.index(PlayerStatus(one.status)), -one.out_from) for one in (kept, merged)]
    wanted += STATUS if ranks[1] < ranks[0] else ()
    for column in EARLIER:
        mine, theirs = getattr(kept, column), getattr(merged, column)
        wanted += [column] if theirs is not None and (mine is None or theirs < mine) else ()
    wanted += ["counts_from"] if merged.counts_from < kept.counts_from else ()
    wanted += ["is_paid"] if merged.is_paid else ()
    wanted += ["is_unlisted"] if kept.is_unlisted else ()
    return [column for column in wanted if any(_differ(kept, merged, [column]))]


def exchange(one: Player, other: Player, columns: Iterable[str]) -> None:
    """Let the two entries exchange the values of these columns, unsaved."""
    for column in columns:
        mine, theirs = getattr(one, column), getattr(other, column)
        setattr(one, column, theirs)
        setattr(other, column, mine)


def merged_row(kept: Player, merged: Player, chosen: Collection[str]) -> Player:
    """The entry that is kept as it would be, unsaved; both are left as they are."""
    row, other = copy(kept), copy(merged)
    exchange(row, other, columns_taken(kept, merged, chosen))
    return row
