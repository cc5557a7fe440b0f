"""Errors sent to whoever looks after the server, in the way of Sentry, which GlitchTip and Bugsink also understand.

What is sent is what the log has as an error, with its traceback and the version: no address, no form, no header, no
cookie and no value of a variable.
"""

from typing import Any

from tournament.core.log_lines import without_codes
from tournament.core.request_log import CURRENT


def send_errors(to: str, release: str) -> None:
    """Send every error of this process to an address (a DSN), from a thread of its own; needs sentry-sdk."""
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=to,
        release=release,
        default_integrations=False,  # that of Django would read requests, and send people's names and addresses
        integrations=[
            LoggingIntegration(level=None),
            DedupeIntegration(),
            AtexitIntegration(lambda _left, _wait: None),
        ],
        max_request_body_size="never",
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=scrubbed,
    )


def scrubbed(event: Any, hint: object = None) -> Any:
    """Return an event of Sentry without anybody's data, and with the id and the route of the request.

    Of each message only the first line is kept: below it a database quotes the values that it refused.
    """
    for part in ("request", "user", "extra", "breadcrumbs", "modules"):
        event.pop(part, None)
    if (said := event.get("logentry")) is not None:
        has_path = event.get("logger") == "django.request"
        text = "A page failed." if has_path else said.get("formatted") or said.get("message", "")
        event["logentry"] = {"message": _first_line(text)}
    for problem in event.get("exception", {}).get("values", []):
        problem["value"] = _first_line(problem.get("value") or "")
    if note := CURRENT.get():
        event["transaction"] = note.route
        event["tags"] = {"request": note.id, "method": note.method, "route": note.route}
    return event


def _first_line(text: str) -> str:
    return without_codes(text.partition("\n")[0])
