"""Wishes in sentences, names kept apart from the words around them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.players.models import Player
from tournament.seats.seat_map import spans
from tournament.translation.formats import enumeration
from tournament.wishes.models import SharedBy, Wish, WishKind, WishWeight


def wish_sentence(wish: Wish) -> SafeString:
    """The wish as one sentence."""
    people = sorted(wish.players.all(), key=lambda player: player.number)
    if wish.kind == WishKind.SAME:
        return format_html(_apart(wish), who=_sharing(wish.shared))
    if wish.kind == WishKind.APART:
        return format_html(_apart(wish), who=_any_two(people))
    if wish.kind == WishKind.TOGETHER:
        return _together(wish, people)
    return _at_tables(wish, people)


def _apart(wish: Wish) -> str:
    must = wish.weight == WishWeight.MUST
    if wish.hanchan is None:
        return _("{who} never meet.") if must else _("{who} meet as rarely and as late as possible.")
    before = _("{who} do not meet before hanchan {hanchan}.")
    gently = _("{who} meet as rarely as possible before hanchan {hanchan}.")
    return (before if must else gently).replace("{hanchan}", str(wish.hanchan))


def _sharing(shared: str) -> str:
    return {
        SharedBy.CLUB: _("Players of the same club"),
        SharedBy.COUNTRY: _("Players of the same country"),
        SharedBy.TEAM: _("Players of the same team"),
    }[SharedBy(shared)]


def _any_two(people: Sequence[Player]) -> SafeString:
    if len(people) < 2:
        text = _("{people} and deleted players") if people else _("Deleted players")
        return format_html(text, people=_names(people))
    if len(people) == 2:
        return format_html(_("{one} and {other}"), one=_name(people[0]), other=_name(people[1]))
    return format_html(_("Any two of {people}"), people=_names(people))


def _together(wish: Wish, people: Sequence[Player]) -> SafeString:
    one, other = (_name(people[at]) if at < len(people) else _("a deleted player") for at in (0, 1))
    if wish.hanchan is None:
        return format_html(_("{one} and {other} meet at least once."), one=one, other=other)
    template = _("{one} and {other} meet in hanchan {hanchan}.")
    return format_html(template, one=one, other=other, hanchan=wish.hanchan)


def _at_tables(wish: Wish, people: Sequence[Player]) -> SafeString:
    where = {"people": _names(people) or _("A deleted player"), "tables": spans(wish.tables), "label": wish.label}
    if len(people) == len(wish.tables) == 1:
        plain, labelled = _("{people} sits at table {tables}."), _("{label}: {people} sits at table {tables}.")
    elif len(wish.tables) == 1:
        plain, labelled = _("{people}: only at table {tables}."), _("{label}: {people} only at table {tables}.")
    else:
        plain, labelled = _("{people}: only at tables {tables}."), _("{label}: {people} only at tables {tables}.")
    return format_html(labelled if wish.label else plain, **where)


def _names(people: Sequence[Player]) -> SafeString:
    return format_html_join(", ", "{}", ((_name(player),) for player in people))


def _name(player: Player) -> SafeString:
    return format_html("<bdi>{}</bdi> ({})", player.name, player.number)


@dataclass(frozen=True, slots=True)
class WishLine:
    """One wish on the page: its sentence, notes, and unavoidable meetings."""

    wish: Wish
    sentence: SafeString
    notes: list[str]
    forced: list[str]


def notes_on(wish: Wish, seated: set[int], sharing: int) -> list[str]:
    """Notes on a wish with less effect than expected: inactive players, or nobody who shares anything."""
    if wish.kind == WishKind.SAME:
        nobody = _("No two players share one yet. Enter it in the list of players.")
        return [] if sharing else [nobody]
    away = sorted((one for one in wish.players.all() if one.pk not in seated), key=lambda player: player.number)
    if not away:
        return []
    names = enumeration(f"{player.name} ({player.number})" for player in away)
    return [_("Not playing, so ignored in this wish: {names}.").format(names=names)]
