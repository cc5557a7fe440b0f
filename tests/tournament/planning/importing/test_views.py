"""Importing a seating through the pages."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, seated_hall, used
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.actions import repair, replace_player, swap
from tournament.planning.importing.reading import as_text
from tournament.seats.models import Seating
from tournament.seats.queries import arranged_of, draft_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return tournament


@pytest.fixture
@kept
def rows():
    """A seating of sixteen players by start number."""
    other = seated_hall(seed=99)
    return as_text(draft_of(other.seating), list(other.players.all()))


def look_at(client, tournament, **typed):
    """What a browser sends of the form, which has both a file and rows."""
    return client.post(page("seating_change", tournament), {"what": "file", "pasted": "", **typed})


def use(client, tournament, preview, **more):
    return client.post(page("seating_change", tournament), used(preview, **more))


def page(name, tournament):
    return reverse(name, args=[tournament.slug])


def test_pasted_rows_are_shown_with_their_quality_and_then_taken_over_whole(client, hall, rows):
    preview = look_at(client, hall, pasted=rows, may_sit_out="on")  # everybody is listed
    html = preview.content.decode()
    assert "Hanchan 1–4, 4 tables each" in html and "Nobody meets twice" in html
    assert "Every player is seated exactly once." in html and "hidden from players until you publish" in html
    assert not Seating.objects.filter(tournament=hall).exists()
    for _time in range(2):
        answer = use(client, hall, preview, reason="made by the club")
        assert answer["Location"] == reverse("seating_hanchan", args=[hall.slug, 1])
    seating = Seating.objects.get(tournament=hall)
    assert as_text(draft_of(seating), list(hall.players.all())) == rows and seating.reason == "made by the club"


def test_the_door_asks_for_a_file_and_its_earlier_address_leads_there(client, hall):
    moved = client.get(page("seating_import", hall))
    assert moved["Location"] == f"{page('seating_change', hall)}?what=file"
    html = client.get(moved["Location"]).content.decode()
    assert "Accepted formats" in html and 'enctype="multipart/form-data"' in html
    assert "Add somebody new" not in html and 'id="people"' not in html
    html = client.get(page("seating_change", hall), {"what": "missing"}).content.decode()
    assert "Add somebody new" in html and 'id="people"' in html


def test_a_file_is_read_like_pasted_rows_and_its_lines_stay_on_the_page(client, hall, rows):
    text = rows.replace("\t", ";").replace("\n", "\n\n", 1)
    shown = look_at(client, hall, file=SimpleUploadedFile("plan.csv", text.encode("utf-8-sig")))
    assert "Import hanchan 1–4" in shown.content.decode()
    assert shown.context["asked"]["pasted"].value() == rows.replace("\n", "\n\n", 1)
    broken = SimpleUploadedFile("plan.csv", text.replace("\n1;1;", "\n1;1;4711;", 1).encode())
    refused = look_at(client, hall, file=broken)
    assert refused.status_code == 422 and "Row 3" in refused.content.decode()
    assert "4711" in refused.context["asked"]["pasted"].value().splitlines()[2]


def test_it_is_compared_with_the_seating_of_now(client):
    hall = seated_hall(16, 3)
    client.force_login(make_staff(hall, Role.ORGANISER))
    rows = as_text(draft_of(hall.seating), list(hall.players.all()))
    third = "\n".join(row for row in swapped_rows(rows).splitlines() if not row.startswith(("1\t", "2\t")))
    html = " ".join(look_at(client, hall, pasted=third).content.decode().split())
    assert "Unchanged: hanchan 1–2." in html
    assert "2 players sit elsewhere" in html and "Compared with the current seating" in html
    assert "2 in another wind" in html and "You can undo it: version 1 is kept." in html
    assert "4 players sit" not in html and html.count('aria-label="Table ') == 4


def test_whoever_was_faster_is_told_and_the_rows_are_still_there(client, rows):
    hall = seated_hall(16, 4)
    client.force_login(make_staff(hall, Role.ORGANISER))
    typed = used(look_at(client, hall, pasted=rows))
    one, other = list(hall.players.all()[:2])
    swap(tournament=hall, hanchan=2, one=one, other=other, act=Act(by=None, at=MORNING, reason="twins"))
    refused = client.post(page("seating_change", hall), typed)
    assert refused.status_code == 409 and "twins" in refused.content.decode()
    assert use(client, hall, refused).status_code == 302
    hall.refresh_from_db()
    assert as_text(draft_of(hall.seating), list(hall.players.all())) == rows


def test_problems_are_listed_and_nothing_is_saved(client, hall, rows):
    lines = rows.splitlines()
    broken = "\n".join([lines[0], lines[2].replace("\t", "\tNobody", 2), *lines[2:]])
    answer = look_at(client, hall, pasted=broken)
    assert answer.status_code == 422
    assert "nothing was imported" in answer.content.decode()
    assert not Seating.objects.filter(tournament=hall).exists()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Choose a file, or paste rows"),
        ({"pasted": "a,b\n1,2"}, "Row 1 has no column headings: “a b”."),
        ({"pasted": "name,1,2\nAiko Brandt,1,2\nLuc Moreau,1,3"}, "The tables have no winds."),
    ],
)
def test_an_unreadable_list_is_reported_beside_the_field(client, hall, typed, words):
    answer = look_at(client, hall, **typed)
    assert answer.status_code == 422 and words in answer.content.decode()


def test_a_damaged_workbook_is_reported_beside_the_field(client, hall):
    answer = look_at(client, hall, file=SimpleUploadedFile("plan.xlsx", b"PK\x03\x04 not a workbook"))
    assert answer.status_code == 422 and "file" in answer.context["asked"].errors


def test_a_withdrawal_between_preview_and_import_stops_the_import(client, hall, rows):
    typed = used(look_at(client, hall, pasted=rows))
    hall.players.filter(number=1).update(status="withdrawn")
    answer = client.post(page("seating_change", hall), typed)
    assert answer.status_code == 422
    assert "Aiko Brandt (1) is withdrawn" in answer.content.decode()
    assert answer.context["asked"]["pasted"].value() == rows


@pytest.mark.parametrize("rows", ["garbage", "hanchan\ttable\tE\tS\tW\tN", "", "x" * 100])
@unrendered()
def test_rows_that_are_no_longer_a_seating_store_nothing(client, hall, rows):
    typed = {"what": "file", "pasted": rows, "base": 0, "submission": str(uuid4()), "reason": ""}
    assert client.post(page("seating_change", hall), typed).status_code == 422
    assert not Seating.objects.filter(tournament=hall).exists()


@kept
def with_byes(players=18, hanchan=3):
    """A seated hall in which somebody sits out in every hanchan."""
    tournament = make_tournament(hanchan_count=hanchan)
    make_players(tournament, players)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=MORNING))
    return tournament


def exported(client, tournament):
    return client.get(reverse("export_csv", args=[tournament.slug, "seating"])).content


def taken_over(client, tournament, **typed):
    preview = look_at(client, tournament, **typed)
    assert preview.status_code == 200, preview.context["asked"].faults
    assert use(client, tournament, preview).status_code == 302
    tournament.refresh_from_db()
    return arranged_of(tournament.seating)


@pytest.mark.parametrize("shape", ["export", "rows"])
@unrendered()
def test_seats_and_byes_come_back_from_what_was_written(client, shape):
    tournament = with_byes()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    before = arranged_of(tournament.seating)
    assert before.byes
    rows = as_text(before.draft, list(tournament.players.all()), before.byes)
    typed = {"file": SimpleUploadedFile("seating.csv", exported(client, tournament))}
    if shape == "rows":
        typed = {"pasted": rows}
    tournament.players.filter(number=1).update(name="Somebody Else")
    swap(
        tournament=tournament,
        hanchan=2,
        one=tournament.players.get(pk=before.draft[2][1][0]),
        other=tournament.players.get(pk=before.draft[2][2][0]),
        act=Act(by=None, at=MORNING),
    )
    assert arranged_of(tournament.seating) != before
    assert taken_over(client, tournament, **typed) == before
    assert client.post(reverse("seating_check", args=[tournament.slug]), {"pasted": rows}).status_code == 200


def test_players_not_listed_sit_out_only_when_that_is_ticked(client):
    tournament = with_byes()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    before = arranged_of(tournament.seating)
    rows = as_text(before.draft, list(tournament.players.all()))
    for name in ("seating_change", "seating_check"):
        typed = {"what": "file", "pasted": rows}
        answer = client.post(page(name, tournament), typed)
        assert answer.status_code == 422 and "no seat for" in answer.content.decode()
        assert client.post(page(name, tournament), {**typed, "may_sit_out": "on"}).status_code == 200
    shown = look_at(client, tournament, pasted=rows, may_sit_out="on").text
    assert "Byes by player" in shown and "Every player is seated exactly once." not in shown
    first = "\n".join(rows.splitlines()[:5]).replace("\n1\t1\t", "\n1\t2\t", 1)
    assert look_at(client, tournament, pasted=first, may_sit_out="on").status_code == 422
    changed = swapped_rows(rows)
    assert taken_over(client, tournament, pasted=changed, may_sit_out="on").byes == before.byes


def swapped_rows(rows):
    """Two people at the first table of the last hanchan change places."""
    lines = rows.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("3\t1\t"))
    hanchan, table, east, south, *rest = lines[at].split("\t")
    return "\n".join([*lines[:at], "\t".join([hanchan, table, south, east, *rest]), *lines[at + 1 :]])


def test_started_hanchan_are_compared_whoever_has_left_since(client):
    tournament = seated_hall(16, 3)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    begin(tournament, 1)
    draft = draft_of(tournament.seating)
    gone = tournament.players.get(pk=draft[1][1][0])
    coming = make_players(tournament, 1)[0]
    replace_player(
        tournament=tournament, leaving=gone, coming=coming, from_hanchan=2, act=Act(by=None, at=MORNING, reason="ill")
    )
    tournament.players.filter(pk=gone.pk).update(status="withdrawn")
    tournament.refresh_from_db()
    rows = as_text(draft_of(tournament.seating), list(tournament.players.all()))
    assert client.post(reverse("seating_check", args=[tournament.slug]), {"pasted": rows}).status_code == 200
    after = taken_over(client, tournament, pasted=swapped_rows(rows))
    assert after.draft[1] == draft[1] and after.draft[3][1][0] != draft_of(tournament.seatings.get(number=2))[3][1][0]
    only = "\n".join(rows.splitlines()[:5])
    assert "there is nothing to import" in look_at(client, tournament, pasted=only).content.decode()
    other = "\n".join([*rows.splitlines()[:1], *rows.splitlines()[1:5][::-1]]).replace("1\t4\t", "1\t9\t")
    assert "has started and its seats are fixed" in look_at(client, tournament, pasted=other).content.decode()
