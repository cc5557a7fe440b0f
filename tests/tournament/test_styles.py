"""The style sheets keep what docs/design.md promises: contrast, scale, layers, no foreign host, no inline data."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.style_sheets import Block, read, selectors, style_rules

STATIC = Path(__file__).parents[2] / "tournament" / "static" / "tournament"
TOKENS = (STATIC / "css" / "tokens.css").read_text()
SHEETS = sorted((STATIC / "css").glob("*.css"))
LEAST = {"text": 4.5, "mark": 3.0, "far": 7.0}
SHARED = ("tokens", "base", "layout", "components", "adjust")
LAYER_OF = dict(zip(SHARED, SHARED, strict=True)) | dict.fromkeys(("public", "staff", "screen", "print"), "components")
"""The layer of each shared style sheet; every other sheet belongs to its pages."""
PAGE_SHEETS = [path for path in SHEETS if path.stem not in LAYER_OF]
TEMPLATES = Path(__file__).parents[2] / "templates"
OUTSIDE = ("@font-face", "@page")
"""What a browser reads outside of layers."""
PAIRS = re.findall(r"@pair (\w+) ([\w-]+) ([\w-]+)", TOKENS)


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css))


def themes() -> dict[str, dict[str, str]]:
    light = TOKENS.split("@media")[0]
    dark = re.search(r"prefers-color-scheme: dark\) \{(.+?)\n  \}", TOKENS, re.DOTALL)
    paper = re.search(r"@media print \{(.+?)\n  \}", TOKENS, re.DOTALL)
    assert dark and paper
    base = colours(light)
    return {"light": base, "dark": base | colours(dark[1]), "print": base | colours(paper[1])}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def without_comments(css: str) -> str:
    return re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)


def test_black_on_white_is_21_to_1():
    assert round(contrast("#000000", "#ffffff"), 2) == 21


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize(("level", "front", "back"), PAIRS)
def test_every_declared_pair_can_be_read(theme, level, front, back):
    tokens = themes()[theme]
    ratio = contrast(tokens[front], tokens[back])
    assert ratio >= LEAST[level], f"{theme}: {front} on {back} is {ratio:.2f}"


def test_every_colour_of_a_theme_is_in_a_declared_pair_or_is_only_a_rule():
    rules_only = {
        "line",
        "tile-edge",
        "tile-line",
        "hall-line",
        "winner-line",
        "winner-edge",
        "tile-back-edge",
        "screen-black",
        "chroma",
    }
    declared = {name for _, front, back in PAIRS for name in (front, back)}
    assert set(themes()["light"]) - declared == rules_only


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_colours_are_named_in_tokens_only(sheet):
    if sheet.name != "tokens.css":
        assert re.findall(r"#[0-9a-f]{3,8}\b", without_comments(sheet.read_text()), re.IGNORECASE) == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_custom_property_used_is_defined(sheet):
    defined = set(re.findall(r"(--[\w-]+):", "".join(path.read_text() for path in SHEETS)))
    assert set(re.findall(r"var\((--[\w-]+)", sheet.read_text())) <= defined


def test_nothing_is_fetched_from_another_host_or_from_inside_the_page():
    for path in STATIC.rglob("*"):
        if path.suffix in {".css", ".js", ".svg"}:
            text = path.read_text().replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?:|//\w+\.\w|data:\w+/|@import|eval\(", text), path.name


def test_the_type_scale_is_the_one_of_the_design():
    sizes = re.findall(r"--t-(\d+): ([\d.]+)rem", TOKENS)
    assert [int(name) for name, _ in sizes] == [13, 15, 17, 22, 34]
    assert [round(float(rem) * 16) for _, rem in sizes] == [13, 15, 17, 22, 34]


def page_class(sheet: Path) -> str:
    """The class that a page carries on its body when it loads the sheet."""
    return "page-" + sheet.stem.replace("_", "-")


def test_the_layers_are_declared_once_and_first():
    declared = [path.name for path in SHEETS for _ in re.findall(r"@layer [\w, ]+;", path.read_text())]
    assert declared == ["tokens.css"]
    assert without_comments(TOKENS).strip().startswith("@layer tokens, base, layout, components, pages, adjust;")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_sheet_is_in_one_layer(sheet):
    layers = [block.prelude for block in read(sheet.read_text()).blocks if not block.prelude.startswith(OUTSIDE)]
    assert layers == [f"@layer {LAYER_OF.get(sheet.stem, 'pages')}"]


def within_groups(blocks: list[Block]) -> Iterator[Block]:
    """The outermost blocks, those inside of groups instead of the groups."""
    for block in blocks:
        yield from within_groups(block.blocks) if block.is_group else [block]


@pytest.mark.parametrize("sheet", PAGE_SHEETS, ids=lambda path: path.name)
def test_every_rule_of_a_page_is_nested_under_the_class_of_the_page(sheet):
    blocks = [block.prelude for block in within_groups(read(sheet.read_text()).blocks)]
    assert f".{page_class(sheet)}" in blocks
    assert {block for block in blocks if not block.startswith("@")} == {f".{page_class(sheet)}"}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_nested_selector_that_begins_with_an_element_has_the_mark_that_older_browsers_need(sheet):
    def unmarked(block: Block) -> list[str]:
        found = [one for inner in block.blocks for one in unmarked(inner)]
        nested = [] if block.prelude.startswith("@") else list(within_groups(block.blocks))
        return found + [one for rule in nested for one in selectors(rule.prelude) if one[:1].isalpha()]

    assert [one for block in read(sheet.read_text()).blocks for one in unmarked(block)] == []


@pytest.mark.parametrize("sheet", PAGE_SHEETS, ids=lambda path: path.name)
def test_a_page_that_loads_a_sheet_carries_its_class(sheet):
    loading = [path for path in TEMPLATES.rglob("*.html") if f"css/{sheet.name}" in path.read_text()]
    assert loading
    for path in loading:
        assert re.search(rf"\b{page_class(sheet)}(?![\w-])", path.read_text()), path.name


WRITERS = [
    path
    for folder, kinds in ((TEMPLATES, {".html"}), (STATIC.parents[1], {".py", ".js", ".svg"}))
    for path in folder.rglob("*")
    if path.suffix in kinds and "migrations" not in path.parts
]
WRITTEN_BY_HTMX = {"htmx-added"}
BUILT = ("up-", "down-")  # standings.public_table.tint


def test_every_class_of_a_sheet_is_written_somewhere():
    """By a template, a script or Python; the end of a name may be a value: `dot-{{ place }}`."""
    text = "\n".join(path.read_text() for path in WRITERS)
    words = set(re.findall(r"(?<![\w-])[A-Za-z][\w-]*", text)) | WRITTEN_BY_HTMX
    beginnings = (*re.findall(r"(?<![\w-])([a-z][\w-]*-)(?=[{$%\"'])", text), *BUILT)
    used = {
        (sheet.name, name)
        for sheet in SHEETS
        for rule in style_rules(read(sheet.read_text()))
        for name in re.findall(r"\.([A-Za-z][\w-]*)", re.sub(r'"[^"]*"', "", rule.selector))
    }
    assert sorted(one for one in used if one[1] not in words and not one[1].startswith(beginnings)) == []
