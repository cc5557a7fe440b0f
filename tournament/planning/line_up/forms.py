"""The form that corrects who played: names beside the seats, then the reason."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import Sent
from tournament.core.messages import Refused
from tournament.core.requests import parse_int
from tournament.planning.line_up.exchange import Played
from tournament.planning.line_up.exchange import people as people_of
from tournament.players.lookup import find
from tournament.players.models import Player


class Unread(NamedTuple):
    """A typed text that names nobody, or several, and what to do about it."""

    text: str
    refused: Refused


class PeopleForm(forms.Form):
    """The reason of a correction, and the password again where results are out."""

    submission = forms.UUIDField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Enter a reason for the change.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Sent = None, *, is_reissue: bool, reason: str = "") -> None:
        super().__init__(data, initial={"submission": uuid.uuid4(), "reason": reason})
        if not is_reissue:
            del self.fields["password"]

    @property
    def is_reissue(self) -> bool:
        return "password" in self.fields


def changes_in(texts: Iterable[str], players: Mapping[int, Player]) -> dict[int, int]:
    """Read `12:26` (the number of who is listed, of who really played) as ids; what names nobody is left out."""
    found = {}
    for text in texts:
        listed, _colon, real = text.partition(":")
        one, other = players.get(parse_int(listed) or 0), players.get(parse_int(real) or 0)
        if one and other and one != other:
            found[one.pk] = other.pk
    return found


def changes_as_text(who: Mapping[int, int], numbers: Mapping[int, int]) -> list[str]:
    """Return the same as text; `numbers` by id."""
    return [f"{numbers[listed]}:{numbers[real]}" for listed, real in who.items()]


def choices_as_text(ranked: Mapping[int, bool]) -> str:
    """Return choices by start number as text, to see whether they are those that the page has shown the effect of."""
    return " ".join(f"{number}:{counts:d}" for number, counts in sorted(ranked.items()))


def with_typed(
    who: Mapping[int, int], typed: Mapping[str, str], played: Played, players: Sequence[Player]
) -> tuple[dict[int, int], dict[int, Unread]]:
    """Return `who` with the names typed beside seats (`seat_12` for who is listed as 12), and what could not be read.

    Whoever is named takes the seat; who had it goes where the other one was, so that naming one of two exchanged people
    is enough, and a ring is made of several.
    """
    now = {player: who.get(player, player) for player in people_of(played)}
    known = {player.pk: player for player in players}
    shown, unread = {listed: known[real].label for listed, real in now.items()}, {}
    for listed in shown:
        text = typed.get(f"seat_{known[listed].number}", "").strip()
        if not text or text == shown[listed]:
            continue
        try:
            real = find(text, players).pk
        except Refused as refused:
            unread[listed] = Unread(text, refused)
            continue
        other = next((seat for seat, player in now.items() if player == real), None)
        if other is not None:
            now[other] = now[listed]
        now[listed] = real
    return {listed: real for listed, real in now.items() if listed != real}, unread


def seen_in(texts: Iterable[str]) -> dict[int, int]:
    """Read `3:2` (table, number of its version) as numbers."""
    pairs = [text.partition(":") for text in texts]
    return {parse_int(table) or 0: parse_int(number) or 0 for table, _colon, number in pairs}
