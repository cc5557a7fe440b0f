"""A phone's keyboard of digits has no minus: each such field that may be below zero has a button for it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DIGITS = re.compile(r"inputmode\W+(?:numeric|decimal|\{\{[^}]*inputmode[^}]*\}\}|\{\{ keys \}\}|keys\b)")
BUTTON = "widgets/sign.html"

NEVER_BELOW_ZERO = {
    "templates/desk/paper_field.html": "places on the paper",
    "templates/hanchan/last_hand/all_last.html": "a place",
    "templates/hanchan/last_hand/rows.html": "points, with a tick for a minus; honba and deposits",
    "templates/referee/penalties/give.html": "points taken off",
    "templates/players/duplicates.html": "start numbers",
    "templates/persons/same_person.html": "numbers of persons",
    "tournament/planning/pairing/forms.py": "a seed, a group",
    "tournament/planning/forms.py": "a seed",
    "tournament/planning/occasion_forms.py": "a table",
    "tournament/wishes/forms.py": "numbers of hanchan and tables",
    "tournament/staff/forms.py": "a code",
    "tournament/players/forms.py": "the hanchan from which somebody counts",
    "tournament/standings/forms.py": "counts and places",
    "tournament/hanchan/last_hand/forms.py": "honba, deposits, a table",
    "tournament/referee/penalties/forms.py": "points taken off, minutes late, a table",
    "tournament/events/rule_fields.py": "amounts; an uma has boxes of its own",
    "tournament/leagues/forms.py": "deposits; points, whose boxes are in the template with a button",
    "tournament/desk/forms.py": "deposits, places; points, whose boxes are in the templates with a button",
}
BELOW_ZERO = {
    "templates/desk/entry.html": 1,  # the points; deposits are the other one
    "templates/desk/signatures/entry.html": 1,
    "templates/events/places_input.html": 2,
}


def files_with_digits():
    found = {}
    for pattern in ("templates/**/*.html", "tournament/**/*.py"):
        for path in ROOT.glob(pattern):
            if fields := DIGITS.findall(path.read_text()):
                found[str(path.relative_to(ROOT))] = len(fields)
    return found


def test_every_field_with_a_keyboard_of_digits_is_known():
    assert files_with_digits().keys() == NEVER_BELOW_ZERO.keys() | BELOW_ZERO.keys()


@pytest.mark.parametrize(("path", "buttons"), BELOW_ZERO.items())
def test_what_may_be_below_zero_has_its_button(path, buttons):
    assert (ROOT / path).read_text().count(BUTTON) == buttons
