"""An old printing is known by its code: who it names, who sits there now, and which acts make sheets old."""

from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import code_on, entered, hall, hanchan_of, lines, typed
from tests.tournament.planning.halls import begin
from tournament.core.audit import Act
from tournament.core.messages import Refused, notices, notify
from tournament.core.models import EntryMode, Role, WindMethod
from tournament.hanchan.actions import start
from tournament.planning.actions import plan_seating, publish, restore, swap
from tournament.planning.line_up.actions import correct_people
from tournament.results.models import SheetPrinting
from tournament.results.penalties.actions import cancel
from tournament.results.penalties.lateness import late
from tournament.results.sheets.actions import enter
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.codes import sheet_code
from tournament.results.sheets.printings import (
    PrintedBefore,
    code_problems,
    find_table,
    note_printing,
    old_printing,
    old_sheets,
    old_sheets_told,
    older_names,
    printed_code,
)
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db
BY_NOBODY = Act(by=None, at=MORNING)
LATER = MORNING + timedelta(minutes=20)


def published(**fields):
    tournament = hall(playing=0, **fields)
    publish(tournament=tournament, hanchan=None, act=BY_NOBODY)
    return tournament


def seats(tournament, table, number=1):
    return [place.player for place in lineup(tournament, number)[table]]


def exchange(tournament, number=1, at=MORNING):
    """The second of table 1 and the second of table 3 exchange their seats, after the sheets were printed."""
    one, other = seats(tournament, 1, number)[1], seats(tournament, 3, number)[1]
    swap(tournament=tournament, hanchan=number, one=one, other=other, act=Act(by=None, at=at))
    return one, other


def asked(code, tournament, table=1):
    """What is said of a code that is typed at a table of hanchan 1."""
    return code_problems(code, hanchan_of(tournament), table, lineup(tournament, 1)[table])


def absent_without(player, tournament):
    """A player is not there, and Kai Ohm plays."""
    return late(
        player=player, hanchan=hanchan_of(tournament), minutes=None, referee="R", substitute="Kai Ohm", act=BY_NOBODY
    )


def told(said):
    return [str(notice.context["message"]) for notice in said]


# --- whose paper it is ----------------------------------------------------------------------------------------------


def test_a_sheet_printed_before_a_swap_says_who_it_names_and_who_sits_there_now():
    tournament = published()
    code = code_on(tournament, 1, 1)
    one, other = exchange(tournament)
    assert code_on(tournament, 1, 1) != code
    (question,) = asked(code, tournament)
    assert question.code == "old-printing"
    assert f"It names {one} where {other} sits now. Who sat there?" in str(question)
    assert "before the seats of this table changed." in str(question)


def test_tables_where_nobody_changed_keep_their_codes():
    tournament = published()
    before = [code_on(tournament, 1, table) for table in (2, 4)]
    exchange(tournament)
    assert [code_on(tournament, 1, table) for table in (2, 4)] == before


def test_two_people_who_exchanged_their_winds_at_one_table_are_noticed():
    tournament = published()
    code = code_on(tournament, 1, 1)
    first, second, *_rest = seats(tournament, 1)
    swap(tournament=tournament, hanchan=1, one=first, other=second, act=BY_NOBODY)
    (question,) = asked(code, tournament)
    assert f"{first} where {second} sits now and {second} where {first} sits now" in str(question)


def test_once_the_seats_are_as_printed_again_the_paper_is_right():
    tournament = published()
    code = code_on(tournament, 1, 1)
    exchange(tournament)
    restore(tournament=tournament, number=1, act=BY_NOBODY)
    assert not asked(code, tournament)


def test_a_sheet_printed_before_a_substitute_came_and_one_from_while_one_played_are_both_old():
    tournament = published()
    begin(tournament, 1)
    absent, code = seats(tournament, 1)[2], code_on(tournament, 1, 1)
    forfeit = absent_without(absent, tournament)
    with_substitute = code_on(tournament, 1, 1)
    assert f"{absent} where Kai Ohm sits now" in str(asked(code, tournament)[0])
    cancel(penalty=forfeit, act=Act(by=None, at=MORNING, reason="came after all"))
    assert not asked(code, tournament)
    assert f"Kai Ohm where {absent} sits now" in str(asked(with_substitute, tournament)[0])


def test_a_correction_of_who_played_makes_the_paper_right_or_old():
    tournament = published()
    one, other, paper = *exchange(tournament), code_on(tournament, 1, 1)
    begin(tournament, 1)
    who = {one.pk: other.pk, other.pk: one.pk}
    act = Act(by=None, at=MORNING, reason="They sat as before.")
    correct_people(hanchan=hanchan_of(tournament), who=who, seen={1: 0, 3: 0}, act=act)
    assert f"{other} where {one} sits now" in str(asked(paper, tournament)[0])


def test_a_digest_that_nobody_ever_had_is_no_sheet_of_the_table_and_takes_no_tick():
    tournament = published()
    code = code_on(tournament, 1, 1)
    slip = code[:4] + ("2" if code[4] != "2" else "3")
    (problem,) = asked(slip, tournament)
    assert (problem.code, problem.level) == ("people-unknown", "error")
    with pytest.raises(Refused, match="one of the last two characters"):
        find_table(slip, hanchan_of(tournament), lineup(tournament, 1))


def test_a_code_of_now_costs_no_query(django_assert_num_queries):
    tournament = published()
    code, hanchan, places = code_on(tournament, 1, 1), hanchan_of(tournament), lineup(tournament, 1)[1]
    with django_assert_num_queries(0):
        assert not code_problems(code, hanchan, 1, places)
        assert old_printing(code, hanchan, 1, places) is None
        assert old_printing("no code", hanchan, 1, places) is None


def test_a_code_is_the_same_where_the_event_is_loaded_from_its_file():
    tournament = published()
    code, places = code_on(tournament, 1, 1), lineup(tournament, 1)[1]
    for place in places:
        place.player.pk += 10_000
    tournament.id_offset = 10_000
    assert printed_code(tournament, 1, 1, places) == code


# --- before a figure counts -----------------------------------------------------------------------------------------


def test_figures_typed_with_an_old_code_count_only_after_an_answer():
    tournament = published(entry_mode=EntryMode.CHECKED)
    code = code_on(tournament, 1, 1)
    exchange(tournament)
    start(hanchan=hanchan_of(tournament), act=BY_NOBODY)
    hanchan = hanchan_of(tournament)
    sheet = TypedSheet(TypedSheet.of(lines(hanchan), 0).lines, 0, (), (1, 2, 3, 4), code)
    with pytest.raises(Refused) as refused:
        enter(hanchan=hanchan, table=1, typed=sheet, act=BY_NOBODY)
    assert [one.code for one in refused.value.messages] == ["warnings-unconfirmed", "old-printing"]
    assert accepted_version(hanchan, 1) is None
    enter(hanchan=hanchan, table=1, typed=sheet, act=BY_NOBODY, confirmed_warnings=True)
    assert accepted_version(hanchan, 1)


def test_at_the_desk_the_answer_is_the_people_of_the_page_or_another_line_up(client):
    tournament = published(entry_mode=EntryMode.CHECKED)
    code = code_on(tournament, 1, 1)
    one, other = exchange(tournament)
    start(hanchan=hanchan_of(tournament), act=BY_NOBODY)
    client.force_login(make_staff(tournament, Role.REFEREE))
    url = reverse("sheet", args=[tournament.slug, 1, 1])
    fields = typed(hanchan_of(tournament), written_places="1234", written_code=code)
    page = client.post(url, fields)
    assert page.status_code == 422
    assert f"?seat_{other.number}={one.number}" in page.text
    assert "Those named on this page sat there" in page.text
    assert client.post(url, fields | {"confirmed": page.context["look"].tick}).status_code == 302


@pytest.mark.parametrize("way", ["sheet_open", "sheet_by_code"])
def test_an_old_code_in_the_box_or_scanned_opens_the_question_and_not_the_sheet(client, way):
    tournament = published(wind_method=WindMethod.DRAWN if way == "sheet_open" else WindMethod.FIXED)
    code = code_on(tournament, 1, 1)
    one, other = exchange(tournament)
    start(hanchan=hanchan_of(tournament), act=BY_NOBODY)
    address = {
        "sheet_open": reverse("sheet_open", args=[tournament.slug, 1]) + f"?q={code}",
        "sheet_by_code": reverse("sheet_by_code", args=[tournament.slug, code]),
    }[way]
    client.force_login(make_staff(tournament, Role.REFEREE, username="referee"))
    page = client.get(address)
    assert page.status_code == 422
    assert "who sat there?" in page.text and one.name in page.text and other.name in page.text
    who_played = reverse("sheet_people", args=[tournament.slug, 1, 1]) + f"?seat_{other.number}={one.number}"
    assert who_played in page.text
    filled = client.get(who_played, follow=True)
    assert set(filled.context["to"]) == {f"{one.number}:{other.number}", f"{other.number}:{one.number}"}
    assert reverse("sheet", args=[tournament.slug, 1, 1]) in page.text
    client.force_login(make_staff(tournament, Role.DESK, username="desk"))
    assert "A referee changes who played" in client.get(address).text


def test_before_the_start_an_old_code_leads_to_the_seating(client):
    tournament = published()
    code = code_on(tournament, 1, 1)
    exchange(tournament)
    client.force_login(make_staff(tournament, Role.REFEREE))
    page = client.get(reverse("sheet_by_code", args=[tournament.slug, code]))
    assert page.status_code == 422
    assert reverse("seating_hanchan", args=[tournament.slug, 1]) in page.text
    with pytest.raises(PrintedBefore):
        find_table(code, hanchan_of(tournament), lineup(tournament, 1))


# --- on a page without a field for the code -------------------------------------------------------------------------


def names_told(client, tournament, table=1):
    """What the page of a table says of older printings, to the desk."""
    page = client.get(reverse("sheet", args=[tournament.slug, 1, table]))
    said = page.context["look"].older_names
    assert said is None or str(said) in unescape(page.text)
    return said and str(said)


@pytest.fixture
def desk(client):
    def sent_to(tournament):
        client.force_login(make_staff(tournament, Role.DESK))
        return tournament

    return sent_to


def test_a_table_opened_by_its_number_says_whom_its_older_sheets_name(client, desk):
    tournament = desk(published())
    one, other = exchange(tournament, at=LATER)
    start(hanchan=hanchan_of(tournament), act=BY_NOBODY)
    said = f"On older sheets: {one} where {other} sits now. Compare the names."
    assert said in names_told(client, tournament)
    assert names_told(client, tournament, 2) is None


def test_every_former_line_up_since_it_is_public_is_named_and_no_draft_from_before(client, desk):
    tournament = desk(hall(playing=0))
    drafted, _other = exchange(tournament)
    publish(tournament=tournament, hanchan=None, act=Act(by=None, at=LATER))
    first = seats(tournament, 1)[0]
    begin(tournament, 1)
    assert names_told(client, tournament) is None
    forfeit = absent_without(first, tournament)
    assert f"{first} where Kai Ohm sits now." in names_told(client, tournament)
    cancel(penalty=forfeit, act=Act(by=None, at=LATER, reason="came after all"))
    assert f"Kai Ohm where {first} sits now." in names_told(client, tournament)
    assert drafted.name not in names_told(client, tournament)


def test_seats_that_are_not_public_have_no_older_sheets(client, desk):
    tournament = desk(hall(playing=0))
    exchange(tournament, at=LATER)
    begin(tournament, 1)
    assert names_told(client, tournament) is None


def test_where_the_code_is_typed_it_tells_and_the_line_is_not_needed(client, desk):
    tournament = desk(published(entry_mode=EntryMode.CHECKED))
    exchange(tournament, at=LATER)
    start(hanchan=hanchan_of(tournament), act=BY_NOBODY)
    assert names_told(client, tournament) is None


@pytest.mark.parametrize("players", [16, 64])
def test_whom_older_sheets_name_costs_three_queries(players, django_assert_num_queries):
    tournament = published(players=players)
    exchange(tournament, at=LATER)
    for table, is_told in ((1, True), (2, False)):
        hanchan, places = hanchan_of(tournament), lineup(tournament, 1)[table]
        with django_assert_num_queries(3):
            assert bool(older_names(hanchan, table, places)) == is_told


# --- which printed sheets are old -----------------------------------------------------------------------------------


def printed(tournament, *numbers):
    """The report sheets of these hanchan come out of the printer."""
    codes = [code_on(tournament, number, table) for number in numbers for table in lineup(tournament, number)]
    note_printing(tournament, codes, by=None, at=MORNING)


def old(tournament):
    return [(one.hanchan, one.tables, one.is_all) for one in old_sheets(tournament)]


def test_a_swap_makes_two_printed_sheets_old_until_they_are_printed_again():
    tournament = published()
    printed(tournament, 1, 2)
    with notices() as said:
        _one, _other = exchange(tournament, number=2)
    expected = "The seats have changed since these report sheets were printed: hanchan 2, tables 1, 3."
    assert told(said) == [expected]
    assert old(tournament) == [(2, (1, 3), False)]
    note_printing(tournament, [code_on(tournament, 2, 1)], by=None, at=LATER)
    assert old(tournament) == [(2, (3,), False)]
    note_printing(tournament, [code_on(tournament, 2, 3)], by=None, at=LATER)
    assert old(tournament) == []


def test_who_gets_the_old_seats_back_needs_no_new_paper():
    tournament = published()
    printed(tournament, 1)
    exchange(tournament)
    with notices() as said:
        restore(tournament=tournament, number=1, act=Act(by=None, at=LATER, reason="by mistake"))
    assert not said
    assert old(tournament) == []


def test_nothing_is_old_while_nothing_is_printed_and_it_takes_one_query(django_assert_num_queries):
    tournament = published()
    exchange(tournament)
    with django_assert_num_queries(1):
        assert old_sheets(tournament) == []


def test_old_sheets_take_the_same_queries_however_many_there_are(django_assert_num_queries):
    for players, numbers in ((8, (1,)), (32, (1, 2, 3))):
        tournament = published(players=players)
        printed(tournament, *numbers)
        plan_seating(tournament=tournament, seed=11, act=BY_NOBODY)
        with django_assert_num_queries(5):
            assert len(old_sheets(tournament)) == len(numbers)


def test_a_new_plan_makes_every_printed_sheet_old_before_anybody_sees_the_seating():
    tournament = hall(playing=0)
    printed(tournament, 1, 3)
    with notices() as said:
        plan_seating(tournament=tournament, seed=11, act=BY_NOBODY)
    assert old(tournament) == [(1, (1, 2, 3, 4), True), (3, (1, 2, 3, 4), True)]
    assert told(said)[0].endswith(": hanchan 1, all tables and hanchan 3, all tables.")


def test_a_table_that_was_not_printed_with_the_others_is_asked_for():
    tournament = published()
    codes = [code_on(tournament, 1, table) for table in (1, 2, 4)]
    note_printing(tournament, codes, by=None, at=MORNING)
    assert old(tournament) == [(1, (3,), False)]


def test_one_sheet_that_was_printed_alone_asks_for_no_other():
    tournament = published()
    note_printing(tournament, [code_on(tournament, 1, 2)], by=None, at=MORNING)
    assert old(tournament) == []
    exchange(tournament)
    assert old(tournament) == []


def test_a_sheet_that_is_in_is_not_old():
    tournament = published()
    printed(tournament, 1)
    start(hanchan=hanchan_of(tournament), act=BY_NOBODY)
    one, other = seats(tournament, 1)[0], seats(tournament, 2)[0]
    entered(hanchan_of(tournament), 1)
    act = Act(by=None, at=MORNING, reason="They sat at each other’s table.")
    who = {one.pk: other.pk, other.pk: one.pk}
    correct_people(hanchan=hanchan_of(tournament), who=who, seen={1: 1, 2: 0}, act=act)
    assert old(tournament) == [(1, (2,), False)]


def test_a_substitute_makes_the_sheet_of_the_table_old_and_the_end_of_one_makes_it_right():
    tournament = published()
    printed(tournament, 1)
    begin(tournament, 1)
    absent = seats(tournament, 4)[0]
    with notices() as said:
        forfeit = absent_without(absent, tournament)
    assert told(said)[0].endswith(": hanchan 1, table 4.")
    with notices() as said:
        cancel(penalty=forfeit, act=Act(by=None, at=MORNING, reason="came after all"))
    assert not said
    assert old(tournament) == []


def test_what_is_no_code_of_the_event_is_no_printing():
    tournament = published()
    note_printing(tournament, ["", "XXXXX", sheet_code(9, 1, (1, 2, 3, 4))], by=None, at=MORNING)
    assert not SheetPrinting.objects.exists()


def test_a_code_on_a_printed_page_is_what_the_page_had_not_what_would_be_printed_now():
    tournament = published()
    code = code_on(tournament, 1, 1)
    exchange(tournament)
    note_printing(tournament, [code], by=None, at=LATER)
    assert old(tournament) == [(1, (1,), False)]


def swapped(one, other):
    """What the door is sent for two who sit wrong in hanchan 1."""
    sent = {"one": one.number, "other": other.number, "base": 1, "submission": str(uuid4())}
    return {"what": "wrong", "hanchan": 1, **sent}


def test_the_page_after_an_act_names_the_old_sheets_and_prints_just_those(client):
    tournament = published()
    printed(tournament, 1)
    one, other = seats(tournament, 1)[0], seats(tournament, 3)[0]
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = client.post(reverse("seating_change", args=[tournament.slug]), swapped(one, other), follow=True)
    sentence = "The seats have changed since these report sheets were printed: hanchan 1, tables 1, 3."
    assert sentence in page.text
    for name in ("prints", "event_overview"):
        assert sentence in client.get(reverse(name, args=[tournament.slug])).text
    assert sentence in client.get(reverse("hanchan", args=[tournament.slug, 1])).text
    address = reverse("print_report_sheets", args=[tournament.slug]) + "?old=1"
    assert address in page.text
    papers = client.get(address)
    assert [sheet.table for page in papers.context["pages"] for sheet in page] == [1, 3]
    codes = " ".join(code_on(tournament, 1, table) for table in (1, 3))
    after = client.post(reverse("sheets_printed", args=[tournament.slug]), {"codes": codes}, follow=True)
    assert sentence not in after.text
    assert SheetPrinting.objects.get(code=codes[:5]).printed_by.username


def test_an_act_that_was_refused_names_no_old_sheets(client, monkeypatch):
    tournament = published()
    printed(tournament, 1)
    client.force_login(make_staff(tournament, Role.ORGANISER))

    def refused(*_sent):
        with old_sheets_told(tournament):
            exchange(tournament)
        raise Refused.of("no", "Not now.")

    monkeypatch.setattr("tournament.planning.change_views.commit", refused)
    one, other = seats(tournament, 1)[0], seats(tournament, 3)[0]
    assert "Not now." in client.post(reverse("seating_change", args=[tournament.slug]), swapped(one, other)).text
    assert "report sheets were printed" not in client.get(reverse("seating", args=[tournament.slug])).text


def test_outside_of_a_page_nobody_is_told():
    notify("printing/old_sheets.html", slug="x", message="")
    with notices() as said:
        pass
    assert not said
