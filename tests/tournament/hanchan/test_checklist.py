"""What next: the steps of an event, from its state alone."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.messages import Level, Message
from scoring.rules import preset
from tournament.core.conditions import Condition, PageLink
from tournament.core.messages import sentence
from tournament.core.models import Hanchan, Tournament
from tournament.hanchan import checklist as steps
from tournament.hanchan.event_state import EventState
from tournament.hanchan.start_conditions import StartCheck
from tournament.players.registration.models import RegistrationPage
from tournament.results.models import SheetVersion
from tournament.results.sheets.queries import TableCard
from tournament.seats.queries import Mismatch

AT = datetime(2026, 5, 16, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Played:
    """A hanchan in few words."""

    number: int
    state: str = "planned"
    minutes: int | None = 90
    seated: bool = False
    published: bool = False
    released: bool = False
    protest_until: datetime | None = None
    official: bool = False
    reopened: bool = False
    tables: int = 0
    missing: tuple[int, ...] = ()
    differing: tuple[int, ...] = ()
    once: tuple[int, ...] = ()

    def hanchan(self) -> Hanchan:
        return Hanchan(
            number=self.number,
            state=self.state,
            minutes=self.minutes,
            seating_published_at=AT if self.published else None,
            released_at=AT if self.released else None,
            protest_until=self.protest_until,
            official_at=AT if self.official else None,
            reopened_at=AT if self.reopened else None,
        )

    def board(self) -> tuple[TableCard, ...]:
        read = {**dict.fromkeys(self.once, "once"), **dict.fromkeys(self.differing, "differs")}
        return tuple(
            TableCard(
                table,
                read.get(table, "playing" if table in self.missing else "official"),
                version=None if table in self.missing else 1,
                readings=() if table in self.missing and table not in read else (SheetVersion(),),
            )
            for table in range(1, self.tables + 1)
        )


@dataclass(frozen=True, kw_only=True)
class Event:
    """The state of an event in few words; nothing of it is in a database."""

    place: str = ""
    first_day: date | None = None
    last_day: date | None = None
    changed_rules: tuple[tuple[str, object], ...] = ()
    players: int = 0
    tables: int = 0
    substitutes_missing: int = 0
    table_count: int | None = None
    present: int = 0
    absent: tuple[str, ...] = ()
    check_in_closed: bool = False
    unseated: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    repeats: int | None = None
    repeats_bound: int = 0
    seating_number: int | None = None
    registration: RegistrationPage | None = None
    screens: int = 0
    staff: int = 0
    is_public: bool = False
    has_protests: bool = False
    at: datetime | None = None
    hanchan: tuple[Played, ...] = ()
    start: StartCheck | None = None
    proposed: tuple[tuple[int, int], ...] = ()
    calls: tuple[tuple[int, int], ...] = ()
    report: str = ""

    def state(self) -> EventState:
        rules = preset("wrc-2022").replace(**dict(self.changed_rules))
        tournament = Tournament(
            place=self.place,
            first_day=self.first_day,
            last_day=self.last_day,
            rules=rules.to_json(),
            fouls={},
            table_count=self.table_count,
            check_in_closed_at=AT if self.check_in_closed else None,
            is_public=self.is_public,
            protest_minutes=15 if self.has_protests else None,
            report=self.report,
        )
        counts = SimpleNamespace(
            playing=self.players,
            tables=self.tables,
            byes=0,
            at_a_table=4,
            substitutes=0,
            short=self.substitutes_missing,
            waiting=0,
            here=self.present,
            absent=self.absent or ("Mika Salo",) * (self.players - self.present),
        )
        number, repeats = self.seating_number, self.repeats
        seating = number and SimpleNamespace(number=number, repeats=repeats, repeats_bound=self.repeats_bound)
        unseated, out = ([SimpleNamespace(label=name) for name in names] for names in (self.unseated, self.out))
        return EventState(
            tournament=tournament,
            counts=counts,
            mismatch=Mismatch(tuple(unseated), tuple(out)),
            seating=seating,
            hanchan=tuple(one.hanchan() for one in self.hanchan),
            seated=frozenset(one.number for one in self.hanchan if one.seated),
            boards={one.number: one.board() for one in self.hanchan},
            start=self.start,
            registration=self.registration,
            screens=self.screens,
            staff=self.staff,
            proposed=self.proposed,
            calls=self.calls,
            at=self.at,
        )


def checklist(event):
    return steps.checklist(event.state())


READY = Played(number=1, seated=True, published=True, tables=9)
PREPARED = Event(
    place="Utrecht",
    first_day=date(2026, 5, 16),
    players=36,
    tables=9,
    present=36,
    seating_number=1,
    repeats=0,
    staff=4,
    is_public=True,
    hanchan=(READY, replace(READY, number=2)),
    start=StartCheck(1),
)


def step(event, key):
    return next(one for one in checklist(event) if one.key == key)


def now(event):
    return next((one.key for one in checklist(event) if one.state == "now"), None)


def texts(one):
    return " ".join(sentence(condition.message) for condition in one.conditions)


def test_an_event_of_two_days_shows_both():
    assert texts(step(PREPARED, "details")) == "Utrecht, 16 May 2026"
    two = replace(PREPARED, last_day=date(2026, 5, 17))
    assert texts(step(two, "details")) == "Utrecht, 16–17 May 2026"


def with_first(event, **changes):
    first, *others = event.hanchan
    return replace(event, hanchan=(replace(first, **changes), *others))


def test_a_new_tournament_waits_for_its_players_and_hides_what_comes_later():
    event = Event(hanchan=(Played(number=1), Played(number=2)))
    assert now(event) == "players"
    assert "The date is missing." in texts(step(event, "details"))
    assert step(event, "seating").state == "later"
    assert step(event, "staff").state == "open"
    assert [step(event, f"hanchan-{n}").state for n in (1, 2)] == ["later", "later"]


def test_a_number_of_players_that_leaves_a_table_short_asks_for_substitutes():
    event = replace(PREPARED, players=38, substitutes_missing=2, seating_number=None)
    assert now(event) == "players"
    assert "2 more substitutes are needed" in texts(step(event, "players"))


def test_more_tables_than_the_hall_has_is_told():
    one = step(replace(PREPARED, table_count=8), "players")
    assert [condition.tone for condition in one.conditions] == ["plain", "bad"]
    assert "only 8 tables" in texts(one)


@pytest.mark.parametrize(
    ("page", "words", "state"),
    [
        (None, "Not set up: add the players yourself, or let them register.", "open"),
        (RegistrationPage(is_open=False), "Closed", "done"),
        (RegistrationPage(is_open=True), "Open until there is a seating", "done"),
        (RegistrationPage(is_open=True, closes_at=AT), "Open until 16 May, 09:00", "done"),
    ],
)
def test_registration_is_told_until_there_is_a_seating(page, words, state):
    one = step(Event(registration=page), "registration")
    assert (texts(one), one.state, one.needed) == (words, state, False)


def test_once_there_is_a_seating_registration_that_was_never_set_up_is_no_step():
    seated = Event(players=16, tables=4, seating_number=1)
    assert "registration" not in [one.key for one in steps.checklist(seated.state())]
    page = RegistrationPage(is_open=True)
    assert texts(step(replace(seated, registration=page), "registration")) == "Closed"


def test_screens_and_papers_are_a_step_until_the_first_screen_or_the_first_start():
    before = Event(players=36, tables=9)
    one = step(before, "hall")
    papers = "To print: report sheets, signs for 9 tables, badges for 36 players"
    assert texts(one) == f"No screens yet. They show the clock, the seating and the standings in the hall. {papers}"
    assert one.state == "open" and [link.url_name for link in one.links] == ["screens", "prints"]
    assert texts(step(replace(before, screens=1), "hall")) == f"1 screen {papers}"
    assert step(replace(before, screens=1), "hall").state == "done"
    started = step(replace(before, hanchan=(Played(number=1, state="playing", seated=True),)), "hall")
    assert started.state == "done" and papers not in texts(started)


def test_with_players_the_seating_is_next():
    event = replace(PREPARED, seating_number=None, hanchan=(Played(number=1),))
    assert now(event) == "seating"
    assert step(event, "seating").links[0].label == "Plan the seating"


def test_a_seating_that_no_longer_fits_the_players_must_be_put_right():
    event = replace(PREPARED, unseated=("Mika Salo",), out=("Luc Moreau", "Ewa Nowak"))
    one = step(event, "seating")
    assert one.state == "now"
    assert "Mika Salo plays but has no seat." in texts(one)
    assert "Luc Moreau, Ewa Nowak are out but have seats." in texts(one)


def test_a_seating_for_some_hanchan_only_names_the_others():
    event = replace(PREPARED, hanchan=(READY, Played(number=2), Played(number=3)))
    assert "No seating for hanchan 2–3." in texts(step(event, "seating"))


def test_a_good_seating_says_that_it_is_planned_verified_and_published():
    one = step(PREPARED, "seating")
    assert one.done
    assert [condition.tone for condition in one.conditions] == ["ok"] * 4
    assert "Nobody meets twice (best possible)" in texts(one)


@pytest.mark.parametrize(
    ("repeats", "words", "tone"),
    [
        (72, "Times a pair meets again: 72 (best possible)", "ok"),
        (75, "Times a pair meets again: 75 (best possible: 72)", "plain"),
    ],
)
def test_repeated_meetings_are_told_beside_what_cannot_be_avoided(repeats, words, tone):
    one = step(replace(PREPARED, repeats=repeats, repeats_bound=72), "seating")
    assert (words, tone) in [(sentence(condition.message), condition.tone) for condition in one.conditions]


def test_check_in_is_waited_for_until_the_first_start():
    event = replace(PREPARED, present=34)
    assert now(event) == "check-in"
    assert step(event, "hanchan-1").state == "open"
    started = with_first(event, state="playing", missing=(1,))
    assert now(started) == "hanchan-1"
    assert "2 players were never checked in." in texts(step(started, "check-in"))


def test_who_is_missing_is_named_with_the_way_to_close_check_in():
    event = replace(PREPARED, present=34, absent=("Luc Moreau", "Ewa Nowak"))
    one = step(event, "check-in")
    assert "Missing: Luc Moreau, Ewa Nowak" in texts(one)
    assert [link.url_name for link in one.links] == ["check_in", "check_in_close"]
    closed = step(replace(event, check_in_closed=True), "check-in")
    assert closed.done and "Check-in is closed." in texts(closed)
    assert closed.links[1].label == "Reopen check-in"
    assert len(step(with_first(event, state="playing"), "check-in").links) == 1


def test_check_in_is_open_before_there_is_a_seating():
    event = replace(PREPARED, present=30, seating_number=None, hanchan=(Played(number=1),))
    assert now(event) == "seating" and step(event, "check-in").state == "open"


def test_everybody_here_the_first_hanchan_is_started():
    assert now(PREPARED) == "hanchan-1"
    assert step(PREPARED, "hanchan-1").links[0].label == "Start hanchan 1"
    assert step(PREPARED, "hanchan-2").state == "later"


SEATING = PageLink("Go to the seating", "seating")
HIDDEN = Condition("publish", Message("unpublished", "Players cannot see where they sit."), SEATING)
TIE = Condition("tie", Message("tied-line", "Two share place 4.", level=Level.ERROR), SEATING)


def test_a_hanchan_that_waits_for_something_is_not_offered_and_says_what_it_waits_for():
    one = step(replace(PREPARED, start=StartCheck(1, (TIE, HIDDEN))), "hanchan-1")
    assert (one.state, one.links) == ("now", ())
    assert one.conditions == (TIE, HIDDEN)
    ready = step(PREPARED, "hanchan-1")
    assert ([condition.tone for condition in ready.conditions], texts(ready)) == (["ok"], "Ready to start")


def test_once_the_event_has_begun_the_seating_is_asked_for_at_the_next_hanchan():
    first = replace(READY, state="closed", released=True)
    event = replace(PREPARED, hanchan=(first, Played(number=2)), start=StartCheck(2, (TIE,)))
    assert now(event) == "hanchan-2"
    assert step(event, "seating").state == "open"


def test_an_unpublished_seating_is_told_at_the_hanchan_that_is_next_only():
    hidden = tuple(replace(one, published=False) for one in PREPARED.hanchan)
    event = replace(PREPARED, hanchan=hidden, start=StartCheck(1, (HIDDEN,)))
    assert "Players cannot see where they sit" in texts(step(event, "hanchan-1"))
    assert step(event, "hanchan-1").links[0].label == "Start hanchan 1"
    assert texts(step(event, "hanchan-2")) == "Seating not published"


def test_a_hanchan_that_plays_names_its_missing_sheets_and_then_can_be_closed():
    playing = with_first(PREPARED, state="playing", missing=(2, 5, 6, 7))
    assert texts(step(playing, "hanchan-1")) == "4 of 9 sheets are missing: tables 2, 5–7"
    assert step(playing, "hanchan-1").links[0].url_name == "sheets"
    complete = with_first(PREPARED, state="playing", missing=())
    assert "All 9 sheets are in." in texts(step(complete, "hanchan-1"))
    assert step(complete, "hanchan-1").links[0].label == "Close hanchan 1"


def test_a_hanchan_that_plays_names_the_sheets_that_two_people_read_differently_before_those_that_are_missing():
    playing = with_first(PREPARED, state="playing", missing=(2, 3, 7), differing=(2,), once=(3,))
    assert texts(step(playing, "hanchan-1")).startswith("1 sheet was read differently by two people: table 2.")
    awaited = with_first(PREPARED, state="playing", missing=(3, 7), once=(3,))
    assert texts(step(awaited, "hanchan-1")) == "1 of 9 sheets is missing: table 7"
    once = with_first(PREPARED, state="playing", missing=(3,), once=(3, 5))
    assert texts(step(once, "hanchan-1")) == "2 sheets wait for a second person: tables 3, 5"
    assert [link.label for link in step(once, "hanchan-1").links] == ["Enter sheets", "Clock and close"]


def test_a_closed_hanchan_with_hidden_results_offers_their_release_and_the_next_hanchan_waits_for_nothing():
    closed = with_first(PREPARED, state="closed")
    assert "hidden" in texts(step(closed, "hanchan-1"))
    assert step(closed, "hanchan-1").links[0].label == "Release results"
    assert now(closed) == "hanchan-2"


def test_after_the_last_hanchan_the_standings_are_final_and_the_workbook_can_be_made():
    event = replace(PREPARED, hanchan=tuple(replace(one, state="closed", released=True) for one in PREPARED.hanchan))
    assert now(event) is None
    assert step(event, "standings").done
    assert step(event, "export").state == "open"


def test_the_report_is_done_once_the_organiser_has_written_something():
    event = replace(PREPARED, hanchan=tuple(replace(one, state="closed", released=True) for one in PREPARED.hanchan))
    assert step(PREPARED, "report").state == "later"
    assert (step(event, "report").state, step(event, "report").links[0].url_name) == ("open", "event_report")
    assert step(replace(event, report="Thank you"), "report").done


def test_adapted_rules_and_several_time_limits_are_told():
    event = replace(
        PREPARED,
        changed_rules=(("start", 25_000),),  # the oka follows it
        hanchan=(READY, replace(READY, number=2, minutes=60), replace(READY, minutes=None)),
    )
    limits, adapted = (sentence(one.message) for one in step(event, "rules").conditions)
    assert limits == "WRC 2022, 3 hanchan, 60, 90 min or no limit"
    assert adapted == "2 rules differ from the published rule set"


hanchan_event = st.builds(
    Played,
    number=st.integers(1, 40),
    state=st.sampled_from(["planned", "playing", "closed"]),
    minutes=st.none() | st.integers(1, 600),
    seated=st.booleans(),
    published=st.booleans(),
    released=st.booleans(),
    tables=st.integers(0, 50),
    missing=st.lists(st.integers(1, 50), unique=True).map(tuple),
)
any_event = st.builds(
    Event,
    place=st.text(max_size=5),
    first_day=st.none() | st.dates(),
    players=st.integers(0, 200),
    substitutes_missing=st.integers(0, 3),
    present=st.integers(0, 200),
    seating_number=st.none() | st.integers(1, 9),
    unseated=st.lists(st.text(max_size=3), max_size=8).map(tuple),
    staff=st.integers(0, 9),
    is_public=st.booleans(),
    hanchan=st.lists(hanchan_event, max_size=10).map(tuple),
    repeats=st.none() | st.integers(0, 9),
)


@given(any_event)
def test_whatever_the_event_at_most_one_step_is_now_and_no_step_before_it_is_waited_for(event):
    found = checklist(event)
    waited = [one for one in found if one.state == "now"]
    assert len(waited) <= 1
    for one in found[: found.index(waited[0])] if waited else found:
        assert one.done or not one.needed or not one.ready


@pytest.mark.parametrize("event", [Event(), PREPARED])
def test_every_step_has_a_name_and_a_key_of_its_own(event):
    keys = [one.key for one in checklist(event)]
    assert len(set(keys)) == len(keys)
    assert all(one.title for one in checklist(event))


# --- official results ------------------------------------------------------------------------------------------------

UNTIL = datetime(2026, 5, 16, 15, 40, tzinfo=UTC)
OUT = replace(READY, state="closed", released=True, protest_until=UNTIL)
PROVISIONAL = replace(PREPARED, has_protests=True, at=UNTIL, hanchan=(OUT, replace(READY, number=2)))


def test_without_a_protest_window_there_is_no_step_for_official_results():
    assert "official" not in {one.key for one in checklist(PREPARED)}


def test_before_the_first_results_the_step_says_what_it_is_for():
    one = step(replace(PREPARED, has_protests=True), "official")
    assert (one.state, one.links) == ("later", ())
    assert "until the protest time is over" in texts(one)


@pytest.mark.parametrize("at", [None, UNTIL - timedelta(minutes=1)])
def test_while_players_can_report_errors_nothing_is_offered(at):
    event = replace(PROVISIONAL, at=at)
    one = step(event, "official")
    assert (one.state, one.links, texts(one)) == ("later", (), "Hanchan 1: players can report errors until 15:40.")
    assert event.state().window_ends == UNTIL


def test_after_the_window_the_results_can_be_made_official_while_the_event_goes_on():
    one = step(PROVISIONAL, "official")
    assert (one.state, one.part, one.links[0].numbers) == ("open", "during", (1,))
    assert texts(one) == "The protest window has ended: hanchan 1"
    assert PROVISIONAL.state().window_ends is None


def test_the_event_waits_for_official_results_at_the_end():
    event = replace(PROVISIONAL, hanchan=(replace(OUT, official=True), replace(OUT, number=2, reopened=True)))
    assert now(event) == "official"
    assert texts(step(event, "official")) == (
        "Official: hanchan 1 Reopened, provisional: hanchan 2 The protest window has ended: hanchan 2"
    )
    done = replace(event, hanchan=tuple(replace(one, official=True, reopened=False) for one in event.hanchan))
    assert step(done, "official").state == "done"


def test_a_window_that_is_open_holds_back_the_later_hanchan():
    later = replace(OUT, protest_until=UNTIL + timedelta(hours=1))
    event = replace(PROVISIONAL, hanchan=(later, replace(OUT, number=2)))
    assert step(event, "official").links == ()


def test_proposed_penalties_wait_for_a_referee_and_for_nothing_else():
    playing = with_first(PREPARED, state="playing")
    assert "proposals" not in {one.key for one in checklist(playing)}
    asked = Condition("penalties", Message("penalties-open", "A referee has not decided.", level=Level.WARNING))
    waiting = replace(playing, proposed=((1, 3),), start=StartCheck(2, (asked,)))
    assert "proposals" not in {one.key for one in checklist(waiting)}
    event = replace(playing, proposed=((1, 3), (1, 3), (2, 5)))
    assert texts(step(event, "proposals")) == (
        "3 proposed penalties wait for a referee: hanchan 1, table 3, hanchan 2, table 5"
    )
    assert now(event) == now(playing)


def test_tables_that_call_a_referee_come_before_the_sheets_and_lead_to_the_floor():
    playing = with_first(PREPARED, state="playing", tables=4)
    assert "calls" not in {one.key for one in checklist(playing)}
    event = replace(playing, calls=((3, 6), (7, 0)))
    one = step(event, "calls")
    assert (texts(one), one.conditions[0].tone) == ("2 tables wait: table 3 (6 min), table 7 (0 min)", "wait")
    assert [(link.url_name, link.right) for link in one.links] == [("floor", "work_at")]
    keys = [one.key for one in checklist(event)]
    assert keys.index("calls") + 1 == keys.index("hanchan-1")
    assert now(event) == now(playing)
