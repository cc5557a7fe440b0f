"""What the documents promise: links and pictures that are there, and every decision in its index."""

import re
from pathlib import Path

import pytest

from docs.seating_plans import PAGE, page

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def links(page: Path) -> list[str]:
    """The targets of a page's links and pictures that are files of ours; code is no link."""
    found = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as a link after # gives them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(ROOT)))
def test_every_link_and_picture_of_a_page_is_there(document):
    for target in links(document):
        path, _, anchor = target.partition("#")
        found = (document.parent / path).resolve() if path else document
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


def test_the_pages_that_everybody_begins_with_are_read_here():
    names = {str(page.relative_to(ROOT)) for page in PAGES}
    assert {"README.md", "docs/operations.md", "docs/guides/organiser.md", "docs/guides/player.md"} <= names
    assert len(links(ROOT / "README.md")) > 10


def test_every_decision_is_in_the_index_once():
    folder = ROOT / "docs" / "decisions"
    pages = sorted(page.name for page in folder.glob("*.md") if page.name != "README.md")
    assert sorted(links(folder / "README.md")) == sorted([*pages, "../architecture.md"])


def test_every_picture_is_made_by_the_command():
    made = set(re.findall(r"[\w-]+(?=\"|\.png)", (ROOT / "docs" / "pictures.py").read_text(encoding="utf-8")))
    kept = {picture.stem for picture in (ROOT / "docs" / "pictures").glob("*.png")}
    assert kept <= made


def test_the_plans_worth_passing_on_are_those_that_are_seated():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m docs.seating_plans"
