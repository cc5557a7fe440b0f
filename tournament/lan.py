"""The names and addresses by which this machine is reached on the local network."""

import socket


def lan_address() -> str | None:
    """The address other devices in the hall can use, or None without a network.

    Connecting a datagram socket sends nothing: it only asks the system which way out it would take.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def own_hosts() -> list[str]:
    """Every host name under which a browser in the hall may ask for us."""
    name = socket.gethostname()
    address = lan_address()
    return ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *([address] if address else [])]
