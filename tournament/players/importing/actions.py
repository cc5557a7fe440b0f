"""Import a list of players: all of it or nothing, and only as previewed."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext_noop as _

from scoring.messages import ngettext_lazy
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.core.official_results import are_released
from tournament.players.actions import distinguish, history_name, place_new, set_numbers
from tournament.players.checks import new_player
from tournament.players.importing.choices import Choices
from tournament.players.importing.headings import MOST_LETTERS, NOTHING_CHOSEN
from tournament.players.importing.known_persons import known_persons
from tournament.players.importing.plan import ImportPlan, make_plan
from tournament.players.models import COUNTING, ImportColumn, Player, PlayerStatus
from tournament.players.names import key
from tournament.players.queries import players_of
from tournament.reading.raw_table import Grid
from tournament.translation.formats import enumeration


def import_players(
    *, tournament: Tournament, grid: Grid, digest: str, act: Act, choices: Choices = NOTHING_CHOSEN
) -> ImportPlan:
    """Apply the list in one edition and return the ImportPlan that was applied.

    `digest` is the previewed plan's: Conflict when planning again, inside the transaction, gives another.
    What columns were chosen to contain is remembered for the next list of the tournament.
    """
    with audited_write(tournament, act, Verb.IMPORTED_PLAYERS, subject=grid.source[:200]) as entry:
        people = list(players_of(tournament))
        plan = make_plan(grid, people, choices, known_persons(tournament))
        if plan.digest != digest:
            text = _(
                "The players or your choice have changed since the preview. Nothing was added. Check the new preview."
            )
            raise Conflict.of("import-changed", text)
        _refuse_problems(grid, plan)
        _refuse_reissue(tournament, plan)
        entry.detail = {
            "changed": _change(plan, {person.pk: person for person in people}),
            "added": _add(tournament, plan, people, act.at),
        }
        distinguish(players_of(tournament))
        _remember(tournament, plan)
    return plan


def _refuse_problems(grid: Grid, plan: ImportPlan) -> None:
    if grid.is_unclear:
        text = _("Choose the line in which the names read right. Nothing was added.")
        raise Refused.of("import-encoding", text, field="encoding")
    if plan.errors:
        raise Refused.of(
            "import-rows",
            ngettext_lazy(
                "{count} row has problems, so nothing was added. Correct the list and import it again.",
                "{count} rows have problems, so nothing was added. Correct the list and import it again.",
            ),
            count=len(plan.errors),
        )
    if plan.asks:
        raise Refused.of(
            "import-doubts",
            _("Rows {lines} may not be players. Leave them out, or confirm them. Nothing was added."),
            field="doubts",
            lines=enumeration(str(line.line) for line in (*plan.doubtful, *plan.numbered)),
        )
    open_lines = [str(line.line) for line in plan.namesakes if line.line not in plan.choices.distinct]
    if open_lines:
        raise Refused.of(
            "import-namesakes",
            _("Confirm that rows {lines} are not the person with the same name. Nothing was added."),
            field="distinct",
            lines=enumeration(open_lines),
        )
    if not plan.does_something:
        raise Refused.of("import-nothing", _("Everybody on the list has already been added."))


def _refuse_reissue(tournament: Tournament, plan: ImportPlan) -> None:
    """Refuse to move standings that are out by a list: the page of a player shows what moves, and asks who it is."""
    counting = [line for line in plan.changed if any(change.field in COUNTING for change in line.changes)]
    if counting and are_released(tournament):
        text = _(
            "Results are out. Rows {lines} would change a team, country, club or substitute, and so the standings: do "
            "that on the page of the player, which shows the standings before and after. Nothing was imported."
        )
        raise Refused.of("import-reissues", text, lines=enumeration(str(line.line) for line in counting))


def _remember(tournament: Tournament, plan: ImportPlan) -> None:
    """Save what was chosen for each heading."""
    if plan.choices.fields is None:
        return
    titled = {key(column.title): column.field for column in plan.columns.columns if column.title}
    ImportColumn.objects.filter(tournament=tournament, heading__in=titled).delete()
    ImportColumn.objects.bulk_create(
        ImportColumn(tournament=tournament, heading=heading, field=field)
        for heading, field in titled.items()
        if len(heading) <= MOST_LETTERS
    )


def _add(tournament: Tournament, plan: ImportPlan, people: list[Player], at: datetime) -> list[str]:
    players = [new_player(tournament, line.values, line.number or 0) for line in plan.new]
    for line, player in zip(plan.new, players, strict=True):
        if line.waits:
            player.status = PlayerStatus.WAITING
    tournament.refresh_from_db(fields=["capacity"])
    place_new(tournament, players, people, at)
    Player.objects.bulk_create(players)
    return [history_name(player) for player in players]


def _change(plan: ImportPlan, people: Mapping[int, Player]) -> dict[str, dict[str, object]]:
    """Change players and return old and new values by start number. Numbers change before new players take one."""
    changed: dict[str, dict[str, object]] = {}
    moving: list[tuple[Player, int]] = []
    fields: set[str] = set()
    for line in plan.changed:
        player = people[line.player or 0]
        changed[str(player.number)] = {change.field: [change.old, change.new] for change in line.changes}
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
