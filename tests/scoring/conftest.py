"""What the tests of the scoring library share."""

from collections.abc import Iterator
from functools import cache

import pytest

from scoring.cli import main


@pytest.fixture(scope="session", autouse=True)
def _one_parser() -> Iterator[None]:
    """Build the parser of all commands once: it takes longer than most commands, and a thousand are called here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(main, "_parser", cache(main._parser))
        yield
