"""The ranking that a seating by the standings gives away: who sits where tells it, also that of hidden results."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.seats.queries import paired_hanchan
from tournament.seats.seat_map import spans
from tournament.standings.inputs import Inputs, read_inputs
from tournament.standings.visibility import public_through


def hidden_before(inputs: Inputs, number: int) -> list[int]:
    """The hanchan before `number` whose results count in the standings and are not public, or only in part."""
    through = public_through(inputs) if inputs.freeze.shown_places is None else 0
    return list(range(through + 1, min(number - 1, inputs.played) + 1))


def refuse_telling(tournament: Tournament, numbers: Collection[int]) -> None:
    """Refuse to publish seats that were made from results which are still hidden."""
    paired = sorted(paired_hanchan(tournament) & set(numbers))
    inputs = read_inputs(tournament) if paired else None
    for number in paired:
        if inputs and (hidden := hidden_before(inputs, number)):
            raise Refused.of(
                "tells-ranking",
                _(
                    "Hanchan {number} is seated by the standings, and the results of hanchan {hidden} are not public. "
                    "Whoever sees the tables can work out the ranking. Release the results first, or publish all the "
                    "same."
                ),
                field="telling",
                number=number,
                hidden=spans(hidden),
            )
