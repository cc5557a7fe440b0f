"""`manage.py export_workbook`: a workbook or one sentence, and nothing else is touched."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from tests.events.rows import kept
from tests.factories import make_players, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def spring():
    tournament = make_tournament(name="Spring & =1+1")
    make_players(tournament, 4)
    return tournament


def test_the_workbook_is_written_and_said_as_json(spring, tmp_path, capsys):
    out = tmp_path / "frühling.xlsx"
    call_command("export_workbook", spring.slug, str(out), "--json")
    said = json.loads(capsys.readouterr().out)
    assert said["file"] == str(out)
    assert list(said["sheets"]) == load_workbook(out).sheetnames
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


@pytest.mark.parametrize("out", ["", ".", "/", "/dev/null"])
def test_what_is_no_file_is_never_replaced(out, spring):
    with pytest.raises(CommandError, match="it is not a file"):
        call_command("export_workbook", spring.slug, out)


def test_a_directory_is_refused_and_nothing_is_left_beside_it(spring, tmp_path):
    target = tmp_path / "results"
    target.mkdir()
    with pytest.raises(CommandError, match="it is not a file"):
        call_command("export_workbook", spring.slug, str(target))
    assert [path.name for path in tmp_path.iterdir()] == ["results"]


def test_a_link_stays_a_link(spring, tmp_path):
    link = tmp_path / "latest.xlsx"
    link.symlink_to(tmp_path / "spring.xlsx")
    call_command("export_workbook", spring.slug, str(link))
    assert link.is_symlink()
    assert load_workbook(link).sheetnames


def test_a_place_that_cannot_be_written_is_told(spring, tmp_path):
    with pytest.raises(CommandError, match=r"Cannot write .*: No such file or directory"):
        call_command("export_workbook", spring.slug, str(tmp_path / "nowhere" / "spring.xlsx"))


def test_an_unknown_tournament_is_told_and_no_file_made(tmp_path):
    out: Path = tmp_path / "x.xlsx"
    with pytest.raises(CommandError, match="There is no tournament “nowhere”"):
        call_command("export_workbook", "nowhere", str(out))
    assert not out.exists()
