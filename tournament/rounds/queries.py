"""The facts of an event at this moment: a number of queries that does not grow with players or hanchan."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.events.rulebook import differences
from tournament.rounds.checklist import Facts, HanchanFacts
from tournament.rounds.face import Face, face_of
from tournament.seating.draft import Draft
from tournament.seating.figures import from_json
from tournament.seating.models import Seating
from tournament.seating.queries import byes_of, draft_of, field_of, misfit
from tournament.sheets.queries import entered_tables


def current_hanchan(hanchan: Sequence[Hanchan]) -> Hanchan | None:
    """The one that plays, else the next to be played, else (all closed) the last one."""
    playing = [one for one in hanchan if one.state == HanchanState.PLAYING]
    planned = [one for one in hanchan if one.state == HanchanState.PLANNED]
    return next(iter([*playing, *planned, *reversed(hanchan)]), None)


@dataclass(frozen=True, slots=True)
class Progress:
    """The hanchan that plays: its clock, and how many sheets are in."""

    hanchan: Hanchan
    face: Face
    tables: int
    missing: tuple[int, ...]

    @property
    def entered(self) -> int:
        return self.tables - len(self.missing)


def facts_of(tournament: Tournament, hanchan: Sequence[Hanchan] | None = None) -> Facts:
    """Everything the checklist follows from."""
    hanchan = hanchan_of(tournament) if hanchan is None else hanchan
    seating = Seating.objects.filter(pk=tournament.seating_id).first() if tournament.seating_id else None
    draft = draft_of(seating)
    field = field_of(tournament)
    byes = byes_of(seating)
    misfits = misfit(tournament, draft, byes)
    measured = from_json(seating.quality) if seating else None
    return Facts(
        place=tournament.place,
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        rules_title=tournament.ruleset.title,
        adapted=len(differences(tournament.ruleset)),
        players=len(field.seated),
        substitutes=sum(player.is_substitute for player in field.seated),
        at_a_table=tournament.ruleset.players,
        substitutes_missing=0 if byes else field.missing,
        substitutes_waiting=len(field.waiting),
        table_count=tournament.table_count,
        present=sum(player.checked_in_at is not None for player in field.seated),
        unseated=tuple(player.name for player in misfits.unseated),
        out=tuple(player.name for player in misfits.out),
        repeats=measured.quality.repeats if measured else None,
        repeats_bound=measured.quality.repeats_bound if measured else 0,
        seating_number=seating.number if seating else None,
        staff=tournament.memberships.count(),
        is_public=tournament.is_public,
        standings_public=tournament.standings_public,
        hanchan=tuple(_hanchan_facts(one, draft) for one in hanchan),
    )


def _hanchan_facts(hanchan: Hanchan, draft: Draft) -> HanchanFacts:
    tables = draft.get(hanchan.number, {})
    missing = tuple(_missing(hanchan, sorted(tables))) if hanchan.state == HanchanState.PLAYING else ()
    return HanchanFacts(
        number=hanchan.number,
        state=hanchan.state,
        minutes=hanchan.minutes,
        seated=bool(tables),
        published=hanchan.seating_published_at is not None,
        released=hanchan.released_at is not None,
        tables=len(tables),
        missing=missing,
    )


def _missing(hanchan: Hanchan, tables: Sequence[int]) -> list[int]:
    entered = entered_tables(hanchan)
    return [table for table in tables if table not in entered]


def progress_of(facts: Facts, hanchan: Sequence[Hanchan], at: datetime) -> tuple[Progress, ...]:
    """The hanchan that play now; no query."""
    return tuple(
        Progress(one, face_of(one, at, one.tournament.ruleset.time), told.tables, told.missing)
        for one, told in zip(hanchan, facts.hanchan, strict=True)
        if one.state == HanchanState.PLAYING
    )
