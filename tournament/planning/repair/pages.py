"""Contexts of the repair pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.winds import WINDS, Wind
from seating.repair import RepairKind, RepairOption
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.planning.actions import restored_arrangement
from tournament.planning.repair.actions import Tables, corrected, first_after, refuse_reseating, replanned_after
from tournament.planning.repair.options import (
    OptionCard,
    RepairCase,
    SolvedOption,
    by_number,
    option_card,
    options,
    quality_now,
    repair_case,
)
from tournament.planning.sentences import player_list
from tournament.players.lookup import option as offered
from tournament.players.models import Player
from tournament.seats.queries import arranged_of
from tournament.seats.seat_map import Arrangement, SeatMap, seated


@dataclass(frozen=True, slots=True)
class Occasion:
    """One answer to "what happened?": its name, texts, the players it asks for, and its page."""

    name: str
    title: Any
    explains: Any
    who: Any = None
    address: str = "seating_repair"


OCCASIONS = (
    Occasion(
        "leave",
        gettext_lazy("A player leaves or did not come"),
        gettext_lazy("One or several, from a hanchan on. Compare substitutes, fewer tables and byes."),
        gettext_lazy("Player leaving"),
    ),
    Occasion(
        "come",
        gettext_lazy("A player arrives late"),
        gettext_lazy("Into empty seats, in place of substitutes, or at additional tables."),
        gettext_lazy("Player coming"),
    ),
    Occasion(
        "sat",
        gettext_lazy("Players sit at the wrong seats or tables"),
        gettext_lazy("During a hanchan: record the actual seats and plan the rest around them."),
        address="seating_reseat",
    ),
    Occasion(
        "seats",
        gettext_lazy("Change seats or whole tables"),
        gettext_lazy("In a hanchan that has not started: seats within a table, or two tables swapped."),
        address="seating_reseat",
    ),
    Occasion(
        "replan",
        gettext_lazy("Re-plan the remaining hanchan"),
        gettext_lazy("For all active players, with byes if they do not fill the tables."),
    ),
)


def find_occasion(name: str) -> Occasion | None:
    return next((what for what in OCCASIONS if what.name == name), None)


KEEP, REPLAN = "keep", "replan"
"""The options for seats that are corrected: the remaining hanchan stay, or are planned again."""
_NOBODY = RepairOption(RepairKind.TABLES, 0)
"""Nobody leaves or comes."""


@dataclass(frozen=True, slots=True)
class OptionPage:
    """The options of a case that are worth showing, in the order of the page: possible ones first, waiting ones among
    them, then those calculated on request, then those that lack players or tables.

    `outdone` are the keys of options that another one makes needless.
    """

    case: RepairCase
    cards: tuple[OptionCard, ...]
    outdone: tuple[str, ...] = ()

    @property
    def possible(self) -> list[OptionCard]:
        """The options that can be used, or will be as soon as they are calculated."""
        return [card for card in self.cards if not card.option.against]

    @property
    def primary(self) -> str:
        """The key of the first option."""
        return next((card.option.key for card in self.possible), "")

    @property
    def waiting(self) -> int:
        """The number of options not calculated yet."""
        return sum(card.option.is_waiting for card in self.cards)

    @property
    def ready(self) -> int:
        """The number of possible options that are calculated."""
        return len(self.possible) - self.waiting

    def card(self, key: str) -> OptionCard | None:
        """The card with that key, unless there is none or it is needless."""
        return next((card for card in self.cards if card.option.key == key), None)


def option_page(
    tournament: Tournament,
    first: int,
    leaving: Sequence[Player],
    coming: Sequence[Player],
    players: Sequence[Player],
    only: str = "",
) -> OptionPage:
    """The options with what is known of their costs, without a search. With `only`, the option with that key is
    calculated; where there is none with that key, all are shown. Raises Busy and CannotPlan then."""
    case = repair_case(tournament, first, leaving, coming)
    known = {player.pk: player for player in players}
    quality = quality_now(case)
    found = (options(tournament, case, only) if only else []) or options(tournament, case, search=False)
    found.sort(key=lambda one: (bool(one.against), not one.is_long))
    shown = [option_card(one, case, known, quality) for one in found]
    needless = [one for one in shown if any(one.is_outdone_by(other) for other in shown)]
    cards = tuple(card for card in shown if card not in needless)
    return OptionPage(case, cards, tuple(card.option.key for card in needless))


def calculate(
    tournament: Tournament, first: int, leaving: Sequence[Player], coming: Sequence[Player], key: str
) -> None:
    """Search for one option, so that it is known from now on. Raises Busy and CannotPlan."""
    options(tournament, repair_case(tournament, first, leaving, coming), key)


def base_context(tournament: Tournament, players: Sequence[Player]) -> dict[str, Any]:
    """The context that all repair pages share."""
    return {
        "nav": "seating",
        "whats": OCCASIONS,
        "people": [offered(player) for player in players],
        "seating": tournament.seating,
    }


def open_hanchan(tournament: Tournament) -> list[Hanchan]:
    """The hanchan after every one that has started."""
    everything = hanchan_of(tournament)
    last = max((one.number for one in everything if one.state != HanchanState.PLANNED), default=0)
    return [one for one in everything if one.number > last]


@dataclass(frozen=True, slots=True)
class TypedTable:
    """One table to correct: for each seat its wind and the text of its field."""

    table: int
    seats: tuple[tuple[Wind, str], ...]


def tables_to_type(
    draft: SeatMap, hanchan: int, tables: Sequence[int], players: Sequence[Player], *, exchanged: bool = False
) -> list[TypedTable]:
    """The tables as seated; `exchanged`: each of two with the players of the other."""
    known = {player.pk: player for player in players}
    places = draft[hanchan]
    of = {table: places[table] for table in tables}
    if exchanged and len(tables) == 2:
        of = {tables[0]: places[tables[1]], tables[1]: places[tables[0]]}
    return [
        TypedTable(table, tuple((wind, offered(known[pk])) for wind, pk in zip(WINDS, seats, strict=False)))
        for table, seats in of.items()
    ]


def reseat_page(
    tournament: Tournament, hanchan: int, tables: Tables, players: Sequence[Player], *, search: bool = False
) -> OptionPage:
    """The costs of keeping and of re-planning the remaining hanchan, where that makes a difference.

    Without `search`, re-planning waits unless it was searched for before. Raises Refused, Busy and CannotPlan.
    """
    now = arranged_of(tournament.seating)
    refuse_reseating(tournament, now, hanchan, tables)
    known = {player.pk: player for player in players}
    case = replace(repair_case(tournament, first_after(tournament, hanchan)), now=now)
    quality = quality_now(case)
    kept = corrected(now, hanchan, tables)
    lost = _seats_lost(now, kept, hanchan, known)
    effect = _("The remaining hanchan stay as they are.")
    found = [SolvedOption(_NOBODY, _("Change nothing else"), (*lost, effect), kept, name=KEEP)]
    made = replanned_after(tournament, kept, hanchan, search=search)
    if made != kept:
        effect = _("As few players as possible move, without avoidable repeats.")
        title = _("Re-plan the remaining hanchan")
        found.append(SolvedOption(_NOBODY, title, (*lost, effect), made, is_waiting=made is None, name=REPLAN))
    cards = tuple(option_card(one, case, known, quality) for one in found)
    return OptionPage(case, cards, (REPLAN,) if made == kept else ())


def _seats_lost(now: Arrangement, made: Arrangement, hanchan: int, players: Mapping[int, Player]) -> tuple[str, ...]:
    """The sentence about players who lose a seat in the hanchan and those who get it."""
    before, after = seated(now.draft[hanchan]), seated(made.draft[hanchan])
    if before == after:
        return ()
    message = _("Hanchan {number}: {out} loses the seat and has a bye; {into}, who had a bye, plays.")
    names = {
        "out": player_list(by_number(before - after, players)),
        "into": player_list(by_number(after - before, players)),
    }
    return (message.format(number=hanchan, **names),)


def can_go_back(tournament: Tournament, number: int) -> bool:
    """Return whether restoring a version would change anything; started hanchan stay as they are."""
    tournament.refresh_from_db(fields=["seating"])
    now, earlier = arranged_of(tournament.seating), arranged_of(tournament.seatings.get(number=number))
    return restored_arrangement(tournament, now, earlier) != now


def tables_as_typed(texts: Mapping[int, Sequence[str]]) -> list[TypedTable]:
    """The fields as filled in."""
    return [TypedTable(table, tuple(zip(WINDS, typed, strict=False))) for table, typed in texts.items()]


def hanchan_for(tournament: Tournament, *, playing: bool) -> list[Hanchan]:
    """The hanchan in which seats can be corrected: those being played, or those not started."""
    wanted = HanchanState.PLAYING if playing else HanchanState.PLANNED
    return [one for one in hanchan_of(tournament) if one.state == wanted]
