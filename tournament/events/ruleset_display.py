"""Rule sets in the reader's language: sentences, values in words, differences from the preset; presets in groups."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.fouls import LATE, TOO_LATE, Schedule
from scoring.fouls.cases import Consequence, Foul
from scoring.messages import gettext_noop, ngettext_lazy, phrase
from scoring.points import Points
from scoring.rules import RuleField, Ruleset, preset
from scoring.rules.files import PRESETS, group, offered
from scoring.rules.ruleset import BY_THE_ORGANISER
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Count
from scoring.sentences.fouls import case_texts, outcome_text
from scoring.sentences.rules import differences as rule_differences
from scoring.sentences.rules import rule_sentences
from scoring.sentences.sentence import RuleSentence
from scoring.sentences.sources import public_source
from scoring.sentences.standings import standing_sentences
from scoring.sentences.time_limit import counts_from_warning
from scoring.standings.rules import StandingRules
from scoring.time_limit import cases
from tournament.core.messages import READERS, sentence
from tournament.core.models import Hanchan, Tournament, WindMethod
from tournament.events.rule_card import can_happen, is_asked, rule_card
from tournament.translation.formats import write, write_whole_p

SEAT_WINDS = {
    WindMethod.FIXED: gettext_noop("The seating assigns the seat winds; nobody draws them."),
    WindMethod.PAGE: gettext_noop(
        "The page of the table draws the seat winds: one player presses the button, once for everybody at the table."
    ),
}
"""What players read where an event does not draw with tiles, as its rule set would have it."""
SEAT_WIND_NOTES = "S2 Seat wind assignment"
"""The source of notes about drawing with tiles."""
TIME_LIMIT_NOTES = "S2 Time limit"
"""The source of notes about limits that an event may set: it has set them."""
LIMIT = ngettext_lazy("Hanchan {n}: {minutes} minute.", "Hanchan {n}: {minutes} minutes.", "minutes")
NO_LIMIT = gettext_noop("Hanchan {n}: no time limit.")
PROTESTS = ngettext_lazy(
    "Errors in results can be reported for {minutes} minute after they become public.",
    "Errors in results can be reported for {minutes} minutes after they become public.",
    "minutes",
)
SEVERITY = list(Consequence)
GROUPS = {
    "usual": gettext_noop("Common rule sets"),
    "wrc": gettext_noop("WRC: earlier editions and options"),
    "leagues": gettext_noop("EMA and leagues"),
    "clubs": gettext_noop("Clubs"),
    "online": gettext_noop("Online"),
    "sanma": gettext_noop("For three players"),
    "": gettext_noop("Others"),
}
"""The groups of presets, by the name in their files."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in words; `usual` is the preset's sentence where it differs, `marks` how sure its source is. One that
    `is_asked` is among the few that players read first.
    """

    field: str
    text: str
    source: str
    usual: str = ""
    marks: tuple[str, ...] = ()
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class RulesPart:
    """Rules that belong together, in the order in which a player meets them."""

    title: str
    rules: tuple[Rule, ...]

    @property
    def asked(self) -> tuple[Rule, ...]:
        """The rules that players read first."""
        return tuple(one for one in self.rules if one.is_asked)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of the rules, each once, in their order; nothing for a rule that this event changed."""
        found = (one.source for one in self.rules if one.source and not one.usual)
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs from the preset, in words: published and current."""

    name: str
    label: str
    usual: str
    now: str


@dataclass(frozen=True, slots=True)
class FoulRow:
    """One foul of a schedule in words: its possible outcomes with their prices, and the cases that decide."""

    title: str
    outcomes: str
    cases: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class FoulPrice:
    """The most severe outcome of some fouls; a foul whose `outcomes` are several may have a milder one."""

    outcome: str
    fouls: tuple[FoulRow, ...]


@lru_cache(maxsize=256)
def _in_words_of(key: str, _language: str) -> tuple[Rule, ...]:
    """Return a preset in words, in the active language: the page that sets up an event shows every preset."""
    return in_words(preset(key))


def in_words(rules: Ruleset) -> tuple[Rule, ...]:
    """The rules as sentences, each with its source, and with the preset's sentence where that is another one."""
    return tuple(rule for part in by_part(rules) for rule in part.rules)


def event_rules(tournament: Tournament, hanchan: Sequence[Hanchan]) -> Ruleset:
    """Return the rules of an event with the time limit that most of its hanchan have."""
    rules = tournament.ruleset
    limits = Counter(_limit(one) for one in hanchan)
    usual = limits.most_common(1)[0][0] if limits else rules.minutes
    return rules if usual == rules.minutes else rules.replace(time={"minutes": usual})


def _limit(hanchan: Hanchan) -> int | None:
    """The minutes of a hanchan as planned, without those that were added while it was played."""
    return None if hanchan.minutes is None else hanchan.minutes - hanchan.added_minutes


def event_sentences(tournament: Tournament, hanchan: Sequence[Hanchan]) -> Iterator[RuleSentence]:
    """Yield the rules as an event plays them, with its time limits and seat winds; what it does not do is left out."""
    limits = {one.number: _limit(one) for one in hanchan}
    for one in _seated(event_rules(tournament, hanchan), tournament.wind_method):
        if one.field == "time.minutes" and len(set(limits.values())) > 1:
            for n, minutes in limits.items():
                text, params = (NO_LIMIT, {"n": n}) if minutes is None else (LIMIT, {"n": n, "minutes": minutes})
                yield RuleSentence("", text, params, one.level, source=_(BY_THE_ORGANISER), section=one.section)
        elif one.fields or one.source != TIME_LIMIT_NOTES:
            yield one


def _seated(rules: Ruleset, winds: str) -> Iterator[RuleSentence]:
    """Yield the rules as they are where the seat winds are decided in this way."""
    for one in rule_sentences(rules):
        if winds not in SEAT_WINDS:
            yield one
        elif one.field == "seat_draw":
            text = SEAT_WINDS[WindMethod(winds)]
            yield RuleSentence("", text, level=one.level, source=_(BY_THE_ORGANISER), section=one.section)
        elif one.fields or not one.source.startswith(SEAT_WIND_NOTES):
            yield one


def by_part(rules: Ruleset, winds: str = WindMethod.DRAWN) -> tuple[RulesPart, ...]:
    """The rules as sentences, under the headings of their parts, with the seat winds as the event decides them."""
    return _parts(rules, _seated(rules, winds))


def _parts(rules: Ruleset, sentences: Iterable[RuleSentence]) -> tuple[RulesPart, ...]:
    preset_of_it = rules.usual
    usual = _by_value(rule_sentences(preset_of_it)) if preset_of_it else {}
    parts = groupby(sentences, key=lambda one: one.section)
    return tuple(
        RulesPart(
            _(section.label) if section else "",
            tuple(_rule(one, usual.get(one.field, ""), is_asked(one, rules)) for one in said),
        )
        for section, said in parts
    )


def _by_value(sentences: Iterable[RuleSentence]) -> dict[str, str]:
    """The sentence of each value: its own, else one that includes it."""
    said = [(name, sentence(one)) for one in sentences for name in one.fields]
    return {**dict(reversed(said)), **{one.field: sentence(one) for one in sentences if one.field}}


def _rule(one: RuleSentence, usual: str, is_asked: bool) -> Rule:
    text = sentence(one)
    marks = tuple(_(mark.label) for mark in one.marks)
    return Rule(one.field, text, public_source(one.source, READERS), usual if usual != text else "", marks, is_asked)


def event_parts(tournament: Tournament, hanchan: Sequence[Hanchan]) -> tuple[RulesPart, ...]:
    """Return the rules of an event as players read them: without marks, and with a source only where it is certain."""
    places = places_part(tournament.ranked_by)
    if tournament.protest_minutes:
        reported = phrase(PROTESTS, {"minutes": tournament.protest_minutes})
        places = replace(places, rules=(*places.rules, Rule("protests", sentence(reported), "", is_asked=True)))
    parts = (*_parts(event_rules(tournament, hanchan), event_sentences(tournament, hanchan)), places)
    return tuple(
        replace(part, rules=tuple(replace(one, source="", marks=()) if one.marks else one for one in part.rules))
        for part in parts
    )


def first_read(tournament: Tournament, hanchan: Sequence[Hanchan]) -> dict[str, Any]:
    """Return what players read first, for templates: the card, the end of the time, the parts with the rules that are
    asked about, and what fouls cost."""
    rules = event_rules(tournament, hanchan)
    return {
        "card": rule_card(rules),
        "time_up_cases": cases(rules) if rules.minutes else (),
        "from_warning": counts_from_warning(rules.time),
        "parts": event_parts(tournament, hanchan),
        "foul_prices": foul_prices(tournament.schedule, rules),
    }


def places_part(by: StandingRules) -> RulesPart:
    """Return the ranking rules as a part of the rules; their source is the organiser."""
    source = "" if by.is_plain else _(BY_THE_ORGANISER)
    return RulesPart(
        _("Places"), tuple(Rule("places", sentence(one), source, is_asked=True) for one in standing_sentences(by))
    )


def has_marks(parts: tuple[RulesPart, ...]) -> bool:
    """Return whether there is something to be known about the source of any rule."""
    return any(rule.marks for part in parts for rule in part.rules)


def differences(rules: Ruleset, winds: str = WindMethod.DRAWN) -> tuple[Difference, ...]:
    """The values that differ from the preset that the rule set was copied from; how to draw only where tiles are."""
    usual = rules.usual
    found = rule_differences(rules, usual) if usual else ()
    found = tuple(one for one in found if winds not in SEAT_WINDS or one.name != "seat_draw")
    return tuple(Difference(one.name, _(one.label), sentence(one.usual), sentence(one.here)) for one in found)


def value_in_words(one: RuleField, value: object) -> str:
    """One value of a rule set in words: 25,000 points, 30P, yes, shared evenly …"""
    text: str = sentence(one.kind.text(value))
    return text


def in_short(rules: Ruleset) -> str:
    """The rule set in one line: start, uma, oka, minutes."""
    parts = [
        _("start {points}").format(points=write(rules.start)),
        _uma_in_short(rules),
        _("oka {points}").format(points=_bare(rules.oka)) if rules.oka else _("no oka"),
        _("{minutes} min").format(minutes=rules.minutes) if rules.minutes else _("no limit"),
    ]
    return " · ".join(parts)


def _uma_in_short(rules: Ruleset) -> str:
    if rules.count is Count.END_POINTS:
        return _("end points")
    if isinstance(rules.uma, FloatingUma):
        return _("floating uma")
    return _("uma {values}").format(values="/".join(map(_bare, rules.uma))) if any(rules.uma) else _("no uma")


def _bare(points: Points) -> str:
    """15, −7.5: P as it is said in a row of numbers."""
    return write_whole_p(points, plus=False)


def time_up(rules: Ruleset) -> str:
    """The sentence about play after the time has ended."""
    return next(sentence(one) for one in rule_sentences(rules) if one.field == "time.during")


def foul_prices(fouls: Schedule, rules: Ruleset) -> list[FoulPrice]:
    """Return the most severe outcomes of a schedule, each with its fouls: the outcome of most fouls first. What cannot
    happen under these rules, and what no penalty can follow, is left out; so is lateness, which has a sentence: the
    price of a minute is not that of the foul, and an event may have its own.
    """
    found: dict[str, list[FoulRow]] = {}
    worst_of = {foul: max(foul.outcomes(), key=lambda one: SEVERITY.index(one.consequence)) for foul in fouls.fouls}
    for foul in sorted(fouls.fouls, key=lambda foul: -SEVERITY.index(worst_of[foul].consequence)):
        worst = worst_of[foul]
        is_lateness = foul.code in (LATE, TOO_LATE)
        if worst.consequence is not Consequence.NONE and not is_lateness and can_happen(foul, rules):
            found.setdefault(sentence(outcome_text(worst)), []).append(_foul_row(foul))
    prices = [FoulPrice(outcome, tuple(rows)) for outcome, rows in found.items()]
    return sorted(prices, key=lambda one: len(one.fouls), reverse=True)


def foul_rows(fouls: Schedule) -> tuple[FoulRow, ...]:
    """The schedule as rows to read."""
    return tuple(map(_foul_row, fouls.fouls))


def _foul_row(foul: Foul) -> FoulRow:
    return FoulRow(
        title=_(foul.title),
        outcomes=_(" or ").join(dict.fromkeys(sentence(outcome_text(one)) for one in foul.outcomes())),
        cases=tuple(sentence(one) for one in case_texts(foul)) if foul.questions else (),
        note=_(foul.note) if foul.note else "",
    )


# --- presets -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One rule set to choose."""

    rules: Ruleset

    @property
    def in_short(self) -> str:
        return in_short(self.rules)

    @property
    def sentences(self) -> tuple[Rule, ...]:
        return _in_words_of(self.rules.key, get_language() or "")


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """Rule sets of one group; the first group is open."""

    title: str
    choices: tuple[Choice, ...]
    keys: tuple[str, ...]

    @property
    def names(self) -> str:
        return " · ".join(_(choice.rules.title) for choice in self.choices)


def preset_groups(own: str = "") -> tuple[PresetGroup, ...]:
    """The rule sets a tournament can have, in groups; those of no known group come last. A tournament keeps its `own`,
    offered or not.
    """
    keys: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for key in (one for one in PRESETS if one in (own, *offered())):
        name, position = group(key)
        keys[name if name in GROUPS else ""].append((position, key))
    return tuple(
        _group(title, [key for _position, key in sorted(keys[name])]) for name, title in GROUPS.items() if keys[name]
    )


def preset_options(own: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """The rule sets a tournament can have, and its `own`, as grouped options of a list."""
    groups = preset_groups(own)
    return [(each.title, [(one.rules.key, _(one.rules.title)) for one in each.choices]) for each in groups]


def _group(title: str, keys: list[str]) -> PresetGroup:
    return PresetGroup(_(title), tuple(Choice(preset(key)) for key in keys), tuple(keys))
