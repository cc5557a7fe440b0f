"""The staff of an event as a table."""

from collections.abc import Sequence
from datetime import datetime

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.edit_conflicts import to_see
from tournament.core.models import Membership, Role
from tournament.core.requests import TournamentRequest
from tournament.core.tables import DataColumn, DataTable, MomentColumn, PlayerColumn
from tournament.staff.queries import linkable


class StaffTable(DataTable[Membership]):
    """The staff of an event: name, role and last sign-in, with the buttons for each."""

    name = PlayerColumn(_("Name"), lambda membership: str(membership.user), css="not-sticky")
    role = DataColumn(_("Role"), sort=lambda membership: Role.values.index(membership.role))
    signed_in = MomentColumn(_("Signed in"), "user.last_login", form="brief, time", css="small")
    links = DataColumn("", "user_id", orderable=False)

    title = _("Staff")

    class Meta:
        attrs = {"class": "staff-table stacked"}

    def __init__(self, memberships: Sequence[Membership], request: TournamentRequest):
        self.http_request = request
        self.may_link = linkable(request.user, [one.user for one in memberships], request.tournament)
        super().__init__(memberships)

    def render_name(self, value: str, membership: Membership) -> SafeString:
        signs_in_as = format_html('<small class="muted plain block">{}</small>', membership.user.username)
        return format_html('<bdi class="name">{}</bdi>{}', value, signs_in_as)

    def render_role(self, value: str, membership: Membership) -> str:
        context = {"membership": membership, "roles": Role.choices, "seen": to_see({"role": membership.role})}
        return render_to_string("staff/event_staff.html#role", context, self.http_request)

    def render_signed_in(self, value: datetime | None, membership: Membership) -> SafeString:
        if value:
            when = self.columns["signed_in"].column.html(value, membership)
        else:
            when = gettext("has a password") if membership.user.has_usable_password() else gettext("never")
        return format_html('<span class="phone-only muted">{}: </span>{}', gettext("Signed in"), when)

    def render_links(self, value: int, membership: Membership) -> str:
        context = {"membership": membership, "may_link": value in self.may_link}
        return render_to_string("staff/event_staff.html#links", context, self.http_request)
