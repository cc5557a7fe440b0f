"""The lock files: each serves every Python from 3.11.0 on, not only the one that they were made with."""

import re
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
DRIVERS = pytest.mark.slow("the drivers of a server")
LOCKS = ("requirements.lock", pytest.param("requirements-postgres.lock", marks=DRIVERS))
PYTHONS = ("3.11.0", "3.11.2", "3.11.9", "3.12.3", "3.13.5")
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS)
def test_whatever_a_locked_package_asks_for_is_locked_as_well(lock: str, python: str) -> None:
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text("utf-8"), re.MULTILINE))
    missing = [
        f"{name} asks for {asked} on {system[1]}"
        for name in locked
        for asked in map(Requirement, distribution(name).requires or ())
        for system in SYSTEMS
        if canonicalize_name(asked.name) not in locked and is_asked_for(asked, python, system)
    ]
    assert not missing


def is_asked_for(requirement: Requirement, python: str, system: tuple[str, str, str]) -> bool:
    sys_platform, platform_system, os_name = system
    there = {"sys_platform": sys_platform, "platform_system": platform_system, "os_name": os_name, "extra": ""}
    there |= {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    return requirement.marker is None or requirement.marker.evaluate(there)
