"""The forms of the page that reads an edited workbook back: the file, then what was read with reason and password."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.archive.workbook_changes.changes import SheetChange
from tournament.archive.workbook_changes.reader import LIMITS

SALT = "tournament.archive.workbook_changes"
MAX_AGE = 24 * 60 * 60  # seconds


class WorkbookForm(forms.Form):
    """The edited workbook. When valid, `file` is the uploaded file."""

    file = forms.FileField(
        label=_("Workbook (XLSX or ODS)"),
        allow_empty_file=True,
        error_messages={"required": _("Choose the workbook.")},
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.ods"}),
    )

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > LIMITS.bytes:
            raise forms.ValidationError(gettext("The file has more than {size} MB.").format(size=LIMITS.megabytes))
        return upload


class WorkbookChangesForm(forms.Form):
    """The changes as shown, signed, with the reason; `password` where results are out and the person has one."""

    submission = forms.UUIDField(widget=forms.HiddenInput)
    sealed = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Enter a reason for the change.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(
        self, data: Any = None, *, salt: str, asks_password: bool, changes: Sequence[SheetChange] = ()
    ) -> None:
        self.salt = f"{SALT}:{salt}"
        sealed = signing.dumps([one.to_json() for one in changes], salt=self.salt, compress=True) if changes else ""
        super().__init__(data, initial={"submission": uuid.uuid4(), "sealed": sealed})
        if not asks_password:
            del self.fields["password"]

    def clean_sealed(self) -> list[Any]:
        try:
            found: list[Any] = signing.loads(self.cleaned_data["sealed"], salt=self.salt, max_age=MAX_AGE)
        except signing.BadSignature:
            raise forms.ValidationError(gettext("Choose the workbook again.")) from None
        return found
