"""What the seating pages show, put together from queries; templates only lay it out."""

from tournament.seating.pages.card import QualityCard, quality_card
from tournament.seating.pages.hall import hanchan_now, hanchan_tabs, seating_page
from tournament.seating.pages.swap import Compared, SwapPage, compare, swap_page
from tournament.seating.pages.versions import HanchanChange, Version, changes_of, versions
from tournament.seating.queries import placed

__all__ = [
    "Compared",
    "HanchanChange",
    "QualityCard",
    "SwapPage",
    "Version",
    "changes_of",
    "compare",
    "hanchan_now",
    "hanchan_tabs",
    "placed",
    "quality_card",
    "seating_page",
    "swap_page",
    "versions",
]
