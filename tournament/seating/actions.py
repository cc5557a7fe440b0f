"""Changing a seating. Every change makes a new version; hanchan that have started stay as they are.

All verbs raise Refused with the remedy. Those that make a version take `base`, the number of the version that the
person saw (0: none yet, None: whichever counts), and raise Conflict when another counts by now; a `submission` that was
carried out before gives its version again.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.problems import Conflict, Refused
from tournament.seating.checks import faults
from tournament.seating.draft import Arranged, Draft, exchange, from_plan, renamed, spans
from tournament.seating.models import Seating, SeatingSource
from tournament.seating.planner import CannotPlan, Plan, plan
from tournament.seating.queries import Field, arranged_of, byes_of, field_of, numbers_seated, started_hanchan
from tournament.seating.refusals import refuse_plan, refuse_replacement, refuse_seating_who_is_out, refuse_swap
from tournament.seating.revising import revise
from tournament.seating.stand_ins import cancel_stand_in, stand_in
from tournament.seating.verifying import refuse_altered

__all__ = [
    "cancel_stand_in", "import_seating", "plan_seating", "publish", "replace_player", "restore", "stand_in", "swap",
]  # fmt: skip


def plan_seating(
    *, tournament: Tournament, seed: int, by: Any, at: datetime, base: int | None = None, submission: str = ""
) -> Seating:
    """Seat everybody for all hanchan from a seed; the same players and seed give the same seating.

    What the plan seats is hidden until it is published. Planning happens before the database is locked.
    """
    refuse_plan(tournament)
    field = field_of(tournament)
    made = _planned(tournament, field, seed)

    def change(old: Draft) -> Arranged:
        if field_of(tournament) != field or tournament.hanchan.count() != len(made.rounds):
            raise Conflict(_("The players changed while the seating was planned. Plan again."))
        _hide(tournament, range(1, len(made.rounds) + 1))
        return Arranged(from_plan(made.rounds, tuple(player.pk for player in field.seated)))

    everybody = [player.pk for player in field.seated]
    return revise(
        tournament, change, source=SeatingSource.PLANNED, seed=seed, verb="planned the seating",
        subject=_("from seed %(seed)d") % {"seed": seed}, by=by, at=at, base=base, submission=submission,
        expected=dict.fromkeys(range(1, len(made.rounds) + 1), everybody), afresh=range(1, len(made.rounds) + 1),
    )  # fmt: skip


def _planned(tournament: Tournament, field: Field, seed: int) -> Plan:
    """The planner's answer for these people; its refusals in the reader's language."""
    try:
        return plan(len(field.seated), tournament.hanchan.count(), seed, size=field.size)
    except CannotPlan as refusal:
        raise Refused(_(refusal.template) % refusal.params) from refusal


def import_seating(
    *, tournament: Tournament, draft: Draft, by: Any, at: datetime, reason: str = "", base: int | None = None,
    submission: str = "", byes: Mapping[int, Collection[int]] | None = None,
) -> Seating:  # fmt: skip
    """Take over a seating made elsewhere for the hanchan it has; the others keep what they have. All or nothing.

    `byes` are who sits out in those hanchan. What is imported is hidden until it is published. Refused carries every
    problem.
    """

    def change(old: Draft) -> Arranged:
        found = faults(
            draft, list(tournament.players.all()), tournament.hanchan.count(), kept=old, size=tournament.at_a_table,
            byes=byes,
        )  # fmt: skip
        if found:
            raise Refused(_("Nothing was imported."), problems=found)
        _hide(tournament, [hanchan for hanchan in draft if old.get(hanchan) != draft[hanchan]])
        before = byes_of(tournament.seating)
        out = before | {hanchan: frozenset((byes or {}).get(hanchan, ())) for hanchan in draft}
        return Arranged({**old, **draft}, {hanchan: people for hanchan, people in out.items() if people})

    return revise(
        tournament, change, source=SeatingSource.IMPORTED, verb="imported a seating",
        subject=_("hanchan %(numbers)s") % {"numbers": spans(list(draft))}, reason=reason, by=by, at=at,
        base=base, submission=submission, afresh=draft,
    )  # fmt: skip


def swap(
    *, tournament: Tournament, hanchan: int, one: Player, other: Player, by: Any, at: datetime, reason: str = "",
    base: int | None = None, submission: str = "",
) -> Seating:  # fmt: skip
    """Two people change places in one hanchan that has not started."""

    def change(old: Draft) -> Draft:
        refuse_swap(tournament, old, hanchan, one, other)
        return exchange(old, hanchan, one.pk, other.pk)

    return revise(
        tournament, change, source=SeatingSource.CHANGED, verb="swapped two seats",
        subject=_("hanchan %(number)d: %(one)s ↔ %(other)s") % {"number": hanchan, "one": one, "other": other},
        reason=reason, by=by, at=at, base=base, submission=submission,
    )  # fmt: skip


def replace_player(
    *, tournament: Tournament, leaving: Player, coming: Player, from_hanchan: int, reason: str, by: Any, at: datetime,
    base: int | None = None, submission: str = "",
) -> Seating:  # fmt: skip
    """From a hanchan that has not started on, another person has the seats of the one who leaves."""
    if not reason.strip():
        raise Refused(_("Say why the player is replaced."), field="reason")

    def change(old: Draft) -> Arranged:
        refuse_replacement(tournament, old, leaving, coming, from_hanchan)
        return renamed(Arranged(old, byes_of(tournament.seating)), from_hanchan, {leaving.pk: coming.pk})

    names = {"number": from_hanchan, "coming": coming, "leaving": leaving}
    return revise(
        tournament, change, source=SeatingSource.CHANGED, verb="replaced a player in the seating",
        subject=_("from hanchan %(number)d on: %(coming)s for %(leaving)s") % names,
        reason=reason.strip(), by=by, at=at, base=base, submission=submission,
    )  # fmt: skip


def restore(
    *, tournament: Tournament, number: int, by: Any, at: datetime, reason: str = "", base: int | None = None,
    submission: str = "",
) -> Seating:  # fmt: skip
    """Go back to an earlier version, as a new one; hanchan that have started stay as they are."""
    earlier = tournament.seatings.get(number=number)
    refuse_altered(earlier, at=at)

    def change(old: Draft) -> Arranged:
        now = Arranged(old, byes_of(tournament.seating))
        new = restored_with_byes(tournament, now, arranged_of(earlier))
        refuse_seating_who_is_out(tournament, now, new)
        if new == now:
            raise Refused(_("Version %(number)d seats everybody as now: nothing would change.") % {"number": number})
        return new

    return revise(
        tournament, change, source=SeatingSource.CHANGED, verb="went back to an earlier seating",
        subject=_("back to version %(number)d") % {"number": number}, reason=reason, by=by, at=at,
        base=base, submission=submission, back_to=earlier,
        afresh=earlier.seats.values_list("hanchan", flat=True).distinct(),
    )  # fmt: skip


def restored(tournament: Tournament, now: Draft, earlier: Draft) -> Draft:
    """The earlier seats in hanchan that have not started, and those that count now in the others."""
    started = set(started_hanchan(tournament))
    chosen = {**now, **{number: tables for number, tables in earlier.items() if number not in started}}
    numbers = set(tournament.hanchan.values_list("number", flat=True))
    return {number: tables for number, tables in sorted(chosen.items()) if number in numbers}


def restored_with_byes(tournament: Tournament, now: Arranged, earlier: Arranged) -> Arranged:
    """`restored`, and each hanchan with the byes that belong to its seats."""
    draft = restored(tournament, now.draft, earlier.draft)
    started = set(started_hanchan(tournament))
    byes = {
        number: (now if number in started or number not in earlier.draft else earlier).byes.get(number, frozenset())
        for number in draft
    }
    return Arranged(draft, {number: people for number, people in byes.items() if people})


def publish(*, tournament: Tournament, hanchan: int | None, by: Any, at: datetime, public: bool = True) -> None:
    """Let players see the seating of a hanchan (None: of all that have one), or hide it.

    Refused when the seating is not the one that was verified.
    """
    verb = "published the seating" if public else "hid the seating"
    with writing(tournament, by=by, at=at, verb=verb) as entry:
        tournament.refresh_from_db(fields=["seating"])
        having = numbers_seated(tournament)
        numbers = having if hanchan is None else {hanchan}
        if public and not (numbers and numbers <= having):
            raise Refused(_("There is no seating to publish yet. Plan or import one first."))
        if public:
            refuse_altered(tournament.seating, at=at)
        entry.subject = _("hanchan %(numbers)s") % {"numbers": spans(numbers)}
        changing = tournament.hanchan.filter(number__in=numbers, seating_published_at__isnull=public)
        changing.update(seating_published_at=at if public else None)


def _hide(tournament: Tournament, numbers: Iterable[int]) -> None:
    tournament.hanchan.filter(number__in=list(numbers)).update(seating_published_at=None)
