"""Applying a list of players: whole or not at all, and only what the preview said."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.players.actions import set_numbers, told
from tournament.players.checks import new_player
from tournament.players.importing.grid import Grid
from tournament.players.importing.plan import Plan, make_plan
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.problems import Conflict, Refused


def import_players(
    *,
    tournament: Tournament,
    grid: Grid,
    digest: str,
    by: Any,
    at: datetime,
    overwrite: bool = False,
    distinct: Iterable[int] = (),
) -> Plan:
    """Apply the list in one edition; returns the Plan that was applied.

    `digest` is the previewed plan's: Conflict when planning again, inside the transaction, gives another.
    `distinct`: the lines of which somebody said that they are another person than their namesake.
    """
    with writing(tournament, by=by, at=at, verb="imported players", subject=grid.source[:200]) as entry:
        people = list(players_of(tournament))
        plan = make_plan(grid, people, overwrite=overwrite)
        if plan.digest != digest:
            message = _(
                "Something else would happen now than the preview said: the players here, or your choice, changed."
            )
            raise Conflict(f"{message} {_('Nothing was added. Look again.')}")
        _refuse_problems(plan, set(distinct))
        entry.detail = {
            "changed": _change(plan, {person.pk: person for person in people}),
            "added": _add(tournament, plan),
        }
    return plan


def _refuse_problems(plan: Plan, distinct: set[int]) -> None:
    if plan.errors:
        message = _("%(count)s rows have problems, so nothing was added. Correct them and choose the list again.")
        raise Refused(message % {"count": len(plan.errors)})
    open_lines = [str(line.line) for line in plan.namesakes if line.line not in distinct]
    if open_lines:
        message = _(
            "Say of rows %(lines)s whether they are other people than those of the same name; nothing was added."
        )
        raise Refused(message % {"lines": ", ".join(open_lines)}, field="distinct")
    if not plan.does_something:
        raise Refused(_("Everybody on the list is here already; there is nothing to add."))


def _add(tournament: Tournament, plan: Plan) -> list[str]:
    players = [new_player(tournament, line.values, line.number or 0) for line in plan.new]
    Player.objects.bulk_create(players)
    return [told(player) for player in players]


def _change(plan: Plan, people: Mapping[int, Player]) -> dict[str, dict[str, Any]]:
    """Change who is here; returns before and after by player. Numbers move before anybody new takes one."""
    changed: dict[str, dict[str, Any]] = {}
    moving: list[tuple[Player, int]] = []
    fields: set[str] = set()
    for line in plan.changed:
        player = people[line.player or 0]
        changed[told(player)] = {change.field: [change.old, change.new] for change in line.changes}
        for change in line.changes:
            if change.field == "number":
                moving.append((player, change.new))
            else:
                setattr(player, change.field, change.new)
                fields.add(change.field)
    if fields:
        Player.objects.bulk_update([people[line.player or 0] for line in plan.changed], sorted(fields), batch_size=200)
    set_numbers([player for player, _number in moving], [number for _player, number in moving])
    return changed
