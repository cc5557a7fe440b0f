"""The choice whether a hanchan counts for those who play somebody else's seat in it, as stored and on a page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournament.planning.line_up.exchange import Played, stand_ins, with_people
from tournament.players.models import Player
from tournament.seats.stand_ins import choice_of

NO_CHOICES: Mapping[int, bool] = {}


@dataclass(frozen=True, slots=True)
class RankedChoices:
    """The choices for a hanchan by player id: `stored` are those of who stands in there now, `ranked` those that are
    made. Whoever comes in is ranked until somebody says otherwise."""

    hanchan: int
    players: Mapping[int, Player]
    stored: Mapping[int, bool | None]
    ranked: Mapping[int, bool]

    def was_ranked(self, player: int) -> bool:
        """Return whether the hanchan counts now for somebody who stands in."""
        stored = self.stored[player]
        return self.players[player].is_ranked_in(self.hanchan) if stored is None else stored

    def is_ranked(self, player: int) -> bool:
        """Return whether it counts then."""
        return self.ranked.get(player, player not in self.stored or self.was_ranked(player))

    def kept(self, player: int) -> bool | None:
        """Return what a stand-in keeps of it."""
        return choice_of(self.players[player], self.hanchan, self.is_ranked(player))

    @property
    def changed(self) -> dict[int, bool]:
        """Those for whom something else is chosen than what is stored, with what is chosen."""
        others = (player for player in self.ranked if self.kept(player) != self.stored.get(player))
        return {player: self.ranked[player] for player in others}

    def undone(self, who: Mapping[int, int]) -> dict[int, bool]:
        """Return the choices that bring back what is stored, once the correction of `who` is made."""
        return {player: self.was_ranked(player) for player in self.stored if player in who or player in self.changed}

    def seated(self, played: Played, who: Mapping[int, int]) -> Played:
        """Return the seats with the people of `who` in them. Whoever is not ranked as their entry says, or not there
        yet, stands in for whose seat it is, as substitutes do."""
        come = [self.players[player] for player in who.values()]
        standing = {one.pk for one in come if not one.is_ranked_in(self.hanchan) or self.kept(one.pk) is not None}
        return with_people(played, who, standing)

    def offered(self, played: Played, who: Mapping[int, int], tables: Collection[int]) -> list[Player]:
        """Return for whom there is something to choose at these tables: who is no substitute and stands in, or can."""
        now = with_people(played, who, set(who.values()))
        found = stand_ins({table: now[table] for table in sorted(tables)}).values()
        return [self.players[player] for player in found if not self.players[player].is_substitute]
