"""The forms of CSV files: for programs, and for spreadsheets as the reader's language writes numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.utils.translation.trans_real import parse_accept_lang_header


@dataclass(frozen=True, slots=True)
class CsvForm:
    """The way in which a CSV file is written. Files for an office have translated headings, facts above them, and
    moments that a spreadsheet reads as such; those for programs have the keys of the columns and nothing else."""

    key: str
    label: object
    separator: str
    decimal: str
    is_for_office: bool = True


PROGRAMS = CsvForm("programs", _("For programs"), ",", ".", is_for_office=False)
SEMICOLONS = CsvForm("semicolons", _("semicolons, decimal comma (1,5)"), ";", ",")
COMMAS = CsvForm("commas", _("commas, decimal point (1.5)"), ",", ".")
SWISS = CsvForm("semicolons-point", _("semicolons, decimal point (1.5)"), ";", ".")
OFFICE_FORMS = (SEMICOLONS, COMMAS, SWISS)
OF_SWITZERLAND = {"CH", "LI"}
"""Where lists are parted by semicolons, although numbers have a decimal point."""


def office_form(asked: str, languages: str) -> CsvForm:
    """Return the form with the key `asked`, else the one of the reader's languages (the header Accept-Language).

    >>> office_form("", "de,en;q=0.7").key, office_form("", "en-GB").key, office_form("", "de-CH, de").key
    ('semicolons', 'commas', 'semicolons-point')
    >>> office_form("commas", "de").key, office_form("nonsense", "xx-what, *").key
    ('commas', 'commas')
    """
    chosen = next((form for form in OFFICE_FORMS if form.key == asked), None)
    return chosen or next((form for language in _languages(languages) if (form := _form_of(language))), COMMAS)


def _languages(header: str) -> Iterator[str]:
    """The reader's languages, the dearest first, then that of the page."""
    yield from (language for language, _weight in parse_accept_lang_header(header.lower()))
    yield get_language() or "en"


def _form_of(language: str) -> CsvForm | None:
    """The form of a language, None for one that is not known. Numbers are those of Unicode's locales, by Babel."""
    from babel import Locale, UnknownLocaleError
    from babel.numbers import get_decimal_symbol

    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return None
    if get_decimal_symbol(locale) == ",":
        return SEMICOLONS
    return SWISS if locale.territory in OF_SWITZERLAND else COMMAS
