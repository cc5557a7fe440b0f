"""Matching each line of a list: a player of the tournament, a new player, or a question."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message, Refused
from tournament.players.checks import TEXTS
from tournament.players.importing.choices import Choices
from tournament.players.importing.doubts import doubts, no_player, section_meaning, status_meaning, without_numbering
from tournament.players.importing.headings import LABELS, NOTHING_CHOSEN, Columns, field_of
from tournament.players.models import Player, PlayerStatus
from tournament.players.names import composed, in_either_order, key, parted, tidy, words
from tournament.players.parsers import read_country, read_ema_number, read_newcomer, read_number, read_substitute
from tournament.players.queries import are_distinct
from tournament.players.similar_names import SimilarNames
from tournament.reading.raw_table import Line
from tournament.translation.formats import enumeration

_LENGTHS = {field.name: field.max_length for field in Player._meta.fields if field.name in TEXTS}
TWICE = "twice"
"""The code of the error of a line whose person is further up in the list."""
_READ_TWICE = re.compile("[ÃÂâã][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]")  # "Ã©": UTF-8 once read as Windows-1252


@dataclass(frozen=True, slots=True)
class Entry:
    """One person of the file. `values` holds only the fields that the line fills; None and "" are not in it."""

    line: int
    values: dict[str, Any]
    remarks: tuple[Message, ...] = ()
    status: str = ""
    doubt: Message | None = None

    def __getattr__(self, name: str) -> Any:
        """A field that the line leaves out is empty: `entry.country`."""
        if name in LABELS:
            return self.values.get(name, "")
        raise AttributeError(name)

    @property
    def has_errors(self) -> bool:
        return any(remark.level == Level.ERROR for remark in self.remarks)


def read_entries(columns: Columns, choices: Choices = NOTHING_CHOSEN) -> list[Entry]:
    """Return what each line says. Doubts are asked about unless the line was left out or confirmed."""
    entries = [_entry(line, columns, choices) for line in columns.lines]
    found = [
        no_player(entry.name) if doubt is None and field_of(entry.name) == "name" else doubt  # headings once more
        for entry, doubt in zip(entries, doubts((entry.name, entry.status) for entry in entries), strict=True)
    ]
    answered = choices.left_out | choices.confirmed | choices.waiting
    return [
        entry if entry.line in answered else replace(entry, doubt=doubt)
        for entry, doubt in zip(entries, found, strict=True)
    ]


def _entry(line: Line, columns: Columns, choices: Choices) -> Entry:
    filled = [tidy(cell) for cell in line.cells if tidy(cell)]
    if len(filled) == 1 and section_meaning(filled[0]):  # words such as “Waiting list”, in whatever column
        return Entry(line.number, {"name": filled[0]})
    fields_of = {column: name for name, column in columns.at.items()}
    remarks = [replace(remark, field=fields_of[column]) for column, remark in line.remarks if column in fields_of]
    values: dict[str, Any] = {}
    status = ""
    for name, column in columns.at.items():
        cell = tidy(line.cells[column]) if column < len(line.cells) else ""
        if name == "status":
            status = _status(cell, values, remarks)
            continue
        value = _value(name, cell, remarks)
        if value not in ("", None):
            values[name] = value
    if choices.without_numbering and "name" in values:
        values["name"] = without_numbering(values["name"])
    _name(values, remarks, columns)
    return Entry(line.number, values, tuple(remarks), status)


def _status(text: str, values: dict[str, object], remarks: list[Message]) -> str:
    """The status as written; a substitute is one, and a word that is not known is told."""
    meaning = status_meaning(text) if text else "playing"
    if meaning == "substitute":
        values["is_substitute"] = True
        remarks.append(Message("status-read", _("“{text}” is read as a substitute."), {"text": text[:60]}, Level.NOTE))
    elif meaning in ("", "sum"):
        unknown = _("“{text}” is not a known status; the row is read as a player.")
        remarks.append(Message("status-unknown", unknown, {"text": text[:60]}, Level.WARNING))
    return text


def _value(name: str, text: str, remarks: list[Message]) -> Any:
    """The value of one cell; its problems are added to the remarks."""
    if not text:
        return ""
    if name in TEXTS:
        return _text(name, text, remarks)
    try:
        if name == "ema_number":
            return _ema_number(text, remarks)
        return _READERS[name](text)
    except Refused as unreadable:
        remarks += [replace(message, field=name) for message in unreadable.messages]
        return ""


_READERS: dict[str, Callable[[str], Any]] = {
    "country": read_country,
    "is_newcomer": read_newcomer,
    "is_substitute": read_substitute,
    "number": read_number,
}


def _ema_number(text: str, remarks: list[Message]) -> str:
    number, was_padded = read_ema_number(text)
    if was_padded:
        padded = _("EMA number {text} lacks its leading zero, probably dropped by a spreadsheet. Read as {number}.")
        params = {"text": text, "number": number}
        remarks.append(Message("ema-zero", padded, params, Level.NOTE, "ema_number"))
    return number


def _text(name: str, text: str, remarks: list[Message]) -> str:
    most = _LENGTHS[name] or 0
    if len(text) > most:
        params = {"field": LABELS[name], "most": most}
        long = _("The {field} is longer than {most} characters. Shorten it.")
        remarks.append(Message("too-long", long, params, Level.ERROR, name))
    if "\ufffd" in text or _READ_TWICE.search(text):
        garbled = _("“{text}” looks like the wrong encoding. Choose another one, or save the file as UTF-8.")
        level = Level.ERROR if "\ufffd" in text else Level.WARNING
        remarks.append(Message("wrong-encoding", garbled, {"text": text[:60]}, level, name))
    if text.startswith("="):
        formula = _("“{text}” begins like a formula; it is saved as text.")
        remarks.append(Message("formula-text", formula, {"text": text[:60]}, Level.WARNING, name))
    return text


def _name(values: dict[str, Any], remarks: list[Message], columns: Columns) -> None:
    """The full name: as written, else first and last name together; `Moreau, Luc` becomes `Luc Moreau`."""
    name = values.get("name", "")
    if name and not {"first_name", "last_name"} & set(columns.at):
        first, last = parted(name)
        if first or last:
            values |= {"name": composed(first, last), "first_name": first, "last_name": last}
        if tidy(name) != values["name"]:
            params = {"text": name, "name": values["name"]}
            remarks.append(Message("name-turned", _("“{text}” is read as {name}."), params, Level.NOTE, "name"))
    if not name:
        shown = composed(values.get("first_name", ""), values.get("last_name", ""))
        if shown:
            values["name"] = _text("name", shown, remarks) if len(shown) > (_LENGTHS["name"] or 0) else shown
        else:
            remarks.append(Message("no-name", _("There is no name in this row."), {}, Level.ERROR, "name"))


# --- players -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Match:
    """A line with its player, if any; `namesake` is somebody of the same name who may or may not be the same person.

    `by_number`: a number says who it is, or a person did, so that the name may be spelt otherwise. `alike` are players
    with a similar name, of whom a person may say that one of them is meant.
    """

    entry: Entry
    player: Player | None = None
    by_number: bool = False
    alike: list[Player] = field(default_factory=list)
    remarks: list[Message] = field(default_factory=list)
    namesake: Message | None = None

    def refuse(self, code: str, text: str, **params: object) -> None:
        self.remarks.append(Message(code, text, params, Level.ERROR, "name"))

    @property
    def has_errors(self) -> bool:
        return self.entry.has_errors or any(remark.level == Level.ERROR for remark in self.remarks)


@dataclass(slots=True)
class _People:
    """The tournament's players by number, EMA number, ARA ID and name. An ARA ID that two have tells nothing."""

    by_number: dict[int, Player]
    by_ema: dict[str, Player]
    by_ara: dict[str, list[Player]]
    by_name: dict[str, list[Player]]
    by_words: dict[tuple[str, ...], list[Player]]

    @classmethod
    def of(cls, people: Sequence[Player]) -> "_People":
        made = cls(
            {person.number: person for person in people},
            {person.ema_number: person for person in people if person.ema_number},
            defaultdict(list),
            defaultdict(list),
            defaultdict(list),
        )
        for person in people:
            made.by_ara[person.ara_id].append(person)
            made.by_name[key(person.name)].append(person)
            made.by_words[in_either_order(person.name)].append(person)
        return made


TELLING = ("country", "club", "ema_number")


def _identity(person: Any) -> tuple[str, str, str]:
    return key(person.name), person.country, key(person.club)


def match(entries: Sequence[Entry], people: Sequence[Player], same: Mapping[int, int]) -> list[Match]:
    """Match every line to a player. Sure matches come first: a vaguer line must not take somebody else's player.

    `same` are the lines that a person has matched, with the player's number.
    """
    known = _People.of(people)
    matches = [Match(entry) for entry in entries]
    for one in matches:
        if one.entry.line in same:
            _take_number(one, known.by_number.get(same[one.entry.line]))
            one.alike = [one.player] if one.player else []
        if one.player is None:
            _match_surely(one, known)
    claimed = {one.player.pk for one in matches if one.player}
    for one in matches:
        if one.player is None and not one.has_errors:
            _match_by_name(one, known, claimed)
    for one in matches:
        if one.player is None and not one.has_errors:
            _match_by_start_number(one, known, claimed)
    _compare_lines(matches)
    for one in matches:
        _look_for_others(one, known)
    _compare_similar(matches, people)
    return matches


def _compare_similar(matches: Sequence[Match], people: Sequence[Player]) -> None:
    """Tell of names that differ by a letter or two: on the list of players, and further up in the file."""
    new = [one for one in matches if one.player is None and not one.has_errors]
    known = SimilarNames([person.name for person in people])
    above = SimilarNames([one.entry.name for one in new])
    for index, one in enumerate(new):
        for at in known.like(one.entry.name):
            text = _("{name} (number {number}) has a similar name. Check that they are two people.")
            one.remarks.append(Message("similar", text, _params(people[at]), Level.WARNING, "name"))
            one.alike.append(people[at])
        for at in above.like(one.entry.name):
            if at < index:
                text = _("{name} (row {line}) has a similar name. Check that they are two people.")
                params = {"name": new[at].entry.name, "line": new[at].entry.line}
                one.remarks.append(Message("similar", text, params, Level.WARNING, "name"))


def _match_surely(one: Match, known: _People) -> None:
    """Match by EMA number or ARA ID, else by name, country and club together."""
    entry = one.entry
    bearer = known.by_ema.get(entry.ema_number)
    if bearer:
        _take_number(one, bearer)
        if _is_quite_another(entry.name, bearer.name):
            text = _("EMA number {ema} already belongs to {name} (number {number}). Correct one of the two.")
            one.refuse("ema-of-another", text, **_params(bearer))
        return
    bearers = known.by_ara[entry.ara_id] if entry.ara_id else []
    if len(bearers) == 1 and not _is_quite_another(entry.name, bearers[0].name):
        _take_number(one, bearers[0])
        return
    same = [person for person in known.by_name[key(entry.name)] if _identity(person) == _identity(entry)]
    same = [person for person in same if not are_distinct(person, entry)]
    _take(one, same)


def _is_quite_another(one: str, other: str) -> bool:
    """Return whether two names in Latin letters share no word; 太郎 may well be Taro."""
    words_of = set(words(one)), set(words(other))
    return all(words_of) and all(word.isascii() for word in words_of[0] | words_of[1]) and not words_of[0] & words_of[1]


def _match_by_name(one: Match, known: _People, claimed: set[int]) -> None:
    """Match by name, unless country, club or EMA number differ."""
    entry = one.entry
    same = [person for person in known.by_name[key(entry.name)] if not are_distinct(person, entry)]
    _take(one, [person for person in same if person.pk not in claimed])
    if one.player:
        claimed.add(one.player.pk)


def _match_by_start_number(one: Match, known: _People, claimed: set[int]) -> None:
    """Match by start number where the name is nearly the same: in many lists the number is only that of the row."""
    entry = one.entry
    person = known.by_number.get(entry.number)
    if person is None or person.pk in claimed or are_distinct(person, entry):
        return
    if SimilarNames([person.name]).like(entry.name):
        _take_number(one, person)
        claimed.add(person.pk)


def _take_number(one: Match, player: Player | None) -> None:
    one.player, one.by_number = player, player is not None


def _take(one: Match, same: Sequence[Player]) -> None:
    if len(same) > 1:
        same = [person for person in same if person.number == one.entry.number] or same
    if len(same) == 1:
        one.player = same[0]
    elif same and not one.has_errors:
        numbers = enumeration(str(person.number) for person in same)
        text = _("Numbers {numbers} have this name. Add the country, club, EMA number or start number to the row.")
        one.refuse("ambiguous", text, numbers=numbers)


def _params(person: Player) -> dict[str, Any]:
    return {"number": person.number, "name": person.name, "ema": person.ema_number}


# --- two lines of one file ----------------------------------------------------------------------------------------


def _compare_lines(matches: Sequence[Match]) -> None:
    """Two lines for one person: an error in the later one; if only the names are the same, it needs a tick."""
    seen: dict[Any, int] = {}
    named: dict[tuple[str, ...], list[Match]] = defaultdict(list)
    for one in matches:
        entry = one.entry
        earlier = named[in_either_order(entry.name)]
        line = _same_person(one, seen, earlier)
        if line:
            one.refuse(TWICE, _("Same person as row {line}. Remove one of the two rows."), line=line)
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
        if entry.name and _identity(other.entry) == _identity(entry) and not are_distinct(other.entry, entry):
            return other.entry.line
        if entry.name and not (one.player and other.player) and _are_one_afterwards(one, other):
            return other.entry.line
    return None


def _are_one_afterwards(*matches: Match) -> bool:
    """Return whether nothing would tell two people apart once their lines have filled in what is known of them."""
    one, other = (
        SimpleNamespace(
            name=match.entry.name,
            **{name: getattr(match.entry, name) or getattr(match.player, name, "") for name in TELLING},
        )
        for match in matches
    )
    return _identity(one) == _identity(other) and not are_distinct(one, other)


def _remember(one: Match, seen: dict[Any, int]) -> None:
    if one.player:
        seen.setdefault(("player", one.player.pk), one.entry.line)
    if one.entry.ema_number:
        seen.setdefault(("ema", one.entry.ema_number), one.entry.line)


def _ask_about(one: Match, earlier: Sequence[Match]) -> None:
    for other in earlier:
        if not are_distinct(other.entry, one.entry):
            params = {"line": other.entry.line, "name": other.entry.name}
            one.namesake = Message("row", _("row {line}, {name}"), params)
            return


# --- other players ------------------------------------------------------------------------------------------------


def _look_for_others(one: Match, known: _People) -> None:
    if one.has_errors:
        return
    if one.player is None:
        _look_for_namesakes(one, known)
    elif one.player.status != PlayerStatus.PLAYING:
        text = _("Already {status}; stays {status}.")
        one.remarks.append(Message("is-out", text, {"status": one.player.get_status_display()}, Level.WARNING))


def _look_for_namesakes(one: Match, known: _People) -> None:
    """A player with the same name: a note when they differ in something, else a tick is needed."""
    for person in known.by_words[in_either_order(one.entry.name)]:
        if are_distinct(person, one.entry):
            text = _("Another {name} is on the list: number {number}.")
            one.remarks.append(Message("namesake", text, _params(person), Level.NOTE, "name"))
        elif not one.namesake:
            one.namesake = Message("number", _("number {number}, {name}"), _params(person))
