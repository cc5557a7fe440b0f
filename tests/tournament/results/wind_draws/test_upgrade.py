"""What earlier releases wrote of draws on phones: their databases and event files say the same afterwards."""

import json
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps

from tests.factories import MORNING
from tests.tournament.archive.event_file.events import load
from tests.tournament.desk.halls import hall, hanchan_of
from tests.tournament.standings.tables import vouch
from tournament.archive.event_file.export import event_file
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import findings
from tournament.core.models import HanchanState, Verb, WindMethod
from tournament.events.history import details
from tournament.results.models import DrawWay, WindDraw
from tournament.results.wind_draws.actions import draw_winds
from tournament.seats.queries import places_at

pytestmark = pytest.mark.django_db
draw_by_page = import_module("tournament.migrations.0003_settings").draw_by_page
PROOF = {"form": "sekigime wind draw 1", "fingerprint": "f" * 64, "secret": "0" * 64, "players": []}


class AppsBefore:
    """The models as the migration has them: with the presses of draws that are under way."""

    def __init__(self, has_presses=False):
        found = SimpleNamespace(exists=lambda: has_presses)
        self.presses = SimpleNamespace(_base_manager=SimpleNamespace(filter=lambda **_fields: found))

    def get_model(self, label, name):
        return self.presses if name == "DrawPress" else apps.get_model(label, name)


def an_event(way=None):
    tournament = hall(players=8, wind_method=WindMethod.DRAWN)
    tournament.hanchan.update(seating_published_at=MORNING)
    vouch(tournament)
    if way is not None:
        people = [place.player for place in places_at(tournament, 1, 1)]
        winds = [[wind, player.pk] for wind, player in zip("WNES", people, strict=True)]
        with audited_write(tournament, Act(by=None, at=MORNING), Verb.DREW_WINDS):
            WindDraw.objects.create(
                hanchan=hanchan_of(tournament), table=1, attempt=1, way=way, winds=winds, proof=PROOF, drawn_at=MORNING
            )
    return tournament


@pytest.mark.parametrize("way", [DrawWay.JOINT, DrawWay.DIRECT])
def test_an_event_that_draws_on_phones_draws_by_the_page_and_its_history_says_so(way):
    tournament = an_event(way)
    draw_by_page(AppsBefore(), None)
    tournament.refresh_from_db()
    assert tournament.wind_method == WindMethod.PAGE
    assert findings(tournament) == []
    line = tournament.audit_entries.first()
    assert (line.verb, line.edition) == (Verb.CHANGED_SETTINGS, tournament.edition)
    assert details(line)[0].startswith("seat winds: drawn by the players")


def test_a_table_in_the_middle_of_a_draw_draws_with_the_button():
    tournament = an_event()
    draw_by_page(AppsBefore(has_presses=True), None)
    tournament.refresh_from_db()
    act = Act(by=None, at=MORNING, name="table 1")
    draw = draw_winds(hanchan=hanchan_of(tournament), table=1, player=None, random=lambda _n: 0, act=act)
    assert draw.attempt == 1 and findings(tournament) == []


def test_events_with_tiles_and_events_that_are_over_stay_as_they_are():
    tiles, over = an_event(DrawWay.TRADITIONAL), an_event(DrawWay.JOINT)
    over.hanchan.update(state=HanchanState.CLOSED, started_at=MORNING, closed_at=MORNING)
    before = tiles.edition, over.edition
    draw_by_page(AppsBefore(), None)
    for tournament in (tiles, over):
        tournament.refresh_from_db()
        assert tournament.wind_method == WindMethod.DRAWN
    assert (tiles.edition, over.edition) == before


def test_an_event_file_of_an_earlier_release_keeps_the_proof_of_its_draws():
    tournament = an_event(DrawWay.JOINT)
    file = json.loads(event_file(tournament))
    assert [row.pop("drawn_by") for row in file["wind_draws"]] == [None], "no such column then"
    loaded = load(json.dumps(file), slug="again")
    assert loaded.altered == ()
    draw = WindDraw.rows_of(loaded.tournament).get()
    assert (draw.way, draw.proof, draw.drawn_by) == (DrawWay.JOINT, PROOF, None)
    assert [wind for wind, _player in draw.winds] == list("WNES")
