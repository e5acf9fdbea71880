"""Crews: clusters play the very same matches, and those that are not there are told from each other."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import pytest
from lab.really_played import figures, played

from miskatonic.kernel import SetupError
from miskatonic.lab.crews import crew_of
from miskatonic.lab.keep import Results
from miskatonic.lab.run import CHUNK, Run
from miskatonic.lab.simulate import simulate

PROGRAM = str(Path(sys.executable).with_name("miskatonic"))


@pytest.mark.parametrize("cluster", ["dask", "ray"])
def test_a_cluster_plays_the_very_same_matches(cluster: str, tmp_path: Path) -> None:
    if find_spec(cluster) is None:
        pytest.skip(f"{cluster} is not installed")
    command = [PROGRAM, "simulate", "arkham", "--games", str(2 * CHUNK), "--cluster", cluster, "--out", "r", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 2 * CHUNK
    there = Results(tmp_path / "r")
    assert figures(there).equals(figures(played(there.run, tmp_path / "here")))


def test_a_cluster_that_is_there_is_used_by_its_address(tmp_path: Path) -> None:
    distributed = pytest.importorskip("dask.distributed")
    run = Run("arkham", (("random",),), games=2 * CHUNK)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as there:
        results = Results.of(run, tmp_path / "there")
        simulate(run, results, cluster=f"dask:{there.scheduler_address}")
    assert figures(results).equals(figures(played(run, tmp_path / "here")))


@pytest.mark.parametrize("kind", ["dask", "ray"])
@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("127.0.0.1:{port}", "Connection refused"),
        ("tcp://127.0.0.1:{port}", "Connection refused"),
        ("127.0.0.1", "an address is HOST:PORT"),
        ("127.0.0.1:many", "Port could not be cast"),
        ("nowhere.invalid:8786", "not known"),
    ],
)
def test_a_cluster_that_nobody_answers_for_is_given_up_within_seconds(kind: str, place: str, reason: str) -> None:
    pytest.importorskip(kind)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        cluster = f"{kind}:{place}".format(port=nobody.getsockname()[1])
        began = time.monotonic()
        with pytest.raises(SetupError) as refused, crew_of(cluster, 1):
            pass
    assert time.monotonic() - began < 15
    said = str(refused.value)
    assert said.startswith(f"--cluster {cluster}: no cluster answers there (")
    assert reason in said
    assert {"dask": "dask scheduler", "ray": "ray start --head"}[kind] in said


def test_whatever_else_answers_is_no_cluster() -> None:
    """Its words are taken for a size, for which there is no memory."""
    pytest.importorskip("dask")
    with socket.create_server(("127.0.0.1", 0)) as other:

        def greet() -> None:
            with other.accept()[0] as visitor:
                visitor.close()
            with other.accept()[0] as visitor:
                visitor.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        Thread(target=greet, daemon=True).start()
        cluster = f"dask:127.0.0.1:{other.getsockname()[1]}"
        with pytest.raises(SetupError, match="something else listens"), crew_of(cluster, 1):
            pass


@pytest.mark.parametrize("cluster", ["dask", "ray"])
def test_a_cluster_that_is_not_installed_is_named(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (cluster, f"{cluster}.distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(SetupError, match=rf"pip install 'miskatonic\[{cluster}\]'"), crew_of(cluster, 1):
        pass
