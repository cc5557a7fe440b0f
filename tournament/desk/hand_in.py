"""The page of a sheet's hand-in: what happened at the table, and the penalties that a referee decides about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from itertools import groupby
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.form_fields import Sent, set_choices
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, staff_page
from tournament.desk.pages import open_table, table_page
from tournament.results.paper.actions import HandInNote, dismiss, note_hand_in
from tournament.results.paper.queries import (
    ProposedPenalty,
    first_version,
    hand_in_of,
    names_in,
    photographs_of,
    proposals,
    reason_of,
)
from tournament.results.paper_models import HandIn, Noted
from tournament.results.penalties.queries import SHEET_FOUL
from tournament.results.sheets.queries import OpenTable
from tournament.seats.queries import Place


class HandInForm(forms.Form):
    """The hand-in as somebody saw it at the table; nothing has to be filled in."""

    handed_in_at = forms.TimeField(
        label=_("Handed in at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    sticks_reset = forms.ChoiceField(
        label=_("Were the sticks reset before the check?"),
        required=False,
        choices=Noted,
        widget=forms.RadioSelect,
    )
    checked_by = forms.CharField(
        label=_("Checked at the table by"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    corrected = forms.TypedMultipleChoiceField(
        label=_("Whose entries were corrected on the paper?"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    wrong_all_last = forms.TypedMultipleChoiceField(
        label=_("Who wrote a wrong entry on the all-last sheet?"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    influence = forms.ChoiceField(
        label=_("Did the wrong all-last sheet influence the game?"),
        required=False,
        choices=Noted,
        widget=forms.RadioSelect,
    )
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)

    def __init__(self, data: Sent, places: Sequence[Place], hand_in: HandIn | None, arrival: datetime) -> None:
        self.arrival = arrival
        super().__init__(data, initial=_values_of(hand_in) if hand_in else {"handed_in_at": _time_of(arrival)})
        people = [(place.player.pk, str(place.player)) for place in places]
        for name in ("corrected", "wrong_all_last"):
            set_choices(self, name, people)

    def note(self) -> HandInNote:
        """Return what was typed; only of a valid form. A time is one on the day of the hand-in."""
        read = {name: value for name, value in self.cleaned_data.items() if name != "number"}
        if read["handed_in_at"]:
            day = timezone.localtime(self.arrival).date()
            read["handed_in_at"] = timezone.make_aware(datetime.combine(day, read["handed_in_at"]))
        return HandInNote(**read)


class PhotographForm(forms.Form):
    """A photograph of the paper; a phone opens its camera."""

    image = forms.FileField(
        label=_("Photograph of the paper"),
        help_text=_("JPEG, PNG or WebP, up to 12 MB. It is made smaller, and place and device are removed."),
        widget=forms.FileInput(attrs={"accept": "image/*", "capture": "environment"}),
        error_messages={"required": _("Choose a photograph.")},
    )


def _values_of(hand_in: HandIn) -> dict[str, object]:
    return {
        "handed_in_at": hand_in.handed_in_at and _time_of(hand_in.handed_in_at),
        "sticks_reset": hand_in.sticks_reset,
        "checked_by": hand_in.checked_by,
        "corrected": hand_in.corrected,
        "wrong_all_last": hand_in.wrong_all_last,
        "influence": hand_in.influence,
        "number": hand_in.number,
    }


def _time_of(moment: datetime) -> time:
    return timezone.localtime(moment).time().replace(second=0, microsecond=0)


@dataclass(frozen=True, slots=True)
class ProposalGroup:
    """The proposals for one foul, with the reason and the pages on which they are given."""

    first: ProposedPenalty
    proposals: tuple[ProposedPenalty, ...]
    reason: str
    give_all: str

    @property
    def undecided(self) -> list[ProposedPenalty]:
        return [one for one in self.proposals if not one.is_decided]

    def gives(self) -> list[tuple[ProposedPenalty, str]]:
        """The proposals, each with the address of the page that gives the penalty."""
        return [(one, _address("penalty_give", one, self.reason, player=one.player.number)) for one in self.proposals]


@staff_page("enter_sheet")
@never_cache
def sheet_hand_in(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Note what happened at the table, and see the penalties that the schedule has for it."""
    opened = open_table(request, number, table)
    if request.method != "POST":
        return hand_in_page(request, opened)
    form = _form(opened, request.POST)
    if form.is_valid():
        act = Act(by=request.user, at=timezone.now(), base=form.cleaned_data["number"])
        try:
            note_hand_in(hanchan=opened.hanchan, table=table, note=form.note(), act=act)
        except Refused as refused:
            put_on(form, refused)
            return hand_in_page(request, opened, refused.status, form=form)
        return redirect(f"{request.path}?noted=1")
    return hand_in_page(request, opened, 422, form=form)


@staff_page("give_penalty")
@require_POST
@never_cache
def sheet_dismiss(request: TournamentRequest, number: int, table: int) -> HttpResponse:
    """Decide not to give a penalty that is proposed."""
    opened = open_table(request, number, table)
    players = {int(one) for one in request.POST.getlist("players") if one.isdecimal() and len(one) < 10}
    foul, reason = request.POST.get("foul", ""), request.POST.get("reason", "")[:500]
    act = Act(by=request.user, at=timezone.now(), reason=reason)
    try:
        dismiss(hanchan=opened.hanchan, table=table, foul=foul, players=players, act=act)
    except Refused as refused:
        return hand_in_page(request, opened, refused.status, refused=refused, refused_foul=foul, reason=reason)
    return redirect(reverse("sheet_hand_in", args=[request.tournament.slug, number, table]))


def _form(opened: OpenTable, data: Sent = None) -> HandInForm:
    hand_in, first = hand_in_of(opened.hanchan, opened.table), first_version(opened.hanchan, opened.table)
    arrival = (hand_in and hand_in.handed_in_at) or (first.entered_at if first else timezone.now())
    return HandInForm(data, opened.places, hand_in, arrival)


def hand_in_page(
    request: TournamentRequest, opened: OpenTable, status: int = 200, form: HandInForm | None = None, **extra: object
) -> HttpResponse:
    """Show the hand-in of a table's sheet: proposals, photographs and the form."""
    context = {
        "hand_in_form": form or _form(opened),
        "is_noted": "noted" in request.GET,
        "is_attached": "attached" in request.GET,
        "photograph_form": PhotographForm(),
        "photographs": photographs_of(opened.hanchan, opened.table),
        "groups": proposal_groups(opened),
        "may_give": may(request, "give_penalty"),
    }
    return table_page(request, opened, "hand_in", status, **context | extra)


def proposal_groups(opened: OpenTable) -> list[ProposalGroup]:
    """Return the penalties that are proposed for the table, by foul."""
    tournament = opened.hanchan.tournament
    found = proposals(tournament, opened.hanchan, opened.table)
    names = names_in(tournament) if found else {}
    groups = []
    for code, members in groupby(found, key=lambda one: one.foul.code):
        own = tuple(members)
        reason = reason_of(own[0].hand_in, code, names)
        give_all = _address("penalty_table", own[0], reason) if code == SHEET_FOUL else ""
        groups.append(ProposalGroup(own[0], own, reason, give_all))
    return groups


def _address(page: str, proposal: ProposedPenalty, reason: str, **more: object) -> str:
    """The address of a page of the penalties, filled in."""
    answers = {f"answer-{key}": answer for key, answer in proposal.answers.items()}
    place = {"hanchan": proposal.hanchan, "table": proposal.table, "reason": reason}
    foul = {"foul": proposal.foul.code} if page == "penalty_give" else {}
    slug = proposal.hand_in.sheet.hanchan.tournament.slug
    return f"{reverse(page, args=[slug])}?{urlencode({**foul, **place, **answers, **more})}"
