"""The list of players as a table."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.players.models import Player, PlayerStatus
from tournament.templatetags.sekigime import chip


def _at(css: str) -> dict[str, dict[str, str]]:
    return {"th": {"class": css}, "td": {"class": css}}


class PlayerTable(tables.Table):
    """Numbers, names and where they come from; on a phone number, name and state, with the rest under the name."""

    number = tables.Column(verbose_name=_("No."), attrs=_at("num"))
    name = tables.Column(verbose_name=_("Name"), order_by="sort_name")
    country = tables.Column(verbose_name=_("Country"), attrs=_at("wide-only"))
    club = tables.Column(verbose_name=_("Club"), attrs=_at("wide-only"))
    team = tables.Column(verbose_name=_("Team"), attrs=_at("wide-only"))
    ema_number = tables.Column(verbose_name=_("EMA number"), attrs=_at("wide-only num"))
    status = tables.Column(verbose_name=_("State"), order_by=("status", "is_substitute"), empty_values=())
    checked_in_at = tables.Column(verbose_name=_("Checked in"), attrs=_at("num"), empty_values=())

    class Meta:
        default = ""
        row_attrs = {"class": lambda record: "" if record.status == PlayerStatus.PLAYING else "is-out"}

    def __init__(self, players: list[Player], *, slug: str, **kwargs: Any):
        self.slug = slug
        unused = [
            name for name in ("country", "club", "team", "ema_number") if not any(getattr(one, name) for one in players)
        ]
        super().__init__(players, exclude=unused, **kwargs)

    def render_name(self, record: Player) -> SafeString:
        where = " · ".join(part for part in (record.country, record.club) if part)
        return format_html(
            '<a href="{}"><bdi class="name">{}</bdi></a><small class="phone-only muted"><bdi>{}</bdi></small>',
            reverse("player_edit", args=[self.slug, record.number]), record.name, where,
        )  # fmt: skip

    def render_country(self, record: Player) -> SafeString:
        return format_html('<abbr title="{}">{}</abbr>', record.country_name, record.country)

    def render_club(self, value: str) -> SafeString:
        return format_html("<bdi>{}</bdi>", value)

    render_team = render_club

    def render_status(self, record: Player) -> SafeString:
        chips = [chip(record.status)] if record.status != PlayerStatus.PLAYING else []
        chips += [chip("substitute")] if record.is_substitute else []
        return format_html_join(" ", "{}", ((one,) for one in chips))

    def render_checked_in_at(self, record: Player) -> SafeString | str:
        if record.checked_in_at:
            return time_format(localtime(record.checked_in_at), "H:i")
        if record.status != PlayerStatus.PLAYING:
            return ""
        return format_html('<span class="muted" title="{}">–</span>', _now("not checked in"))
