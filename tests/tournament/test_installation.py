"""How an installation is called, and where its data is: a checkout, a package, the download."""

import shlex
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournament import installation
from tournament.installation import command, data_folder, program, typeface_folder, with_drivers
from tournament.management.commands import bundle, catalogs

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder with manage.py and `.venv`."""
    monkeypatch.setattr(installation, "CODE", tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    return tmp_path


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The folder of the programs of an environment that Sekigime is installed in; no other one is found."""
    programs = tmp_path / "env" / "bin"
    programs.mkdir(parents=True)
    (programs / "sekigime").touch(mode=0o755)
    monkeypatch.setattr(installation, "CODE", tmp_path / "env" / "site-packages")
    monkeypatch.setattr(installation, "IS_CHECKOUT", False)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return programs


@pytest.fixture
def download(package, monkeypatch):
    monkeypatch.setattr(installation, "IS_DOWNLOAD", True)
    monkeypatch.setattr(sys, "executable", str(package / "Sekigime 1"))
    return package


def test_the_tests_run_in_a_checkout():
    assert installation.IS_CHECKOUT and not installation.IS_DOWNLOAD
    assert installation.NAME == "manage.py"
    assert installation.CODE == ROOT


def test_a_checkout_is_called_from_its_folder(checkout):
    assert command("restore", "/media/a stick/copy") == ".venv/bin/python manage.py restore '/media/a stick/copy'"
    assert command("serve", "--port", 8001) == ".venv/bin/python manage.py serve --port 8001"
    assert program() == [f"{checkout}/.venv/bin/python", f"{checkout}/manage.py"]
    assert data_folder() == checkout / "var"
    assert typeface_folder(data_folder()) == Path(sys.prefix) / "share" / "sekigime"
    assert with_drivers() == "Run: make setup POSTGRES=1"


def test_a_checkout_with_the_python_of_elsewhere_names_it(checkout, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/opt/python/bin/python3")
    assert command("migrate") == "/opt/python/bin/python3 manage.py migrate"


def test_on_windows_a_command_is_quoted_for_its_shell(checkout, monkeypatch):
    monkeypatch.setattr(installation, "IS_WINDOWS", True)
    assert command("restore", "a copy").endswith('manage.py restore "a copy"')


def test_a_package_that_is_linked_into_the_path_is_called_by_its_name(package, tmp_path, monkeypatch):
    """As pipx and `uv tool install` do it."""
    links = tmp_path / "links"
    links.mkdir()
    (links / "sekigime").symlink_to(package / "sekigime")
    monkeypatch.setenv("PATH", str(links))
    assert command("sign_in_link") == "sekigime sign_in_link"


@pytest.mark.parametrize("on_path", [True, False], ids=["found for this process alone", "not found"])
def test_a_package_of_an_environment_is_called_by_its_place(package, monkeypatch, on_path):
    """As `uvx` does it, whose folder is on the path of what it starts, and no longer."""
    if on_path:
        monkeypatch.setenv("PATH", str(package))
    assert command("sign_in_link") == f"{package}/sekigime sign_in_link"


def test_a_package_whose_script_is_elsewhere_is_called_by_its_name_or_as_a_module(package, tmp_path, monkeypatch):
    """As `pip install --user` does it."""
    script = (package / "sekigime").rename(tmp_path / "sekigime")
    assert command("migrate") == shlex.join([sys.executable, "-P", "-m", "tournament", "migrate"])
    monkeypatch.setenv("PATH", str(script.parent))
    assert command("migrate") == "sekigime migrate"


def test_a_package_keeps_nothing_beside_its_code(package, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder().is_relative_to(tmp_path) and data_folder().name == "sekigime"
    assert not data_folder().is_relative_to(installation.CODE)
    assert typeface_folder(data_folder()) == data_folder() / "typeface"
    assert "sekigime[postgres]" in with_drivers()
    assert program() == [sys.executable, "-P", "-m", "tournament"]


def test_a_package_packs_no_bundle_and_says_what_to_take_along(package, monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "IS_CHECKOUT", False)
    with pytest.raises(CommandError, match=r"take along a copy: .*sekigime backup FOLDER"):
        call_command("bundle", tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_a_package_compiles_no_catalogs(monkeypatch):
    """Its own were compiled when it was built, and its folder may not be the user's."""
    monkeypatch.setattr(catalogs, "IS_CHECKOUT", False)
    monkeypatch.setattr(catalogs, "compile_catalogs", lambda: pytest.fail("compiled"))
    call_command("catalogs", compile=True)


def test_the_download_is_its_own_python_and_brings_the_typeface(download):
    assert program() == [f"{download}/Sekigime 1"]
    assert command("sign_in_link") == f"'{download}/Sekigime 1' sign_in_link"
    assert typeface_folder(data_folder()) == Path(sys.prefix) / "share" / "sekigime"
    assert not data_folder().is_relative_to(download)
