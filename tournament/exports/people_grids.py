"""Grids of people: who played, where everybody sat, what was taken off."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.exports.grids import Cell, Column, Grid, Kind, count, grid, moment
from tournament.penalties.models import PenaltyKind
from tournament.players.models import Player
from tournament.seating.queries import lineups, sitting_out


def players(people: Sequence[Player]) -> Grid:
    """Everybody who was registered, by number."""
    columns = [
        count(_("Number"), 8), Column(_("Name"), width=26), Column(_("Last name"), width=18),
        Column(_("First name"), width=16), Column(_("Country"), width=9), Column(_("Club"), width=22),
        Column(_("Team"), width=20), Column(_("EMA number"), width=12), Column(_("Substitute"), width=11),
        Column(_("Status"), width=14), moment(_("Checked in")), Column(_("Note"), width=24),
    ]  # fmt: skip
    rows = [
        (
            one.number, one.name, one.last_name, one.first_name, one.country, one.club, one.team, one.ema_number,
            _("yes") if one.is_substitute else "", one.get_status_display(), one.checked_in_at, one.note,
        )
        for one in people
    ]  # fmt: skip
    note = _("Everybody who was registered.")
    return grid("players", _("Players"), note, columns, rows, landscape=True, frozen_columns=2)


def seating(tournament: Tournament) -> Grid:
    """Who sat where; the wind is empty where it was drawn at the table."""
    columns = [
        count(_("Hanchan")), count(_("Table"), 7), Column(_("Wind"), width=6), count(_("Number"), 8),
        Column(_("Name"), width=26), Column(_("Stands in for"), width=26),
    ]  # fmt: skip
    drawn = tournament.winds_are_drawn
    rows: list[tuple[Cell, ...]] = [
        (
            number, table, "" if drawn else place.wind.value, place.player.number, place.player.name,
            place.absent.name if place.absent else "",
        )
        for number, lineup in sorted(lineups(tournament).items())
        for table, places in lineup.items()
        for place in places
    ]  # fmt: skip
    rows += [
        (number, None, _("bye"), player.number, player.name, "")
        for number, people in sitting_out(tournament).items()
        for player in people
    ]
    rows.sort(key=lambda row: (cast(int, row[0]), row[1] is None))
    note = _("Who sits where in each hanchan, substitutes included; who has a bye sits out and scores 0.")
    return grid("seating", _("Seating"), note, columns, rows)


def penalties(tournament: Tournament) -> Grid:
    """Everything that was given, cancelled penalties too."""
    columns = [
        count(_("Hanchan")), count(_("Number"), 8), Column(_("Name"), width=26), Column(_("Kind"), width=16),
        Column(_("Foul"), width=30), Column(_("P taken off"), Kind.AMOUNT, 11), Column(_("Counts"), width=8),
        count(_("Minutes late")), Column(_("Reason"), width=40), Column(_("Referee"), width=18), moment(_("Given")),
        moment(_("Cancelled")), Column(_("Cancelled because"), width=30),
    ]  # fmt: skip
    rows = [
        (
            one.hanchan.number if one.hanchan else None, one.player.number, one.player.name, one.get_kind_display(),
            one.foul_title, one.amount, "" if one.cancelled_at else _("yes"),
            one.minutes if one.kind == PenaltyKind.LATE else None, one.reason, one.referee,
            one.given_at, one.cancelled_at, one.cancelled_reason,
        )
        for one in tournament.penalties.select_related("player", "hanchan").order_by("id")
    ]  # fmt: skip
    note = _("Every penalty and warning, with reason and referee; cancelled ones stay in the list and do not count.")
    return grid("penalties", _("Penalties"), note, columns, rows, landscape=True, frozen_columns=3)
