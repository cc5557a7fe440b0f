"""The calendar of the planned hanchan: read back by the rules of RFC 5545, the same for the same plan."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.events.rows import kept
from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Hanchan, Tournament
from tournament.core.response_mark import KEPT
from tournament.events.actions import set_public
from tournament.hanchan.calendar import LONGEST_LINE, calendar, escaped, folded

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n"), max_size=200)
moments = st.datetimes(
    datetime.fromisoformat("2000-01-01"),
    datetime.fromisoformat("2100-01-01"),
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=9))]),
)


def lines_of(text: str) -> list[str]:
    """Unfolded lines (3.1)."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= LONGEST_LINE for line in text.split("\r\n"))
    return text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


def read_back(value: str) -> str:
    """The text of a value (3.3.11)."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], value)


def entries_of(text: str) -> list[dict[str, str]]:
    entries, entry = [], None
    for line in lines_of(text):
        if line == "BEGIN:VEVENT":
            entry = {}
        elif line == "END:VEVENT":
            entries.append(entry)
        elif entry is not None:
            name, _colon, value = line.partition(":")
            assert name not in entry
            entry[name] = value
    return entries


@given(texts)
def test_a_text_is_read_back_as_it_was(text):
    assert read_back(escaped(text)) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[;,]", escaped(text))


@given(texts.map(escaped))
def test_a_folded_line_is_the_line_in_short_parts(line):
    first, *others = folded(line)
    assert all(part[0] == " " for part in others)
    assert first + "".join(part[1:] for part in others) == line
    assert all(len(part.encode()) <= LONGEST_LINE for part in (first, *others))


@given(
    name=texts, place=texts, starts=st.lists(st.none() | moments, max_size=4), minutes=st.none() | st.integers(1, 600)
)
def test_every_planned_hanchan_is_an_entry_with_its_times_in_utc(name, place, starts, minutes):
    event = Tournament(pk=7, slug="open", name=name, place=place, made_at=MORNING)
    hanchan = [
        Hanchan(tournament=event, number=number, planned_at=at, minutes=minutes) for number, at in enumerate(starts, 1)
    ]
    entries = entries_of(calendar(event, hanchan, "https://hall.example/t/open/"))
    planned = [(one.number, one.planned_at) for one in hanchan if one.planned_at]
    assert len({entry["UID"] for entry in entries}) == len(entries) == len(planned)
    for entry, (number, at) in zip(entries, planned, strict=True):
        start = datetime.strptime(entry["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        assert start == at.replace(microsecond=0)
        assert ("DTEND" in entry) == (minutes is not None)
        if minutes:
            end = datetime.strptime(entry["DTEND"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
            assert end - start == timedelta(minutes=minutes)
        assert read_back(entry["SUMMARY"]) == f"Hanchan {number}, {name}"
        assert read_back(entry.get("LOCATION", "")) == place


def test_an_entry_keeps_its_name_when_the_event_changes_its_own_or_its_server():
    def uid(**fields):
        event = Tournament(**{"pk": 7, "slug": "open", "name": "Open", "made_at": MORNING, **fields})
        (entry,) = entries_of(calendar(event, [Hanchan(tournament=event, number=3, planned_at=MORNING)], "x"))
        return entry["UID"]

    assert uid() == uid(name="Spring Open", slug="spring") == uid(pk=1007, id_offset=1000)
    assert uid() != uid(pk=8)


@pytest.fixture
@kept
def event(db):
    tournament = make_tournament(hanchan_count=2)
    tournament.hanchan.filter(number=2).update(name="Final")
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    return tournament


def test_the_calendar_is_there_once_starts_are_planned(client, event):
    address = reverse("public_calendar", args=[event.slug])
    clock = reverse("public_clock", args=[event.slug])
    assert client.get(address).status_code == 404
    assert address not in client.get(clock).content.decode()
    event.hanchan.update(planned_at=MORNING)
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert KEPT in answer
    first, last = entries_of(answer.content.decode())
    assert (first["DTSTART"], first["DTEND"]) == ("20260516T093000Z", "20260516T110000Z")
    assert read_back(last["SUMMARY"]) == "Hanchan 2 · Final, Spring Open"
    assert last["URL"] == f"http://testserver/t/{event.slug}/"
    assert address in client.get(clock).content.decode()


def test_the_calendar_is_as_public_as_the_page(client, event):
    event.hanchan.update(planned_at=MORNING)
    set_public(tournament=event, is_public=False, act=Act(by=None, at=MORNING))
    assert client.get(reverse("public_calendar", args=[event.slug])).status_code == 404
