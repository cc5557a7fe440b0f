"""The case of a repair, from one hanchan on, and its options as proposals."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from seating.lots import lots
from seating.repair import RepairKind, RepairOption, number_history, repair_options, share_byes
from seating.rounds import Rounds
from seating.search.priorities import shortfall
from seating.task import Task
from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded, shown
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import Origin, Proposal, obstacle
from tournament.planning.sources.searches import PlanSearch
from tournament.players.models import Player, PlayerStatus
from tournament.seating_report.quality import quality_of_map
from tournament.seating_report.sentences import player_list
from tournament.seats.models import SeatingSource
from tournament.seats.seat_map import Arrangement, SeatMap, from_plan, renamed, rounds
from tournament.wishes.queries import planner_wishes


@dataclass(frozen=True, slots=True)
class RepairCase:
    """The seating in use, and the players from hanchan `first` on.

    `regular` play on; `substitutes` can, those with a seat first. `gone` hold seats and do not play on, `newcomers`
    are regular and hold none. All in order of their numbers.
    """

    basis: SeatingBasis
    now: Arrangement
    first: int
    hanchan: tuple[int, ...]
    regular: tuple[Player, ...]
    substitutes: tuple[Player, ...]
    gone: tuple[Player, ...]
    newcomers: tuple[Player, ...]

    @property
    def size(self) -> int:
        """The number of players at a table."""
        return self.basis.size

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
    basis: SeatingBasis,
    first: int,
    leaving: Sequence[Player] = (),
    coming: Sequence[Player] = (),
    instead: Mapping[int, int] | None = None,
) -> RepairCase:
    """The case of typed players and of the list of players: seated but withdrawn means leaving, active without a seat
    means coming; seats in deleted hanchan are ignored.

    Of `coming` also those on the waiting list play on. `instead` (ids: leaving, coming) has given away seats before.
    """
    now = renamed(_within(basis.now, basis.hanchan), first, instead or {})
    players = basis.listed
    away = {player.pk for player in leaving}
    wanted = {player.pk for player in coming}
    playing = [player for player in players if _plays(player, wanted) and player.pk not in away]
    holders = _holders(now, first)
    regular = tuple(player for player in playing if not player.is_substitute)
    substitutes = [player for player in playing if player.is_substitute]
    substitutes.sort(key=lambda one: (one.pk not in wanted, one.pk not in holders, one.number))
    able = {player.pk for player in playing}
    return RepairCase(
        basis=basis,
        now=now,
        first=first,
        hanchan=tuple(number for number in basis.hanchan if number >= first),
        regular=regular,
        substitutes=tuple(substitutes),
        gone=tuple(player for player in players if player.pk in holders and player.pk not in able),
        newcomers=tuple(player for player in regular if player.pk not in holders),
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
    case: RepairCase, sitting: Sequence[frozenset[int]], *, is_even: bool, search: bool = True
) -> SeatMap | None:
    """The whole seating, the hanchan from the case's first on planned for those who sit.

    The same case gives the same answer: the seed is the number of the version. Without `search`, None unless the plan
    was searched for before. Raises Busy when too many search at once.
    """
    values = number_history(case.past, sitting, case.planned)
    wishes = planner_wishes(case.basis.wishes, [case.basis.players[pk] for pk in values.people])
    task = Task(values.sitting, values.past, wishes, size=case.size, winds=case.basis.winds, keep=values.planned)
    seed = f"repair:{case.basis.version}:{case.first}"
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
    return case.basis.hall is not None and way.tables > case.basis.hall


def option_title(case: RepairCase, way: RepairOption, *, is_even: bool) -> str:
    """The title as it is stored, and which of two tempers it is where there are two."""
    title = title_of(case, way)
    if len(strategies(case, way)) == 1:
        return title
    return coded("as-even" if is_even else "few-move", title=title)


def title_of(case: RepairCase, way: RepairOption) -> str:
    count = way.tables
    if way.kind == RepairKind.BYES:
        return coded("byes-shared", count=count)
    if way.tables < case.tables:
        return coded("fewer-tables", count=count)
    if way.tables > case.tables:
        return coded("more-tables", count=count)
    return coded("no-more-byes" if case.has_byes else "re-planned", count=count)


def explanation(way: RepairOption, brings: tuple[Player, ...], *, is_even: bool) -> tuple[str, ...]:
    found = [
        gettext("All remaining hanchan are re-planned as evenly as possible.")
        if is_even
        else gettext("As few players as possible change tables.")
    ]
    if way.byes:
        message = ngettext(
            "In each hanchan {count} player has a bye, nobody twice before everybody once. A bye scores 0.",
            "In each hanchan {count} players have a bye, nobody twice before everybody once. A bye scores 0.",
            way.byes,
        )
        found.append(message.format(count=way.byes))
    if brings:
        found.append(gettext("Substitutes playing: {names}.").format(names=player_list(brings)))
    return tuple(found)


def _missing_substitutes(count: int) -> Message:
    text = ngettext(
        "{count} more substitute is needed. Add one to the players, marked as substitute.",
        "{count} more substitutes are needed. Add them to the players, marked as substitutes.",
        count,
    )
    return obstacle("substitutes-missing", text, count=count)


RESTING = "resting"
"""The key of the option in which those who sit out take the seats."""
LONG = 2_000
"""With more remaining seats than this, re-planning as evenly as possible is calculated only on request."""


def option_key(way: RepairOption, *, is_even: bool) -> str:
    return f"{way.kind.value}-even" if is_even else way.kind.value


def options(case: RepairCase, run: str = "") -> Iterator[Proposal]:
    """Yield every option, possible or not; none when nothing has to be done.

    One whose seating was not searched for before is waiting, but for the one with the key `run`. Raises Busy when too
    many search, and CannotPlan.
    """
    if found := _resting_players_play(case):
        yield found
    for way in available_options(case):
        for is_even in strategies(case, way):
            key = option_key(way, is_even=is_even)
            if is_even and key != run and _is_long(case, way):
                yield _proposal(case, way, option_title(case, way, is_even=True), is_even=True, is_long=True)
            elif option := _option(case, way, is_even=is_even, search=key == run):
                yield option


def _proposal(case: RepairCase, way: RepairOption, title: str, *, is_even: bool = False, **more: Any) -> Proposal:
    """An option as a proposal: its title as it is stored; `more` are fields of it."""
    return Proposal(
        key=option_key(way, is_even=is_even),
        group=f"{way.kind.value}-{way.tables}-{way.byes}",
        title=shown(title),
        done=gettext("Seating corrected."),
        button=gettext("Use this option"),
        origin=Origin(
            source=SeatingSource.REPAIRED,
            verb=Verb.REPAIRED,
            subject=coded("repair", number=case.first, title=title),
        ),
        first=case.first,
        reason=_default_reason(case, title),
        is_even=is_even,
        **more,
    )


def _default_reason(case: RepairCase, title: str) -> str:
    """The reason as it is stored when none was typed: who left and who came."""
    left, came = player_list(case.gone), player_list(case.newcomers)
    if case.gone and case.newcomers:
        return coded("left-came", title=title, left=left, came=came)
    if case.gone:
        return coded("left", title=title, left=left)
    return coded("came", title=title, came=came) if case.newcomers else title


def _is_long(case: RepairCase, way: RepairOption) -> bool:
    """Return whether re-planning everything takes long, and there is another option that does not."""
    return len(strategies(case, way)) > 1 and way.tables * case.size * len(case.hanchan) > LONG


def _option(case: RepairCase, way: RepairOption, *, is_even: bool, search: bool) -> Proposal | None:
    if way.kind == RepairKind.SUBSTITUTES:
        return _taking_places(case, way)
    if too_many(case, way):
        text = _("This needs {needed} tables; the hall has {hall}.")
        against = obstacle("too-few-tables", text, hall=case.basis.hall, needed=way.tables)
        return _proposal(case, way, title_of(case, way), obstacles=(against,))
    if way.missing:
        return _proposal(case, way, title_of(case, way), obstacles=(_missing_substitutes(way.missing),))
    return _replanned(case, way, is_even=is_even, search=search)


def _taking_places(case: RepairCase, way: RepairOption) -> Proposal | None:
    """Newcomers, then waiting substitutes, take the seats of those who left; nobody else moves."""
    if way.missing:
        title = coded("substitutes-take")
        return _proposal(case, way, title, obstacles=(_missing_substitutes(way.missing),))
    seated = [one for one in case.substitutes if one.pk in case.holders]
    waiting = [one for one in case.substitutes if one.pk not in case.holders]
    leaving = [*case.gone, *reversed(seated)][: max(len(case.gone), len(case.newcomers))]
    if len(leaving) < len(case.newcomers):
        return None
    brings = tuple(waiting[: len(leaving) - len(case.newcomers)])
    pairs = list(zip(leaving, [*case.newcomers, *brings], strict=True))
    replaced = tuple(gettext("{coming} for {leaving}").format(coming=into, leaving=out) for out, into in pairs)
    return _proposal(
        case,
        way,
        coded("substitutes-take") if brings else coded("newcomers-take"),
        notes=(*replaced, gettext("Nobody else moves.")),
        arranged=renamed(case.now, case.first, {out.pk: into.pk for out, into in pairs}),
        renames=True,
    )


def _resting_players_play(case: RepairCase) -> Proposal | None:
    """In each hanchan somebody who would sit out has the seat of somebody who leaves, and nobody else moves; None where
    too few sit out.

    Whoever sits out most often comes first, then whoever has met fewest at that table, then the lower number.
    """
    gone, numbers = {player.pk for player in case.gone}, {pk: one.number for pk, one in case.basis.players.items()}
    draft, byes = dict(case.now.draft), dict(case.now.byes)
    if not gone or case.newcomers or not case.has_byes or len(case.planned) < len(case.hanchan):
        return None
    rests = Counter(pk for people in byes.values() for pk in people)
    for number in case.hanchan:
        resting, tables = set(byes.get(number, ())) - gone, dict(draft[number])
        for table, seats in draft[number].items():
            for leaving in sorted(gone.intersection(seats)):
                others = {pk for pk in seats if pk != leaving}
                met = Counter(pk for four in _tables_of(draft, number) if others & four for pk in four)
                if not resting:
                    return None
                taking = min(resting, key=lambda pk: (-rests[pk], met[pk], numbers[pk]))
                seats = tuple(taking if pk == leaving else pk for pk in seats)
                tables[table] = seats
                resting.discard(taking)
                rests[taking] -= 1
        draft[number], byes[number] = tables, frozenset(resting)
    way = RepairOption(RepairKind.BYES, case.tables, 0)
    made = Arrangement(draft, {number: people for number, people in byes.items() if people})
    title = coded("resting-takes")
    found = _proposal(case, way, title, notes=(gettext("Nobody else moves."),), arranged=made)
    everybody = {number: case.now.people(number) - gone for number in case.hanchan}
    return replace(found, key=RESTING, group=RESTING, expected=everybody)


def _tables_of(draft: SeatMap, besides: int) -> list[set[int]]:
    """The tables of all other hanchan."""
    return [set(seats) for number, tables in draft.items() if number != besides for seats in tables.values()]


def _replanned(case: RepairCase, way: RepairOption, *, is_even: bool, search: bool) -> Proposal:
    brings = case.substitutes[: way.substitutes]
    title = option_title(case, way, is_even=is_even)
    made = _best_arrangement(case, way, is_even=is_even, search=search)
    if made is None:
        return _proposal(case, way, title, is_even=is_even, is_waiting=True)
    if made == case.now:
        against = obstacle("nothing-better", _("No more even seating was found; nothing would change."))
        return _proposal(case, way, title, is_even=is_even, obstacles=(against,))
    everybody = {player.pk for player in (*case.regular, *brings)}
    return _proposal(
        case,
        way,
        title,
        is_even=is_even,
        notes=explanation(way, brings, is_even=is_even),
        arranged=made,
        expected=dict.fromkeys(case.hanchan, everybody),
    )


def _best_arrangement(case: RepairCase, way: RepairOption, *, is_even: bool, search: bool) -> Arrangement | None:
    """The arrangement of an option; the most even one is never less even than the one in which few players move.

    The two can have byes for different players, so the planner cannot compare them inside one search.
    """
    tempers = [is_even, *({False} & set(strategies(case, way)) if is_even else ())]
    found = []
    for temper in tempers:
        made = _arrangement(case, way, is_even=temper, search=search)
        if made is None:
            return None
        found.append(made)
    if len(found) == 1:
        return found[0]
    return min(found, key=lambda made: unevenness(case, made))


def _arrangement(case: RepairCase, way: RepairOption, *, is_even: bool, search: bool) -> Arrangement | None:
    people = sorted((*case.regular, *case.substitutes[: way.substitutes]), key=lambda player: player.number)
    out = planned_byes(case, way, people, is_even=is_even)
    everybody = frozenset(player.pk for player in people)
    sitting = [everybody - resting for resting in out]
    draft = replanned_map(case, sitting, is_even=is_even, search=search)
    if draft is None:
        return None
    byes = dict(zip(case.hanchan, out, strict=True)) if way.byes else {}
    earlier = {number: resting for number, resting in case.now.byes.items() if number < case.first}
    return Arrangement(draft, {**earlier, **byes})


def unevenness(case: RepairCase, made: Arrangement) -> tuple[int, ...]:
    """Return what a seating lacks, by priority, to compare the arrangements of one option: wishes that must hold,
    repeated pairings, meetings of one pair, winds, other wishes, tables."""
    values = number_history(case.past, [frozenset(people) for people in sitting_of(made, case)])
    number = {person: at for at, person in enumerate(values.people, start=1)}
    wishes = planner_wishes(case.basis.wishes, [case.basis.players[pk] for pk in values.people])
    task = Task(values.sitting, values.past, wishes, size=case.size, winds=case.basis.winds)
    after = rounds({hanchan: tables for hanchan, tables in made.draft.items() if hanchan >= case.first})
    planned = tuple(tuple(tuple(number[person] for person in table) for table in tables) for tables in after)
    lacks, quality = shortfall(task, planned), quality_of_map(made.draft).quality
    winds = (quality.wind_gap, lacks.uneven, quality.wind_gap_any) if case.basis.winds else ()
    return (lacks.required, quality.repeats, quality.most_meetings, *winds, lacks.strong, quality.table_revisits)
