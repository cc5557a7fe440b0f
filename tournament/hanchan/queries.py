"""The state of an event at this moment, with a number of queries that does not grow with players or hanchan."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils.translation import gettext

from tournament.core.audit_check import known_findings
from tournament.core.models import AuditEntry, Hanchan, HanchanState, Tournament, Verb
from tournament.events.queries import hanchan_of
from tournament.hanchan.event_state import EventState
from tournament.hanchan.start_conditions import check_start
from tournament.players.duplicates.queries import likely_duplicates, told_apart
from tournament.players.queries import counts_of, players_of
from tournament.players.registration.models import RegistrationPage
from tournament.results.calls.queries import open_calls
from tournament.results.paper.queries import undecided
from tournament.results.sentences import ago
from tournament.results.sheets.printings import old_sheets, old_sheets_message
from tournament.results.sheets.queries import board
from tournament.seats.queries import byes_of, draft_of, mismatch
from tournament.standings.played_cuts import moved_cuts
from tournament.standings.queries import inputs_of

RECENT = timedelta(minutes=5)
"""For so long a change of the limit is shown with a button that undoes it."""


@dataclass(frozen=True, slots=True)
class LimitChange:
    """A change of the time limit of a hanchan being played: of one table's own minutes, or for `table` None of all.

    `before` and `after` in minutes; `edition` is the one that the change made, `ago` how long ago in words.
    """

    edition: int
    table: int | None
    before: int
    after: int
    who: str
    at: datetime
    ago: str

    @property
    def minutes_back(self) -> int:
        """The minutes that undo it when they are added."""
        return self.before - self.after

    @property
    def sentence(self) -> str:
        """Return who changed what from which value to which, and how long ago."""
        if self.table is None:
            text = gettext("{who} changed the time limit from {before} to {after} minutes, {ago}.")
        else:
            text = gettext("{who} changed the extra minutes of table {table} from {before} to {after}, {ago}.")
        values = {"before": self.before, "after": self.after, "ago": self.ago}
        return text.format(who=self.who or "–", table=self.table, **values)


def limit_changes(hanchan: Hanchan, now: datetime) -> list[LimitChange]:
    """Return the changes of the limit since the hanchan started, the newest first. One query."""
    if hanchan.started_at is None:
        return []
    lines = AuditEntry.objects.filter(tournament=hanchan.tournament_id, verb=Verb.CHANGED_LIMIT)
    found = []
    for line in lines.filter(at__gte=hanchan.started_at).order_by("-id"):
        number, table = line.detail.get("clock", (None, None))  # older histories do not have it
        if number == hanchan.number:
            (before, after), *_others = line.detail["changes"].values()
            found.append(LimitChange(line.edition, table, before, after, line.actor, line.at, ago(line.at, now)))
    return found


def last_limit_change(hanchan: Hanchan, now: datetime) -> LimitChange | None:
    """Return the newest change of the limit while people may still want to undo it, else None. One query."""
    newest = next(iter(limit_changes(hanchan, now)), None)
    return newest if newest and now - newest.at <= RECENT else None


def event_state(
    tournament: Tournament, hanchan: Sequence[Hanchan] | None = None, at: datetime | None = None
) -> EventState:
    """Return everything that the checklist follows from; without `at`, no protest window has ended and
    no table calls.
    """
    hanchan = hanchan_of(tournament) if hanchan is None else hanchan
    seating = tournament.seating
    draft = draft_of(seating)
    players = list(players_of(tournament))
    has_started = any(one.state != HanchanState.PLANNED for one in hanchan)
    playing = [one for one in hanchan if one.state == HanchanState.PLAYING]
    coming = next_start(hanchan)
    cuts = moved_cuts(inputs_of(tournament)) if any(one.divisions for one in hanchan) else ()
    return EventState(
        tournament=tournament,
        counts=counts_of(tournament, players),
        mismatch=mismatch(tournament, draft, byes_of(seating)),
        seating=seating,
        hanchan=tuple(hanchan),
        seated=frozenset(number for number, tables in draft.items() if tables),
        boards={one.number: board(one, seated=draft.get(one.number, {})) for one in playing},
        start=check_start(coming) if coming and (coming.number > 1 or coming.number in draft) else None,
        registration=RegistrationPage.objects.filter(tournament=tournament).first(),
        **Tournament.objects.filter(pk=tournament.pk).aggregate(
            staff=Count("memberships", distinct=True), screens=Count("screens", distinct=True)
        ),
        unconfirmed=sum(player.is_unlisted for player in players),
        duplicates=0 if has_started else len(likely_duplicates(players, told_apart(tournament))),
        changed=bool(known_findings(tournament)),
        proposed=tuple((one.hanchan, one.table) for one in undecided(tournament)),
        moved_cuts=tuple(one for one in cuts if one.is_open),
        old_sheets=old_sheets_message(old) if (old := old_sheets(tournament)) else None,
        calls=tuple((call.table, call.minutes_at(at)) for call in open_calls(tournament)) if at and playing else (),
        at=at,
    )


def next_start(hanchan: Sequence[Hanchan]) -> Hanchan | None:
    """The hanchan that starts next: the first that is not closed, unless it is being played."""
    first = next((one for one in hanchan if one.state != HanchanState.CLOSED), None)
    return first if first and first.state == HanchanState.PLANNED else None


def not_official(hanchan: Hanchan) -> list[Hanchan]:
    """Return the hanchan up to this one whose results are not official, in order; one query."""
    return list(hanchan.tournament.hanchan.filter(number__lte=hanchan.number, official_at=None).order_by("number"))
