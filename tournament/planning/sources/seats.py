"""Tables sit wrong: the seats as they are, or as they should be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import Origin, Proposal, obstacle
from tournament.planning.sources.repair import impossible
from tournament.planning.sources.repair_options import repair_case, replanned_map, sitting_of
from tournament.players.models import Player
from tournament.seating_report.sentences import player_list
from tournament.seats.models import SeatingSource
from tournament.seats.seat_map import Arrangement, SeatMap, seated, spans

KEEP, REPLAN = "keep", "replan"
"""The remaining hanchan stay, or are planned again."""
Tables = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The seats of some tables in a hanchan that is not closed: within a table, whole tables, or players across them.

    In a hanchan being played they are the seats as they are, as long as no sheet of these tables is in. Somebody who
    sits out may have a seat: whoever loses it sits out.
    """

    hanchan: int
    tables: Tables

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        if obstacles := tuple(self._obstacles(basis)):
            yield impossible(self.hanchan, obstacles)
            return
        kept = self._kept(basis.now)
        lost = self._seats_lost(basis, kept)
        effect = gettext("The remaining hanchan stay as they are.")
        keep = self._proposal(basis, KEEP, gettext("Change nothing else"), notes=(*lost, effect), arranged=kept)
        yield keep
        made = self._replanned(basis, kept, search=run == REPLAN)
        if made != kept:
            effect = gettext("As few players as possible move, without avoidable repeats.")
            title = gettext("Re-plan the remaining hanchan")
            again = self._proposal(basis, REPLAN, title, notes=(*lost, effect), arranged=made)
            yield replace(again, is_waiting=made is None)

    def _proposal(
        self, basis: SeatingBasis, key: str, title: str, *, notes: tuple[str, ...], arranged: Arrangement | None
    ) -> Proposal:
        is_played = self.hanchan in basis.started
        code = "actual-seats" if is_played else "seats"
        again = is_played or key == REPLAN
        return Proposal(
            key=key,
            title=title,
            done=gettext("Seating corrected."),
            button=gettext("Save the actual seats") if is_played else gettext("Use this option"),
            origin=Origin(
                source=SeatingSource.REPAIRED if again else SeatingSource.CHANGED,
                verb=Verb.RECORDED_SEATS if is_played else Verb.CHANGED_SEATS,
                subject=coded(code, number=self.hanchan, tables=spans(self.tables)),
            ),
            first=self.hanchan,
            arranged=arranged,
            notes=notes,
            people=tuple(player for seats in self.tables.values() for player in seats),
            really_played=frozenset({self.hanchan} if is_played else ()),
        )

    def _kept(self, now: Arrangement) -> Arrangement:
        """The arrangement with these tables changed, nothing else; who has no seat sits out in that hanchan."""
        draft = {**now.draft, self.hanchan: {**now.draft[self.hanchan], **self.tables}}
        resting = frozenset(now.people(self.hanchan) - seated(draft[self.hanchan]))
        return Arrangement(draft, {**now.byes, self.hanchan: resting} if resting else now.byes)

    def _replanned(self, basis: SeatingBasis, kept: Arrangement, *, search: bool) -> Arrangement | None:
        """The arrangement with the hanchan after this one that have not started planned again for those who sit in
        them; None while it was not searched for. Raises Busy and CannotPlan."""
        first = max([self.hanchan, *basis.started]) + 1
        if first not in kept.draft:
            return kept
        case = replace(repair_case(basis, first), now=kept)
        sitting = [frozenset(people) for people in sitting_of(kept, case)]
        made = replanned_map(case, sitting, is_even=False, search=search)
        return None if made is None else Arrangement(made, kept.byes)

    def _seats_lost(self, basis: SeatingBasis, kept: Arrangement) -> tuple[str, ...]:
        """Return a sentence on who loses a seat in the hanchan and who gets it."""
        before, after = seated(basis.now.draft[self.hanchan]), seated(kept.draft[self.hanchan])
        if before == after:
            return ()
        text = gettext("Hanchan {number}: {out} loses the seat and has a bye; {into}, who had a bye, plays.")
        out, into = (player_list(_by_number(basis, people)) for people in (before - after, after - before))
        return (text.format(number=self.hanchan, out=out, into=into),)

    def _obstacles(self, basis: SeatingBasis) -> Iterator[Message]:
        draft, hanchan = basis.now.draft, self.hanchan
        if hanchan not in draft:
            yield obstacle("no-seating", _("Hanchan {number} has no seating yet."), "hanchan", number=hanchan)
        elif hanchan in basis.closed:
            text = _(
                "Hanchan {number} is closed. To correct who played, open the sheet of a table and choose "
                "“Change who played”."
            )
            yield obstacle("hanchan-closed", text, "hanchan", number=hanchan)
        elif found := table_obstacle(draft, hanchan, list(self.tables)):
            yield found
        elif entered := [table for table in self.tables if (hanchan, table) in basis.entered]:
            text = _(
                "The sheet of table {tables} is entered and records who played there. "
                "Open the sheet and choose “Change who played”: it corrects the sheet and the seats in one step."
            )
            yield obstacle("sheet-entered", text, "tables", tables=spans(entered))
        elif found := next(self._wrong_seats(basis), None):
            yield found
        elif all(draft[hanchan][table] == seats for table, seats in self.tables.items()):
            yield obstacle("same-seats", _("They already sit there: nothing would change."))

    def _wrong_seats(self, basis: SeatingBasis) -> Iterator[Message]:
        hanchan, seats_now = self.hanchan, basis.now.draft[self.hanchan]
        resting = basis.now.byes.get(hanchan, frozenset())
        before = [player for table in self.tables for player in seats_now[table]]
        after = [player for seats in self.tables.values() for player in seats]
        where = {player: table for table, seats in seats_now.items() for player in seats}
        for player in after:
            name = basis.players[player]
            if after.count(player) > 1:
                yield obstacle("two-seats", _("{name} cannot have two seats."), "tables", name=name)
            elif player in where and player not in before:
                text = _("{name} is seated at table {table}. Include that table too.")
                yield obstacle("other-table", text, "tables", name=name, table=where[player])
            elif player not in before and player not in resting:
                text = _("{name} has no seat in hanchan {number}. Replace the player, or assign a substitute.")
                yield obstacle("no-seat", text, "tables", name=name, number=hanchan)
        missing = [basis.players[player] for player in before if player not in after]
        spare = len(missing) - sum(player in resting for player in after)
        if spare or any(len(seats) != len(seats_now[table]) for table, seats in self.tables.items()):
            text = _("Every seat needs a player, and {name} has no seat. Check the players at these tables.")
            yield obstacle("empty-seat", text, "tables", name=missing[0] if missing else "–")


def table_obstacle(draft: SeatMap, hanchan: int, tables: Sequence[int]) -> Message | None:
    """Return that no table was named, or that the hanchan has no such table."""
    if not tables:
        return obstacle("no-tables", _("Enter at least one table number."), "tables")
    unknown = [table for table in tables if table not in draft.get(hanchan, {})]
    text = _("Hanchan {number} has no table {tables}.")
    return obstacle("no-such-table", text, "tables", number=hanchan, tables=spans(unknown)) if unknown else None


def _by_number(basis: SeatingBasis, people: set[int]) -> list[Player]:
    return sorted((basis.players[pk] for pk in people), key=lambda player: player.number)
