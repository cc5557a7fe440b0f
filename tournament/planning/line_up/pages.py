"""What the page shows that corrects who played: the tables as on paper, and everything that depends on them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.game import RowScore
from scoring.winds import Wind
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState
from tournament.desk.scored_sheets import ScoredLine, scored_lines
from tournament.planning.line_up.effect import PeopleEffect
from tournament.planning.line_up.exchange import Played, people, touched
from tournament.planning.line_up.forms import Unread
from tournament.planning.pairing.disclosure import paired_hanchan
from tournament.players.models import Player, PlayerStatus
from tournament.results.models import Sheet, SheetState, SheetVersion
from tournament.results.sheets.codes import sheet_code
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import Lineup, Place, lineups
from tournament.seats.seat_map import spans
from tournament.standings.visibility import public_through

MANY = 6  # names or pairs that are told one by one


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """One seat: who is `listed` there and who, as typed so far, really played (`real`); `typed` is a name that is
    `refused`, because it names nobody or several."""

    wind: Wind | None
    listed: Player
    real: Player
    score: RowScore | None
    is_new: bool
    typed: str = ""
    refused: Refused | None = None

    @property
    def differs(self) -> bool:
        return self.listed != self.real

    @property
    def text(self) -> str:
        """What the box says."""
        return self.typed or self.real.name


@dataclass(frozen=True, slots=True)
class NamedTable:
    """One table on the page. `version` is the sheet that counts, None before it is in."""

    table: int
    code: str
    version: SheetVersion | None
    state: str
    seats: tuple[NamedSeat, ...]

    @property
    def differs(self) -> bool:
        return any(seat.differs for seat in self.seats)

    @property
    def number(self) -> int:
        return self.version.number if self.version else 0

    @property
    def next_number(self) -> int:
        return self.number + 1


@dataclass(frozen=True, slots=True)
class AffectedLine:
    """One thing that depends on who played: what becomes of it; `is_fine` when nothing does."""

    text: str
    is_fine: bool
    href: str = ""
    link: str = ""


def named_tables(
    hanchan: Hanchan,
    seated: Lineup,
    tables: Collection[int],
    who: Mapping[int, int],
    players: Mapping[int, Player],
    unread: Mapping[int, Unread],
) -> list[NamedTable]:
    """The tables in order, each with its sheet."""
    sheets = {sheet.table: sheet for sheet in hanchan.sheets.all()}
    return [
        _named_table(hanchan, table, seated[table], sheets.get(table), who, players, unread) for table in sorted(tables)
    ]


def _named_table(
    hanchan: Hanchan,
    table: int,
    places: tuple[Place, ...],
    sheet: Sheet | None,
    who: Mapping[int, int],
    players: Mapping[int, Player],
    unread: Mapping[int, Unread],
) -> NamedTable:
    version = accepted_version(hanchan, table) if sheet and sheet.accepted_id else None
    lines: list[ScoredLine] = scored_lines(version, hanchan.tournament.ruleset) if version else []
    drawn = hanchan.tournament.winds_are_drawn
    rows: list[tuple[Wind | None, Player, RowScore | None]] = [(line.wind, line.player, line.score) for line in lines]
    rows = rows or [(None if drawn else place.wind, place.player, None) for place in places]
    here = {place.player.pk for place in places}
    seats = tuple(
        NamedSeat(
            wind,
            listed,
            real := players[who.get(listed.pk, listed.pk)],
            score,
            real.pk not in here,
            *unread.get(listed.pk, ()),
        )
        for wind, listed, score in rows
    )
    state = sheet.state if sheet else SheetState.MISSING
    return NamedTable(table, sheet_code(hanchan.number, table), version, state.value, seats)


def affected(
    hanchan: Hanchan, seated: Lineup, played: Played, effect: PeopleEffect, players: Mapping[int, Player]
) -> list[AffectedLine]:
    """Everything that may depend on who played, also what does not: nothing is left to be wondered about."""
    slug = hanchan.tournament.slug
    return [
        *_cut(effect, slug),
        *_later_hanchan(hanchan, effect, slug),
        *_who_came_and_went(hanchan, effect, played, players),
        _repeats(hanchan, effect, seated, players),
        *_winds(hanchan, effect, seated, players),
        *_penalties(effect, slug),
        *_ties(effect, slug),
        *_sheets(hanchan, effect, played),
        _public(hanchan, effect),
    ]


def _cut(effect: PeopleEffect, slug: str) -> Iterator[AffectedLine]:
    ties = {"href": reverse("standing_ties", args=[slug]), "link": _("Ties")}
    if effect.after.tied and not effect.before.tied:
        yield AffectedLine(str(effect.after.problem.say(_) if effect.after.problem else ""), False, **ties)
    elif effect.cut is None:
        yield AffectedLine(_("No cut depends on this hanchan."), True)
    elif not effect.is_made:
        text = _("The cut comes later, after hanchan {after}. It is shown as it would be now.")
        yield AffectedLine(text.format(after=effect.cut.after), True)
    elif effect.cut_changes:
        yield AffectedLine(_("The cut after hanchan {after} changes.").format(after=effect.cut.after), False)
    else:
        yield AffectedLine(_("The cut after hanchan {after} stays as it is.").format(after=effect.cut.after), True)


def _later_hanchan(hanchan: Hanchan, effect: PeopleEffect, slug: str) -> Iterator[AffectedLine]:
    """The later hanchan that were seated by the standings: started ones stay as they were played."""
    numbers = {number for number in paired_hanchan(hanchan.tournament) if number > hanchan.number}
    found = hanchan.tournament.hanchan.filter(number__in=numbers).order_by("number")
    if not found or not effect.order_changes:
        yield AffectedLine(_("No later hanchan is seated by standings that change."), True)
    for later in found if effect.order_changes else ():
        if later.state == HanchanState.PLANNED:
            text = _("Hanchan {number} is seated by the standings and has not started: seat it again after this.")
            href = reverse("seating_by_standings", args=[slug, later.number])
            yield AffectedLine(text.format(number=later.number), False, href, _("Seat by the standings"))
        else:
            text = _("Hanchan {number} was seated by the standings and has started: it stays as it is played.")
            yield AffectedLine(text.format(number=later.number), False)


def _who_came_and_went(
    hanchan: Hanchan, effect: PeopleEffect, played: Played, players: Mapping[int, Player]
) -> Iterator[AffectedLine]:
    there = people(played)
    for player in (players[pk] for pk in effect.who if pk not in effect.who.values()):
        text = _("{name} did not play hanchan {number} then and has no result in it.")
        yield AffectedLine(text.format(name=player, number=hanchan.number), False)
    for player in (players[pk] for pk in effect.who.values() if pk not in there):
        text = _("{name} had no seat in hanchan {number} and gets its result.")
        if player.is_substitute:
            text = _("{name} is a substitute: scored, and not ranked.")
        elif player.status != PlayerStatus.PLAYING:
            text = _("{name} left the event later and gets the result of hanchan {number}.")
        yield AffectedLine(text.format(name=player, number=hanchan.number), False)


def _repeats(hanchan: Hanchan, effect: PeopleEffect, seated: Lineup, players: Mapping[int, Player]) -> AffectedLine:
    """Pairs who meet here only after the correction, and meet in another hanchan."""
    old = _pairs(tuple(place.player.pk for place in places) for places in seated.values())
    renamed = (tuple(effect.who.get(p.player.pk, p.player.pk) for p in places) for places in seated.values())
    new = _pairs(renamed) - old
    others = {
        number: _pairs(tuple(place.player.pk for place in places) for places in tables.values())
        for number, tables in lineups(hanchan.tournament).items()
        if number != hanchan.number
    }
    met = {pair: [number for number, pairs in others.items() if pair in pairs] for pair in new}
    again = {pair: sorted([*numbers, hanchan.number]) for pair, numbers in met.items() if numbers}
    if not again:
        return AffectedLine(_("Nobody meets twice because of it."), True)
    pair_text = _("{one} and {other}, hanchan {numbers}")
    named = [
        pair_text.format(one=players[min(pair)], other=players[max(pair)], numbers=spans(numbers))
        for pair, numbers in sorted(again.items(), key=lambda item: sorted(item[0]))
    ]
    text = ngettext("{n} pair meets more than once: {pairs}.", "{n} pairs meet more than once: {pairs}.", len(named))
    told = "; ".join(named[:MANY]) + (" …" if len(named) > MANY else "")
    return AffectedLine(text.format(n=len(named), pairs=told), False)


def _pairs(tables: Iterator[tuple[int, ...]]) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def _winds(
    hanchan: Hanchan, effect: PeopleEffect, seated: Lineup, players: Mapping[int, Player]
) -> Iterator[AffectedLine]:
    """The winds that people start with: they stay with the seat."""
    if hanchan.tournament.winds_are_drawn:
        yield AffectedLine(_("Winds stay with the seat, as they were drawn."), True)
        return
    winds = {place.player.pk: place.wind for places in seated.values() for place in places}
    after = {real: winds[listed] for listed, real in effect.who.items()}
    other = {player: wind for player, wind in after.items() if player in winds and winds[player] != wind}
    if not other:
        yield AffectedLine(_("Everybody keeps the starting wind."), True)
        return
    one = pgettext("starting wind", "{name} {before} → {after}")
    said = [
        one.format(name=players[player], before=_(winds[player].label), after=_(wind.label))
        for player, wind in other.items()
    ]
    yield AffectedLine(_("Starting winds change: {winds}.").format(winds=", ".join(said)), False)


def _penalties(effect: PeopleEffect, slug: str) -> Iterator[AffectedLine]:
    """Penalties stay with the person: whoever gave one to the wrong person cancels it and gives it again."""
    names = effect.inputs.names
    for given in effect.penalties:
        text = _(
            "{label} of hanchan {number} stays with {name}. If somebody else committed it, cancel it and give it again."
        )
        said = text.format(label=_(given.label), number=given.hanchan, name=names[given.player].name)
        yield AffectedLine(said, False, reverse("penalties", args=[slug]), _("Penalties"))
    if not effect.penalties:
        yield AffectedLine(_("No penalty is affected."), True)


def _ties(effect: PeopleEffect, slug: str) -> Iterator[AffectedLine]:
    names = effect.inputs.names
    for lost in effect.lost_ties:
        text = _("{names} are no longer equal after hanchan {after}: the referee’s decision has nothing to decide.")
        said = text.format(names=", ".join(names[player].name for player in lost.order), after=lost.after)
        yield AffectedLine(said, False, reverse("standing_ties", args=[slug]), _("Ties"))
    if not effect.lost_ties:
        yield AffectedLine(_("No tie decision is affected."), True)


def _sheets(hanchan: Hanchan, effect: PeopleEffect, played: Played) -> Iterator[AffectedLine]:
    """What another person has to do again: the names are other ones than were read."""
    tables = list(touched(played, effect.who))
    once = hanchan.sheets.filter(table__in=tables, accepted=None, first_reading__isnull=False)
    for table in once.order_by("table").values_list("table", flat=True):
        text = _("Table {table} was typed once and waits: it is typed again with these names.")
        yield AffectedLine(text.format(table=table), False)
    if hanchan.tournament.needs_two_readers:
        yield AffectedLine(_("Another person compares the corrected sheets with the paper."), False)


def _public(hanchan: Hanchan, effect: PeopleEffect) -> AffectedLine:
    if hanchan.number <= public_through(effect.inputs) and hanchan.tournament.is_public:
        return AffectedLine(_("Players see the new standings at once."), True)
    return AffectedLine(_("Players do not see the results of hanchan {n} yet.").format(n=hanchan.number), True)
