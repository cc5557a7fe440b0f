"""The names and addresses by which this machine is reached on the local network."""

import socket


def lan_address() -> str | None:
    """Return the address at which other devices in the hall reach this machine, None without a network.

    Connecting a datagram socket sends nothing: it only asks the system for the route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def own_hosts() -> list[str]:
    """Return every host name under which a browser in the hall may reach this machine."""
    name = socket.gethostname()
    address = lan_address()
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *([address] if address else [])]
