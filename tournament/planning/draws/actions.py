"""The public draw: close the list, hold the draw, cancel it. Nothing of it is ever deleted."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from seating import CannotPlan
from seating.check import digest
from seating.plans import apply_lots
from seating.rounds import Rounds
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.planning.draws.commitment import digest_of, normalise, sha256_hex
from tournament.planning.draws.public_number import NumberForm
from tournament.planning.draws.statement import (
    DrawInput,
    broken_parts,
    draw_input,
    layout_of,
    number_form,
    statement,
)
from tournament.planning.jobs.actions import request_plan
from tournament.planning.jobs.spec import parse_rounds
from tournament.planning.models import Draw, JobState, PlanningJob
from tournament.planning.refusals import refuse_plan
from tournament.planning.sentences import refusal_of
from tournament.planning.versions import Origin, new_version
from tournament.planning.wishes.contradictions import refuse_contradictions
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.queries import started_hanchan
from tournament.seats.seat_map import Arrangement, from_plan, spans

LEAST_WAIT = timedelta(minutes=10)
"""Between closing the list and the draw: so long everybody can write the fingerprint down."""


def close_list(*, tournament: Tournament, announced: str, form: NumberForm, earliest: datetime, act: Act) -> Draw:
    """Close the list: freeze players, hanchan, wishes, layout, the form of the public number and the earliest time, and
    publish their fingerprint. With wishes the layout comes from a planning job (`request_layout`).

    A `submission` carried out before returns its draw. Raises Refused.
    """
    if earlier := _closed_by(tournament, act.submission):
        return earlier
    announced = normalise(announced)
    if not announced:
        raise Refused.of(
            "no-public-event", _("Describe the public event that will give the number."), field="announced"
        )
    form.check()
    if earliest < act.at + LEAST_WAIT:
        text = _("The draw may be at least {minutes} minutes from now, so that everybody can note the fingerprint.")
        raise Refused.of("too-soon", text, field="earliest", minutes=int(LEAST_WAIT.total_seconds() // 60))
    refuse_plan(tournament, drawing=True)
    made = _layout(tournament, draw_input(tournament))
    with audited_write(tournament, act, Verb.COMMITTED_DRAW, subject=announced) as entry:
        tournament.refresh_from_db(fields=["is_public"])
        refuse_close(tournament)
        refuse_contradictions(tournament)
        known = draw_input(tournament)
        if known.layout_seed != made.seed:
            raise Conflict.of("players-changed", _("The players or wishes changed meanwhile. Close the list again."))
        number = tournament.draws.count() + 1
        text = statement(
            known,
            number=number,
            layout=made.rounds,
            groups=made.groups,
            form=form,
            announced=announced,
            earliest=earliest,
        )
        entry.detail |= {"draw": number, "fingerprint": sha256_hex(text)}
        return Draw.objects.create(
            tournament=tournament,
            number=number,
            statement=text,
            fingerprint=sha256_hex(text),
            number_form=form.line,
            earliest=earliest,
            announced=announced,
            committed_at=act.at,
            committed_by=act.by,
            wishes=known.records,
            wishes_digest=digest_of(known.records),
            planner_wishes=known.asked,
            people=known.people,
            places=[" | ".join(" ".join(map(str, table)) for table in tables) for tables in made.rounds],
            groups=[list(group) for group in made.groups],
            layout=digest(made.rounds),
        )


def _closed_by(tournament: Tournament, submission: UUID | str | None) -> Draw | None:
    """The draw closed by an earlier sending of the same form (a double click, the back button)."""
    entry = tournament.audit_entries.filter(submission=str(submission), detail__has_key="fingerprint").first()
    return tournament.draws.get(number=entry.detail["draw"]) if entry else None


class Layout(NamedTuple):
    """A layout, its groups of interchangeable players, and the seed that stands for its players and wishes."""

    seed: str
    rounds: Rounds
    groups: tuple[tuple[int, ...], ...]


def _layout(tournament: Tournament, known: DrawInput) -> Layout:
    """The layout for these players: that of the size at once, with wishes that of a finished job. Raises Refused."""
    if not known.wishes:
        try:
            made = known.planned()
        except CannotPlan as refusal:
            raise refusal_of(refusal) from refusal
        return Layout(known.layout_seed, made.layout, made.interchangeable)
    job = layout_job(tournament, known)
    if job is None or job.state != JobState.DONE or not job.best:
        raise Refused.of(
            "no-layout", _("Calculate the layout for these players and wishes first; then close the list.")
        )
    return Layout(known.layout_seed, parse_rounds(job.best["layout"]), tuple(map(tuple, job.best["groups"])))


def request_layout(*, tournament: Tournament, act: Act) -> PlanningJob:
    """Request the layout for a draw with wishes; the caller starts the job. Its seed is made of players and wishes, so
    nobody chooses it. Raises Refused."""
    refuse_close(tournament)
    refuse_plan(tournament, drawing=True)
    return request_plan(tournament=tournament, seed=draw_input(tournament).layout_seed, act=act)


def layout_job(tournament: Tournament, known: DrawInput) -> PlanningJob | None:
    """The newest job for the layout of these players and wishes."""
    return tournament.planning_jobs.filter(spec__seed=known.layout_seed).order_by("-id").first()


def hold(*, draw: Draw, public_number: str, act: Act) -> Seating:
    """Draw the closed list into its layout by the public number, and publish the seating: all at once or not at all.

    Raises Refused.
    """
    tournament = draw.tournament
    refuse_older(draw)
    number = number_form(draw).normalise(public_number)
    refuse_early(draw, act.at)
    refuse_plan(tournament, drawing=True)
    refuse_broken(draw)
    people = [pk for _number, _name, pk in draw.people]
    seed = sha256_hex(f"{draw.fingerprint}:{number}")
    made = apply_lots(layout_of(draw), tuple(map(tuple, draw.groups)), seed)

    def change(old: Arrangement) -> Arrangement:
        draw.refresh_from_db()
        refuse_draw(draw)
        refuse_broken(draw)
        draw.public_text, draw.drawn_at, draw.drawn_by = number, act.at, act.by
        draw.save(update_fields=["public_text", "drawn_at", "drawn_by"])
        tournament.hanchan.update(seating_published_at=act.at)
        return Arrangement(from_plan(made, tuple(people)))

    origin = Origin(
        source=SeatingSource.PLANNED,
        draw=draw,
        verb=Verb.HELD_DRAW,
        subject=_("draw {number}: {text}").format(number=draw.number, text=number),
    )
    planned = range(1, len(made) + 1)
    return new_version(tournament, change, origin, act, expected=dict.fromkeys(planned, people), afresh=planned)


def cancel(*, draw: Draw, act: Act) -> None:
    """Cancel a draw; the reason stays on the public page. Cancelling twice does nothing. Raises Refused."""
    tournament, reason = draw.tournament, normalise(act.reason)
    subject = _("draw {number}").format(number=draw.number)
    if draw.cancelled_at:
        return
    with audited_write(tournament, act.because(reason), Verb.CANCELLED_DRAW, subject=subject):
        draw.refresh_from_db()
        refuse_cancel(draw, reason)
        draw.cancelled_at, draw.cancelled_by, draw.reason = act.at, act.by, reason
        draw.save(update_fields=["cancelled_at", "cancelled_by", "reason"])


def refuse_close(tournament: Tournament) -> None:
    """Refuse while the public page is closed, while another draw is active, or once play has begun."""
    if not tournament.is_public:
        raise Refused.of(
            "not-public", _("Open the public page first: a fingerprint that nobody can see proves nothing.")
        )
    refuse_begun(tournament)
    standing = tournament.draws.filter(cancelled_at=None).first()
    if standing and standing.drawn_at:
        raise Refused.of(
            "draw-held",
            _("Draw {number} was held. Cancel it first; the reason is shown in public."),
            number=standing.number,
        )
    if standing:
        raise Refused.of(
            "draw-open",
            _("The list of draw {number} is already closed: its fingerprint is on the public page."),
            number=standing.number,
        )


def refuse_wish_change(tournament: Tournament) -> None:
    """Refuse between closing the list and the draw: a changed wish could steer it."""
    standing = tournament.draws.filter(drawn_at=None, cancelled_at=None).first()
    if standing:
        raise Refused.of(
            "wishes-locked",
            _(
                "The list of draw {number} was closed with these wishes; they are locked until it is held. "
                "To change them, cancel the draw with a reason, and close the list again."
            ),
            number=standing.number,
        )


BROKEN = {
    "count": gettext_lazy("the number of players"),
    "hanchan": gettext_lazy("the number of hanchan"),
    "list": gettext_lazy("the list of players"),
    "wishes": gettext_lazy("the wishes, or who shares a club, country or team"),
    "stored": gettext_lazy("what the database keeps of the draw"),
}


def broken_names(draw: Draw) -> list[str]:
    """What is no longer as it was frozen, in words; nothing while the draw holds, or once it is over."""
    if not draw.statement or draw.drawn_at or draw.cancelled_at:
        return []
    return [str(BROKEN[part]) for part in broken_parts(draw, draw_input(draw.tournament))]


def refuse_broken(draw: Draw) -> None:
    """Refuse to hold a draw when anything differs from what was frozen."""
    parts = broken_names(draw)
    if parts:
        text = _(
            "Draw {number} is broken: {parts} changed after the list was closed. Undo the change, or cancel the draw "
            "with a reason and close the list again."
        )
        raise Refused.of("draw-broken", text, number=draw.number, parts=", ".join(parts))


def refuse_older(draw: Draw) -> None:
    """Refuse to hold a draw that an earlier release opened: it froze nothing but the wishes."""
    if not draw.statement:
        text = _(
            "Draw {number} was opened by an earlier release, which did not freeze the list. Cancel it; its secret is "
            "then shown. Then close the list."
        )
        raise Refused.of("older-draw", text, number=draw.number)


def refuse_early(draw: Draw, at: datetime) -> None:
    """Refuse a draw before the announced time."""
    if draw.earliest and at < draw.earliest:
        text = _("The draw was announced for {time} or later.")
        raise Refused.of("too-early", text, time=date_format(localtime(draw.earliest), "j F Y, H:i"))


def refuse_begun(tournament: Tournament) -> None:
    """Refuse once a hanchan has started: seats that are played cannot be drawn."""
    started = started_hanchan(tournament)
    if started:
        raise Refused.of(
            "event-started",
            _("Hanchan {numbers} has started. A draw is possible only before the first hanchan."),
            numbers=spans(started),
        )


def refuse_draw(draw: Draw) -> None:
    """Refuse a draw that was held or cancelled, perhaps by somebody else just now."""
    if draw.cancelled_at:
        raise Conflict.of(
            "draw-cancelled",
            _("Draw {number} was cancelled in the meantime. Reload the page."),
            number=draw.number,
        )
    if draw.drawn_at:
        raise Conflict.of(
            "draw-held", _("Draw {number} was held in the meantime. Reload the page."), number=draw.number
        )


def refuse_cancel(draw: Draw, reason: str) -> None:
    """Refuse without a reason, or once hanchan of the draw are played."""
    if not reason:
        raise Refused.of("no-reason", _("Give a reason for the cancellation; it is shown in public."), field="reason")
    if draw.drawn_at:
        refuse_begun(draw.tournament)
