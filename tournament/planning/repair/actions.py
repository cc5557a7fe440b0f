"""Actions and refusals of repairs. Each action does everything or nothing and makes a new version."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from seating.repair import RepairKind
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Level, Message, Refused
from tournament.core.models import HanchanState, Tournament, Verb
from tournament.planning.refusals import refuse_started
from tournament.planning.repair.options import RepairCase, SolvedOption, options, repair_case, replanned_map, sitting_of
from tournament.planning.sentences import player_list
from tournament.planning.versions import Origin, earlier_version, new_version
from tournament.players.actions import withdraw
from tournament.players.models import Player, PlayerStatus
from tournament.results.sheets.queries import read_tables
from tournament.seats.integrity import refuse_altered
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.queries import arranged_of, started_hanchan
from tournament.seats.seat_map import Arrangement, SeatMap, seated, spans

Tables = Mapping[int, tuple[int, ...]]


def refuse_first(tournament: Tournament, first: int) -> None:
    """Refuse when hanchan `first` does not exist, or it or a later one has started."""
    numbers = list(tournament.hanchan.filter(number__gte=first).values_list("number", flat=True))
    if first not in numbers:
        raise Refused.of("no-such-hanchan", _("There is no hanchan {number}."), field="first", number=first)
    if tournament.seating_id is None and first > 1:
        raise Refused.of("no-seating", _("There is no seating yet. Start with hanchan 1."), field="first")
    refuse_started(tournament, numbers, field="first")


def refuse_people(leaving: Sequence[Player], coming: Sequence[Player]) -> None:
    """Refuse when a player both leaves and comes, or a newcomer is not active."""
    for player in coming:
        if player in leaving:
            raise Refused.of("leaves-and-comes", _("{name} cannot both leave and come."), field="who", name=player)
        if player.status != PlayerStatus.PLAYING:
            raise Refused.of(
                "not-playing", _("{name} is not playing. Reinstate the player first."), field="who", name=player
            )


def refuse_reseating(tournament: Tournament, now: Arrangement, hanchan: int, tables: Tables) -> None:
    """Refuse seats that are impossible at these tables of the hanchan, or change nothing.

    A player with a bye may be given a seat: the player who loses it gets the bye.
    """
    draft = now.draft
    state = tournament.hanchan.filter(number=hanchan).values_list("state", flat=True).first()
    if state is None or hanchan not in draft:
        raise Refused.of("no-seating", _("Hanchan {number} has no seating yet."), field="hanchan", number=hanchan)
    if state == HanchanState.CLOSED:
        raise Refused.of(
            "hanchan-closed",
            _(
                "Hanchan {number} is closed. To correct who played, open the sheet of a table and choose "
                "“Change who played”."
            ),
            field="hanchan",
            number=hanchan,
        )
    refuse_tables(draft, hanchan, list(tables))
    if state == HanchanState.PLAYING:
        refuse_sheets(tournament, hanchan, list(tables))
    _refuse_others(tournament, now, hanchan, tables)
    if all(draft[hanchan][table] == seats for table, seats in tables.items()):
        raise Refused.of("same-seats", _("They already sit there: nothing would change."))


def refuse_tables(draft: SeatMap, hanchan: int, tables: Sequence[int]) -> None:
    """Refuse when the hanchan has no such table."""
    unknown = [table for table in tables if table not in draft.get(hanchan, {})]
    if unknown:
        raise Refused.of(
            "no-such-table",
            _("Hanchan {number} has no table {tables}."),
            field="tables",
            number=hanchan,
            tables=spans(unknown),
        )
    if not tables:
        raise Refused.of("no-tables", _("Enter at least one table number."), field="tables")


def refuse_sheets(tournament: Tournament, hanchan: int, tables: Sequence[int]) -> None:
    """Refuse when a sheet of one of these tables is entered: it records who played there. Read under the lock."""
    entered = sorted(set(tables) & read_tables(tournament.hanchan.get(number=hanchan)))
    if entered:
        raise Refused.of(
            "sheet-entered",
            _(
                "The sheet of table {tables} is entered and records who played there. "
                "Open the sheet and choose “Change who played”: it corrects the sheet and the seats in one step."
            ),
            field="tables",
            tables=spans(entered),
        )


def _refuse_others(tournament: Tournament, now: Arrangement, hanchan: int, tables: Tables) -> None:
    draft, resting = now.draft, now.byes.get(hanchan, frozenset())
    before = [player for table in tables for player in draft[hanchan][table]]
    after = [player for seats in tables.values() for player in seats]
    names = {player.pk: player for player in tournament.players.filter(pk__in={*before, *after})}
    where = {player: table for table, seats in draft[hanchan].items() for player in seats}
    for player in after:
        if after.count(player) > 1:
            raise Refused.of("two-seats", _("{name} cannot have two seats."), field="tables", name=names[player])
        if player not in before and player not in resting:
            if player in seated(draft[hanchan]):
                raise Refused.of(
                    "other-table",
                    _("{name} is seated at table {table}. Include that table too."),
                    field="tables",
                    name=names[player],
                    table=where[player],
                )
            raise Refused.of(
                "no-seat",
                _("{name} has no seat in hanchan {number}. Replace the player, or assign a substitute."),
                field="tables",
                name=names[player],
                number=hanchan,
            )
    missing = [names[player] for player in before if player not in after]
    spare = len(missing) - sum(player in resting for player in after)
    if spare or any(len(seats) != len(draft[hanchan][table]) for table, seats in tables.items()):
        raise Refused.of(
            "empty-seat",
            _("Every seat needs a player, and {name} has no seat. Check the players at these tables."),
            field="tables",
            name=missing[0] if missing else "–",
        )


def repair(
    *,
    tournament: Tournament,
    first: int,
    key: str,
    act: Act,
    leaving: Sequence[Player] = (),
    coming: Sequence[Player] = (),
) -> Seating:
    """Carry out one option: from hanchan `first` on without those who leave and with those who come.

    Players who leave are withdrawn in the same write. The search happens before the database is locked.
    """
    if earlier := earlier_version(tournament, act):
        return earlier
    refuse_altered(tournament.seating, at=act.at)
    refuse_first(tournament, first)
    refuse_people(leaving, coming)
    case = repair_case(tournament, first, leaving, coming)
    option, arranged = chosen(tournament, case, key)

    def change(_old: Arrangement) -> Arrangement:
        if repair_case(tournament, first, leaving, coming) != case:
            raise Conflict.of(
                "players-changed", _("The players or the seating changed in the meantime. Check the options again.")
            )
        for player in leaving:
            if player.status == PlayerStatus.PLAYING:
                withdraw(player=player, act=act.step(act.reason))
        return arranged

    everybody = {player.pk for player in (*case.regular, *option.brings)}
    origin = Origin(
        source=SeatingSource.REPAIRED,
        verb=Verb.REPAIRED,
        subject=_("from hanchan {number} on: {title}").format(number=first, title=option.title),
    )
    return new_version(
        tournament,
        change,
        origin,
        act.because(act.reason or _default_reason(option, case)),
        expected=None if option.way.kind == RepairKind.SUBSTITUTES else dict.fromkeys(case.hanchan, everybody),
    )


def _default_reason(option: SolvedOption, case: RepairCase) -> str:
    """The reason when none was typed: who left and who came."""
    parts = [option.title]
    if case.gone:
        parts.append(_("left: {names}").format(names=player_list(case.gone)))
    if case.newcomers:
        parts.append(_("came: {names}").format(names=player_list(case.newcomers)))
    return "; ".join(parts)[:500]


def chosen(tournament: Tournament, case: RepairCase, key: str) -> tuple[SolvedOption, Arrangement]:
    """The option with that key and its arrangement. Raises Refused when there is none, or it is not possible."""
    found = next(iter(options(tournament, case, only=key)), None)
    if found is None or found.arranged is None:
        text = _("That option is no longer available. Check the options again.")
        gone = Message("option-gone", text, {}, Level.ERROR, "kind")
        raise Refused([found.against if found and found.against else gone])
    return found, found.arranged


def reseat(*, tournament: Tournament, hanchan: int, tables: Tables, act: Act, replan: bool = False) -> Seating:
    """Change the seats of these tables: within a table, whole tables, or players across them.

    In a hanchan being played this records the actual seats, as long as no sheet of these tables is entered. With
    `replan` the hanchan that have not started are re-planned.
    """
    if earlier := earlier_version(tournament, act):
        return earlier
    playing = tournament.hanchan.filter(number=hanchan, state=HanchanState.PLAYING).exists()
    subject = (
        _("hanchan {number}: actual seats at table {tables}")
        if playing
        else _("hanchan {number}: seats at table {tables}")
    )

    def change(old: Arrangement) -> Arrangement:
        refuse_reseating(tournament, old, hanchan, tables)
        return reseated(tournament, old, hanchan, tables, replan=replan)

    if replan:  # searched for before the database is locked, and kept from the preview on
        now = arranged_of(tournament.seating)
        refuse_reseating(tournament, now, hanchan, tables)
        reseated(tournament, now, hanchan, tables, replan=True)

    origin = Origin(
        source=SeatingSource.REPAIRED if playing or replan else SeatingSource.CHANGED,
        verb=Verb.RECORDED_SEATS if playing else Verb.CHANGED_SEATS,
        subject=subject.format(number=hanchan, tables=spans(tables)),
    )
    return new_version(tournament, change, origin, act, really_played=[hanchan] if playing else ())


def first_after(tournament: Tournament, hanchan: int) -> int:
    """The number after this hanchan and after every one that has started."""
    return max([hanchan, *started_hanchan(tournament)]) + 1


def reseated(tournament: Tournament, now: Arrangement, hanchan: int, tables: Tables, *, replan: bool) -> Arrangement:
    """The arrangement with these tables changed; with `replan` later hanchan that have not started are re-planned
    for the people who sit in them."""
    right = corrected(now, hanchan, tables)
    if not replan:
        return right
    made = replanned_after(tournament, right, hanchan)
    assert made is not None  # noqa: S101  # it was searched for
    return made


def corrected(now: Arrangement, hanchan: int, tables: Tables) -> Arrangement:
    """The arrangement with these tables changed, nothing else; players without a seat have a bye in that hanchan."""
    draft = {**now.draft, hanchan: {**now.draft[hanchan], **tables}}
    resting = frozenset(now.people(hanchan) - seated(draft[hanchan]))
    return Arrangement(draft, {**now.byes, hanchan: resting} if resting else now.byes)


def replanned_after(
    tournament: Tournament, right: Arrangement, hanchan: int, *, search: bool = True
) -> Arrangement | None:
    """The arrangement with the hanchan after this one that have not started re-planned for the people who sit in them.

    Without `search`, None unless the plan was searched for before. Raises Busy and CannotPlan.
    """
    first = first_after(tournament, hanchan)
    if first not in right.draft:
        return right
    case = replace(repair_case(tournament, first), now=right)
    sitting = [frozenset(people) for people in sitting_of(right, case)]
    made = replanned_map(tournament, case, sitting, is_even=False, search=search)
    return None if made is None else Arrangement(made, right.byes)
