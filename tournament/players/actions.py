"""Change players. Each action is one transaction, one edition and one line of history, or raises Refused."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from scoring.messages import ngettext_lazy
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.core.official_results import first_open, first_unreleased, refuse_official
from tournament.core.stored_words import coded
from tournament.players.checks import FIELDS, check, check_all_unique, check_unique, new_player, refuse_namesake, tidied
from tournament.players.models import NEVER_PLACED, Player, PlayerStatus
from tournament.players.name_order import NameKey
from tournament.players.names import distinctions, tidy
from tournament.players.queries import is_seated, next_numbers, places_of, players_of, takes_part, traces

_ASIDE = 20_000  # temporary numbers begin here


def add_player(*, tournament: Tournament, act: Act, namesake: bool = True, **fields: object) -> Player:
    """Add one player, with the lowest free number unless one is given.

    With `namesake=False` somebody of the same name whom nothing tells apart is refused (field "namesake").
    """
    with audited_write(tournament, act, Verb.ADDED_PLAYER) as entry:
        others = list(players_of(tournament))
        tournament.refresh_from_db(fields=["capacity"])
        player = build_player(tournament, others, act.at, fields)
        if not namesake:
            refuse_namesake(player, others)
        player.save(force_insert=True)
        distinguish([*others, player])
        entry.subject, entry.detail = history_name(player), filled_fields(player)
    return player


def build_player(
    tournament: Tournament,
    others: list[Player],
    at: datetime,
    fields: Mapping[str, object],
    unique: Callable[[Player, list[Player]], None] = check_unique,
) -> Player:
    """Return a checked player beside the others, not saved yet; beyond the places, on the waiting list."""
    player = new_player(tournament, fields, next_numbers((other.number for other in others), 1)[0])
    unique(player, others)
    place_new(tournament, [player], others, at)
    return player


def place_new(tournament: Tournament, new: Iterable[Player], others: Iterable[Player], at: datetime) -> None:
    """Put those of the new players for whom no place is free on the waiting list, unsaved and in their order; behind
    them, those who are to wait anyway.

    Nobody overtakes those who wait already. Substitutes need no place. Whoever comes once results are out counts from
    the next hanchan on, so that nobody moves in these.
    """
    new, left, since = list(new), places_of(tournament, others).unpromised, first_unreleased(tournament)
    for player in new:
        player.counts_from = since
    coming = [player for player in new if not player.is_substitute and player.status == PlayerStatus.PLAYING]
    beyond = [] if left is None else coming[left:]
    for turn, player in enumerate([*beyond, *(one for one in new if one.status == PlayerStatus.WAITING)]):
        player.status, player.waiting_since = PlayerStatus.WAITING, at + timedelta(milliseconds=turn)


def add_players(*, tournament: Tournament, rows: Iterable[Mapping[str, Any]], act: Act) -> list[Player]:
    """Add many at once, all or nothing, in one edition. `rows` are the fields of add_player.

    `act.base` is the number of players that the person saw: Conflict when there are others by now.
    """
    wanted = list(rows)
    with audited_write(tournament, act, Verb.ADDED_PLAYERS) as entry:
        others = list(players_of(tournament))
        if act.base is not None and act.base != len(others):
            text = ngettext_lazy(
                "Players were added or deleted meanwhile: there is {count} now. Check whether more are needed.",
                "Players were added or deleted meanwhile: there are {count} now. Check whether more are needed.",
            )
            raise Conflict.of("players-changed", text, count=len(others))
        players = put_in(tournament, wanted, others, act.at)
        entry.subject, entry.detail = (
            coded("players", count=len(players)),
            {"added": list(map(history_name, players))},
        )
    return players


def put_in(
    tournament: Tournament, rows: Sequence[Mapping[str, Any]], others: Sequence[Player], at: datetime
) -> list[Player]:
    """Add players beside the others, inside the caller's transaction and line of history."""
    given = {row["number"] for row in rows if row.get("number")}
    free = iter(next_numbers({other.number for other in others} | given, len(rows)))
    players = [new_player(tournament, row, row.get("number") or next(free)) for row in rows]
    check_all_unique(players, others)
    tournament.refresh_from_db(fields=["capacity"])
    place_new(tournament, players, others, at)
    Player.objects.bulk_create(players)
    distinguish([*others, *players])
    return players


def history_name(player: Player) -> str:
    """The player as named in the history."""
    return f"{player.number} {player.name}"


def filled_fields(player: Player) -> dict[str, object]:
    """The fields that are not empty."""
    return {name: getattr(player, name) for name in FIELDS if getattr(player, name) not in ("", None, False)}


def edit_player(
    *,
    player: Player,
    act: Act,
    seen: str | None = None,
    namesake: bool = True,
    counts_from: int | None = None,
    **changes: Any,
) -> Player:
    """Change fields of a player. `seen` is the player's `stamp` when typing began: Conflict if it is another by now.

    `counts_from` is the first hanchan that counts for a substitute who becomes ranked; None for the first whose results
    are not official.
    """
    with audited_write(player.tournament, act, Verb.CHANGED_PLAYER) as entry:
        others = list(players_of(player.tournament))
        fresh = _now(player, others)
        if seen is not None and seen != fresh.stamp:
            raise Conflict.of(
                "player-changed",
                _("Somebody else has changed this player. Check the current data and make your change again."),
            )
        others.remove(fresh)
        before = {name: getattr(fresh, name) for name in (*FIELDS, "counts_from")}
        for name, value in tidied(changes).items():
            setattr(fresh, name, value)
        if before["is_substitute"] and not fresh.is_substitute:
            fresh.counts_from = counts_from or first_open(player.tournament)
        check(fresh)
        check_unique(fresh, others)
        if not namesake and before["name"] != fresh.name:
            refuse_namesake(fresh, others)
        changed = {name: [old, getattr(fresh, name)] for name, old in before.items() if old != getattr(fresh, name)}
        fresh.save()
        distinguish([*others, fresh])
        entry.subject, entry.detail = history_name(fresh), changed
    return fresh


def _now(player: Player, among: Iterable[Player]) -> Player:
    """The player as the database has it inside the transaction."""
    for fresh in among:
        if fresh.pk == player.pk:
            fresh.tournament = player.tournament
            return fresh
    raise Conflict.of("player-gone", _("Somebody else has deleted this player."))


def _fresh(player: Player) -> Player:
    return _now(player, players_of(player.tournament).filter(pk=player.pk))


def delete_player(*, player: Player, act: Act) -> None:
    """Delete a player for whom nothing counts: no seat, sheet or penalty. Others can be withdrawn instead."""
    with audited_write(
        player.tournament, act, Verb.DELETED_PLAYER, subject=history_name(player), **filled_fields(player)
    ):
        fresh = _fresh(player)
        if traces(fresh):
            raise Refused.of(
                "player-has-traces",
                _("{name} has a seat, a sheet or a penalty and cannot be deleted. Withdraw the player instead."),
                name=fresh.label,
            )
        fresh.stand_ins.all().delete()  # each was cancelled
        fresh.delete()
        distinguish(players_of(player.tournament))


# --- taking part -----------------------------------------------------------------------------------------------------


def confirm(*, player: Player, act: Act, confirmed: bool = True) -> Player:
    """Record that a player has confirmed the place (with confirmed=False: undo it). The first time stays."""
    verb = Verb.CONFIRMED if confirmed else Verb.UNDID_CONFIRMATION
    with audited_write(player.tournament, act, verb, subject=history_name(player)):
        fresh = _fresh(player)
        if confirmed and fresh.status != PlayerStatus.PLAYING:
            raise Refused.of(
                "no-place",
                _("{name} has no place to confirm: {status}."),
                name=fresh.name,
                status=fresh.get_status_display(),
            )
        fresh.confirmed_at = player.confirmed_at = (fresh.confirmed_at or act.at) if confirmed else None
        fresh.save(update_fields=["confirmed_at"])
    return fresh


def mark_paid(*, player: Player, act: Act, paid: bool = True) -> Player:
    """Record that a player has paid, or has not."""
    verb = Verb.MARKED_PAID if paid else Verb.MARKED_UNPAID
    with audited_write(player.tournament, act, verb, subject=history_name(player)):
        fresh = _fresh(player)
        fresh.is_paid = player.is_paid = paid
        fresh.save(update_fields=["is_paid"])
    return fresh


def queue_latest(*, tournament: Tournament, act: Act) -> list[Player]:
    """Move the players who were added last to the waiting list, in their order, so that the places suffice."""
    with audited_write(tournament, act, Verb.QUEUED) as entry:
        tournament.refresh_from_db(fields=["capacity", "seating"])
        latest = places_of(tournament, players_of(tournament)).latest
        if not latest:
            raise Refused.of("places-suffice", _("The places are enough: nobody has to wait."))
        for player in latest:
            if takes_part(player):
                raise Refused.of(
                    "placed-already",
                    _("{name} has a seat, a sheet or a penalty. Withdraw the player instead."),
                    name=player.name,
                )
        for at, player in enumerate(latest):
            player.status, player.waiting_since = PlayerStatus.WAITING, act.at + timedelta(milliseconds=at)
            player.save(update_fields=["status", "waiting_since"])
        entry.subject = coded("players", count=len(latest))
        entry.detail = {"queued": ", ".join(map(history_name, latest))}
    return latest


def _set_status(player: Player, status: str, *, verb: Verb, act: Act) -> Player:
    with audited_write(player.tournament, act.because(tidy(act.reason)), verb, subject=history_name(player)) as entry:
        fresh = _fresh(player)
        refuse_official(player.tournament, None)
        _check_step(fresh, status, tidy(act.reason))
        entry.detail = {"status": [fresh.status, status]}
        if status == PlayerStatus.WAITING:
            fresh.waiting_since = player.waiting_since = act.at
        set_status(fresh, status, first_open(player.tournament), first_unreleased(player.tournament))
        fresh.save(update_fields=["status", "out_from", "counts_from", "waiting_since"])
        player.status, player.out_from, player.counts_from = status, fresh.out_from, fresh.counts_from
    return fresh


def set_status(player: Player, status: str, official: int, released: int) -> None:
    """Set a status, unsaved; pages that preview it ask this, too.

    Results before hanchan `official` are official: who leaves is ranked in them. Those before hanchan `released` are
    out: who comes now is not listed in them.
    """
    if status == PlayerStatus.PLAYING:
        if player.status in NEVER_PLACED or player.did_not_come:
            player.counts_from = released
        player.out_from = 0
    elif player.status == PlayerStatus.PLAYING and status not in NEVER_PLACED and official > 1:
        player.out_from = official
    player.status = status


def _check_step(player: Player, status: str, reason: str) -> None:
    """Refuse an impossible change of status, and one without the reason it needs."""
    out = PlayerStatus.DISQUALIFIED
    if player.status == status:
        raise Refused.of(
            "status-same", _("{name} is already {status}."), name=player.label, status=player.get_status_display()
        )
    if status in NEVER_PLACED and takes_part(player):
        raise Refused.of(
            "placed-already",
            _("{name} has a seat, a sheet or a penalty. Withdraw the player instead."),
            name=player.name,
        )
    if status in (PlayerStatus.WITHDRAWN, *NEVER_PLACED) and player.status == out:
        raise Refused.of(
            "disqualified-first", _("{name} is disqualified. Lift the disqualification first."), name=player.label
        )
    if out in (status, player.status) and not reason:
        raise Refused.of(
            "disqualification-reason", _("Enter a reason for the disqualification, or for lifting it."), field="reason"
        )


def withdraw(*, player: Player, act: Act) -> Player:
    """Withdraw a player: their results stay, they get no more seats."""
    return _set_status(player, PlayerStatus.WITHDRAWN, verb=Verb.WITHDREW, act=act)


def queue(*, player: Player, act: Act) -> Player:
    """Put a player without a seat at the end of the waiting list."""
    return _set_status(player, PlayerStatus.WAITING, verb=Verb.QUEUED, act=act)


def give_place(*, player: Player, act: Act) -> Player:
    """Give somebody from the waiting list a place."""
    return _set_status(player, PlayerStatus.PLAYING, verb=Verb.GAVE_PLACE, act=act)


def decline(*, player: Player, act: Act) -> Player:
    """Record that a player without a seat gives the place back, or leaves the waiting list."""
    return _set_status(player, PlayerStatus.DECLINED, verb=Verb.DECLINED, act=act)


def reinstate(*, player: Player, act: Act) -> Player:
    """Let a player take part again; after a disqualification only with a reason."""
    return _set_status(player, PlayerStatus.PLAYING, verb=Verb.REINSTATED, act=act)


def disqualify(*, player: Player, act: Act) -> Player:
    """Disqualify a player: no more seats, no place in the ranking (WRC 2025 §12.2)."""
    return _set_status(player, PlayerStatus.DISQUALIFIED, verb=Verb.DISQUALIFIED, act=act)


# --- the day ---------------------------------------------------------------------------------------------------------


EXPECTED = (PlayerStatus.PLAYING, PlayerStatus.WAITING)
"""Who may be checked in."""


def check_in(*, player: Player, act: Act, present: bool = True, by_player: bool = False) -> Player:
    """Check a player in (with present=False: undo it). A second check-in keeps the first time. Raises Refused: for who
    does not take part, and for players by their own phone (`by_player`) once check-in is closed."""
    known = _fresh(player)
    if present == (known.checked_in_at is not None) and (not present or known.status in EXPECTED):
        return known
    verb = Verb.CHECKED_IN if present else Verb.UNDID_CHECK_IN
    with audited_write(player.tournament, act, verb, subject=history_name(player)):
        fresh = _fresh(player)
        if by_player:
            player.tournament.refresh_from_db(fields=["check_in_closed_at"])
        if by_player and player.tournament.check_in_closed_at:
            raise Refused.of("check-in-closed", _("Check-in is closed. Go to the desk."))
        if present and fresh.status not in EXPECTED:
            raise Refused.of(
                "not-playing",
                _("{name} is {status}. Reinstate the player first."),
                name=fresh.label,
                status=fresh.get_status_display(),
            )
        fresh.checked_in_at = player.checked_in_at = (fresh.checked_in_at or act.at) if present else None
        fresh.save(update_fields=["checked_in_at"])
    return fresh


def check_in_all(*, tournament: Tournament, act: Act, present: bool = True) -> int:
    """Check everybody in, or reset the check-in (for a second day), closed or not. Return how many changed."""
    verb = Verb.CHECKED_IN_ALL if present else Verb.RESET_CHECK_IN
    with audited_write(tournament, act, verb) as entry:
        players = players_of(tournament)
        if present:
            players = players.filter(status=PlayerStatus.PLAYING)
        else:
            mark_check_in(tournament, None)
        changed = players.filter(checked_in_at__isnull=present).update(checked_in_at=act.at if present else None)
        entry.detail = {"changed": changed}
    return changed


def undo_check_in_all(*, tournament: Tournament, at: datetime, act: Act) -> int:
    """Undo the check-in of everybody who was checked in at this moment. Return how many changed; 0 writes nothing."""
    together = players_of(tournament).filter(checked_in_at=at)
    if not together.exists():
        return 0
    with audited_write(tournament, act, Verb.UNDID_CHECK_IN) as entry:
        changed = together.update(checked_in_at=None)
        entry.detail = {"changed": changed}
    return changed


def mark_check_in(tournament: Tournament, at: datetime | None) -> None:
    """Keep when check-in was closed (None: it is open), inside the caller's transaction."""
    tournament.check_in_closed_at = at
    tournament.save(update_fields=["check_in_closed_at"])


def set_statuses(tournament: Tournament, statuses: Mapping[int, str]) -> None:
    """Set the status of several players by id, inside the caller's transaction and line of history.

    Nobody is put on the waiting list who was never on it: the list keeps its order.
    """
    if not statuses:
        return
    refuse_official(tournament, None)
    official, released = first_open(tournament), first_unreleased(tournament)
    for player in players_of(tournament).filter(pk__in=statuses):
        set_status(player, statuses[player.pk], official, released)
        player.save(update_fields=["status", "out_from", "counts_from"])


# --- numbers and substitutes -----------------------------------------------------------------------------------------


def set_numbers(players: Sequence[Player], numbers: Sequence[int]) -> None:
    """Set the numbers inside the caller's transaction, through temporary ones, as numbers are unique."""
    for waiting, player in enumerate(players):
        player.number = _ASIDE + waiting
    Player.objects.bulk_update(players, ["number"], batch_size=200)
    for player, number in zip(players, numbers, strict=True):
        player.number = number
    Player.objects.bulk_update(players, ["number"], batch_size=200)


def distinguish(players: Iterable[Player]) -> None:
    """Save what tells each of these, all players of a tournament, from others of the same name.

    Inside the caller's transaction; no query while nothing changes.
    """
    listed, changed = list(players), []
    for player, word in zip(listed, distinctions(listed), strict=True):
        if player.distinction != word:
            player.distinction = word
            changed.append(player)
    Player.objects.bulk_update(changed, ["distinction"], batch_size=200)


def renumber(*, tournament: Tournament, act: Act) -> list[Player]:
    """Renumber everybody from 1 by name, then the substitutes, then those without a place; only before there is a
    seating."""
    with audited_write(tournament, act, Verb.RENUMBERED) as entry:
        if is_seated(tournament):
            raise Refused.of(
                "numbers-locked",
                _("A seating exists, so numbers can no longer be reassigned. You can still change single numbers."),
            )
        players = list(players_of(tournament))
        entry.detail = {"before": {player.number: player.name for player in players}}
        players.sort(key=_order)
        set_numbers(players, range(1, len(players) + 1))
        distinguish(players)
    return players


def _order(player: Player) -> tuple[bool, bool, NameKey]:
    key = NameKey(0, (), player.number) if player.is_substitute else player.name_key
    return player.status in NEVER_PLACED, player.is_substitute, key


def add_substitutes(*, tournament: Tournament, count: int, act: Act) -> list[Player]:
    """Add `count` substitutes named "Substitute 1" and so on, to fill the last table; base as in `add_players`."""
    if not 1 <= count <= 40:
        raise Refused.of("substitute-count", _("Enter a number of substitutes from 1 to 40."), field="count")
    names = set(players_of(tournament).values_list("name", flat=True))
    free: list[str] = []
    number = 1
    while len(free) < count:
        name = _("Substitute {number}").format(number=number)
        free += [name] if name not in names else []
        number += 1
    return add_players(tournament=tournament, rows=[{"name": name, "is_substitute": True} for name in free], act=act)
