"""Contexts of the pages of planning: what can be planned, and a job with its progress and result."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.bounds import repeats_bound
from seating.notes import Note
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.planning import quality
from tournament.planning.jobs.actions import refuse_planning
from tournament.planning.jobs.spec import PlanSpec, parse_rounds
from tournament.planning.models import PlanningJob
from tournament.planning.quality import QualityCard, quality_card
from tournament.planning.wishes.contradictions import conflicts_of, contradictions_of, explain
from tournament.planning.wishes.pages import wish_lines
from tournament.planning.wishes.queries import planner_wishes
from tournament.players.models import Player
from tournament.players.queries import field_of
from tournament.seats.queries import published_hanchan, started_hanchan
from tournament.seats.seat_map import spans

OLD_NOTE = 2
"""Values of a note that was stored without a code."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a job: its quality, the wishes it does not meet, and the wishes that conflict."""

    card: QualityCard
    unmet: list[str]
    conflicts: list[str]


def latest_job(tournament: Tournament) -> PlanningJob | None:
    """The job for the page of planning: the last one, unless its result is in use."""
    found: PlanningJob | None = tournament.planning_jobs.order_by("-id").first()
    return None if found is None or found.used_at else found


def mark(job: PlanningJob, at: datetime) -> str:
    """A mark that changes whenever the page of the job would look different."""
    stopping = int(job.stop_requested_at is not None)
    return f"{job.state}-{job.progress}-{job.shortfall}-{stopping}-{int(job.is_waiting(at))}"


def job_page(job: PlanningJob, at: datetime) -> dict[str, Any]:
    """The context of the page of a job: its state, and its result when there is one."""
    page = {"nav": "seating", "job": job, "mark": mark(job, at), "failure": job.message}
    try:
        spec = PlanSpec.from_json(job.spec)
    except Refused as refusal:
        return {**page, "failure": refusal.message}
    return {
        **page,
        "percent": job.progress // 10,
        "waiting": job.is_waiting(at),
        "seed": spec.seed,
        "is_layout": spec.is_layout,
        "numbers": spans(spec.planned),
        "wishes": len(spec.wishes),
        "outdated": _wishes_changed(job, spec),
        "result": result(job, spec),
    }


def _wishes_changed(job: PlanningJob, spec: PlanSpec) -> bool:
    """Return whether the wishes changed since the plan."""
    if not job.best or job.used_at:
        return False
    return planner_wishes(job.tournament, field_of(job.tournament).seated) != spec.wishes


def stored_note(value: Sequence[Any]) -> Note:
    """A stored note: code, text, values; of results from before there were codes, an old text with its values."""
    if len(value) == OLD_NOTE:
        return Note("", re.sub(r"%\((\w+)\)[ds]", r"{\1}", value[0]), value[1])
    return Note(*value)


def result(job: PlanningJob, spec: PlanSpec) -> Result | None:
    """The result; None while there is none, and when a player of it was deleted since."""
    players: dict[int, Player] = {player.pk: player for player in job.tournament.players.all()}
    if not job.best or not players.keys() >= set(spec.people):
        return None
    draft = spec.draft(parse_rounds(job.best["rounds"]))
    unmet = tuple(stored_note(value) for value in job.best["unmet"])
    card = quality_card(quality.quality_of_map(draft).wished(draft, spec.places), players, winds=spec.winds)
    return Result(card, explain(job.tournament, spec, unmet), conflicts_of(job.tournament, spec) if unmet else [])


def plan_page(tournament: Tournament, refusal: Refused | None = None) -> dict[str, Any]:
    """Everything but the form; `refusal` of the last attempt, else of planning now."""
    field, count = field_of(tournament), tournament.hanchan.count()
    started = started_hanchan(tournament)
    obstacle = _obstacle(tournament)
    contradictions = contradictions_of(tournament)
    return {
        "nav": "seating",
        "field": field,
        "tables": field.tables,
        "hanchan_count": count,
        "seating": tournament.seating,
        "published": published_hanchan(tournament) if tournament.seating else [],
        "refusal": refusal or obstacle,
        "started": spans(started),
        "wishes": wish_lines(tournament, field),
        "can_plan": obstacle is None and not contradictions,
        "contradictions": contradictions,
        "expected": [] if obstacle or started else expected(tournament, len(field.seated), count),
        "job": latest_job(tournament),
    }


def _obstacle(tournament: Tournament) -> Refused | None:
    try:
        refuse_planning(tournament)
    except Refused as refusal:
        return refusal
    return None


def expected(tournament: Tournament, players: int, hanchan: int) -> list[str]:
    """Return sentences about any plan of this size."""
    repeats = repeats_bound(players, hanchan, tournament.at_a_table)
    meetings = _("No two players meet twice.")
    if repeats:
        meetings = ngettext(
            "With this many hanchan, players must meet again: at least {count} repeat, as late as possible.",
            "With this many hanchan, players must meet again: at least {count} repeats, as late as possible.",
            repeats,
        ).format(count=repeats)
    winds = [] if tournament.winds_are_drawn else [_("After every hanchan, everybody’s winds differ by at most one.")]
    return [meetings, *winds]
