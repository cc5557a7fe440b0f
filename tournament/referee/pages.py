"""Parts of the referee's pages: the frame, who may read them, and the hand as it is shown while it is entered."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.hands.tiles import Meld, Tile
from scoring.rules import Ruleset
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, public_page
from tournament.referee.answer import HeldSet, HeldTile
from tournament.referee.entry import TARGET_LABELS, HandEntry, TapTarget, can_redden, targets
from tournament.referee.faces import TileFace

PROMPTS = {
    TapTarget.TILES: gettext_lazy("Tap the concealed tiles, the winning tile last."),
    TapTarget.WINNING: gettext_lazy("Tap the winning tile."),
    TapTarget.CHII: gettext_lazy("Tap the lowest tile of the sequence."),
    TapTarget.PON: gettext_lazy("Tap the tile of the triplet."),
    TapTarget.QUAD: gettext_lazy("Tap the tile of the open quad."),
    TapTarget.CONCEALED_QUAD: gettext_lazy("Tap the tile of the concealed quad."),
    TapTarget.DORA: gettext_lazy("Tap the dora indicators."),
    TapTarget.URA: gettext_lazy("Tap the ura dora indicators."),
}


def public_referee_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a public page for referees: 404 for everybody but staff unless the organiser has made it public."""

    @public_page
    @wraps(view)
    def guarded(request: TournamentRequest) -> HttpResponse:
        if not request.tournament.referee_public and not may(request, "work_at"):
            raise Http404
        return view(request)

    return guarded


def frame(request: TournamentRequest, *, public: bool) -> dict[str, object]:
    """Return what every page for referees has: its frame and its address."""
    prefix, slug = "public_" if public else "", request.tournament.slug
    return {
        "base": "base_public.html" if public else "base_staff.html",
        "tab": "referee",
        "nav": "floor",
        "here": request.path,
        "value_page": reverse(f"{prefix}referee_value", args=[slug]),
    }


def held_context(entry: HandEntry, rules: Ruleset, taken: tuple[str, int] | None = None) -> dict[str, object]:
    """Return the hand as it is shown: its tiles as buttons that take them away, and what the next tap adds to.

    `taken` is the part and place of the tile just taken away: its neighbour gets the focus.
    """
    held = {part: _held(part, getattr(entry, part)) for part in ("tiles", "win", "dora", "ura")}
    sets = [_held_set(at, one, rules) for at, one in enumerate(entry.sets)]
    return {
        "entry": entry,
        "held": held,
        "sets": sets,
        "targets": [(one.value, TARGET_LABELS[one], one is entry.to) for one in targets(rules)],
        "prompt": _prompt(entry),
        "focus": _neighbour(entry, taken),
    }


def _held(part: str, tiles: tuple[Tile, ...]) -> list[HeldTile]:
    return [HeldTile(TileFace.of(tile), f"{part}-{at}") for at, tile in enumerate(tiles)]


def _held_set(at: int, one: Meld, rules: Ruleset) -> HeldSet:
    faces = tuple(map(TileFace.of, one.tiles))
    return HeldSet(faces, one.concealed, f"sets-{at}", str(at) if can_redden(one, rules) else "")


def _neighbour(entry: HandEntry, taken: tuple[str, int] | None) -> str:
    """Return the button that stands now where the one just pressed stood, or before it."""
    if taken is None:
        return ""
    part, at = taken
    left = len(getattr(entry, part))
    return f"{part}-{min(at, left - 1)}" if left else ""


def _prompt(entry: HandEntry) -> str:
    if not entry.missing and entry.to in (TapTarget.TILES, TapTarget.WINNING):
        return _("The hand is complete: say below how it was won.")
    return str(PROMPTS[entry.to])
