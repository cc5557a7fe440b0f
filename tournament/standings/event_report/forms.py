"""The form of the organiser's part of a report."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import Files
from tournament.core.messages import Refused, put_on
from tournament.core.models import LONGEST_REPORT
from tournament.events.models import LAST_POSITION, LONGEST_CAPTION, EventPhotograph
from tournament.players.names import tidy_lines
from tournament.results.paper.images import stored_image
from tournament.translation.formats import number

SAY_WHAT = _("Say what is on the photograph.")
RANGE = format_lazy(_("Enter a number from 1 to {most}."), most=LAST_POSITION)


class LinesField(forms.CharField):
    """A text of several lines; a browser counts each end of a line as one character, and sends two."""

    widget = forms.Textarea

    def to_python(self, value: object) -> str:
        return tidy_lines(super().to_python(value) or "")


def _caption(**kwargs: Any) -> forms.CharField:
    return forms.CharField(
        label=_("Caption"), max_length=LONGEST_CAPTION, error_messages={"required": SAY_WHAT}, **kwargs
    )


class EventReportForm(forms.Form):
    """The words, and for each photograph its caption and position; one photograph to add.

    A photograph that the browser does not know, or that is `removed`, keeps what it has.
    """

    report = LinesField(
        label=_("Your words"),
        max_length=LONGEST_REPORT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "dir": "auto"}),
        help_text=format_lazy(
            _("Plain text, at most {most} characters; an empty line begins a new paragraph."),
            most=lazy(number, str)(f"{LONGEST_REPORT:,}"),
        ),
    )
    image = forms.FileField(
        label=_("Photograph"),
        required=False,
        help_text=_("JPEG, PNG or WebP, at most 12 MB. Place and camera are removed from the file."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    caption = _caption(
        required=False, help_text=_("What is on it and who took it; it is also read to those who do not see it.")
    )

    def __init__(
        self,
        report: str,
        photographs: Sequence[EventPhotograph],
        data: QueryDict | None = None,
        files: Files = None,
        removed: int | None = None,
    ) -> None:
        sent = data.copy() if data is not None else None
        super().__init__(sent, files, initial={"report": report})
        self.photographs = photographs
        for one in photographs:
            values = {f"caption_{one.pk}": one.caption, f"position_{one.pk}": str(one.position)}
            self.fields[f"caption_{one.pk}"] = _caption(initial=one.caption)
            self.fields[f"position_{one.pk}"] = forms.IntegerField(
                label=_("Position"),
                initial=one.position,
                min_value=1,
                max_value=LAST_POSITION,
                error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), RANGE),
            )
            if sent is not None:
                for name, value in values.items():
                    if name not in sent or one.pk == removed:
                        sent[name] = value

    def rows(self) -> Iterator[tuple[EventPhotograph, forms.BoundField, forms.BoundField]]:
        """Yield each photograph with the fields of its caption and position."""
        for one in self.photographs:
            yield one, self[f"caption_{one.pk}"], self[f"position_{one.pk}"]

    def clean(self) -> dict[str, Any]:
        """Decode the photograph last: it takes longer than all else, and nothing is locked here."""
        cleaned = super().clean() or {}
        if cleaned.get("image") and not cleaned.get("caption") and "caption" not in self.errors:
            self.add_error("caption", SAY_WHAT)
        if cleaned.get("caption") and not cleaned.get("image") and "image" not in self.errors:
            self.add_error("image", _("Choose a file."))
        if cleaned.get("image") and not self.errors:
            try:
                cleaned["image"] = stored_image(cleaned["image"].file)
            except Refused as refused:
                put_on(self, refused)
        return cleaned
