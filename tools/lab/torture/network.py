"""A trial with a bad network between phone and site: responses are lost, everything is delayed."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from tarokk_club.env import LOOPBACK
from tools.lab.torture.phone import GoneError, Phone
from tools.lab.torture.plan import Plan, Trial, stage
from tools.lab.torture.players import Party, crowd

DROPPED, MOST_TRIES, PIECE = 0.3, 60, 65536


@dataclass(slots=True)
class Network:
    """A relay on a port of its own.

    longest: greatest delay in seconds.
    dropped: number of responses that the site sent and the relay discarded.
    """

    site: int
    dice: Random
    longest: float
    port: int = 0
    dropped: int = 0
    carried: int = 0

    def relay(self, phone: socket.socket) -> None:
        """Relay one connection: a request, its response, the next request."""
        with phone, socket.create_connection((LOOPBACK, self.site), timeout=60) as site:
            phone.settimeout(60)
            with contextlib.suppress(OSError):
                while self._carry(phone, site):
                    continue

    def _carry(self, phone: socket.socket, site: socket.socket) -> bool:
        """Relay one request and its response; return False if the connection is to be cut."""
        if not (request := _message(phone)):
            return False
        time.sleep(self.dice.uniform(0, self.longest))
        site.sendall(request)
        answer = _message(site)
        # The site has processed the request, but the phone gets no response.
        if request.startswith(b"POST") and self.dice.random() < DROPPED:
            self.dropped += 1
            return False
        self.carried += 1
        phone.sendall(answer)
        return bool(answer)


def _message(line: socket.socket) -> bytes:
    """Return a whole message with a declared length, as phone and site both send them; b"" at the
    end.
    """
    head = b""
    while b"\r\n\r\n" not in head:
        if not (piece := line.recv(PIECE)):
            return b""
        head += piece
    first, _, body = head.partition(b"\r\n\r\n")
    length = 0
    for row in first.lower().split(b"\r\n"):
        if row.startswith(b"content-length:"):
            length = int(row.split(b":")[1])
    while len(body) < length:
        if not (piece := line.recv(PIECE)):
            return b""
        body += piece
    return first + b"\r\n\r\n" + body


@contextlib.contextmanager
def bad_network_in_front(site: int, dice: Random, *, longest: float) -> Iterator[Network]:
    """Put a bad network in front of a site for the length of the block."""
    network = Network(site, dice, longest)
    with socket.create_server((LOOPBACK, 0)) as server:
        network.port = server.getsockname()[1]
        threading.Thread(target=_accept, args=(server, network), daemon=True).start()
        yield network
        # Wakes the thread that waits for the next connection.
        server.shutdown(socket.SHUT_RDWR)


def _accept(server: socket.socket, network: Network) -> None:
    with contextlib.suppress(OSError):
        while True:
            phone, _where = server.accept()
            threading.Thread(target=network.relay, args=(phone,), daemon=True).start()


def bad_network(plan: Plan) -> Trial:
    """Run R17: each form is sent until a response arrives; three of ten responses are lost."""
    trial, dice = Trial("bad network (R17)"), plan.dice("network")
    with stage(plan, "network") as on:
        party = Party(on.club, on.sessions(3))
        longest = 0.3 if plan.quick else 3.0
        with bad_network_in_front(on.site.port, dice, longest=longest) as network:
            phones = on.phones(plan.few(8, 20), port=network.port)
            hands = plan.few(4, 10)
            with crowd(
                [
                    partial(_stubborn, party, phone, hands, place)
                    for place, phone in enumerate(phones)
                ]
            ):
                pass
        trial.hold(on, party.notebook)
        trial.audit(on.site)
    wanted = len(phones) * hands
    trial.conflicts = party.notebook.conflicts
    trial.want("hands = distinct keys", kept=party.notebook.acknowledged == wanted)
    trial.want(f"nobody meets an error: {party.wrong[:3]}", kept=not party.wrong)
    trial.want("answers were lost", kept=network.dropped > 0)
    trial.tell(f"{wanted} hands, {network.dropped} answers lost, {trial.verdict}")
    return trial


def _stubborn(party: Party, phone: Phone, hands: int, seat: int) -> None:
    """Enter hands and send each until a response arrives."""
    dice = Random(seat)
    for number in range(hands):
        note = f"phone {seat} hand {number}"
        with contextlib.suppress(GoneError):
            party.play(phone, dice, note, seat=seat)
        sent = next(one for one in party.notebook.sent if one.note == note)
        for _try in range(MOST_TRIES):
            if sent.acknowledged:
                break
            with contextlib.suppress(GoneError):
                party.deliver(phone, sent)
