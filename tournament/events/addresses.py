"""The word in a tournament's address: made from its name, unique, and changed only while nobody has it on paper."""

import unicodedata
from itertools import count

from django.core.validators import slug_re
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament

TAKEN_BY_PAGES = frozenset({"clubs", "new", "persons", "rankings"})
LONGEST = 80
# Letters that people write in two, and Latin letters that taking the accents away would lose as a whole.
SPELT = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "å": "aa",
        "ø": "oe",
        "æ": "ae",
        "œ": "oe",
        "ß": "ss",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
    }
)


def _is_free(slug: str, besides: int | None = None) -> bool:
    others = Tournament.objects.filter(slug=slug)
    if besides is not None:
        others = others.exclude(pk=besides)
    return slug not in TAKEN_BY_PAGES and not others.exists()


def free_address(name: str) -> str:
    """An address for a tournament of this name that nobody has: Kölner Cup is koelner-cup.

    A name without Latin letters gives `tournament`.
    """
    base = spelt_address(name, "tournament")
    candidates = (base if n == 1 else f"{base}-{n}" for n in count(1))
    return next(slug for slug in candidates if _is_free(slug))


def spelt_address(name: str, otherwise: str) -> str:
    """Return a name as an address has it; `otherwise` for one without Latin letters."""
    spelt = unicodedata.normalize("NFC", name).lower().translate(SPELT)
    return slugify(spelt)[: LONGEST - 5].strip("-_") or otherwise


def check_address(slug: str, besides: int | None = None) -> str:
    """`slug` when it can be the address of the tournament with the id `besides`, else Refused."""
    slug = slug.strip().lower()
    if not slug_re.match(slug) or len(slug) > LONGEST:
        raise Refused.of(
            "address-form",
            _("An address has letters without accents, digits and hyphens, for example spring-open."),
            field="slug",
        )
    if not _is_free(slug, besides):
        raise Refused.of("address-taken", _("Another tournament has the address “{slug}”."), field="slug", slug=slug)
    return slug
