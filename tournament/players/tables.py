"""The list of players as a table."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournament.core.tables import DataColumn, DataTable, FlagColumn, MomentColumn, NumberColumn, PlayerColumn
from tournament.players.models import Player, PlayerStatus
from tournament.players.name_order import listed_name
from tournament.players.queries import waiting_list
from tournament.players.registration.models import Registration
from tournament.templatetags.sekigime import chip
from tournament.translation.formats import written


class PlayerTable(DataTable[Player]):
    """Numbers, names and where they come from; on a phone number, name and state, with the rest under the name."""

    number = NumberColumn(_("No."), file_heading=_("Number"), width=8)
    name = PlayerColumn(_("Name"), order_by="name_key", css="not-sticky")
    last_name = DataColumn(_("Last name"), width=18, visible=False)
    first_name = DataColumn(_("First name"), width=16, visible=False)
    reading = DataColumn(_("Name reading"), width=18, visible=False)
    legal_name = DataColumn(_("Legal name"), width=22, visible=False)
    pronouns = DataColumn(_("Pronouns"), visible=False)
    country = DataColumn(_("Country"), width=9, css="wide-only")
    club = DataColumn(_("Club"), width=22, css="wide-only")
    team = DataColumn(_("Team"), width=20, css="wide-only")
    ema_number = DataColumn(_("EMA number"), css="wide-only num")
    ara_id = DataColumn(_("ARA ID"), visible=False)
    substitute = FlagColumn(_("Substitute"), "is_substitute", width=11, visible=False)
    newcomer = FlagColumn(_("New player"), "is_newcomer", width=11, visible=False)
    status = DataColumn(
        _("Status"), width=14, order_by=("status", "is_substitute"), code="status", codes=PlayerStatus.values
    )
    checked_in_at = MomentColumn(_("Checked in"), css="num")
    note = DataColumn(_("Note"), width=24, visible=False)

    file_name, title = "players", _("Players")
    description = _("Every registered player.")
    frozen_columns = 2
    box_class = "table-box-free"

    def __init__(self, players: Sequence[Player] | QuerySet[Player], *, slug: str = "", private: bool = False):
        self.slug = slug
        people = list(players)
        spared = ("country", "club", "team", "ema_number")
        unused = [name for name in spared if not any(getattr(player, name) for player in people)]
        super().__init__(people, unused=unused, private=private)

    def value_status(self, player: Player) -> str:
        return player.state_display

    def row_class(self, player: Player) -> str:
        return "" if player.status == PlayerStatus.PLAYING else "is-out"

    def render_name(self, value: str, player: Player) -> SafeString:
        return _name(self.slug, player)

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
            return written(localtime(value), "time")
        if player.status != PlayerStatus.PLAYING:
            return ""
        return format_html('<span class="muted" title="{}">–</span>', gettext("not checked in"))


class RegistrationTable(DataTable[Player]):
    """The people who registered: places by number, then the waiting list in its order, then those who do not come."""

    pick = DataColumn("", "number", orderable=False, exclude_from_export=True)
    number = NumberColumn(_("No."), file_heading=_("Number"), width=8)
    name = PlayerColumn(_("Name"), order_by="name_key", css="not-sticky")
    contact = DataColumn(_("Contact"), width=24, css="wide-only")
    state = DataColumn(_("Status"), width=16, order_by="status")
    confirmed_at = MomentColumn(_("Confirmed"))
    is_paid = FlagColumn(_("Paid"), "is_paid", width=8)

    file_name, title = "registrations", _("Registrations")
    description = _("Places, the waiting list, who confirmed and who paid.")

    def __init__(
        self,
        players: Sequence[Player],
        *,
        slug: str,
        online: Mapping[int, Registration] | None = None,
        duplicates: Mapping[int, Sequence[Player]] | None = None,
    ):
        self.slug, self.online, self.duplicates = slug, online or {}, duplicates or {}
        queue = waiting_list(players)
        self.turns = {player.pk: turn for turn, player in enumerate(queue, start=1)}
        people = sorted(players, key=lambda one: (self._part(one), self.turns.get(one.pk, 0), one.number))
        unused = [] if any(one.contact for one in people) else ["contact"]
        unused += [] if self.online else ["pick"]
        super().__init__(people, unused=unused, private=True)

    def _part(self, player: Player) -> int:
        return {PlayerStatus.PLAYING.value: 0, PlayerStatus.WAITING.value: 1}.get(player.status, 2)

    def row_class(self, player: Player) -> str:
        return "is-out" if self._part(player) == 2 else ""

    def value_state(self, player: Player) -> str:
        return player.state_display

    def render_pick(self, value: int, player: Player) -> SafeString | str:
        """A box for each who registered online: to confirm or remove several."""
        if player.pk not in self.online:
            return ""
        label = gettext("Choose {name}").format(name=player.label)
        return format_html('<input type="checkbox" name="who" value="{}" aria-label="{}">', value, label)

    def render_name(self, value: str, player: Player) -> SafeString:
        """The name; with how it came in, who it may be a second time, and the ways to renew and revoke the link."""
        name = _name(self.slug, player)
        registration = self.online.get(player.pk)
        if registration is None:
            return name
        others = self.duplicates.get(player.pk, ())
        found = format_html_join(
            "",
            ' <a class="duplicate" href="{}">{}</a>',
            (
                (
                    reverse("player_edit", args=[self.slug, other.number]),
                    gettext("Possible duplicate: number {number}").format(number=other.number),
                )
                for other in others
            ),
        )
        revoke = "" if registration.revoked_at else _step("revoke", player, gettext("Revoke link"))
        return format_html(
            '{}<span class="registration-online stack gap-1">{}{}{}<span class="cluster gap-1">{}{}</span></span>',
            name,
            self._unlisted(player),
            chip("online", gettext("registered online")),
            found,
            self._new_link(player, registration.link_stamp),
            revoke,
        )

    def _unlisted(self, player: Player) -> SafeString | str:
        if not player.is_unlisted:
            return ""
        state = chip("unlisted", gettext("not public yet"), "warn")
        return format_html(
            '<span class="cluster gap-1">{} {}</span>', state, _step("names", player, gettext("Confirm name"))
        )

    def _new_link(self, player: Player, stamp: str) -> SafeString:
        return format_html(
            '<button type="submit" class="btn" formaction="{}" name="seen" value="{}">{}'
            '<span class="visually-hidden">: {}</span></button>',
            reverse("registration_link", args=[self.slug, player.number]),
            stamp,
            gettext("New link"),
            player.label,
        )

    def render_contact(self, value: str, player: Player) -> SafeString:
        return format_html("<bdi>{}</bdi>", value)

    def render_state(self, value: str, player: Player) -> SafeString:
        if player.status == PlayerStatus.WAITING:
            label = gettext("waiting list: {turn}").format(turn=self.turns[player.pk])
            return format_html("{} {}", chip("waiting", label), _step("place", player, gettext("Give a place")))
        return (
            chip("ok", pgettext("places of the event", "place"), "ok")
            if player.status == PlayerStatus.PLAYING
            else chip(player.state)
        )

    def render_confirmed_at(self, value: datetime | None, player: Player) -> SafeString | str:
        if player.status != PlayerStatus.PLAYING:
            return ""
        if value:
            return format_html("{} {}", written(localtime(value), "brief"), _step("unconfirm", player, gettext("Undo")))
        return _step("confirm", player, gettext("Confirm"))

    def render_is_paid(self, value: bool, player: Player) -> SafeString | str:
        if player.is_paid:
            return format_html("{} {}", chip("paid"), _step("unpaid", player, gettext("Undo")))
        return _step("paid", player, gettext("Mark as paid"))


def _name(slug: str, player: Player) -> SafeString:
    where = " · ".join(part for part in (player.country, player.club) if part)
    return format_html(
        '<a href="{}"><bdi class="name strong">{}</bdi></a><small class="phone-only muted block"><bdi>{}</bdi></small>',
        reverse("player_edit", args=[slug, player.number]),
        listed_name(player),
        where,
    )


def _step(step: str, player: Player, label: str) -> SafeString:
    """A button of the form around the table; for screen readers with the name."""
    return format_html(
        '<button type="submit" class="btn" name="do" value="{}-{}">{}'
        '<span class="visually-hidden">: {}</span></button>',
        step,
        player.number,
        label,
        player.label,
    )
