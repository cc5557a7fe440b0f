"""The persons as a table."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.core.tables import DataColumn, DataTable, FlagColumn, NumberColumn, PlayerColumn
from tournament.persons.models import Person


class PersonTable(DataTable[Person]):
    """Persons by name; `counts` has the number of events in which somebody plays, by the person's id."""

    number = NumberColumn(_("No."), "pk")
    name = PlayerColumn(_("Name"), order_by="name_key")
    country = DataColumn(_("Country"))
    ema_number = DataColumn(_("EMA number"))
    ara_id = DataColumn(_("ARA ID"))
    events = NumberColumn(_("Events"))
    hidden = FlagColumn(_("Hidden"), "is_hidden")

    file_name, title = "persons", _("Persons")
    description = _("Everybody who played in an event, once.")

    def __init__(self, people: Sequence[Person], counts: Mapping[int, int]):
        self.counts = counts
        seldom = {"country": "country", "ema_number": "ema_number", "ara_id": "ara_id", "hidden": "is_hidden"}
        absent = [column for column, of in seldom.items() if not any(getattr(one, of) for one in people)]
        super().__init__(people, absent=absent)

    def value_events(self, record: Person) -> int:
        return self.counts.get(record.pk, 0)

    def render_name(self, value: str, record: Person) -> SafeString:
        return format_html(
            '<a href="{}"><bdi class="name">{}</bdi></a>', reverse("person_edit", args=[record.pk]), value
        )
