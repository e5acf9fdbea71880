"""How the server is: health and figures for Prometheus."""

from __future__ import annotations

import re

import pytest
from table.guest import Guest
from table.house import House

from miskatonic import __version__
from miskatonic.client import TableError
from miskatonic.table.wire import Table


def figure(guest: Guest, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", guest.raw("GET", "/metrics").text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_health(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    with ann.socket(match) as socket:
        socket.next(Table)
        assert ann.json("/healthz") == {
            "status": "ok",
            "version": __version__,
            "database": "ok",
            "live": 1,
            "sockets": 1,
        }


def test_figures_count_what_happens(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    names = ["miskatonic_answers_total", 'miskatonic_refusals_total{why="illegal"}', "miskatonic_commit_seconds_count"]
    names += ['miskatonic_requests_total{status="200"}', "miskatonic_rebuilds_total"]
    before = [figure(ann, name) for name in names]
    ann.answer(match)
    with pytest.raises(TableError):
        ann.answer(match, 10**6)
    house.evict()
    ann.look(match)
    after = [figure(ann, name) for name in names]
    grown = [now - then for now, then in zip(after, before, strict=True)]
    assert grown[:3] == [1, 1, 1]
    assert grown[3] >= 3
    assert grown[4] == 1
    assert figure(ann, "miskatonic_live_matches") == 1


def test_figures_are_for_prometheus(house: House) -> None:
    response = house.guest().raw("GET", "/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=")
    for line in response.text.splitlines():
        assert re.fullmatch(r"# .*|[a-z_]+(\{[^}]*\})? \S+", line), line


def test_figures_name_nobody(house: House) -> None:
    match, (ann,) = house.seated("arkham", 1)
    text = ann.raw("GET", "/metrics").text
    assert match not in text
    assert ann.cookie.partition("=")[2] not in text
