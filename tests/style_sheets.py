"""Style sheets read as rules: nesting resolved, comments and strings understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

GROUPS = ("@media", "@supports", "@container", "@layer", "@starting-style")
"""At-rules that hold style rules, under a condition or in a layer."""

_TOKEN = re.compile(
    r"""/\*.*?\*/ | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | [{};()\[\]] | [^{};()\[\]"'/]+ | /""", re.S | re.X
)


@dataclass
class Block:
    """A prelude and what its braces hold: declarations and blocks, in their order. `@import …;` holds nothing."""

    prelude: str
    declarations: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    @property
    def is_group(self) -> bool:
        return self.prelude.startswith(GROUPS)


@dataclass(frozen=True)
class StyleRule:
    """One selector with its declarations, the groups that it stands in, from outside to inside."""

    selector: str
    declarations: tuple[str, ...]
    groups: tuple[str, ...] = ()


def read(css: str) -> Block:
    """A whole style sheet, as the block around its statements and blocks."""
    top, brackets, text = Block(""), 0, ""
    opened = [top]
    for token in _TOKEN.findall(css):
        if token.startswith("/*"):
            continue
        brackets += (token in "([") - (token in ")]") if len(token) == 1 else 0
        if brackets or token not in "{};":
            text += token
            continue
        words, text = " ".join(text.split()), ""
        if token == "{":
            opened[-1].blocks.append(Block(words))
            opened.append(opened[-1].blocks[-1])
            continue
        if words:
            opened[-1].declarations.append(words)
        if token == "}":
            opened.pop()
    assert opened == [top] and not text.strip(), "a brace is missing"
    return top


def selectors(prelude: str) -> list[str]:
    """The selectors of a list; a comma inside brackets separates nothing."""
    parts, depth = [""], 0
    for letter in prelude:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def resolved(prelude: str, outer: str) -> list[str]:
    """The selectors of a nested rule as they were without nesting; `outer` is one selector or none."""
    if not outer:
        return selectors(prelude)
    return [one.replace("&", outer) if "&" in one else f"{outer} {one}" for one in selectors(prelude)]


def style_rules(within: Block, outer: str = "", groups: tuple[str, ...] = ()) -> Iterator[StyleRule]:
    """Every style rule in a block, one by one for each of its selectors; `outer` is the selector of the block."""
    for block in within.blocks:
        inside = (*groups, block.prelude) if block.is_group else groups
        if block.prelude.startswith("@") and not block.is_group:
            continue
        for selector in [outer] if block.is_group else resolved(block.prelude, outer):
            if block.declarations and selector:
                yield StyleRule(selector, tuple(block.declarations), inside)
            yield from style_rules(block, selector, inside)
