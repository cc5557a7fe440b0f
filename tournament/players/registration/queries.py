"""Queries about the public registration; nothing here writes."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Tournament
from tournament.players.queries import Places, is_seated, places_of, players_of
from tournament.players.registration.models import Registration, RegistrationPage
from tournament.players.registration.tokens import digest
from tournament.translation.formats import written


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
        raise RegistrationClosed([_over(page.closes_at)])
    _refuse_shut(page)


def _over(closed_at: datetime) -> Message:
    time = written(localtime(closed_at), "date, time")
    return Message("registration-over", _("Registration closed on {time}."), {"time": time}, Level.ERROR)


def _is_settled(tournament: Tournament) -> bool:
    """Return whether who plays is settled by a seating; in a league nobody's place is."""
    return not tournament.is_league and is_seated(tournament)


def _refuse_shut(page: RegistrationPage) -> None:
    if not page.is_open or _is_settled(page.tournament):
        raise RegistrationClosed.of("registration-closed", _("Registration is closed."))


def takes_registrations(tournament: Tournament, at: datetime) -> bool:
    """Return whether somebody can register now."""
    offer = registration_offer(tournament)
    return offer is not None and offer.at(at).closed is None


def refuse_full(page: RegistrationPage, places: Places) -> None:
    """Raise RegistrationClosed when all places are taken and there is no waiting list online."""
    if places.has_no_place_for_one_more and not page.takes_waiting:
        raise RegistrationClosed.of("registration-full", _("All places are taken. Registration is closed."))


@dataclass(frozen=True, slots=True)
class Offer:
    """The state of registration, for visitors of the public pages before the event.

    `closed` says why nobody can register, None while people can. `free` are the places, None without a limit; with 0
    people register for the waiting list. `closes_at` is the closing time that is still to come.
    """

    closed: Message | None
    free: int | None
    closes_at: datetime | None

    def at(self, at: datetime) -> "Offer":
        """The offer at that time: closed from the closing time on."""
        if self.closes_at is None or at < self.closes_at:
            return self
        return Offer(_over(self.closes_at), self.free, None)


def registration_offer(tournament: Tournament) -> Offer | None:
    """Return the state of registration before its closing time; None if never set up, and once there is a seating.

    Four queries at most, and one where it was never set up. Reads no clock: see `Offer.at`.
    """
    page = RegistrationPage.objects.filter(tournament=tournament).first()
    if page is None or _is_settled(tournament):
        return None
    page.tournament = tournament
    places = places_of(tournament, players_of(tournament))
    closed = None
    try:
        _refuse_shut(page)
        refuse_full(page, places)
    except Refused as refused:
        closed = refused.messages[0]
    return Offer(closed, places.unpromised, page.closes_at)


def find_registration(tournament: Tournament, token: str) -> Registration | None:
    """The registration whose personal link has this token; None for a revoked link. One query."""
    found = Registration.objects.filter(
        player__tournament=tournament, player__merged_into=None, token_digest=digest(token), revoked_at=None
    ).select_related("player__tournament")
    return found.first()


def registered_online(tournament: Tournament) -> dict[int, Registration]:
    """The registrations of the public page by player id; one query."""
    found = Registration.objects.filter(player__tournament=tournament)
    return {one.player_id: one for one in found}
