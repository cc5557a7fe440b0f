"""Removing the data of a person, and a whole event."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils.translation import override

from docs import verify_history
from tests.factories import MORNING, make_tournament
from tests.tournament.archive.event_file.events import everything, load, there_and_back, version_file
from tests.tournament.test_every_page import small_event
from tournament.archive.event_file.export import event_file
from tournament.archive.removal.actions import delete_event, remove_person, rewrite_database
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import export_lines, findings
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, HanchanState, Tournament, User, Verb
from tournament.events.actions import change_settings
from tournament.players.actions import add_player, edit_player, renumber
from tournament.players.models import Player
from tournament.results.models import PenaltyKind
from tournament.results.penalties.actions import give
from tournament.results.protests.models import Protest
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
WISH = Act(by=None, at=MORNING + timedelta(days=30), reason="asked for it")


def stored():
    """Every text of the database, in one string."""
    with connection.cursor() as cursor:
        found = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  # our own tables
            found += [str(value) for row in cursor.fetchall() for value in row if isinstance(value, str | bytes)]
    return "\n".join(found)


def verified(tournament):
    """What the stand-alone check says of the exported history."""
    lines = [(number, json.loads(line)) for number, line in enumerate(export_lines(tournament), start=1)]
    return verify_history.check(lines)[0]


def closed(tournament):
    for event in Tournament.objects.all():
        with audited_write(event, ACT, Verb.CLOSED):
            event.hanchan.filter(state=HanchanState.PLAYING).update(state=HanchanState.CLOSED, closed_at=MORNING)
    tournament.refresh_from_db()
    return tournament


def known_by_many_lines(tournament, name="Zdzisława Brzęk"):
    """A player with every private value, earlier names, and texts of others that name her."""
    player = tournament.players.order_by("number").last()
    player = edit_player(player=player, act=ACT, name="Zofia Brzęk", contact="z@brzek.pl", note="Allergic to Brzęk")
    player = edit_player(
        player=player, act=ACT, name=name, first_name="Zdzisława", last_name="Brzęk", legal_name="Zdzisława Brzęk-Żak",
        reading="Zdzisuava", ema_number="11009999", ara_id="A-Brzęk",
    )  # fmt: skip
    give(
        tournament=tournament, player=player, hanchan=None, amount=1_000, kind=PenaltyKind.POINTS,
        referee="Robin", act=Act(by=None, at=MORNING, reason=f"{name} spoke to zofia brzęk."),
    )  # fmt: skip
    return player


TRACES = ("Brz", "Zdzis", "Zofia", "11009999")


@pytest.fixture
def event():
    return closed(small_event())


def test_nothing_of_a_person_is_left_in_the_database_and_everything_else_is_as_it_was(event):
    player = known_by_many_lines(event)
    before = [(row.standing.place, row.standing.total) for row in standings_of(event).ranked]
    assert all(trace in stored() for trace in TRACES)
    remove_person(player=player, act=WISH)
    assert [trace for trace in TRACES if trace in stored()] == []
    player.refresh_from_db()
    assert player.label == f"Player {player.number}"
    assert {getattr(player, name) for name in Player.private | Player.identity - {"name"}} == {""}
    assert [(row.standing.place, row.standing.total) for row in standings_of(event).ranked] == before
    assert findings(event) == []
    assert verified(event) == []


def test_who_was_removed_has_a_name_in_the_language_of_the_event_whoever_removes(event):
    player = known_by_many_lines(event)
    change_settings(tournament=event, language="ja", act=WISH)
    with override("fr"):
        assert remove_person(player=player, act=WISH).label == f"選手{player.number}"


def test_the_lines_say_the_number_and_a_reason_that_names_the_person_does_not(event):
    player = known_by_many_lines(event)
    number = player.number
    remove_person(player=player, act=Act(by=None, at=MORNING, reason="Zdzisława Brzęk wrote to us"))
    last, penalty = event.audit_entries.all()[:2]
    assert (last.verb, last.subject) == (Verb.REMOVED_PERSON, f"{number} Player {number}")
    assert last.reason == f"Player {number} wrote to us"
    assert (penalty.subject, penalty.reason) == (
        f"{number} Player {number}", f"Player {number} spoke to Player {number}.",
    )  # fmt: skip
    assert event.penalties.get(amount=1_000).reason == penalty.reason
    assert penalty.edition in last.detail["lines"]


def test_lines_from_before_rest_on_the_line_of_the_removal():
    event = closed(load(version_file(1)).tournament)
    assert not event.audit_entries.exclude(salts={}).filter(verb=Verb.ADDED_PLAYERS).exists()
    player = event.players.get(number=3)
    name, was = player.name, findings(event)
    assert name in stored()
    remove_person(player=player, act=WISH)
    assert name not in stored()
    assert findings(event) == was
    last = event.audit_entries.first()
    assert last.detail["values"].keys() <= {str(line) for line in last.detail["lines"]}
    other = event.players.get(number=5)
    remove_person(player=other, act=WISH)
    assert other.name not in stored()
    assert findings(event) == was


def test_a_changed_line_is_found_after_a_removal_too(event):
    player = known_by_many_lines(event)
    remove_person(player=player, act=WISH)
    entry = event.audit_entries.get(verb=Verb.GAVE_PENALTY, subject=f"{player.number} Player {player.number}")
    key = next(key for key in entry.figures if key.startswith("penalty "))
    entry.figures[key]["amount"] = 99_000
    entry.save()
    assert {"line-altered", "row-altered"} >= {one.code for one in findings(event)} > set()
    assert verified(event) != []


def test_erased_texts_that_no_removal_names_are_found(event):
    entry = event.audit_entries.filter(verb=Verb.ADDED_PLAYERS).get()
    entry.erase({"detail/added/0": "1 Somebody"})
    entry.save()
    assert [one.code for one in findings(event)] == ["line-altered"]
    assert verified(event) != []


def test_a_line_that_has_its_commitments_since_it_was_written_is_never_given_another_value(event):
    entry = event.audit_entries.filter(verb=Verb.ADDED_PLAYERS).get()
    entry.detail = {"added": ["1 Somebody"]}
    entry.save()
    again = {"lines": [entry.edition], "values": {str(entry.edition): entry.value()}}
    with audited_write(event, ACT, Verb.REMOVED_PERSON, **again):
        pass
    assert "line-altered" in {one.code for one in findings(event)}
    assert verified(event) != []


def test_a_value_that_was_erased_vouches_for_no_row(event):
    player = event.players.first()
    entry = event.audit_entries.filter(verb=Verb.ADDED_PLAYERS).get()
    path = f"figures/player {player.pk}/club"
    edit_player(player=player, act=ACT, club="Felt")
    entry = event.audit_entries.first()
    entry.erase({path: "Silk"})
    entry.save()
    Player.objects.filter(pk=player.pk).update(club="Silk")
    with audited_write(event, ACT, Verb.REMOVED_PERSON, lines=[entry.edition], values={}):
        pass
    assert [one.code for one in findings(event)] == ["row-altered"]
    assert [sentence.split(":")[0] for sentence in verified(event)] == ["Altered"]


def test_people_whose_names_are_alike_keep_theirs(event):
    first, second, third = event.players.order_by("number")[:3]
    first = edit_player(player=first, act=ACT, name="Max")
    second = edit_player(player=second, act=ACT, name="Max Hofer")
    third = edit_player(player=third, act=ACT, name="Max", club="Felt")
    with audited_write(event, Act(by=None, at=MORNING, reason="Max and Max Hofer"), Verb.QUEUED, subject="2 Max Hofer"):
        pass
    remove_person(player=first, act=WISH)
    names = set(event.players.values_list("name", flat=True))
    assert {"Max", "Max Hofer"} <= names
    lines = {(one.subject, one.reason) for one in event.audit_entries.all()}
    assert ("2 Max Hofer", f"Player {first.number} and Max Hofer") in lines
    assert (f"{third.number} Max", "") in lines and (f"{first.number} Max", "") not in lines
    assert findings(event) == []


def test_names_by_number_and_a_subject_that_was_cut_off_are_found():
    made = make_tournament(slug="free")
    player = add_player(tournament=made, act=ACT, name="Anna-Katharina Brzęk")
    renumber(tournament=made, act=ACT)
    with audited_write(made, ACT, Verb.ADDED_PLAYERS, subject="x" * 188 + ", 1 Anna-Katharina Brzęk"):
        pass
    assert made.audit_entries.first().subject.endswith(", 1 Anna-Kat")
    remove_person(player=player, act=WISH)
    assert "Anna" not in stored()


def test_what_players_reported_names_nobody_any_more():
    event = closed(everything())
    protest = Protest.objects.filter(tournament=event).first()
    player = edit_player(player=protest.player, act=ACT, name="Zdzisława Brzęk")
    remove_person(player=player, act=WISH)
    protest.refresh_from_db()
    assert protest.reporter == f"Player {player.number}"
    assert "Brzęk" not in stored() and "Luc" not in str(event.audit_entries.get(verb=Verb.SENT_PROTEST).figures)
    assert findings(event) == []


def test_the_event_file_carries_a_removal(event):
    remove_person(player=known_by_many_lines(event), act=WISH)
    before, after = there_and_back(event)
    assert before == after
    assert not any(trace in before for trace in TRACES)


def test_a_list_that_was_drawn_keeps_its_digest_and_loses_the_name(event):
    seating, player = event.seating, event.players.first()
    seating.listed = [[one.number, one.name, one.pk] for one in event.players.all()]
    with audited_write(event, ACT, Verb.PLANNED):
        seating.save()
    remove_person(player=player, act=WISH)
    seating.refresh_from_db()
    assert [name for _number, name, pk in seating.listed if pk == player.pk] == [f"Player {player.number}"]
    assert len(seating.list_digest) == 64
    digest = seating.list_digest
    remove_person(player=event.players.last(), act=WISH)
    seating.refresh_from_db()
    assert seating.list_digest == digest


def test_a_reason_is_needed_and_no_hanchan_may_be_played(event):
    player = event.players.first()
    with pytest.raises(Refused) as refused:
        remove_person(player=player, act=ACT)
    assert refused.value.codes == "removal-reason"
    playing = small_event("Other")
    for act in (lambda: remove_person(player=player, act=WISH), lambda: _delete(event, event.name)):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.codes == "hanchan-playing"
    closed(playing)
    remove_person(player=player, act=WISH)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_the_file_of_the_database_has_no_byte_of_a_removed_person():
    event = closed(small_event())
    player, file = known_by_many_lines(event), Path(connection.settings_dict["NAME"])

    def content():
        return b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))

    assert b"z@brzek.pl" in content()
    remove_person(player=player, act=WISH)
    assert [trace for trace in (*TRACES, "z@brzek") if trace.encode() in content()] == []


def test_where_the_file_cannot_be_written_again_the_removal_stands(event, caplog, monkeypatch):
    rewrite_database()
    assert ("unused parts of the file" in caplog.text) == (connection.vendor == "sqlite")
    monkeypatch.setattr(connection, "vendor", "postgresql")
    rewrite_database()
    assert caplog.text.count("unused parts") <= 1


# --- the event --------------------------------------------------------------------------------------------------------


def _delete(tournament, typed):
    delete_event(tournament=tournament, typed=typed, act=ACT)


def test_a_deleted_event_leaves_nothing_and_other_events_alone():
    other = closed(small_event("Other", ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")))
    event = closed(everything())
    load(event_file(event), slug="again")
    for one in Tournament.objects.exclude(pk=other.pk):
        _delete(one, f" {one.name} ")
    assert AuditEntry.objects.count() == other.audit_entries.count()
    assert not User.objects.filter(username__startswith="event-file-").exists()
    assert Player.objects.count() == 8
    assert findings(other) == []


def test_the_name_of_the_event_must_be_typed(event):
    with pytest.raises(Refused) as refused:
        _delete(event, "Small")
    assert (refused.value.codes, refused.value.field) == ("other-name", "name")
    assert Tournament.objects.filter(pk=event.pk).exists()


def test_the_address_of_a_deleted_event_is_free(event):
    _delete(event, event.name)
    assert make_tournament(slug=event.slug).slug == event.slug
