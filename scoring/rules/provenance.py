"""The sources of the values of a rule set: the documents that they name (`documents.toml`), how sure a value is, and
the rules that no value states.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from scoring.messages import Message, gettext_noop, phrase
from scoring.rules.fields import SECTIONS, RuleSection, RulesetProblem
from scoring.rules.values import RuleChoice


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its key in sources, what it is and where. `book` and `edition` where a book has several editions;
    `program` when it is what a program does, not what a rule says.
    """

    key: str
    what: str
    where: str
    book: str = ""
    edition: str = ""
    program: bool = False


@cache
def documents() -> Mapping[str, Document]:
    """Return the documents by key."""
    text = files("scoring.rules").joinpath("documents.toml").read_text(encoding="utf-8")
    return {key: Document(key, **row) for key, row in tomllib.loads(text).items()}


def named(source: str, known: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the keys that a source names, the longest where one begins another; `known` are the keys, by default all.

    >>> named("EMA 2016 news; S0 Mod.6.3")
    ('EMA 2016', 'S0')
    """
    return tuple(dict.fromkeys(_pattern(tuple(documents() if known is None else known)).findall(source)))


@cache
def _pattern(known: tuple[str, ...]) -> re.Pattern[str]:
    keys = "|".join(re.escape(key) for key in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<![\w.])(?:{keys})(?!\w)")


def is_of_programs(source: str) -> bool:
    """Return whether a source names programs and no other document.

    >>> is_of_programs("Pantheon, ema: none named"), is_of_programs("Pantheon, ema; EMA wiki")
    (True, False)
    """
    found = named(source)
    return bool(found) and all(documents()[key].program for key in found)


def editions(source: str) -> set[tuple[str, str]]:
    """Return the editions that a source names, as pairs of book and edition."""
    cited = [documents()[key] for key in named(source)]
    return {(one.book, one.edition) for one in cited if one.book}


class Mark(RuleChoice):
    """A reservation about the source of a value; a value without a mark is as its source says."""

    PROGRAM = "program", gettext_noop("by another program only")
    PRACTICE = "practice", gettext_noop("common practice")
    DISPUTED = "disputed", gettext_noop("sources disagree")


CONFIRMED = gettext_noop("{confirmed} of {values} values confirmed by a document")
NOT_OFFERED = gettext_noop(
    "This rule set is not offered any more: no document of its own is known. Events that use it keep it."
)


def confirmed(sources: Mapping[str, str], marks: Mapping[str, Mark]) -> Message:
    """Return how many values of a preset a document confirms: those that have no mark. The params have the numbers.

    >>> str(confirmed({"start": "S0", "goal": "S0", "oka": "not found"}, {"oka": Mark.PRACTICE}))
    '2 of 3 values confirmed by a document'
    """
    return phrase(CONFIRMED, {"confirmed": len(sources) - len(marks), "values": len(sources)})


@dataclass(frozen=True, slots=True)
class RuleNote:
    """A rule in words that no value states: the section where it is printed, the text and its source."""

    section: RuleSection
    text: str
    source: str

    def plain(self) -> dict[str, str]:
        """Return the note in JSON types; `read_notes` reads it back."""
        return {"section": self.section.key, "text": self.text, "source": self.source}


def read_sources(value: object) -> dict[str, str]:
    """Return the clause of each value, by its name."""
    if not isinstance(value, Mapping) or not all(isinstance(clause, str) for clause in value.values()):
        raise RulesetProblem("sources", gettext_noop("The sources are not a list of clauses by field."))
    return {str(name): clause for name, clause in value.items()}


def read_marks(value: object) -> dict[str, Mark]:
    """Return the marks by the name of the value."""
    if not isinstance(value, Mapping) or not all(mark in list(Mark) for mark in value.values()):
        raise RulesetProblem("marks", gettext_noop("The marks are not a list of marks by field."))
    return {str(name): Mark(mark) for name, mark in value.items()}


def read_notes(value: object) -> tuple[RuleNote, ...]:
    """Return the notes of a rule set. Raises RulesetProblem naming the first that is wrong by its number from 1."""
    if not isinstance(value, list | tuple):
        raise RulesetProblem("notes", gettext_noop("The notes are not a list of rules in words."))
    return tuple(_note(number, row) for number, row in enumerate(value, 1))


def _note(number: int, row: object) -> RuleNote:
    match row:
        case {"section": str(section), "text": str(text), "source": str(source), **rest} if text.strip() and not rest:
            if section not in SECTIONS:
                template = gettext_noop("Note {number}: there is no section “{section}”, only {sections}.")
                raise RulesetProblem("notes", template, number=number, section=section, sections=", ".join(SECTIONS))
            return RuleNote(SECTIONS[section], text, source)
    raise RulesetProblem("notes", gettext_noop("Note {number} needs a section, a text and its source."), number=number)
