"""A penalty while it is being decided: what the catalogue foresees, what came before, what it would change.

The page shows it as soon as something is chosen, with script or without; giving it is asked for only after that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scoring.fouls import Foul
from scoring.points import Points
from scoring.standings import Deduction, Status
from tournament.events.models import Hanchan, Tournament
from tournament.penalties.effect import Effect, effects
from tournament.penalties.fields import type_back
from tournament.penalties.models import Penalty, PenaltyKind
from tournament.penalties.price import follows_the_catalogue, kinds_for, scheduled, suggestion
from tournament.penalties.queries import earlier_offences, foul_of
from tournament.penalties.seats import KeptSeats, kept_seats
from tournament.players.models import Player


@dataclass(frozen=True)
class Draft:
    """What has been chosen so far; anything may still be missing. `amount` in points."""

    tournament: Tournament
    player: Player | None
    hanchan: Hanchan | None
    foul: Foul | None
    kind: str
    amount: Points | None

    @property
    def mark(self) -> str:
        """Names what was shown, so that nothing else is given than what was seen."""
        parts = (self.player and self.player.pk, self.hanchan and self.hanchan.number, self.foul and self.foul.code)
        return "/".join(str(part) for part in (*parts, self.kind, self.amount))

    @property
    def foreseen(self) -> Points | None:
        """The catalogue's points for the chosen kind, None where it foresees nothing of the sort."""
        return scheduled(self.foul, self.kind, self.tournament.ruleset)

    @property
    def kinds(self) -> tuple[PenaltyKind, ...]:
        """What the catalogue foresees for the foul."""
        return kinds_for(self.foul)

    @cached_property
    def earlier(self) -> list[Penalty]:
        """The same foul by the same player before."""
        return earlier_offences(self.player, self.foul.code) if self.player and self.foul else []

    @property
    def repeated(self) -> Points | None:
        """What the catalogue has for a repetition, when this is one and costs something else."""
        return None

    @property
    def nth(self) -> int:
        return len(self.earlier) + 1

    @property
    def deviates(self) -> bool:
        """Whether this is something else than what the catalogue foresees."""
        if self.foul is None or self.amount is None:
            return False
        return not follows_the_catalogue(self.foul, self.kind, self.amount, self.tournament.ruleset, len(self.earlier))

    @cached_property
    def kept(self) -> KeptSeats | None:
        """The seats that a disqualification would leave with the player; None for every other penalty."""
        out = self.kind == PenaltyKind.DISQUALIFICATION
        return kept_seats(self.player) if self.player and out else None

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """What it changes in the standings, () while nobody is chosen."""
        if self.player is None or self.amount is None:
            return ()
        extra = [Deduction(self.player.pk, self.amount, self.hanchan and self.hanchan.number)]
        out = self.kind == PenaltyKind.DISQUALIFICATION
        statuses = {self.player.pk: Status.DISQUALIFIED} if out else {}
        return effects(self.tournament, [self.player], extra=extra, statuses=statuses)


def settled(typed: Mapping[str, str], tournament: Tournament, *, live: bool) -> dict[str, str]:
    """Kind and amount to go on with, as one types them.

    `was_…` say what the page had. When the foul or the kind is another now, what hangs on it is taken from the
    catalogue. A page that is sent as a whole (not `live`) may have changed several things at once: what the referee
    typed there stays.
    """
    rules = tournament.ruleset
    foul = foul_of(tournament, typed.get("foul", ""))
    kind, amount = typed.get("kind", ""), typed.get("amount", "")
    new_foul = typed.get("foul", "") != typed.get("was_foul", "")
    if not kind or (new_foul and (live or kind == typed.get("was_kind", ""))):
        kind = suggestion(foul, rules).kind.value
    new_kind = new_foul or kind != typed.get("was_kind", "")
    if new_kind and (live or amount == typed.get("was_amount", "")):
        foreseen = scheduled(foul, kind, rules)
        amount = "" if foreseen is None else type_back(foreseen)
    if not amount and kind not in (PenaltyKind.POINTS, PenaltyKind.CHONBO):
        amount = "0"
    return {"kind": kind, "amount": amount}
