"""A database in which seats had the number of their hanchan gets the keys, and loses nothing."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NOW = "2026-05-16 09:30:00"
ROWS: dict[str, list[dict[str, object]]] = {
    "tournament": [
        {
            "id": 1,
            "slug": "spring",
            "name": "Spring",
            "place": "",
            "rules": "{}",
            "fouls": "{}",
            "standing_rules": "{}",
            "hanchan_count": 2,
            "wind_method": "fixed",
            "point_unit": "hundreds",
            "is_public": 0,
            "players_public": 1,
            "standings_public": 1,
            "release_on_close": 1,
            "edition": 0,
            "is_demo": 0,
            "made_at": NOW,
        }
    ],
    "hanchan": [
        {"id": 7 + n, "number": n, "state": "planned", "paused_seconds": 0, "tournament_id": 1} for n in (1, 2)
    ],
    "player": [
        {
            "id": n,
            "number": n,
            "name": f"P {n}",
            "first_name": "",
            "last_name": "",
            "country": "",
            "club": "",
            "team": "",
            "ema_number": "",
            "is_substitute": 0,
            "status": "playing",
            "note": "",
            "tournament_id": 1,
        }
        for n in range(1, 7)
    ],
    "seating": [
        {
            "id": 3,
            "number": 1,
            "source": "planned",
            "reason": "",
            "quality": "{}",
            "made_at": NOW,
            "tournament_id": 1,
            "digest": "",
            "seals": "{}",
            "from_before": 0,
        }
    ],
    "seat": [
        {"hanchan": n, "table": 1, "wind": wind, "player_id": player, "seating_id": 3}
        for n in (1, 2, 3)
        for player, wind in enumerate("ESWN", start=1)
    ],
    "bye": [{"hanchan": 2, "player_id": 5, "seating_id": 3}],
    "standin": [
        {"hanchan": 2, "reason": "ill", "made_at": NOW, "absent_id": 1, "substitute_id": 6, "tournament_id": 1}
    ],
}  # hanchan 3 was dropped after it was seated


@pytest.fixture
def database(tmp_path):
    """The file, as an installation of that time left it."""
    path = tmp_path / "old.sqlite3"
    migrate(path, "0007")
    with closing(sqlite3.connect(path)) as old, old:
        for name, rows in ROWS.items():
            for row in rows:
                columns, marks = ", ".join(f'"{column}"' for column in row), ", ".join("?" * len(row))
                statement = f"INSERT INTO tournament_{name} ({columns}) VALUES ({marks})"  # noqa: S608
                old.execute(statement, list(row.values()))
    return path


def migrate(path, target):
    command = [sys.executable, "manage.py", "migrate", "-v0", "tournament", target]
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{path}"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def read(path, statement):
    with closing(sqlite3.connect(path)) as found:
        return found.execute(statement).fetchall()


def test_each_row_points_to_the_hanchan_whose_number_it_had(database):
    migrate(database, "0008")
    seats = "SELECT number, player_id FROM tournament_seat JOIN tournament_hanchan h ON h.id = hanchan_id ORDER BY 1, 2"
    assert read(database, seats) == [(n, player) for n in (1, 2, 3) for player in (1, 2, 3, 4)]
    assert read(database, "SELECT hanchan_id, player_id FROM tournament_bye") == [(9, 5)]
    assert read(database, "SELECT hanchan_id, absent_id FROM tournament_standin") == [(9, 1)]
    dropped = "SELECT number, tournament_id FROM tournament_hanchan WHERE is_dropped"
    assert read(database, dropped) == [(3, 1)]
