"""Registering on the public page, and what its organiser chooses: the only writers of registrations."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.edit_conflicts import Values, merged, plain
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.events.history import words_of
from tournament.players import actions as players
from tournament.players.checks import check_unique
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import places_of, players_of, with_traces
from tournament.players.registration.models import ASKED, Registration, RegistrationPage
from tournament.players.registration.queries import RegistrationClosed, page_of, refuse_closed, refuse_full
from tournament.players.registration.tokens import digest, renewed_token, token_of

__all__ = [
    "RegistrationClosed",
    "confirm",
    "confirm_names",
    "correct",
    "decline",
    "register",
    "remove_registrations",
    "renew_link",
    "revoke_link",
    "set_page",
]
PUBLIC_TEXTS = ("name", "club")
"""What a person types that lists show; another one waits to be confirmed again."""

MOST_FROM_ADDRESS, WINDOW = 20, timedelta(minutes=10)
"""Registrations from one network address. A club behind one router is one address."""
MOST_REGISTRATIONS = 500
"""Registrations of one tournament on its public page."""


class TooManyRegistrations(Refused):
    """Too many registrations, from one address or at all."""

    status = 429


class _Repeated(Exception):
    """The same form was sent before."""


def set_page(
    *,
    tournament: Tournament,
    act: Act,
    is_open: bool,
    closes_at: datetime | None,
    takes_waiting: bool,
    asks: list[str],
    names_wait: bool = True,
    seen: Values | None = None,
) -> RegistrationPage:
    """Open or close the public registration page, and choose what it asks for. Raises Refused for an unknown field.

    `seen` are the values that the page showed (`RegistrationPage.values`).
    """
    if unknown := [name for name in asks if name not in ASKED]:
        raise Refused.of("registration-field", _("{name} cannot be asked for."), field="asks", name=unknown[0])
    with audited_write(tournament, act, Verb.CHANGED_REGISTRATION) as entry:
        page = page_of(tournament)
        now, asked = page.values, [name for name in ASKED if name in asks]
        typed: dict[str, object] = {"is_open": is_open, "closes_at": closes_at, "takes_waiting": takes_waiting}
        typed |= {"names_wait": names_wait, "asks": asked}
        lines = tournament.audit_entries.filter(verb=entry.verb)
        values = merged(lines, typed=typed, seen=seen, now=now, words=words_of)
        for name, value in values.items():
            setattr(page, name, value)
        page.save()
        pairs = {name: [plain(now[name]), plain(value)] for name, value in values.items()}
        entry.detail = {"changes": {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}}
    return page


def register(*, tournament: Tournament, sent_from: str, act: Act, **fields: object) -> Registration:
    """Register one person on the public page; beyond the places, on the waiting list. Nobody is signed in.

    `act.submission` names the form: a repeated sending returns the first entry. Fields that the page does not ask for
    are left out. Raises Refused naming the field, RegistrationClosed and TooManyRegistrations.
    """
    submission = act.sending()
    try:
        with audited_write(tournament, act, Verb.REGISTERED) as entry:
            if _sent(tournament, submission).exists():
                raise _Repeated
            tournament.refresh_from_db(fields=["capacity"])
            page, others = page_of(tournament), list(players_of(tournament))
            refuse_closed(page, act.at)
            refuse_full(page, places_of(tournament, others))
            _check_rate(tournament, sent_from, act.at)
            asked = {name: value for name, value in fields.items() if name in ("name", *page.asks)}
            player = players.build_player(tournament, others, act.at, asked, unique=_check_unique)
            player.is_unlisted = page.names_wait
            player.save(force_insert=True)
            players.distinguish([*others, player])
            registration = Registration.objects.create(
                player=player,
                submission=submission,
                token_digest=digest(token_of(submission)),
                sent_at=act.at,
                sent_from=sent_from,
            )
            entry.subject, entry.detail = players.history_name(player), players.filled_fields(player)
            entry.detail["status"] = player.status
    except _Repeated:
        return _sent_before(tournament, submission)
    return registration


def correct(*, registration: Registration, act: Act, seen: str, **fields: Any) -> Player:
    """Change the data that a person gave, until registration closes. `seen` is the player's stamp (`edit_player`)."""
    with _by_the_person(registration):
        tournament = registration.player.tournament
        page = page_of(tournament)
        refuse_closed(page, act.at)
        asked = {name: value for name, value in fields.items() if name in ("name", *page.asks)}
        with _discreetly():
            player = players.edit_player(player=registration.player, act=act, seen=seen, **asked)
        if page.names_wait and any(getattr(player, one) != getattr(registration.player, one) for one in PUBLIC_TEXTS):
            tournament.players.filter(pk=player.pk).update(is_unlisted=True)
        return player


def confirm(*, registration: Registration, act: Act) -> Player:
    """Confirm the person's own place."""
    with _by_the_person(registration):
        return players.confirm(player=registration.player, act=act)


def decline(*, registration: Registration, act: Act) -> Player:
    """Give the person's own place back, or leave the waiting list."""
    with _by_the_person(registration):
        player = registration.player
        if player.status not in (PlayerStatus.PLAYING, PlayerStatus.WAITING):
            text = _("Your entry is “{status}”. Ask the organiser.")
            raise Refused.of("nothing-to-decline", text, status=player.get_status_display())
        return players.decline(player=player, act=act)


def confirm_names(*, tournament: Tournament, numbers: Iterable[int], act: Act) -> list[Player]:
    """Let public pages have the names of these players. Raises Refused where no name among them waits."""
    with audited_write(tournament, act, Verb.CONFIRMED_NAMES) as entry:
        waiting = list(players_of(tournament).filter(number__in=numbers, is_unlisted=True))
        if not waiting:
            raise Refused.of("no-name-waits", _("None of the names you chose waits to be confirmed."))
        tournament.players.filter(pk__in=[player.pk for player in waiting]).update(is_unlisted=False)
        entry.detail = {"names": list(map(players.history_name, waiting))}
    return waiting


def remove_registrations(*, tournament: Tournament, numbers: Iterable[int], act: Act) -> list[Player]:
    """Delete several who registered online, all or none. Raises Refused for somebody with a seat, sheet or penalty."""
    with audited_write(tournament, act, Verb.REMOVED_REGISTRATIONS) as entry:
        gone = list(players_of(tournament).filter(number__in=numbers, registration__isnull=False))
        if not gone:
            raise Refused.of("nobody-online", _("None of the players you chose registered online."))
        if kept := with_traces([player.pk for player in gone]):
            text = _("{name} has a seat, a sheet or a penalty and cannot be deleted. Withdraw the player instead.")
            raise Refused.of("player-has-traces", text, name=next(one.label for one in gone if one.pk in kept))
        entry.detail = {"names": list(map(players.history_name, gone))}
        tournament.players.filter(pk__in=[player.pk for player in gone]).delete()
        players.distinguish(players_of(tournament))
    return gone


def revoke_link(*, player: Player, act: Act) -> None:
    """Make the personal link of a player open nothing any more. Raises Refused when there is none."""
    with audited_write(player.tournament, act, Verb.REVOKED_LINK, subject=players.history_name(player)):
        changed = Registration.objects.filter(player=player, revoked_at=None).update(revoked_at=act.at)
        if not changed:
            raise Refused.of("no-link", _("{name} has no personal link."), name=player.label)


def renew_link(*, player: Player, act: Act, seen: str) -> str:
    """Give a player who lost the personal link a new one and return its token; the link before opens nothing any more.

    `seen` is the stamp of the link before. A second press of the same button returns the same token; Conflict when the
    link was renewed or revoked in another way meanwhile. Raises Refused for somebody who did not register online.
    """
    token, subject = renewed_token(player.pk, seen), players.history_name(player)
    with suppress(_Repeated), audited_write(player.tournament, act, Verb.RENEWED_LINK, subject=subject):
        registration = Registration.objects.filter(player=player).first()
        if registration is None:
            text = _("{name} did not register online and has no personal link.")
            raise Refused.of("not-online", text, name=player.label)
        if registration.token_digest == digest(token) and registration.revoked_at is None:
            raise _Repeated
        if registration.link_stamp != seen:
            text = _("The link of {name} has changed meanwhile. If {name} needs another one, press the button again.")
            raise Conflict.of("link-changed", text, name=player.label)
        registration.token_digest, registration.revoked_at = digest(token), None
        registration.save(update_fields=["token_digest", "revoked_at"])
    return token


@contextmanager
def _by_the_person(registration: Registration) -> Iterator[None]:
    """One transaction with the registration as it is now; refused when the link was revoked or replaced."""
    opened_by = registration.token_digest
    with transaction.atomic():
        registration.refresh_from_db(fields=["revoked_at", "token_digest"])
        if registration.revoked_at is not None or registration.token_digest != opened_by:
            raise Refused.of("link-revoked", _("This link was revoked. Ask the organiser."))
        registration.player.refresh_from_db(fields=["status"])
        yield


@contextmanager
def _discreetly() -> Iterator[None]:
    """Say of an EMA number that it is taken, and not by whom: whoever reads it is not on the staff."""
    try:
        yield
    except Refused as refused:
        text = _("This EMA number is already registered. Check it, or ask the organiser.")
        hidden = [replace(one, text=text, params={}) if one.code == "ema-taken" else one for one in refused.messages]
        raise type(refused)(hidden) from refused


def _check_unique(player: Player, others: list[Player]) -> None:
    with _discreetly():
        check_unique(player, others)


def _sent(tournament: Tournament, submission: Any) -> "QuerySet[Registration]":
    return Registration.objects.filter(player__tournament=tournament, submission=submission)


def _sent_before(tournament: Tournament, submission: Any) -> Registration:
    found = _sent(tournament, submission).select_related("player").get()
    if found.revoked_at is not None or found.token_digest != digest(token_of(submission)):
        raise Refused.of("link-revoked", _("This link was revoked. Ask the organiser."))
    return found


def _check_rate(tournament: Tournament, sent_from: str, at: datetime) -> None:
    """Asked behind the tournament's row lock: many at once do not get past it."""
    if Registration.objects.filter(sent_from=sent_from, sent_at__gt=at - WINDOW).count() >= MOST_FROM_ADDRESS:
        text = _("Too many registrations came from your network. Try again in a few minutes.")
        raise TooManyRegistrations.of("too-many-from-address", text)
    if Registration.objects.filter(player__tournament=tournament).count() >= MOST_REGISTRATIONS:
        text = _("Too many people have registered on this page. Ask the organiser.")
        raise TooManyRegistrations.of("too-many-registrations", text)
