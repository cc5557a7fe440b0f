"""The page that corrects who played: the tables as on paper, and everything that depends on them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from scoring.game import RowScore
from scoring.winds import Wind
from tournament.core.messages import Refused
from tournament.core.models import Hanchan
from tournament.desk.scored_sheets import ScoredLine, scored_lines
from tournament.planning.line_up.choices import RankedChoices
from tournament.planning.line_up.exchange import Played, people, touched
from tournament.planning.line_up.forms import Unread
from tournament.players.models import Player, PlayerStatus
from tournament.results.models import Sheet, SheetState, SheetVersion
from tournament.results.sheets.printings import printed_code
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import Lineup, Place, lineups
from tournament.seats.seat_map import spans
from tournament.standings.consequences import AffectedLine, cut_lines, later_hanchan, public_line, tie_lines
from tournament.standings.correction import Correction
from tournament.translation.formats import clauses, enumeration

NOT_RANKED = gettext_noop(
    "{name} is not ranked for hanchan {number}: the result is scored and does not count for them."
)
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
        """The text of the box."""
        return self.typed or self.real.label


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
    return NamedTable(
        table, printed_code(hanchan.tournament, hanchan.number, table, places), version, state.value, seats
    )


def affected(
    hanchan: Hanchan,
    seated: Lineup,
    played: Played,
    who: Mapping[int, int],
    choices: RankedChoices,
    effect: Correction,
    players: Mapping[int, Player],
    *,
    is_undo: bool = False,
) -> list[AffectedLine]:
    """Everything that may depend on who played, also what does not: nothing is left to be wondered about. An undo
    says nothing of pairs: they meet as they did before the correction."""
    slug = hanchan.tournament.slug
    if hanchan.tournament.is_league:
        return [*_penalties(effect, slug), public_line(hanchan, effect)]
    return [
        *cut_lines(effect, slug),
        *later_hanchan(hanchan, effect, slug),
        *_who_came_and_went(hanchan, who, choices, played, players),
        *([] if is_undo else [_repeats(hanchan, who, seated, players)]),
        *_winds(hanchan, who, seated, players),
        *_penalties(effect, slug),
        *tie_lines(effect, slug),
        *_sheets(hanchan, who, played),
        public_line(hanchan, effect),
    ]


def _who_came_and_went(
    hanchan: Hanchan, who: Mapping[int, int], choices: RankedChoices, played: Played, players: Mapping[int, Player]
) -> Iterator[AffectedLine]:
    there = people(played)
    for player in (players[pk] for pk in who if pk not in who.values()):
        text = _("{name} did not play hanchan {number} then and has no result in it.")
        yield AffectedLine(text.format(name=player, number=hanchan.number), False)
    for player in (players[pk] for pk in who.values() if pk not in there):
        text = _("{name} had no seat in hanchan {number} and gets its result.")
        if player.is_substitute:
            text = _("{name} is a substitute: scored, and not ranked.")
        elif player.status != PlayerStatus.PLAYING:
            text = _("{name} left the event later and gets the result of hanchan {number}.")
        elif not choices.is_ranked(player.pk):
            text = _(NOT_RANKED)
        yield AffectedLine(text.format(name=player, number=hanchan.number), False)
    for pk, counts in choices.changed.items():
        if pk in there:
            text = _("{name} is ranked for hanchan {number}.") if counts else _(NOT_RANKED)
            yield AffectedLine(text.format(name=players[pk], number=hanchan.number), False)


def _repeats(hanchan: Hanchan, who: Mapping[int, int], seated: Lineup, players: Mapping[int, Player]) -> AffectedLine:
    """Pairs who meet here only after the correction, and meet in another hanchan."""
    old = _pairs(tuple(place.player.pk for place in places) for places in seated.values())
    renamed = (tuple(who.get(p.player.pk, p.player.pk) for p in places) for places in seated.values())
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
    told = clauses(named[:MANY]) + (" …" if len(named) > MANY else "")
    return AffectedLine(text.format(n=len(named), pairs=told), False)


def _pairs(tables: Iterator[tuple[int, ...]]) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def _winds(
    hanchan: Hanchan, who: Mapping[int, int], seated: Lineup, players: Mapping[int, Player]
) -> Iterator[AffectedLine]:
    """The winds that people start with: they stay with the seat."""
    if hanchan.tournament.winds_are_drawn:
        yield AffectedLine(_("Winds stay with the seat, as they were drawn."), True)
        return
    winds = {place.player.pk: place.wind for places in seated.values() for place in places}
    after = {real: winds[listed] for listed, real in who.items()}
    other = {player: wind for player, wind in after.items() if player in winds and winds[player] != wind}
    if not other:
        yield AffectedLine(_("Everybody keeps the starting wind."), True)
        return
    one = pgettext("starting wind", "{name} {before} → {after}")
    said = [
        one.format(name=players[player], before=_(winds[player].label), after=_(wind.label))
        for player, wind in other.items()
    ]
    yield AffectedLine(_("Starting winds change: {winds}.").format(winds=enumeration(said)), False)


def _penalties(effect: Correction, slug: str) -> Iterator[AffectedLine]:
    """Penalties stay with the person: whoever gave one to the wrong person cancels it and gives it again."""
    names = effect.inputs.names
    for given in effect.penalties:
        text = _(
            "{label} of hanchan {number} stays with {name}. If somebody else committed it, cancel it and give it again."
        )
        said = text.format(label=_(given.label), number=given.hanchan, name=names[given.player].label)
        yield AffectedLine(said, False, reverse("penalties", args=[slug]), _("Penalties"))
    if not effect.penalties:
        yield AffectedLine(_("No penalty is affected."), True)


def _sheets(hanchan: Hanchan, who: Mapping[int, int], played: Played) -> Iterator[AffectedLine]:
    """The reading that another person has to do again: the names are other ones than were read."""
    tables = list(touched(played, who))
    once = hanchan.sheets.filter(table__in=tables, accepted=None, first_reading__isnull=False)
    for table in once.order_by("table").values_list("table", flat=True):
        text = _("Table {table} was typed once and waits: it is typed again with these names.")
        yield AffectedLine(text.format(table=table), False)
    if hanchan.tournament.needs_two_readers:
        yield AffectedLine(_("Another person compares the corrected sheets with the paper."), False)
