"""The consequences of a correction of sheets that are in: cut, later hanchan, ties, what players see, in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.messages import sentence
from tournament.core.models import Hanchan, HanchanState
from tournament.seats.queries import paired_hanchan
from tournament.standings.correction import Correction
from tournament.standings.played_cuts import newly_moved
from tournament.standings.visibility import public_through
from tournament.translation.formats import enumeration


@dataclass(frozen=True, slots=True)
class AffectedLine:
    """One thing that depends on who played: what becomes of it; `is_fine` when nothing does."""

    text: str
    is_fine: bool
    href: str = ""
    link: str = ""


def cut_lines(effect: Correction, slug: str) -> Iterator[AffectedLine]:
    """Yield lines about what becomes of the first cut that the hanchan counts for."""
    ties = {"href": reverse("standing_ties", args=[slug]), "link": _("Ties")}
    if moved := newly_moved(effect.inputs, effect.changed):
        yield from (AffectedLine(sentence(message), False) for message in moved)
    elif effect.after.tied and not effect.before.tied:
        yield AffectedLine(str(sentence(effect.after.problem) if effect.after.problem else ""), False, **ties)
    elif effect.cut is None:
        yield AffectedLine(_("No cut depends on this hanchan."), True)
    elif not effect.is_made:
        text = _("The cut comes later, after hanchan {after}. It is shown as it would be now.")
        yield AffectedLine(text.format(after=effect.cut.after), True)
    elif effect.cut_changes:
        yield AffectedLine(_("The cut after hanchan {after} changes.").format(after=effect.cut.after), False)
    else:
        yield AffectedLine(_("The cut after hanchan {after} stays as it is.").format(after=effect.cut.after), True)


def later_hanchan(hanchan: Hanchan, effect: Correction, slug: str) -> Iterator[AffectedLine]:
    """The later hanchan that were seated by the standings: started ones stay as they were played."""
    numbers = {number for number in paired_hanchan(hanchan.tournament) if number > hanchan.number}
    found = hanchan.tournament.hanchan.filter(number__in=numbers).order_by("number")
    if not found or not effect.order_changes:
        yield AffectedLine(_("No later hanchan is seated by standings that change."), True)
    for later in found if effect.order_changes else ():
        if later.state == HanchanState.PLANNED:
            text = _("Hanchan {number} is seated by the standings and has not started: seat it again after this.")
            href = reverse("seating_change", args=[slug], query={"what": "standings", "hanchan": later.number})
            yield AffectedLine(text.format(number=later.number), False, href, _("Seat by the standings"))
        else:
            text = _("Hanchan {number} was seated by the standings and has started: it stays as it is played.")
            yield AffectedLine(text.format(number=later.number), False)


def tie_lines(effect: Correction, slug: str) -> Iterator[AffectedLine]:
    """The decisions about ties that have nothing to decide any more."""
    names = effect.inputs.names
    for lost in effect.lost_ties:
        text = _("{names} are no longer equal after hanchan {after}: the referee’s decision has nothing to decide.")
        said = text.format(names=enumeration(names[player].label for player in lost.order), after=lost.after)
        yield AffectedLine(said, False, reverse("standing_ties", args=[slug]), _("Ties"))
    if not effect.lost_ties:
        yield AffectedLine(_("No tie decision is affected."), True)


def public_line(hanchan: Hanchan, effect: Correction) -> AffectedLine:
    """Return a line about whether players see it."""
    if hanchan.number <= public_through(effect.inputs) and hanchan.tournament.is_public:
        return AffectedLine(_("Players see the new standings at once."), True)
    return AffectedLine(_("Players do not see the results of hanchan {n} yet.").format(n=hanchan.number), True)


def consequences(hanchan: Hanchan, effect: Correction) -> list[AffectedLine]:
    """Everything in the standings that may depend on the figures of a sheet, also what does not."""
    slug = hanchan.tournament.slug
    if hanchan.tournament.is_league:
        return [public_line(hanchan, effect)]
    return [
        *cut_lines(effect, slug),
        *later_hanchan(hanchan, effect, slug),
        *tie_lines(effect, slug),
        public_line(hanchan, effect),
    ]
