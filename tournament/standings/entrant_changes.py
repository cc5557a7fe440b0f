"""The effect of a change of a player on standings that have results: who counts, for which team, from where on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings.teams import TeamStanding
from scoring.standings.values import Standing
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.official_results import first_open, first_unreleased
from tournament.players.actions import set_status
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.standings.consequences import AffectedLine, consequences
from tournament.standings.correction import Correction
from tournament.standings.inputs import Inputs
from tournament.standings.queries import has_issued, inputs_of
from tournament.standings.ranking import Ranking, ranking
from tournament.standings.teams import Grouping, teams
from tournament.translation.formats import write_p

MOST_GROUPS = 6
"""The most teams, countries and clubs that are named one by one."""


def change_of(*players: Player) -> Correction | None:
    """Return the standings before and after the rows of players are as they are given, unsaved; None without results,
    and for people of whom the standings do not know."""
    known = [player for player in players if player.pk in inputs_of(player.tournament).names]
    if not known or not inputs_of(known[0].tournament).played:
        return None
    tournament = known[0].tournament
    changed = inputs = inputs_of(tournament)
    for player in known:
        changed = changed.with_player(player)
    return Correction(tournament.pk, inputs, changed, 1, frozenset(player.pk for player in known))


def status_change(tournament: Tournament, statuses: Mapping[int, str]) -> Correction | None:
    """Return the standings before and after players get these statuses, by id; None without results."""
    if not statuses or not inputs_of(tournament).played:
        return None
    official, released, altered = first_open(tournament), first_unreleased(tournament), []
    for player in players_of(tournament).filter(pk__in=statuses):
        player.tournament = tournament
        set_status(player, statuses[player.pk], official, released)
        altered.append(player)
    return change_of(*altered)


def next_hanchan(tournament: Tournament) -> int:
    """Return from which hanchan somebody counts who becomes ranked now: the first that nobody has begun."""
    begun = tournament.hanchan.exclude(state=HanchanState.PLANNED).count()
    return max(begun + 1, first_open(tournament))


def shown_change(effect: Correction | None, tournament: Tournament) -> dict[str, object]:
    """Return what a page shows of a change of people that standings depend on: {} where they do not."""
    if effect is None:
        return {}
    first = tournament.hanchan.get(number=1)
    first.tournament = tournament
    return {"effect": effect, "affected": change_lines(effect, first), "is_reissue": has_issued(tournament)}


def change_lines(effect: Correction, hanchan: Hanchan) -> list[AffectedLine]:
    """Everything in the standings that depends on it; `hanchan` is the first one."""
    return [*group_lines(effect), *consequences(hanchan, effect)]


def group_lines(effect: Correction) -> list[AffectedLine]:
    """Return the first of the teams, countries and clubs whose total is another, how many more are, and how many have
    another place alone."""
    groups = list(_groups(effect))
    scored = [group for group in groups if not group.only_moves]
    lines = [AffectedLine(group.text, False) for group in scored[:MOST_GROUPS]]
    if more := len(scored) - len(lines):
        text = ngettext("{n} more team, country or club changes.", "{n} more teams, countries or clubs change.", more)
        lines.append(AffectedLine(text.format(n=more), False))
    if moved := len(groups) - len(scored):
        text = ngettext(
            "{n} team, country or club has another place.", "{n} teams, countries or clubs have another place.", moved
        )
        lines.append(AffectedLine(text.format(n=moved), False))
    return lines


class GroupChange(NamedTuple):
    """A team, country or club before and after; None where it has no result."""

    name: str
    before: TeamStanding | None
    after: TeamStanding | None

    @property
    def only_moves(self) -> bool:
        """Return whether its place alone is another."""
        return bool(self.before and self.after and self.before.total == self.after.total)

    @property
    def text(self) -> str:
        told = _("{name}: {before} → {after}")
        return told.format(name=self.name, before=_said(self.before), after=_said(self.after))


def _groups(effect: Correction) -> Iterator[GroupChange]:
    """The teams, countries and clubs whose total or place is another."""
    for kind in Grouping:
        before, after = _rows(kind, effect.inputs, effect.before), _rows(kind, effect.changed, effect.after)
        for name in [*after, *(before.keys() - after.keys())]:
            change = GroupChange(name, before.get(name), after.get(name))
            if _said(change.before) != _said(change.after):
                yield change


def _rows(kind: Grouping, inputs: Inputs, shown: Ranking) -> dict[str, TeamStanding]:
    def rows_after(number: int) -> Sequence[Standing]:
        return (shown if number == shown.after else ranking(shown.tournament, inputs, number)).everybody

    return {row.name: row.standing for row in teams(kind, inputs, shown, rows_after).rows}


def _said(standing: TeamStanding | None) -> str:
    if standing is None:
        return "–"
    text = _("place {place} with {total}") if standing.place else _("no place, {total}")
    return text.format(place=standing.place, total=write_p(standing.total))
