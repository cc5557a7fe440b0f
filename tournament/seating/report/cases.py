"""The worst by name and the groups that meet, in the reader's language."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.players.countries import country_name
from tournament.seating import figures
from tournament.seating.people import Person
from tournament.seating.planner.report import GroupMeetings, meetings_by_group
from tournament.seating.report.subject import Subject

GROUPS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of fault: what is said of the worst, and of how many more the same could be said."""

    kind: str
    title: str
    sentences: list[str]
    more: int


def cases_of(subject: Subject) -> list[Case]:
    """The worst by name; where there is none the one sentence says so."""
    return [
        Case(
            case.kind, _(case.title), figures.said(case.sentences, subject.label) or [_(case.fine)],
            case.more,
        )
        for case in subject.worst
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shared:
    """The meetings of people who have something in common, beside what no seating could avoid."""

    title: str
    meetings: int
    forced: int
    groups: tuple[GroupMeetings, ...]
    more: int

    @property
    def is_best(self) -> bool:
        return self.meetings <= self.forced

    @property
    def verdict(self) -> str:
        """How near the bound, in words."""
        if self.is_best:
            return _("optimal")
        return _("within %(count)d of the bound %(best)d") % {
            "count": self.meetings - self.forced,
            "best": self.forced,
        }


def shared_by(subject: Subject) -> list[Shared]:
    """The meetings within clubs, countries and teams; what nobody shares is left out."""
    kinds: list[tuple[str, Callable[[Person], str]]] = [
        (_("Same club"), lambda player: player.club.strip()),
        (_("Same country"), lambda player: country_name(player.country)),
        (_("Same team"), lambda player: player.team.strip()),
    ]
    return [shared for title, of in kinds if (shared := _shared(subject, title, of))]


def _shared(subject: Subject, title: str, of: Callable[[Person], str]) -> Shared | None:
    named = {number: of(player) for number, player in enumerate(subject.people, start=1) if of(player)}
    found = meetings_by_group(subject.rounds, named)
    if not found:
        return None
    meetings, forced = sum(group.meetings for group in found), sum(group.forced for group in found)
    shown = tuple(group for group in found if group.meetings)[:GROUPS_SHOWN]
    more = sum(1 for group in found if group.meetings) - len(shown)
    return Shared(title, meetings, forced, shown, more)
