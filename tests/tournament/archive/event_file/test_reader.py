"""Event files that are damaged or made by hand: what is wrong is named by its place, and nothing is stored."""

import json

import pytest

from tests.tournament.archive.event_file.events import version_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.event_file.sections import VERSION
from tournament.archive.faults import MOST_NAMED, BadFile


@pytest.fixture
def known():
    return json.loads(version_file(VERSION))


def faults(content) -> str:
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    with pytest.raises(BadFile) as refused:
        read_event_file(content)
    return str(refused.value)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "line 1, character 1 is not JSON"),
        (b"{", "line 1, character 2 is not JSON"),
        (b"PK\x03\x04\xff", "not text in UTF-8"),
        ("{}".encode("utf-16"), "not text in UTF-8"),
        (b"[" * 100_000, "not an event file"),
        (b"[1]", "not an event file"),
        (b'{"format": "other"}', "not an event file"),
        (b'{"format": "sekigime-event", "version": 99}', "of version 99, and this program reads up to 1"),
        (b'{"format": "sekigime-event", "version": "1"}', 'a whole number from 1 on, but here it is "1"'),
        (b'{"format": "sekigime-event", "version": 0}', "a whole number from 1 on, but here it is 0"),
        (b'{"format": "sekigime-event", "version": -3}', "a whole number from 1 on, but here it is -3"),
        (b'{"format": "sekigime-event", "version": true}', "a whole number from 1 on, but here it is true"),
        (b'{"format": "sekigime-event"}', "a whole number from 1 on, but here it is null"),
        (b'{"format": "sekigime-event", "version": 1}', "The file has no event."),
        (b'{"format": "sekigime-event", "version": 1, "robots": []}', "“robots”, which this version does not know"),
    ],
)
def test_what_is_no_event_file_is_refused_with_the_remedy(content, sentence):
    assert sentence in faults(content)


@pytest.mark.parametrize("key", ["format", "players", "place", "number"])
def test_a_key_that_stands_twice_in_an_object_is_refused_by_its_name(known, key):
    text = json.dumps(known)
    twice = text.replace(f'"{key}":', f'"{key}": 0, "{key}":', 1)
    assert f"The file has “{key}” twice in one object" in faults(twice.encode())


def test_too_many_values_are_refused_before_they_are_read(known):
    with pytest.raises(BadFile, match="too many values"):
        read_event_file(json.dumps(known).encode(), most=100)


@pytest.mark.parametrize(
    ("section", "change", "sentence"),
    [
        ("players", {"name": 7}, "“players”, row 1, “name”: a text is needed"),
        ("players", {"name": "x" * 999}, "“players”, row 1, “name”: Ensure this value has at most"),
        ("players", {"name": "a\0"}, "“players”, row 1, “name”: a text is needed"),
        ("players", {"number": "1"}, "“players”, row 1, “number”: a whole number is needed"),
        ("players", {"number": -1}, "“players”, row 1, “number”: Ensure this value is greater than or equal to 0"),
        ("players", {"number": True}, "“players”, row 1, “number”: a whole number is needed"),
        ("players", {"status": "{asleep}"}, "“players”, row 1, “status”: “{asleep}” is not one of the choices"),
        ("players", {"status": "asleep"}, "“players”, row 1, “status”: “asleep” is not one of the choices"),
        ("players", {"is_substitute": 1}, "“players”, row 1, “is_substitute”: true or false is needed"),
        ("players", {"colour": "red"}, "“players”, row 1, “colour”: this version does not know the field"),
        ("players", {"id": 2**60}, "“players”, row 1, “id”: a whole number is needed"),
        ("hanchan", {"started_at": "yesterday"}, "“hanchan”, row 1, “started_at”: a moment such as"),
        ("hanchan", {"started_at": "2026-05-16T09:30:00"}, "“hanchan”, row 1, “started_at”: a moment such as"),
        ("hanchan", {"started_at": 5}, "“hanchan”, row 1, “started_at”: a moment such as"),
        ("hanchan", {"table_minutes": []}, "“hanchan”, row 1, “table_minutes”: an object is needed"),
        ("hand_ins", {"corrected": {}}, "“hand_ins”, row 1, “corrected”: a list is needed"),
        ("hand_ins", {"corrected": ["Ewa"]}, "“hand_ins”, row 1, “corrected”: a list of ids is needed"),
        ("wishes", {"players": ["Ewa"]}, "“wishes”, row 1, “players”: a list of ids is needed"),
        ("wishes", {"players": [987_654]}, "“wishes”, row 1, “players”: no row of the file has the id 987654"),
        ("seats", {"player": 987_654}, "“seats”, row 1, “player”: no row of the file has the id 987654"),
        ("seats", {"player": None}, "“seats”, row 1, “player”: a whole number is needed"),
        ("sheet_versions", {"entered_by": 987_654}, "“entered_by”: no row of the file has the id 987654"),
        ("sheet_versions", {"submission": "twelve"}, "“sheet_versions”, row 1, “submission”: “twelve” is not a valid"),
        ("stand_ins", {"counts": 1}, "“stand_ins”, row 1, “counts”: true or false is needed"),
        ("stand_ins", {"counts": "no"}, "“stand_ins”, row 1, “counts”: true or false is needed"),
        ("photograph_data", {"content": "%%%"}, "“photograph_data”, row 1, “content”: bytes in base64 are needed"),
    ],
)
def test_a_wrong_value_is_named_by_section_row_and_field(known, section, change, sentence):
    known[section][0] |= change
    assert sentence in faults(known)


def test_a_wrong_rule_set_is_named(known):
    known["event"]["rules"]["return {0}"] = "{many}"
    assert "The event, “rules”: " in faults(known)


@pytest.mark.parametrize("row", [7, [7], [1, False, 30_000, True], [1, 0, 30_000, 7], ["1", False, 30_000, 7]])
def test_a_list_of_final_places_of_another_form_is_named(known, row):
    assert "The event, “final_places”: " in faults(known | {"event": known["event"] | {"final_places": [row]}})


@pytest.mark.parametrize(
    "row", [["place", 1, "Cup", 0, 0, "", 1], ["hanchan", 1, "Cup", 0, True, "", 1], ["hanchan", 1, "Cup", 0, 0, 1]]
)
def test_a_list_of_final_prizes_of_another_form_or_kind_is_named(known, row):
    known["event"]["final_prizes"] = [row]
    assert "The event, “final_prizes”: a final prize is a kind" in faults(json.dumps(known).encode())


@pytest.mark.parametrize("name", ["ceremony_shown", "ceremony_step"])
def test_a_step_that_the_ceremony_of_the_file_does_not_have_is_named(known, name):
    player = known["players"][0]["id"]
    known["event"] |= {"final_places": [[1, False, 0, player]], "revealed_from": 2, name: 1}
    read_event_file(json.dumps(known).encode())
    known["event"][name] = 2
    expected = f"The event, “{name}”: the ceremony has no step 2: its last one is 1."
    assert expected in faults(json.dumps(known).encode())


def test_a_file_from_before_the_list_of_final_places_is_read(known):
    assert "final_places" not in known["event"]
    assert read_event_file(json.dumps(known).encode()).event["final_places"] == []


def test_a_section_or_row_of_another_form_is_named(known):
    assert "“players” is not a list." in faults(known | {"players": {}})
    assert "“players”, row 1: a row is an object." in faults(known | {"players": [[1]]})
    assert "“people”, row 1: an account has an id and a name." in faults(known | {"people": [{"id": "1"}]})


@pytest.mark.parametrize("name", ["", "A" * 151, f"Anna {'R' * 151}", 7, None])
def test_an_account_without_a_name_that_fits_is_named(known, name):
    assert "“people”, row 1: an account has an id and a name." in faults(known | {"people": [{"id": 1, "name": name}]})


def test_two_rows_of_one_id_are_named(known):
    known["players"].append(known["players"][0])
    assert "“players” has two rows of one id." in faults(known)


def test_the_list_of_faults_ends(known):
    for row in known["seats"]:
        row["table"] = "one"
    assert faults(known).count("a whole number is needed") == MOST_NAMED < len(known["seats"])


def test_a_field_that_was_not_there_yet_has_its_default(known):
    for row in known["players"]:
        del row["pronouns"], row["is_newcomer"], row["waiting_since"]
    (first, *_others) = read_event_file(json.dumps(known).encode()).rows["players"]
    assert (first["pronouns"], first["is_newcomer"], first["waiting_since"]) == ("", False, None)


def test_a_stand_in_of_a_file_from_before_the_choice_counts_as_the_player_does(known):
    assert "counts" not in known["stand_ins"][0]
    assert read_event_file(json.dumps(known).encode()).rows["stand_ins"][0]["counts"] is None


def test_a_field_without_a_default_must_be_there(known):
    del known["players"][0]["number"]
    assert "“players”, row 1, “number”: a whole number is needed" in faults(known)
