"""Grids about the event itself: its facts, its rules in sentences, its hanchan with their sums, its history."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.foul.prices import chonbo_price
from scoring.game import Table, score_table
from scoring.points import Minus, write_p
from scoring.rules import BY_THE_ORGANISER, rule_names
from scoring.standing.sentences import sentences
from tournament.audit import AuditEntry
from tournament.events.history import details
from tournament.events.models import Hanchan, Tournament
from tournament.events.rulebook import differences, value_in_words
from tournament.exports.grids import Cell, Column, Grid, Kind, count, grid, moment, p
from tournament.exports.mers import mers_weight
from tournament.players.models import Player
from tournament.seating.queries import lineups
from tournament.standings.facts import Facts
from tournament.standings.ranking import Ranking

Fact = tuple[str, Cell]


def event(tournament: Tournament, ranking: Ranking, people: Sequence[Player], at: datetime) -> Grid:
    """What somebody asks first who opens the file years later."""
    facts = [*_what(tournament), *_how(tournament), *_who(tournament, ranking, people), *_file(tournament, at)]
    columns = [Column(_("What"), width=34), Column(_("Value"), Kind.ANY, 60)]
    return grid("event", _("Event"), _("What the event was, and how to read this file."), columns, facts)


def _what(tournament: Tournament) -> list[Fact]:
    return [
        (_("Name"), tournament.name),
        (_("Place"), tournament.place),
        (_("First day"), tournament.first_day),
        (_("Last day"), tournament.last_day),
        (_("Address"), tournament.slug),
    ]


def _how(tournament: Tournament) -> list[Fact]:
    rules, seated = tournament.ruleset, tournament.seating
    return [
        (_("Rule set"), rules.title),
        (_("Starting points"), rules.start),
        (_("Goal"), rules.goal),
        (_("Oka (P)"), write_p(rules.oka, Minus.EXPORT, plus=False)),
        (_("Values that differ from the published rule set"), len(differences(rules))),
        (_("Chonbo (P)"), write_p(chonbo_price(rules), Minus.EXPORT, plus=False)),
        (_("Penalty schedule"), tournament.schedule.title),
        (_("Seat winds"), tournament.get_wind_method_display()),
        (_("Seating"), seated and _("version %(number)d, %(source)s") % {
            "number": seated.number, "source": seated.get_source_display(),
        }),
        (_("Seed of the seating"), seated and seated.seed),
    ]  # fmt: skip


def _who(tournament: Tournament, ranking: Ranking, people: Sequence[Player]) -> list[Fact]:
    countries = {row.player.country for row in ranking.ranked if row.player.country}
    players, substitutes = len(ranking.ranked), len(ranking.substitutes)
    weight = mers_weight(tournament.first_day, tournament.last_day, players, substitutes, len(countries))
    return [
        (_("Hanchan"), tournament.hanchan_count),
        (_("Hanchan in these standings"), ranking.after),
        (_("Standings are"), _("official") if ranking.official else _("provisional")),
        (_("Registered"), len(people)),
        (_("Ranked players"), players),
        (_("Substitutes who played"), substitutes),
        (_("Countries of ranked players"), len(countries)),
        (_("MERS weight without qualification"), weight),
    ]


def _file(tournament: Tournament, at: datetime) -> list[Fact]:
    return [
        (_("Amounts"), _("P is 1,000 points. Total = table score - penalties.")),
        (_("Results"), _("Hidden results are included: this file is for the staff.")),
        (_("Times are those of"), timezone.get_current_timezone_name()),
        (_("Written"), at),
        (_("Edition"), tournament.edition),
    ]


def rule_sentences(tournament: Tournament) -> Grid:
    """The rules as they were set for this event, in words, each with its source."""
    rows = [(one.said(_), one.source) for one in tournament.ruleset.sentences()]
    if not tournament.ranked_by.is_plain:
        rows += [(one.said(_), _(BY_THE_ORGANISER)) for one in sentences(tournament.ranked_by)]
    note = _("The rules of this event in sentences, with their sources.")
    return grid("rules", _("Rules"), note, [Column(_("Rule"), width=90), Column(_("Source"), width=36)], rows)


def rule_values(tournament: Tournament) -> Grid:
    """Every value of the rule set by its name and in words, beside the published one where it differs."""
    rules = tournament.ruleset
    published = {one.name: one.usual for one in differences(rules)}
    columns = [
        Column(_("What"), width=50), Column(_("Value"), width=50), Column(_("Published"), width=40),
        Column(_("Source"), width=50), Column(_("Confirmed"), width=12), Column(_("Name"), width=22),
    ]  # fmt: skip
    rows = [
        (
            _(one.label), value_in_words(one, one.of(rules)), published.get(one.name, ""),
            rules.sources.get(one.name, ""), _("unverified") if one.name in rules.unverified else _("yes"), one.name,
        )
        for one in rule_names()
    ]  # fmt: skip
    note = _(
        "Every value of the rule set, the published one where it differs, its source and whether that confirms it."
    )
    return grid("rule-set", _("Rule set"), note, columns, rows, landscape=True, frozen_columns=1)


def hanchan(tournament: Tournament, facts: Facts) -> Grid:
    """When each hanchan was played, and whether its points add up."""
    columns = [
        count(_("Hanchan")), Column(_("State"), width=10), count(_("Minutes")), moment(_("Started")),
        moment(_("Closed")), moment(_("Results public since")), count(_("Tables seated")), count(_("Sheets in")),
        Column(_("Sum of points"), Kind.POINTS, 14), count(_("Deposits left")),
        Column(_("Points and deposits"), Kind.POINTS, 14), Column(_("Points at the start"), Kind.POINTS, 14),
        p(_("Sum of scores P"), 12), Column(_("Penalties P"), Kind.AMOUNT, 11),
    ]  # fmt: skip
    seated = {number: len(tables) for number, tables in lineups(tournament).items()}
    played = defaultdict(list)
    for table in facts.tables:
        played[table.hanchan].append(table)
    taken = Counter[int | None]()
    for one in facts.counting:
        taken[one.hanchan] += one.amount
    rows = [
        _hanchan_row(one, seated.get(one.number, 0), played[one.number], taken[one.number], tournament)
        for one in tournament.hanchan.order_by("number")
    ]
    note = _("Times and check sums of each hanchan: points and deposits must be what the tables started with.")
    return grid("hanchan", _("Hanchan"), note, columns, rows, landscape=True, frozen_columns=1)


def _hanchan_row(one: Hanchan, seated: int, tables: list[Table], taken: int, tournament: Tournament) -> Sequence[Cell]:
    rules = tournament.ruleset
    points = sum(line.points for table in tables for line in table.lines)
    deposits = sum(table.deposits for table in tables)
    scores = sum(row.score for table in tables for row in score_table(table, rules))
    return (
        one.number, one.get_state_display(), one.minutes, one.started_at, one.closed_at, one.released_at, seated,
        len(tables), points, deposits, points + 1_000 * deposits, rules.total * len(tables), scores, taken,
    )  # fmt: skip


def history(tournament: Tournament) -> Grid:
    """Who did what, when and why, from the first to the last."""
    columns = [
        moment(_("When")), Column(_("Who"), width=20), Column(_("What"), width=26), Column(_("To what"), width=34),
        Column(_("Reason"), width=40), Column(_("Values"), width=70),
    ]  # fmt: skip
    entries = tournament.audit_entries.select_related("by").order_by("id")
    note = _("Every change to the event: who, when, what and why.")
    return grid("history", _("History"), note, columns, map(_act, entries), landscape=True)


def _act(entry: AuditEntry) -> Sequence[Cell]:
    who = str(entry.by) if entry.by else _("a command")
    return (entry.at, who, _(entry.verb), entry.subject, entry.reason, "; ".join(details(entry)))
