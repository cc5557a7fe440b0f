"""Queries about the public registration; nothing here writes."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.players.names import in_either_order
from tournament.players.queries import Places, is_seated, similar_players
from tournament.players.registration.models import Registration, RegistrationPage
from tournament.players.registration.tokens import digest


class RegistrationClosed(Refused):
    """Nobody can register now, nor correct an entry."""

    status = 409


def page_of(tournament: Tournament) -> RegistrationPage:
    """The tournament's registration page; one that is closed and not saved when nobody chose anything yet."""
    found = RegistrationPage.objects.filter(tournament=tournament).first()
    return found or RegistrationPage(tournament=tournament, asks=["country", "club", "contact"])


def refuse_closed(page: RegistrationPage, at: datetime) -> None:
    """Raise RegistrationClosed unless the page is open at that time and no seating was made."""
    if page.is_over(at) and page.closes_at:
        text = _("Registration closed on {time}.")
        raise RegistrationClosed.of("registration-over", text, time=date_format(localtime(page.closes_at), "j F, H:i"))
    if not page.is_open or is_seated(page.tournament):
        raise RegistrationClosed.of("registration-closed", _("Registration is closed."))


def refuse_full(page: RegistrationPage, places: Places) -> None:
    """Raise RegistrationClosed when all places are taken and there is no waiting list online."""
    if places.has_no_place_for_one_more and not page.takes_waiting:
        raise RegistrationClosed.of("registration-full", _("All places are taken. Registration is closed."))


def find_registration(tournament: Tournament, token: str) -> Registration | None:
    """The registration whose personal link has this token; None for a revoked link. One query."""
    found = Registration.objects.filter(
        player__tournament=tournament, token_digest=digest(token), revoked_at=None
    ).select_related("player__tournament")
    return found.first()


def registered_online(tournament: Tournament) -> dict[int, Registration]:
    """The registrations of the public page by player id; one query."""
    found = Registration.objects.filter(player__tournament=tournament)
    return {one.player_id: one for one in found}


def possible_duplicates(players: Sequence[Player], online: dict[int, Registration]) -> dict[int, list[Player]]:
    """Others who may be the same person, for each player who registered online; no query.

    Equal names and names that differ by a letter or two; two different EMA numbers are two people.
    """
    found: dict[int, list[Player]] = {}
    for player in players:
        if player.pk in online:
            name = in_either_order(player.name)
            alike = [
                other
                for other in players
                if other.pk != player.pk
                and in_either_order(other.name) == name
                and not (player.ema_number and other.ema_number)
            ]
            near = [other for other in similar_players(player, players) if other not in alike]
            found[player.pk] = [*alike, *near]
    return {pk: others for pk, others in found.items() if others}
