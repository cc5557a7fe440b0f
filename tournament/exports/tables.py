"""The first sheet of the workbook: facts about the event."""

from datetime import date, datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring import ema
from scoring.penalties import chonbo_price
from scoring.points import Minus, write_p
from tournament.core.audit_check import last_value
from tournament.core.chain import head
from tournament.core.models import Tournament
from tournament.core.tables import AnyColumn, Cell, DataColumn, DataTable
from tournament.events.ruleset_display import differences
from tournament.players.queries import registered
from tournament.standings.ranking import Ranking

Fact = tuple[str, Cell]


class EventTable(DataTable[Fact]):
    """The facts that a reader of the file needs first, years later. Records are pairs of a name and a value."""

    what = DataColumn(_("What"), lambda fact: fact[0], width=34)
    value = AnyColumn(_("Value"), lambda fact: fact[1], width=60)

    file_name, title = "event", _("Event")
    description = _("What the event was, and how to read this file.")

    def __init__(self, tournament: Tournament, ranking: Ranking, at: datetime):
        parts = (
            _identity(tournament),
            _settings(tournament),
            _field(tournament, ranking),
            _file(tournament, ranking, at),
        )
        super().__init__([fact for part in parts for fact in part])


def _identity(tournament: Tournament) -> list[Fact]:
    return [
        (gettext("Name"), tournament.name),
        (pgettext("where an event is", "Place"), tournament.place),
        (gettext("First day"), tournament.first_day),
        (gettext("Last day"), tournament.last_day),
        (gettext("Address"), tournament.slug),
    ]


def _settings(tournament: Tournament) -> list[Fact]:
    rules = tournament.ruleset
    return [
        (gettext("Rule set"), gettext(rules.title)),
        (gettext("Starting points"), rules.start),
        (gettext("Goal"), rules.goal),
        (gettext("Oka (P)"), write_p(rules.oka, Minus.EXPORT, plus=False)),
        (gettext("Values that differ from the published rule set"), len(differences(rules))),
        (gettext("Chonbo (P)"), write_p(chonbo_price(rules), Minus.EXPORT, plus=False)),
        (gettext("Penalty schedule"), gettext(tournament.schedule.title)),
        (gettext("Seat winds"), tournament.get_wind_method_display()),
        (gettext("Seating"), _seating(tournament)),
        (gettext("Seed of the seating"), tournament.seating.seed if tournament.seating else None),
    ]


def _seating(tournament: Tournament) -> str | None:
    seating = tournament.seating
    if seating is None:
        return None
    return gettext("version {number}, {source}").format(number=seating.number, source=seating.get_source_display())


def _field(tournament: Tournament, ranking: Ranking) -> list[Fact]:
    everybody = registered(tournament)
    return [
        (gettext("Hanchan"), tournament.hanchan_count),
        (gettext("Hanchan in these standings"), ranking.after),
        (gettext("Not played"), ranking.tables_not_played),
        (gettext("Report sheets were entered"), tournament.get_entry_mode_display()),
        (gettext("Standings are"), ranking.mode.stamp),
        (pgettext("number of people", "Registered"), len(everybody)),
        (gettext("Did not come"), sum(player.did_not_come for player in everybody)),
        (gettext("Ranked players"), len(ranking.ranked)),
        (gettext("Substitutes who played"), len(ranking.substitutes)),
        (gettext("Countries of ranked players"), _country_count(ranking)),
        (gettext("MERS weight without qualification"), mers_weight_of(tournament, ranking)),
    ]


def _file(tournament: Tournament, ranking: Ranking, at: datetime) -> list[Fact]:
    plain = gettext("P is 1,000 points. Total = table score - penalties.")
    carried = gettext("P is 1,000 points. Total = carried score + table score - penalties.")
    return [
        (gettext("Amounts"), carried if ranking.has_carried else plain),
        (gettext("Results"), gettext("Hidden results are included: this file is for the staff.")),
        (gettext("Time zone"), timezone.get_current_timezone_name()),
        (gettext("Written"), at),
        (gettext("Edition"), tournament.edition),
        (gettext("Head of the audit chain"), head(last_value(tournament))),
    ]


def _country_count(ranking: Ranking) -> int:
    return len({row.player.country for row in ranking.ranked if row.player.country})


def mers_weight_of(tournament: Tournament, ranking: Ranking) -> Decimal | None:
    """Return the weight of an event with these standings, as far as it is known."""
    days = tournament.first_day, tournament.last_day
    return mers_weight(*days, len(ranking.ranked), len(ranking.substitutes), _country_count(ranking))


def mers_weight(
    first: date | None, last: date | None, players: int, substitutes: int, countries: int
) -> Decimal | None:
    """Return an event's weight in the European ranking without qualification; None while the days are not known.

    A required qualification gives one more, which nobody here can know. How it is made up is in scoring/ema.py.

    >>> mers_weight(date(2026, 5, 16), date(2026, 5, 17), 39, 4, 10)
    Decimal('3.5')
    """
    if first is None or last is None:
        return None
    weight = ema.mers_weight((last - first).days + 1, players, countries, substitutes=substitutes)
    return Decimal(weight.numerator) / Decimal(weight.denominator)
