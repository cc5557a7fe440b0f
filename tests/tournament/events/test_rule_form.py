"""The form in which any value of a rule set is changed."""

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from scoring.points import write
from scoring.rules import preset, rule_names
from scoring.rules.files import PRESETS
from scoring.sentences.rules import rule_sentences
from tournament.events.rule_fields import points_of, shortest
from tournament.events.rule_form import SECTIONS, RulesForm, edited

FOUR = [key for key in PRESETS if preset(key).players == 4]
WRC = preset("wrc-2022")


def typed(rules, **changes) -> QueryDict:
    """The form as it is sent for `rules`, with other texts in some boxes; names of parts with __ for the dot."""
    data = edited(QueryDict("undo=all"), rules)
    del data["undo"]
    for name, value in changes.items():
        dotted = name.replace("__", ".").replace("_box", "-0-")
        if value is None:
            del data[dotted]
        elif isinstance(value, list):
            data.setlist(dotted, value)
        else:
            data[dotted] = value
    return data


def test_every_value_of_a_rule_set_is_on_the_form_in_one_section():
    rows = [row.bound.name for section in RulesForm(WRC).sections() for row in section.rows]
    assert sorted(rows) == sorted(one.name for one in rule_names())
    assert len(rows) > 50


def test_the_uma_is_in_the_first_section_which_stands_open_and_the_others_are_folded():
    first, *others = RulesForm(WRC).sections()
    assert first.is_open and "uma" in [row.bound.name for row in first.rows]
    assert not any(section.is_open for section in others)


@pytest.mark.parametrize("key", PRESETS)
def test_a_value_stands_on_the_form_under_the_heading_of_the_sentence_that_says_it_most_of_all(key):
    heading = {row.bound.name: section.title for section in RulesForm(preset(key)).sections() for row in section.rows}
    for sentence in rule_sentences(preset(key)):
        if sentence.field:
            assert heading[sentence.field] == sentence.section.label, str(sentence)


def test_no_section_is_empty_and_none_is_called_like_another():
    sections = list(RulesForm(WRC).sections())
    assert len({section.title for section in sections}) == len(sections) == len(SECTIONS)
    assert all(section.rows for section in sections)


@pytest.mark.parametrize("key", FOUR)
def test_the_form_sent_as_it_stands_changes_nothing(key):
    form = RulesForm(preset(key), typed(preset(key)))
    assert form.is_valid(), form.errors
    assert form.changes() == {}
    assert form.typed == preset(key)


@pytest.mark.parametrize("key", FOUR)
def test_what_a_box_shows_is_what_it_reads(key):
    """Also a honba of 100 points, where 100 could mean thousands elsewhere, and a floating uma."""
    form = RulesForm(WRC, typed(preset(key), schedule=preset(key).schedule))
    assert form.is_valid(), form.errors
    for one in rule_names():
        if one.name != "oka":
            assert form.cleaned_data[one.name] == one.plain(preset(key)), one.name


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("start", "25", 25_000), ("start", "25.0", 25_000), ("start", "25,000", 25_000), ("start", "25000", 25_000),
        ("goal", "40", 40_000), ("chonbo", "20", 20_000), ("chonbo", "7.5", 7_500), ("chonbo", "0", 0),
        ("hand.honba", "300", 300), ("hand.honba", "100", 100), ("hand.honba", "0", 0), ("hand.honba", "0.5", 500),
        ("hand.noten", "3,000", 3_000), ("hand.noten", "3000", 3_000), ("hand.noten", "4", 4_000),
        ("hand.riichi_points", "1000", 1_000),
    ],
)  # fmt: skip
def test_points_are_typed_in_thousands_or_in_full(name, text, value):
    form = RulesForm(WRC, typed(WRC, **{name.replace(".", "__"): text}))
    form.is_valid()
    assert form.cleaned_data[name] == value


@given(st.integers(-9_999, 9_999).map(lambda hundreds: hundreds * 100))
def test_points_as_a_box_shows_them_are_read_as_they_were(points):
    assert points_of(shortest(points)) == points


@given(st.integers(10, 9_999).map(lambda hundreds: hundreds * 100))
def test_points_in_full_as_a_box_shows_them_are_read_as_they_were(points):
    assert points_of(write(points), sticks=True) == points_of(write(points)) == points


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("start", "abc", "“abc” is not a number of points."), ("start", "253", "is not clear"),
        ("start", "300", "is not clear"), ("start", "", "required"), ("start", "0", "is below 100"),
        ("chonbo", "0.05", "not a multiple of 100"), ("chonbo", "-20", "is below 0"),
        ("goal", "20", "below the starting points"), ("time__minutes", "601", "less than or equal to 600"),
        ("time__minutes", "soon", "whole number"), ("ties", "by-lot", "not one of the available"),
        ("hand__abortive", ["three-winds"], "not one of the available"), ("players", "5", "less than or equal to 4"),
        ("bust_prize", "10", "never ends by one"), ("uma_box0", "20", "add up to +5.0, not to zero"),
        ("uma_box0", "x", "1st: “x” is not a number of points."), ("uma_box2", "", "3rd: "),
        ("prizes_box1", "5", "1st: "), ("schedule", "harsh", "not one of the available"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_beside_its_field(name, text, words):
    form = RulesForm(WRC, typed(WRC, **{name: text}))
    assert not form.is_valid()
    field = name.replace("__", ".").partition("_box")[0]
    assert words in str(form.errors[field])
    assert form.current == WRC


def test_everything_that_is_wrong_is_told_at_once():
    form = RulesForm(WRC, typed(WRC, start="abc", chonbo="0.05", uma_box3="-20"))
    assert set(form.errors) == {"start", "chonbo", "uma"}


def test_where_something_is_wrong_the_section_is_open():
    form = RulesForm(WRC, typed(WRC, lateness__minutes="-1"))
    assert [section.key for section in form.sections() if section.is_open] == ["score", "penalties"]


def test_an_empty_oka_follows_from_start_and_goal():
    """S0 Mod.4.2: four players who start 5,000 below the goal leave 20P to the winner."""
    form = RulesForm(WRC, typed(WRC, start="25", oka=""))
    assert form.is_valid(), form.errors
    assert form.typed.oka == 20_000


def test_an_oka_of_zero_is_none_whatever_start_and_goal_say():
    """S3: the club starts at 25,000, counts from 30,000, and gives no oka."""
    form = RulesForm(WRC, typed(WRC, start="25", oka="0"))
    assert form.is_valid(), form.errors
    assert form.typed.oka == 0


def test_end_points_hold_the_oka_already():
    """S4 4.10: the winner gets what the others lose."""
    form = RulesForm(WRC, typed(WRC, start="25", oka="", count="end-points"))
    assert form.is_valid(), form.errors
    assert form.typed.oka == 0


def test_an_uma_floats_from_row_to_row_and_back():
    data = edited(_with(typed(WRC), floating="on"), WRC)
    form = RulesForm(WRC, data)
    assert form.is_valid(), form.errors
    assert form.typed.uma.by_floating == (WRC.uma,) * 5
    back = RulesForm(WRC, edited(_with(data, floating="off"), WRC))
    assert back.is_valid() and back.typed == WRC


def _with(data, **more):
    data = data.copy()
    for name, value in more.items():
        data[name] = value
    return data


def test_every_row_of_a_floating_uma_is_for_a_number_of_players_at_the_goal():
    jpml = preset("jpml-a-2012")
    form = RulesForm(jpml, typed(jpml))
    html = str(form["uma"])
    assert html.count('type="text"') == 5 * 4
    assert 'aria-label="1 at the goal, 1st"' in html
    assert form.is_valid() and form.typed.uma == jpml.uma


def test_a_value_is_put_back_as_the_preset_has_it_and_the_others_stay_as_typed():
    data = edited(_with(typed(WRC, start="25", chonbo="20"), undo="start"), WRC)
    form = RulesForm(WRC, data)
    assert form.is_valid(), form.errors
    assert form.changes() == {"chonbo": 20_000}


def test_what_is_changed_says_beside_it_what_the_preset_says():
    form = RulesForm(WRC, typed(WRC, chonbo="20", hand__red_fives="3"))
    form.is_valid()
    usual = {row.bound.name: row.usual for section in form.sections() for row in section.rows if row.usual}
    assert usual == {"chonbo": "30P", "hand.red_fives": "none"}
    assert {section.key: section.changed for section in form.sections() if section.changed} == {
        "penalties": 1, "yaku": 1,
    }  # fmt: skip


def test_how_sure_a_value_is_stands_beside_it_on_the_form():
    ema = preset("ema-2025")
    marked = {row.bound.name: row.mark for section in RulesForm(ema).sections() for row in section.rows if row.mark}
    assert marked == {name: mark.label for name, mark in ema.marks.items()}
