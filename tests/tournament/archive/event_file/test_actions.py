"""Loading an event file: whole or not at all, beside whatever is there."""

import json

import pytest
from django.urls import reverse

from tests.factories import make_staff, make_tournament
from tests.tournament.archive.event_file.events import act, altered, load, version_file
from tests.tournament.desk.halls import hall, hanchan_of, typed
from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.export import event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.event_file.sections import SECTIONS, THE_EVENT, VERSION
from tournament.archive.faults import BadFile
from tournament.core.audit import audited_write
from tournament.core.audit_check import findings, last_value
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Role, Tournament, User, Verb
from tournament.core.records import moved
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


def test_rows_that_contradict_each_other_are_refused_with_their_section_and_without_words_of_the_database(text):
    known = json.loads(text)
    known["players"][1]["number"] = known["players"][0]["number"]
    before = User.objects.count()
    with pytest.raises(BadFile, match="The rows of “players” contradict each other") as refused:
        load(json.dumps(known), slug="again")
    assert "constraint" not in str(refused.value)
    assert User.objects.count() == before


@pytest.mark.parametrize(
    ("section", "change", "words"),
    [
        ("hanchan", {"table_minutes": {"1": 10**12}}, "“hanchan”, row 1: A time limit is between 1 and 600 minutes."),
        ("hanchan", {"table_minutes": {"1": -1}}, "“hanchan”, row 1: The minutes of a table are a whole number."),
        ("hanchan", {"minutes": None, "table_minutes": {"1": 601}}, "“hanchan”, row 1: A time limit is between 1 and"),
        ("hanchan", {"minutes": 601}, "“hanchan”, row 1: A time limit is between 1 and 600 minutes."),
        ("hanchan", {"name": "n" * 41}, "“hanchan”, row 1"),
        ("players", {"number": 10_000}, "“players”, row 1: Enter a number from 1 to 9999."),
        ("event", {"picture_height": 1001}, "The event: Enter between 20 and 1000 cm."),
    ],
)
def test_a_value_that_no_page_would_take_is_refused_although_the_file_may_be_altered(text, section, change, words):
    known = json.loads(text)
    row = known[section] if section == "event" else known[section][0]
    row |= change
    with pytest.raises(BadFile, match=words):
        load(json.dumps(known), accept_altered=True)
    assert not Tournament.objects.filter(slug="spring-open").exists()


def moved_up(text, by):
    """The file with every id higher by a number."""
    known = json.loads(text)
    known["people"] = [row | {"id": row["id"] + by} for row in known["people"]]
    for section in (THE_EVENT, *SECTIONS):
        for row in [known["event"]] if section is THE_EVENT else known.get(section.name, []):
            row |= {field.name: moved(field, row[field.name], by) for field in section.fields if field.name in row}
            row |= {field.name: [pk + by for pk in row[field.name]] for field in section.many}
    return json.dumps(known)


@pytest.mark.parametrize("largest", [3_000_000_000, 2**53 - 1])
def test_after_a_file_with_large_ids_the_desk_types_sheets_of_the_next_event_as_before(text, client, largest):
    file = read_event_file(text.encode())
    up = largest - max(max(file.ids(section.name), default=0) for section in SECTIONS)
    loaded = load(moved_up(text, up), accept_altered=True).tournament
    assert loaded.pk < 2**40
    later = hall()
    client.force_login(make_staff(later, Role.DESK))
    page = client.post(reverse("sheet", args=[later.slug, 1, 1]), typed(hanchan_of(later)))
    assert page.status_code == 302
    assert SheetVersion.objects.filter(sheet__hanchan__tournament=later).count() == 1
    assert load(event_file(later), slug="back").altered == ()


def test_ids_that_lie_too_far_apart_are_refused(text):
    known = json.loads(text)
    known["prizes"][0]["id"] = 2**53 - 1
    with pytest.raises(BadFile, match="too far apart"):
        load(json.dumps(known), accept_altered=True)


def test_an_organiser_who_loads_a_file_organises_the_event(text):
    user = make_staff(make_tournament("Other"), Role.ORGANISER)
    file = read_event_file(text.encode())
    tournament = import_event(file=file, slug="again", act=act(by=user)).tournament
    assert tournament.memberships.get().user == user
    assert findings(tournament) == []
