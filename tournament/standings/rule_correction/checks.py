"""The rules that may change once sheets are in. The page asks before it shows what would change; the action decides.

Never the number of players at a table, and nothing while results are official. Any other rule may, as long as every
sheet that was typed fits the new rules too.
"""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from django.utils.translation import gettext_noop as _

from scoring.messages import Level, Message, ngettext_lazy
from scoring.points import Unit
from scoring.rules import Ruleset
from scoring.sheet import problems
from scoring.winds import WINDS, Wind
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.events.checks import check_nobody_is_seated
from tournament.results.models import Sheet, SheetLine
from tournament.results.sheets.checks import needs_override
from tournament.seats.seat_map import spans

MOST_NAMED = 12
WHERE = (
    "version__sheet__hanchan__number",
    "version__sheet__table",
    "version_id",
    "version__deposits",
    "version__overridden",
)


def refuse_rules(tournament: Tournament, rules: Ruleset) -> None:
    """Refuse rules by which what was played cannot be scored, naming every sheet. Three queries."""
    if rules.players != tournament.ruleset.players:
        check_nobody_is_seated(tournament)
    _refuse_official(tournament)
    found = list(unfit_sheets(tournament, rules))
    if found:
        text = ngettext_lazy(
            "By these rules a sheet that is in would be wrong. Correct the sheet or the rules.",
            "By these rules {count} sheets that are in would be wrong. Correct the sheets or the rules.",
        )
        more = len(found) - MOST_NAMED
        beyond = ngettext_lazy("… and {more} more.", "… and {more} more.", "more")
        rest = [Message("more-sheets", beyond, {"more": more}, Level.ERROR)] if more > 0 else []
        head = Message("sheets-unfit", text, {"count": len(found)}, Level.ERROR)
        raise Refused([head, *found[:MOST_NAMED], *rest])


def _refuse_official(tournament: Tournament) -> None:
    official = tournament.hanchan.filter(official_at__isnull=False).order_by("number")
    numbers = list(official.values_list("number", flat=True))
    if numbers:
        text = _(
            "Official results are scored by these rules: hanchan {numbers}. Reopen them on the page of each hanchan "
            "first, with your password and a reason."
        )
        raise Refused.of("results-official", text, numbers=spans(numbers))


def unfit_sheets(tournament: Tournament, rules: Ruleset) -> Iterator[Message]:
    """Yield what would be wrong with each sheet that counts or waits, in order. A wrong sum that a referee has accepted
    stays accepted."""
    sheets = Sheet.objects.filter(hanchan__tournament=tournament)
    rows = sheets.values_list("accepted_id", "first_reading_id", "other_reading_id")
    versions = {version for row in rows for version in row if version}
    lines = SheetLine.objects.filter(version__sheet__hanchan__tournament=tournament)
    found = lines.order_by(*WHERE[:3], "pk").values_list(*WHERE, "wind", "points", "yakitori", "busted_by")
    for (hanchan, table, version, deposits, overridden), group in groupby(found, itemgetter(*range(len(WHERE)))):
        if version not in versions:
            continue
        seats = sorted((row[len(WHERE) :] for row in group), key=lambda seat: WINDS.index(Wind(seat[0])))
        wrong = [
            problem
            for problem in problems(
                [points for _wind, points, *_marks in seats],
                deposits,
                rules,
                Unit.FULL,
                yakitori=[yakitori for *_seat, yakitori, _taker in seats],
                busted_by=[Wind(taker) if taker else None for *_seat, taker in seats],
            )
            if problem.level is Level.ERROR
        ]
        if wrong and not (overridden and needs_override(wrong)):
            text = _("Hanchan {hanchan}, table {table}: {problem}")
            params = {"hanchan": hanchan, "table": table, "problem": wrong[0]}
            yield Message("sheet-unfit", text, params, Level.ERROR)
