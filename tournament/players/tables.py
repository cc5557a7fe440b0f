"""The list of players as a table."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.tables import DataColumn, DataTable, FlagColumn, MomentColumn, NumberColumn, PlayerColumn
from tournament.players.models import Player, PlayerStatus
from tournament.templatetags.sekigime import chip


class PlayerTable(DataTable):
    """Numbers, names and where they come from; on a phone number, name and state, with the rest under the name."""

    number = NumberColumn(_("No."), file_heading=_("Number"), width=8)
    name = PlayerColumn(_("Name"), order_by="sort_name", css="not-sticky")
    last_name = DataColumn(_("Last name"), width=18, visible=False)
    first_name = DataColumn(_("First name"), width=16, visible=False)
    reading = DataColumn(_("Reading"), width=18, visible=False)
    legal_name = DataColumn(_("Legal name"), width=22, visible=False)
    pronouns = DataColumn(_("Pronouns"), visible=False)
    country = DataColumn(_("Country"), width=9, css="wide-only")
    club = DataColumn(_("Club"), width=22, css="wide-only")
    team = DataColumn(_("Team"), width=20, css="wide-only")
    ema_number = DataColumn(_("EMA number"), css="wide-only num")
    substitute = FlagColumn(_("Substitute"), "is_substitute", width=11, visible=False)
    status = DataColumn(_("Status"), width=14, order_by=("status", "is_substitute"))
    checked_in_at = MomentColumn(_("Checked in"), css="num")
    note = DataColumn(_("Note"), width=24, visible=False)

    file_name, title = "players", _("Players")
    description = _("Every registered player.")
    landscape, frozen_columns = True, 2

    def __init__(self, players: Sequence[Player] | QuerySet[Player], *, slug: str = "", **options: Any):
        self.slug = slug
        people = list(players)
        spared = ("country", "club", "team", "ema_number")
        unused = [name for name in spared if not any(getattr(player, name) for player in people)]
        super().__init__(people, unused=unused, **options)

    def value_status(self, player: Player) -> str:
        return player.state_display

    def row_class(self, player: Player) -> str:
        return "" if player.status == PlayerStatus.PLAYING else "is-out"

    def render_name(self, value: str, player: Player) -> SafeString:
        where = " · ".join(part for part in (player.country, player.club) if part)
        return format_html(
            '<a href="{}"><bdi class="name">{}</bdi></a><small class="phone-only muted"><bdi>{}</bdi></small>',
            reverse("player_edit", args=[self.slug, player.number]),
            value,
            where,
        )

    def render_country(self, value: str, player: Player) -> SafeString:
        return format_html('<abbr title="{}">{}</abbr>', player.country_name, value)

    def render_club(self, value: str, player: Player) -> SafeString:
        return format_html("<bdi>{}</bdi>", value)

    render_team = render_club

    def render_status(self, value: str, player: Player) -> SafeString:
        chips = [chip(player.state)] if player.status != PlayerStatus.PLAYING else []
        chips += [chip("substitute")] if player.is_substitute else []
        return format_html_join(" ", "{}", ((one,) for one in chips))

    def render_checked_in_at(self, value: datetime | None, player: Player) -> SafeString | str:
        if value:
            return time_format(localtime(value), "H:i")
        if player.status != PlayerStatus.PLAYING:
            return ""
        return format_html('<span class="muted" title="{}">–</span>', gettext("not checked in"))
