"""One thing that is wrong with a report sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.winds import WINDS
from scoring.words import Text, Translate, gettext_noop, render


class Level(StrEnum):
    """An error stops a sheet; a warning asks whether it is right."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. `row` counts from 0, None when no single row is meant.

    `likely` has the codes of the causes that the message names; `said` translates, `message` is English.
    """

    level: Level
    code: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    row: int | None = None
    likely: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        return self.said()

    def said(self, translate: Translate = gettext_noop) -> str:
        return render(self.template, self.params, translate)


def name_of(row: int) -> Text:
    """The wind of a row, in words."""
    return Text(WINDS[row].label)
