"""`manage.py load_event`, `standings`, `export_workbook` and `demo`: exit codes, and what stands where."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from scoring.rules import preset
from scoring.rules.rule_file import write_rules
from tests.tournament.exports.events import published
from tests.tournament.standings.tables import GOLDEN, real_totals
from tournament.core.models import Tournament
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.sqlite
ROOT = Path(__file__).parents[3]
REAL = str(GOLDEN / "wrc-36x8.csv")
ROWS = ("round,table,wind,player,points", "1,1,E,A,41000", "1,1,S,B,33000", "1,1,W,C,26000", "1,1,N,D,20000")


FORKS = """
import json, os, sys, tempfile
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
import django, manage
django.setup()
done = []
for arguments in json.load(sys.stdin):
    files = [tempfile.TemporaryFile("w+") for _ in range(2)]
    child = os.fork()
    if not child:
        for number, file in enumerate(files, start=1):
            os.dup2(file.fileno(), number)
        sys.argv = ["manage.py", *arguments]
        manage.main(sys.argv)
        sys.exit()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    done.append([code, *(file.seek(0) or file.read() for file in files)])
print(json.dumps(done))
"""


@pytest.fixture(scope="module")
def manage(prepared, tmp_path_factory):
    """`manage("standings", "real")`: the command as a program, on a database of its own that holds the real event."""
    place = tmp_path_factory.mktemp("house")
    shutil.copy(prepared, place / "house.sqlite3")
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{place}/house.sqlite3"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    def each(calls: list[list[str]]) -> list[list]:
        """Code, output and errors of many commands: each in a process of its own, which has Django loaded already."""
        done = subprocess.run(
            [sys.executable, "-c", FORKS],
            cwd=ROOT,
            env=environment,
            input=json.dumps(calls),
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(done.stdout)

    run.each = each
    run.loaded = run("load_event", REAL, "--name", "Real", "--json")
    return run


@pytest.mark.slow("commands in a process of their own")
def test_a_loaded_event_is_one_json_value_and_nothing_else(manage):
    assert manage.loaded.returncode == 0
    assert "Hanchan 1, table 2: one of 2 consistent readings" in manage.loaded.stderr.splitlines()
    told = json.loads(manage.loaded.stdout)
    assert (told["slug"], told["players"], told["hanchan"], told["tables"], told["penalties"]) == ("real", 36, 8, 72, 3)


@pytest.mark.slow("commands in a process of their own")
def test_its_standings_are_the_published_ones_to_the_tenth(manage):
    done = manage("standings", "real", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads(done.stdout)
    assert {int(row["player"]): row["total"] for row in rows} == real_totals()
    assert [(row["place"], row["player"], f"{row['total'] / 1000:.1f}") for row in rows] == published()
    assert sum(row["penalties"] for row in rows) == 90_000


@pytest.mark.slow("commands in a process of their own")
def test_its_workbook_says_the_same(manage, tmp_path):
    out = tmp_path / "real.xlsx"
    done = manage("export_workbook", "real", str(out))
    assert (done.returncode, done.stdout) == (0, "")
    heading, *rows = load_workbook(out)["Standings"].iter_rows(values_only=True)
    found = [dict(zip(heading, row, strict=True)) for row in rows]
    assert [(row["Place"], row["Name"], f"{row['Total P']:.1f}") for row in found] == published()


@pytest.mark.slow("commands in a process of their own")
def test_input_with_problems_is_1_and_told_on_standard_error(manage):
    calls = [
        ["standings", "nowhere"],
        ["standings", "real", "--after", "9"],
        ["export_workbook", "nowhere", "x.xlsx"],
        ["export_workbook", "real", "/nowhere/x.xlsx"],
        ["load_event", "/nowhere.csv", "--name", "X"],
        ["load_event", REAL, "--name", "X", "--slug", "real"],
        ["load_event", REAL, "--name", ""],
        ["load_event", str(ROOT), "--name", "X"],
    ]
    for arguments, (code, output, errors) in zip(calls, manage.each(calls), strict=True):
        assert (code, output) == (1, ""), arguments
        assert errors.startswith("CommandError: "), arguments
        assert "Traceback" not in errors


@pytest.mark.slow("commands in a process of their own")
def test_a_wrong_call_is_2(manage):
    calls = [
        ["standings"],
        ["standings", "real", "--after", "x"],
        ["export_workbook", "real"],
        ["load_event"],
        ["load_event", REAL],
        ["load_event", REAL, "--name", "X", "--rules", "house"],
        ["load_event", REAL, "--name", "X", "--first-day", "yesterday"],
        ["demo", "please"],
    ]
    for arguments, (code, output, errors) in zip(calls, manage.each(calls), strict=True):
        assert (code, output) == (2, ""), arguments
        assert "usage:" in errors, arguments


@pytest.mark.slow("commands in a process of their own")
def test_the_first_line_says_what_is_wrong_by_row_and_nothing_is_loaded(manage, tmp_path):
    bad = tmp_path / "bad.csv"
    text = Path(REAL).read_text().splitlines()
    bad.write_text("\n".join([*text[:-1], text[-1].replace(",N,", ",X,")]))
    done = manage("load_event", str(bad), "--name", "Bad", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[0].startswith(f"CommandError: line {len(text)}: wind is “X”")
    assert manage("standings", "bad").returncode == 1


@pytest.mark.slow("commands in a process of their own")
def test_the_demo_says_its_address(manage):
    done = manage("demo")
    assert (done.returncode, done.stdout.strip()) == (0, "spring-riichi-open-demo")


@pytest.fixture
def event(tmp_path):
    file = tmp_path / "event.csv"
    file.write_text("\n".join(ROWS))
    return str(file)


@pytest.mark.django_db
def test_place_days_and_the_public_page_can_be_given(event):
    call_command(
        "load_event",
        event,
        "--name",
        "Spring",
        "--place",
        "Utrecht",
        "--first-day",
        "2026-05-16",
        "--public",
        "--rules",
        "ema-2025",
    )
    tournament = Tournament.objects.get(slug="spring")
    assert (tournament.place, str(tournament.first_day), str(tournament.last_day)) == (
        "Utrecht",
        "2026-05-16",
        "2026-05-16",
    )
    assert tournament.is_public and tournament.ruleset.key == "ema-2025"


@pytest.mark.django_db
def test_an_event_comes_in_under_rules_from_a_file(event, tmp_path):
    rules = tmp_path / "club.toml"
    rules.write_text(write_rules(preset("wrc-2022").replace(uma=(30_000, 10_000, -10_000, -30_000))))
    call_command("load_event", event, "--name", "Club", "--rules", str(rules))
    tournament = Tournament.objects.get(slug="club")
    assert {row.player.name: row.standing.total for row in standings_of(tournament).rows}["A"] == 41_000
    rules.write_text("title = 5")
    for wrong, said in ((str(rules), "club.toml"), ("no-such-rules", "neither a rule set nor a file")):
        with pytest.raises(CommandError, match=said):
            call_command("load_event", event, "--name", "Club", "--rules", wrong)
    rules.write_bytes("title = “Größe”".encode("latin-1", "replace") + b"\xff")
    with pytest.raises(CommandError, match="is not text in UTF-8"):
        call_command("load_event", event, "--name", "Club", "--rules", str(rules))
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_a_column_that_nothing_reads_is_refused_until_it_is_named(event):
    file = Path(event)
    heading, *rows = file.read_text().splitlines()
    file.write_text("\n".join([f"{heading},Chombo", *(f"{row},1" for row in rows)]))
    with pytest.raises(CommandError, match="nothing reads what is under “Chombo”"):
        call_command("load_event", event, "--name", "Spring")
    call_command("load_event", event, name="Spring", ignore="chombo")
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_a_last_day_before_the_first_is_refused(event):
    with pytest.raises(CommandError, match="before the first day"):
        call_command("load_event", event, name="Spring", first_day="2026-05-16", last_day="2026-05-15")
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_a_table_of_four_under_a_rule_set_for_three_is_refused_in_plain_words(event):
    with pytest.raises(CommandError, match=r"hanchan 1 table 1 has E, S, W, N; it needs E, S, W once each\."):
        call_command("load_event", event, name="Spring", rules="tenhou-3")
    with pytest.raises(CommandError, match="neither a rule set nor a file"):
        call_command("load_event", event, name="Spring", rules="no-such-rules")
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_uma_that_differs_is_told_and_loaded_as_the_rules_say(capsys):
    call_command("load_event", str(GOLDEN / "sample-24x8-typed-uma.csv"), "--name", "Sample", "--json")
    out, err = capsys.readouterr()
    differs = [(one["round"], one["table"]) for one in json.loads(out)["typed_uma_differs"]]
    assert differs == [(3, 4), (8, 5)]
    assert err.splitlines()[0] == (
        "Hanchan 3 table 4: the file has uma -15.0 -1.5 +1.5 +15.0; "
        "the rules give -15.0 -5.0 +5.0 +15.0, which is used."
    )


@pytest.mark.django_db
def test_a_file_of_gigabytes_is_not_even_read(tmp_path):
    huge = tmp_path / "huge.csv"
    with huge.open("wb") as file:
        file.truncate(3_000_000_000)
    with pytest.raises(CommandError, match="has more than 20 MB"):
        call_command("load_event", str(huge), name="Huge")
