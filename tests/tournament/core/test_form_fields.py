"""Whoever has a Japanese keyboard types figures, codes, times and winds in full width, and every field reads them."""

import importlib
import pkgutil
from datetime import time, timedelta

import pytest
from django import forms
from hypothesis import given
from hypothesis import strategies as st

import tournament
from scoring.points import Unit
from scoring.winds import WINDS, Wind
from tournament.core.form_fields import HalfWidthField, half_width
from tournament.core.requests import parse_int
from tournament.desk.forms import UnitPointsField, WindField, WrittenPlacesField
from tournament.events.planned_starts import read_starts
from tournament.events.rule_fields import PointsField
from tournament.hanchan.last_hand.forms import CountField, DeltaField
from tournament.players.parsers import read_carried, read_ema_number, read_number
from tournament.referee.penalties.forms import AmountField, LateField
from tournament.results.sheets.codes import find_by_code, sheet_code
from tournament.standings.forms import NumbersField
from tournament.wishes.forms import TablesField

FULL = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        (UnitPointsField(unit=Unit.HUNDREDS), "２５．３", 25_300),
        (UnitPointsField(unit=Unit.HUNDREDS), "－２８", -2_800),
        (UnitPointsField(unit=Unit.HUNDREDS), "２８－", -2_800),
        (UnitPointsField(unit=Unit.HUNDREDS), "ー２８", -2_800),
        (UnitPointsField(unit=Unit.HUNDREDS), "▲２８", -2_800),
        (DeltaField(), "−６。２", -6_200),
        (PointsField(), "３０，０００", 30_000),
        (PointsField(sticks=True), "３００", 300),
        (WindField(WINDS, "ja"), "Ｓ", Wind.SOUTH),
        (WindField(WINDS, "ja"), "ｗ", Wind.WEST),
        (WindField(WINDS, "ja"), "４", Wind.NORTH),
        (WindField(WINDS, "ja"), "東", Wind.EAST),
        (WrittenPlacesField(4), "２１４３", (2, 1, 4, 3)),
        (CountField(20), "１２", 12),
        (forms.IntegerField(), "１２", 12),
        (AmountField(), "２．５Ｐ", 2_500),
        (LateField(), "１０：０１", timedelta(minutes=10, seconds=1)),
        (NumbersField(), "１６、３２　４８", [16, 32, 48]),
        (TablesField(), "１、３～５", [1, 3, 4, 5]),
        (TablesField(), "１、３〜５", [1, 3, 4, 5]),
    ],
)
def test_figures_in_full_width_are_figures(field, typed, value):
    assert field.clean(typed) == value


def test_numbers_times_and_codes_that_are_read_without_a_field_are_too():
    assert parse_int("１２") == 12
    assert read_ema_number("０５１００１７０")[0] == "05100170"
    assert (read_number("＃７"), read_carried("－４．５")) == (7, -4_500)
    assert read_starts("１０：００　１２：３０") == ((time(10), time(12, 30)),)


@given(st.integers(1, 40), st.integers(1, 200))
def test_a_sheet_code_is_one_in_full_width_and_small_letters(hanchan, table):
    code = sheet_code(hanchan, table, (1, 2, 3, 4))
    assert find_by_code(code.lower().translate(FULL)) == find_by_code(code) is not None


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
def test_full_width_and_back_is_the_same(text):
    assert half_width(text.translate(FULL)) == half_width(text) == text


def test_every_field_of_figures_that_is_not_a_number_box_reads_full_width():
    """A text with a keyboard of figures is a `HalfWidthField`, a whole number, or reads through one that does."""
    for module in pkgutil.walk_packages(tournament.__path__, "tournament."):
        if "forms" in module.name or "fields" in module.name:
            importlib.import_module(module.name)
    texts = {
        f"{form.__name__}.{name}"
        for form in _below(forms.BaseForm)
        if form.__module__.startswith("tournament.")
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, forms.CharField) and field.widget.attrs.get("inputmode") in ("numeric", "decimal")
        if not isinstance(field, HalfWidthField | PointsField)
    }
    assert not texts


def _below(kind):
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)
