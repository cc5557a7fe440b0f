"""The buttons of the form of rules: a value goes back to the preset, the uma floats or no longer does."""

from typing import Any

from django.http import QueryDict

from scoring.rules import RuleField, Ruleset, rule_names
from tournament.events.rule_changes import plain, usual_of
from tournament.events.rule_fields import SEPARATE, PlacesField, box_name, field_for


def edited(data: QueryDict, rules: Ruleset) -> QueryDict:
    """What was typed, after one of the form's buttons: `undo` names a value that is to be the preset's again, or is
    `all`; `floating` makes the uma follow the number of players at the goal, or no longer."""
    typed = data.copy()
    usual = usual_of(rules)
    for one in rule_names():
        if usual is not None and data.get("undo") in (one.name, "all"):
            _put(typed, one, plain(one, usual), rules.players)
    if data.get("floating") in ("on", "off"):
        _float(typed, rules.players, floating=data["floating"] == "on")
    return typed


def _put(typed: QueryDict, one: RuleField, value: Any, players: int) -> None:
    """Type a value into the form."""
    field = field_for(one, players)
    for name in [name for name in typed if name == one.name or name.startswith(one.name + SEPARATE)]:
        del typed[name]
    if isinstance(field, PlacesField):
        _put_rows(typed, one.name, field.widget.rows_of(value), floating=isinstance(value, dict))
    elif isinstance(value, list):
        typed.setlist(one.name, value)
    elif value is not False and value is not None:
        typed[one.name] = "on" if value is True else str(field.prepare_value(value))


def _put_rows(typed: QueryDict, name: str, rows: list[list[str]], *, floating: bool) -> None:
    if floating:
        typed[f"{name}{SEPARATE}floating"] = "1"
    for number, row in enumerate(rows):
        for place, text in enumerate(row):
            typed[box_name(name, number, place)] = text


def _float(typed: QueryDict, players: int, *, floating: bool) -> None:
    """The uma in a row for each number of players at the goal, or in one row again."""
    source = 0 if floating else players // 2
    row = [typed.get(box_name("uma", source, place), "") for place in range(players)]
    for name in [name for name in typed if name.startswith("uma" + SEPARATE)]:
        del typed[name]
    _put_rows(typed, "uma", [row] * (players + 1 if floating else 1), floating=floating)
