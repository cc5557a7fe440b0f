"""The persons as a table."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.core.tables import DataColumn, DataTable, FlagColumn, NumberColumn, PlayerColumn
from tournament.persons.models import Person


class PersonTable(DataTable[Person]):
    """Persons by name; `events` counts the events in which somebody plays."""

    number = NumberColumn(_("No."), "pk")
    name = PlayerColumn(_("Name"), order_by="name_key")
    country = DataColumn(_("Country"))
    ema_number = DataColumn(_("EMA number"))
    ara_id = DataColumn(_("ARA ID"))
    events = NumberColumn(_("Events"), "event_count")
    hidden = FlagColumn(_("Hidden"), "is_hidden")

    file_name, title = "persons", _("Persons")
    description = _("Everybody who played in an event, once.")

    def render_name(self, value: str, record: Person) -> SafeString:
        return format_html(
            '<a href="{}"><bdi class="name">{}</bdi></a>', reverse("person_edit", args=[record.pk]), value
        )
