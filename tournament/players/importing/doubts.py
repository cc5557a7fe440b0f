"""Signs that a row is not a player: sums, headings inside a list, numbering, and words such as “cancelled”.

Nothing is decided here. A doubt is shown with what can be done about it, and the list is not imported until somebody
has chosen.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message
from tournament.players.names import key, tidy

DATA = Path(__file__).with_name("status_words.tsv")
NUMBERING = "numbering"
_NUMBER = re.compile(r"(?:#?\(?\d{1,4}\s*[.):\]]\s*|\d{1,4}\s+|[-–—•*·▪►●○>]\s+)(?=\S)")
_FOREIGN = re.compile("[@;|{}]")
"""In no name: of mail addresses, of columns that were separated otherwise, of data of programs."""
_COUNT = re.compile(r"[\s:=.()\d/–-]+")
_ASIDE = re.compile(r"[(\[]([^()\[\]]+)[)\]]\s*$|\s[-–—/]\s*([^-–—/]+)$")


@cache
def status_words() -> Mapping[str, str]:
    """The words by their comparing form, with what they mean: playing, substitute, out, waiting or sum."""
    lines = (line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines()[1:])
    found: dict[str, str] = {}
    for meaning, words in lines:
        for word in words.split("|"):
            found.setdefault(key(word), meaning)
    return found


def status_meaning(text: str) -> str:
    """Return what a cell of a status column means, "" for a word that is not known.

    >>> status_meaning("Cancelled"), status_meaning("Ersatzspieler"), status_meaning("maybe")
    ('out', 'substitute', '')
    """
    return status_words().get(key(text), "")


def without_numbering(name: str) -> str:
    """The name without a number or bullet before it.

    >>> without_numbering("1. Lotte C."), without_numbering("- Rui"), without_numbering("2) 山田 太郎")
    ('Lotte C.', 'Rui', '山田 太郎')
    """
    number = _NUMBER.match(name)
    rest = name[number.end() :].strip() if number else ""
    return rest if _has_letters(rest) else name


def _has_letters(text: str) -> bool:
    return any(unicodedata.category(letter)[0] == "L" for letter in text)


def section_meaning(name: str) -> str:
    """Return the meaning of a heading inside a list, such as “Waiting list:” or “Total: 3”; "" for a name.

    >>> section_meaning("Total: 3"), section_meaning("Reserves"), section_meaning("Substitute 1")
    ('sum', 'substitute', '')
    """
    meaning = status_meaning(_COUNT.sub(" ", name).strip())
    is_numbered = meaning == "substitute" and any(map(str.isdigit, name))
    return "" if is_numbered or meaning == "playing" else meaning


def is_nameless_substitute(name: str) -> bool:
    """Return whether a name is the word for a substitute with a number, as those are called who only fill a table.

    >>> is_nameless_substitute("Substitute 1"), is_nameless_substitute("Max Local")
    (True, False)
    """
    return status_meaning(_COUNT.sub(" ", name).strip()) == "substitute"


def doubt_of(name: str, status: str = "") -> Message | None:
    """Return why a row of this name, and with this word in its status column, may not be a player who comes."""
    text = tidy(name)[:60]
    if not _has_letters(text) or _FOREIGN.search(text) or section_meaning(text):
        return no_player(text)
    if status_meaning(status) in ("out", "waiting"):
        return _doubt("status-out", _("The row says “{text}”."), tidy(status)[:60], status_meaning(status))
    aside = _ASIDE.search(text)
    said = (aside[1] or aside[2]) if aside else ""
    if status_meaning(said) not in ("", "playing", "sum"):
        return _doubt("status-out", _("The row says “{text}”."), said, status_meaning(said))
    if without_numbering(text) != text:
        return _doubt(NUMBERING, _("“{text}” begins with a number or a bullet."), text)
    return None


def no_player(name: str) -> Message:
    """The doubt about a row that has something else than a name."""
    return _doubt("no-player", _("“{text}” does not look like a player."), tidy(name)[:60])


def doubts(rows: Iterable[tuple[str, str]]) -> list[Message | None]:
    """Return the doubt about each row, given its name and status; rows below a heading share its doubt."""
    found, above, above_meaning = [], "", ""
    for name, status in rows:
        meaning = section_meaning(tidy(name))
        doubt = doubt_of(name, status) if name else None
        if meaning:
            above = tidy(name)[:60] if meaning in ("waiting", "out", "substitute") else ""
            above_meaning = meaning
        elif above and (doubt is None or doubt.code == NUMBERING):
            doubt = _doubt("below-heading", _("The row is below “{text}”."), above, above_meaning)
        found.append(doubt)
    return found


def _doubt(code: str, text: str, about: str, meaning: str = "") -> Message:
    """The doubt; `meaning` is what the words mean for a person in the row, when they are a status."""
    return Message(code, text, {"text": about, "meaning": meaning}, Level.WARNING, "name")
