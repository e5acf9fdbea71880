"""Crews: who plays the chunks of a run: all cores of this machine, or a Dask or Ray cluster."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import joblib

from miskatonic.kernel import SetupError
from miskatonic.lab.play import Rows

Played: TypeAlias = tuple[range, Rows]
Play: TypeAlias = Callable[[range], Played]
Done: TypeAlias = Generator[Played, None, None]
Crew: TypeAlias = Callable[[Play, list[range]], Done]
"""Has chunks played by many, and hands each over as soon as it is done, in any order; to be closed at the end."""
PATIENCE = 5.0
"""Seconds after which nobody seems to answer at an address."""
STARTED_BY = {"dask": "dask scheduler", "ray": "ray start --head"}
ON_THIS_MACHINE = ("", "auto", "local")
"""Places without an address; Ray knows the last two."""


def crew_of(cluster: str, jobs: int) -> AbstractContextManager[Crew]:
    """The crew of a cluster; without one so many processes here, with -1 as many as there are cores.

    `dask` and `ray` make a cluster of this machine's cores; `dask:tcp://...` and `ray:...` use one that is there.
    """
    kind, _, place = cluster.partition(":")
    if not kind:
        return _on_these_cores(jobs)
    if kind not in CLUSTERS:
        raise SetupError(f"there is no cluster of the kind {kind!r}; there are: {', '.join(CLUSTERS)}")
    return CLUSTERS[kind](place)


@contextmanager
def _on_these_cores(jobs: int) -> Iterator[Crew]:
    """Processes here; to be ended is to be interrupted, so that they do not outlive who called them."""
    crew = partial(_on_this_machine, jobs)
    if threading.current_thread() is not threading.main_thread():
        yield crew  # signals are the main thread's business
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield crew
    finally:
        signal.signal(signal.SIGTERM, before)


def _on_this_machine(workers: int, play: Play, chunks: list[range]) -> Done:
    # nobody is called for whom there is nothing to play
    workers = min(workers, len(chunks)) if len(chunks) > 1 else 1
    return _with_joblib(workers, partial(_undisturbed, os.getpid(), play), chunks)


def _undisturbed(boss: int, play: Play, chunk: range) -> Played:
    """Play; an interruption from the keyboard is the boss's business, who ends all others without a word."""
    if os.getpid() != boss:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return play(chunk)


def _with_joblib(workers: int, play: Play, chunks: list[range]) -> Done:
    work = joblib.Parallel(n_jobs=workers, return_as="generator_unordered")
    played = work(joblib.delayed(play)(chunk) for chunk in chunks)
    try:
        for done in played:  # noqa: UP028 - `yield from` would close them before the warning is silenced
            yield done
    finally:
        # who has seen enough does not want to hear that others were still playing
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", r"\d+ tasks .* have been cancelled", UserWarning)
            played.close()


@contextmanager
def _on_dask(place: str) -> Iterator[Crew]:
    try:
        from dask.distributed import Client, LocalCluster
    except ImportError:
        raise missing("dask") from None
    knock("dask", place)
    local = nullcontext(place) if place else LocalCluster(threads_per_worker=1, dashboard_address=None)
    with local as cluster:
        try:
            client = Client(cluster, timeout=2 * PATIENCE)
        except Exception as error:  # whatever else answers there is misunderstood in any way
            raise unreachable("dask", place, error) from None
        with client, joblib.parallel_config(backend="dask"):
            yield partial(_with_joblib, max(1, len(client.nthreads())))


@contextmanager
def _on_ray(place: str) -> Iterator[Crew]:
    try:
        import ray
        from ray.util.multiprocessing import Pool
    except ImportError:
        raise missing("ray") from None
    knock("ray", place)
    try:
        ray.init(address=place or None, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # whatever else answers there is misunderstood in any way
        raise unreachable("ray", place, error) from None
    # Ray's backend of joblib hands everything over at the end only: an interruption would lose all
    try:
        with Pool() as pool:
            yield partial(_with_pool, pool)
    finally:
        ray.shutdown()


def _with_pool(pool: Any, play: Play, chunks: list[range]) -> Done:
    yield from pool.imap_unordered(play, chunks)


def missing(kind: str) -> SetupError:
    """What is said where a cluster's package is not there."""
    return SetupError(f"--cluster {kind} needs a package that is not here: pip install 'miskatonic[{kind}]'")


def knock(kind: str, place: str) -> None:
    """Refuse an address where nobody answers; the clusters' own ways to find that out take minutes."""
    if place in ON_THIS_MACHINE:
        return
    try:
        address = urlsplit(place if "://" in place else f"//{place}")
        if not address.hostname or not address.port:
            raise ValueError("an address is HOST:PORT")
        socket.create_connection((address.hostname, address.port), PATIENCE).close()
    except (OSError, ValueError) as error:
        raise unreachable(kind, place, error) from None


def unreachable(kind: str, place: str, error: Exception) -> SetupError:
    """What is said where no cluster answers."""
    where = f"{kind}:{place}" if place else kind
    known = isinstance(error, OSError | ValueError | RuntimeError) and str(error)
    reason = str(error).splitlines()[0] if known else "something else listens"
    return SetupError(
        f"--cluster {where}: no cluster answers there ({reason}); start one there with `{STARTED_BY[kind]}`, "
        f"or write --cluster {kind} for one on this machine"
    )


CLUSTERS: dict[str, Callable[[str], AbstractContextManager[Crew]]] = {"dask": _on_dask, "ray": _on_ray}
