"""The size that letters on a screen of the hall need: from the height of the picture and the farthest seat. Pure."""

from dataclasses import dataclass
from math import radians, tan

from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int

CAP_HEIGHT = 0.727  # of Inter: the height of a capital letter, of the size of the type
ARC_MINUTE = radians(1 / 60)
HEIGHTS, SEATS = range(20, 1001), range(1, 101)


@dataclass(frozen=True, slots=True)
class HallDistance:
    """A picture `height` cm high, whose farthest reader sits `metres` away."""

    height: int
    metres: int

    @property
    def arc(self) -> float:
        """The size of type whose capitals are one minute of arc high for that reader, in % of the picture's height.

        >>> HallDistance(140, 20).arc  # 10 minutes are 62 px of 1,080
        0.5716
        """
        return round(100 * self.metres * 100 * tan(ARC_MINUTE) / self.height / CAP_HEIGHT, 4)

    @property
    def far(self) -> float:
        """The type of table numbers, places and totals, ten minutes, in % of the picture's height (css/screen.css)."""
        return max(10.05 * self.arc, 2.4)

    @property
    def name(self) -> float:
        """The type of names, seven minutes, likewise."""
        return max(7.1 * self.arc, 1.5)

    @property
    def least(self) -> float:
        """The smallest type, five minutes, likewise."""
        return max(5.2 * self.arc, 1.5)


def distance_of(request: TournamentRequest) -> HallDistance:
    """Return the distance of the screen that asks: `?height=` in cm, `?distance=` in m, else that of the event."""
    event: Tournament = request.tournament
    height, metres = (parse_int(request.GET.get(name, "")) or 0 for name in ("height", "distance"))
    return HallDistance(
        height if height in HEIGHTS else event.picture_height,
        metres if metres in SEATS else event.farthest_seat,
    )
