"""What a browser would send of a form, read from the page: so a test changes only what a person would type."""

from html.parser import HTMLParser


class _Fields(HTMLParser):
    """The values of the form with this id; of boxes and lists only what is ticked or chosen."""

    def __init__(self, form_id: str):
        super().__init__()
        self.form_id, self.inside, self.select = form_id, False, ""
        self.values: dict[str, list[str]] = {}

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        if tag == "form":
            self.inside = has.get("id") == self.form_id
        elif self.inside and tag == "input":
            kind = has.get("type", "text")
            if kind not in ("checkbox", "radio") or "checked" in has:
                self.values.setdefault(has["name"], []).append(has.get("value", "on" if kind == "checkbox" else ""))
        elif self.inside and tag == "select":
            self.select = has["name"]
        elif self.inside and tag == "option" and "selected" in has:
            self.values.setdefault(self.select, []).append(has["value"])

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False


def sent(html: str, form_id: str, **typed) -> dict[str, list[str] | str]:
    """The form as it stands on the page, with `typed` in it; a value of None is taken out (a box unticked)."""
    fields = _Fields(form_id)
    fields.feed(html)
    assert fields.values, f"no form {form_id} on the page"
    values = {**fields.values, **typed}
    return {name: value for name, value in values.items() if value is not None}
