"""Results as federations want them, each from the ranking: the lists of EMA and ARA, and what the event lacks for them.

No template of either federation was found. EMA: the columns of the pages that it publishes (RULES.md 4.12), where a
score is in whole points. ARA: what its certification guidelines ask for (nariichi.org/tournament-certification).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.ema import base_rank
from tournament.core.models import Tournament
from tournament.core.tables import Cell, DataColumn, DataTable, NumberColumn, PColumn, PlaceColumn, PointsColumn
from tournament.exports.tables import mers_weight_of
from tournament.players.names import parted
from tournament.standings.inputs import PlayerName
from tournament.standings.queries import standings_of
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.standings.tables import status_text


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that a list lacks: of players, or of the event where there are none."""

    what: str
    players: tuple[PlayerName, ...] = ()


class EmaTable(DataTable[StandingsRow]):
    """Everybody with a place, as EMA publishes results. Substitutes are scored and have no place, so they are not on
    the list; they count for the weight alone."""

    place = PlaceColumn(gettext_lazy("Place"), "standing.place", width=8)
    ema_number = DataColumn(gettext_lazy("EMA number"), "player.ema_number")
    last_name = DataColumn(gettext_lazy("Last name"), lambda row: names_of(row.player)[1].upper(), width=22)
    first_name = DataColumn(gettext_lazy("First name"), lambda row: names_of(row.player)[0], width=20)
    country = DataColumn(gettext_lazy("Country"), "player.country", width=9)
    table_points = NumberColumn(gettext_lazy("Table points (MCR only)"), lambda row: None, width=13)
    score = PointsColumn(gettext_lazy("Score"), "standing.total", width=11)
    base_rank = NumberColumn(gettext_lazy("Base rank"), width=11)

    file_name, title = "ema", gettext_lazy("EMA list")
    description = gettext_lazy("Results as the European Mahjong Association publishes them; scores in whole points.")

    def __init__(self, tournament: Tournament):
        ranking = standings_of(tournament)
        self.count, self.substitutes = len(ranking.ranked), len(ranking.substitutes)
        super().__init__(ranking.ranked)
        self.facts = ema_facts(tournament, ranking)

    def value_base_rank(self, row: StandingsRow) -> int:
        return base_rank(row.standing.place or self.count, self.count, self.substitutes)


def names_of(player: PlayerName) -> tuple[str, str]:
    """Return first and last name; of a name that does not tell them apart, all of it as the last name."""
    if player.last_name:
        return player.first_name, player.last_name
    first, last = parted(player.name)
    return (first, last) if last else ("", player.name)


def ema_facts(tournament: Tournament, ranking: Ranking) -> tuple[tuple[str, Cell], ...]:
    """Return what stands above the list: the event, its rules, and its weight as far as it is known."""
    weight = mers_weight_of(tournament, ranking)
    known = _("{weight} (1 more if players had to qualify)").format(weight=weight) if weight is not None else ""
    days = _days(tournament)
    return (
        (_("Tournament"), tournament.name),
        (pgettext("where an event is", "Place"), tournament.place),
        (_("Dates"), days),
        (_("Rules"), _("Riichi, {rules}").format(rules=_(tournament.ruleset.title))),
        (_("Players"), str(len(ranking.ranked))),
        (_("Substitutes"), str(len(ranking.substitutes))),
        (_("Hanchan"), _("{played} of {all}").format(played=ranking.after, all=tournament.hanchan_count)),
        (_("Results"), ranking.mode.stamp),
        (_("MERS weight"), known),
    )


def _days(tournament: Tournament) -> str:
    """The days in ISO form, which every country reads alike."""
    days = [day.isoformat() for day in (tournament.first_day, tournament.last_day) if day]
    return " – ".join(dict.fromkeys(days))


def ema_gaps(tournament: Tournament, ranking: Ranking) -> list[Gap]:
    """Return what EMA asks for and the event does not tell, in the order of the list."""
    players = [row.player for row in ranking.ranked]
    lacking = (
        (_("EMA number"), [player for player in players if not player.ema_number]),
        (_("Country"), [player for player in players if not player.country]),
        (_("First and last name apart"), [player for player in players if not names_of(player)[0]]),
    )
    of_event = (
        (_("Place of the event"), tournament.place),
        (_("Dates of the event, for the MERS weight"), tournament.first_day and tournament.last_day),
    )
    return [
        *(Gap(what) for what, value in of_event if not value),
        *(Gap(what, tuple(found)) for what, found in lacking if found),
    ]


def not_on_list(ranking: Ranking) -> list[tuple[PlayerName, str]]:
    """Return who is in the standings without a place, and why: nobody is left out unsaid."""
    return [(row.player, status_text(row.standing.status)) for row in (*ranking.substitutes, *ranking.out)]


@dataclass(frozen=True, slots=True)
class AraRow:
    """A player with a place, and what standings do not have: no public page may show a legal name."""

    row: StandingsRow
    legal_name: str
    ara_id: str


class AraTable(DataTable[AraRow]):
    """Everybody with a place under both names; the legal one is empty where it is not known to be another."""

    place = PlaceColumn(gettext_lazy("Place"), "row.standing.place", width=8)
    number = NumberColumn(gettext_lazy("Number"), "row.player.number", width=8)
    preferred_name = DataColumn(gettext_lazy("Preferred name"), "row.player.name", width=26)
    legal_name = DataColumn(gettext_lazy("Legal name"), width=26)
    ara_id = DataColumn(gettext_lazy("ARA ID"), width=12)
    organization = DataColumn(gettext_lazy("Organization"), "row.player.club", width=22)
    country = DataColumn(gettext_lazy("Country"), "row.player.country", width=9)
    total = PColumn(gettext_lazy("Total"), "row.standing.total", file_heading=gettext_lazy("Total P"))

    file_name, title = "ara", gettext_lazy("ARA list")
    description = gettext_lazy("Results with preferred and legal names for the American Riichi Association.")

    def __init__(self, tournament: Tournament, *, private: bool = False):
        super().__init__(ara_rows(tournament, standings_of(tournament)), private=private)


def ara_rows(tournament: Tournament, ranking: Ranking) -> list[AraRow]:
    """Return the rows of the list; one query."""
    told = {pk: more for pk, *more in tournament.players.values_list("pk", "legal_name", "ara_id")}
    return [AraRow(row, *told[row.player.id]) for row in ranking.ranked]


def ara_gaps(rows: Iterable[AraRow]) -> list[Gap]:
    """Return what ARA asks for and the event does not tell."""
    without = tuple(one.row.player for one in rows if not one.ara_id)
    return [Gap(_("ARA ID"), without)] if without else []
