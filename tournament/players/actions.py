"""Everything that changes players: each verb is one transaction, one edition, one line of history, or Refused."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.players.checks import FIELDS, check, check_all_alone, check_alone, new_player, refuse_namesake, tidied
from tournament.players.models import Player, PlayerStatus
from tournament.players.names import tidy, words
from tournament.players.queries import is_seated, next_numbers, players_of, traces
from tournament.problems import Conflict, Refused

_ASIDE = 20_000  # where numbers wait while they are exchanged


def add_player(*, tournament: Tournament, by: Any, at: datetime, namesake: bool = True, **fields: Any) -> Player:
    """Add one player, with the lowest free number unless one is given.

    With `namesake=False` somebody of the same name whom nothing tells apart is refused (field "namesake").
    """
    with writing(tournament, by=by, at=at, verb="added a player") as entry:
        others = list(players_of(tournament))
        player = new_player(tournament, fields, next_numbers((other.number for other in others), 1)[0])
        check_alone(player, others)
        if not namesake:
            refuse_namesake(player, others)
        player.save(force_insert=True)
        entry.subject, entry.detail = told(player), facts(player)
    return player


def add_players(*, tournament: Tournament, rows: Iterable[Mapping[str, Any]], by: Any, at: datetime) -> list[Player]:
    """Add many at once, all or nothing, in one edition. `rows` are the fields of add_player."""
    wanted = list(rows)
    with writing(tournament, by=by, at=at, verb="added players") as entry:
        others = list(players_of(tournament))
        given = {row["number"] for row in wanted if row.get("number")}
        free = iter(next_numbers({other.number for other in others} | given, len(wanted)))
        players = [new_player(tournament, row, row.get("number") or next(free)) for row in wanted]
        check_all_alone(players, others)
        Player.objects.bulk_create(players)
        entry.subject, entry.detail = (
            _("%(count)s players") % {"count": len(players)},
            {"added": list(map(told, players))},
        )
    return players


def told(player: Player) -> str:
    """The player as the history names somebody."""
    return f"{player.number} {player.name}"


def facts(player: Player) -> dict[str, Any]:
    """The player's fields that say something."""
    return {name: getattr(player, name) for name in FIELDS if getattr(player, name) not in ("", None, False)}


def edit_player(
    *, player: Player, by: Any, at: datetime, seen: str | None = None, namesake: bool = True, **changes: Any
) -> Player:
    """Change fields of a player. `seen` is the player's `stamp` when typing began: Conflict if it is another by now."""
    with writing(player.tournament, by=by, at=at, verb="changed a player") as entry:
        others = list(players_of(player.tournament))
        fresh = _now(player, others)
        if seen is not None and seen != fresh.stamp:
            raise Conflict(_("Somebody changed this player meanwhile. Look at what is here now and change it again."))
        others.remove(fresh)
        before = {name: getattr(fresh, name) for name in FIELDS}
        for name, value in tidied(changes).items():
            setattr(fresh, name, value)
        check(fresh)
        check_alone(fresh, others)
        if not namesake and before["name"] != fresh.name:
            refuse_namesake(fresh, others)
        fresh.save()
        entry.subject = told(fresh)
        entry.detail = {
            name: [old, getattr(fresh, name)] for name, old in before.items() if old != getattr(fresh, name)
        }
    return fresh


def _now(player: Player, among: Iterable[Player]) -> Player:
    """The player as the database has it inside the transaction."""
    for fresh in among:
        if fresh.pk == player.pk:
            fresh.tournament = player.tournament
            return fresh
    raise Conflict(_("This player is no longer here: somebody deleted the entry meanwhile."))


def _fresh(player: Player) -> Player:
    return _now(player, players_of(player.tournament).filter(pk=player.pk))


def delete_player(*, player: Player, by: Any, at: datetime) -> None:
    """Delete a player who left no trace; whoever has a seat, a sheet or a penalty can be withdrawn instead."""
    with writing(player.tournament, by=by, at=at, verb="deleted a player", subject=told(player), **facts(player)):
        fresh = _fresh(player)
        if traces(fresh):
            message = _("%(name)s has a seat, a sheet or a penalty and cannot be deleted. Withdraw the player instead.")
            raise Refused(message % {"name": fresh.name})
        fresh.delete()


# --- taking part -----------------------------------------------------------------------------------------------------


def _set_status(player: Player, status: str, *, verb: str, reason: str, by: Any, at: datetime) -> Player:
    with writing(player.tournament, by=by, at=at, verb=verb, subject=told(player), reason=tidy(reason)) as entry:
        fresh = _fresh(player)
        _check_step(fresh, status, tidy(reason))
        entry.detail = {"status": [fresh.status, status]}
        fresh.status = player.status = status
        fresh.save(update_fields=["status"])
    return fresh


def _check_step(player: Player, status: str, reason: str) -> None:
    """Which status follows which, and where a reason is asked for."""
    out = PlayerStatus.DISQUALIFIED
    if player.status == status:
        raise Refused(
            _("%(name)s is already %(status)s.") % {"name": player.name, "status": player.get_status_display()}
        )
    if status == PlayerStatus.WITHDRAWN and player.status == out:
        raise Refused(_("%(name)s is disqualified; lift that first.") % {"name": player.name})
    if out in (status, player.status) and not reason:
        raise Refused(_("A disqualification is given and lifted with a reason."), field="reason")
    if len(reason) > 500:
        raise Refused(_("Say it in 500 characters."), field="reason")


def withdraw(*, player: Player, by: Any, at: datetime, reason: str = "") -> Player:
    """The player leaves the tournament: keeps the tables played, is seated no more."""
    return _set_status(player, PlayerStatus.WITHDRAWN, verb="withdrew a player", reason=reason, by=by, at=at)


def reinstate(*, player: Player, by: Any, at: datetime, reason: str = "") -> Player:
    """The player takes part again; after a disqualification only with a reason."""
    return _set_status(player, PlayerStatus.PLAYING, verb="reinstated a player", reason=reason, by=by, at=at)


def disqualify(*, player: Player, reason: str, by: Any, at: datetime) -> Player:
    """The player may not play on and is not listed in the ranking (WRC 2025 §12.2)."""
    return _set_status(player, PlayerStatus.DISQUALIFIED, verb="disqualified a player", reason=reason, by=by, at=at)


# --- the day ---------------------------------------------------------------------------------------------------------


def check_in(*, player: Player, by: Any, at: datetime, present: bool = True) -> Player:
    """The player is here (or, with present=False, is not after all). Ticking twice keeps the first time."""
    if present == (_fresh(player).checked_in_at is not None):
        return _fresh(player)
    verb = "checked in" if present else "undid a check-in"
    with writing(player.tournament, by=by, at=at, verb=verb, subject=told(player)):
        fresh = _fresh(player)
        if present and fresh.status != PlayerStatus.PLAYING:
            raise Refused(_("%(name)s is %(status)s. Reinstate the player first.")
                          % {"name": fresh.name, "status": fresh.get_status_display()})  # fmt: skip
        fresh.checked_in_at = player.checked_in_at = (fresh.checked_in_at or at) if present else None
        fresh.save(update_fields=["checked_in_at"])
    return fresh


def check_in_all(*, tournament: Tournament, by: Any, at: datetime, present: bool = True) -> int:
    """Everybody who plays is here, or the check-in starts anew (a second day). Returns how many changed."""
    verb = "checked in everybody" if present else "started the check-in anew"
    with writing(tournament, by=by, at=at, verb=verb) as entry:
        players = players_of(tournament)
        if present:
            players = players.filter(status=PlayerStatus.PLAYING)
        changed = players.filter(checked_in_at__isnull=present).update(checked_in_at=at if present else None)
        entry.detail = {"changed": changed}
    return changed


# --- numbers and substitutes -----------------------------------------------------------------------------------------


def set_numbers(players: Sequence[Player], numbers: Sequence[int]) -> None:
    """Give the players their numbers inside the caller's transaction; an exchange of two meets no third."""
    for waiting, player in enumerate(players):
        player.number = _ASIDE + waiting
    Player.objects.bulk_update(players, ["number"], batch_size=200)
    for player, number in zip(players, numbers, strict=True):
        player.number = number
    Player.objects.bulk_update(players, ["number"], batch_size=200)


def renumber(*, tournament: Tournament, by: Any, at: datetime) -> list[Player]:
    """Number everybody anew from 1 by name, substitutes last; only before a seating was made.

    By last name where every player but the substitutes has one, else by the name that is shown.
    """
    with writing(tournament, by=by, at=at, verb="renumbered the players") as entry:
        if is_seated(tournament):
            raise Refused(_("A seating was made: the numbers are on lists by now. Change single numbers instead."))
        players = list(players_of(tournament))
        entry.detail = {"before": {player.number: player.name for player in players}}
        by_last_name = all(player.last_name for player in players if not player.is_substitute)
        players.sort(key=lambda player: (player.is_substitute, *_order(player, by_last_name)))
        set_numbers(players, range(1, len(players) + 1))
    return players


def _order(player: Player, by_last_name: bool) -> tuple[Any, ...]:
    if player.is_substitute:
        return ((), (), player.number)
    if by_last_name:
        return (words(player.last_name), words(player.first_name), player.number)
    return (player.sort_name, (), player.number)


def add_substitutes(*, tournament: Tournament, count: int, by: Any, at: datetime) -> list[Player]:
    """Add so many nameless substitutes, "Substitute 1" and on, to fill the last table."""
    if not 1 <= count <= 40:
        raise Refused(_("Add from 1 to 40 substitutes at once."), field="count")
    names = set(players_of(tournament).values_list("name", flat=True))
    free: list[str] = []
    number = 1
    while len(free) < count:
        name = _("Substitute %(number)s") % {"number": number}
        free += [name] if name not in names else []
        number += 1
    return add_players(
        tournament=tournament, rows=[{"name": name, "is_substitute": True} for name in free], by=by, at=at
    )
