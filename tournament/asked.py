"""What addresses and forms ask for, where anything at all may stand: a number, or what the watcher has seen."""

from django.http import HttpRequest

MOST = 2_147_483_647  # what every database keeps as a whole number


def whole(text: str, most: int = MOST) -> int | None:
    """The whole number from 0 to `most` that `text` is, else None; never an error, however long it is.

    >>> whole("12"), whole(" 7 "), whole("-1"), whole("²"), whole("9" * 5000), whole("")
    (12, 7, None, None, None, None)
    """
    digits = text.strip()
    if not digits.isdecimal() or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if number <= most else None


def has_seen(request: HttpRequest) -> bool:
    """Whether who asks with `?since=` has seen this edition of the tournament already; then 204 is the answer."""
    since = whole(request.GET.get("since", ""))
    return since is not None and request.tournament.edition <= since  # type: ignore[attr-defined]
