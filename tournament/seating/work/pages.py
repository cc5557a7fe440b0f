"""What the page of long work shows."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.players.models import Player
from tournament.seating import figures
from tournament.seating.draft import spans
from tournament.seating.pages import QualityCard, quality_card
from tournament.seating.planner.words import Sentence
from tournament.seating.queries import field_of
from tournament.seating.wishes.contradicting import conflicts_of, said
from tournament.seating.wishes.queries import planner_wishes
from tournament.seating.work.asked import Asked, rounds_from
from tournament.seating.work.models import SeatingWork, WorkState
from tournament.seating.work.queries import is_active, is_lost, mark, silent_for


@dataclass(frozen=True, slots=True)
class Result:
    """What was planned: its quality, the wishes it falls short of, and which of the wishes stand against each other."""

    card: QualityCard
    unmet: list[str]
    conflicts: list[str]


def work_page(work: SeatingWork, at: datetime) -> dict[str, Any]:
    """The state of the work, and its result when there is one."""
    asked = Asked.from_json(work.asked)
    lost = is_lost(work, at)
    return {
        "nav": "seating", "work": work, "mark": mark(work, at), "percent": work.progress // 10,
        "silent": silent_for(work, at), "lost": lost,
        "active": is_active(work) and not lost, "watched": is_active(work),
        "failed": work.state == WorkState.FAILED, "seed": asked.seed, "numbers": spans(asked.planned),
        "wishes": len(asked.wishes), "outdated": _wishes_changed(work, asked), "result": result(work, asked),
    }  # fmt: skip


def _wishes_changed(work: SeatingWork, asked: Asked) -> bool:
    """Whether other wishes count by now than those of the plan."""
    if not work.best or work.taken_over_at:
        return False
    return planner_wishes(work.tournament, field_of(work.tournament).seated) != asked.wishes


def result(work: SeatingWork, asked: Asked) -> Result | None:
    """None while there is none, and when people of it were deleted since."""
    players: dict[int, Player] = {player.pk: player for player in work.tournament.players.all()}
    if not work.best or not players.keys() >= set(asked.people):
        return None
    draft = asked.draft(rounds_from(work.best["rounds"]))
    unmet = tuple(Sentence(template, params) for template, params in work.best["unmet"])
    card = quality_card(figures.measured(draft).wished(draft, asked.places), players, winds=asked.winds)
    return Result(card, said(work.tournament, asked, unmet), conflicts_of(work.tournament, asked) if unmet else [])
