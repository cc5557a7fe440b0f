"""Lines of the log, as text or as JSON: with the id of the request, and without what opens a page, the codes in
addresses of players and tables.
"""

import json
import logging
import re
from datetime import UTC, datetime

from tournament.core.request_log import request_id

CODES = re.compile(r"(/p/|/register/|/door/|/table/(?:\d+/){1,2}|/sign-in/)[A-Za-z0-9_.=-]{20,}")


def without_codes(text: str) -> str:
    """Return a text with every code in an address left out."""
    return CODES.sub(r"\1…", text)


class CodelessFormatter(logging.Formatter):
    """Format a record, the traceback included, with every code in an address left out. `request` is the id of the
    request in brackets, nothing outside of one.
    """

    def format(self, record: logging.LogRecord) -> str:
        record.request = f" [{found}]" if (found := request_id()) else ""
        return without_codes(super().format(record))


class JsonFormatter(logging.Formatter):
    """Format a record as one line of JSON: time (UTC), level, logger, message, the id of the request, the facts of a
    request (core/request_log.py), and a traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id() or None,
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return without_codes(json.dumps(line, ensure_ascii=False, default=str))
