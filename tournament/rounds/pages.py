"""The checklist as the overview shows it: in parts, with links to where the person may go."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.rounds.checklist import Facts, Link, Step, steps

FOLDED_FROM = 2


@dataclass(frozen=True, slots=True)
class Row:
    """A step with its links as addresses."""

    step: Step
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the list; `folded` are the steps at its beginning that are done and out of the way."""

    title: str
    folded: tuple[Row, ...]
    rows: tuple[Row, ...]


def parts_of(facts: Facts, slug: str, may: Callable[[str], bool]) -> list[Part]:
    """The steps by part. Once the first hanchan has started, what is done is folded."""
    titles = {"before": _("Before the day"), "day": _("On the day"), "after": _("Afterwards")}
    found = steps(facts)
    return [
        _part(title, [_row(step, slug, may) for step in found if step.part == key], fold=facts.has_started)
        for key, title in titles.items()
    ]


def waiting_for(facts: Facts) -> Step | None:
    """The step that the event waits for now."""
    return next((step for step in steps(facts) if step.state == "now"), None)


def _part(title: str, rows: Sequence[Row], *, fold: bool) -> Part:
    done = tuple(takewhile(lambda row: row.step.state == "done", rows)) if fold else ()
    done = done if len(done) >= FOLDED_FROM else ()
    return Part(title, done, tuple(rows[len(done) :]))


def _row(step: Step, slug: str, may: Callable[[str], bool]) -> Row:
    return Row(step, tuple((link.label, _href(link, slug)) for link in step.links if may(link.right)))


def _href(link: Link, slug: str) -> str:
    return reverse(link.url_name, args=[slug] if link.number is None else [slug, link.number])
