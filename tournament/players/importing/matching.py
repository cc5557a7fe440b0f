"""Who a line is: somebody here already, somebody new, the same as a line above, or somebody who must be asked about."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournament.players.importing.entries import Entry
from tournament.players.importing.grid import Level, Remark
from tournament.players.models import Player, PlayerStatus
from tournament.players.names import key, words
from tournament.players.queries import is_told_apart


@dataclass(slots=True)
class Match:
    """A line with the player it is, if any; `namesake` says who it could be although nothing proves it."""

    entry: Entry
    player: Player | None = None
    remarks: list[Remark] = field(default_factory=list)
    namesake: str = ""

    def refuse(self, code: str, message: str) -> None:
        self.remarks.append(Remark(Level.ERROR, code, message, "name"))

    @property
    def has_errors(self) -> bool:
        return self.entry.has_errors or any(remark.level == Level.ERROR for remark in self.remarks)


@dataclass(slots=True)
class _People:
    """The people here, found by EMA number and by name."""

    by_ema: dict[str, Player]
    by_name: dict[str, list[Player]]
    by_words: dict[tuple[str, ...], list[Player]]

    @classmethod
    def of(cls, people: Sequence[Player]) -> "_People":
        made = cls(
            {person.ema_number: person for person in people if person.ema_number}, defaultdict(list), defaultdict(list)
        )
        for person in people:
            made.by_name[key(person.name)].append(person)
            made.by_words[_turned(person.name)].append(person)
        return made


def _turned(name: str) -> tuple[str, ...]:
    """The same for `Luc Moreau` and `MOREAU Luc`."""
    return tuple(sorted(words(name))) or (key(name),)


def _identity(person: Any) -> tuple[str, str, str]:
    return key(person.name), person.country, key(person.club)


def match(entries: Sequence[Entry], people: Sequence[Player]) -> list[Match]:
    """Every line with who it is. Sure matches come first: a vaguer line must not take somebody else's person."""
    known = _People.of(people)
    matches = [Match(entry) for entry in entries]
    for one in matches:
        _match_surely(one, known)
    claimed = {one.player.pk for one in matches if one.player}
    for one in matches:
        if one.player is None and not one.has_errors:
            _match_by_name(one, known, claimed)
    _compare_lines(matches)
    for one in matches:
        _say_what_is_known(one, known)
    return matches


def _match_surely(one: Match, known: _People) -> None:
    """By EMA number, else by name, country and club all equal."""
    entry = one.entry
    if entry.ema_number in known.by_ema:
        one.player = known.by_ema[entry.ema_number]
        if _is_quite_another(entry.name, one.player.name):
            message = _("EMA number %(ema)s is that of number %(number)s, %(name)s. One of the two is wrong.")
            one.refuse("ema-of-another", message % _told(one.player))
        return
    same = [person for person in known.by_name[key(entry.name)] if _identity(person) == _identity(entry)]
    same = [person for person in same if not is_told_apart(person, entry)]
    _take(one, same)


def _is_quite_another(one: str, other: str) -> bool:
    """Whether two names share no word although both are in Latin letters; 太郎 may well be Taro."""
    words_of = set(words(one)), set(words(other))
    return all(words_of) and all(word.isascii() for word in words_of[0] | words_of[1]) and not words_of[0] & words_of[1]


def _match_by_name(one: Match, known: _People, claimed: set[int]) -> None:
    """By name, where nothing that both say tells them apart."""
    entry = one.entry
    same = [person for person in known.by_name[key(entry.name)] if not is_told_apart(person, entry)]
    _take(one, [person for person in same if person.pk not in claimed])
    if one.player:
        claimed.add(one.player.pk)


def _take(one: Match, same: Sequence[Player]) -> None:
    if len(same) > 1:
        same = [person for person in same if person.number == one.entry.number] or same
    if len(same) == 1:
        one.player = same[0]
    elif same and not one.has_errors:
        numbers = ", ".join(str(person.number) for person in same)
        message = _("Numbers %(numbers)s bear this name: say which one by country, club, EMA number or number.")
        one.refuse("ambiguous", message % {"numbers": numbers})


def _told(person: Player) -> dict[str, Any]:
    return {"number": person.number, "name": person.name, "ema": person.ema_number}


# --- two lines of one file ----------------------------------------------------------------------------------------


def _compare_lines(matches: Sequence[Match]) -> None:
    """Lines that are the same person are an error at the later one; lines that might be need a tick."""
    seen: dict[Any, int] = {}
    named: dict[tuple[str, ...], list[Match]] = defaultdict(list)
    for one in matches:
        entry = one.entry
        earlier = named[_turned(entry.name)]
        line = _same_person(one, seen, earlier)
        if line:
            one.refuse("twice", _("The same person as row %(line)s.") % {"line": line})
        elif one.player is None:
            _ask_about(one, earlier)
        _remember(one, seen)
        if entry.name:
            earlier.append(one)


def _same_person(one: Match, seen: dict[Any, int], earlier: Sequence[Match]) -> int | None:
    """The line above that is certainly the same person."""
    entry = one.entry
    if one.player and ("player", one.player.pk) in seen:
        return seen["player", one.player.pk]
    if entry.ema_number and ("ema", entry.ema_number) in seen:
        return seen["ema", entry.ema_number]
    for other in earlier:
        if entry.name and _identity(other.entry) == _identity(entry) and not is_told_apart(other.entry, entry):
            return other.entry.line
    return None


def _remember(one: Match, seen: dict[Any, int]) -> None:
    if one.player:
        seen.setdefault(("player", one.player.pk), one.entry.line)
    if one.entry.ema_number:
        seen.setdefault(("ema", one.entry.ema_number), one.entry.line)


def _ask_about(one: Match, earlier: Sequence[Match]) -> None:
    for other in earlier:
        if not is_told_apart(other.entry, one.entry):
            one.namesake = _("row %(line)s, %(name)s") % {"line": other.entry.line, "name": other.entry.name}
            return


# --- what else is to be said --------------------------------------------------------------------------------------


def _say_what_is_known(one: Match, known: _People) -> None:
    if one.has_errors:
        return
    if one.player is None:
        _look_for_namesakes(one, known)
    elif one.player.status != PlayerStatus.PLAYING:
        message = _("Is %(status)s here and stays so.") % {"status": one.player.get_status_display()}
        one.remarks.append(Remark(Level.WARNING, "is-out", message))


def _look_for_namesakes(one: Match, known: _People) -> None:
    """Somebody here with the same name: told apart is a note, not told apart needs a tick."""
    for person in known.by_words[_turned(one.entry.name)]:
        if is_told_apart(person, one.entry):
            message = _("Another %(name)s is here: number %(number)s.") % _told(person)
            one.remarks.append(Remark(Level.NOTE, "namesake", message, "name"))
        elif not one.namesake:
            one.namesake = _("number %(number)s, %(name)s") % _told(person)
