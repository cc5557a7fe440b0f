"""The public draw: open it with a commitment, hold it, cancel it. Nothing of it is ever deleted."""

from datetime import datetime
from hmac import compare_digest
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.problems import Conflict, Refused
from tournament.seating.draft import Arranged, Draft, from_plan
from tournament.seating.draws.fixed import digest_of, records_of
from tournament.seating.draws.models import Draw
from tournament.seating.draws.refusals import refuse_cancel, refuse_commit, refuse_draw, refuse_other_wishes
from tournament.seating.draws.seeds import final_seed, hexed, normalised
from tournament.seating.models import Seating, SeatingSource
from tournament.seating.planner import CannotPlan, Plan, plan
from tournament.seating.planner.verify import digest
from tournament.seating.queries import Field, field_of
from tournament.seating.refusals import refuse_plan
from tournament.seating.revising import revise
from tournament.seating.wishes import plain
from tournament.seating.wishes.contradicting import refuse_contradictions
from tournament.seating.wishes.queries import planner_wishes


def commit(
    *, tournament: Tournament, secret: str, announced: str, planned_for: str, by: Any, at: datetime, submission: str
) -> Draw:
    """Open a draw: keep the secret, show its hash from now on. A `submission` carried out before gives its draw again.

    Raises Refused.
    """
    if earlier := _opened_by(tournament, submission):
        return earlier
    announced, planned_for = normalised(announced), normalised(planned_for)
    if not announced:
        raise Refused(_("Say what public thing will be typed at the draw."), field="announced")
    with writing(
        tournament, by=by, at=at, verb="committed to a draw", subject=announced, submission=submission
    ) as entry:
        tournament.refresh_from_db(fields=["is_public"])
        refuse_commit(tournament)
        refuse_contradictions(tournament)
        number, wishes = tournament.draws.count() + 1, records_of(tournament)
        entry.detail |= {"draw": number, "commitment": hexed(secret), "wishes": digest_of(wishes)}
        return Draw.objects.create(
            tournament=tournament, number=number, secret=secret, commitment=hexed(secret), announced=announced,
            planned_for=planned_for, committed_at=at, committed_by=by, wishes=wishes, wishes_digest=digest_of(wishes),
        )  # fmt: skip


def _opened_by(tournament: Tournament, submission: str) -> Draw | None:
    """The draw that the same submission opened before (a double click, the back button)."""
    entry = tournament.audit_entries.filter(detail__submission=submission, detail__has_key="commitment").first()
    return tournament.draws.get(number=entry.detail["draw"]) if entry else None


def hold(
    *, draw: Draw, public_text: str, by: Any, at: datetime, base: int | None = None, submission: str = ""
) -> Seating:
    """Draw everybody into the places of the plan, show the secret, publish the seating: all at once, or nothing.

    The list is everybody who plays, by start number, as it stands now. Raises Refused.
    """
    tournament, text = draw.tournament, normalised(public_text)
    if not text:
        raise Refused(
            _("Type what everybody has seen: %(announced)s.") % {"announced": draw.announced}, field="public_text"
        )
    if not compare_digest(hexed(draw.secret), draw.commitment):
        raise Refused(_("The secret is not the one that was committed: the database was changed. Cancel this draw."))
    refuse_plan(tournament, drawing=True)
    refuse_other_wishes(draw)
    refuse_contradictions(tournament)
    field = field_of(tournament)
    wishes = planner_wishes(tournament, field.seated)
    made = _planned(field, tournament.hanchan.count(), final_seed(draw.secret, text), wishes)

    def change(old: Draft) -> Arranged:
        draw.refresh_from_db()
        refuse_draw(draw)
        refuse_other_wishes(draw)
        if (
            field_of(tournament) != field
            or tournament.hanchan.count() != len(made.rounds)
            or planner_wishes(tournament, field.seated) != wishes
        ):
            raise Conflict(_("The players changed during the draw. Nothing was drawn; draw again."))
        _keep(draw, field, made, text, wishes, by=by, at=at)
        tournament.hanchan.update(seating_published_at=at)
        return Arranged(from_plan(made.rounds, tuple(player.pk for player in field.seated)))

    everybody = [player.pk for player in field.seated]
    return revise(
        tournament, change, source=SeatingSource.PLANNED, draw=draw, verb="held a draw",
        subject=_("draw %(number)d: %(text)s") % {"number": draw.number, "text": text}, by=by, at=at, base=base,
        submission=submission, expected=dict.fromkeys(range(1, len(made.rounds) + 1), everybody),
        afresh=range(1, len(made.rounds) + 1),
    )  # fmt: skip


def _planned(field: Field, hanchan: int, seed: str, wishes: Any) -> Plan:
    try:
        return plan(len(field.seated), hanchan, seed, wishes=wishes, size=field.size)
    except CannotPlan as refusal:
        raise Refused(_(refusal.template) % refusal.params) from refusal


def _keep(draw: Draw, field: Field, made: Plan, text: str, wishes: Any, *, by: Any, at: datetime) -> None:
    """All that is needed to recompute the draw, as it was at this moment."""
    draw.public_text, draw.drawn_at, draw.drawn_by = text, at, by
    draw.people = [[player.number, player.name, player.pk] for player in field.seated]
    draw.places = [" | ".join(" ".join(map(str, table)) for table in tables) for tables in made.layout]
    draw.kinds = [list(kind) for kind in made.kinds]
    draw.layout = digest(made.layout)
    draw.asked = [_unnamed(plain.to_json(wish)) for wish in wishes]
    draw.save()


def _unnamed(wish: dict[str, Any]) -> dict[str, Any]:
    """What a wish is called says nothing of the seats, and perhaps more than everybody may know."""
    return {name: "" if name == "name" else value for name, value in wish.items()}


def cancel(*, draw: Draw, reason: str, by: Any, at: datetime) -> None:
    """The draw does not count; the reason stays on the public page. Cancelling twice does nothing. Raises Refused."""
    tournament, reason = draw.tournament, normalised(reason)
    subject = _("draw %(number)d") % {"number": draw.number}
    if draw.cancelled_at:
        return
    with writing(tournament, by=by, at=at, verb="cancelled a draw", subject=subject, reason=reason):
        draw.refresh_from_db()
        refuse_cancel(draw, reason)
        draw.cancelled_at, draw.cancelled_by, draw.reason = at, by, reason
        draw.save(update_fields=["cancelled_at", "cancelled_by", "reason"])
