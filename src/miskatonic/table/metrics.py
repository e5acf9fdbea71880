"""Figures for Prometheus; those of several workers are added up, through files in a folder that they share."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder; it must be set before a worker starts."""
REGISTRY = CollectorRegistry()
_WAITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

ANSWERS = Counter("miskatonic_answers", "Answers that were saved", registry=REGISTRY)
REFUSALS = Counter("miskatonic_refusals", "Deeds that were refused, by reason", ["why"], registry=REGISTRY)
REQUESTS = Counter("miskatonic_requests", "HTTP requests by status", ["status"], registry=REGISTRY)
CONFLICTS = Counter("miskatonic_conflicts", "Appends that another server was quicker with", registry=REGISTRY)
REBUILDS = Counter("miskatonic_rebuilds", "Matches built again from their logs", registry=REGISTRY)
COMMIT = Histogram("miskatonic_commit_seconds", "From a deed to its being saved", buckets=_WAITS, registry=REGISTRY)
LIVE = Gauge("miskatonic_live_matches", "Matches in memory", registry=REGISTRY, multiprocess_mode="livesum")
SOCKETS = Gauge("miskatonic_sockets", "Open sockets and event streams", registry=REGISTRY, multiprocess_mode="livesum")


def figures() -> bytes:
    """All figures of this server, whichever worker is asked."""
    registry = REGISTRY
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def leave() -> None:
    """A worker ends: it has no matches and sockets any more."""
    if FOLDER in os.environ:
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]
