"""A rule set in sentences, as a referee would read it out: for the page that players read and for the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from scoring.sentences import of_hand, of_payments, of_penalties, of_score, of_time
from scoring.sentences.saying import Said, Sayings, say
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
    yield _said("time.minutes", of_time.minutes(limit))
    counted = " time.warning time.from_warning" if of_time.counts_from_warning(limit) else ""
    yield _said(f"time.during time.between{counted}", of_time.time_up(limit))
    for text in of_time.warning(limit):
        yield _said("time.warning time.from_warning", text)
    yield _said("time.hand_start", of_time.hand_start(limit))
    yield _said("time.chonbo", of_time.chonbo(limit))


def _said(fields: str, text: Text) -> Said:
    return say(fields, text.template, **text.params)


_TOLD: dict[Section, Callable[["Ruleset"], Sayings]] = {
    Section.SEATS: of_score.seats,
    Section.SCORE: of_score.score,
    Section.TIES: of_score.ties,
    Section.END: of_score.end,
    Section.TIME: _time,
    Section.PENALTIES: of_penalties.penalties,
    Section.HAND: of_hand.hand,
    Section.PAYMENTS: of_payments.payments,
    Section.YAKU: of_hand.yaku,
}
