"""Write the organiser's part of the report of an event: words and photographs."""

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.edit_conflicts import Values, merged
from tournament.core.messages import Refused
from tournament.core.models import LONGEST_REPORT, Tournament, Verb
from tournament.events.models import LAST_POSITION, LONGEST_CAPTION, EventPhotograph
from tournament.players.names import tidy, tidy_lines
from tournament.results.paper.images import StoredImage
from tournament.results.paper.photograph_limit import refuse_beyond_limit
from tournament.standings.event_report.queries import photographs_of, report_values

MOST_PHOTOGRAPHS = 12
SHOWN_OF_OTHERS = 500
"""Letters of what somebody else wrote that a refusal repeats."""
LABELS = {"report": _("Your words"), "caption": _("Caption"), "position": _("Position")}


def write_report(*, tournament: Tournament, typed: Values, act: Act, seen: Values | None = None) -> None:
    """Write the words of the report, the captions and the order of its photographs, by the names of `report_values`.

    What is missing in `typed` stays, and of photographs that were removed meanwhile nothing is written; nothing at all
    when nothing changes. `seen` are the values that the page showed: what somebody else changed since is refused once.
    Raises Refused naming the field.
    """
    with transaction.atomic():
        fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
        photographs = photographs_of(tournament)
        now = report_values(fresh, photographs)
        known = {name: _tidied(name, value) for name, value in typed.items() if name in now}
        lines = tournament.audit_entries.filter(verb=Verb.WROTE_REPORT)
        wanted = merged(lines, typed=known, seen=seen, now=now, words=_words)
        if wanted == now:
            return
        with audited_write(tournament, act, Verb.WROTE_REPORT):
            _check(wanted)
            tournament.report = wanted["report"]
            tournament.save(update_fields=["report"])
            for one in photographs:
                one.caption, one.position = wanted[f"caption_{one.pk}"], wanted[f"position_{one.pk}"]
            EventPhotograph.objects.bulk_update(photographs, ["caption", "position"])


def add_photograph(*, tournament: Tournament, caption: str, image: StoredImage, act: Act) -> EventPhotograph:
    """Add a photograph behind the others. Raises Refused for the field `image` or `caption`.

    It is decoded already, before the form's transaction: that takes its time, and the tournament is locked meanwhile.
    """
    caption = tidy(caption)
    _check_caption(caption, "caption")
    with audited_write(tournament, act, Verb.ADDED_PHOTOGRAPH, subject=caption):
        if tournament.report_photographs.filter(content=image.content).exists():
            text = _("This photograph is on the report already.")
            raise Refused.of("photograph-there", text, field="image")
        refuse_too_many(tournament, adding=1)
        refuse_beyond_limit(tournament, len(image.content))
        last = tournament.report_photographs.order_by("position").values_list("position", flat=True).last() or 0
        return EventPhotograph.objects.create(
            tournament=tournament,
            position=min(last + 1, LAST_POSITION),
            caption=caption,
            content=image.content,
            width=image.width,
            height=image.height,
            added_at=act.at,
        )


def remove_photograph(*, photograph: EventPhotograph, act: Act) -> None:
    """Remove a photograph for good; nothing where somebody else did so since it was read."""
    with transaction.atomic():
        tournament = photograph.tournament
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        found = tournament.report_photographs.defer("content").filter(pk=photograph.pk).first()
        if found:
            with audited_write(tournament, act, Verb.REMOVED_PHOTOGRAPH, subject=found.caption):
                found.delete()


def refuse_too_many(tournament: Tournament, adding: int = 0) -> None:
    """Refuse more photographs than a report has."""
    if tournament.report_photographs.count() + adding > MOST_PHOTOGRAPHS:
        text = _("A report has at most {most} photographs. Remove one first.")
        raise Refused.of("too-many-photographs", text, field="image", most=MOST_PHOTOGRAPHS)


def _tidied(name: str, value: object) -> object:
    return {"report": tidy_lines, "caption": tidy}[_kind(name)](value) if isinstance(value, str) else value


def _kind(name: str) -> str:
    return name.partition("_")[0]


def _check(wanted: Values) -> None:
    for name, value in wanted.items():
        match _kind(name), value:
            case "report", str() if len(value) > LONGEST_REPORT:
                text = _("This is longer than {most} characters. Shorten it.")
                raise Refused.of("report-long", text, field=name, most=LONGEST_REPORT)
            case "caption", str():
                _check_caption(value, name)
            case "position", int() if not 1 <= value <= LAST_POSITION:
                text = _("Enter a number from 1 to {most}.")
                raise Refused.of("position-range", text, field=name, most=LAST_POSITION)


def _check_caption(caption: str, field: str) -> None:
    if not caption:
        raise Refused.of("caption-missing", _("Say what is on the photograph."), field=field)
    if len(caption) > LONGEST_CAPTION:
        text = _("The caption is longer than {most} characters. Shorten it.")
        raise Refused.of("caption-long", text, field=field, most=LONGEST_CAPTION)


def _words(name: str, value: object) -> tuple[str, str]:
    """A value as a refusal repeats it, cut where it is very long."""
    text = str(value or "–")
    return gettext(LABELS[_kind(name)]), text if len(text) <= SHOWN_OF_OTHERS else f"{text[:SHOWN_OF_OTHERS]}…"
