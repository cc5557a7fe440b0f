"""The data of certificates, for the mail merge of a text program: a row per player, headings in the first row."""

from django.utils.translation import gettext_lazy

from tournament.core.models import Tournament
from tournament.core.tables import DataColumn, DataTable, NumberColumn, PColumn, PlaceColumn
from tournament.players.countries import country_name
from tournament.standings.prizes.certificates import Certificate, certificates_of


class CertificateTable(DataTable[Certificate]):
    """Everybody with a place: the name without what tells namesakes apart, the country in words, prizes of players."""

    place = PlaceColumn(gettext_lazy("Place"), "row.standing.place")
    number = NumberColumn(gettext_lazy("Number"), "row.player.number", width=8)
    name = DataColumn(gettext_lazy("Name"), "row.player.name", width=28)
    total = PColumn(gettext_lazy("Total"), "row.standing.total", file_heading=gettext_lazy("Total P"))
    prize = DataColumn(gettext_lazy("Prize"), width=34)
    country = DataColumn(gettext_lazy("Country"), lambda one: country_name(one.row.player.country), width=20)

    file_name, title = "certificates", gettext_lazy("Certificates")
    description = gettext_lazy("Place, name, total, prize and country of every player, for a mail merge.")

    def __init__(self, tournament: Tournament):
        super().__init__(certificates_of(tournament))
