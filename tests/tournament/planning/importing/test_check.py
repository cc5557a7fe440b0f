"""Checking a seating from a file: for a tournament, for nobody in particular, and at the terminal."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from bench.hostile_files import unfolding
from seating import measure, plan
from tests.command_line import manage
from tests.factories import make_staff, make_user
from tests.tournament.planning.halls import seated_hall
from tournament.core.models import Role
from tournament.planning.importing.reading import as_text
from tournament.seats.models import Seating
from tournament.seats.queries import draft_of

ROOT = Path(__file__).parents[4]
GOOD = "\n".join(
    f"{hanchan},{number},{','.join(map(str, table))}"
    for hanchan, tables in enumerate(plan(16, 4, 1).rounds, 1)
    for number, table in enumerate(tables, 1)
)
BAD = "1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,1,5,2,6\n2,2,3,7,4,7"


@pytest.fixture
def hall(client, db):
    tournament = seated_hall()
    client.force_login(make_staff(tournament, Role.DESK))
    return tournament


def check(client, tournament, **typed):
    return client.post(reverse("seating_check", args=[tournament.slug]), typed)


def test_a_file_is_compared_with_the_seating_in_use_and_nothing_is_stored(client, hall):
    answer = check(client, hall, pasted=as_text(draft_of(hall.seating), list(hall.players.all())))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert (
        "Every player has exactly one seat in every hanchan." in html
        and "Both versions seat everybody the same way." in html
    )
    assert "matrix-field" in html and "Player by player" in html and "Aiko Brandt" in html
    answer = check(client, hall, pasted=GOOD)
    assert "Players who sit elsewhere" in answer.content.decode()
    assert Seating.objects.count() == 1


def test_hanchan_that_the_file_lacks_are_taken_from_the_seating_in_use(client, hall):
    rows = as_text(draft_of(hall.seating), list(hall.players.all())).splitlines()
    some = "\n".join(row for row in rows if not row.startswith("4\t"))
    html = check(client, hall, pasted=some).content.decode()
    assert "taken from the current seating: 4." in html


def test_problems_are_told_with_their_place(client, hall):
    rows = GOOD.splitlines()
    rows[5] = rows[5].rsplit(",", 1)[0] + "," + rows[5].split(",")[2]
    answer = check(client, hall, pasted="\n".join(rows))
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Hanchan 2:" in html and "has two seats" in html and "no seat" in html
    assert "matrix-field" not in html


@pytest.mark.parametrize(
    ("typed", "words"),
    [({}, "Choose a file"), ({"pasted": "colour,taste\nred,sweet"}, "Row 1 has no column headings: “colour taste”.")],
)
def test_an_unreadable_list_is_reported_beside_the_field(client, hall, typed, words):
    answer = check(client, hall, **typed)
    assert answer.status_code == 422 and words in answer.content.decode()


def test_any_file_is_checked_without_a_tournament(client, db):
    address = reverse("check_seating")
    assert client.get(address).status_code == 302, "whoever is not signed in signs in first"
    client.force_login(make_user())
    assert client.get(address).status_code == 200
    html = client.post(address, {"pasted": GOOD}).content.decode()
    assert "16 players, 4 tables, 4 hanchan." in html and "best possible" in html
    answer = client.post(address, {"pasted": BAD})
    assert answer.status_code == 422
    assert "7 has two seats at table 2 (row 4)." in answer.content.decode()


def test_players_may_sit_out_when_that_is_ticked(client, db):
    client.force_login(make_user())
    rows = "1,1,1,2,3,4\n2,1,5,2,3,4"
    answer = client.post(reverse("check_seating"), {"pasted": rows})
    assert answer.status_code == 422 and "Hanchan 1: no seat for 5." in answer.content.decode()
    assert client.post(reverse("check_seating"), {"pasted": rows, "may_sit_out": "on"}).status_code == 200


def test_of_many_people_the_first_are_listed_and_all_are_counted(client, db):
    client.force_login(make_user())
    rows = "\n".join(
        f"1,{table},{','.join(str(4 * table - 4 + seat) for seat in range(1, 5))}" for table in range(1, 66)
    )
    html = client.post(reverse("check_seating"), {"pasted": rows}).content.decode()
    assert "260 players, 65 tables" in html and "The first 250 of 260 players" in html
    assert "The first" not in client.post(reverse("check_seating"), {"pasted": GOOD}).content.decode()


def test_names_cannot_become_markup(client, db):
    client.force_login(make_user())
    rows = "hanchan\ttable\tE\tS\tW\tN\n1\t1\t<b>x</b>\tעדי\t🀄\tO'Hara"
    html = client.post(reverse("check_seating"), {"pasted": rows}).content.decode()
    assert "&lt;b&gt;x" in html and "<b>x" not in html and "🀄" in html


def workbook(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_formula_without_a_value_is_located(client, db):
    client.force_login(make_user())
    content = workbook([["hanchan", "table", "E", "S", "W", "N"], [1, 1, "=1+0", 2, 3, 4]])
    answer = client.post(reverse("check_seating"), {"file": SimpleUploadedFile("plan.xlsx", content)})
    assert answer.status_code == 422
    assert "Row 2, column 3: The cell has a formula without a value." in answer.content.decode()


# --- at the terminal -----------------------------------------------------------------------------------------------


def run(*arguments, given=b""):
    """The command where no database may be asked: pytest refuses it."""
    return manage("check_seating", *arguments, given=given)


def test_no_database_is_needed_wherever_one_is_said_to_be():
    nowhere = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    command = [sys.executable, "manage.py", "check_seating", "-", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=nowhere, capture_output=True, check=False, input=GOOD.encode())
    assert (done.returncode, done.stderr, json.loads(done.stdout)["problems"]) == (0, b"", [])


def test_a_good_file_ends_with_0_and_its_card(tmp_path):
    file = tmp_path / "plan.csv"
    file.write_text(GOOD)
    done = run(file)
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout
    assert "16 people, 4 hanchan" in said and "Nobody meets twice      0   best possible" in said


def test_json_holds_the_figures_or_the_problems():
    done = run("-", "--json", given=GOOD.encode())
    values = json.loads(done.stdout)
    assert (done.returncode, values["problems"]) == (0, [])
    assert values["quality"]["common_opponents"] == measure(plan(16, 4, 1).rounds, 16).common_opponents
    done = run("-", "--json", given=BAD.encode())
    first = json.loads(done.stdout)["problems"][0]
    assert (done.returncode, first["code"], first["hanchan"], first["table"], first["row"]) == (1, "twice", 2, 2, 4)


def test_a_workbook_is_checked_and_problems_end_with_1(tmp_path):
    file = tmp_path / "plan.xlsx"
    file.write_bytes(workbook([[int(cell) for cell in row.split(",")] for row in BAD.splitlines()]))
    done = run(file)
    assert (done.returncode, done.stderr) == (1, "")
    assert (
        done.stdout.splitlines()[1] == "Hanchan 2: 8 has no seat. Is one of the two seats of 7 meant for this player?"
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [(b"", "file is empty"), (b"\x89PNG\0\0", "neither XLSX nor CSV"), (b"a,b", "no column headings")],
)
def test_a_file_without_a_seating_is_explained_in_a_sentence(given, words):
    done = run("-", given=given)
    assert done.returncode == 1 and words in done.stderr and "Traceback" not in done.stderr


def test_json_of_a_file_without_a_seating_holds_one_problem():
    done = run("-", "--json", given=b"a,b")
    (problem,) = json.loads(done.stdout)["problems"]
    assert (done.returncode, problem["code"]) == (1, "unreadable")
    assert problem["message"].startswith("Row 1 has no column headings: “a b”.\nThe first row must name the columns")


def test_tables_of_three_have_the_bounds_of_three():
    rows = "hanchan,table,E,S,W\n1,1,1,2,3\n1,2,4,5,6\n1,3,7,8,9\n2,1,2,1,5\n2,2,8,7,4\n2,3,3,6,9"
    said = run("-", given=rows.encode()).stdout
    assert "9 people, 2 hanchan" in said and "Times a pair meets again      2   best possible: 0" in said
    assert "Same table twice running      4   best possible: 3" in said


def test_a_missing_file_is_reported():
    assert "cannot be read" in run("/no/such/plan.csv").stderr


@pytest.mark.parametrize(("said", "words"), [(100, "The workbook is damaged"), (20_000_000, "too large when unpacked")])
def test_a_workbook_that_lies_about_its_size_is_refused_at_both_doors(client, hall, said, words):
    content = unfolding(30, said=said)
    client.force_login(make_staff(hall, Role.ORGANISER))
    for address in (reverse("check_seating"), reverse("players_import", args=[hall.slug])):
        answer = client.post(address, {"file": SimpleUploadedFile("plan.xlsx", content)})
        assert answer.status_code == 422
        assert words in answer.content.decode()
