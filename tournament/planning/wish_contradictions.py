"""Contradictions and conflicts among the wishes, explained with the names of the players."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from seating.impossible import conflicts, contradictions
from seating.notes import Note
from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Tournament
from tournament.planning.basis import basis_of
from tournament.planning.plan_spec import PlanSpec, plan_spec, players_by_number
from tournament.seating_report.sentences import translate_about_wishes


def contradictions_of(tournament: Tournament) -> list[str]:
    """A sentence for each contradiction among the current wishes; none while players do not fill tables."""
    spec = _spec(tournament)
    return explain(tournament, spec, contradictions(spec.task())) if spec else []


def wish_problems(tournament: Tournament) -> dict[str, list[str]]:
    """Contradictions, which prevent planning, and conflicts, which do not."""
    spec = _spec(tournament)
    if not spec:
        return {}
    return {
        "contradictions": explain(tournament, spec, contradictions(spec.task())),
        "conflicts": conflicts_of(tournament, spec),
    }


def conflicts_of(tournament: Tournament, spec: PlanSpec) -> list[str]:
    """A sentence for each conflict among the wishes of a plan, required or not."""
    return explain(tournament, spec, conflicts(spec.task()))


def _spec(tournament: Tournament) -> PlanSpec | None:
    """The specification of a plan now; None without wishes or without anything to plan."""
    spec = plan_spec(basis_of(tournament), 0)
    return spec if spec.wishes and spec.planned and spec.seated and len(spec.seated) % spec.size == 0 else None


def explain(tournament: Tournament, spec: PlanSpec, sentences: Sequence[Note]) -> list[str]:
    """The planner's sentences with people in place of numbers; one query."""
    if not sentences:
        return []
    return translate_about_wishes(
        sentences, players_by_number(spec, tournament.players.in_bulk()), spec.wishes, winds=spec.winds
    )


def refuse_contradictions(tournament: Tournament) -> None:
    """Refuse contradictory wishes: what to do, then every contradiction."""
    if found := contradictions_of(tournament):
        remedy = _("These wishes cannot all be met. Withdraw or change one of them, then plan again.")
        reasons = [Message("contradiction", "{reason}", {"reason": reason}, Level.ERROR) for reason in found]
        raise Refused([Message("contradictions", remedy, {}, Level.ERROR), *reasons])
