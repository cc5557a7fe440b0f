"""Names as people write them, and names as a machine compares them.

tidy    what is kept: composed characters, single spaces, nothing invisible that would turn a line round
words   what is compared: no case, no accents, no punctuation; `Inês d'Ávila` is ("ines", "davila")
key     the words run together: `Jean-Luc` and `jean luc` are one

The *distinction* is the word that tells namesakes apart, on every page, screen, print and file. It is saved with the
player, so that whoever reads a player has it without another query, and written again by every action that changes the
list (players/actions.py). `Player.label` is the name with it.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

# Letters that carry no combining mark and are still typed without their stroke or ligature on another keyboard.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "þ": "th"})
_DIRECTION = {*"\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
_UNSEEN = {"\ufeff", "\u200b", "\u2060", "\u00ad"}  # marks that take no room; joiners of emoji and scripts are kept
_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_JOINS_WORDS = {*"'’‘`´ʼ."}


def tidy(text: str) -> str:
    """The text as it is kept and shown: NFC, no control characters, no marks that change direction, single spaces.

    >>> tidy("  Ine\u0302s\\t  Du\u200barte\u202e ")
    'Inês Duarte'
    """
    kept = (
        " " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c
        for c in text
        if c not in _DIRECTION and c not in _UNSEEN
    )
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def tidy_lines(text: str) -> str:
    """The text as it is kept, line by line: `tidy`, and at most one empty line between two others.

    >>> tidy_lines("  One\\r\\nline  \\n\\n\\n two\\n")
    'One\\nline\\n\\ntwo'
    """
    lines = [tidy(line) for line in text.splitlines()]
    kept = (line for line, before in zip(lines, ["", *lines], strict=False) if line or before)
    return "\n".join(kept).strip("\n")


def _is_letter(character: str) -> bool:
    """Letters, digits, and the marks that are letters' own (vowel signs, dakuten), not the accents of Latin letters."""
    return unicodedata.category(character)[0] in "LNM" and not "\u0300" <= character <= "\u036f"


@lru_cache(maxsize=16_384)
def words(text: str) -> tuple[str, ...]:
    """The words of a text for comparing.

    >>> words("O’BRIEN,  Søren-Ünal")
    ('obrien', 'soren', 'unal')
    >>> words("山田　太郎 🀄")
    ('山田', '太郎')
    """
    joined = "".join(c for c in text if c not in _JOINS_WORDS)
    flat = unicodedata.normalize("NFKD", joined).casefold().translate(_PLAIN)
    spaced = "".join(c if _is_letter(c) else "" if "\u0300" <= c <= "\u036f" else " " for c in flat)
    return tuple(unicodedata.normalize("NFC", spaced).split())


def key(text: str) -> str:
    """The text run together for comparing; a text of signs alone is compared as it stands.

    >>> key("Jean-Luc") == key("JEAN LUC"), key("🀄")
    (True, '🀄')
    """
    return "".join(words(text)) or tidy(text).casefold()


def in_either_order(name: str) -> tuple[str, ...]:
    """The same for a name in either order, and for one in kanji, kana or hangul with and without a space.

    >>> in_either_order("MOREAU Luc") == in_either_order("Luc Moreau")
    True
    >>> in_either_order("山田太郎") == in_either_order("山田　太郎")
    True
    """
    written = words(name)
    if written and all(map(_is_eastern, "".join(written))):
        return ("".join(written),)
    return tuple(sorted(written)) or (key(name),)


def _is_eastern(character: str) -> bool:
    """Letters of the scripts that write names without spaces, the family name first."""
    return "\u3040" <= character <= "\u30ff" or "\u3400" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7af"


def in_order(text: str) -> tuple[str, ...]:
    """The words of a text for ordering: hiragana and katakana are one.

    >>> in_order("サトウ ヨウコ") == in_order("さとう ようこ")
    True
    """
    return tuple(word.translate(_HIRAGANA) for word in words(text))


_PARTICLES = {"van", "von", "der", "den", "ter", "ten", "zu", "de", "del", "di", "da", "du", "dos", "das", "la", "le"}


def parted(name: str) -> tuple[str, str]:
    """First and last name of a full name where it tells which is which, else two empty texts.

    A comma, a last name in capitals, and kanji, kana or hangul with a space tell.

    >>> parted("MÜSSIG Jörg"), parted("O'Brien, Siobhán"), parted("Marie-Hélène FRANÇOIS"), parted("山田　太郎")
    (('Jörg', 'Müssig'), ('Siobhán', "O'Brien"), ('Marie-Hélène', 'François'), ('太郎', '山田'))
    >>> parted("Luc Moreau"), parted("VAN DER BERG Jan"), parted("LUC MOREAU")
    (('', ''), ('Jan', 'van der Berg'), ('', ''))
    """
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma:
        return (first, last) if last and first and "," not in first else ("", "")
    pieces = name.split()
    if len(pieces) == 2 and all(map(_is_eastern, "".join(pieces))):
        return pieces[1], pieces[0]
    for last_names, others in _ends(pieces):
        if any(map(_is_in_capitals, last_names)) and all(one[0].isupper() for one in others):
            return " ".join(others), _in_small_letters(last_names)
    return "", ""


def _ends(pieces: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """The words in capitals with their particles, if they are one end of a name, and the other words."""
    of_last = [_is_in_capitals(piece) or piece in _PARTICLES for piece in pieces]
    count = sum(of_last)
    if 0 < count < len(pieces):
        if all(of_last[:count]):
            yield pieces[:count], pieces[count:]
        if all(of_last[-count:]):
            yield pieces[-count:], pieces[:-count]


def _is_in_capitals(piece: str) -> bool:
    """Return whether a word is written in capitals; an initial is not, nor is a script without them."""
    letters = [c for c in piece if c.isalpha()]
    return len(letters) > 1 and all(c.isupper() for c in letters)


def _in_small_letters(pieces: Sequence[str]) -> str:
    return " ".join(piece.lower() if piece.lower() in _PARTICLES else _capitalised(piece) for piece in pieces)


def _capitalised(piece: str) -> str:
    """A capital at the beginning and after each hyphen or apostrophe: O'Brien, Saint-Exupéry."""
    text, is_first = "", True
    for letter in piece:
        text += letter if is_first else letter.lower()
        is_first = not letter.isalpha()
    return text


def composed(first: str, last: str) -> str:
    """First and last name as one: the last name first where it is written in kanji, kana or hangul.

    >>> composed("Luc", "Moreau"), composed("太郎", "山田")
    ('Luc Moreau', '山田 太郎')
    """
    eastern = any(map(_is_eastern, first + last))
    return " ".join(part for part in ((last, first) if eastern else (first, last)) if part)


NUMBER = "№ {number}"
"""The sign is read in every language, and the word is saved before anybody's language is known."""


def distinctions(people: Iterable[Any]) -> list[str]:
    """Return the word of each person, "" for a name that only one has: the club, else the start number.

    A club distinguishes only when none of the others with this name has it too.
    """
    listed = list(people)
    by_name = _by_name(listed)
    return [_distinction(person, by_name[in_either_order(person.name)]) for person in listed]


def groups_of_namesakes(people: Iterable[object]) -> list[tuple[Any, ...]]:
    """The people of these who share a name, in groups of two and more."""
    return [tuple(group) for group in _by_name(people).values() if len(group) > 1]


def _by_name(people: Iterable[Any]) -> dict[tuple[str, ...], list[Any]]:
    found: dict[tuple[str, ...], list[Any]] = defaultdict(list)
    for person in people:
        found[in_either_order(person.name)].append(person)
    return found


def _distinction(person: Any, same: Sequence[Any]) -> str:
    if len(same) == 1:
        return ""
    clubs = Counter(key(other.club) for other in same)
    is_only_one = person.club and clubs[key(person.club)] == 1
    return person.club if is_only_one else NUMBER.format(number=person.number)


def labelled(name: str, distinction: str) -> str:
    """A name as lists show it.

    >>> labelled("Anna Rossi", "Tana Milano"), labelled("Ewa Nowak", "")
    ('Anna Rossi · Tana Milano', 'Ewa Nowak')
    """
    return f"{name} · {distinction}" if distinction else name


def unlabelled(label: str, club: str, number: int | None) -> str:
    """A name without what tells namesakes apart, from a list that shows club and number too.

    >>> unlabelled("Anna Rossi · Tana Milano", "Tana Milano", 3), unlabelled("Ewa Nowak · № 7", "", 7)
    ('Anna Rossi', 'Ewa Nowak')
    >>> unlabelled("Ewa · Nowak", "", None)
    'Ewa · Nowak'
    """
    words = (club, NUMBER.format(number=number))
    return next((label.removesuffix(end) for word in words if word and label.endswith(end := f" · {word}")), label)
