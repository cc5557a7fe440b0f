"""How the lines of a list wait in the page between preview and apply: signed, so that the page cannot change them.

They are kept in the form and nowhere else: nothing to clean up, two windows do not disturb each other, the back button
and a restart of the server cost nothing. The signature binds them to the tournament and the person. What they would do
is never trusted: applying plans again (tournament/players/importing/plan.py).
"""

import json
import zlib
from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from tournament.players.importing.grid import Grid
from tournament.problems import Refused

SALT = "tournament.players.importing"
MAX_AGE = 24 * 60 * 60  # seconds


def _salt(tournament_id: int, user_id: int) -> str:
    return f"{SALT}:{tournament_id}:{user_id}"


def seal(grid: Grid, *, tournament_id: int, user_id: int) -> str:
    """The grid as signed text for a hidden field."""
    return signing.dumps(grid.to_json(), salt=_salt(tournament_id, user_id), compress=True)


def unseal(sealed: str, *, tournament_id: int, user_id: int) -> Grid:
    """The grid that was sealed for this person and tournament. Raises Refused when it is not, or is a day old."""
    try:
        data: Any = signing.loads(sealed, salt=_salt(tournament_id, user_id), max_age=MAX_AGE)
        return Grid.from_json(data)
    except (signing.BadSignature, zlib.error, json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
        raise Refused(_("The preview is out of date. Choose the file or paste the rows again.")) from error
