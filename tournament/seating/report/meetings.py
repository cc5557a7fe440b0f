"""Who meets whom, as a page shows it: the drawing, its legend, and the same as a table."""

from typing import Any

from django.utils.translation import gettext as _

from tournament.seating.report.picture import legend, picture_of
from tournament.seating.report.subject import Subject

PAIRS_SHOWN = 200


def meetings_of(subject: Subject) -> dict[str, Any]:
    """The drawing, its legend with how many pairs there are of each kind, and who meets again."""
    repeated = list(subject.matrix.repeated())
    pairs = [
        {
            "one": subject.label(one), "other": subject.label(other), "hanchan": ", ".join(map(str, hanchan)),
            "kind": _(subject.matrix.kind(hanchan).label),
        }
        for (one, other), hanchan in repeated[:PAIRS_SHOWN]
    ]  # fmt: skip
    counts = subject.matrix.counts()
    return {
        "picture": picture_of(subject), "pairs": pairs, "more_pairs": len(repeated) - len(pairs),
        "legend": [
            (kind, title, f"{counts[meeting]:,}") for (kind, title), meeting in zip(legend(), counts, strict=True)
        ],
    }  # fmt: skip
