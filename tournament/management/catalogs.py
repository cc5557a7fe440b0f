"""The texts of each language in three domains, which are three folders of `tournament/locale`: whose a text is, what of
it is not translated, and the compiled form that Django reads.

Django merges the folders of LOCALE_PATHS into one catalog of a language. So a club can translate the texts of the
players alone, and has everything that players see: a language has the domains for which it has a file.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management import call_command
from django.utils.translation import to_locale

from tournament.management.files import replaced

PLAYERS, RULES, STAFF = "players", "rules", "staff"
"""The domains. A text of several belongs to the first of them."""

PLAYERS_BASES = ("base_public.html", "base_screen.html", "base_print.html")
"""Templates that extend one of these are the players', with all that they include outside of STAFF_ROOMS."""
STAFF_ROOMS = ("templates/planning/", "templates/seating_report/")
PLAYERS_FILES = (  # what else is theirs: folders, files, beginnings of their names
    "scoring/messages.py",
    "scoring/sentences/last_hand.py",
    "scoring/sentences/time_limit.py",
    "scoring/time_limit.py",
    "scoring/winds.py",
    "templates/404.html",
    "templates/base.html",
    "templates/desk/signatures/",
    "templates/events/list.html",
    "templates/exports/post_content.html",
    "templates/hanchan/last_hand/",
    "templates/persons/person.html",
    "templates/phones/closed.html",
    "templates/phones/p",
    "templates/phones/wrong_code.html",
    "templates/players/register",
    "templates/rankings/base.html",
    "templates/rankings/calculation.html",
    "templates/rankings/list.html",
    "templates/rankings/of_event.html",
    "templates/rankings/ranking.html",
    "templates/screens/base_face.html",
    "templates/screens/find.html",
    "templates/screens/overlay.html",
    "templates/screens/shell.html",
    "templates/seats/",
    "templates/standings/crosstable.html",
    "templates/standings/list.html",
    "templates/standings/picture.html",
    "templates/standings/player",
    "templates/standings/rules.html",
    "templates/standings/statistics/line_chart.html",
    "templates/standings/statistics/statistics.html",
    "templates/standings/teams.html",
    "templates/update_notice.html",
    "templates/widgets/f",
    "templates/widgets/sign.html",
    "templates/widgets/ta",
    "tournament/desk/forms.py",
    "tournament/desk/signatures/",
    "tournament/events/rule_card.py",
    "tournament/exports/certificates.py",
    "tournament/exports/posts.py",
    "tournament/hanchan/calendar.py",
    "tournament/hanchan/clock_display.py",
    "tournament/hanchan/forms.py",
    "tournament/hanchan/last_hand",
    "tournament/hanchan/timetable.py",
    "tournament/leagues/tables.py",
    "tournament/persons/career",
    "tournament/persons/public_views.py",
    "tournament/phones/",
    "tournament/players/registration/",
    "tournament/printing/card",
    "tournament/printing/pages.py",
    "tournament/printing/payment_table.py",
    "tournament/printing/reference_views.py",
    "tournament/printing/rule_pages.py",
    "tournament/printing/stacks.py",
    "tournament/printing/tables.py",
    "tournament/printing/views.py",
    "tournament/rankings/person_",
    "tournament/results/all_last/",
    "tournament/results/protests/",
    "tournament/results/sentences.py",
    "tournament/results/sheets/a",
    "tournament/results/sheets/checks.py",
    "tournament/results/wind_draws/",
    "tournament/screens/hall_",
    "tournament/screens/name_board.py",
    "tournament/screens/scoreboard.py",
    "tournament/seats/own_seats.py",
    "tournament/seats/stand_ins.py",
    "tournament/seats/tables.py",
    "tournament/seats/word_draws.py",
    "tournament/standings/head_to_head.py",
    "tournament/standings/play",
    "tournament/standings/public_",
    "tournament/standings/result_mode.py",
    "tournament/standings/share_",
    "tournament/standings/stages.py",
    "tournament/standings/statistics/",
    "tournament/templatetags/navigation.py",
    "tournament/templatetags/sekigime.py",
    "tournament/templatetags/sheet_words.py",
    "tournament/translation/formats.py",
)
RULES_FILES = ("scoring/", "seating/", "docs/rule_phrases.py")

SOURCES = ("scoring", "seating", "templates", "tournament")
NO_TEXTS = shutil.ignore_patterns("__pycache__", "locale", "migrations", "static", "*.tsv", "*.toml", "*.csv")
WIDTH = 120
NAMED_TEMPLATE = re.compile(r'{%-?\s*(extends|include)\s+"([^"#]+)')
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[a-zA-Z]")
TAG = re.compile(r"</?[a-zA-Z][^>]*>")
LONE_PERCENT = re.compile(r"%(?!\(\w+\)[a-zA-Z])")

State = Literal["missing", "stale", "fuzzy", "broken"]


@dataclass(frozen=True, slots=True)
class CatalogFault:
    """A text that readers of `language` get in English, or that nobody asks for any more."""

    language: str
    domain: str
    state: State
    text: str


def languages() -> list[str]:
    """Return the languages to translate into."""
    return [code for code, _name in settings.TEXT_LANGUAGES if code != settings.LANGUAGE_CODE]


def texts_of(root: Path) -> Catalog:
    """Return every text of the source below `root`, in English, each with the files that have it.

    Works on a copy, since `makemessages` writes beside the templates. Raises CommandError without GNU gettext.
    """
    with TemporaryDirectory(prefix="sekigime-texts-") as folder:
        copy = Path(folder)
        for name in SOURCES:
            shutil.copytree(root / name, copy / name, ignore=NO_TEXTS)
        (copy / "docs").mkdir()
        shutil.copy(root / "docs" / "rule_phrases.py", copy / "docs")
        (copy / "locale").mkdir()  # makemessages writes into the one that is nearest
        with chdir(copy):
            call_command("makemessages", exclude=_folders(), keep_pot=True, add_location="file", verbosity=0)
        found = (copy / "locale" / "django.pot").read_text(encoding="utf-8")
    _header, _line, entries = found.partition("\n\n")
    return read_po(StringIO(entries))


def _folders() -> list[str]:
    """Return every language that has a folder: makemessages is to update none of them, and wants to be told which."""
    return ["en", *(path.name for place in settings.LOCALE_PATHS for path in Path(place).glob("*/"))]


def players_templates(templates: Path) -> set[str]:
    """Return the templates that extend a base of the players' pages, and those that these include."""
    named = {
        path.relative_to(templates).as_posix(): NAMED_TEMPLATE.findall(path.read_text(encoding="utf-8"))
        for path in templates.rglob("*.html")
    }
    found: set[str] = set(PLAYERS_BASES)
    before = 0
    while len(found) > before:
        before = len(found)
        found |= {name for name, others in named.items() if found & {one for way, one in others if way == "extends"}}
    waiting = list(found)
    while waiting:
        included = {one for _way, one in named.get(waiting.pop(), ())} - found
        waiting += included
        found |= included
    return {f"templates/{name}" for name in found if not f"templates/{name}".startswith(STAFF_ROOMS)}


def in_domains(texts: Iterable[Message], root: Path) -> Iterator[tuple[str, Message]]:
    """Yield each text with its domain."""
    templates = players_templates(root / "templates")
    for text in texts:
        files = [file for file, _line in text.locations]
        if any(file.startswith(PLAYERS_FILES) or file in templates for file in files):
            yield PLAYERS, text
        elif any(file.startswith(RULES_FILES) for file in files):
            yield RULES, text
        elif text.id:
            yield STAFF, text


def places(language: str, begun: str = "") -> dict[str, Path]:
    """Return the files of a language by their domains: those that are there, or else the one of the players; and that
    of a domain that is `begun` now."""
    files = {
        Path(place).name: Path(place) / to_locale(language) / "LC_MESSAGES" / "django.po"
        for place in settings.LOCALE_PATHS
    }
    there = [domain for domain, path in files.items() if path.is_file()] or [PLAYERS]
    return {domain: path for domain, path in files.items() if domain in (*there, begun)}


def read(path: Path, language: str) -> Catalog:
    """Return the translations of a file, none if there is no file."""
    if not path.is_file():
        return Catalog(to_locale(language))
    with path.open("rb") as file:
        catalog = read_po(file, to_locale(language))
    for message in catalog:
        if not message.fuzzy:  # Babel reads the English that a proposal was made from as a note of the translator
            message.user_comments = [note for note in message.user_comments if not note.startswith("| ")]
    return catalog


def update(language: str, texts: Catalog, root: Path, begun: str = "") -> None:
    """Bring the files of a language in line with the source, and make that of a domain that is `begun`.

    What was translated stays, also where it moved to another domain that the language has; what is nearly the same is
    proposed and marked as fuzzy; what the source no longer has is dropped.
    """
    files = places(language, begun)
    whole = Catalog(to_locale(language))
    for path in files.values():
        for message in read(path, language):
            if message.id:
                whole[message.id] = message
    whole.update(texts)
    parts = {domain: Catalog(to_locale(language)) for domain in files}
    for domain, message in in_domains(whole, root):
        if domain in parts:
            parts[domain][message.id] = message
    for domain, path in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        entries = BytesIO()
        write_po(
            entries,
            parts[domain],
            width=WIDTH,
            omit_header=True,
            sort_output=True,
            ignore_obsolete=True,
            include_previous=True,
            include_lineno=False,
        )
        header = _header(path, parts[domain])
        with replaced(path) as file:
            file.write(header.encode() + b"\n\n" + entries.getvalue().rstrip(b"\n") + b"\n")


def _header(path: Path, catalog: Catalog) -> str:
    """Return the header of a file as its translators left it; a new one has no dates, so that it stays the same."""
    if path.is_file():
        return path.read_text(encoding="utf-8").partition("\n\n")[0]
    lines = {
        "Language": str(catalog.locale),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": catalog.plural_forms,
    }
    return 'msgid ""\nmsgstr ""\n' + "\n".join(f'"{name}: {value}\\n"' for name, value in lines.items())


def faults(language: str, texts: Catalog, root: Path) -> Iterator[CatalogFault]:
    """Yield what is not as the source has it, by domain. A domain without a file is in English on purpose."""
    files = places(language)
    wanted: dict[str, list[Message]] = {domain: [] for domain in files}
    for domain, text in in_domains(texts, root):
        if domain in wanted:
            wanted[domain].append(text)
    for domain, path in files.items():
        catalog = read(path, language)
        keys = {(text.id, text.context) for text in wanted[domain]}
        for text in wanted[domain]:
            if state := _state(catalog.get(text.id, text.context), catalog):
                yield CatalogFault(language, domain, state, _words(text))
        for message in catalog:
            if message.id and (message.id, message.context) not in keys:
                yield CatalogFault(language, domain, "stale", _words(message))


def _state(message: Message | None, catalog: Catalog) -> State | None:
    """Return what is wrong with a translation, None if nothing."""
    if message is None or not all(_forms(message.string)):
        return "missing"
    if message.fuzzy:
        return "fuzzy"
    return "broken" if is_broken(message, catalog.num_plurals) else None


def is_broken(message: Message, plurals: int) -> bool:
    """Return whether a translation has other placeholders or tags than its text, or another number of forms.

    Each form of a plural has those of the singular or of the plural.

    >>> is_broken(Message("{count} of <b>{name}</b>", "<b>{name}</b> : {count}"), 2)
    False
    >>> is_broken(Message("%(n)s tables", "%(m)s Tische", flags=["python-format"]), 2)
    True
    """
    is_format = "python-format" in message.flags
    originals = [_marks(text, is_format) for text in _forms(message.id)]
    forms = _forms(message.string)
    wrong_number = len(forms) != (plurals if isinstance(message.id, tuple | list) else 1)
    return wrong_number or any(_marks(form, is_format) not in originals for form in forms)


def _marks(text: str, is_format: bool) -> tuple[set[str], list[str], int]:
    """Return placeholders, tags, and how many percent signs begin no placeholder although one is expected."""
    lone = len(LONE_PERCENT.findall(text.replace("%%", ""))) if is_format else 0
    return set(PLACEHOLDER.findall(text)), sorted(TAG.findall(text)), lone


def _forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (str(text or ""),)


def _words(message: Message) -> str:
    text = " · ".join(_forms(message.id))
    return f"{text} [{message.context}]" if message.context else text


def compile_catalogs() -> list[Path]:
    """Compile each file that is newer than its compiled form, and return those that were compiled.

    What is fuzzy or broken is left out: its readers get English, not a page that fails. Raises CommandError where the
    folder cannot be written.
    """
    compiled = []
    for path in sorted(path for place in settings.LOCALE_PATHS for path in Path(place).glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime_ns >= path.stat().st_mtime_ns:
            continue
        catalog = read(path, path.parts[-3])
        for message in list(catalog):
            if message.id and is_broken(message, catalog.num_plurals):
                catalog.delete(message.id, message.context)
        with replaced(target) as file:
            write_mo(file, catalog)
        compiled.append(target)
    return compiled
