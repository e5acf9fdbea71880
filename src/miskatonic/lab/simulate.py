"""Simulate: play a run on all cores, or on a cluster, and keep what is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import joblib

from miskatonic.kernel import SetupError
from miskatonic.lab.keep import Results
from miskatonic.lab.play import Rows, play_chunk
from miskatonic.lab.run import Run

Told = Callable[[int], None]
"""Hears how many matches more are done."""


def simulate(run: Run, results: Results, jobs: int = -1, cluster: str = "", told: Told = lambda done: None) -> None:
    """Play whatever of a run is not done yet."""
    left = [chunk for chunk in run.chunks() if not results.has(chunk)]
    with on_cluster(cluster) as workers:
        work = joblib.Parallel(n_jobs=workers or jobs, return_as="generator_unordered")
        for chunk, rows in work(joblib.delayed(_numbered)(run, chunk) for chunk in left):
            results.add(chunk, rows)
            told(len(chunk))


def _numbered(run: Run, chunk: range) -> tuple[range, Rows]:
    return chunk, play_chunk(run, chunk)


def on_cluster(address: str) -> AbstractContextManager[int]:
    """The cluster that does the work, and how many workers it has; without an address this machine, 0.

    `dask` and `ray` make a cluster of this machine's cores; `dask:tcp://...` and `ray:...` use one that is there.
    """
    kind, _, place = address.partition(":")
    if not kind:
        return nullcontext(0)
    if kind == "dask":
        return _on_dask(place)
    if kind == "ray":
        return _on_ray(place)
    raise SetupError(f"there is no cluster of the kind {kind!r}; there are: dask, ray")


@contextmanager
def _on_dask(place: str) -> Iterator[int]:
    from dask.distributed import Client, LocalCluster

    cluster: Any = None if place else LocalCluster(threads_per_worker=1, dashboard_address=None)
    with Client(place or cluster) as client, joblib.parallel_config(backend="dask"):
        yield max(1, len(client.nthreads()))
    if cluster is not None:
        cluster.close()


@contextmanager
def _on_ray(place: str) -> Iterator[int]:
    import ray
    from ray.util.joblib import register_ray

    ray.init(address=place or None, include_dashboard=False, log_to_driver=False)
    register_ray()
    try:
        with joblib.parallel_config(backend="ray"):
            yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        ray.shutdown()
