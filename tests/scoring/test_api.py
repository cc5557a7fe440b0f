"""The public names of the rule book, as its README promises them."""

import subprocess
import sys

import pytest

import scoring


@pytest.mark.parametrize("name", scoring.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(scoring, name) is not None


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'scoring' has no attribute 'nothing'"):
        _ = scoring.nothing


def test_a_single_module_loads_without_the_rest() -> None:
    code = "import sys, scoring.points; print(sum(name.startswith('scoring') for name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(loaded) == 3
