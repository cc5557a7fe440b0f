"""What the page of planning shows: the size, what to expect of it, the wishes, and work that is under way."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import Tournament
from tournament.problems import Refused
from tournament.seating.draft import spans
from tournament.seating.planner.bounds import repeats_bound
from tournament.seating.queries import field_of, published_hanchan, started_hanchan
from tournament.seating.wishes.contradicting import contradictions_of
from tournament.seating.wishes.pages import kept
from tournament.seating.work.models import SeatingWork
from tournament.seating.work.queries import is_active, is_lost, last_work
from tournament.seating.work.refusals import refuse_planning


def plan_page(tournament: Tournament, at: datetime, refusal: Refused | None = None) -> dict[str, Any]:
    """Everything but the form; `refusal` of what was tried, else what stands in the way now."""
    field, count = field_of(tournament), tournament.hanchan.count()
    started = started_hanchan(tournament)
    obstacle = _obstacle(tournament)
    contradictions = contradictions_of(tournament)
    work = last_work(tournament)
    return {
        "nav": "seating", "field": field, "tables": field.tables, "hanchan_count": count,
        "seating": tournament.seating, "published": published_hanchan(tournament) if tournament.seating else [],
        "refusal": refusal or obstacle, "started": spans(started), "kept": kept(tournament, field),
        "can_plan": obstacle is None and not contradictions, "contradictions": contradictions,
        "expected": [] if obstacle or started else expected(tournament, len(field.seated), count),
        "work": work, "work_state": _state(work, at) if work else "",
    }  # fmt: skip


def _obstacle(tournament: Tournament) -> Refused | None:
    try:
        refuse_planning(tournament)
    except Refused as refusal:
        return refusal
    return None


def _state(work: SeatingWork, at: datetime) -> str:
    """Under way, ready, or broken."""
    if is_active(work):
        return "lost" if is_lost(work, at) else "active"
    return "ready" if work.best else "lost"


def expected(tournament: Tournament, players: int, hanchan: int) -> list[str]:
    """What is known of a plan of this size before it is made."""
    repeats = repeats_bound(players, hanchan, tournament.at_a_table)
    said = _("Nobody meets anybody twice.")
    if repeats:
        said = ngettext(
            "With so many hanchan people meet again: %(count)d repeated meeting at least, as late as can be.",
            "With so many hanchan people meet again: %(count)d repeated meetings at least, as late as can be.",
            repeats,
        ) % {"count": repeats}
    winds = [] if tournament.winds_are_drawn else [_("Winds are even, up to one, after every hanchan.")]
    return [said, *winds]
