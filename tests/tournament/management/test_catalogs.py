"""The texts for translators: three domains, what is missing in them, and the compiled form that pages read."""

import os
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings as project
from django.core.management import CommandError, call_command

from tournament.management import catalogs
from tournament.management.commands import catalogs as command

SEATS, RULE, SHEET = "Your seat: {seat}", "Both win.", "{count} sheets are in."
FILES = {
    SEATS: ["templates/phones/personal.html", "templates/desk/board.html"],
    RULE: ["scoring/sentences/hand.py", "templates/desk/board.html"],
    SHEET: ["templates/desk/board.html"],
}


def texts(**more):
    catalog = Catalog()
    for text, files in {**FILES, **more}.items():
        catalog.add(text, locations=[(file, None) for file in files])
    catalog.add(("%(n)s table", "%(n)s tables"), locations=[("templates/standings/public.html", None)])
    return catalog


@pytest.fixture
def place(settings, tmp_path, monkeypatch):
    """Empty folders for the texts above in French alone."""
    settings.LOCALE_PATHS = [tmp_path / domain for domain in ("players", "rules", "staff")]
    settings.TEXT_LANGUAGES = [("en", "English"), ("fr", "Français")]
    monkeypatch.setattr(command, "texts_of", lambda root: texts())
    call_command("catalogs", "fr", begin="rules")
    call_command("catalogs", "fr", begin="staff")
    return tmp_path


def file(place, domain):
    return place / domain / "fr" / "LC_MESSAGES" / "django.po"


def translate(place, domain, text, translation):
    path = file(place, domain)
    before = path.read_text()
    after = before.replace(f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{translation}"')
    assert after != before
    path.write_text(after)


def translate_players(place):
    translate(place, "players", SEATS, "Votre place : {seat}")
    path = file(place, "players")
    text = path.read_text().replace('msgstr[0] ""', 'msgstr[0] "%(n)s table"')
    path.write_text(text.replace('msgstr[1] ""', 'msgstr[1] "%(n)s tables"'))


def begun(place, language):
    """The domains for which a language has a file."""
    return sorted(path.parts[-4] for path in place.glob(f"*/{language}/LC_MESSAGES/django.po"))


def compiled(place, domain):
    with file(place, domain).with_suffix(".mo").open("rb") as found:
        return GNUTranslations(found)


def listed(capsys):
    with pytest.raises(CommandError):
        call_command("catalogs", check=True)
    return capsys.readouterr().out.splitlines()


def test_a_text_belongs_to_the_first_domain_that_has_it(place):
    assert [domain for domain in ("players", "rules", "staff") if SEATS in file(place, domain).read_text()] == [
        "players"
    ]
    assert [domain for domain in ("players", "rules", "staff") if RULE in file(place, domain).read_text()] == ["rules"]
    assert [domain for domain in ("players", "rules", "staff") if SHEET in file(place, domain).read_text()] == ["staff"]


def test_what_a_page_of_the_players_includes_is_theirs_and_what_the_staff_reads_is_not():
    templates = catalogs.players_templates(project.BASE_DIR / "templates")
    assert {"templates/printing/report_sheets.html", "templates/seats/own_seats_card.html"} <= templates
    assert not [name for name in templates if name.startswith(("templates/planning/", "templates/staff/"))]


def test_every_named_file_of_the_players_exists():
    found = [path.relative_to(project.BASE_DIR).as_posix() for path in project.BASE_DIR.glob("[st]*/**/*.*")]
    assert [name for name in catalogs.PLAYERS_FILES if not any(path.startswith(name) for path in found)] == []


def test_one_language_can_be_asked_for_and_an_unknown_one_is_told(place, capsys):
    with pytest.raises(CommandError, match="1 fr rules: missing"):
        call_command("catalogs", "fr", check=True)
    with pytest.raises(CommandError, match="Not in TEXT_LANGUAGES of the settings: it"):
        call_command("catalogs", "it", check=True)


def test_a_new_language_begins_with_the_texts_of_the_players_and_others_when_asked_for(place, settings):
    settings.TEXT_LANGUAGES = [*settings.TEXT_LANGUAGES, ("es", "Español"), ("it", "Italiano")]
    call_command("catalogs", "es")
    assert begun(place, "es") == ["players"]
    call_command("catalogs", "es", begin="rules")
    assert begun(place, "es") == ["players", "rules"]
    with pytest.raises(CommandError, match="Name the one language"):
        call_command("catalogs", begin="staff")
    assert begun(place, "it") == []


def test_a_language_is_complete_in_the_domains_for_which_it_has_a_file(place):
    file(place, "rules").unlink()
    file(place, "staff").unlink()
    translate_players(place)
    call_command("catalogs", check=True)
    call_command("catalogs")
    assert begun(place, "fr") == ["players"]


@pytest.mark.parametrize("language", ["fr", "de", "ja"])
def test_a_language_that_is_promised_whole_has_every_domain(language):
    assert set(catalogs.places(language)) == {"players", "rules", "staff"}


def test_an_update_changes_nothing_where_nothing_changed(place):
    before = {domain: file(place, domain).read_bytes() for domain in ("players", "rules", "staff")}
    call_command("catalogs")
    assert {domain: file(place, domain).read_bytes() for domain in before} == before
    assert b"\n#: templates/desk/board.html\n" in before["staff"]  # a file without a line, which each change would move


def test_a_translation_goes_with_its_text_into_another_domain_and_keeps_its_comment(place, monkeypatch):
    translate(place, "staff", SHEET, "Feuilles rendues : {count}.")
    path = file(place, "staff")
    path.write_text(path.read_text().replace("#: templates/desk", "# of the board\n#: templates/desk"))
    moved = {SHEET: ["templates/phones/personal.html"]}
    monkeypatch.setattr(command, "texts_of", lambda root: texts(**moved))
    call_command("catalogs")
    assert "# of the board" in file(place, "players").read_text()
    assert "Feuilles rendues" in file(place, "players").read_text()


def test_a_text_that_changed_a_little_is_fuzzy_and_not_shown(place, monkeypatch, capsys):
    translate(place, "rules", RULE, "Tous deux gagnent.")
    changed = Catalog()
    changed.add("Both of them win.", locations=[("scoring/sentences/hand.py", None)])
    monkeypatch.setattr(command, "texts_of", lambda root: changed)
    call_command("catalogs")
    assert '#| msgid "Both win."' in file(place, "rules").read_text()
    assert listed(capsys) == ["fr\trules\tfuzzy\t'Both of them win.'"]
    assert compiled(place, "rules").gettext("Both of them win.") == "Both of them win."


def test_the_check_lists_what_is_missing_stale_and_broken_in_its_domain(place, capsys):
    translate(place, "players", SEATS, "Votre place : {place}")
    path = file(place, "staff")
    path.write_text(path.read_text() + '\nmsgid "Gone."\nmsgstr "Parti."\n')
    assert set(listed(capsys)) == {
        "fr\tplayers\tmissing\t'%(n)s table · %(n)s tables'",
        f"fr\tplayers\tbroken\t{SEATS!r}",
        f"fr\trules\tmissing\t{RULE!r}",
        f"fr\tstaff\tmissing\t{SHEET!r}",
        "fr\tstaff\tstale\t'Gone.'",
    }


def test_a_complete_language_passes_the_check(place):
    translate_players(place)
    translate(place, "rules", RULE, "Tous deux gagnent.")
    translate(place, "staff", SHEET, "Feuilles rendues : {count}.")
    call_command("catalogs", check=True)


@pytest.mark.parametrize(
    ("text", "translation", "flags"),
    [
        ("{count} sheets", "feuilles", ()),
        ("<b>{name}</b>", "{name}", ()),
        ("%(n)s of %(count)s", "%(n)s sur %(total)s", ("python-format",)),
        ("%(share)s %% of all", "%(share)s % de tous", ("python-format",)),
        (("one table", "{n} tables"), ("une table", "{m} tables"), ()),
        (("one table", "{n} tables"), ("{n} tables",), ()),
    ],
)
def test_a_translation_with_other_placeholders_or_tags_is_broken(text, translation, flags):
    assert catalogs.is_broken(Message(text, translation, flags=flags), 2)


@pytest.mark.parametrize(
    ("text", "translation", "flags", "plurals"),
    [
        ("%(n)s of %(count)s", "%(count)s, davon %(n)s", ("python-format",), 2),
        (("one table", "{n} tables"), ("{n} table", "{n} tables"), (), 2),
        (("one table", "{n} tables"), ("{n}卓",), (), 1),
        ("100 %", "100 %", (), 2),
    ],
)
def test_another_order_and_other_forms_are_not_broken(text, translation, flags, plurals):
    assert not catalogs.is_broken(Message(text, translation, flags=flags), plurals)


def test_what_would_break_a_page_is_not_compiled(place):
    translate(place, "players", SEATS, "Votre place : {place}")
    translate(place, "rules", RULE, "Tous deux gagnent.")
    call_command("catalogs", compile=True)
    assert compiled(place, "players").gettext(SEATS) == SEATS
    assert compiled(place, "rules").gettext(RULE) == "Tous deux gagnent."


def test_only_what_changed_is_compiled(place):
    assert catalogs.compile_catalogs() == []
    path = file(place, "rules")
    os.utime(path, ns=(2 * path.stat().st_mtime_ns, 2 * path.stat().st_mtime_ns))
    assert catalogs.compile_catalogs() == [path.with_suffix(".mo")]


def test_a_folder_that_cannot_be_written_is_told_and_stops_nothing(place, capsys):
    path = file(place, "rules").with_suffix(".mo")
    path.unlink()
    path.mkdir()
    call_command("catalogs", compile=True)
    assert "Pages are in English" in capsys.readouterr().err


def test_the_english_that_a_proposal_was_made_from_stays_until_the_proposal_is_accepted(place):
    path = file(place, "players")
    proposal = f'#, fuzzy\n#| msgid "Seat"\nmsgid "{SEATS}"\nmsgstr "Place"'
    path.write_text(path.read_text().replace(f'msgid "{SEATS}"\nmsgstr ""', proposal))
    call_command("catalogs")
    assert '| msgid "Seat"' in path.read_text()
    path.write_text(path.read_text().replace("#, fuzzy, ", "#, "))
    call_command("catalogs")
    assert 'msgid "Seat"' not in path.read_text()
    assert 'msgstr "Place"' in path.read_text()
