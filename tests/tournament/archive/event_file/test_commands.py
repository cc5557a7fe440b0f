"""`manage.py export_event` and `import_event`."""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.archive.event_file.events import altered, everything
from tournament.archive.event_file.export import event_file
from tournament.core.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "spring.json"
    call_command("export_event", everything().slug, str(path))
    return path


def test_the_file_is_the_event(file):
    assert file.read_text(encoding="utf-8") == event_file(Tournament.objects.get(slug="spring-open"))


def test_an_anonymised_file_is_asked_for_by_an_option(tmp_path):
    path = tmp_path / "nobody.json"
    call_command("export_event", everything().slug, str(path), "--anonymised")
    assert json.loads(path.read_text(encoding="utf-8"))["anonymised"] is True


def test_an_event_is_loaded_under_another_address(file, capsys):
    call_command("import_event", str(file), "--as", "copy", "--json")
    answer = json.loads(capsys.readouterr().out)
    assert (answer["slug"], answer["altered"]) == ("copy", [])
    assert answer["rows"]["players"] == Tournament.objects.get(slug="copy").players.count()


def test_a_person_reads_the_address_and_what_was_loaded(file, capsys):
    call_command("import_event", str(file), "--as", "copy")
    written = capsys.readouterr()
    assert written.out == "copy\n" and "players 11" in written.err


def test_an_address_that_is_taken_is_refused_with_the_option_that_helps(file):
    with pytest.raises(CommandError, match=r"The event is here already.*\nGive another address with --as\."):
        call_command("import_event", str(file))


def test_an_altered_file_is_refused_with_the_option_that_loads_it(file, capsys):
    file.write_text(altered(file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(CommandError, match=r"With --accept-altered it is loaded all the same\."):
        call_command("import_event", str(file), "--as", "copy")
    call_command("import_event", str(file), "--as", "copy", "--accept-altered")
    assert "It was changed outside of Sekigime" in capsys.readouterr().err


def test_what_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"There is no tournament with the address “autumn”\."):
        call_command("export_event", "autumn", str(tmp_path / "autumn.json"))
    with pytest.raises(CommandError, match=r"Cannot read .*autumn\.json: No such file"):
        call_command("import_event", str(tmp_path / "autumn.json"))
    with pytest.raises(CommandError, match="it is not a file"):
        call_command("export_event", everything().slug, str(tmp_path))
