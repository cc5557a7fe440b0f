"""A rule set in sentences, as a referee would read it out: for the page that players read and for the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from scoring import hand_sentences, pay_sentences, penalty_sentences, score_sentences, time_sentences
from scoring.saying import Said, Sayings, say
from scoring.words import Text, gettext_noop

if TYPE_CHECKING:
    from scoring.rules import Ruleset


class Section(Enum):
    """A part of what a referee reads out; the value is its title, marked for translation."""

    SEATS = gettext_noop("Seats")
    SCORE = gettext_noop("The score")
    TIES = gettext_noop("Ties and deposits")
    END = gettext_noop("The end of the game")
    TIME = gettext_noop("Time")
    PENALTIES = gettext_noop("Lateness and penalties")
    HAND = gettext_noop("The hand")
    PAYMENTS = gettext_noop("Payments")
    YAKU = gettext_noop("Yaku and dora")

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return self.value


@dataclass(frozen=True, slots=True)
class Sentence(Text):
    """A rule in words, and the clause it comes from.

    `fields` names the values that it says, `field` the most important of them. `unverified`: no source confirms one of
    them. A sentence that is not a rule set's has no section.
    """

    source: str = ""
    field: str = ""
    fields: tuple[str, ...] = ()
    section: Section | None = None
    unverified: bool = False


def sentences(rules: "Ruleset") -> tuple[Sentence, ...]:
    """The whole rule set, section by section, in the order in which a player meets it.

    >>> from scoring.rules import preset
    >>> str(sentences(preset("wrc-2022"))[0])
    'Four players sit at a table.'
    """
    return tuple(_sourced(one, section, rules) for section, told in _TOLD.items() for one in told(rules))


def _sourced(one: Said, section: Section, rules: "Ruleset") -> Sentence:
    clauses = [clause for name in one.fields if name in rules.sources for clause in rules.sources[name].split("; ")]
    source = "; ".join(dict.fromkeys(clauses))
    unverified = not rules.unverified.isdisjoint(one.fields)
    return Sentence(one.text.template, one.text.params, source, one.fields[0], one.fields, section, unverified)


def _time(rules: "Ruleset") -> Sayings:
    limit = rules.time
    yield _said("time.minutes", time_sentences.minutes(limit))
    counted = " time.warning time.from_warning" if time_sentences.counts_from_warning(limit) else ""
    yield _said(f"time.during time.between{counted}", time_sentences.time_up(limit))
    for text in time_sentences.warning(limit):
        yield _said("time.warning time.from_warning", text)
    yield _said("time.hand_start", time_sentences.hand_start(limit))
    yield _said("time.chonbo", time_sentences.chonbo(limit))


def _said(fields: str, text: Text) -> Said:
    return say(fields, text.template, **text.params)


_TOLD: dict[Section, Callable[["Ruleset"], Sayings]] = {
    Section.SEATS: score_sentences.seats,
    Section.SCORE: score_sentences.score,
    Section.TIES: score_sentences.ties,
    Section.END: score_sentences.end,
    Section.TIME: _time,
    Section.PENALTIES: penalty_sentences.penalties,
    Section.HAND: hand_sentences.hand,
    Section.PAYMENTS: pay_sentences.payments,
    Section.YAKU: hand_sentences.yaku,
}
