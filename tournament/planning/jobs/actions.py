"""Actions on planning jobs: request, stop, use the result, discard. All raise Refused."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.core.stored_words import coded
from tournament.core.submissions import once, result_of
from tournament.events.clubs import club_of, hold_club, limit_of, of_clubs
from tournament.planning.basis import basis_of
from tournament.planning.commit import commit
from tournament.planning.models import JobState, PlanningJob
from tournament.planning.plan_spec import PlanSpec, parse_rounds, plan_spec
from tournament.planning.refusals import size_obstacles
from tournament.planning.sources.plan import PLAN, SearchedPlan
from tournament.planning.wish_contradictions import refuse_contradictions
from tournament.players.queries import field_of
from tournament.seats.models import Seating
from tournament.seats.queries import started_hanchan
from tournament.seats.seat_map import spans


def request_plan(*, tournament: Tournament, seed: int | str, act: Act, moves: int | None = None) -> PlanningJob:
    """Request a plan of the hanchan that have not started, with the current wishes; a worker takes it. A tournament
    has one job at a time, a club as many as the owner of the installation allows. A submission that was carried out
    before returns its job."""

    def request() -> PlanningJob:
        refuse_planning(tournament)
        refuse_contradictions(tournament)
        spec = replace(plan_spec(basis_of(tournament), seed), moves=moves)
        subject = coded("plan", numbers=spans(spec.planned), seed=seed)
        with audited_write(tournament, act, Verb.REQUESTED_PLAN, subject=subject) as entry:
            if tournament.planning_jobs.filter(state=JobState.ACTIVE).exists():
                raise Conflict.of(
                    "already-planning", _("A plan is already being calculated. Wait for it, or stop it first.")
                )
            _refuse_beyond_limit(tournament)
            job = PlanningJob.objects.create(
                tournament=tournament, spec=spec.to_json(), base=act.base or 0, requested_at=act.at, requested_by=act.by
            )
            entry.detail["work"] = job.pk
        return job

    return once(lambda: _earlier_job(tournament, act), request)


def _refuse_beyond_limit(tournament: Tournament) -> None:
    club = club_of(tournament)
    if (most := limit_of(club, "most_plans")) is None:
        return
    hold_club(club)
    used = PlanningJob.objects.filter(of_clubs(club, path="tournament__"), state=JobState.ACTIVE).count()
    if used >= most:
        text = _(
            "Seatings that are being planned for events of {club}: {used}, and at most {most} at once. Wait until one "
            "is finished, or ask the owner of this installation to raise the limit."
        )
        raise Refused.of("plans-over-limit", text, club=str(club), used=used, most=most)


def _earlier_job(tournament: Tournament, act: Act) -> PlanningJob | None:
    return tournament.planning_jobs.filter(pk=result_of(tournament, act, "work")).first()


def stop(*, job: PlanningJob, act: Act) -> None:
    """Ask a job to end soon and keep the best result so far. A job that has ended stays as it is."""
    with audited_write(job.tournament, act, Verb.STOPPED_PLAN):
        PlanningJob.objects.filter(pk=job.pk, state=JobState.ACTIVE).update(stop_requested_at=act.at)


def discard(*, job: PlanningJob, act: Act) -> None:
    """Delete a job and its result; if it still runs, it ends by itself. A result in use stays."""
    with audited_write(job.tournament, act, Verb.DISCARDED_PLAN):
        PlanningJob.objects.filter(pk=job.pk, used_at=None).delete()


def use_plan(*, job: PlanningJob, act: Act) -> Seating | None:
    """Make the result a version of the seating, hidden until published."""
    return commit(job.tournament, plan_of(job), act, PLAN)


def plan_of(job: PlanningJob) -> SearchedPlan:
    """Return the result of a job. Raises Refused while there is none, and for those of a release that stored others."""
    if not job.best:
        raise Refused.of("no-plan", _("There is no plan to use yet."))
    return SearchedPlan(job.pk, PlanSpec.from_json(job.spec), parse_rounds(job.best["rounds"]))


def refuse_planning(tournament: Tournament) -> None:
    """Refuse when players do not fill tables, the hall has too few, or every hanchan has started."""
    if obstacles := list(size_obstacles(field_of(tournament), tournament.table_count)):
        raise Refused(obstacles)
    if max(started_hanchan(tournament), default=0) >= tournament.hanchan.count():
        raise Refused.of("all-started", _("Every hanchan has started: there is nothing left to plan."))
