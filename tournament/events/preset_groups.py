"""The rule sets one can choose from, those that most events play first and the others by where they come from."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.rules import PRESETS, Ruleset, preset
from scoring.words import gettext_noop
from tournament.events.rulebook import Rule, in_short, in_words

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (gettext_noop("The usual ones"), ("wrc-2022", "wrc-2025", "ema-2025", "m-league", "own")),
    (gettext_noop("WRC, earlier and with options"), ("wrc-2015", "wrc-red-fives", "wrc-first-dora", "wrc-oka")),
    (gettext_noop("EMA and leagues"), (
        "ema-2016", "jpml-a", "saikouisen", "rmu", "npm", "rrc", "r-league",
    )),
    (gettext_noop("Clubs"), ("tori-tournament", "tori-casual", "friendly", "four-winds")),
    (gettext_noop("Online"), ("tenhou", "mahjong-soul")),
    (gettext_noop("For three players"), ("tenhou-3", "mahjong-soul-3")),
)  # fmt: skip
OTHERS = gettext_noop("Others")


@dataclass(frozen=True, slots=True)
class Choice:
    """One rule set that can be read and chosen."""

    rules: Ruleset

    @property
    def in_short(self) -> str:
        return in_short(self.rules)

    @property
    def sentences(self) -> tuple[Rule, ...]:
        return in_words(self.rules)


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """Rule sets that belong together; the first group stands open."""

    title: str
    choices: tuple[Choice, ...]
    keys: tuple[str, ...]

    @property
    def names(self) -> str:
        return " · ".join(choice.rules.title for choice in self.choices)


def preset_groups() -> tuple[PresetGroup, ...]:
    """The rule sets a tournament can have, in groups."""
    left = list(PRESETS)
    groups = []
    for title, names in (*GROUPS, (OTHERS, tuple(left))):
        keys = [key for key in names if key in left]
        left = [key for key in left if key not in keys]
        if keys:
            groups.append(_group(title, keys))
    return tuple(groups)


def preset_options() -> list[tuple[str, list[tuple[str, str]]]]:
    """The rule sets a tournament can have, as the groups of a list to choose from."""
    return [(one.title, [(own.rules.key, own.rules.title) for own in one.choices]) for one in preset_groups()]


def _group(title: str, keys: list[str]) -> PresetGroup:
    return PresetGroup(_(title), tuple(Choice(preset(key)) for key in keys), tuple(keys))
