"""The consequences of the rules besides places and totals, in sentences."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.models import Hanchan, HanchanState
from tournament.seats.seat_map import spans
from tournament.standings.consequences import AffectedLine, cut_lines, later_hanchan, public_line, tie_lines
from tournament.standings.rule_correction.effect import RuleEffect

PRICES = frozenset({"chonbo", "paid", "schedule"})


def rule_consequences(hanchan: Hanchan, effect: RuleEffect, changed: frozenset[str]) -> list[AffectedLine]:
    """Everything that may depend on the rules, also what does not. `hanchan` is the first one, `changed` has the names
    of the rules that change."""
    slug = hanchan.tournament.slug
    cuts = effect.cuts.values() or (effect.whole,)
    return [
        *(line for cut in cuts for line in cut_lines(cut, slug)),
        *later_hanchan(hanchan, effect.whole, slug),
        *tie_lines(effect.whole, slug),
        *_penalties(effect, changed, slug),
        *_marks(effect, changed),
        *_playing(hanchan),
        public_line(hanchan, effect.whole),
    ]


def _penalties(effect: RuleEffect, changed: frozenset[str], slug: str) -> Iterator[AffectedLine]:
    given = [one for one in effect.inputs.counting if one.amount]
    prices = {name for name in changed if name in PRICES or name.startswith("lateness")}
    if given and prices:
        text = ngettext(
            "{n} penalty keeps the amount that it was given with. If the new rules ask for another one, cancel it and "
            "give it again.",
            "{n} penalties keep the amounts that they were given with. If the new rules ask for other ones, cancel "
            "them and give them again.",
            len(given),
        )
        yield AffectedLine(text.format(n=len(given)), False, reverse("penalties", args=[slug]), _("Penalties"))


def _marks(effect: RuleEffect, changed: frozenset[str]) -> Iterator[AffectedLine]:
    """Marks that the sheets that are in cannot have yet."""
    before, after = effect.inputs.rules, effect.rules
    if effect.inputs.tables and not before.yakitori and after.yakitori:
        yield AffectedLine(_("Nobody is marked for yakitori on the sheets that are in. Change those sheets."), False)
    if effect.inputs.tables and "bust_prize" in changed and not before.bust_prize:
        yield AffectedLine(
            _("The sheets that are in do not say who took the last points of a bust player. Change those sheets."),
            False,
        )


def _playing(hanchan: Hanchan) -> Iterator[AffectedLine]:
    playing = hanchan.tournament.hanchan.filter(state=HanchanState.PLAYING).order_by("number")
    if numbers := list(playing.values_list("number", flat=True)):
        text = _("Hanchan {numbers} is being played: tell the tables. Its time limit stays as it is.")
        yield AffectedLine(text.format(numbers=spans(numbers)), False)
