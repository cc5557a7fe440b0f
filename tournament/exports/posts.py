"""The public standings for a forum, a social network or a mail: as plain text and as HTML.

The text is aligned by what is as wide as a digit in proportional and in monospaced type, figure spaces (U+2007), which
web pages do not drop at the start of a line. Names come last, since no typeface makes them equally long.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.core.languages import spoken_at_event
from tournament.core.models import Tournament
from tournament.standings.queries import standings_of
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.translation.formats import days, write_p

FIGURE_SPACE = "\u2007"


@dataclass(frozen=True, slots=True)
class Post:
    """The standings as far as they are public."""

    tournament: Tournament
    ranking: Ranking

    @property
    def where(self) -> str:
        """Place and days."""
        return " · ".join(
            part for part in (self.tournament.place, days(self.tournament.first_day, self.tournament.last_day)) if part
        )

    @property
    def state(self) -> str:
        """After which hanchan, and how far the results stand."""
        after, count = self.ranking.after, self.ranking.hanchan_count
        final = after == count and self.ranking.mode.is_official
        text = _("Final standings") if final else _("Standings after hanchan {after} of {count}")
        return f"{text.format(after=after, count=count)} · {self.ranking.mode.stamp}"

    @property
    def text(self) -> str:
        """The post as plain text."""
        with spoken_at_event(self.tournament):
            return "\n".join(self._lines()) + "\n"

    @property
    def html(self) -> str:
        """The post as HTML without styles or scripts: where it is pasted, the look of that place applies."""
        with spoken_at_event(self.tournament):
            return render_to_string("exports/post_content.html", {"post": self})

    def _lines(self) -> Iterator[str]:
        yield self.tournament.name
        if self.where:
            yield self.where
        yield self.state
        yield ""
        ranked, others = self.ranking.ranked, self.ranking.substitutes
        places = max((len(str(row.standing.place)) for row in ranked), default=0)
        totals = max(len(_total(row)) for row in (*ranked, *others))
        for row in ranked:
            place = str(row.standing.place).rjust(places, FIGURE_SPACE)
            yield f"{place}.  {_total(row).rjust(totals, FIGURE_SPACE)}  {_named(row)}"
        if others:
            yield ""
            yield _("Substitutes (not ranked):")
            yield from (f"{_total(row).rjust(totals, FIGURE_SPACE)}  {_named(row)}" for row in others)


def _total(row: StandingsRow) -> str:
    return write_p(row.standing.total)


def _named(row: StandingsRow) -> str:
    country = f" ({row.player.country})" if row.player.country else ""
    return row.player.label + country


def post_of(tournament: Tournament) -> Post | None:
    """Return the post of an event; None before any result is public."""
    ranking = standings_of(tournament, public=True)
    return Post(tournament, ranking) if ranking.after and ranking.ranked else None
