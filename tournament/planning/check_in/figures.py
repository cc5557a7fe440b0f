"""What a way to close check-in does to the seating, in figures."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.models import Tournament
from tournament.planning.check_in.attendance import Attendance, ClosingChoices
from tournament.planning.check_in.closings import ClosingWay, arrangement_of, solved
from tournament.planning.quality import quality_of_map
from tournament.planning.repair.options import OptionCard, option_card, quality_now
from tournament.seats.queries import draft_of
from tournament.seats.seat_map import Arrangement


@dataclass(frozen=True, slots=True)
class Figures:
    """What a way does to the seating: the pairs who meet twice, and which seats change in a sentence.

    `is_worse`: fewer pairs could meet twice by another way whose figures are known.
    """

    repeats: int
    seats: str
    is_worse: bool = False


def figures_of(tournament: Tournament, there: Attendance, choices: ClosingChoices, way: ClosingWay) -> Figures:
    """Count what a way that is possible does to the seating. Raises Busy."""
    arranged = arrangement_of(tournament, way, choices)
    if arranged is None:
        return Figures(_repeats_now(tournament), _("Nothing changes"))
    repeats = quality_of_map(arranged.draft).quality.repeats
    if way.needs_search:
        return Figures(repeats, _moved(tournament, way, choices))
    count = len(_people(there.now) - _people(arranged, there.first or 1))
    text = ngettext(
        "{count} player is replaced, nobody else moves", "{count} players are replaced, nobody else moves", count
    )
    return Figures(repeats, text.format(count=count))


def _people(arranged: Arrangement, first: int = 1) -> set[int]:
    return {pk for number in arranged.draft if number >= first for pk in arranged.people(number)}


def _repeats_now(tournament: Tournament) -> int:
    seating = tournament.seating
    if seating is not None and seating.repeats is not None:
        return seating.repeats
    return quality_of_map(draft_of(seating)).quality.repeats


def _moved(tournament: Tournament, way: ClosingWay, choices: ClosingChoices) -> str:
    card = card_of(tournament, way, choices)
    assert card is not None and card.moves is not None  # noqa: S101  # of an option with an arrangement
    text = ngettext(
        "{count} player changes tables, {times} times in all",
        "{count} players change tables, {times} times in all",
        card.count,
    )
    return text.format(count=card.count, times=card.moves.seats)


def card_of(tournament: Tournament, way: ClosingWay, choices: ClosingChoices) -> OptionCard | None:
    """The figures of a new plan, as the page of repairs has them."""
    option = solved(tournament, way)
    if option is None or way.case is None:
        return None
    known = {player.pk: player for player in tournament.players.all()}
    return option_card(option, way.case, known, quality_now(way.case))
