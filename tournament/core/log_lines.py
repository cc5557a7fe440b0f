"""Lines of the log without what opens a page: the codes in addresses of players and tables."""

import logging
import re

CODES = re.compile(r"(/p/|/register/|/table/(?:\d+/){1,2}|/sign-in/)[A-Za-z0-9_.=-]{20,}")


class CodelessFormatter(logging.Formatter):
    """Format a record, the traceback included, with every code in an address left out."""

    def format(self, record: logging.LogRecord) -> str:
        return CODES.sub(r"\1…", super().format(record))
