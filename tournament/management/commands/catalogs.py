"""`manage.py catalogs`: the texts for translators. CONTRIBUTING.md, “A language”, is the way to use it."""

from argparse import ArgumentParser
from collections import Counter

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.installation import IS_CHECKOUT
from tournament.management.catalogs import RULES, STAFF, compile_catalogs, faults, texts_of, update
from tournament.management.catalogs import languages as translated


class Command(BaseCommand):
    help = "Bring the texts of each language in line with the source and compile them. Needs GNU gettext."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("languages", nargs="*", help="for example it; all without one")
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument(
            "--check", action="store_true", help="list what is missing, stale, fuzzy or broken; write nothing"
        )
        ways.add_argument(
            "--begin",
            choices=(RULES, STAFF),
            default="",
            help="make the file of this domain, too; a new language has that of the players",
        )
        ways.add_argument("--compile", action="store_true", help="compile what changed, nothing else; needs no gettext")

    def handle(self, *args: object, languages: list[str], begin: str, **options: object) -> None:
        if options["compile"]:
            self.compile()
            return
        if unknown := set(languages) - set(translated()):
            raise CommandError(f"Not in TEXT_LANGUAGES of the settings: {', '.join(sorted(unknown))}")
        wanted = languages or translated()
        if begin and len(languages) != 1:
            raise CommandError("Name the one language that begins with these texts.")
        texts = texts_of(settings.BASE_DIR)
        if options["check"]:
            found = [fault for language in wanted for fault in faults(language, texts, settings.BASE_DIR)]
            for fault in found:
                self.stdout.write(f"{fault.language}\t{fault.domain}\t{fault.state}\t{fault.text!r}")
            if found:
                counts = Counter(f"{fault.language} {fault.domain}: {fault.state}" for fault in found)
                raise CommandError("\n".join(f"{count} {name}" for name, count in counts.items()))
            return
        for language in wanted:
            update(language, texts, settings.BASE_DIR, begin)
        self.compile()

    def compile(self) -> None:
        """Compile, or say why not: pages are in English then. A package has its catalogs compiled."""
        if not IS_CHECKOUT:
            return
        try:
            compile_catalogs()
        except CommandError as error:
            self.stderr.write(f"{error} Pages are in English where the translations are not compiled.")
