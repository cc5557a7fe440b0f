"""A sheet that came in, in one sentence for those who do not see rows move."""

from django.utils.translation import gettext

from tournament.standings.projection import Projection
from tournament.standings.ranking import StandingsRow
from tournament.templatetags.sekigime import place
from tournament.translation.formats import isolated, write_p


def announcement(live: Projection, row: StandingsRow) -> str:
    """Return the sentence about the sheet of a row's table, "" but for the player of the table who stands highest."""
    played, projected = live.played(row), live.of(row)
    if played is None or projected is None or live.best.get(played.table) is not projected:
        return ""
    standing = projected.standing
    return gettext("Table {table}: {name}, place {place}, {total}").format(
        table=played.table, name=isolated(row.player.label), place=place(standing), total=write_p(standing.total)
    )
