"""A trial with a bad network between phone and site, which delays requests and loses responses."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from tarokk_club.env import LOOPBACK
from tools.lab.torture.phone import NoResponseError, Phone
from tools.lab.torture.plan import Plan, Trial, set_stage
from tools.lab.torture.players import Party, run_together

DROPPED_SHARE, MAX_ATTEMPTS, PIECE_BYTES = 0.3, 60, 65536


@dataclass(slots=True)
class Network:
    """A relay in front of a site.

    site: port of the site.
    longest: greatest delay in seconds.
    port: port of the relay.
    dropped: number of discarded responses.
    """

    site: int
    rng: Random
    longest: float
    port: int = 0
    dropped: int = 0
    carried: int = 0

    def relay(self, phone: socket.socket) -> None:
        """Relay the requests and responses of a connection in turn, until it ends or is cut."""
        with phone, socket.create_connection((LOOPBACK, self.site), timeout=60) as site:
            phone.settimeout(60)
            with contextlib.suppress(OSError):
                while self._relay_exchange(phone, site):
                    continue

    def _relay_exchange(self, phone: socket.socket, site: socket.socket) -> bool:
        """Relay one request and its response; return False if the connection must be cut."""
        if not (request := _receive_message(phone)):
            return False
        time.sleep(self.rng.uniform(0, self.longest))
        site.sendall(request)
        answer = _receive_message(site)
        # The site has processed the request, but the response is lost.
        if request.startswith(b"POST") and self.rng.random() < DROPPED_SHARE:
            self.dropped += 1
            return False
        self.carried += 1
        phone.sendall(answer)
        return bool(answer)


def _receive_message(connection: socket.socket) -> bytes:
    """Return the next complete HTTP message; b"" at the end of the connection."""
    head = b""
    while b"\r\n\r\n" not in head:
        if not (piece := connection.recv(PIECE_BYTES)):
            return b""
        head += piece
    headers, _, body = head.partition(b"\r\n\r\n")
    length = 0
    for header in headers.lower().split(b"\r\n"):
        if header.startswith(b"content-length:"):
            length = int(header.split(b":")[1])
    while len(body) < length:
        if not (piece := connection.recv(PIECE_BYTES)):
            return b""
        body += piece
    return headers + b"\r\n\r\n" + body


@contextlib.contextmanager
def run_bad_relay(site: int, rng: Random, *, longest: float) -> Iterator[Network]:
    """Put a bad network in front of a site for the length of the block."""
    network = Network(site, rng, longest)
    with socket.create_server((LOOPBACK, 0)) as listener:
        network.port = listener.getsockname()[1]
        threading.Thread(target=_accept_connections, args=(listener, network), daemon=True).start()
        yield network
        # Wakes the thread that waits for the next connection.
        listener.shutdown(socket.SHUT_RDWR)


def _accept_connections(listener: socket.socket, network: Network) -> None:
    with contextlib.suppress(OSError):
        while True:
            phone, _address = listener.accept()
            threading.Thread(target=network.relay, args=(phone,), daemon=True).start()


def run_bad_network(plan: Plan) -> Trial:
    """Run R17: three of ten responses are lost; each form is sent until a response arrives."""
    trial, rng = Trial("bad network (R17)"), plan.make_rng("network")
    with set_stage(plan, "network") as stage:
        party = Party(stage.club, stage.start_sessions(3))
        longest = 0.3 if plan.quick else 3.0
        with run_bad_relay(stage.site.port, rng, longest=longest) as network:
            phones = stage.sign_in_phones(plan.choose_count(8, 20), port=network.port)
            hands = plan.choose_count(4, 10)
            with run_together(
                [
                    partial(_enter_persistently, party, phone, hands, seat)
                    for seat, phone in enumerate(phones)
                ]
            ):
                pass
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
    expected = len(phones) * hands
    trial.conflicts = party.notebook.conflicts
    trial.check("hands = distinct keys", held=party.notebook.acknowledged == expected)
    trial.check(f"nobody meets an error: {party.faults[:3]}", held=not party.faults)
    trial.check("answers were lost", held=network.dropped > 0)
    trial.add_figure(f"{expected} hands, {network.dropped} answers lost, {trial.verdict}")
    return trial


def _enter_persistently(party: Party, phone: Phone, hands: int, seat: int) -> None:
    """Enter hands and send each until a response arrives."""
    rng = Random(seat)
    for number in range(hands):
        note = f"phone {seat} hand {number}"
        with contextlib.suppress(NoResponseError):
            party.play_hand(phone, rng, note, seat=seat)
        sent = next(hand for hand in party.notebook.sent if hand.note == note)
        for _attempt in range(MAX_ATTEMPTS):
            if sent.acknowledged:
                break
            with contextlib.suppress(NoResponseError):
                party.send_until_saved(phone, sent)
