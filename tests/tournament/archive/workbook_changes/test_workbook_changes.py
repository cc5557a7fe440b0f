"""An edited workbook read back: every difference is shown, and all of them are applied or none."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.factories import MORNING, make_staff
from tests.tournament.archive.event_file.events import act
from tests.tournament.standings.tables import USUAL, finish, hanchan, play, put_in, small_event
from tournament.archive.faults import BadFile
from tournament.archive.workbook_changes.actions import apply_changes
from tournament.archive.workbook_changes.changes import changes_in
from tournament.archive.workbook_changes.reader import read_workbook
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.exports.book import tables_of
from tournament.exports.live import live_event
from tournament.exports.workbook import write_workbook
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import typed_sheet
from tournament.results.sheets.queries import accepted_version, accepted_versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Two hanchan at two tables, the first released; the last sheet of the second is missing."""
    tournament, _people = small_event(hanchan_count=2)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    play(tournament, 2, {1: USUAL}, released=False)
    tournament.refresh_from_db()
    return tournament


def workbook(tournament):
    file = BytesIO()
    write_workbook(
        tables_of(tournament, at=MORNING), file, title=tournament.name, at=MORNING, live=live_event(tournament)
    )
    return load_workbook(file)


def bytes_of(book) -> bytes:
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def edited(tournament, cells: dict[tuple[int, int, str], int], column: str = "Points") -> bytes:
    """The workbook with these values by hanchan, table and wind."""
    book = workbook(tournament)
    sheet = book["Table points"]
    headings = [cell.value for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        place = tuple(cell.value for cell in row[:3])
        if place in cells:
            row[headings.index(column)].value = cells[place]
    return bytes_of(book)


def changes(tournament, content: bytes):
    return changes_in(read_workbook("spring.xlsx", content), tournament)


SWAP = {(1, 2, "E"): 31_100, (1, 2, "S"): 45_200}


def test_a_workbook_that_nobody_changed_differs_nowhere(event):
    assert changes(event, bytes_of(workbook(event))) == ()


def test_every_number_that_differs_is_named(event):
    (found,) = changes(event, edited(event, SWAP))
    assert (found.hanchan, found.table, found.base) == (1, 2, 1)
    assert [(cell.what, cell.before, cell.after) for cell in found.cells] == [
        ("points", "45,200", "31,100"),
        ("points", "31,100", "45,200"),
    ]


def test_what_is_applied_is_what_the_workbook_says(event):
    content = edited(event, SWAP)
    apply_changes(tournament=event, changes=changes(event, content), act=act(reason="typed from the video"))
    assert changes(event, content) == ()
    version = accepted_version(hanchan(event, 1), 2)
    assert (version.number, version.reason) == (2, "typed from the video")
    assert typed_sheet(version).points == (31_100, 45_200, 25_700, 18_000)


def test_deposits_are_read_from_the_first_row_of_a_table(event):
    content = edited(event, {(1, 1, "E"): 44_200, (1, 1, "S"): 31_100})
    book = load_workbook(BytesIO(content))
    headings = [cell.value for cell in book["Table points"][1]]
    book["Table points"].cell(2, headings.index("Deposits left") + 1).value = 1
    (found,) = changes(event, bytes_of(book))
    assert found.after.deposits == 1
    assert [cell.what for cell in found.cells] == ["points", "deposits left on the table"]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(-300, 300), min_size=3, max_size=3), st.sampled_from([(1, 1), (1, 2), (2, 1)]))
def test_whatever_adds_up_is_read_as_it_was_typed(event, hundreds, place):
    points = [30_000 + 100 * number for number in hundreds]
    points.append(120_000 - sum(points))
    content = edited(event, {(*place, wind): own for wind, own in zip("ESWN", points, strict=True)})
    read = {(one.hanchan, one.table): one.after for one in changes(event, content)}
    now = {where: typed_sheet(version) for where, version in accepted_versions(event).items()}
    assert (read.get(place) or now[place]).points == tuple(points)
    assert read.keys() <= {place}


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({(1, 1, "E"): 45_300}, "Hanchan 1, table 1: "),
        ({(1, 1, "E"): 45_250, (1, 1, "S"): 31_050}, "Hanchan 1, table 1: "),
        ({(1, 1, "E"): "many"}, "line 2: “Table points”, “Points”: “many”: a whole number is needed."),
        ({(1, 1, "E"): "=1/0"}, "a whole number is needed"),
        ({(1, 1, "E"): 1.5}, "a whole number is needed"),
        ({(1, 1, "E"): None}, "a whole number is needed"),
    ],
)
def test_what_cannot_be_right_is_refused_by_its_place(event, cells, sentence):
    with pytest.raises(BadFile) as refused:
        changes(event, edited(event, cells))
    assert sentence in str(refused.value)


def test_another_person_is_corrected_on_the_page_of_the_sheet(event):
    with pytest.raises(BadFile, match="Hanchan 1, table 1: the workbook has other people or winds"):
        changes(event, edited(event, {(1, 1, "E"): 5}, "No."))


def test_a_sheet_that_was_changed_here_since_is_not_set_back(event):
    content = edited(event, SWAP)
    one, places = hanchan(event, 1), typed_sheet(accepted_version(hanchan(event, 1), 2))
    points = {line.wind: line.points for line in places.lines}
    lines = [
        (line.wind, line.player, points[line.wind] + shift)
        for line, shift in zip(places.lines, (100, -100, 0, 0), strict=True)
    ]
    change(
        hanchan=one,
        table=2,
        typed=type(places).of(lines, 0),
        confirmed_warnings=True,
        act=act(reason="misread", base=1),
    )
    with pytest.raises(BadFile, match="Hanchan 1, table 2: its sheet was changed here after the workbook was written"):
        changes(event, content)


def test_a_sheet_that_came_in_since_stays(event):
    content = edited(event, SWAP)
    event.hanchan.filter(number=2).update(state="playing", closed_at=None)
    put_in(event, 2, 2)
    finish(event, 2)
    assert [(one.hanchan, one.table) for one in changes(event, content)] == [(1, 2)]


def test_rows_that_are_missing_delete_nothing(event):
    book = workbook(event)
    book["Table points"].delete_rows(2, 4)
    with pytest.raises(BadFile, match="Hanchan 1, table 1: its rows are missing from the workbook"):
        changes(event, bytes_of(book))


def test_the_workbook_of_another_event_is_refused(event):
    other, _people = small_event(hanchan_count=2)
    play(other, 1, {1: USUAL, 2: USUAL})
    with pytest.raises(BadFile, match=f"not the workbook of this tournament: .* the address “{other.slug}”"):
        changes(event, bytes_of(workbook(other)))


def test_a_file_without_the_sheet_is_refused(event):
    book = workbook(event)
    del book["Table points"]
    with pytest.raises(BadFile, match="has no sheet “Table points”"):
        changes(event, bytes_of(book))


@pytest.mark.parametrize(
    ("title", "sentence"),
    [("Report sheets", "has no sheet “Report sheets”"), ("Event", "its sheet “Event” has the address “”")],
)
def test_a_workbook_that_no_longer_says_what_was_exported_is_refused(event, title, sentence):
    """Without it, a sheet that was changed here since would be set back."""
    book = load_workbook(BytesIO(edited(event, SWAP)))
    del book[title]
    with pytest.raises(BadFile, match=sentence):
        changes(event, bytes_of(book))


def test_all_sheets_are_changed_or_none(event):
    found = changes(event, edited(event, SWAP | {(2, 1, "E"): 31_100, (2, 1, "S"): 45_200}))
    assert len(found) == 2
    event.hanchan.filter(number=2).update(released_at=MORNING, official_at=MORNING)
    edition = event.edition
    with pytest.raises(Refused, match=r"Hanchan 2, table 1: .* No sheet was changed"):
        apply_changes(tournament=event, changes=found, act=act(reason="typed from the video"))
    event.refresh_from_db()
    assert event.edition == edition
    assert accepted_version(hanchan(event, 1), 2).number == 1


class TestPage:
    @pytest.fixture
    def address(self, event, client):
        client.force_login(make_staff(event, Role.REFEREE))
        return reverse("workbook_changes", args=[event.slug])

    def send(self, client, address, content, name="spring.xlsx"):
        return client.post(address, {"file": SimpleUploadedFile(name, content)})

    def test_differences_and_standings_are_shown_and_applied_once(self, event, client, address):
        answer = self.send(client, address, edited(event, SWAP))
        page = answer.content.decode()
        assert "1 report sheet differs" in page and "45,200" in page and "31,100" in page
        assert [shift.player.name for shift in answer.context["effect"].main if shift.is_meant][:1] == ["Jonas Weber"]
        form = answer.context["apply"]
        sent = {
            "act": "apply",
            "reason": "typed from the video",
            **{one: form[one].value() for one in ("submission", "sealed")},
        }
        for _click in range(2):
            answer = client.post(address, sent)
            assert answer["Location"] == reverse("exports", args=[event.slug])
        event.refresh_from_db()
        assert accepted_version(hanchan(event, 1), 2).number == 2

    def test_without_a_reason_the_page_asks_for_one_and_keeps_what_was_read(self, event, client, address):
        form = self.send(client, address, edited(event, SWAP)).context["apply"]
        answer = client.post(
            address, {"act": "apply", "submission": form["submission"].value(), "sealed": form["sealed"].value()}
        )
        assert answer.status_code == 422
        assert (
            "Enter a reason for the change." in answer.content.decode()
            and "1 report sheet differs" in answer.content.decode()
        )

    def test_what_nobody_was_shown_is_not_applied(self, event, client, address):
        answer = client.post(address, {"act": "apply", "reason": "x", "submission": "", "sealed": "[[1, 2, 1, [], 0]]"})
        assert "Nothing was changed. Choose the workbook again." in client.get(answer["Location"]).content.decode()
        assert accepted_version(hanchan(event, 1), 2).number == 1

    def test_a_workbook_without_differences_says_this(self, event, client, address):
        assert "Nothing differs" in self.send(client, address, bytes_of(workbook(event))).content.decode()

    def test_what_is_no_workbook_is_said_beside_the_file(self, event, client, address):
        for content in (b"", b"%PDF-1.4", b"PK\x03\x04broken", b"hanchan;table\n1;1"):
            answer = self.send(client, address, content)
            assert answer.status_code == 422 and answer.context["form"].errors["file"], content

    def test_the_desk_may_not(self, event, client, address):
        client.force_login(make_staff(event, Role.DESK))
        assert client.get(address).status_code == 403
