"""The published form of event files, and a file of every version that was ever written."""

import json

import pytest
from jsonschema import Draft202012Validator

from docs.event_schema import FILE, schema, text
from tests.tournament.archive.event_file.events import everything, load, version_file
from tests.tournament.planning.halls import drawn_hall
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.sections import VERSION
from tournament.core.audit_check import findings
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def test_the_schema_is_the_one_of_the_models():
    assert FILE.read_text(encoding="utf-8") == text(), "run python -m docs.event_schema"


@pytest.mark.parametrize("anonymised", [False, True])
def test_an_exported_file_has_the_form_of_the_schema(anonymised):
    Draft202012Validator.check_schema(schema())
    validator = Draft202012Validator(schema())
    for tournament in (everything(), drawn_hall()):
        validator.validate(json.loads(event_file(tournament, anonymised=anonymised)))


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_file_of_every_version_still_loads(version):
    loaded = load(version_file(version), slug="old").tournament
    assert findings(loaded) == []
    assert [row.player.name for row in standings_of(loaded).rows][:1] == ["Aiko Brandt"]


def test_a_file_with_draws_of_an_earlier_release_loads_with_their_seats():
    """The section and the column that named its rows are ignored; the seats and the history stay."""
    known = json.loads(version_file(1))
    known["draws"] = [{"id": 1, "number": 1, "announced": "the lottery", "people": [[1, "Aiko Brandt", 1]]}]
    known["seatings"][0]["draw"] = 1
    loaded = load(json.dumps(known), slug="drawn").tournament
    assert loaded.seating.seats.count() == len(known["seats"]) and loaded.seating.words == ""
    assert findings(loaded) == []
