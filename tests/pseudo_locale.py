"""A locale that puts each translated text between ⟦ and ⟧, so that what escapes translation can be seen; one in
another language than English begins with it: ⟦ja|Table⟧.

What is left outside the brackets on a page is either data, which the tests write without Latin letters, or a text that
no translator would ever see.
"""

import re
from html.parser import HTMLParser

from django.utils import translation

from tournament.events import ruleset_display

OPEN, CLOSE = "⟦", "⟧"
ATTRIBUTES = {"title", "placeholder", "aria-label", "alt", "content"}
SILENT = {"script", "style", "code", "kbd", "svg"}
BRANDS = {"Sekigime"}
MONTHS = {"May"}  # of the events of tests; Babel writes dates
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NOT_WORDS = re.compile(
    r"https?://\S+|/[\w/.-]*|[\w.+-]+@[\w.-]+|\b[\w-]+\.(?:xlsx|csv|tsv|ods|json|py|txt)\b|\bv?\d[\w.:,×-]*|&\w+;"
)


class Text(HTMLParser):
    """The texts of a page that a person reads: those of its attributes one by one, then its running text, in which a
    translated part may hold tags."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack, self.attributes, self.running = [], [], []

    @property
    def texts(self):
        return [*self.attributes, "\n".join(self.running)]

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ATTRIBUTES and value and not (tag == "meta" and ("name", "description") not in attrs):
                self.attributes.append(value)
        if tag == "input" and ("type", "submit") in attrs:
            self.attributes.append(dict(attrs).get("value") or "")
        if tag not in VOID:
            self.stack.append((tag, dict(attrs).get("translate") == "no"))

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop()[0] != tag:
            continue

    def handle_data(self, data):
        if not any(tag in SILENT or off for tag, off in self.stack):
            self.running.append(data)


def outside(text):
    """What stands between the translated parts of a text; a part may hold another one."""
    depth, found = 0, []
    for character in text:
        depth += (character == OPEN) - (character == CLOSE)
        found.append(" " if depth or character == CLOSE else character)
    return "".join(found)


def words_outside(text):
    """Latin words that no translation covers."""
    return [
        word for word in re.findall(r"[A-Za-z]{3,}", NOT_WORDS.sub(" ", outside(text))) if word not in BRANDS | MONTHS
    ]


def languages(text):
    """The languages of the translated parts of a text."""
    return {code or "en" for code in re.findall(rf"{OPEN}(?:([a-z]{{2}}(?:-[a-z]{{2}})?)\|)?", text)}


def install(monkeypatch):
    """Translate every text into ⟦itself⟧ from now on, with its language; the set that is returned collects what was
    asked for."""
    asked, real = set(), translation._trans

    def mark(name, messages_in):
        function = getattr(real, name)

        def marked(*args):
            asked.update(args[messages_in])
            code = translation.get_language() or "en"
            return f"{OPEN}{'' if code == 'en' else f'{code}|'}{function(*args)}{CLOSE}"

        monkeypatch.setattr(real, name, marked, raising=False)

    mark("gettext", slice(0, 1))
    mark("ngettext", slice(0, 2))
    mark("pgettext", slice(1, 2))
    mark("npgettext", slice(1, 3))
    monkeypatch.setattr(
        ruleset_display, "_in_words_of", ruleset_display._in_words_of.__wrapped__
    )  # kept longer than a test
    return asked
