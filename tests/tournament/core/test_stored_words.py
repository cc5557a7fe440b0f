"""Words of the program are stored as codes and shown in the reader's language; those of before are read back."""

import pytest
from django.utils.translation import override

from tests.factories import MORNING, make_tournament
from tournament.archive.removal.person import PersonTexts
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import findings
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.stored_words import (
    COUNTED,
    LABELS,
    LONGEST,
    WORDS,
    _letters,
    coded,
    decoded,
    decoded_of_before,
    label,
    shown,
)
from tournament.events.queries import history
from tournament.players.models import Player

BEFORE = [
    (Verb.STARTED, "hanchan 3"),
    (Verb.MADE_OFFICIAL, "hanchan 1–3, 5"),
    (Verb.ENTERED_SHEET, "hanchan 7, table 12"),
    (Verb.NOT_PLAYED, "hanchan 7, tables 1–3"),
    (Verb.CANCELLED_PENALTY, "hanchan 2, the whole table"),
    (Verb.PLAYED_GAME, "game 4"),
    (Verb.PLAYED_GAME, "games 4 to 19"),
    (Verb.SENT_PROTEST, "hanchan 1, table 2: Ada Lovelace"),
    (Verb.SENT_PROTEST, "hanchan 1: Ada Lovelace"),
    (Verb.ASSIGNED_SUBSTITUTE, "hanchan 2: Rosa Late (not ranked) for Max"),
    (Verb.CORRECTED_PEOPLE, "hanchan 1: Max → Rosa Late (ranked), Bo → Max"),
    (Verb.ADDED_PLAYERS, "1 player"),
    (Verb.ADDED_PLAYERS, "24 players"),
    (Verb.CHANGED_PRIZES, "biggest hanchan 1"),
    (Verb.CHANGED_PRIZES, "new players"),
    (Verb.SHOWED, "Stage, Door: Clock, Standings"),
    (Verb.ADDED_WISH, "these players apart: the siblings"),
    (Verb.ADDED_WISH, "players of the same club, country or team apart: club"),
    (Verb.ADDED_WISH, "two players meet"),
    (Verb.REQUESTED_PLAN, "hanchan 2–8, seed 17"),
    (Verb.PLANNED, "from seed 42"),
    (Verb.HELD_DRAW, "draw 1: 4 8 15"),
    (Verb.HELD_DRAW, "draw 1 from the words “red five 7”"),
    (Verb.PAIRED, "hanchan 8: Swiss: close in rank, new opponents"),
    (Verb.RESTORED_SEATING, "back to version 3"),
    (Verb.REPLACED_PLAYER, "from hanchan 3 on: Max for Rosa"),
    (Verb.REPAIRED, "from hanchan 3 on: Fewer tables: 5"),
    (Verb.SWAPPED_SEATS, "hanchan 3: Max ↔ Rosa"),
    (Verb.IMPORTED_SEATING, "from a finished event"),
]
"""What histories of 0.9 say, in English."""


@pytest.mark.parametrize(("verb", "subject"), BEFORE)
def test_a_line_from_before_is_read_back_and_says_the_same(verb, subject):
    entry = AuditEntry(verb=verb, subject=subject)
    assert entry.subject_words is not None and entry.about == subject


@pytest.mark.parametrize(
    ("verb", "subject"),
    [(Verb.ADDED_PLAYER, "12 Anna"), (Verb.ANNOUNCED, "hanchan 3"), (Verb.MADE_TOKEN, "game 4"), (Verb.SET_UP, "")],
)
def test_what_a_person_typed_stays(verb, subject):
    entry = AuditEntry(verb=verb, subject=subject)
    assert entry.subject_words is None and entry.about == subject


def test_a_typed_text_that_looks_like_a_code_stays():
    for text in ('{"no-code":{}}', '{"table":3}', '{"', '["table"]', '{"table":{},"game":{}}'):
        assert decoded(text) is None and shown(text) == text


@pytest.mark.parametrize("code", [*WORDS, *COUNTED])
def test_words_of_every_code_that_say_something_are_read_back(code):
    text = COUNTED[code](2) if code in COUNTED else WORDS[code]
    values = dict.fromkeys(("number", "table", "hanchan", "first", "last", "count", "place", "numbers", "tables"), "2")
    names = {part: values.get(part, "Ada") for part in _placeholders(text)}
    said = text.format(**names)
    found = decoded_of_before(said)
    if _letters(text):
        assert str(found) == said
    assert shown(coded(code, **{name: int(one) if one.isdecimal() else one for name, one in names.items()})) == said


def _placeholders(text):
    from string import Formatter

    return [name for _before, name, _spec, _conversion in Formatter().parse(text) if name]


def test_every_label_has_its_words():
    assert shown(label("wish", "apart")) == "these players apart"
    assert shown(label("explained-for-three", "pots")) == "one from each third per table"
    assert LABELS.keys() == {"explained", "explained-for-three", "face", "method", "prize", "shared", "wish"}


def test_words_within_words_are_in_the_readers_language_too():
    text = coded("screens", names="Stage", shown=[label("face", "clock"), label("face", "standings")])
    assert shown(text) == "Stage: Clock, Standings"
    with override("de"):
        assert shown(label("face", "clock")) in ("Clock", "Uhr")


def test_words_that_would_be_too_long_are_cut_within_a_value():
    text = coded("swap", number=3, one="Ada " * 200, other="Bo")
    assert len(text) <= LONGEST
    assert shown(text).startswith("hanchan 3: Ada Ada") and shown(text).endswith("… ↔ Bo")


def test_stored_words_are_in_the_chain_as_they_are_stored(db):
    tournament = make_tournament()
    with audited_write(tournament, Act(by=None, at=MORNING), Verb.STARTED, subject=coded("hanchan", number=2)):
        pass
    entry = tournament.audit_entries.first()
    assert (entry.subject, entry.about) == ('{"hanchan":{"number":2}}', "hanchan 2")
    assert entry.chain == entry.value() and findings(tournament) == []


def test_the_history_is_searched_by_its_words(db):
    tournament = make_tournament()
    for subject in (
        coded("table", number=2, table=5),
        "hanchan 2, table 5",
        coded("table", number=2, table=6),
        "5 Ada",
    ):
        with audited_write(tournament, Act(by=None, at=MORNING), Verb.ENTERED_SHEET, subject=subject):
            pass
    found = history(tournament, {"q": "Table 5"})
    assert [entry.about for entry in found] == ["hanchan 2, table 5"] * 2


def test_a_name_with_quotes_is_found_in_stored_words():
    player = Player(pk=1, number=7, name='Jo "Ace" Hill', tournament=Tournament(pk=1))
    person = PersonTexts.of(player, "Player 7", [], [])
    text = person.in_text(coded("swap", number=3, one='7 Jo "Ace" Hill', other="8 Bo"))
    assert shown(text) == "hanchan 3: 7 Player 7 ↔ 8 Bo"
