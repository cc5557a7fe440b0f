"""``manage.py standings SLUG [--after N] [--json]``: the standings of a tournament, hidden results included."""

import json
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.points import Minus, write_p
from scoring.standings.values import Status
from tournament.core.models import Tournament
from tournament.management.database import prepare_new_database
from tournament.management.integrity import warn_if_changed
from tournament.standings.queries import standings_of
from tournament.standings.ranking import Ranking, StandingsRow


class Command(BaseCommand):
    help = "Print the standings of a tournament, after any hanchan. Hidden results are included."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/")
        parser.add_argument("--after", type=int, help="count hanchan 1 to this one (default: everything played)")
        parser.add_argument("--json", action="store_true", help="print one JSON value, amounts in points")

    def handle(self, *, slug: str, after: int | None, **options: object) -> None:
        prepare_new_database()
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(_("There is no tournament with the address “{slug}”.").format(slug=slug))
        ranking = standings_of(tournament)
        if after is not None and after != ranking.after:
            ranking = _after(after, tournament, ranking.after)
        self.stdout.write(as_json(ranking) if options["json"] else as_text(ranking))
        warn_if_changed(self, tournament)


def _after(after: int, tournament: Tournament, last: int) -> Ranking:
    """The standings after an earlier hanchan, or after none."""
    if not 0 <= after <= last:
        raise CommandError(
            _("There are results through hanchan {last}, not for hanchan {after}.").format(last=last, after=after)
            if last
            else _("No hanchan has results yet.")
        )
    return standings_of(tournament, after)


def as_json(ranking: Ranking) -> str:
    """One list in the order of the standings; amounts in points, `place` null without a rank."""
    return json.dumps([_facts(row) for row in ranking.rows])


def _facts(row: StandingsRow) -> dict[str, object]:
    standing = row.standing
    return {
        "place": standing.place,
        "player": row.player.label,
        "total": standing.total,
        "carried": standing.carried_in,
        "penalties": standing.penalties,
        "ranked": standing.ranked,
    }


def as_text(ranking: Ranking) -> str:
    """The same for people, in P."""
    width = max((len(row.player.label) for row in ranking.rows), default=0)
    head = _("After hanchan {after} of {count}").format(after=ranking.after, count=ranking.hanchan_count)
    return "\n".join([head, *(_line(row, width) for row in ranking.rows)])


def _line(row: StandingsRow, width: int) -> str:
    standing = row.standing
    place = "-" if standing.place is None else f"{standing.place}{'=' if standing.shared else ''}"
    total = write_p(standing.total, Minus.EXPORT)
    shown = total if standing.ranked else f"({total})"
    penalties = _("penalties {points}").format(points=write_p(standing.penalties, plus=False))
    carried = _("carried in {points}").format(points=write_p(standing.carried_in, Minus.EXPORT))
    told = (carried if standing.carried_in else "", penalties if standing.penalties else "")
    notes = [_status_text(standing.status), *told]
    return f"{place:>4}  {row.player.label:<{width}}  {shown:>9}  {', '.join(filter(None, notes))}".rstrip()


def _status_text(status: Status) -> str:
    """Return why somebody has no place."""
    words = {
        Status.SUBSTITUTE: _("substitute"),
        Status.WITHDRAWN: _("withdrawn"),
        Status.DISQUALIFIED: _("disqualified"),
    }
    return words.get(status, "")
