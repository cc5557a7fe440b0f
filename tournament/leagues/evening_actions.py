"""An evening of a league while it goes on: who came, and which tables play. No figure depends on it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Tournament, Verb
from tournament.events.planned_starts import zone_of
from tournament.leagues.models import TableInPlay
from tournament.players.actions import history_name
from tournament.players.models import Player, PlayerStatus
from tournament.standings.league_table import evening_of
from tournament.translation.formats import enumeration


def come(*, player: Player, act: Act) -> None:
    """Note that a player is here tonight; who came before keeps the time. Raises Refused."""
    if player.status != PlayerStatus.PLAYING:
        text = _("{name} does not play in the league. Reinstate the player first.")
        raise Refused.of("not-playing", text, field="who", name=player)
    zone = zone_of(player.tournament.time_zone)
    before = Player.objects.get(pk=player.pk).checked_in_at
    if before is None or evening_of(before, zone) != evening_of(act.at, zone):
        _note(player, act, Verb.CHECKED_IN)


def go(*, player: Player, act: Act) -> None:
    """Note that a player is not here any more."""
    if Player.objects.get(pk=player.pk).checked_in_at is not None:
        _note(player, act, Verb.UNDID_CHECK_IN)


def _note(player: Player, act: Act, verb: Verb) -> None:
    with audited_write(player.tournament, act, verb, subject=history_name(player)):
        player.checked_in_at = act.at if verb is Verb.CHECKED_IN else None
        player.save(update_fields=["checked_in_at"])


def is_of_evening(table: TableInPlay, at: datetime) -> bool:
    """Return whether a table was put up on the evening of that moment."""
    zone = zone_of(table.tournament.time_zone)
    return evening_of(table.started_at, zone) == evening_of(at, zone)


def put_up(*, tournament: Tournament, players: Sequence[Player], act: Act) -> TableInPlay:
    """Put up a table until its game is entered or the evening ends. Raises Refused for who sits at another one."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        for table in tournament.tables_in_play.all():
            if not is_of_evening(table, act.at):
                table.delete()  # nobody sits there any more
        seated = {pk for table in tournament.tables_in_play.all() for pk in table.players}
        if busy := [str(player) for player in players if player.pk in seated]:
            text = _("Already at a table: {names}. Enter its game, or remove the table.")
            raise Refused.of("at-a-table", text, names=enumeration(busy))
        if len({player.pk for player in players}) != tournament.at_a_table:
            text = _("Choose {count} different players.")
            raise Refused.of("game-people", text, count=tournament.at_a_table)
        ids = [player.pk for player in players]
        return TableInPlay.objects.create(tournament=tournament, players=ids, started_at=act.at)


def take_down(*, tournament: Tournament, people: Sequence[int]) -> None:
    """Take down every table at which somebody of these people, by id, sits."""
    for table in tournament.tables_in_play.all():
        if set(table.players) & set(people):
            table.delete()
