"""`manage.py verify_event` and the stand-alone script: an exported history that somebody touched is told."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docs import verify_history
from tests.events.rows import kept
from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.standings.tables import begin, punish, put_in, small_event, vouch
from tournament.core.audit import Act
from tournament.core.audit_check import last_value
from tournament.core.chain import head
from tournament.core.models import AuditEntry, Tournament
from tournament.core.records import Recorded
from tournament.results.models import Penalty
from tournament.results.penalties.actions import cancel

pytestmark = pytest.mark.django_db
SCRIPT = Path(verify_history.__file__)


@pytest.fixture
@kept
def event():
    tournament, people = small_event()
    begin(tournament, 1)
    put_in(tournament, 1, 1)
    act = Act(by=make_staff(tournament, name="Inês Duarte"), at=MORNING, reason="“wrong”", submission=uuid4())
    cancel(penalty=punish(people[0]), act=act)
    vouch(tournament)
    return tournament


@pytest.fixture
def file(event, tmp_path, capsys):
    """The history in a file."""
    path = tmp_path / "history.jsonl"
    call_command("verify_event", event.slug, "--export", str(path))
    capsys.readouterr()
    return path


def verified(capsys, file, *arguments) -> tuple[int, str]:
    code = verify_history.main([str(file), *arguments])
    return code, capsys.readouterr().out


def lines_of(file) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def sentences(lines) -> list[str]:
    return verify_history.check(enumerate(lines, start=1))[0]


def test_an_untouched_event_is_said_to_be_so(event, capsys):
    call_command("verify_event", event.slug)
    said = capsys.readouterr().out
    assert f"As written: {event.edition} lines" in said
    assert "Whether the last lines were cut off, only the head on a paper or a copy can tell" in said
    assert head(last_value(event)) in said


def test_what_was_changed_is_said_with_a_remedy_and_an_exit_code(event, capsys):
    Penalty.rows_of(event).update(amount=100)
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_event", event.slug)
    assert stopped.value.code == 1
    said = capsys.readouterr().out
    assert "says 30000, but the database now says 100" in said and "Restore a backup" in said


def cut(event, lines):
    """Take the last lines off, as somebody who can write into the database does."""
    ids = list(event.audit_entries.order_by("-id").values_list("pk", flat=True)[:lines])
    AuditEntry.objects.filter(pk__in=ids).delete()
    Tournament.objects.filter(pk=event.pk).update(edition=event.edition - lines)


def test_a_head_is_said_to_be_that_of_its_line_or_of_none(event, capsys):
    third = event.audit_entries.order_by("id")[2]
    call_command("verify_event", event.slug, "--head", head(third.chain).upper())
    assert f"is that of line {third.edition}, of 16 May 2026" in capsys.readouterr().out
    for unknown in ("0123 4567", "1b"):
        with pytest.raises(SystemExit):
            call_command("verify_event", event.slug, "--head", unknown)
        assert f"No line has the head “{unknown}”" in capsys.readouterr().out


@pytest.mark.sqlite
def test_an_end_that_was_cut_off_is_told_by_a_copy_beside_the_database(event, capsys, monkeypatch, tmp_path):
    copy = sqlite3.connect(tmp_path / "sekigime-20260516T093000Z-manual.sqlite3")
    copy.execute("CREATE TABLE tournament_auditentry (id, tournament_id, edition, chain)")
    copy.execute("INSERT INTO tournament_auditentry VALUES (1, ?, ?, ?)", [event.pk, event.edition, last_value(event)])
    copy.commit()
    (tmp_path / "sekigime-20260516T083000Z-manual.sqlite3").write_bytes(b"not a database")
    with override_settings(BACKUP_DIR=tmp_path):
        call_command("verify_event", event.slug)
        assert "1 copy of the database has no line that is missing here" in capsys.readouterr().out
        cut(event, 1)
        with pytest.raises(SystemExit):
            call_command("verify_event", event.slug)
    assert f"has a line {event.edition} that is not in this history" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [("standings",), ("export_workbook", "out.xlsx"), ("export_event", "out.json"), ("static_site", "out.zip")],
)
def test_every_command_that_lets_results_out_ends_with_what_was_changed(event, command, capsys, tmp_path):
    Tournament.objects.filter(pk=event.pk).update(is_public=True)
    vouch(event)
    name, *out = command
    arguments = [name, event.slug, *(str(tmp_path / file) for file in out)]
    call_command(*arguments)
    Penalty.rows_of(event).update(amount=100)
    with pytest.raises(SystemExit) as stopped:
        call_command(*arguments)
    assert stopped.value.code == 1
    assert "but the database now says 100" in capsys.readouterr().err


def test_programs_are_told_in_one_value(event, capsys):
    call_command("verify_event", event.slug, "--json")
    said = json.loads(capsys.readouterr().out)
    assert (said["whole"], said["lines"], said["chain"]) == (True, event.edition, last_value(event))
    Penalty.rows_of(event).update(amount=100)
    with pytest.raises(SystemExit):
        call_command("verify_event", event.slug, "--json")
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["code"], finding["params"]["now"]) == ("row-altered", "100")


def test_an_event_that_there_is_not_and_a_file_that_cannot_be_written_are_said(event, tmp_path):
    with pytest.raises(CommandError, match="no tournament"):
        call_command("verify_event", "nowhere")
    with pytest.raises(CommandError, match="Cannot write"):
        call_command("verify_event", event.slug, "--export", str(tmp_path / "no" / "history.jsonl"))


def test_an_untouched_file_is_proved_with_nothing_but_the_standard_library(event, file):
    rows = sum(model.rows_of(event).count() for model in Recorded.__subclasses__())
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Untouched: {event.edition} lines, {rows} rows. The head is {head(last_value(event))}." in done.stdout


def test_the_script_is_short_enough_to_be_read():
    assert len(SCRIPT.read_text().splitlines()) <= 220


def test_a_head_on_paper_is_found_with_its_line_however_it_is_typed(event, file, capsys):
    third = event.audit_entries.order_by("id")[2]
    code, said = verified(capsys, file, head(third.chain).upper())
    assert code == 0 and f"is that of line {third.edition}" in said
    assert verified(capsys, file, third.chain[:16])[0] == 0


def test_a_head_of_another_history_is_refused(file, capsys):
    code, said = verified(capsys, file, "0000 0000 0000 0000")
    assert code == 1 and "not the history" in said
    assert verified(capsys, file, "")[0] == 1


@pytest.mark.slow("any value of any line")
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_value_of_any_line_that_is_altered_is_found(file, data):
    lines = lines_of(file)
    line = data.draw(st.sampled_from(lines))
    name = data.draw(st.sampled_from(sorted(line)))
    other = st.one_of(st.none(), st.integers(), st.text(max_size=5), st.just({"x": 1}))
    line[name] = data.draw(other.filter(lambda value: value != line[name]))
    assert sentences(lines)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_lines_that_are_deleted_doubled_or_moved_are_found(file, data):
    lines = lines_of(file)
    history = sum("chain" in line for line in lines)
    change = data.draw(st.sampled_from(["delete", "double", "move"]))
    at = data.draw(st.integers(0, (history if change == "move" else len(lines)) - 2))
    touched = {
        "delete": [*lines[:at], *lines[at + 1 :]],
        "double": [*lines[:at], lines[at], *lines[at:]],
        "move": [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
    }[change]
    assert sentences(touched)


@pytest.mark.slow("every field of every line")
def test_each_field_of_each_line_is_covered(file):
    for number, line in enumerate(lines_of(file)):
        for name in line:
            touched = lines_of(file)
            del touched[number][name]
            assert sentences(touched), (number, name)
        touched = lines_of(file)
        touched[number]["more"] = 1
        assert sentences(touched)


@pytest.mark.parametrize("text", ["", "[]\n", "nonsense\n", '{"a": 1, "a": 2}\n', '{"format": "other"}\n'])
def test_what_is_no_history_is_refused_in_a_sentence(tmp_path, capsys, text):
    path = tmp_path / "history.jsonl"
    path.write_text(text)
    try:
        code, said = verified(capsys, path)
    except SystemExit as stopped:
        code, said = 1, str(stopped.code)
    assert code == 1 and said.strip().endswith(".")


def test_an_event_without_lines_proves_nothing(file, capsys):
    file.write_text(file.read_text().splitlines()[0] + "\n")
    assert verified(capsys, file) == (1, "The file has no line of history.\n")


def test_without_a_file_the_script_says_how_it_is_used(capsys):
    assert verify_history.main([]) == 2
    assert "verify_history.py history.jsonl" in capsys.readouterr().out


def test_what_was_missing_when_the_chain_began_is_no_gap():
    make_tournament()
    first = {"format": verify_history.FORMAT, "event": 1, "made_at": "2026-05-16T09:30:00+00:00"}
    content = {"line": 3, "verb": "began the audit chain", "detail": {"missing": [2]}}
    lines = [first]
    previous = verify_history.digest(first)
    for one in ({"line": 1, "verb": "set up the tournament"}, content):
        lines.append({**one, "previous": previous, "chain": verify_history.digest([previous, one])})
        previous = lines[-1]["chain"]
    assert sentences(lines) == []
