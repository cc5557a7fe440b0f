"""The public draw: open it with a commitment, hold it, cancel it. Nothing of it is ever deleted."""

from hmac import compare_digest
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from seating import CannotPlan, Plan, plan
from seating.check import digest
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.planning.draws.commitment import digest_of, final_seed, lines_of, normalise, records_of, sha256_hex
from tournament.planning.models import Draw
from tournament.planning.refusals import refuse_plan
from tournament.planning.sentences import refusal_of
from tournament.planning.versions import Origin, new_version
from tournament.planning.wishes import queries
from tournament.planning.wishes.contradictions import refuse_contradictions
from tournament.planning.wishes.queries import planner_wishes
from tournament.players.queries import Field, field_of
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.queries import started_hanchan
from tournament.seats.seat_map import Arrangement, from_plan, spans


def commit(*, tournament: Tournament, secret: str, announced: str, planned_for: str, act: Act) -> Draw:
    """Open a draw: store the secret, show its hash. A `submission` carried out before returns its draw.

    Raises Refused.
    """
    if earlier := _opened_by(tournament, act.submission):
        return earlier
    announced, planned_for = normalise(announced), normalise(planned_for)
    if not announced:
        raise Refused.of(
            "no-public-event",
            _("Describe the public event whose result will be entered at the draw."),
            field="announced",
        )
    with audited_write(tournament, act, Verb.COMMITTED_DRAW, subject=announced) as entry:
        tournament.refresh_from_db(fields=["is_public"])
        refuse_commit(tournament)
        refuse_contradictions(tournament)
        number, wishes = tournament.draws.count() + 1, records_of(tournament)
        entry.detail |= {"draw": number, "commitment": sha256_hex(secret), "wishes": digest_of(wishes)}
        return Draw.objects.create(
            tournament=tournament,
            number=number,
            secret=secret,
            commitment=sha256_hex(secret),
            announced=announced,
            planned_for=planned_for,
            committed_at=act.at,
            committed_by=act.by,
            wishes=wishes,
            wishes_digest=digest_of(wishes),
        )


def _opened_by(tournament: Tournament, submission: UUID | str | None) -> Draw | None:
    """The draw opened by an earlier sending of the same form (a double click, the back button)."""
    entry = tournament.audit_entries.filter(submission=str(submission), detail__has_key="commitment").first()
    return tournament.draws.get(number=entry.detail["draw"]) if entry else None


def hold(*, draw: Draw, public_text: str, act: Act) -> Seating:
    """Draw the players into the plan, reveal the secret and publish the seating: all at once or not at all.

    The list has every active player by start number. Raises Refused.
    """
    tournament, text = draw.tournament, normalise(public_text)
    if not text:
        raise Refused.of(
            "no-public-text",
            _("Enter what everybody has seen: {announced}."),
            field="public_text",
            announced=draw.announced,
        )
    if not compare_digest(sha256_hex(draw.secret), draw.commitment):
        raise Refused.of(
            "other-secret", _("The secret does not match its commitment: the database was changed. Cancel this draw.")
        )
    refuse_plan(tournament, drawing=True)
    refuse_other_wishes(draw)
    refuse_contradictions(tournament)
    field = field_of(tournament)
    wishes = planner_wishes(tournament, field.seated)
    made = _planned(field, tournament.hanchan.count(), final_seed(draw.secret, text), wishes)

    def change(old: Arrangement) -> Arrangement:
        draw.refresh_from_db()
        refuse_draw(draw)
        refuse_other_wishes(draw)
        if (
            field_of(tournament) != field
            or tournament.hanchan.count() != len(made.rounds)
            or planner_wishes(tournament, field.seated) != wishes
        ):
            raise Conflict.of(
                "players-changed", _("The players changed during the draw. Nothing was drawn. Draw again.")
            )
        _record(draw, field, made, text, wishes, act=Act(by=act.by, at=act.at))
        tournament.hanchan.update(seating_published_at=act.at)
        return Arrangement(from_plan(made.rounds, tuple(player.pk for player in field.seated)))

    everybody = [player.pk for player in field.seated]
    origin = Origin(
        source=SeatingSource.PLANNED,
        draw=draw,
        verb=Verb.HELD_DRAW,
        subject=_("draw {number}: {text}").format(number=draw.number, text=text),
    )
    return new_version(
        tournament,
        change,
        origin,
        act,
        expected=dict.fromkeys(range(1, len(made.rounds) + 1), everybody),
        afresh=range(1, len(made.rounds) + 1),
    )


def _planned(field: Field, hanchan: int, seed: str, wishes: Any) -> Plan:
    try:
        return plan(len(field.seated), hanchan, seed, wishes=wishes, size=field.size)
    except CannotPlan as refusal:
        raise refusal_of(refusal) from refusal


def _record(draw: Draw, field: Field, made: Plan, text: str, wishes: Any, *, act: Act) -> None:
    """Store everything needed to recompute the draw."""
    draw.public_text, draw.drawn_at, draw.drawn_by = text, act.at, act.by
    draw.people = [[player.number, player.name, player.pk] for player in field.seated]
    draw.places = [" | ".join(" ".join(map(str, table)) for table in tables) for tables in made.layout]
    draw.groups = [list(kind) for kind in made.interchangeable]
    draw.layout = digest(made.layout)
    draw.planner_wishes = [_unnamed(queries.to_json(wish)) for wish in wishes]
    draw.save()


def _unnamed(wish: dict[str, Any]) -> dict[str, Any]:
    """A wish without its name, which does not affect the seats and may be private."""
    return {name: "" if name == "name" else value for name, value in wish.items()}


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


def refuse_commit(tournament: Tournament) -> None:
    """Refuse while the public page is closed, while another draw is active, or once play has begun."""
    if not tournament.is_public:
        raise Refused.of(
            "not-public", _("Open the public page first: a commitment that nobody can see proves nothing.")
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
            _("Draw {number} is already open: its commitment is on the public page."),
            number=standing.number,
        )


def refuse_wish_change(tournament: Tournament) -> None:
    """Refuse while a draw is committed: a changed wish could steer it."""
    standing = tournament.draws.filter(drawn_at=None, cancelled_at=None).first()
    if standing:
        raise Refused.of(
            "wishes-locked",
            _(
                "Draw {number} was committed with the wishes of that moment; they are locked until it is held. "
                "To change them, cancel the draw with a reason, and commit again."
            ),
            number=standing.number,
        )


def refuse_other_wishes(draw: Draw) -> None:
    """Refuse when the wishes differ from those of the commitment: a player was deleted or renumbered, or the
    database was changed."""
    now = records_of(draw.tournament)
    is_kept = not draw.wishes_digest or draw.wishes_digest == digest_of(draw.wishes)
    if lines_of(now) != lines_of(draw.wishes) or not is_kept:
        raise Refused.of(
            "wishes-changed",
            _("The wishes differ from those of the commitment. Cancel draw {number} and commit again."),
            number=draw.number,
        )


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
