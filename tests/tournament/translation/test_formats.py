"""Numbers, messages, moments and days as the reader's language writes them."""

import re
from datetime import date, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils.dateformat import format as django_format
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from scoring import points as in_english
from scoring.messages import ngettext_lazy, pgettext_lazy, phrase
from scoring.points import Minus, Unit, parse_points
from tournament.core.messages import sentence
from tournament.translation.formats import (
    ENGLISH,
    clauses,
    days,
    enumeration,
    number,
    series,
    span,
    write,
    write_p,
    write_price,
    write_whole_p,
    written,
)

START = datetime(2026, 3, 14, 9, 5)  # noqa: DTZ001 (as a moment in the hall's time is handed over)
AS_DJANGO = {
    "time": "H:i",
    "seconds": "H:i:s",
    "full": "l j F Y",
    "weekday": "l j F",
    "day": "j F Y",
    "short": "j M Y",
    "date": "j F",
    "brief": "j M",
    "year": "Y",
    "stamp": "Y-m-d H:i",
    "brief time": "j M H:i",
    "brief, time": "j M, H:i",
    "date, time": "j F, H:i",
    "short time": "j M Y H:i",
    "weekday, time": "l j F, H:i",
}


@pytest.mark.parametrize(
    ("language", "points", "score", "price"),
    [
        ("en", "−25,300", "▲2.25", "7.5P"),
        ("fr", "−25\u202f300", "▲2,25", "7,5\u00a0P"),
        ("de", "−25.300", "▲2,25", "7,5\u00a0P"),
        ("de-ch", "−25’300", "▲2.25", "7.5P"),
        ("ja", "−25,300", "▲2.25", "7.5P"),
    ],
)
def test_each_language_has_its_marks_and_every_place_its_minus(
    language: str, points: str, score: str, price: str
) -> None:
    numbers = (
        in_english.write(-25_300),
        in_english.write_p(-2_250, Minus.SHEET),
        in_english.write_price(7_500),
    )
    with override(language):
        assert tuple(map(number, numbers)) == (points, score, price)
        assert sentence(phrase("{a} {b} {c}", dict(zip("abc", numbers, strict=True)))) == f"{points} {score} {price}"


def test_where_no_language_is_active_numbers_are_english() -> None:
    with override(None):
        assert number(in_english.write(25_300)) == "25,300"


def test_the_catalogue_is_asked_for_the_right_form_in_its_context() -> None:
    with override("de"):  # Django's own catalogue
        assert sentence(phrase(pgettext_lazy("alt. month", "May"))) == "Mai"
        assert sentence(phrase(pgettext_lazy("abbrev. month", "March"))) == "März"
        assert sentence(phrase(ngettext_lazy("%(num)d hour", "%(num)d hours"), {"count": 2})) == "%(num)d Stunden"


@given(at=st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1)))  # noqa: DTZ001
def test_english_has_its_own_forms(at: datetime) -> None:
    with override("en"):
        assert {form: written(at, form) for form in AS_DJANGO} == {
            form: django_format(at, letters) for form, letters in AS_DJANGO.items()
        }
    assert AS_DJANGO.keys() >= ENGLISH.keys()


@pytest.mark.parametrize(
    ("language", "full", "short", "time"),
    [
        ("fr", "samedi 14 mars 2026", "14 mars 2026", "09:05"),
        ("fr-ch", "samedi, 14 mars 2026", "14 mars 2026", "09:05"),
        ("de", "Samstag, 14. März 2026", "14.03.2026", "09:05"),
        ("de-at", "Samstag, 14. März 2026", "14.03.2026", "09:05"),
        ("de-ch", "Samstag, 14. März 2026", "14.03.2026", "09:05"),
        ("ja", "2026年3月14日土曜日", "2026/03/14", "9:05"),
    ],
)
def test_each_language_writes_days_and_times_its_way(language: str, full: str, short: str, time: str) -> None:
    with override(language):
        assert [written(START, form) for form in ("full", "short", "time")] == [full, short, time]


@pytest.mark.parametrize(
    ("language", "weekday", "moment", "stamp"),
    [
        ("fr", "samedi 14 mars", "14 mars, 09:05", "14 mars 2026 09:05"),
        ("de", "Samstag, 14. März", "14. März, 09:05", "14.03.2026, 09:05"),
        ("ja", "3月14日土曜日", "3月14日 9:05", "2026/03/14 9:05"),
    ],
)
def test_what_babel_has_no_form_for_is_put_together_of_those_it_has(
    language: str, weekday: str, moment: str, stamp: str
) -> None:
    with override(language):
        assert [written(START, form) for form in ("weekday", "date, time", "stamp")] == [weekday, moment, stamp]


@pytest.mark.parametrize(
    ("language", "both", "with_weekdays"),
    [
        ("en", "14–15 Mar 2026", "Sat, 14\u2009Mar –\u2009Sun, 15 Mar 2026"),
        ("fr", "14–15 mars 2026", "sam. 14\u2009–\u2009dim. 15 mars 2026"),
        ("de", "14.–15. März 2026", "Sa., 14.\u2009–\u2009So., 15. März 2026"),
        ("ja", "2026年3月14日～15日", "2026年3月14日(土)～15日(日)"),
    ],
)
def test_days_are_a_range(language: str, both: str, with_weekdays: str) -> None:
    first, last = date(2026, 3, 14), date(2026, 3, 15)
    with override(language):
        assert (days(first, last), days(first, last, "full")) == (both, with_weekdays)
        assert days(first, first) == days(first, None) == written(first, "day")
        assert days(None, None) == ""


def test_a_template_writes_a_moment_in_the_time_of_the_hall(settings) -> None:
    settings.TIME_ZONE, settings.USE_TZ = "UTC", True
    shown = Template('{% load sekigime %}{{ at|when:"day, time" }}{{ none|when:"time" }}')
    assert shown.render(Context({"at": START, "none": None})) == "14 March 2026, 09:05"


def test_a_form_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError):
        written(START, "soon")


LANGUAGES = ("en", "fr", "fr-ch", "de", "de-at", "de-ch", "ja")


@given(points=st.integers(-999_999, 999_999), language=st.sampled_from(LANGUAGES), unit=st.sampled_from(Unit))
def test_points_read_back_as_each_language_writes_them(points: int, language: str, unit: Unit) -> None:
    with override(language):
        if abs(points) >= 1_000:
            assert parse_points(write(points), unit) == points
        for minus in Minus:
            assert parse_points(write_p(points, minus), unit) == points
            assert parse_points(write_p(points, minus, plus=False), unit) == points


@given(points=st.integers(-999_999, 999_999))
def test_english_points_are_those_of_the_rule_book(points: int) -> None:
    with override("en"):
        assert write(points) == in_english.write(points)
        assert write_p(points) == in_english.write_p(points)
        assert write_price(points) == in_english.write_price(points)
        assert write_whole_p(points) == in_english.write_p(points).removesuffix(".0")


@pytest.mark.parametrize(
    ("language", "whole", "mean", "price", "thousand"),
    [
        ("fr", "−7,5", "2,13", "30,0\u00a0P", "1\u202f000"),
        ("de", "−7,5", "2,13", "30,0\u00a0P", "1.000"),
        ("de-ch", "−7.5", "2.13", "30.0P", "1’000"),
        ("ja", "−7.5", "2.13", "30.0P", "1,000"),
    ],
)
def test_a_page_writes_numbers_as_its_language_does(
    language: str, whole: str, mean: str, price: str, thousand: str
) -> None:
    page = Template("{% load sekigime %}{{ a|p_whole }} {{ b|figure }} {{ c|p_price }} {{ d|points }}")
    with override(language):
        shown = page.render(Context({"a": -7_500, "b": "2.13", "c": 30_000, "d": 1_000}))
    assert shown == f"{whole} {mean} {price} {thousand}"


@pytest.mark.parametrize(("language", "mark"), [("en", ","), ("fr", "\u202f"), ("de", "."), ("ja", ",")])
def test_paper_has_the_mark_of_thousands_between_its_boxes(language: str, mark: str) -> None:
    with override(language):
        boxes = Template('{% load sekigime %}{% digits %}{% digits 1 ",000" sign=False %}').render(Context())
    assert f'<span class="digits-comma">{mark}</span>' in boxes
    assert f'<span class="digits-zeros">{mark}000</span>' in boxes


def test_a_certificate_addresses_people_in_japanese() -> None:
    page = Template("{% load sekigime %}{{ name|addressed }}")
    for language, name in (("ja", "山田 太郎 様"), ("en", "山田 太郎"), ("fr", "山田 太郎")):
        with override(language):
            assert page.render(Context({"name": "山田 太郎"})) == name


NAMES = st.lists(st.text(alphabet="ABäé山{}", min_size=1, max_size=4), max_size=5)


@given(names=NAMES)
def test_an_english_list_has_only_commas(names: list[str]) -> None:
    with override("en"):
        assert enumeration(names) == series(names) == ", ".join(names)


@pytest.mark.parametrize(
    ("language", "whole", "begun", "parts", "numbers"),
    [
        ("fr", "A, B et C", "A, B, C", "A\u202f; B", "1–8"),
        ("fr-ch", "A, B et C", "A, B, C", "A\u202f; B", "1–8"),
        ("de", "A, B und C", "A, B, C", "A; B", "1–8"),
        ("ja", "A、B、C", "A、B、C", "A；B", "1〜8"),
    ],
)
def test_each_language_has_its_list(language: str, whole: str, begun: str, parts: str, numbers: str) -> None:
    with override(language):
        assert (enumeration("ABC"), series("ABC"), clauses("AB"), span(1, 8)) == (whole, begun, parts, numbers)


MACHINE = re.compile(r"""date:["'](U|c|Y-m-d|DATETIME_FORMAT)["']""")
LITERAL = re.compile(r"""\|(?:date|time):["'][^"']*["']|\b(?:date|time)_format\(|strftime\("(?!%H%M"\))""")


def test_no_page_has_a_form_of_a_date_of_its_own() -> None:
    root = settings.BASE_DIR
    files = [*Path(root, "templates").rglob("*.html"), *Path(root, "tournament").rglob("*.py")]
    found = {
        f"{path.relative_to(root)}: {hit[0]}"
        for path in files
        for hit in LITERAL.finditer(path.read_text(encoding="utf-8"))
        if not MACHINE.search(hit[0])
    }
    assert {one for one in found if "is_date_format" not in one} == set()


KEPT = {  # what is stored or sent and the same in every language, what is typed back, and what a console shows
    "api/endpoints.py": 2,
    "api/paging.py": 1,
    "core/devices.py": 2,
    "core/messages.py": 1,
    "core/roles.py": 1,
    "core/typeface.py": 2,
    "core/stored_words.py": 1,
    "desk/tables.py": 1,
    "events/ruleset_display.py": 1,
    "events/tables.py": 1,
    "management/commands/import_event.py": 1,
    "management/commands/load_event.py": 1,
    "management/commands/move_database.py": 1,
    "management/commands/sign_in_link.py": 1,
    "management/database_move.py": 1,
    "planning/change_views.py": 1,
    "planning/sources/closing.py": 2,
    "planning/versions.py": 1,
    "players/actions.py": 1,
    "referee/penalties/lateness_views.py": 1,
    "results/all_last/actions.py": 1,
    "results/paper/actions.py": 1,
    "results/wind_draws/actions.py": 1,
    "screens/actions.py": 1,
    "standings/actions.py": 2,
    "standings/forms.py": 1,
    "standings/prizes/views.py": 1,
    "standings/tables.py": 1,
}


def test_no_page_has_a_list_of_its_own() -> None:
    root = Path(settings.BASE_DIR)
    joins = re.compile(r'"(?:, |; | and | or )"\)?\.join\(')
    counts = {
        str(path.relative_to(root / "tournament")): len(joins.findall(path.read_text(encoding="utf-8")))
        for path in (root / "tournament").rglob("*.py")
        if path.name != "formats.py"
    }
    assert {path: count for path, count in counts.items() if count} == KEPT
    assert not [
        path for path in (root / "templates").rglob("*.html") if '|join:", "' in path.read_text(encoding="utf-8")
    ]
