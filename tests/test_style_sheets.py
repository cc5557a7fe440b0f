"""A style sheet read as rules."""

from tests.style_sheets import read, selectors, style_rules


def selectors_of(css):
    return [rule.selector for rule in style_rules(read(css))]


def test_a_nested_rule_has_the_selector_it_had_without_nesting():
    css = ".page { .a, & h3 { color: red; } &.wide > .b { .c:hover & { color: red; } } }"
    assert selectors_of(css) == [".page .a", ".page h3", ".c:hover .page.wide > .b"]


def test_a_rule_under_a_condition_is_a_rule_of_what_is_around_it():
    [rule] = style_rules(read("@layer pages { .page { .a { @media (max-width: 40rem) { gap: 0; } } } }"))
    assert rule.selector == ".page .a"
    assert rule.declarations == ("gap: 0",)
    assert rule.groups == ("@layer pages", "@media (max-width: 40rem)")


def test_a_comma_inside_brackets_separates_nothing():
    assert selectors(".a:is(b, c:not(d, e)), [title=','] i") == [".a:is(b, c:not(d, e))", "[title=','] i"]


def test_braces_and_semicolons_in_strings_and_comments_are_letters():
    css = """.a { content: "}; {" / ""; /* } */ gap: 0 } .b { background: url(a;b) }"""
    assert [rule.declarations for rule in style_rules(read(css))] == [
        ('content: "}; {" / ""', "gap: 0"),
        ("background: url(a;b)",),
    ]


def test_steps_of_an_animation_and_pages_of_paper_are_no_style_rules():
    assert selectors_of("@keyframes x { from { gap: 0; } } @page { margin: 0; } .a { gap: 0; }") == [".a"]
