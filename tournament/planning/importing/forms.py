"""Forms of a seating made elsewhere: a file or pasted rows, to check them or to use them."""

from collections.abc import Sequence
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.core.messages import Message, Refused, sentence
from tournament.planning.forms import OccasionForm
from tournament.planning.importing.reading import LIMITS, as_text, read_file, read_pasted, read_seating, rows_of
from tournament.planning.preview import Preview, compared_with_current
from tournament.planning.sources.seat_list import SeatList
from tournament.reading.files import ACCEPTED
from tournament.reading.raw_table import Grid
from tournament.seats.queries import placed, started_seats


class ImportForm(forms.Form):
    """A file, or rows copied from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("XLSX, ODS or CSV."),
        widget=forms.ClearableFileInput(attrs={"accept": ACCEPTED}),
    )
    pasted = forms.CharField(
        label=_("Or paste rows from a spreadsheet"),
        required=False,
        strip=False,
        max_length=2_000_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )

    may_sit_out = forms.BooleanField(
        label=_("Players not listed sit out"),
        required=False,
        help_text=_("Otherwise every active player needs a seat, or a row marked bye, in every hanchan of the list."),
    )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("pasted", "").strip():
            self.add_error("file", _("Choose a file, or paste rows below."))
        return cleaned

    def grid(self) -> Grid:
        """Return the lines of the file, else of the pasted rows. Raises Refused."""
        file = self.cleaned_data["file"]
        if file:
            return read_file(file.name, file.read(LIMITS.bytes + 1))  # one more is refused
        return read_pasted(self.cleaned_data["pasted"])

    def refuse(self, refused: Refused) -> None:
        """Put beside its field what speaks against the list."""
        self.add_error("file" if self.cleaned_data["file"] else "pasted", refused.sentences)


class CheckForm(ImportForm):
    """A seating to check, of people who need not be in any tournament."""

    may_sit_out = forms.BooleanField(
        label=_("Players may sit out"),
        required=False,
        help_text=_("Otherwise everybody named in the file needs a seat in every hanchan."),
    )


class SeatListForm(OccasionForm, ImportForm):
    """A seating made elsewhere, to use it. The lines of a file stay on the page as if they had been pasted."""

    needed = ("pasted",)
    faults: Sequence[Message] = ()

    def clean(self) -> dict[str, object]:
        cleaned = super().clean()
        if not self.errors:
            try:
                self._read(self.grid())
            except Refused as refused:
                self.refuse(refused)
        return cleaned

    def _read(self, grid: Grid) -> None:
        """Read the seats; what is wrong with them is an error of the whole form."""
        if self.cleaned_data["file"]:
            cast(QueryDict, self.data)["pasted"] = rows_of(grid)
        started, may_sit_out = started_seats(self.tournament), self.cleaned_data["may_sit_out"]
        self.reading = read_seating(grid, self.basis, started, may_sit_out=may_sit_out)
        self.faults = self.reading.faults
        if self.faults:
            self.add_error(None, list(map(sentence, self.faults)))

    def answer(self) -> SeatList:
        return SeatList(self.reading.draft, self.reading.byes)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The seats and byes that are shown, as rows: who registers meanwhile does not sit out unseen."""
        return [("pasted", as_text(self.reading.draft, self.basis.listed, self.reading.byes))]

    def shown(self, preview: Preview) -> dict[str, object]:
        subject, compared = compared_with_current(preview)
        lineups = placed(self.reading.draft, preview.basis.players)
        return {
            "compared": compared,
            "card": subject.card,
            "lineups": [(number, list(lineup.items())) for number, lineup in lineups.items()],
        }
