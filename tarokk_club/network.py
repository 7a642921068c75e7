"""The names and addresses at which this machine can be reached."""

import ipaddress
import socket

import ifaddr

ANY = {"0.0.0.0", "::"}  # noqa: S104 - compared with, never bound here
LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"]


def is_loopback(host: str) -> bool:
    """Return whether only this machine itself can reach the host.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::ffff:127.0.0.1")]
    [True, True, True]
    >>> is_loopback("192.168.1.5")
    False
    """
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    # A dual-stack socket reports an IPv4 client as an IPv4-mapped IPv6 address.
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def list_host_names(host: str) -> list[str]:
    """Return every name that a browser may use for a site that listens on this host."""
    if is_loopback(host):
        return [*LOCAL_NAMES]
    own = list_own_addresses() if host in ANY else [host]
    name = socket.gethostname().lower()
    bracketed = [f"[{address}]" if ":" in address else address for address in own]
    return list(dict.fromkeys([*LOCAL_NAMES, *bracketed, name, f"{name}.local"]))


def find_reachable_host(host: str) -> str:
    """Return the host or, if it stands for all addresses, the machine's first address.

    Return 127.0.0.1 if the machine has no other address.
    """
    if host not in ANY:
        return f"[{host}]" if ":" in host else host
    outside = [address for address in list_own_addresses() if not is_loopback(address)]
    return outside[0] if outside else "127.0.0.1"


def list_own_addresses() -> list[str]:
    """Return the machine's IPv4 addresses, starting with that of the outgoing route."""
    return list(dict.fromkeys([*_find_route_address(), *_list_interface_addresses()]))


def _find_route_address() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only chooses the route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _list_interface_addresses() -> list[str]:
    found = (address for adapter in ifaddr.get_adapters() for address in adapter.ips)
    return [address.ip for address in found if isinstance(address.ip, str)]
