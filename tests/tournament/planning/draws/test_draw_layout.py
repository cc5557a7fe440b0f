"""The command that makes the plan of places of a draw again: it needs the planner, and nothing of the database."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import MORNING
from tests.tournament.planning.draws.halls import held, open_hall
from tournament.core.audit import Act
from tournament.planning.draws.queries import draw_json
from tournament.planning.wishes.actions import add_wish

WISHES = {
    "none": (),
    "apart": ({"kind": "apart", "weight": "must", "people": [1, 2, 5]},),
    "clubs and a table": (
        {"kind": "same", "shared": "club"},
        {"kind": "tables", "people": [7], "tables": [2], "label": "the radio"},
    ),
    "meet": ({"kind": "together", "people": [3, 4], "hanchan": 2, "weight": "must"},),
}


def drawn(wishes):
    hall = open_hall()
    for club, numbers in (("Kappa", [1, 6, 9]), ("Tanuki", [2, 3])):
        hall.players.filter(number__in=numbers).update(club=club)
    for one in wishes:
        about = {name: value for name, value in one.items() if name != "people"}
        people = list(hall.players.filter(number__in=one.get("people", [])))
        add_wish(tournament=hall, players=people, act=Act(by=None, at=MORNING), **about)
    draw = held(hall)
    return json.loads(json.dumps(draw_json(draw, hall, [draw])))


def said(draw, tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(draw), encoding="utf-8")
    out = StringIO()
    call_command("draw_layout", str(path), stdout=out)
    return out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("wishes", WISHES.values(), ids=WISHES)
def test_the_plan_of_places_is_made_again_from_the_file(wishes, tmp_path):
    draw = drawn(wishes)
    text = said(draw, tmp_path)
    assert "ok: the layout is the one" in text
    assert text.count("wish, ") == len(draw["asked"])
    assert "the radio" not in json.dumps(draw)


@pytest.mark.django_db
def test_another_wish_seed_or_plan_is_noticed_and_people_are_named(tmp_path):
    draw = drawn(WISHES["clubs and a table"])
    assert "apart: Aiko Brandt (1), " in said(draw, tmp_path)
    for altered in (
        {"asked": [draw["asked"][-1]]},
        {"statement": draw["statement"].replace("players 16", "players 20")},
        {"layout_digest": "0" * 64},
        {"kinds": [list(range(1, 17))]},
    ):
        with pytest.raises(CommandError, match="WRONG"):
            said({**draw, **altered}, tmp_path)


@pytest.mark.django_db
def test_files_that_are_no_draw_are_refused_in_words(tmp_path):
    draw = drawn(())
    for hole in ("asked", "people", "layout", "statement", "kinds"):
        with pytest.raises(CommandError, match="not the file of a finished draw"):
            said({name: value for name, value in draw.items() if name != hole}, tmp_path)
    with pytest.raises(CommandError, match="did not write the wishes"):
        said({**draw, "asked": None}, tmp_path)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("draw_layout", str(tmp_path / "missing.json"))
