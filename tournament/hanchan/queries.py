"""The state of an event at this moment, with a number of queries that does not grow with players or hanchan."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext

from tournament.core.audit_check import known_findings
from tournament.core.messages import sentence
from tournament.core.models import AuditEntry, Hanchan, HanchanState, Tournament, Verb
from tournament.events.queries import hanchan_of
from tournament.events.ruleset_display import differences
from tournament.hanchan.checklist import EventState, HanchanOutline
from tournament.hanchan.clock_display import ClockDisplay, clock_display
from tournament.hanchan.start_conditions import check_start
from tournament.players.duplicates.queries import likely_duplicates, told_apart
from tournament.players.queries import counts_of, players_of
from tournament.results.calls.queries import open_calls
from tournament.results.models import SheetState
from tournament.results.paper.queries import undecided
from tournament.results.sentences import ago
from tournament.results.sheets.queries import entered_tables, unagreed_tables
from tournament.seats.models import Seating
from tournament.seats.queries import byes_of, draft_of, mismatch
from tournament.seats.seat_map import SeatMap
from tournament.standings.played_cuts import moved_cuts
from tournament.standings.queries import inputs_of


@dataclass(frozen=True, slots=True)
class Progress:
    """A hanchan being played: its clock, and how many sheets are in."""

    hanchan: Hanchan
    clock: ClockDisplay
    tables: int
    missing: tuple[int, ...]

    @property
    def entered(self) -> int:
        return self.tables - len(self.missing)


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
            found.append(LimitChange(line.edition, table, before, after, line.actor_name, line.at, ago(line.at, now)))
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
    seating = Seating.objects.filter(pk=tournament.seating_id).first() if tournament.seating_id else None
    draft = draft_of(seating)
    players = list(players_of(tournament))
    people = counts_of(tournament, players)
    has_started = any(one.state != HanchanState.PLANNED for one in hanchan)
    is_playing = any(one.state == HanchanState.PLAYING for one in hanchan)
    byes = byes_of(seating)
    mismatches = mismatch(tournament, draft, byes)
    waiting = next_start(hanchan)
    return EventState(
        place=tournament.place,
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        rules_title=gettext(tournament.ruleset.title),
        adapted=len(differences(tournament.ruleset)),
        players=people.playing,
        tables=people.tables,
        byes=people.byes,
        substitutes=people.substitutes,
        at_a_table=tournament.ruleset.players,
        substitutes_missing=people.short,
        substitutes_waiting=people.waiting,
        unconfirmed=sum(player.is_unlisted for player in players),
        duplicates=0 if has_started else len(likely_duplicates(players, told_apart(tournament))),
        table_count=tournament.table_count,
        present=people.here,
        absent=people.absent,
        check_in_closed=tournament.check_in_closed_at is not None,
        changed=bool(known_findings(tournament)),
        unseated=tuple(player.label for player in mismatches.unseated),
        out=tuple(player.label for player in mismatches.out),
        repeats=seating.repeats if seating else None,
        repeats_bound=seating.repeats_bound if seating else 0,
        seating_number=seating.number if seating else None,
        staff=tournament.memberships.count(),
        is_public=tournament.is_public,
        standings_public=tournament.standings_public,
        has_protests=tournament.has_protests,
        open_protests=tournament.open_protests,
        at=at,
        hanchan=tuple(_outline(one, draft) for one in hanchan),
        start=check_start(waiting) if waiting and (waiting.number > 1 or waiting.number in draft) else None,
        proposed=tuple((one.hanchan, one.table) for one in undecided(tournament)),
        moved_cuts=_moved_cuts(tournament) if any(one.divisions for one in hanchan) else (),
        calls=tuple((call.table, call.minutes_at(at)) for call in open_calls(tournament)) if at and is_playing else (),
    )


def _moved_cuts(tournament: Tournament) -> tuple[tuple[int, str], ...]:
    """The cuts of which nobody has said which finalists count, with the sentence that names them."""
    found = moved_cuts(inputs_of(tournament))
    return tuple((one.number, sentence(one.sentence)) for one in found if one.is_open)


def next_start(hanchan: Sequence[Hanchan]) -> Hanchan | None:
    """The hanchan that starts next: the first that is not closed, unless it is being played."""
    first = next((one for one in hanchan if one.state != HanchanState.CLOSED), None)
    return first if first and first.state == HanchanState.PLANNED else None


def _outline(hanchan: Hanchan, draft: SeatMap) -> HanchanOutline:
    tables = draft.get(hanchan.number, {})
    is_playing = hanchan.state == HanchanState.PLAYING
    entered = entered_tables(hanchan) if is_playing else set(tables)
    unagreed = unagreed_tables(hanchan) if is_playing else {}
    differing = (*unagreed.get(SheetState.DIFFERS, ()), *unagreed.get(SheetState.DISPUTED, ()))
    return HanchanOutline(
        number=hanchan.number,
        name=hanchan.name,
        state=hanchan.state,
        minutes=hanchan.minutes,
        seated=bool(tables),
        published=hanchan.seating_published_at is not None,
        released=hanchan.released_at is not None,
        protest_until=hanchan.protest_until,
        official=hanchan.official_at is not None,
        reopened=hanchan.reopened_at is not None,
        tables=len(tables),
        missing=tuple(sorted(tables.keys() - entered)),
        differing=tuple(sorted(differing)),
        once=tuple(unagreed.get(SheetState.ONCE, ())),
    )


def progress_of(event: EventState, hanchan: Sequence[Hanchan], at: datetime) -> tuple[Progress, ...]:
    """Return the hanchan being played; no query."""
    return tuple(
        Progress(one, clock_display(one, at, one.tournament.ruleset.time), outline.tables, outline.missing)
        for one, outline in zip(hanchan, event.hanchan, strict=True)
        if one.state == HanchanState.PLAYING
    )


def not_official(hanchan: Hanchan) -> list[Hanchan]:
    """Return the hanchan up to this one whose results are not official, in order; one query."""
    return list(hanchan.tournament.hanchan.filter(number__lte=hanchan.number, official_at=None).order_by("number"))
