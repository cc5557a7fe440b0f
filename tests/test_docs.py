"""What the documents promise: links and pictures that are there, and every decision in its index."""

import re
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from docs.pictures import PICTURES, in_languages
from docs.seating_plans import PAGE, page
from scoring.rules.files import offered
from tournament import __version__

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


def test_the_readme_counts_the_rule_sets_that_are_offered():
    counts = re.findall(r"(\d+) rule sets", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert counts == [str(len(offered()))] * 2


def test_every_decision_is_in_the_index_once():
    folder = ROOT / "docs" / "decisions"
    pages = sorted(page.name for page in folder.glob("*.md") if page.name != "README.md")
    assert sorted(links(folder / "README.md")) == sorted([*pages, "../architecture.md"])


def test_every_picture_is_made_by_the_command():
    alone = set(re.findall(r"[\w-]+(?=\.png)", (ROOT / "docs" / "pictures.py").read_text(encoding="utf-8")))
    made = {name for name, _size, _address in (*PICTURES, *in_languages())} | alone
    kept = {picture.stem for picture in (ROOT / "docs" / "pictures").glob("*.png")}
    assert kept <= made


def test_the_plans_worth_passing_on_are_those_that_are_seated():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m docs.seating_plans"


WHERE_IT_IS_SAID = [
    *ROOT.glob("docs/guides/*.md"),
    *(path for folder in ("scoring", "seating", "tournament") for path in ROOT.glob(f"{folder}/**/*.py")),
    *ROOT.glob("scoring/**/*.toml"),
    *ROOT.glob("templates/**/*.html"),
]


GLOSSARY = ROOT / "docs" / "glossary.md"
COLUMNS = {"français": "fr", "deutsch": "de", "日本語": "ja"}
"""The headings of the languages in the glossary, with the catalogs that have their words."""
FIGURES = {"best n of m"}
"""Words of the glossary with letters that are numbers on pages."""


@cache
def catalogs(language: str) -> str:
    """All translations into a language as pages say them, in lower case and without soft hyphens."""
    said: list[str] = []
    for path in ROOT.glob(f"tournament/locale/*/{language}/LC_MESSAGES/django.po"):
        for message in read_po(BytesIO(path.read_bytes())):
            said += ([message.string] if isinstance(message.string, str) else message.string) if message.id else []
    return "\n".join(said).replace("\N{SOFT HYPHEN}", "").casefold()


def cells(part: int) -> list[list[str]]:
    """The rows of a table of the glossary, the heading first: of words, yaku or sources."""
    lines = GLOSSARY.read_text("utf-8").split("\n## ")[part].splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|")]
    return [rows[0], *rows[2:]]


def glossary() -> list[tuple[str, str]]:
    return [(row[0], row[-1]) for row in cells(0)[1:]]


def translations(part: int) -> dict[str, set[tuple[str, str]]]:
    """For each language the words of a table without their genders, each after the English one."""
    heading, *rows = cells(part)
    of_language = {name: heading.index(name) for name in COLUMNS}
    return {
        name: {(row[0], re.sub(r" (m/f|[mfn])$", "", row[column])) for row in rows if row[column]}
        for name, column in of_language.items()
    }


def pattern(word: str, language: str) -> str:
    """The whole word as a sentence may bend it: a plural, the ending of a German adjective."""
    if language == "ja":
        return re.escape(word)
    own, bent = {"fr": ("s", "s?"), "de": ("(?:e|er|es|en|em)", "(?:s?e[rsnm]?|s)?")}[language]
    return r"\b" + r"\s".join(re.sub(rf"(?<=\w){own}$", "", part) + bent for part in word.split()) + r"\b"


def test_the_glossary_has_each_word_once_in_order_with_a_plain_sentence():
    words = [word for word, _meaning in glossary()]
    assert len(words) > 100
    assert words == sorted(set(words), key=str.casefold)
    assert [meaning for _word, meaning in glossary() if not meaning.endswith(".") or ". " in meaning] == []


def test_every_word_of_the_glossary_is_used_by_pages_or_code():
    text = " ".join(path.read_text("utf-8") for path in WHERE_IT_IS_SAID)
    text = re.sub(r"[\s_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)).casefold()
    words = [part for word, _meaning in glossary() for part in word.split(", ")]
    assert [word for word in words if word.casefold() not in text] == []


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("part", [0, 1])
def test_pages_of_each_language_say_the_words_of_the_glossary(name, part):
    language = COLUMNS[name]
    text = catalogs(language)
    missing = {
        term for term, word in translations(part)[name] if not re.search(pattern(word.casefold(), language), text)
    }
    assert len(text) > 100_000
    assert missing == (FIGURES if part == 0 else set())


def test_every_word_with_a_source_is_one_of_the_glossary():
    of_pages = {name: {word for part in (0, 1) for _term, word in translations(part)[name]} for name in COLUMNS}
    heading, *rows = cells(2)
    assert heading == ["source", "language", "words"]
    for source, name, said in rows:
        assert set(said.split(", ")) <= of_pages[name], source


@pytest.mark.parametrize("document", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_that_tells_where_to_look_is_there(document):
    named = re.findall(r"`([\w/]+/\w+\.\w+|[\w/]+/)`", (ROOT / document).read_text("utf-8"))
    examples = {"club-night.toml", "club.toml", "NAME.toml", "PAGE.html", "clubs.html", "django.po"}
    missing = [
        name
        for name in named
        if not (ROOT / name).exists() and not (ROOT / "tournament" / name).exists() and Path(name).name not in examples
    ]
    assert named
    assert missing == []


def test_the_version_is_the_same_everywhere():
    (version,) = re.findall(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    (newest, *_older) = re.findall(r"^## ([\d.]+) – ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert version == newest == __version__


TWO_CELLS = {"draw.md", "measurements.md", "seating-table.md", "seeds.md"}
"""Pages whose tables tell rows apart by their first two cells."""


@pytest.mark.parametrize("document", PAGES, ids=lambda document: str(document.relative_to(ROOT)))
def test_no_table_of_a_page_has_a_row_twice(document):
    cells = 2 if document.name in TWO_CELLS else 1
    for table in re.findall(r"(?:^\|.*\n)+", document.read_text("utf-8"), re.MULTILINE):
        rows = Counter(tuple(row.split(" | ")[:cells]) for row in table.splitlines()[2:] if not row.startswith("|  |"))
        assert [row for row, count in rows.items() if count > 1] == []


def test_the_table_of_scripts_names_each_file_of_the_folder_in_order():
    named = re.findall(r"^\| `js/(\w+\.js)` \|", (ROOT / "docs" / "design.md").read_text("utf-8"), re.MULTILINE)
    assert named == sorted(path.name for path in (ROOT / "tournament" / "static" / "tournament" / "js").glob("*.js"))


def test_the_tree_of_the_architecture_names_each_package_once():
    tree = re.search(r"```\n(scoring/.*?)```", (ROOT / "docs" / "architecture.md").read_text("utf-8"), re.DOTALL)
    library = ""
    named = []
    for line in tree[1].splitlines():
        head = re.split(r" {2,}", line.strip())[0]
        library = head if not line.startswith(" ") else library
        named += [f"{library}{name}" for name in head.split() if name.endswith("/") and line.startswith(" ")]
    folders = [
        path.parent
        for library in ("scoring", "seating", "tournament")
        for path in ROOT.glob(f"{library}/*/__init__.py")
    ]
    packages = {f"{path.relative_to(ROOT).as_posix()}/" for path in folders}
    assert sorted(named) == sorted(packages - {"tournament/migrations/", "tournament/templatetags/"})


INCIDENT = re.compile(r"^\| (.+) \| `(tests/[\w/]+\.py)::(?:\w+::)?(test_\w+)` \|$", re.MULTILINE)


def incidents() -> list[tuple[str, str, str]]:
    """What happens with its way and its cost, the file and the name of the test, of each row."""
    return INCIDENT.findall((ROOT / "docs" / "incidents.md").read_text(encoding="utf-8"))


def test_there_are_sixty_incidents_each_once_and_whole():
    rows = [said.split(" | ") for said, _file, _name in incidents()]
    assert len(rows) >= 60
    assert len({row[0] for row in rows}) == len(rows)
    assert all(len(row) == 4 and all(row) for row in rows)
    text = (ROOT / "docs" / "incidents.md").read_text(encoding="utf-8")
    headings = text.count("\n## ")
    assert text.count("\n|") == len(rows) + 2 * headings, "a row has another form"


def test_every_incident_is_played_by_a_test_that_is_there():
    for said, file, name in incidents():
        path = ROOT / file
        assert path.exists() and re.search(rf"^ *def {name}\(", path.read_text(encoding="utf-8"), re.MULTILINE), said
