"""The page that says for one table whether this is the last hand, for players and for referees."""

from collections.abc import Mapping

from scoring.rules import Ruleset
from scoring.sentences.sources import public_source
from scoring.sentences.time_limit import counts_from_warning
from scoring.time_limit import Continuation, cases
from tournament.core.messages import READERS
from tournament.events.ruleset_display import time_up
from tournament.hanchan.forms import TimeUpForm


def last_hand_context(rules: Ruleset, typed: Mapping[str, str]) -> dict[str, object]:
    """Return the three questions with the answers in `typed`, and the hands still to play; for
    `hanchan/last_hand.html`.
    """
    form = TimeUpForm(rules, typed or None)
    verdict = form.verdict() if form.is_valid() else None
    return {
        "form": form,
        "verdict": verdict,
        "is_over": verdict is not None and verdict.kind is Continuation.OVER,
        "time_up": time_up(rules),
        "time_up_cases": cases(rules),
        "from_warning": counts_from_warning(rules.time),
        "source": public_source(rules.sources.get("time.during", ""), READERS),
    }
