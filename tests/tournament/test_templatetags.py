"""The tags and filters of the pages, each used as a template uses it."""

import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pytest
from django import forms
from django.template import Context, Template
from django.urls import clear_script_prefix, set_script_prefix
from django.utils.translation import override

from scoring.messages import Level, Message, phrase
from scoring.winds import WINDS
from tournament.templatetags import sekigime
from tournament.templatetags.sekigime import STATES, lapse


def shown(template: str, **context) -> str:
    return Template("{% load sekigime %}" + template).render(Context(context)).strip()


@pytest.mark.parametrize(
    ("filter_name", "value", "text"),
    [
        ("points", 41_200, "41,200"),
        ("points", -2_800, "−2,800"),
        ("points", None, ""),
        ("p", 26_200, "+26.2"),
        ("p", -9_300, "−9.3"),
        ("p", 0, "0.0"),
        ("p", None, ""),
        ("p_plain", 30_000, "30.0"),
        ("p_sheet", -9_300, "▲9.3"),
        ("neg", -100, "neg"),
        ("neg", 0, ""),
        ("neg", None, ""),
    ],
)
def test_a_number_is_written_as_the_field_writes_it(filter_name, value, text):
    assert shown("{{ value|" + filter_name + " }}", value=value) == text


def test_a_shared_place_says_so_and_no_place_is_a_dash():
    places = [SimpleNamespace(place=4, shared=True), SimpleNamespace(place=6, shared=False)]
    places.append(SimpleNamespace(place=None, shared=False))
    assert shown("{% for s in places %}{{ s|place }} {% endfor %}", places=places) == "4= 6 –"
    found = {}
    for language in ("fr", "de", "ja"):
        with override(language):
            found[language] = shown("{{ s|place }} · {% shared_mark %}", s=places[0])
    assert found == {"fr": "4ex · ex", "de": "4= · =", "ja": "4タイ · タイ"}


TWO_SENTENCES = """{% closed_up %}<p>一。 二。
  <a href="/">三。</a> <b>四：</b>
  五</p><textarea>六。
七</textarea><i title="八。 九">X. Y</i>{% endclosed_up %}"""


def test_japanese_has_no_space_between_sentences_but_in_what_somebody_typed():
    with override("ja"):
        found = shown(TWO_SENTENCES)
    closed = '<p>一。二。<a href="/">三。</a><b>四：</b>五</p><textarea>六。\n七</textarea><i title="八。 九">X. Y</i>'
    assert found == closed
    with override("fr"):
        assert shown(TWO_SENTENCES) == TWO_SENTENCES.removeprefix("{% closed_up %}").removesuffix("{% endclosed_up %}")


def test_a_list_with_marks_of_its_own_has_the_comma_of_its_language():
    text = "{% for s in names %}<b>{{ s }}</b>{% if not forloop.last %}{% comma %}{% endif %}{% endfor %}"
    assert shown(text, names="AB") == "<b>A</b>, <b>B</b>"
    with override("ja"):
        assert shown(text, names="AB") == "<b>A</b>、<b>B</b>"


@pytest.mark.parametrize("wind", WINDS)
def test_a_wind_is_a_drawing_a_letter_and_a_word_never_a_colour_alone(wind):
    tile = shown("{% wind_tile wind %}", wind=wind.value)
    assert f"icon/winds.svg#{wind.value}" in tile
    assert f">{wind.value}</span>" in tile
    assert f'<span class="visually-hidden">{wind.label}</span>' in tile
    assert f"tile-{wind.value.lower()}" in tile


def test_the_drawing_of_each_wind_exists():
    path = sekigime.__file__.replace("templatetags/sekigime.py", "static/tournament/icon/winds.svg")
    drawn = {symbol.get("id") for symbol in ET.parse(path).getroot()}
    assert drawn == {wind.value for wind in WINDS}


def test_a_wind_still_to_be_drawn_is_an_empty_tile():
    tile = shown('{% wind_tile "" "large" %}')
    assert "tile-blank tile-large" in tile and "wind to be drawn" in tile


def test_the_address_of_a_player_is_made_once_and_follows_where_the_site_lies():
    address = '{% player_url "public_player" "open" 7 %}'
    assert shown(address) == shown(address) == "/t/open/player/7/"
    set_script_prefix("/riichi/")
    try:
        assert shown(address) == "/riichi/t/open/player/7/"
    finally:
        clear_script_prefix()


def test_the_clause_behind_a_foul_names_its_document():
    assert shown("{{ source|public_source }}", source="S0 Mod.6.3") == "WRC optional rules 2022, 6.3"


def test_a_state_becomes_a_word_with_its_tone():
    assert shown('{% chip "differs" %}') == '<span class="chip chip-bad">differs</span>'
    assert shown('{% chip "verify" "2 to verify" %}') == '<span class="chip chip-wait">2 to verify</span>'
    assert shown('{% chip "not_back" %}') == '<span class="chip chip-plain">not back</span>'
    assert shown('{% chip "on the moon" tone="ok" %}') == '<span class="chip chip-ok">on the moon</span>'


def test_every_tone_of_a_state_is_a_tone_of_the_style_sheet():
    assert {tone for _, tone in STATES.values()} == {"plain", "ok", "wait", "bad"}


def test_a_chip_escapes_what_people_typed():
    assert "<b>" not in shown("{% chip state label %}", state="new", label="<b>loud</b>")


class Registration(forms.Form):
    name = forms.CharField(help_text="As it is shown on sheets.")
    club = forms.CharField(required=False)
    here = forms.BooleanField(required=False)
    winds = forms.ChoiceField(choices=[("a", "fixed"), ("b", "drawn")], widget=forms.RadioSelect)

    def clean(self):
        raise forms.ValidationError("Nobody else may be called so.")


def test_an_error_stands_beside_its_field_and_is_tied_to_it():
    html = shown("{% field form.name %}", form=Registration({}))
    assert '<label for="id_name">' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html and 'aria-invalid="true"' in html
    assert 'id="id_name_helptext"' in html and 'id="id_name_error"' in html


def test_what_must_be_filled_in_says_so_also_where_only_this_page_requires_it():
    assert " required" in shown("{% field form.name %}", form=Registration())
    assert "required" not in shown("{% field form.club %}", form=Registration())
    assert 'aria-required="true"' in shown("{% field form.club needed=True %}", form=Registration())


def test_choices_are_a_group_with_a_legend_and_a_tick_comes_before_its_label():
    choices = shown("{% field form.winds %}", form=Registration({}))
    assert "<fieldset" in choices and "<legend>" in choices and 'aria-describedby="id_winds_error"' in choices
    tick = shown("{% field form.here %}", form=Registration())
    assert tick.index("<input") < tick.index("<label")


def test_what_is_wrong_with_the_whole_form_stands_on_top():
    assert "Nobody else may be called so." in shown("{% form_errors form %}", form=Registration({}))


def test_every_problem_is_a_sentence_with_errors_before_warnings():
    low = Message("low", "{n} missing. {why}", {"n": 900, "why": phrase("Look again.")}, Level.ERROR)
    many = SimpleNamespace(level="warning", template="Five deposits.", params={})
    html = shown("{% problems found %}", found=[many, low, "Typed by hand."])
    assert html.index("900 missing. Look again.") < html.index("Typed by hand.") < html.index("Five deposits.")
    assert html.count("panel-error") == 1 and html.count("panel-warn") == 1


def test_no_problem_shows_nothing():
    assert shown("{% problems found %}", found=()) == ""


def drawn(values):
    """The outlines of the bars by tone, and what is said about them."""
    svg = ET.fromstring(shown("{% bars values %}", values=values))
    return {path.get("class"): path.get("d") for path in svg}, svg.get("aria-label")


def test_bars_go_up_and_down_and_say_their_numbers():
    outlines, label = drawn([30_000, -15_000, None, 0])
    assert outlines["bars-up"] == "M0 120h80v-120h-80z" + "M300 120h80v-10h-80z"
    assert outlines["bars-down"] == "M100 120h80v60h-80z"
    assert outlines["bars-none"] == "M200 110h80v10h-80z"
    assert label == "+30.0 −15.0 – 0.0"


def test_a_very_high_score_shrinks_the_other_bars_and_stays_inside():
    outlines, _label = drawn([90_000, -30_000])
    assert outlines == {"bars-up": "M0 120h80v-120h-80z", "bars-down": "M100 120h80v40h-80z"}


def test_a_bar_over_the_scale_of_its_page_is_broken_below_its_cap():
    svg = ET.fromstring(shown("{% bars values 50000 %}", values=[50_000, 70_000, -70_000]))
    up, down = (path.get("d") for path in svg)
    assert up == "M0 120h80v-120h-80z" + "M100 120h80v-75h-80z" + "M100 25h80v-25h-80z"
    assert down == "M200 120h80v75h-80z" + "M200 215h80v25h-80z"


def test_no_hanchan_has_no_bars():
    assert shown("{% bars values %}", values=[]) == ""


def test_boxes_for_handwriting_put_the_comma_before_the_last_box():
    html = shown("{% digits 4 %}")
    assert html.count("digits-box") == 4 and "▲" in html and ">00<" in html
    assert html.split("digits-comma")[1].count("digits-box") == 1
    assert "▲" not in shown('{% digits 1 ",000" sign=False %}')


@pytest.mark.parametrize(
    ("minutes", "words"), [(0, "0 min"), (99, "99 min"), (100, "1 h"), (47 * 60 + 59, "47 h"), (275_730, "191 d")]
)
def test_a_long_time_is_said_in_hours_and_days(minutes, words):
    assert lapse(minutes) == words
