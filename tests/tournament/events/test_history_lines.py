"""A line of the history is one sentence for each act, which a language may turn round."""

import re

import pytest
from django.utils.html import strip_tags

from tests.factories import MORNING, make_user
from tournament.core.models import OWNER, AuditEntry, Verb
from tournament.core.stored_words import coded
from tournament.events.history_groups import grouped
from tournament.events.history_lines import BARE, LINES, line_of


def said(entry):
    return strip_tags(line_of(entry))


def line(verb, subject="", **more):
    return AuditEntry(verb=verb, subject=subject, at=MORNING, **{"by_id": 1, "actor_name": "Anna", **more})


@pytest.mark.parametrize("verb", Verb)
def test_every_act_has_a_sentence_with_the_words_of_its_label(verb):
    assert set(re.findall(r"\{(\w+)\}", LINES[verb])) in ({"name"}, {"name", "subject"})
    subject = "Max" if "{subject}" in LINES[verb] else ""
    assert said(line(verb, subject)) == f"Anna {verb.label}{': Max' if subject else ''}"
    assert said(line(verb, "Max" if not subject else "")).startswith("Anna")


def test_the_sentence_turns_round_in_another_language(monkeypatch):
    entry = line(Verb.CHANGED_SHEET, coded("table", number=3, table=5))
    monkeypatch.setitem(LINES, Verb.CHANGED_SHEET, "{name}が{subject}の記録用紙を変更")
    assert line_of(entry) == "<bdi>Anna</bdi>が<bdi>hanchan 3, table 5</bdi>の記録用紙を変更"


def test_an_act_with_and_without_a_subject_has_a_sentence_for_each():
    assert said(line(Verb.REOPENED_CHECK_IN)) == "Anna reopened check-in"
    assert said(line(Verb.REOPENED_CHECK_IN, "back to version 3")) == "Anna reopened check-in: back to version 3"
    assert said(line(Verb.CHANGED_HANCHAN, "times not recorded")) == "Anna: changed the hanchan, times not recorded"
    assert all("{subject}" not in text for text in BARE.values())


@pytest.mark.parametrize("text", ["hanchan {}, table {}", None])
def test_lines_that_are_shown_as_one_are_one_sentence(text):
    entries = [
        line(Verb.ENTERED_SHEET, text.format(7, table) if text else coded("table", number=7, table=table))
        for table in (3, 2, 1)
    ]
    (group,) = grouped(entries)
    assert strip_tags(group.line) == "Anna entered 3 report sheets: hanchan 7"
    assert [group.rest(one) for one in entries] == ["table 3", "table 2", "table 1"]


def test_who_it_was_is_a_word_where_the_program_gave_the_name():
    assert said(line(Verb.SET_UP, actor_name=OWNER, actor_login=OWNER)) == "organiser set up the tournament"
    call = {"by_id": None, "actor_name": "Table 4"}
    assert line(Verb.CALLED_REFEREE, "hanchan 1, table 4", **call).actor == "Table 4"
    assert line(Verb.CALLED_REFEREE, **call | {"actor_name": coded("table-name", table=4)}).actor == "Table 4"
    assert said(line(Verb.SET_UP, by_id=None, actor_name="")) == "command line set up the tournament"


def test_names_are_escaped():
    assert "<i>" not in line_of(line(Verb.ADDED_PLAYER, "1 <i>Max", actor_name="<i>Anna"))


def test_the_account_of_the_first_start_is_called_by_its_role(db):
    owner = make_user(OWNER)
    assert (str(owner), owner.stored_name) == ("organiser", OWNER)
    owner.first_name = "Anna"
    assert (str(owner), owner.stored_name) == ("Anna", "Anna")
