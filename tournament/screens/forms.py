"""The forms of the page of screens."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import Sent, set_choices
from tournament.core.hall_distance import SEATS
from tournament.core.models import Tournament
from tournament.screens.actions import LONGEST_NAME, LONGEST_TEXT
from tournament.screens.models import Face, Screen, ScreenImage
from tournament.screens.queries import faces_of
from tournament.screens.room_plan import HALVES, WIDTHS

PLAYLIST = "playlist"
SEVERAL = (PLAYLIST, _("Several in turn"))
MOST_PLAYERS = 1000
NOT_IN_PLAYLIST = (Face.BLANK, Face.MESSAGE, Face.TEST)


class ScreenForm(forms.Form):
    """A new screen."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("Where it hangs, for example “Left of the stage”.")
    )


class ScreenSizeForm(forms.Form):
    """The changes to a screen: its name, and how large letters must be."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    picture_height = forms.IntegerField(label=_("Height of the picture in cm"), required=False, min_value=1)
    farthest_seat = forms.IntegerField(label=_("Farthest seat in m"), required=False, min_value=1)

    @staticmethod
    def of(screen: Screen) -> "ScreenSizeForm":
        """Return the form with what the screen has; its fields have the screen's id in their names."""
        values = {name: getattr(screen, name) for name in ScreenSizeForm.base_fields}
        return ScreenSizeForm(initial=values, prefix=f"s{screen.pk}")


class HallForm(forms.Form):
    """The size of the hall, for screens without a size of their own."""

    picture_height = forms.IntegerField(label=_("Height of the picture in cm"), min_value=20, max_value=1000)
    farthest_seat = forms.IntegerField(label=_("Farthest seat in m"), min_value=1, max_value=100)


class StreamForm(forms.Form):
    """The table on the stream."""

    stream_table = forms.IntegerField(
        label=_("Table on the stream"),
        required=False,
        min_value=1,
        help_text=_("Its page then asks for the points after each hand. Empty: the clock and the standings."),
        widget=forms.NumberInput(attrs={"size": 3}),
    )


class RoomForm(forms.Form):
    """A room to plan; every field has a value at first."""

    use_required_attribute = False
    width = forms.FloatField(label=_("Picture width"), min_value=WIDTHS[0] / 100, max_value=WIDTHS[-1] / 100)
    distance = forms.IntegerField(label=_("Last row"), min_value=SEATS[0], max_value=SEATS[-1])
    players = forms.IntegerField(label=_("Players"), min_value=1, max_value=MOST_PLAYERS)
    projectors = forms.IntegerField(label=_("Projectors for the seating"), min_value=1, max_value=HALVES)

    def room(self) -> dict[str, int]:
        """Return the room in the units of a plan."""
        typed = self.cleaned_data
        width = round(100 * typed["width"])
        return {
            "width": width,
            "metres": typed["distance"],
            **{name: typed[name] for name in ("players", "projectors")},
        }


class ShowForm(forms.Form):
    """The content for the chosen screens: one face, or a playlist of those that have seconds."""

    screens = forms.MultipleChoiceField(error_messages={"required": _("Choose at least one screen.")})
    face = forms.ChoiceField(
        label=_("Show"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what the screens show.")},
    )
    text = forms.CharField(label=_("Message"), max_length=LONGEST_TEXT, required=False)
    image = forms.TypedChoiceField(label=_("Picture"), coerce=int, empty_value=None, required=False)

    def __init__(self, data: Sent, tournament: Tournament, screens: list[Screen], images: list[ScreenImage]) -> None:
        super().__init__(data)
        faces = faces_of(tournament)
        set_choices(self, "face", [*[(face.value, label) for face, label in faces.items()], SEVERAL])
        self.in_turn = [face for face in faces if face not in NOT_IN_PLAYLIST]
        self.known = {str(screen.pk): screen for screen in screens}
        set_choices(self, "screens", [(key, screen.name) for key, screen in self.known.items()])
        set_choices(self, "image", [("", _("none")), *((one.pk, one.name_in_words) for one in images)])
        for face in self.in_turn:
            self.fields[f"seconds_{face.value}"] = forms.IntegerField(
                label=faces[face], required=False, min_value=5, max_value=600
            )

    @property
    def playlist(self) -> list[forms.BoundField]:
        """The fields with the seconds of each face."""
        return [self[f"seconds_{face.value}"] for face in self.in_turn]

    def chosen(self) -> list[Screen]:
        """Return the chosen screens."""
        return [self.known[key] for key in self.cleaned_data["screens"]]

    def content(self) -> list[dict[str, object]]:
        """Return what they show, as `actions.show` takes it."""
        if self.cleaned_data["face"] != PLAYLIST:
            return [self._part(self.cleaned_data["face"])]
        seconds = {face: self.cleaned_data.get(f"seconds_{face.value}") for face in self.in_turn}
        return [{**self._part(face.value), "seconds": stays} for face, stays in seconds.items() if stays]

    def _part(self, face: str) -> dict[str, object]:
        more = {Face.MESSAGE.value: "text", Face.IMAGE.value: "image"}.get(face)
        return {"face": face, **({more: self.cleaned_data[more]} if more else {})}


class ScreenImageForm(forms.Form):
    """A picture to add."""

    image = forms.FileField(
        label=_("Picture"),
        help_text=_("JPEG, PNG or WebP, best 1920 × 1080."),
        error_messages={"required": _("Choose a file.")},
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    title = forms.CharField(label=_("Name"), max_length=60, required=False)


class NoticeForm(forms.Form):
    """A message to everybody, until a time of today, or of tomorrow if that time is over today."""

    text = forms.CharField(label=_("Message"), max_length=LONGEST_TEXT)
    until = forms.TimeField(
        label=_("Until"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Enter a time such as 14:30.")},
    )

    def until_at(self, now: datetime) -> datetime:
        """Return the next moment with the typed time of day, in the time zone of the event."""
        local = timezone.localtime(now)
        typed = self.cleaned_data["until"]
        at = local.replace(hour=typed.hour, minute=typed.minute, second=0, microsecond=0)
        return at if at > now else at + timedelta(days=1)


def usual_until(tournament: Tournament, now: datetime) -> str:
    """Return the time that the field has at first: half an hour from now."""
    return f"{timezone.localtime(now) + timedelta(minutes=30):%H:%M}"
