"""Renewing and revoking personal links: the only writers of their counters."""

from django.db.models import F
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.players import actions as players
from tournament.players.models import Player


def renew(*, player: Player, act: Act) -> None:
    """Give a player another link; the one before opens nothing any more. A revoked link is replaced, too.

    `act.base` is the number of the link that the person saw: a second press changes nothing more. Raises Conflict.
    """
    with audited_write(player.tournament, act, Verb.RENEWED_LINK, subject=players.history_name(player)):
        _refresh(player, act)
        _close_merged(player, act)
        player.link_number, player.link_revoked_at = player.link_number + 1, None
        player.save(update_fields=["link_number", "link_revoked_at"])


def revoke(*, player: Player, act: Act) -> None:
    """Make a player's link open nothing, until it is renewed. Raises Conflict, and Refused for one revoked before."""
    with audited_write(player.tournament, act, Verb.REVOKED_LINK, subject=players.history_name(player)):
        _refresh(player, act)
        if player.link_revoked_at is not None:
            raise Refused.of("link-revoked-before", _("The link of {name} is revoked already."), name=player.label)
        _close_merged(player, act)
        player.link_revoked_at = act.at
        player.save(update_fields=["link_revoked_at"])


def renew_all(*, tournament: Tournament, act: Act) -> None:
    """Give everybody another link, those whose link was revoked included. Raises Conflict as `renew` does."""
    with audited_write(tournament, act, Verb.RENEWED_ALL_LINKS):
        tournament.refresh_from_db(fields=["link_number"])
        if act.base is not None and act.base != tournament.link_number:
            raise Conflict.of("links-changed", _("The links were renewed meanwhile. Print the badges again."))
        Tournament.objects.filter(pk=tournament.pk).update(link_number=F("link_number") + 1)
        tournament.refresh_from_db(fields=["link_number"])
        tournament.players.exclude(link_revoked_at=None).update(link_revoked_at=None)


def _close_merged(player: Player, act: Act) -> None:
    """Let the badges of entries that were merged into the player's open nothing: they are links to the same page."""
    Player.every.filter(merged_into=player).update(link_revoked_at=act.at)


def _refresh(player: Player, act: Act) -> None:
    player.refresh_from_db(fields=["link_number", "link_revoked_at"])
    if act.base is not None and act.base != player.link_number:
        text = _("The link of {name} was renewed meanwhile. If {name} needs another one, press the button again.")
        raise Conflict.of("link-changed", text, name=player.label)
