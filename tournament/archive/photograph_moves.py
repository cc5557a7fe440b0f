"""Photographs go to their store by themselves, and what is none any more goes from it. A copy of the data changes
nothing there.
"""

import logging

from django.utils import timezone

from tournament.archive.original import copied_from
from tournament.core.messages import Refused
from tournament.results.paper.photograph_store import move_to_store, remove_left

logger = logging.getLogger("tournament.photographs")


def move_photographs() -> None:
    """Move what is in the database to the store, and remove from there what is no photograph's any more. What does not
    come about is logged, and tried again the next time."""
    try:
        if copied_from() is None:
            now = timezone.now()
            if differ := move_to_store(now)["differ"]:
                logger.error("%d photographs stay in the database: they are not what was attached", differ)
            while remove_left(now):
                pass
    except Refused as refused:
        logger.warning("photographs stay where they are: %s", refused)
    except Exception:
        logger.exception("photographs stay where they are")  # the watch must outlive any error
