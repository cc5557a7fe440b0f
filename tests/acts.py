"""An action's `act`, gathered from fields that a test passes on."""

from typing import Any

from tournament.core.audit import Act

FIELDS = ("by", "at", "reason", "submission", "base")


def with_act(**fields: Any) -> dict[str, Any]:
    """Return the keywords of an action: those of `Act` become `act`, the others stay."""
    act = {name: value for name, value in fields.items() if name in FIELDS}
    return {**{name: value for name, value in fields.items() if name not in FIELDS}, "act": Act(**act)}
