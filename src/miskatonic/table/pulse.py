"""The pulse of a socket: most signs of life are answered where they arrive, before anybody is woken for them."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from miskatonic.table.wire import Ping, Pong, written

PING, PONG = written(Ping()).encode(), written(Pong()).encode()
CALM = 1.0
"""Seconds between two pings of a client that is not in a hurry."""
NEWS = 9.0
"""Seconds after which the table is told again that somebody is there: much less than it waits for that."""


class Pulse(WebSocketsSansIOProtocol):
    """A socket that answers calm pings by itself, and hands one over now and then.

    So the table still counts the messages of whoever is in a hurry, and takes nobody for silent who is not.
    """

    _pinged = 0.0
    _handed_over = 0.0

    def handle_text(self, event: Frame) -> None:
        """A message has come."""
        if event.data == PING and event.fin and self._may_answer():
            self.conn.send_text(PONG)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            super().handle_text(event)

    def _may_answer(self) -> bool:
        now = self.loop.time()
        calm = now - self._pinged > CALM
        self._pinged = now
        if calm and now - self._handed_over < NEWS:
            return self.handshake_complete and self.conn.state is OPEN and self.writable.is_set()
        self._handed_over = now
        return False
