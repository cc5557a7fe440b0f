"""Building blocks of pages: formatted points, wind tiles, the hanchan strip, chips, fields, problems, bars.

Every tag is shown with an example in docs/design.md. Points are integers in riichi points; P exists only here.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.forms import BoundField
from django.http import QueryDict
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from scoring import points as in_english
from scoring.messages import InvalidValue, Message
from scoring.points import Minus, Points
from scoring.sentences import sources
from scoring.winds import Wind
from tournament import installation
from tournament.translation import formats
from tournament.translation.formats import (
    closed_up,
    days,
    enumeration,
    locale,
    number,
    wind_letter,
    write,
    write_p,
    write_price,
    write_whole_p,
    written,
)

register = template.Library()
TYPEFACE = "tournament/font/faces.css"
LATIN = "tournament/font/inter-latin.woff2"

# --- languages ----------------------------------------------------------------------------------------------------


@register.simple_tag
def program_name() -> str:
    """Return what the commands of this installation begin with: manage.py, or sekigime."""
    return installation.NAME


@register.simple_tag
def text_languages() -> list[tuple[str, str, bool]]:
    """Return the languages to choose from: code, own name, and whether the page is in it."""
    now = get_language() or ""
    return [(code, name, now == code or now.startswith(f"{code}-")) for code, name in settings.TEXT_LANGUAGES]


@register.simple_tag(takes_context=True)
def bilingual(context: template.Context, text: object, **params: object) -> SafeString:
    """Return a short text of a paper or a screen in both languages of the event, once where they say the same:
    `{% bilingual _("Table") %}`, `{% bilingual _("Hanchan {n}") n=3 %}`.
    """
    second = context["request"].tournament.second_language
    first = _said(text, params)
    if second not in dict(settings.LANGUAGES):
        return first
    with translation.override(second):
        beside = _said(text, params)
    if beside == first:
        return first
    return format_html('{} <span class="second-language" lang="{}">{}</span>', first, second, beside)


def _said(text: object, params: Mapping[str, object]) -> SafeString:
    """Return a lazy text in the language that is active now."""
    said = conditional_escape(str(text))
    filled = {name: conditional_escape(str(value)) for name, value in params.items()}
    return SafeString(said.format(**filled)) if params else said


@register.filter
def public_source(source: str) -> str:
    """Return a source of a rule by the names of its documents, with its remarks in the reader's language."""
    return sources.public_source(source, formats.READERS)


# --- numbers ------------------------------------------------------------------------------------------------------


@register.filter
def points(value: Points | None) -> str:
    """Return riichi points with grouped thousands and a real minus sign: 41,200; nothing for None."""
    return "" if value is None else write(value)


@register.filter
def p(value: Points | None) -> str:
    """Return riichi points as P for a screen: +26.2, −9.3; nothing for None."""
    return "" if value is None else write_p(value)


@register.filter
def p_plain(value: Points | None) -> str:
    """Return riichi points as P without a plus, for amounts that are not a change: 30.0."""
    return "" if value is None else write_p(value, plus=False)


@register.filter
def p_whole(value: Points | None) -> str:
    """Return riichi points as P without a needless decimal: +15, −7.5."""
    return "" if value is None else write_whole_p(value)


@register.filter
def p_sheet(value: Points | None) -> str:
    """Return riichi points as P for report and all-last sheets: ▲9.3 (S2)."""
    return "" if value is None else write_p(value, Minus.SHEET)


@register.filter
def p_price(value: Points | None) -> str:
    """Return riichi points as a price in P with its decimal: 30.0P, 30,0 P in French."""
    return "" if value is None else number(f"{in_english.write_p(value, plus=False)}P")


@register.filter
def price(value: Points) -> str:
    """Return riichi points as people say a price: 30P, 7,5 P in French."""
    return write_price(value)


@register.filter
def figure(value: str | None) -> str:
    """Return a number that is written in English as the reader writes it: 2.13; nothing for None."""
    return number(value or "")


@register.filter
def neg(value: Points | None) -> str:
    """Return the class of a negative number."""
    return "neg" if value is not None and value < 0 else ""


@register.filter
def place(standing: Any) -> str:
    """Return the place of a standing or row, 4= when it is shared, – when there is none."""
    if standing.place is None:
        return "–"
    return f"{standing.place}{shared_mark()}" if standing.shared else str(standing.place)


@register.simple_tag
def shared_mark() -> str:
    """Return what the reader’s language writes behind a place that several share."""
    # Translators: the short form in lists, 4ex for 4e ex æquo in French.
    return pgettext("behind a shared place", "=")


@register.filter
def addressed(name: str) -> str:
    """Return a name as a certificate addresses it: Japanese puts 様 behind it."""
    return f"{name} 様" if locale().language == "ja" else name


# --- moments and days ---------------------------------------------------------------------------------------------


@register.filter(expects_localtime=True)
def when(at: datetime | date | time | None, form: str) -> str:
    """Return a moment or day in a form of `translation/formats.py`, in the reader's language; nothing for None."""
    return written(at, form) if at else ""


register.simple_tag(days)
register.filter(enumeration)


@register.simple_tag
def comma() -> str:
    """Return what the reader’s language has between two things of a list that has marks of its own."""
    return formats.series(["", ""])


@register.simple_block_tag(name="closed_up")
def closed_up_block(content: str) -> SafeString:
    """Return what is inside without spaces between Japanese sentences."""
    return SafeString(closed_up(content))


# --- the typeface -------------------------------------------------------------------------------------------------


@register.simple_tag
def typeface() -> SafeString:
    """Return the links to the faces, Latin letters ahead; nothing where they were not made, and the system's serve."""
    if not finders.find(TYPEFACE):
        return SafeString("")
    try:
        latin, sheet = static(LATIN), static(TYPEFACE)
    except ValueError:  # made after the static files were collected
        return SafeString("")
    preload = '<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="{}">'
    return format_html(preload, latin, sheet)


# --- the wind tile ------------------------------------------------------------------------------------------------


@register.simple_tag
def wind_tile(wind: str | None, size: str = "") -> SafeString:
    """Return the ivory tile of a seat wind: glyph, letter, and the word for screen readers.

    `wind` is a Wind or its letter; empty while it is still to be drawn. `size`: tiny, small, large, or beside: on its
    side, the letter as large as the glyph, for less than 22 px or more than 10 m.
    """
    return _tile(wind or "", size, wind_letter(wind or ""), _(Wind(wind).label) if wind else _("wind to be drawn"))


@lru_cache(maxsize=256)
def _tile(wind: str, size: str, letter: str, word: str) -> SafeString:
    """A player's page has forty of them."""
    extra = f" tile-{size}" if size else ""
    if not wind:
        blank = '<span class="tile tile-blank{}"><span class="visually-hidden">{}</span></span>'
        return format_html(blank, extra, word)
    known = Wind(wind)
    return format_html(
        '<span class="tile tile-{}{}"><svg class="tile-glyph" aria-hidden="true"><use href="{}#{}"/></svg>'
        '<span class="tile-letter" aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>',
        known.value.lower(),
        extra,
        static("tournament/icon/winds.svg"),
        known.value,
        "" if letter == known.glyph else letter,
        word,
    )


@register.filter
def lapse(minutes: int) -> str:
    """Return a time in minutes as people say it on the board: `43 min`, from 100 minutes on `5 h`, from two days on
    `12 d`.

    >>> lapse(99), lapse(100), lapse(47 * 60), lapse(48 * 60)
    ('99 min', '1 h', '47 h', '2 d')
    """
    if minutes < 100:
        return _("{n} min").format(n=minutes)
    hours = minutes // 60
    return _("{n} h").format(n=hours) if hours < 48 else _("{n} d").format(n=hours // 24)


register.filter(wind_letter)


@register.filter
def quoted(text: object) -> SafeString:
    """Return a text that somebody typed, in the quotation marks of the reader's language."""
    return format_html(_("“{text}”"), text=format_html("<bdi>{}</bdi>", text))


@register.filter
def wind_word(wind: str | None) -> str:
    """Return the word for a seat wind in the reader's language: East."""
    return _(Wind(wind).label) if wind else ""


# --- the place dot ------------------------------------------------------------------------------------------------


@register.simple_tag
def place_dot(place: int | None, spoken: bool = True) -> SafeString:
    """Return the dot of a place at the table, 1 to 4: a digit in a circle that is filled or outlined; a dashed circle
    for None. `spoken` adds the word for screen readers; leave it out where the text beside it says the place.
    """
    return _dot(place, pgettext("place at the table", "place") if spoken else "")


@register.simple_tag
def player_url(page: str, slug: str, number: int) -> str:
    """Return the address of a player's page, for the pages that name a hundred players."""
    return _player_url(get_script_prefix(), page, slug, number)


@register.simple_tag
def page_url(link: Any, slug: str) -> str:
    """Return the address of a `PageLink` at a tournament."""
    return reverse(link.url_name, args=[slug, *link.numbers], query=QueryDict(link.query))


@lru_cache(maxsize=4096)
def _player_url(_prefix: str, page: str, slug: str, number: int) -> str:
    return reverse(page, args=[slug, number])


@lru_cache(maxsize=64)
def _dot(place: int | None, word: str) -> SafeString:
    if place is None:
        return SafeString('<span class="dot dot-none"></span>')
    said = format_html('<span class="visually-hidden">{} </span>', word) if word else ""
    return format_html('{}<span class="dot dot-{}">{}</span>', said, place, place)


# --- states -------------------------------------------------------------------------------------------------------

STATES: dict[str, tuple[Any, str]] = {
    "planned": (gettext_lazy("planned"), "plain"),
    "playing": (gettext_lazy("playing"), "plain"),
    "closed": (gettext_lazy("closed"), "ok"),
    "not-back": (gettext_lazy("not back"), "plain"),
    "missing": (gettext_lazy("missing"), "wait"),
    "entering": (gettext_lazy("entering"), "plain"),
    "entered": (gettext_lazy("entered"), "ok"),
    "changed": (gettext_lazy("changed"), "wait"),
    "verify": (gettext_lazy("verify"), "wait"),
    "verified": (gettext_lazy("verified"), "ok"),
    "differs": (gettext_lazy("differs"), "bad"),
    "disputed": (gettext_lazy("disputed"), "bad"),
    "once": (gettext_lazy("typed once"), "wait"),
    "unread": (gettext_lazy("read once"), "wait"),
    "official": (gettext_lazy("official"), "ok"),
    "accepted": (gettext_lazy("accepted"), "ok"),
    "rejected": (gettext_lazy("rejected"), "plain"),
    "open": (gettext_lazy("open"), "wait"),
    "provisional": (gettext_lazy("provisional"), "wait"),
    "draft": (gettext_lazy("draft"), "plain"),
    "published": (gettext_lazy("published"), "ok"),
    "hidden": (gettext_lazy("hidden"), "plain"),
    "public": (gettext_lazy("public"), "ok"),
    "private": (gettext_lazy("private"), "plain"),
    "released": (gettext_lazy("released"), "ok"),
    "done": (gettext_lazy("done"), "ok"),
    "now": (gettext_lazy("now"), "wait"),
    "later": (gettext_lazy("later"), "plain"),
    "here": (gettext_lazy("here"), "ok"),
    "not-here": (gettext_lazy("not here"), "wait"),
    "substitute": (gettext_lazy("substitute"), "plain"),
    "did-not-come": (gettext_lazy("did not come"), "plain"),
    "withdrawn": (gettext_lazy("withdrawn"), "plain"),
    "waiting": (gettext_lazy("waiting list"), "wait"),
    "declined": (gettext_lazy("declined"), "plain"),
    "confirmed": (gettext_lazy("confirmed"), "ok"),
    "paid": (gettext_lazy("paid"), "ok"),
    "disqualified": (gettext_lazy("disqualified"), "bad"),
    "cancelled": (gettext_lazy("cancelled"), "plain"),
    "late": (gettext_lazy("late"), "wait"),
    "forfeit": (gettext_lazy("forfeit"), "bad"),
    "new": (gettext_lazy("new"), "ok"),
    "error": (gettext_lazy("error"), "bad"),
    "warning": (gettext_lazy("warning"), "wait"),
    "overridden": (gettext_lazy("overridden"), "wait"),
    "not-played": (gettext_lazy("not played"), "plain"),
    "paused": (gettext_lazy("paused"), "wait"),
    "over": (gettext_lazy("time is up"), "bad"),
}


def state_words(state: str) -> tuple[Any, str]:
    """Return the word and tone of a state; an unknown state is its own word."""
    key = str(state).replace("_", "-")
    return STATES.get(key, (key.replace("-", " "), "plain"))


@register.simple_tag
def chip(state: str, label: str = "", tone: str = "") -> SafeString:
    """Return a state as a word on a chip; `label` and `tone` (ok, wait, bad, plain) replace its own."""
    word, usual = state_words(state)
    return format_html('<span class="chip chip-{}">{}</span>', tone or usual, label or word)


# --- forms --------------------------------------------------------------------------------------------------------


@register.inclusion_tag("widgets/field.html")
def field(bound: BoundField, css: str = "", needed: bool = False) -> dict[str, object]:
    """Return one field with its label, help and errors, connected for screen readers.

    `css` adds classes (field-short, field-points, wide); `needed` marks a field that only this page requires.
    """
    if needed:
        bound.field.widget.attrs["aria-required"] = "true"
    kind = "check" if bound.widget_type == "checkbox" else "choices" if bound.use_fieldset else "line"
    return {"field": bound, "kind": kind, "css": css}


@register.inclusion_tag("widgets/form_errors.html")
def form_errors(form: Any) -> dict[str, object]:
    """Return the errors of the form as a whole, above it."""
    return {"errors": form.non_field_errors()}


@register.filter
def sentence(message: Message | InvalidValue | str) -> str:
    """Return a message in the reader's language; text that is a sentence already stays as it is."""
    if isinstance(message, InvalidValue):
        message = message.message
    return formats.sentence(message) if isinstance(message, Message) else str(message)


@register.inclusion_tag("widgets/problems.html")
def problems(found: Sequence[Any]) -> dict[str, object]:
    """Return all problems, errors before warnings, each as one sentence."""
    warnings = [sentence(one) for one in found if getattr(one, "level", "error") == "warning"]
    errors = [sentence(one) for one in found if getattr(one, "level", "error") != "warning"]
    return {"errors": errors, "warnings": warnings}


# --- bars ---------------------------------------------------------------------------------------------------------

BAR_WIDTH, BAR_STEP, BAR_ZERO, CAP, GAP = 80, 100, 120, 25, 20  # in tenths of a pixel, so that no float is needed
FULL_BAR = 30_000  # riichi points of a bar that goes all the way; larger values make the others shorter


def _bar(index: int, value: Points | None, top: Points) -> tuple[str, str]:
    """Return the class of one bar and its outline, up or down from the zero line; an unplayed hanchan is a dash, and a
    bar over the top is broken below its cap, as on the wall."""
    if value is None:
        return "none", f"M{index * BAR_STEP} {BAR_ZERO - 10}h{BAR_WIDTH}v10h-{BAR_WIDTH}z"
    height = max(10, min(abs(value), top) * BAR_ZERO // top)
    tone, sign = ("up", "-") if value >= 0 else ("down", "")
    left, end, cap = index * BAR_STEP, f"h-{BAR_WIDTH}z", ""
    if abs(value) > top:
        height -= CAP + GAP
        begin = CAP if sign else 2 * BAR_ZERO - CAP
        cap = f"M{left} {begin}h{BAR_WIDTH}v{sign}{CAP}{end}"
    return tone, f"M{left} {BAR_ZERO}h{BAR_WIDTH}v{sign}{height}{end}{cap}"


@register.simple_tag
def bars(values: Iterable[Points | None], top: Points | None = None) -> SafeString:
    """Return one bar per hanchan score in points, up in felt and down in red; None (not played) is a dash.

    `top` is the score of a full bar, one for all rows of a page (`ranking.bar_scale`); without it the row's own
    largest, at least 30P. All bars of one tone are one path: a page of 200 players is read on phones.
    """
    scores = tuple(values)
    if not scores:
        return SafeString("")
    top = top or max([FULL_BAR, *(abs(score) for score in scores if score is not None)])
    return _bars(scores, top, get_language() or "")


@lru_cache(maxsize=4096)
def _bars(scores: tuple[Points | None, ...], top: Points, _language: str) -> SafeString:
    """Kept, since of a long list few rows change at a time; the language is the active one."""
    outlines: dict[str, str] = {}
    for index, score in enumerate(scores):
        tone, outline = _bar(index, score, top)
        outlines[tone] = outlines.get(tone, "") + outline
    width = len(scores) * BAR_STEP - (BAR_STEP - BAR_WIDTH)
    return format_html(
        '<svg class="bars" role="img" aria-label="{}" width="{}" height="24" viewBox="0 0 {} 240">{}</svg>',
        " ".join(["–" if score is None else write_p(score) for score in scores]),
        width // 10,
        width,
        SafeString("".join([f'<path class="bars-{tone}" d="{outline}"/>' for tone, outline in outlines.items()])),
    )


# --- paper --------------------------------------------------------------------------------------------------------


@register.inclusion_tag("widgets/digits.html")
def digits(boxes: int = 4, zeros: str = "00", sign: bool = True) -> dict[str, object]:
    """Return boxes for handwritten digits, with a box for ▲ before them and printed zeros after them.

    `zeros` "00" makes hundreds and puts the mark of thousands in its place.
    """
    comma = boxes - 1 if zeros == "00" else 0
    return {"boxes": range(boxes), "zeros": number(zeros), "sign": sign, "comma": comma, "mark": number(",")}
