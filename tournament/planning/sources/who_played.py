"""Others sat there than the seating says: the seats of one hanchan as they were played, also after it was closed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded
from tournament.planning.basis import SeatingBasis
from tournament.planning.line_up.basis import LineUpBasis
from tournament.planning.line_up.choices import RankedChoices
from tournament.planning.line_up.exchange import Played, holders, people, stand_ins, touched
from tournament.planning.proposal import NameCorrection, Origin, Proposal, obstacle
from tournament.players.models import Player
from tournament.seats.models import SeatingSource
from tournament.seats.seat_map import Arrangement, seated
from tournament.seats.stand_ins import with_choice

MOVED = obstacle(
    "people-changed", _("The people at these tables changed in the meantime. Compare the names with the sheets again.")
)


@dataclass(frozen=True, slots=True)
class WhoPlayed:
    """Of two exchanged people, a ring, or one typed wrongly: who really played.

    `who` maps the id of who is listed to the id of who really played; `seen` each table at which a name changes to the
    number of the sheet's version that the person was looking at, 0 for none; `ranked` says of those who play somebody
    else's seat, by id, whether the hanchan counts for them. Points, winds and marks stay with the seat, penalties with
    the person.
    """

    basis: LineUpBasis
    who: Mapping[int, int]
    seen: Mapping[int, int]
    ranked: Mapping[int, bool]

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        number, played, players = self.basis.number, self.basis.played, basis.players
        choices = self.basis.choices(self.who, self.ranked, players)
        obstacles = tuple(self._obstacles(basis, choices))
        now: Played = {} if obstacles else choices.seated(played, self.who)
        standing = stand_ins(now)
        changed = {str(players[one].number): counts for one, counts in choices.changed.items()}
        yield Proposal(
            key="names",
            title=gettext("Correct who played"),
            done="",
            button=gettext("Correct who played"),
            origin=Origin(
                source=SeatingSource.REPAIRED, verb=Verb.CORRECTED_PEOPLE, subject=self._subject(players, choices)
            ),
            first=number,
            arranged=None if obstacles else _arranged(basis, number, now),
            obstacles=obstacles,
            is_stale=MOVED in obstacles,
            detail={"hanchan": number, **({"ranked": changed} if changed else {})},
            really_played=frozenset({number}),
            needs_reason=True,
            names=NameCorrection(
                self.basis, self.who, self.seen, standing, {one: choices.kept(one) for one in standing.values()}
            ),
        )

    def _subject(self, players: Mapping[int, Player], choices: RankedChoices) -> str:
        def name(player: int) -> str:
            return with_choice(str(players.get(player, "–")), choices.changed.get(player))

        pairs = [
            coded("seat-of", written=players.get(written, "–"), real=name(real)) for written, real in self.who.items()
        ]
        pairs += [name(player) for player in choices.changed if player not in self.who.values()]
        return coded("who-played", number=self.basis.number, pairs=pairs)

    def _obstacles(self, basis: SeatingBasis, choices: RankedChoices) -> Iterator[Message]:
        """Yield that these people cannot have played these seats."""
        number, at, players = self.basis.number, people(self.basis.played), basis.players
        if number not in basis.started:
            text = _("Hanchan {number} has not started: nobody has played it. Swap the players in the seating instead.")
            yield obstacle("hanchan-not-started", text, number=number)
            return
        if not self.who and not choices.changed:
            yield obstacle("same-people", _("Nobody changes seats. Type who really sat there, then apply."))
            return
        known = players.keys() - basis.merged.keys()
        if not (set(self.who) <= set(at) and set(self.who.values()) <= known):
            yield MOVED
            return
        if set(touched(self.basis.played, self.who)) != set(self.seen):
            yield MOVED
        real = list(self.who.values())
        for player in dict.fromkeys(real):
            if real.count(player) > 1:
                text = _("{name} cannot have two seats in one hanchan. Choose somebody else for one of them.")
                yield obstacle("two-seats", text, name=players[player])
            if player in at and player not in self.who:
                text = _("{name} is listed at table {table}. Say who really played that seat, too.")
                yield obstacle("other-table", text, name=players[player], table=at[player])
            if player not in at:
                yield from self._absent(basis, players[player])

    def _absent(self, basis: SeatingBasis, player: Player) -> Iterator[Message]:
        """Yield that somebody was not there: out of the event before the hanchan began, or recorded as absent."""
        number = self.basis.number
        if not basis.is_playing(player.pk) and player.pk not in self.basis.left_later:
            text = _(
                "{name} was {status} before hanchan {number} began. If {name} did play, reinstate the player under "
                "Players, correct the sheet, and withdraw or disqualify the player again."
            )
            yield obstacle("player-out", text, name=player, status=player.get_status_display(), number=number)
        if player.pk in self.basis.forfeited:
            text = _("{name} forfeited hanchan {number}. If {name} did play, cancel the forfeit under Penalties first.")
            yield obstacle("player-forfeited", text, name=player, number=number)


def _arranged(basis: SeatingBasis, hanchan: int, now: Played) -> Arrangement:
    """The seating with these seats; who has lost one sits out, who has got one does not any more. Who sits out and
    plays somebody else's seat keeps the bye for the time after that."""
    old = basis.now
    substitutes = {pk for pk, player in basis.players.items() if player.is_substitute}
    draft = {**old.draft, hanchan: holders(now)}
    resting = old.people(hanchan) - seated(draft[hanchan])
    resting -= substitutes - old.byes.get(hanchan, frozenset())
    byes = {**old.byes, hanchan: frozenset(resting)}
    return Arrangement(draft, {number: out for number, out in byes.items() if out})
