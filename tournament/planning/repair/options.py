"""The case of a repair, from one hanchan on, its options, and what each costs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating import Quality
from seating.bounds import club_bound
from seating.lots import lots
from seating.repair import (
    RepairKind,
    RepairOption,
    SeatMoves,
    least_after,
    moves_between,
    number_history,
    repair_options,
    share_byes,
)
from seating.rounds import Rounds
from seating.search.priorities import shortfall
from seating.task import Task
from tournament.core.messages import Level, Message, sentence
from tournament.core.models import Tournament
from tournament.planning import figure_titles as titles
from tournament.planning.models import SharedBy
from tournament.planning.quality import FigureChange, quality_of_map
from tournament.planning.repair.searches import PlanSearch
from tournament.planning.sentences import player_list
from tournament.planning.wishes.queries import groups, planner_wishes
from tournament.players.models import Player, PlayerStatus
from tournament.seats.queries import arranged_of
from tournament.seats.seat_map import Arrangement, SeatMap, from_plan, renamed, rounds


@dataclass(frozen=True, slots=True)
class RepairCase:
    """The seating in use, and the players from hanchan `first` on.

    `regular` play on; `substitutes` can, those with a seat first. `gone` hold seats and do not play on, `newcomers`
    are regular and hold none. All in order of their numbers.
    """

    now: Arrangement
    first: int
    hanchan: tuple[int, ...]
    regular: tuple[Player, ...]
    substitutes: tuple[Player, ...]
    gone: tuple[Player, ...]
    newcomers: tuple[Player, ...]
    size: int = 4
    winds: bool = True
    hall: int | None = None

    @property
    def past(self) -> Rounds:
        """Every hanchan before `first`, by ids: these stay as they are."""
        return rounds({number: tables for number, tables in self.now.draft.items() if number < self.first})

    @property
    def planned(self) -> Rounds:
        """The hanchan from `first` on as seated now."""
        return rounds({number: tables for number, tables in self.now.draft.items() if number >= self.first})

    @property
    def holders(self) -> set[int]:
        """The ids of everybody with a seat or a bye from `first` on."""
        return _holders(self.now, self.first)

    @property
    def has_byes(self) -> bool:
        """Return whether there are byes from `first` on now."""
        return any(people for number, people in self.now.byes.items() if number >= self.first)

    @property
    def tables(self) -> int:
        """The number of tables of hanchan `first` now."""
        return len(self.now.draft.get(self.first, {}))


def repair_case(
    tournament: Tournament,
    first: int,
    leaving: Sequence[Player] = (),
    coming: Sequence[Player] = (),
    instead: Mapping[int, int] | None = None,
) -> RepairCase:
    """The case of typed players and of the list of players: seated but withdrawn means leaving, active without a seat
    means coming; seats in deleted hanchan are ignored. Five queries.

    Of `coming` also those on the waiting list play on. `instead` (ids: leaving, coming) has given away seats before.
    """
    numbers = list(tournament.hanchan.order_by("number").values_list("number", flat=True))
    now = renamed(_within(arranged_of(tournament.seating), numbers), first, instead or {})
    players = list(tournament.players.order_by("number"))
    away = {player.pk for player in leaving}
    wanted = {player.pk for player in coming}
    playing = [player for player in players if _plays(player, wanted) and player.pk not in away]
    holders = _holders(now, first)
    regular = tuple(player for player in playing if not player.is_substitute)
    substitutes = [player for player in playing if player.is_substitute]
    substitutes.sort(key=lambda one: (one.pk not in wanted, one.pk not in holders, one.number))
    able = {player.pk for player in playing}
    return RepairCase(
        now=now,
        first=first,
        hanchan=tuple(number for number in numbers if number >= first),
        regular=regular,
        substitutes=tuple(substitutes),
        gone=tuple(player for player in players if player.pk in holders and player.pk not in able),
        newcomers=tuple(player for player in regular if player.pk not in holders),
        size=tournament.at_a_table,
        winds=not tournament.winds_are_drawn,
        hall=tournament.table_count,
    )


def _plays(player: Player, wanted: Collection[int]) -> bool:
    is_called = player.status == PlayerStatus.WAITING and player.pk in wanted
    return player.status == PlayerStatus.PLAYING or is_called


def _within(now: Arrangement, numbers: Sequence[int]) -> Arrangement:
    """The seats and byes of these hanchan."""
    return Arrangement(
        {number: tables for number, tables in now.draft.items() if number in numbers},
        {number: people for number, people in now.byes.items() if number in numbers},
    )


def _holders(now: Arrangement, first: int) -> set[int]:
    return {player for number in now.draft if number >= first for player in now.people(number)}


MOVES = (100_000, 3_000, 300_000)
EVEN_MOVES = (300_000, 4_000, 450_000)
"""Changes that the search may try for one option, close to the plan or as even as possible: at least, for each
remaining seat, at most. Below two seconds."""


def planned_byes(
    case: RepairCase, way: RepairOption, people: Sequence[Player], *, is_even: bool
) -> Sequence[frozenset[int]]:
    """The byes of each hanchan: players with the fewest byes first, in the order of lots.

    To stay close to the plan, among equals first those with a bye in the plan, then those at a table
    that is dropped: the plan was drawn, so nobody chooses.
    """
    places = lots(f"byes:{case.first}", len(people))
    turn = [player.pk for _place, player in sorted(zip(places, people, strict=True), key=lambda drawn: drawn[0])]
    sat = [{player for table in tables for player in table} for tables in case.past]
    missed = {pk: sum(pk not in there for there in sat) for pk in turn}
    return share_byes(turn, len(case.hanchan), way.byes, missed, () if is_even else _bye_order(case, way))


def _bye_order(case: RepairCase, way: RepairOption) -> list[dict[int, int]]:
    """For each remaining hanchan: 0 for players with a bye in the plan, 1 for players at a dropped table."""
    found = []
    for number, tables in zip(case.hanchan, case.planned, strict=False):
        dropped = {player: 1 for table in tables[way.tables :] for player in table}
        found.append(dropped | dict.fromkeys(case.now.byes.get(number, ()), 0))
    return found


def replanned_map(
    tournament: Tournament, case: RepairCase, sitting: Sequence[frozenset[int]], *, is_even: bool, search: bool = True
) -> SeatMap | None:
    """The whole seating, the hanchan from the case's first on planned for those who sit.

    The same case gives the same answer: the seed is the number of the version. Without `search`, None unless the plan
    was searched for before. Raises Busy when too many search at once.
    """
    values = number_history(case.past, sitting, case.planned)
    known = {player.pk: player for player in tournament.players.all()}
    wishes = planner_wishes(tournament, [known[pk] for pk in values.people])
    task = Task(values.sitting, values.past, wishes, size=case.size, winds=case.winds, keep=values.planned)
    seed = f"repair:{tournament.seating.number if tournament.seating else 0}:{case.first}"
    least, each, most = EVEN_MOVES if is_even else MOVES
    moves = max(least, min(most, each * sum(map(len, sitting))))
    wanted = PlanSearch(task, seed, moves, close=not is_even)
    found = wanted.run() if search else wanted.kept()
    if found is None:
        return None
    planned = from_plan(found, values.people)
    kept = {number: tables for number, tables in case.now.draft.items() if number < case.first}
    return kept | {case.first + at - 1: tables for at, tables in planned.items()}


def sitting_of(arranged: Arrangement, case: RepairCase) -> list[set[int]]:
    """The players of each hanchan from the case's first on."""
    found = rounds({number: tables for number, tables in arranged.draft.items() if number >= case.first})
    return [{player for table in tables for player in table} for tables in found]


def available_options(case: RepairCase) -> list[RepairOption]:
    """Return the options of the case.

    Newcomers take empty places first; waiting substitutes take what is left. Re-planning with the same number of tables
    is offered only where nobody left or where there are byes now: else the substitutes can simply take the places.
    """
    empty = max(0, len(case.gone) - len(case.newcomers))
    free = sum(one.pk not in case.holders for one in case.substitutes)
    found = repair_options(len(case.regular), len(case.substitutes), empty=empty, tables=case.tables, size=case.size)
    same = RepairOption(RepairKind.SUBSTITUTES, case.tables, empty, missing=max(0, empty - free))
    others = [way for way in found if way.kind != RepairKind.SUBSTITUTES]
    if not (case.gone or case.newcomers):
        return others
    return [same, *(way for way in others if _differs(case, way))]


def _differs(case: RepairCase, way: RepairOption) -> bool:
    """Return whether the option is more than filling empty places: byes, other tables, or an end of byes."""
    return way.kind == RepairKind.BYES or way.tables != case.tables or case.has_byes


def strategies(case: RepairCase, way: RepairOption) -> tuple[bool, ...]:
    """Close to the plan, as even as can be, or both where there is a choice."""
    if way.kind == RepairKind.SUBSTITUTES or way.missing or too_many(case, way):
        return (False,)
    if not (case.gone or case.newcomers) or len(case.planned) < len(case.hanchan):
        return (True,)
    return (False, True)


def too_many(case: RepairCase, way: RepairOption) -> bool:
    """Return whether the hall has too few tables."""
    return case.hall is not None and way.tables > case.hall


def option_title(case: RepairCase, way: RepairOption, *, is_even: bool) -> str:
    """The title, and which of two tempers it is where there are two."""
    title = title_of(case, way)
    if len(strategies(case, way)) == 1:
        return title
    template = _("{title}, as even as possible") if is_even else _("{title}, few players move")
    return template.format(title=title)


def title_of(case: RepairCase, way: RepairOption) -> str:
    count = {"count": way.tables}
    if way.kind == RepairKind.BYES:
        return _("{count} tables, byes shared fairly").format(**count)
    if way.tables < case.tables:
        return _("Fewer tables: {count}").format(**count)
    if way.tables > case.tables:
        return _("More tables: {count}").format(**count)
    if case.has_byes:
        return _("The same {count} tables, no more byes").format(**count)
    return _("The same {count} tables, re-planned").format(**count)


def explanation(way: RepairOption, brings: tuple[Player, ...], *, is_even: bool) -> tuple[str, ...]:
    found = [
        _("All remaining hanchan are re-planned as evenly as possible.")
        if is_even
        else _("As few players as possible change tables.")
    ]
    if way.byes:
        message = ngettext(
            "In each hanchan {count} player has a bye, nobody twice before everybody once. A bye scores 0.",
            "In each hanchan {count} players have a bye, nobody twice before everybody once. A bye scores 0.",
            way.byes,
        )
        found.append(message.format(count=way.byes))
    if brings:
        found.append(_("Substitutes playing: {names}.").format(names=player_list(brings)))
    return tuple(found)


def _missing_substitutes(count: int) -> Message:
    text = ngettext(
        "{count} more substitute is needed. Add one to the players, marked as substitute.",
        "{count} more substitutes are needed. Add them to the players, marked as substitutes.",
        count,
    )
    return _obstacle("substitutes-missing", text, count=count)


def _obstacle(code: str, text: str, **params: object) -> Message:
    return Message(code, text, params, Level.ERROR, "kind")


LONG = 2_000
"""With more remaining seats than this, re-planning as evenly as possible is calculated only on request."""


@dataclass(frozen=True, slots=True)
class SolvedOption:
    """An option with its title, its explanation and the seating it makes.

    arranged   None when it is not possible yet; `against` says why
    brings     substitutes who get a seat
    is_even    the rest is as even as possible and most players change tables; else as few as possible do
    is_long    it takes some seconds, so it is calculated on request
    is_waiting its seating was not searched for yet
    name       of an option that is none of those in which people leave or come; "" for those
    """

    way: RepairOption
    title: str
    explanation: tuple[str, ...] = ()
    arranged: Arrangement | None = None
    against: Message | None = None
    brings: tuple[Player, ...] = ()
    is_even: bool = False
    is_long: bool = False
    is_waiting: bool = False
    name: str = ""

    @property
    def obstacle(self) -> str:
        """Why it is not possible yet, in the reader's language; "" when it is."""
        return sentence(self.against) if self.against else ""

    @property
    def key(self) -> str:
        """Its name in forms."""
        return self.name or option_key(self.way, is_even=self.is_even)


def option_key(way: RepairOption, *, is_even: bool) -> str:
    return f"{way.kind.value}-even" if is_even else way.kind.value


def options(tournament: Tournament, case: RepairCase, only: str = "", *, search: bool = True) -> list[SolvedOption]:
    """Every option, or the one with that key; none when nothing has to be done.

    Without `search`, an option whose seating was not searched for before is waiting. Raises Busy when too many search.
    """
    found = [
        _later(case, way)
        if is_even and not only and _is_long(case, way)
        else _option(tournament, case, way, is_even=is_even, search=search)
        for way in available_options(case)
        for is_even in strategies(case, way)
        if only in ("", option_key(way, is_even=is_even))
    ]
    return [option for option in found if option]


def _is_long(case: RepairCase, way: RepairOption) -> bool:
    """Return whether re-planning everything takes long, and there is another option that does not."""
    return len(strategies(case, way)) > 1 and way.tables * case.size * len(case.hanchan) > LONG


def _later(case: RepairCase, way: RepairOption) -> SolvedOption:
    """A placeholder for an option that is calculated on request."""
    against = _obstacle("takes-long", _("With this many players it takes a few seconds to calculate."))
    return SolvedOption(way, option_title(case, way, is_even=True), against=against, is_even=True, is_long=True)


def _option(
    tournament: Tournament, case: RepairCase, way: RepairOption, *, is_even: bool, search: bool
) -> SolvedOption | None:
    if way.kind == RepairKind.SUBSTITUTES:
        return _taking_places(case, way)
    if too_many(case, way):
        text = _("This needs {needed} tables; the hall has {hall}.")
        against = _obstacle("too-few-tables", text, hall=case.hall, needed=way.tables)
        return SolvedOption(way, title_of(case, way), against=against)
    if way.missing:
        return SolvedOption(way, title_of(case, way), against=_missing_substitutes(way.missing))
    return _replanned(tournament, case, way, is_even=is_even, search=search)


def _taking_places(case: RepairCase, way: RepairOption) -> SolvedOption | None:
    """Newcomers, then waiting substitutes, take the seats of those who left; nobody else moves."""
    if way.missing:
        title = _("Substitutes take the empty seats")
        return SolvedOption(way, title, against=_missing_substitutes(way.missing))
    seated = [one for one in case.substitutes if one.pk in case.holders]
    waiting = [one for one in case.substitutes if one.pk not in case.holders]
    leaving = [*case.gone, *reversed(seated)][: max(len(case.gone), len(case.newcomers))]
    if len(leaving) < len(case.newcomers):
        return None
    brings = tuple(waiting[: len(leaving) - len(case.newcomers)])
    pairs = list(zip(leaving, [*case.newcomers, *brings], strict=True))
    arranged = renamed(case.now, case.first, {out.pk: into.pk for out, into in pairs})
    replaced = tuple(_("{coming} for {leaving}").format(coming=into, leaving=out) for out, into in pairs)
    title = _("Substitutes take the empty seats") if brings else _("Newcomers take the empty seats")
    return SolvedOption(way, title, (*replaced, _("Nobody else moves.")), arranged, brings=brings)


def _replanned(
    tournament: Tournament, case: RepairCase, way: RepairOption, *, is_even: bool, search: bool
) -> SolvedOption:
    brings = case.substitutes[: way.substitutes]
    title = option_title(case, way, is_even=is_even)
    made = _best_arrangement(tournament, case, way, is_even=is_even, search=search)
    if made is None:
        return SolvedOption(way, title, is_even=is_even, is_waiting=True)
    if made == case.now:
        against = _obstacle("nothing-better", _("No more even seating was found; nothing would change."))
        return SolvedOption(way, title, against=against, is_even=is_even)
    return SolvedOption(way, title, explanation(way, brings, is_even=is_even), made, brings=brings, is_even=is_even)


def _best_arrangement(
    tournament: Tournament, case: RepairCase, way: RepairOption, *, is_even: bool, search: bool
) -> Arrangement | None:
    """The arrangement of an option; the most even one is never less even than the one in which few players move.

    The two can have byes for different players, so the planner cannot compare them inside one search.
    """
    tempers = [is_even, *({False} & set(strategies(case, way)) if is_even else ())]
    found = []
    for temper in tempers:
        made = _arrangement(tournament, case, way, is_even=temper, search=search)
        if made is None:
            return None
        found.append(made)
    if len(found) == 1:
        return found[0]
    return min(found, key=lambda made: unevenness(tournament, case, made))


def _arrangement(
    tournament: Tournament, case: RepairCase, way: RepairOption, *, is_even: bool, search: bool
) -> Arrangement | None:
    people = sorted((*case.regular, *case.substitutes[: way.substitutes]), key=lambda player: player.number)
    out = planned_byes(case, way, people, is_even=is_even)
    everybody = frozenset(player.pk for player in people)
    sitting = [everybody - resting for resting in out]
    draft = replanned_map(tournament, case, sitting, is_even=is_even, search=search)
    if draft is None:
        return None
    byes = dict(zip(case.hanchan, out, strict=True)) if way.byes else {}
    earlier = {number: resting for number, resting in case.now.byes.items() if number < case.first}
    return Arrangement(draft, {**earlier, **byes})


def unevenness(tournament: Tournament, case: RepairCase, made: Arrangement) -> tuple[int, ...]:
    """What a seating lacks, by priority, to compare the arrangements of one option: wishes that must hold, repeated
    pairings, meetings of one pair, winds, other wishes, tables."""
    values = number_history(case.past, [frozenset(people) for people in sitting_of(made, case)])
    number = {person: at for at, person in enumerate(values.people, start=1)}
    known = {player.pk: player for player in tournament.players.all()}
    wishes = planner_wishes(tournament, [known[pk] for pk in values.people])
    task = Task(values.sitting, values.past, wishes, size=case.size, winds=case.winds)
    after = rounds({hanchan: tables for hanchan, tables in made.draft.items() if hanchan >= case.first})
    planned = tuple(tuple(tuple(number[person] for person in table) for table in tables) for tables in after)
    lacks, quality = shortfall(task, planned), quality_of_map(made.draft).quality
    winds = (quality.wind_gap, lacks.uneven, quality.wind_gap_any) if case.winds else ()
    return (lacks.required, quality.repeats, quality.most_meetings, *winds, lacks.strong, quality.table_revisits)


NAMED = 30
"""The most players who are named for each hanchan; of the others the page has the number."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """A player who changes tables in a hanchan."""

    player: Player
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class HanchanMoves:
    """The players who change tables in one hanchan, by number, and how many more do."""

    number: int
    people: tuple[TableChange, ...]
    more: int


@dataclass(frozen=True, slots=True)
class OptionCard:
    """An option for the page. `count` players change tables, `moved` lists them by hanchan; `turned` counts
    the others whose wind changes."""

    option: SolvedOption
    lines: tuple[FigureChange, ...] = ()
    moves: SeatMoves | None = None
    moved: tuple[HanchanMoves, ...] = ()
    byes: tuple[tuple[int, tuple[Player, ...]], ...] = ()
    turned: int = 0

    @property
    def count(self) -> int:
        return len(self.moves.moved) if self.moves else 0

    def is_outdone_by(self, other: "OptionCard") -> bool:
        """Return whether the other variant of the same option makes this one needless.

        The even variant is, when the other is no worse in any figure; the one that stays close, when the even one moves
        no more players, has no more repeats, and is not needless itself.
        """
        both = self.option, other.option
        if {one.is_even for one in both} != {False, True} or both[0].way.kind != both[1].way.kind:
            return False
        if not (self.lines and other.lines):
            return False
        if self.option.is_even:
            figures = zip(other.figures, self.figures, strict=True)
            return all(theirs <= mine for theirs, mine in figures)
        fewer = other.count <= self.count and other.lines[0].after <= self.lines[0].after
        return fewer and not other.is_outdone_by(self)

    @property
    def figures(self) -> tuple[int, ...]:
        """The number of players who change tables, the repeats, and the other figures in their order."""
        return (self.count, *(line.after for line in self.lines))


def quality_now(case: RepairCase) -> Quality:
    """The figures of the seating in use, counted once for all options."""
    return quality_of_map(case.now.draft).quality


def option_card(option: SolvedOption, case: RepairCase, players: Mapping[int, Player], quality: Quality) -> OptionCard:
    """Counted from the two seatings alone; no query. `quality` as `quality_now` has it."""
    if option.arranged is None:
        return OptionCard(option)
    before, after = rounds(case.now.draft), rounds(option.arranged.draft)
    moves = moves_between(before, after, winds=False)
    turned = set(moves_between(before, after).moved) - set(moves.moved) if case.winds else set()
    byes = {number: people for number, people in option.arranged.byes.items() if number >= case.first}
    return OptionCard(
        option,
        lines=tuple(figure_costs(case, option.arranged, players, quality)),
        moves=moves,
        moved=tuple(_moved(number, case.now.draft, option.arranged.draft, players) for number in moves.by_hanchan),
        byes=tuple((number, by_number(people, players)) for number, people in sorted(byes.items())),
        turned=len(turned),
    )


def _moved(number: int, before: SeatMap, after: SeatMap, players: Mapping[int, Player]) -> HanchanMoves:
    old, new = (
        {pk: table for table, seats in draft.get(number, {}).items() for pk in seats} for draft in (before, after)
    )
    changed = [TableChange(players[pk], old[pk], new[pk]) for pk in old.keys() & new.keys() if old[pk] != new[pk]]
    changed.sort(key=lambda moved: moved.player.number)
    return HanchanMoves(number, tuple(changed[:NAMED]), len(changed[NAMED:]))


def by_number(people: Collection[int], players: Mapping[int, Player]) -> tuple[Player, ...]:
    return tuple(sorted((players[pk] for pk in people), key=lambda player: player.number))


def figure_costs(
    case: RepairCase, new: Arrangement, players: Mapping[int, Player], before: Quality
) -> list[FigureChange]:
    """The costs in repeats, winds, tables, and pairings within a club, country or team.

    The best value is what is still possible after the hanchan before the case's first.
    """
    after = quality_of_map(new.draft).quality
    sitting = sitting_of(new, case)
    tables = max((len(found) for number, found in new.draft.items() if number >= case.first), default=0)
    least = least_after(rounds(_until(case, new.draft)), sitting, tables, case.size)
    figures = [(str(titles.REPEATS), before.repeats, after.repeats, least.repeats)]
    if case.winds:
        figures.append((str(titles.WIND_GAP), before.wind_gap, after.wind_gap, least.wind_gap))
        figures.append((str(titles.WIND_GAP_ALONG), before.wind_gap_any, after.wind_gap_any, least.wind_gap_any))
    figures.append((str(titles.RETURNS), before.table_revisits, after.table_revisits, least.table_revisits))
    figures.append((str(titles.STAYS), before.consecutive_table, after.consecutive_table, least.stays))
    return [*(FigureChange(*figure) for figure in figures), *_shared(case, new.draft, sitting, players)]


def _shared(
    case: RepairCase, new: SeatMap, sitting: Sequence[set[int]], players: Mapping[int, Player]
) -> list[FigureChange]:
    known = [players[pk] for tables in new.values() for seats in tables.values() for pk in seats]
    people = sorted({player.pk: player for player in known}.values(), key=lambda player: player.number)
    past = _until(case, new)
    titles = {
        SharedBy.CLUB: _("Same-club pairings"),
        SharedBy.COUNTRY: _("Same-country pairings"),
        SharedBy.TEAM: _("Same-team pairings"),
    }
    found = []
    for shared, title in titles.items():
        members = [{player.pk for player in group} for _name, group in groups(people, shared)]
        if members:
            forced = sum(
                club_bound(len(group & there), len(there) // case.size) for there in sitting for group in members
            )
            best = _meetings(past, members) + forced
            found.append(FigureChange(title, _meetings(case.now.draft, members), _meetings(new, members), best))
    return found


def _until(case: RepairCase, draft: SeatMap) -> SeatMap:
    """The hanchan before the case's first."""
    return {number: tables for number, tables in draft.items() if number < case.first}


def _meetings(draft: SeatMap, members: Sequence[set[int]]) -> int:
    """The number of pairings within one group, over all hanchan."""
    of = {player: number for number, group in enumerate(members) for player in group}
    return sum(
        one in of and of[one] == of.get(other)
        for tables in draft.values()
        for seats in tables.values()
        for one, other in combinations(seats, 2)
    )
