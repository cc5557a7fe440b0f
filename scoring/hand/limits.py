"""The limits: values at which han and fu stop counting (S0 Mod.4.4)."""

from enum import StrEnum

from scoring.points import Points
from scoring.words import gettext_noop


class Limit(StrEnum):
    """A limit, worth its name; `label` is the English word."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"

    @property
    def label(self) -> str:
        """The English word, marked for translation."""
        return _LABELS[self]

    @property
    def base(self) -> Points:
        """Its base points (S0 Mod.4.4).

        >>> [limit.base for limit in Limit]
        [2000, 3000, 4000, 6000, 8000]
        """
        return _BASES[self]


_BASES = dict(zip(Limit, (2_000, 3_000, 4_000, 6_000, 8_000), strict=True))
_LABELS = {
    Limit.MANGAN: gettext_noop("mangan"),
    Limit.HANEMAN: gettext_noop("haneman"),
    Limit.BAIMAN: gettext_noop("baiman"),
    Limit.SANBAIMAN: gettext_noop("sanbaiman"),
    Limit.YAKUMAN: gettext_noop("yakuman"),
}
