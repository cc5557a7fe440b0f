"""The staff's pages of persons: the list, the queue *Same person?*, one person, and the players of an event."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.form_fields import half_width
from tournament.core.messages import Refused, put_on
from tournament.core.models import Tournament, User
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.core.tables import configure
from tournament.events.clubs import has_several_clubs
from tournament.events.models import Club
from tournament.events.queries import organised_by
from tournament.persons import actions
from tournament.persons.forms import FixForm, PersonMergeForm, RenameForm
from tournament.persons.likeness import (
    Band,
    KnownPersons,
    SamePerson,
    find_persons_of,
    person_entries,
    same_person_pairs,
    without_person,
)
from tournament.persons.models import Person, PersonAct, PersonLink, PersonVerb
from tournament.persons.pair import PairView, pair_of
from tournament.persons.queries import findings_of, newest_act
from tournament.persons.rights import StaffRequest, club_page, clubs_of, persons_for, players_to_link, players_to_see
from tournament.persons.tables import PersonTable
from tournament.players.models import NEVER_PLACED, Player
from tournament.players.name_search import found

SHOWN = 3
"""Pairs of a band in the queue, and events without persons; the rest is counted."""
ACTS_SHOWN = 200


def act_of(request: StaffRequest | TournamentRequest) -> Act:
    """The act of a form on these pages."""
    base = parse_int(request.POST.get("base", ""))
    return Act(by=request.user, at=timezone.now(), reason=request.POST.get("reason", "")[:500], base=base)


@club_page("see_persons")
def persons(request: StaffRequest) -> HttpResponse:
    """The list with its search: by name in any spelling, or by number."""
    text = request.GET.get("q", "").strip()[:100]
    plays = Count("links", filter=Q(links__player__merged_into=None))
    known = persons_for(request.user, to_keep=False).filter(erased_at=None)
    people = [one for one in known.prefetch_related("names") if not text or _matches(one, text)]
    counts = dict(
        Person.objects.filter(links__isnull=False).annotate(plays=plays).values_list("pk", "plays").order_by()
    )
    people.sort(key=lambda one: one.name_key)
    may_keep = request.user.has_perm("tournament.keep_persons")
    waiting = _events_without_persons(request.user) if may_keep else []
    context = {
        "text": text,
        "table": configure(PersonTable(people, counts), request),
        "count": len(people),
        "may_keep": may_keep,
        "waiting": waiting[:SHOWN],
        "to_decide": len(_pairs(request)) if may_keep else 0,
        "clubs": _clubs_with_members(request.user) if has_several_clubs() else [],
    }
    return render(request, "persons/persons.html", context)


def _clubs_with_members(user: User) -> list[Club]:
    """Return the clubs of this account, whose members see who else sees their persons: the owner may be one. Three
    queries.
    """
    return list(clubs_of(user, to_keep=False).prefetch_related("members__user"))


def _matches(person: Person, text: str) -> bool:
    if (number := half_width(text)).isdecimal():
        return number in (str(person.pk), person.ema_number, person.ara_id)
    return text == person.ara_id or found(text, person.name, person.reading, *(one.name for one in person.names.all()))


def _events_without_persons(user: User) -> list[Tournament]:
    """Return the events of this organiser whose players were not looked for, with `missing` of them; one query."""
    looked = PersonAct.objects.filter(what=PersonVerb.LINKED, undone_at=None, tournament=OuterRef("pk"))
    missing = Count(
        "players",
        filter=Q(players__person_link=None, players__merged_into=None, players__is_unlisted=False)
        & ~Q(players__status__in=NEVER_PLACED),
    )
    events = organised_by(user).filter(~Exists(looked), is_demo=False).annotate(missing=missing)
    return list(events.filter(missing__gt=0))


def _pairs(request: StaffRequest) -> list[SamePerson]:
    """The pairs of the persons whom this account may keep, and of the players of its clubs' events."""
    mine = set(persons_for(request.user, to_keep=True).values_list("pk", flat=True))
    found = [one for one in same_person_pairs() if one.first.pk in mine]
    asked = [one.second.pk for one in found if one.second.of_player]
    players = set(players_to_link(request.user).filter(pk__in=asked).values_list("pk", flat=True))
    return [one for one in found if one.second.pk in (players if one.second.of_player else mine)]


@club_page("keep_persons")
def same_person(request: StaffRequest) -> HttpResponse:
    """The queue, and one pair of it, or any two persons, side by side."""
    people = persons_for(request.user, to_keep=True)
    key = (
        request.POST.get("pair")
        or request.GET.get("pair", "")
        or "-".join((request.GET.get("one", ""), request.GET.get("other", "")))
    )
    pair = pair_of(key, people, players_to_link(request.user))
    form = None
    if pair and isinstance(pair.second, Person) and pair.can_merge:
        data = request.POST if request.POST.get("do") == "merge" else None
        form = PersonMergeForm(data, pair=(pair.first, pair.second), middle=pair.middle)
    if request.method == "POST":
        done = _decide(request, pair, form)
        if done is not None:
            return done
    pairs = _pairs(request)
    if pair is None and request.method == "GET" and key == "-" and pairs:
        return redirect(f"{reverse('persons_same')}?{urlencode({'pair': pairs[0].key})}")
    keys = [one.key for one in pairs]
    at = keys.index(pair.key) if pair and pair.key in keys else -1
    is_all = "all" in request.GET
    context = {
        "pair": pair,
        "form": form,
        "bands": _bands(pairs, pair, is_all),
        "count": len(pairs),
        "at": at + 1,
        "before": keys[at - 1] if at > 0 else "",
        "after": keys[at + 1] if at + 1 < len(keys) else "",
        "people_count": people.filter(erased_at=None).count(),
        "done": _decided(people, is_all),
        "is_all": is_all,
        "rows": _rows(pair, form) if pair else [],
        "base": newest_act(*(one for one in (pair.first, pair.second) if isinstance(one, Person))) if pair else 0,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "persons/same_person.html", context, status=status)


def _bands(
    pairs: list[SamePerson], pair: PairView | None, is_all: bool
) -> list[tuple[Band, int, list[SamePerson], int]]:
    """Each band with its number of pairs, those that are shown, and how many are not."""
    bands = []
    for band in Band:
        inside = [one for one in pairs if one.band == band]
        shown = (
            inside if is_all else [one for n, one in enumerate(inside) if n < SHOWN or (pair and one.key == pair.key)]
        )
        if inside:
            bands.append((band, len(inside), shown, len(inside) - len(shown)))
    return bands


def _decided(people: QuerySet[Person], is_all: bool) -> list[PersonAct]:
    """The merges and answers of today, or all of them, the latest first."""
    whats = (PersonVerb.MERGED, PersonVerb.APART, PersonVerb.LINKED)
    acts = PersonAct.objects.filter(what__in=whats, person__in=people, person__erased_at=None, undone_at=None)
    if not is_all:
        acts = acts.filter(at__gte=timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0))
    return list(acts.select_related("person", "other", "by", "tournament")[:ACTS_SHOWN])


def _rows(pair: PairView, form: PersonMergeForm | None) -> list[tuple[str, str, tuple[str, str], str]]:
    """The values beside each other: the field, its label, both values, and the chosen one; only what somebody has."""
    labels = {
        "name": _("Name"),
        "reading": _("Name reading"),
        "ema_number": _("EMA number"),
        "ara_id": _("ARA ID"),
        "country": _("Country"),
    }
    rows = []
    for name, label in labels.items():
        field = "country_name" if name == "country" else name
        texts = (str(getattr(pair.first, field)), str(getattr(pair.second, field)))
        if any(texts):
            chosen = str(form[name].value()) if form and name in form.fields else ""
            rows.append((name, label, texts, chosen))
    return rows


def _decide(request: StaffRequest, pair: PairView | None, form: PersonMergeForm | None) -> HttpResponse | None:
    """Do what a button says; None to show the page with the errors of its form."""
    what = request.POST.get("do", "")
    here = redirect("persons_same")
    try:
        if what == "undo":
            _undo(request)
        elif pair is None:
            raise Refused.of("pair-gone", _gone(request))
        elif what == "apart":
            _apart(request, pair)
        elif what == "merge" and pair.player:
            actions.link(player=pair.player, person=pair.first, act=act_of(request))
            messages.success(request, _("{name} is known now.").format(name=pair.player.name))
        elif what == "merge" and form and isinstance(pair.second, Person) and pair.can_merge:
            if not form.is_valid():
                return None
            choice = actions.MergeChoice(values=form.values(), since=form.day())
            kept = actions.merge(one=pair.first, other=pair.second, choice=choice, act=act_of(request))
            messages.success(request, _("Merged: {name}.").format(name=kept.name))
    except Refused as refused:
        messages.error(request, refused.message)
    return here


def _gone(request: StaffRequest) -> str:
    """The sentence for a pair that is not there any more: who merged it, where somebody did."""
    ids = [parse_int(one, MOST_ID) for one in request.POST.get("pair", "").split("-")]
    merged = PersonAct.objects.filter(what=PersonVerb.MERGED, other__in=[one for one in ids if one], undone_at=None)
    last = merged.select_related("by").first()
    if last is None:
        return _("One of the two is not there any more.")
    return str(actions.merged_before(last, timezone.now()))


def _apart(request: StaffRequest, pair: PairView) -> None:
    if pair.player:
        actions.make_person(player=pair.player, apart_from=pair.first, act=act_of(request))
    elif isinstance(pair.second, Person):
        actions.tell_apart(one=pair.first, other=pair.second, act=act_of(request))
    messages.success(
        request, _("{one} and {other} are two people.").format(one=pair.first.name, other=pair.second.name)
    )


def _undo(request: StaffRequest) -> None:
    wanted = parse_int(request.POST.get("act", ""), MOST_ID) or 0
    people = persons_for(request.user, to_keep=True)
    actions.undo(done=get_object_or_404(PersonAct, pk=wanted, person__in=people), act=act_of(request))
    messages.success(request, _("Undone."))


@club_page("see_persons")
def person_edit(request: StaffRequest, pk: int) -> HttpResponse:
    """One person: what is known, the events, and what was done; forms for who may keep the person."""
    person = get_object_or_404(persons_for(request.user, to_keep=False), pk=pk, erased_at=None)
    may_keep = request.user.has_perm("tournament.keep_persons", person)
    what = request.POST.get("do", "")
    if request.method == "POST" and not may_keep:
        raise PermissionDenied
    values = {name: getattr(person, name) for name in actions.FIELDS}
    fix = FixForm(request.POST if what == "fix" else None, initial=values, prefix="fix")
    rename = RenameForm(request.POST if what == "rename" else None, initial=values, prefix="rename")
    if request.method == "POST" and _saved(request, person, what, fix, rename):
        return redirect("person_edit", pk)
    links = PersonLink.objects.filter(
        person=person, player__merged_into=None, player__in=players_to_see(request.user).values("pk")
    )
    several = has_several_clubs()
    context = {
        "person": person,
        "may_keep": may_keep,
        "fix": fix,
        "rename": rename,
        "base": newest_act(person),
        "names": person.names.all(),
        "links": links.select_related("player__tournament").order_by("-player__tournament__last_day", "-pk"),
        "acts": person.acts.select_related("by", "other", "tournament", "person")[:ACTS_SHOWN],
        "undone": actions.UNDONE,
        "clubs": Club.objects.all() if several else (),
        "own_clubs": set(person.clubs.values_list("pk", flat=True)) if several else (),
    }
    return render(request, "persons/edit.html", context, status=422 if request.method == "POST" else 200)


def _saved(request: StaffRequest, person: Person, what: str, fix: FixForm, rename: RenameForm) -> bool:
    """Do what a form of the page asks for; False to show it with its errors."""
    act = act_of(request)
    saves: dict[str, tuple[Form | None, Callable[[], object]]] = {
        "fix": (fix, lambda: actions.fix(person=person, values=fix.values(), act=act)),
        "rename": (rename, lambda: actions.rename(person=person, **rename.cleaned_data, act=act)),
        "hide": (None, lambda: actions.hide(person=person, is_hidden=True, act=act)),
        "show": (None, lambda: actions.hide(person=person, is_hidden=False, act=act)),
        "separate": (None, lambda: actions.separate(player=_player_of(request, person), person=person, act=act)),
        "clubs": (
            None,
            lambda: actions.set_clubs(
                person=person, clubs=_clubs(request), kept=clubs_of(request.user, to_keep=True), act=act
            ),
        ),
        "undo": (None, lambda: _undo(request)),
    }
    form, save = saves.get(what, (None, lambda: None))
    if form is not None and not form.is_valid():
        return False
    try:
        save()
    except Refused as refused:
        if form is None:
            messages.error(request, refused.message)
            return True
        put_on(form, refused)
        return False
    messages.success(request, _("Saved."))
    return True


def _player_of(request: StaffRequest, person: Person) -> Player:
    wanted = parse_int(request.POST.get("player", ""), MOST_ID) or 0
    return get_object_or_404(players_to_see(request.user), pk=wanted, person_link__person=person)


def _clubs(request: StaffRequest) -> list[Club]:
    return list(Club.objects.filter(pk__in=[one for one in request.POST.getlist("club") if parse_int(one, MOST_ID)]))


@staff_page("run_event")
def persons_of_event(request: TournamentRequest) -> HttpResponse:
    """The players of an event without a person: how many are known, new, and to decide; a POST finds them, or undoes
    that.
    """
    if not request.user.has_perm("tournament.keep_persons"):
        raise PermissionDenied
    tournament = request.tournament
    if request.POST.get("do") == "undo":
        return _undone(request)
    if request.method == "POST":
        finding = actions.find_persons(tournament=tournament, act=act_of(request))
        text = _("Known: {known}. New: {new}. To decide: {doubts}.")
        messages.success(
            request,
            text.format(known=len(finding.known), new=len(finding.new), doubts=len(finding.doubts)),
        )
        return redirect("persons_same" if finding.doubts else "persons")
    finding = find_persons_of(without_person(tournament.pk), KnownPersons(person_entries()))
    linked = PersonLink.objects.filter(player__tournament=tournament, player__merged_into=None)
    context = {
        "nav": "players",
        "finding": finding,
        "linked": linked.count(),
        "last": findings_of(tournament).select_related("by").first(),
        "missing": len(finding.known) + len(finding.new) + len(finding.doubts),
    }
    return render(request, "persons/of_event.html", context)


def _undone(request: TournamentRequest) -> HttpResponse:
    try:
        actions.undo_finding(tournament=request.tournament, act=act_of(request))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Undone."))
    return redirect("persons_of_event", request.tournament.slug)
