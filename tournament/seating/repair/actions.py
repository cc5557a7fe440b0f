"""Putting a seating right. Each verb does all of it or nothing, and makes a new version; what has started stays.

All raise Refused with the remedy, and Conflict when another version counts than the one that was seen.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.events.models import HanchanState, Tournament
from tournament.players.actions import withdraw
from tournament.players.models import Player, PlayerStatus
from tournament.problems import Conflict, Refused
from tournament.seating.checks import listed
from tournament.seating.draft import Arranged, Draft, seated, spans
from tournament.seating.models import Seating, SeatingSource
from tournament.seating.planner.repair import Kind
from tournament.seating.queries import byes_of, started_hanchan
from tournament.seating.repair.options import Option, options
from tournament.seating.repair.refusals import Tables, refuse_first, refuse_people, refuse_reseating
from tournament.seating.repair.situation import Situation, situation
from tournament.seating.repair.solving import sitting_of, solved
from tournament.seating.revising import carried_out, revise
from tournament.seating.verifying import refuse_altered


def repair(
    *, tournament: Tournament, first: int, key: str, by: Any, at: datetime, leaving: Sequence[Player] = (),
    coming: Sequence[Player] = (), reason: str = "", base: int | None = None, submission: str = "",
) -> Seating:  # fmt: skip
    """From hanchan `first` on go on without those who leave and with those who come, in one of the ways.

    Who leaves is withdrawn in the same breath. What is solved is solved before the database is locked.
    """
    if earlier := carried_out(tournament, submission):
        return earlier
    refuse_altered(tournament.seating, at=at)
    refuse_first(tournament, first)
    refuse_people(leaving, coming)
    case = situation(tournament, first, leaving, coming)
    option, arranged = chosen(tournament, case, key)

    def change(_old: Draft) -> Arranged:
        if situation(tournament, first, leaving, coming) != case:
            raise Conflict(_("The players or the seating changed meanwhile. Look at the ways again."))
        for player in leaving:
            if player.status == PlayerStatus.PLAYING:
                withdraw(player=player, reason=reason, by=by, at=at)
        return arranged

    everybody = {player.pk for player in (*case.regular, *option.brings)}
    return revise(
        tournament, change, source=SeatingSource.REPAIRED, verb="repaired the seating",
        subject=_("from hanchan %(number)d on: %(title)s") % {"number": first, "title": option.title},
        reason=reason or _said(option, case), by=by, at=at, base=base, submission=submission,
        expected=None if option.kind == Kind.SUBSTITUTES else dict.fromkeys(case.hanchan, everybody),
    )  # fmt: skip


def _said(option: Option, case: Situation) -> str:
    """Why, when nobody said it: who left and who came."""
    parts = [option.title]
    if case.gone:
        parts.append(_("left: %(names)s") % {"names": listed(case.gone)})
    if case.newcomers:
        parts.append(_("came: %(names)s") % {"names": listed(case.newcomers)})
    return "; ".join(parts)[:500]


def chosen(tournament: Tournament, case: Situation, key: str) -> tuple[Option, Arranged]:
    """The option with that key and what it makes. Raises Refused when there is none, or something stands against it."""
    found = next(iter(options(tournament, case, only=key)), None)
    if found is None:
        raise Refused(_("That way is not open any more. Look at the ways again."), field="kind")
    if found.arranged is None:
        raise Refused(found.against, field="kind")
    return found, found.arranged


def reseat(
    *, tournament: Tournament, hanchan: int, tables: Tables, by: Any, at: datetime, anew: bool = False,
    reason: str = "", base: int | None = None, submission: str = "",
) -> Seating:  # fmt: skip
    """People at these tables sit like that: seats within a table, whole tables, or people across them.

    In a hanchan that plays this records who really sits where, as long as no sheet is in for these tables. With `anew`
    the hanchan that have not started are planned again, with this hanchan as it is.
    """
    if earlier := carried_out(tournament, submission):
        return earlier
    numbers = {"number": hanchan, "tables": spans(tables)}
    playing = tournament.hanchan.filter(number=hanchan, state=HanchanState.PLAYING).exists()
    subject = _("hanchan %(number)d: who really sits at table %(tables)s") if playing else ""

    def change(old: Draft) -> Arranged:
        now = Arranged(old, byes_of(tournament.seating))
        refuse_reseating(tournament, now, hanchan, tables)
        return reseated(tournament, now, hanchan, tables, anew=anew)

    return revise(
        tournament, change, source=SeatingSource.REPAIRED if playing or anew else SeatingSource.CHANGED,
        verb="recorded who really sat where" if playing else "changed seats",
        subject=(subject or _("hanchan %(number)d: seats at table %(tables)s")) % numbers, reason=reason, by=by, at=at,
        base=base, submission=submission, really_played=[hanchan] if playing else (),
    )  # fmt: skip


def first_after(tournament: Tournament, hanchan: int) -> int:
    """The number after this hanchan and after every one that has started."""
    return max([hanchan, *started_hanchan(tournament)]) + 1


def reseated(tournament: Tournament, now: Arranged, hanchan: int, tables: Tables, *, anew: bool) -> Arranged:
    """The seating with these tables changed; with `anew` the hanchan after it that have not started are planned again
    for the people who sit in them."""
    draft = {**now.draft, hanchan: {**now.draft[hanchan], **tables}}
    resting = frozenset(now.people(hanchan) - seated(draft[hanchan]))
    right = Arranged(draft, {**now.byes, hanchan: resting} if resting else now.byes)
    first = first_after(tournament, hanchan)
    if not anew or first not in draft:
        return right
    case = replace(situation(tournament, first), now=right)
    sitting = [frozenset(people) for people in sitting_of(right, case)]
    return Arranged(solved(tournament, case, sitting, is_even=False), right.byes)
