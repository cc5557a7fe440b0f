"""Where the values of a rule set come from: the clause of each, how sure it is, and the rules that no value states."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.messages import gettext_noop
from scoring.rules.fields import RulesetProblem
from scoring.rules.sections import RuleSection
from scoring.rules.values import RuleChoice


class Mark(RuleChoice):
    """What is to be known about the source of a value; a value without a mark is as its source says."""

    PROGRAM = "program", gettext_noop("by another program only")
    PRACTICE = "practice", gettext_noop("common practice")
    DISPUTED = "disputed", gettext_noop("sources disagree")


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
    try:
        return {str(name): Mark(mark) for name, mark in dict(value).items()}  # type: ignore[call-overload]  # checked here
    except (TypeError, ValueError):
        raise RulesetProblem("marks", gettext_noop("The marks are not a list of marks by field.")) from None


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


SECTIONS = {section.key: section for section in RuleSection}
