"""Wishes come and go: nothing of one is ever changed, a withdrawn one can come back. All raise Refused, also while a
public draw is committed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.draws.refusals import refuse_wishing
from tournament.seating.wishes.models import Wish, WishKind, WishWeight
from tournament.seating.wishes.queries import wishes_of
from tournament.seating.wishes.refusals import refuse_wish


def wish(
    *, tournament: Tournament, kind: str, by: Any, at: datetime, weight: str = WishWeight.STRONG, shared: str = "",
    players: Sequence[Player] = (), hanchan: int | None = None, tables: Sequence[int] = (), label: str = "",
    submission: str = "",
) -> Wish:  # fmt: skip
    """Keep a wish for the next plan; a `submission` that was carried out before gives its wish again.

    `hanchan`: people apart do not meet before it (None: never); two who meet do so in it (None: in any).
    """
    if earlier := _carried_out(tournament, submission):
        return earlier
    chosen = sorted({player.pk: player for player in players}.values(), key=lambda player: player.number)
    numbers = sorted(set(tables))
    with writing(tournament, by=by, at=at, verb="wished of the seating", submission=submission) as entry:
        if earlier := _carried_out(tournament, submission):
            raise Refused(_("This wish is kept already."))
        refuse_wishing(tournament)
        refuse_wish(tournament, kind=kind, shared=shared, players=chosen, hanchan=hanchan, tables=numbers)
        made = Wish.objects.create(
            tournament=tournament, kind=kind, weight=weight, shared=shared, hanchan=hanchan, tables=numbers,
            label=label.strip(), made_at=at, made_by=by,
        )  # fmt: skip
        made.players.set(chosen)
        _refuse_twice(tournament, made)
        entry.subject = _subject(made)
        entry.detail |= {"wish": made.pk, "players": [player.number for player in chosen], "tables": numbers}
    return made


def withdraw(*, wish: Wish, by: Any, at: datetime) -> None:
    """The next plan no longer considers the wish. Withdrawing it twice is withdrawing it once."""
    with writing(wish.tournament, by=by, at=at, verb="withdrew a wish", subject=_subject(wish), wish=wish.pk):
        refuse_wishing(wish.tournament)
        Wish.objects.filter(pk=wish.pk, withdrawn_at=None).update(withdrawn_at=at)


def bring_back(*, wish: Wish, by: Any, at: datetime) -> None:
    """Undo a withdrawal."""
    with writing(wish.tournament, by=by, at=at, verb="brought back a wish", subject=_subject(wish), wish=wish.pk):
        refuse_wishing(wish.tournament)
        _refuse_twice(wish.tournament, wish)
        Wish.objects.filter(pk=wish.pk).update(withdrawn_at=None)


def _carried_out(tournament: Tournament, submission: str) -> Wish | None:
    if not submission:
        return None
    entry = tournament.audit_entries.filter(detail__submission=str(submission), detail__has_key="wish").first()
    return tournament.wishes.filter(pk=entry.detail["wish"]).first() if entry else None


def _refuse_twice(tournament: Tournament, wish: Wish) -> None:
    """When another wish says the same already."""
    if any(one.pk != wish.pk and _said(one) == _said(wish) for one in wishes_of(tournament)):
        raise Refused(_("There is this wish already. To weigh it otherwise, withdraw that one first."))


def _said(wish: Wish) -> tuple[Any, ...]:
    people = tuple(sorted(player.pk for player in wish.players.all()))
    return wish.kind, wish.shared, wish.hanchan, tuple(wish.tables), people


def _subject(wish: Wish) -> str:
    what = wish.get_shared_display() if wish.kind == WishKind.SAME else wish.label
    return f"{wish.get_kind_display()}{f': {what}' if what else ''}"
