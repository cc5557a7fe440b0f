"""The steps after the last hanchan: final standings, workbook, paper."""

from django.utils.translation import gettext as _

from tournament.rounds.checklist.facts import Facts
from tournament.rounds.checklist.step import Line, Link, Step


def standings(facts: Facts) -> Step:
    text = _("Final: every hanchan is closed") if facts.is_over else _("After each hanchan; final after the last")
    return Step(
        key="standings", part="after", title=_("Final standings"), done=facts.is_over, lines=(Line(text),),
        links=(Link(_("Standings"), "standings"),), ready=facts.is_over,
    )  # fmt: skip


def export(facts: Facts) -> Step:
    text = _("A workbook with everything for the archive; standings on paper for the wall")
    return Step(
        key="export", part="after", title=_("Workbook and paper"), done=False, lines=(Line(text),),
        links=(Link(_("Export"), "exports"), Link(_("Print"), "prints")), needed=False, ready=facts.is_over,
    )  # fmt: skip
