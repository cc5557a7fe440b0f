"""The basis of a correction of who played: what it depends on beside the seating, read once."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.core.models import Hanchan, Verb
from tournament.planning.line_up.choices import RankedChoices
from tournament.planning.line_up.exchange import Played, played_seats
from tournament.players.actions import history_name
from tournament.players.models import Player, PlayerStatus
from tournament.results.models import PenaltyKind
from tournament.seats.queries import lineup


@dataclass(frozen=True, slots=True)
class LineUpBasis:
    """The people of one hanchan, by id.

    played       whose seats they are, and who plays them
    stored       of who stands in, the choice whether the hanchan counts
    forfeited    those recorded as absent
    left_later   those out of the event who left it after the hanchan had begun
    """

    number: int
    played: Played
    stored: Mapping[int, bool | None]
    forfeited: frozenset[int]
    left_later: frozenset[int]

    def choices(
        self, who: Mapping[int, int], ranked: Mapping[int, bool], players: Mapping[int, Player]
    ) -> RankedChoices:
        """Return the choices whether it counts; those for people who neither stand in nor come in are left out."""
        about = {*self.stored, *who.values()} & players.keys()
        return RankedChoices(self.number, players, self.stored, {one: ranked[one] for one in ranked if one in about})


def line_up_basis(hanchan: Hanchan) -> LineUpBasis:
    """Read it; six queries at most."""
    tournament = hanchan.tournament
    standing = tournament.stand_ins.filter(hanchan=hanchan, cancelled_at=None)
    absent = tournament.penalties.filter(hanchan=hanchan, kind=PenaltyKind.FORFEIT, cancelled_at=None)
    return LineUpBasis(
        number=hanchan.number,
        played=played_seats(lineup(tournament, hanchan.number)),
        stored=dict(standing.values_list("substitute_id", "counts")),
        forfeited=frozenset(absent.values_list("player_id", flat=True)),
        left_later=frozenset(_left_later(hanchan)),
    )


def _left_later(hanchan: Hanchan) -> set[int]:
    if hanchan.started_at is None:
        return set()
    out = hanchan.tournament.players.exclude(status=PlayerStatus.PLAYING)
    names = {history_name(player): player.pk for player in out}
    entries = hanchan.tournament.audit_entries.filter(
        verb__in=(Verb.WITHDREW, Verb.DISQUALIFIED), subject__in=names, at__gte=hanchan.started_at
    )
    return {names[subject] for subject in entries.values_list("subject", flat=True)}
