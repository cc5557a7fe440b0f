"""Typing a sheet loads what a sheet needs, and no planner."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = ("scoring", "seating", "tournament")
LOADED = """
import django, sys
django.setup()
import tournament.desk.views
print(*(name for name, module in sys.modules.items() if not hasattr(module, "__path__")))
"""


def loaded() -> set[str]:
    """The project's modules, packages left out, in a fresh interpreter that has set Django up and imported the desk's
    views."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=Path(__file__).parents[3],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    names = {name for name in done.stdout.split() if name.split(".")[0] in PROJECT}
    return {name for name in names if ".migrations" not in name}


def test_typing_a_sheet_needs_fewer_than_69_modules_beside_the_models_and_none_of_the_search():
    modules = loaded()
    assert "tournament.desk.views" in modules
    beside = {name for name in modules if not name.endswith("models")}  # Django loads the models for every page
    assert len(beside) < 69, sorted(beside)
    assert not [name for name in modules if name.split(".")[0] == "seating"]
    assert not [
        name for name in modules if name.startswith("tournament.planning.") and name != "tournament.planning.models"
    ]
