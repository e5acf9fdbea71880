"""`miskatonic serve` and `miskatonic backup`: what they say, and how the table closes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from table.guest import Guest, Socket
from table.served import Served
from websockets.exceptions import ConnectionClosed

from miskatonic.cli import main
from miskatonic.client import TableError, fresh_id
from miskatonic.table.store import open_store
from miskatonic.table.wire import Ack, Answer, Closing, Place, Table

Start = Callable[..., Served]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `miskatonic` to its end."""
    home = {**os.environ, "XDG_DATA_HOME": str(folder / "share")}
    command = [sys.executable, "-m", "miskatonic", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=home, cwd=folder, check=False)


Complain = Callable[..., str]


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Complain:
    """What it says when it cannot do it: one sentence, and nothing on the output."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("miskatonic.table.serve.set_up_logs", lambda form: None)

    def complain(*words: str) -> str:
        assert main([*words]) != 0
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        return said.err

    return complain


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_taken_port_is_explained(complaint: Complain, taken: int) -> None:
    said = complaint("serve", "--no-browser", "--port", str(taken))
    assert f"port {taken} of 127.0.0.1 is used by another program" in said
    assert "--port" in said
    assert "there is no port 99999" in complaint("serve", "--no-browser", "--port", "99999")


def test_database_that_cannot_be_used_is_explained(complaint: Complain, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database " * 100, "utf-8")
    newer = tmp_path / "newer.sqlite3"
    file = sqlite3.connect(newer)
    with file:
        file.execute("CREATE TABLE miskatonic (version INTEGER)")
        file.execute("INSERT INTO miskatonic VALUES (99)")
    file.close()
    serve = ("serve", "--no-browser", "--port", "0", "--database")
    assert "file is not a database" in complaint(*serve, "notes.txt")
    assert "made by a newer Miskatonic" in complaint(*serve, str(newer))
    said = complaint(*serve, "postgresql://ann:s3cret@127.0.0.1:9/x")
    assert "postgresql://127.0.0.1:9/x cannot be used" in said
    assert "s3cret" not in said
    assert "several workers need a database they can share" in complaint(*serve[:-1], "--workers", "2")
    assert "at least 1" in complaint(*serve[:-1], "--workers", "0")
    assert "Redis cannot be reached at 127.0.0.1:9" in complaint(*serve[:-1], "--redis", "redis://:s3cret@127.0.0.1:9")


def test_it_says_where_it_is_and_keeps_matches_in_the_users_folder(start: Start, tmp_path: Path) -> None:
    server = start()
    assert server.address.startswith("http://127.0.0.1:")
    guest = server.guest()
    opened = guest.open("arkham")
    assert server.stop() == 0
    file = sqlite3.connect(tmp_path / "share" / "miskatonic" / "table.sqlite3")
    assert file.execute("SELECT id FROM matches").fetchall() == [(opened.match,)]
    file.close()
    assert any("Matches are kept in" in line for line in server.errors)
    assert not any("Traceback" in line for line in server.errors)


def test_it_listens_at_home_only_unless_told(start: Start) -> None:
    server = start("--host", "0.0.0.0")
    deadline = time.monotonic() + 5
    while not server.errors and time.monotonic() < deadline:
        time.sleep(0.05)
    assert any("Everybody who can reach this machine" in line for line in server.errors)
    guest = server.guest()
    assert guest.raw("GET", "/healthz", headers={"host": "my-house.example"}).status_code == 200


class Player(threading.Thread):
    """Somebody who plays on and on, and remembers what was acknowledged."""

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self.guest = guest
        # five seats make a match that is not over soon
        opened = guest.open("insanity", [Place() for _ in range(5)])
        self.match = opened.match
        for invitation in opened.invitations:
            guest.sit(opened.match, invitation.seat, "Ann", invitation.token)
        self.acknowledged: list[Ack] = []
        self.sent: list[Answer] = []
        self.code = 0
        self.line: Socket

    def run(self) -> None:
        try:
            with self.guest.socket(self.match) as self.line:
                line = self.line
                table = line.next(Table)
                while table.status != "over":
                    answer = Answer(fresh_id(), table.asks[0].id, table.asks[0].options[0].code)
                    line.send(answer)
                    while True:
                        message = line.read()
                        if isinstance(message, Ack):
                            self.acknowledged.append(message)
                            self.sent.append(answer)
                            break
                    table = line.table(self.acknowledged[-1].seq)
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else 0
            # what came before the end is still to be read when the end was noticed in sending
            with contextlib.suppress(ConnectionClosed):
                while True:
                    self.line.read()


def test_closing_under_traffic_loses_nothing_acknowledged(start: Start, tmp_path: Path) -> None:
    server = start("--log", "json")
    players = [Player(server.guest()) for _ in range(4)]
    streaming = server.guest()
    streaming.become(players[0].guest.cookie)
    for player in players:
        player.start()
    with streaming.stream(players[0].match) as events:
        next(events)
        time.sleep(0.7)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        said = [message for _, message in events]
    assert server.process.wait(15) == 0, server.errors
    assert time.monotonic() - began < 8
    for player in players:
        player.join(15)
        assert player.acknowledged
        assert player.code == 1012
    assert all(player.line.farewell for player in players)
    assert isinstance(said[-1], Closing)
    assert not any("Traceback" in line or '"level": "error"' in line for line in server.errors), server.errors
    again = start()
    for player in players:
        guest = again.guest()
        guest.become(player.guest.cookie)
        # what was acknowledged is known: sent again, it is acknowledged with the same number
        assert guest.do(player.match, player.sent[-1]) == player.acknowledged[-1]
        assert guest.look(player.match).seq >= player.acknowledged[-1].seq


def test_interrupt_closes_it_in_order(start: Start) -> None:
    server = start()
    server.guest().open("arkham")
    assert server.stop(signal.SIGINT) == 0
    assert not any("Traceback" in line for line in server.errors)


def test_killed_server_has_kept_what_it_acknowledged(start: Start) -> None:
    server = start()
    players = [Player(server.guest()) for _ in range(2)]
    for player in players:
        player.start()
    time.sleep(0.7)
    server.process.kill()
    server.process.wait(10)
    again = start()
    for player in players:
        player.join(15)
        assert player.acknowledged
        guest = again.guest()
        guest.become(player.guest.cookie)
        assert guest.do(player.match, player.sent[-1]) == player.acknowledged[-1]


def test_logs_for_machines_are_json_without_secrets(start: Start) -> None:
    server = start("--log", "json")
    guest = server.guest()
    opened = guest.open("arkham")
    token = opened.invitations[0].token
    with pytest.raises(TableError):
        guest.sit(opened.match, 0, "Ann", "wrong")
    guest.sit(opened.match, 0, "Ann", token)
    guest.raw("GET", f"/api/matches/{opened.match}?token={token}")
    guest.raw("GET", "/api/nowhere")
    assert server.stop() == 0
    lines = [line for line in server.errors if not line.startswith("Matches are kept")]
    found = [json.loads(line) for line in lines]
    assert {"at", "level", "logger", "message", "method", "path", "status", "ms"} <= found[-1].keys()
    assert {403, 200, 201, 404} <= {fact.get("status") for fact in found}
    text = "".join(lines)
    assert token not in text
    assert guest.cookie.partition("=")[2] not in text


def test_backup_of_an_open_table(start: Start, complaint: Complain, tmp_path: Path) -> None:
    server = start()
    guest = server.guest()
    opened = guest.open("arkham")
    guest.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    guest.answer(opened.match)
    seen = guest.look(opened.match)
    done = run(tmp_path, "backup", "copy.sqlite3")
    assert (done.returncode, "is copied to copy.sqlite3" in done.stdout) == (0, True), done.stderr
    assert "exists already" in complaint("backup", "copy.sqlite3")
    assert server.stop() == 0
    again = start("--database", "copy.sqlite3")
    other = again.guest()
    other.become(guest.cookie)
    assert other.look(opened.match) == seen


def test_backup_that_cannot_be_made_is_explained(complaint: Complain, tmp_path: Path) -> None:
    assert "there is no database" in complaint("backup", "copy", "--database", "nowhere.sqlite3")
    assert not (tmp_path / "nowhere.sqlite3").exists()
    store = open_store(str(tmp_path / "t.sqlite3"))
    store.backend.open()
    store.backend.close()
    assert "cannot be written" in complaint("backup", "no/such/folder", "--database", "t.sqlite3")
