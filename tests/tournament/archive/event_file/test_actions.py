"""Loading an event file: whole or not at all, beside whatever is there."""

import json

import pytest

from tests.factories import make_staff, make_tournament
from tests.tournament.archive.event_file.events import act, altered, load, version_file
from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.event_file.sections import VERSION
from tournament.archive.faults import BadFile
from tournament.core.audit import audited_write
from tournament.core.audit_check import findings, last_value
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Role, Tournament, User, Verb
from tournament.results.models import SheetVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def text():
    return version_file(VERSION)


def test_an_address_that_is_taken_is_refused_with_the_field(text):
    load(text)
    with pytest.raises(Refused) as refused:
        load(text)
    assert (refused.value.field, Tournament.objects.filter(slug__startswith="spring-open").count()) == ("slug", 1)


def test_the_head_on_the_papers_stays(text):
    loaded = load(text, slug="again").tournament
    assert last_value(loaded) == json.loads(text)["history"][-1]["chain"]


def test_accounts_of_the_file_cannot_sign_in_and_keep_their_names(text):
    before = User.objects.count()
    version = SheetVersion.objects.filter(sheet__hanchan__tournament=load(text, slug="again").tournament).last()
    assert User.objects.count() == before + 1
    mina = version.entered_by or User.objects.order_by("pk").last()
    assert (str(mina), mina.is_active, mina.has_usable_password()) == ("Mina Sato", False, False)
    assert mina.memberships.count() == 0


@pytest.mark.parametrize("name", ["A" * 150, "Anna " * 40 + "Rossi", f"Anna {'R' * 150}"])
def test_a_long_name_comes_back_as_it_is(text, name):
    known = json.loads(text)
    known["people"][0]["name"] = name
    loaded = load(json.dumps(known), slug="again").tournament
    assert json.loads(event_file(loaded))["people"][0]["name"] == name


def test_a_file_in_which_points_were_moved_is_refused_and_names_the_line(text):
    before = Tournament.objects.count()
    with pytest.raises(Refused, match="It was changed outside of Sekigime"):
        load(altered(text), slug="again")
    assert Tournament.objects.count() == before


def test_an_altered_file_is_loaded_where_that_is_accepted_and_shows_it(text):
    loaded = load(altered(text), slug="again", accept_altered=True)
    assert len(loaded.altered) == 2 and findings(loaded.tournament)


def test_a_history_without_a_line_is_refused(text):
    known = json.loads(text)
    del known["history"][3]
    with pytest.raises(Refused, match="Line 4 of the history was deleted"):
        load(json.dumps(known), slug="again")


@pytest.mark.parametrize("anonymised", [False, True])
def test_an_event_of_a_former_entry_mode_has_that_of_today_and_its_chain_holds(anonymised):
    event = make_tournament(slug="compared")
    with audited_write(event, act(), Verb.CHANGED_SETTINGS):
        event.entry_mode = "sight"
        event.save(update_fields=["entry_mode"])
    loaded = load(event_file(event, anonymised=anonymised), slug="again").tournament
    assert (loaded.entry_mode, findings(loaded)) == (EntryMode.CHECKED, [])
    assert loaded.audit_entries.latest("id").detail == {"changes": {"entry_mode": ["sight", "checked"]}}
    assert json.loads(event_file(loaded))["event"]["entry_mode"] == "checked"


def test_rows_that_do_not_belong_together_are_refused_with_what_the_database_says(text):
    known = json.loads(text)
    known["players"][1]["number"] = known["players"][0]["number"]
    before = User.objects.count()
    with pytest.raises(BadFile, match="do not belong together"):
        load(json.dumps(known), slug="again")
    assert User.objects.count() == before


def test_an_organiser_who_loads_a_file_organises_the_event(text):
    user = make_staff(make_tournament("Other"), Role.ORGANISER)
    file = read_event_file(text.encode())
    tournament = import_event(file=file, slug="again", act=act(by=user)).tournament
    assert tournament.memberships.get().user == user
    assert findings(tournament) == []
