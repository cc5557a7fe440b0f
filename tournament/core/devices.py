"""The device that somebody signed in with, in a few words for the history: no address, nothing that identifies a model.

Four letters of a digest of the session tell two alike apart, for as long as both stay signed in.
"""

from hashlib import sha256

from django.http import HttpRequest

DEVICE = "_device"
"""The attribute of the signed-in person that has it."""

# In this order: Edge and Opera call themselves Chrome, Chrome calls itself Safari, and Android calls itself Linux.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrome": "Chrome",
            "CriOS": "Chrome", "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS X": "macOS",
           "CrOS": "ChromeOS", "Linux": "Linux"}  # fmt: skip


def device_of(request: HttpRequest) -> str:
    """Return browser, system and a mark of the session: `Firefox, Linux, 3f9a`."""
    return ", ".join(filter(None, (kind_of_device(request), mark_of(request.session.session_key))))


def kind_of_device(request: HttpRequest) -> str:
    """Return browser and system alone: `Firefox, Linux`, "" for neither known."""
    agent = request.headers.get("User-Agent", "")
    return ", ".join(filter(None, (_known(BROWSERS, agent), _known(SYSTEMS, agent))))


def note_device(request: HttpRequest) -> None:
    """Put the device on the signed-in person, where the acts of this request find it."""
    setattr(request.user, DEVICE, device_of(request))


def _known(names: dict[str, str], agent: str) -> str:
    return next((name for part, name in names.items() if part in agent), "")


def mark_of(session: str | None) -> str:
    """Return the four letters of a session that tell two devices of a kind apart."""
    return sha256(session.encode()).hexdigest()[:4] if session else ""
