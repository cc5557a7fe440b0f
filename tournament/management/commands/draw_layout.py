"""``manage.py draw_layout draw.json``: recompute the layout of a public draw, and compare it with the published one.

`check_draw.py` recomputes the lots and every seat by itself; the layout into which people are drawn is made by
the planner, with the wishes of the organiser, so this needs Sekigime, of the release that held the draw. No database.
"""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from seating import CannotPlan, Plan, plan
from seating.check import digest
from tournament.planning.draws.queries import OLD_FORMAT
from tournament.planning.draws.statement import layout_seed
from tournament.planning.wishes import queries


class Command(BaseCommand):
    help = "Recompute the layout of a public draw from draw.json, and compare it with the published one."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="draw.json, from the page of the draw")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            draw = json.loads(file.read_bytes())
            made = remade(draw)
            people = {at: f"{name} ({number})" for at, (number, name) in enumerate(draw["people"], start=1)}
            right = (
                digest(made.layout) == draw["layout_digest"]
                and [list(kind) for kind in made.interchangeable] == draw["kinds"]
            )
            lines = [wish_text(wish, people) for wish in draw["asked"]]
        except OSError as fault:
            raise CommandError(_("The file cannot be read: {why}").format(why=fault)) from fault
        except CannotPlan as refusal:
            raise CommandError(_(refusal.note.text).format(**refusal.note.params)) from refusal
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as fault:
            message = _("This is not the file of a finished draw: {why}")
            raise CommandError(message.format(why=f"{type(fault).__name__}: {fault}")) from fault
        for line in lines:
            self.stdout.write(line)
        if not right:
            raise CommandError(_("WRONG: for these players and wishes Sekigime makes a different layout."))
        self.stdout.write(_("ok: the layout is the one Sekigime makes for these players and wishes."))


def remade(draw: Mapping[str, Any]) -> Plan:
    """The plan that the published seed, count of people, count of hanchan and wishes give."""
    if draw["asked"] is None:
        raise CommandError(_("This draw was held with a release that did not write the wishes to the file."))
    wishes = tuple(map(queries.from_json, draw["asked"]))
    players, size = len(draw["people"]), len(draw["layout"][0].split("|")[0].split())
    seed = draw["seed"] if draw["format"] == OLD_FORMAT else layout_seed(draw["statement"].splitlines()[2:7])
    return plan(players, draw["hanchan_count"], seed, wishes=wishes, size=size)


def wish_text(wish: Mapping[str, Any], people: Mapping[int, str]) -> str:
    """A wish with the people whom it meant, to be compared with the list of players: clubs stand there."""
    if wish["kind"] == "apart":
        groups = "; ".join(", ".join(people[one] for one in group) for group in wish["groups"])
        return _("wish, {weight}: apart: {groups}").format(weight=wish["weight"], groups=groups)
    if wish["kind"] == "together":
        names = {"weight": wish["weight"], "one": people[wish["one"]], "other": people[wish["other"]]}
        return _("wish, {weight}: {one} and {other} meet").format(**names)
    names = {
        "weight": wish["weight"],
        "people": ", ".join(people[one] for one in wish["players"]),
        "tables": ", ".join(map(str, wish["tables"])),
    }
    return _("wish, {weight}: {people} at tables {tables}").format(**names)
