"""Add, withdraw and restore wishes; a wish never changes. All raise Refused."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Tournament, Verb
from tournament.core.stored_words import coded, label
from tournament.core.submissions import once, result_of
from tournament.players.models import Player
from tournament.seats.queries import started_hanchan
from tournament.wishes.models import SharedBy, Wish, WishKind, WishWeight
from tournament.wishes.queries import wishes_of


def add_wish(
    *,
    tournament: Tournament,
    kind: str,
    act: Act,
    weight: str = WishWeight.STRONG,
    shared: str = "",
    players: Sequence[Player] = (),
    hanchan: int | None = None,
    tables: Sequence[int] = (),
    label: str = "",
) -> Wish:
    """Add a wish for the next plan; a `submission` that was carried out before returns its wish.

    `hanchan`: players apart do not meet before it (None: never); two who meet do so in it (None: in any).
    """
    chosen = sorted({player.pk: player for player in players}.values(), key=lambda player: player.number)
    numbers = sorted(set(tables))

    def write() -> Wish:
        with audited_write(tournament, act, Verb.ADDED_WISH) as entry:
            refuse_wish(tournament, kind=kind, shared=shared, players=chosen, hanchan=hanchan, tables=numbers)
            made = Wish.objects.create(
                tournament=tournament,
                kind=kind,
                weight=weight,
                shared=shared,
                hanchan=hanchan,
                tables=numbers,
                label=label.strip(),
                made_at=act.at,
                made_by=act.by,
            )
            made.players.set(chosen)
            _refuse_twice(tournament, made)
            entry.subject = _subject(made)
            entry.detail |= {"wish": made.pk, "players": [player.number for player in chosen], "tables": numbers}
        return made

    return once(lambda: tournament.wishes.filter(pk=result_of(tournament, act, "wish")).first(), write)


def withdraw(*, wish: Wish, act: Act) -> None:
    """Withdraw a wish; the next plan ignores it. Withdrawing twice changes nothing."""
    with audited_write(wish.tournament, act, Verb.WITHDREW_WISH, subject=_subject(wish), wish=wish.pk):
        Wish.objects.filter(pk=wish.pk, withdrawn_at=None).update(withdrawn_at=act.at)


def bring_back(*, wish: Wish, act: Act) -> None:
    """Undo a withdrawal."""
    with audited_write(wish.tournament, act, Verb.RESTORED_WISH, subject=_subject(wish), wish=wish.pk):
        _refuse_twice(wish.tournament, wish)
        Wish.objects.filter(pk=wish.pk).update(withdrawn_at=None)


def _refuse_twice(tournament: Tournament, wish: Wish) -> None:
    """Refuse a wish that already exists."""
    if any(one.pk != wish.pk and _content(one) == _content(wish) for one in wishes_of(tournament)):
        raise Refused.of("wish-exists", _("This wish already exists. To change its priority, withdraw it first."))


def _content(wish: Wish) -> tuple[Any, ...]:
    people = tuple(sorted(player.pk for player in wish.players.all()))
    return wish.kind, wish.shared, wish.hanchan, tuple(wish.tables), people


def _subject(wish: Wish) -> str:
    kind = label("wish", wish.kind)
    what = label("shared", wish.shared) if wish.kind == WishKind.SAME else wish.label
    return coded("wish", kind=kind, what=what) if what else kind


MOST_TABLES = 250


def refuse_wish(
    tournament: Tournament,
    *,
    kind: str,
    shared: str,
    players: Sequence[Player],
    hanchan: int | None,
    tables: Sequence[int],
) -> None:
    """Raise Refused, with the field it belongs to."""
    if kind == WishKind.SAME and shared not in SharedBy.values:
        raise Refused.of("nothing-shared", _("Choose club, country or team."), field="shared")
    if kind == WishKind.APART and len(players) < 2:
        raise Refused.of("too-few-players", _("Enter at least two different players to keep apart."), field="people")
    if kind == WishKind.TOGETHER and len(players) != 2:
        raise Refused.of("not-two-players", _("Enter two different players."), field="other")
    if kind == WishKind.TABLES:
        _refuse_tables(tournament, players, tables)
    if hanchan is not None:
        _refuse_hanchan(tournament, kind, hanchan)


def _refuse_tables(tournament: Tournament, players: Sequence[Player], tables: Sequence[int]) -> None:
    if not players:
        raise Refused.of("no-players", _("Enter the players for these tables."), field="people")
    if not tables:
        raise Refused.of("no-tables", _("Enter at least one table."), field="tables")
    most = tournament.table_count or MOST_TABLES
    if tables[0] < 1 or tables[-1] > most:
        wrong = tables[0] if tables[0] < 1 else tables[-1]
        raise Refused.of(
            "no-such-table",
            _("There is no table {number}; the hall has {most}. Change the number of tables in the settings."),
            field="tables",
            number=wrong,
            most=most,
        )


def _refuse_hanchan(tournament: Tournament, kind: str, hanchan: int) -> None:
    count = tournament.hanchan.count()
    if not 1 <= hanchan <= count:
        raise Refused.of(
            "no-such-hanchan",
            _("The tournament has {count} hanchan; hanchan {number} does not exist."),
            field="hanchan",
            count=count,
            number=hanchan,
        )
    if kind == WishKind.TOGETHER and hanchan in started_hanchan(tournament):
        raise Refused.of(
            "hanchan-started", _("Hanchan {number} has started. Choose a later one."), field="hanchan", number=hanchan
        )
    if kind in (WishKind.SAME, WishKind.APART) and hanchan == 1:
        raise Refused.of(
            "no-effect",
            _("“Not before hanchan 1” has no effect. Leave it empty for never, or enter 2 or more."),
            field="hanchan",
        )
