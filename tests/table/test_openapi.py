"""The description of the API is true: valid, complete, and kept under every request that can be thought of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from jsonschema_rs import Draft202012Validator, meta
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from starlette.routing import Route
from table.house import House

from miskatonic.table.app import create_app
from miskatonic.table.openapi import openapi
from miskatonic.table.service import Settings
from miskatonic.table.wire import Place

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
REFUSED = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}})
"""What the description forbids is refused with any status that says so, an address that is too long (414) too."""
EXAMPLES = 10
TEXTS = ("seed", "content", "text", "origin")
ENDLESS = "/api/matches/{match}/events"
"""A stream that never ends by itself; see `test_protocol`."""


def test_document_is_valid() -> None:
    document = openapi()
    assert document["openapi"] == "3.1.0"
    for schema in document["components"]["schemas"].values():
        meta.validate(schema)
    references = set(re.findall(r"#/components/schemas/(\w+)", repr(document)))
    assert references <= document["components"]["schemas"].keys()
    ids = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(ids) == len(set(ids))
    for path, operations in document["paths"].items():
        named = set(re.findall(r"\{(\w+)\}", path))
        for operation in operations.values():
            assert {p["name"] for p in operation["parameters"] if p["in"] == "path"} == named
            assert operation["summary"][-1] in ".;", operation["operationId"]


def test_every_route_is_described(tmp_path: Any) -> None:
    app = create_app(Settings(database=str(tmp_path / "t.sqlite3")))
    paths = openapi()["paths"]
    for route in app.routes:
        if isinstance(route, Route) and route.path.startswith(("/api", "/healthz", "/metrics")):
            path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
            assert path in paths, f"{path} is not described"
            for method in route.methods or ():
                assert method == "HEAD" or method.lower() in paths[path]


def test_messages_of_the_socket_are_described() -> None:
    schemas = openapi()["components"]["schemas"]
    for name in ("FromClient", "FromServer"):
        assert len(schemas[name]["anyOf"]) >= 5
    table = Draft202012Validator({"$ref": "#/components/schemas/Answer", "components": openapi()["components"]})
    assert table.is_valid({"t": "answer", "id": "a", "ask": "0.0.0", "code": 1})
    assert not table.is_valid({"t": "answer", "id": "a", "ask": "0.0.0", "code": -1})


Known = dict[str, list[Any]]


@pytest.fixture
def known(house: House) -> Known:
    """What leads somewhere, for a fuzzer that would never guess it."""
    over, (ann,) = house.seated("arkham", 1)
    ann.play_out(over)
    opened = ann.open("insanity", [Place(), Place()])
    ann.sit(opened.match, 0, "Ann", opened.invitations[0].token)
    match = opened.match
    return {
        "match": [over, match],
        "game": ["arkham", "insanity"],
        "seat": [0, 1],
        "step": [0, 3],
        "cookie": [ann.cookie],
    }


def examine(operation: Any, mode: GenerationMode, address: str, known: Known, statuses: set[int]) -> Iterator[str]:
    """Send what the description allows, or what it forbids; whatever is not as described."""
    numbers = count()
    problems: list[str] = []

    @settings(
        max_examples=EXAMPLES,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        number = next(numbers)
        if number % 4 and mode == GenerationMode.POSITIVE:
            for name in case.path_parameters:
                case.path_parameters[name] = known[name][number % 2]
            if isinstance(case.body, dict) and "game" in case.body:
                case.body = case.body | {"game": "arkham", "seats": [], "options": {}} | dict.fromkeys(TEXTS, "")
        headers = {"cookie": known["cookie"][0] if number % 5 else ""}
        try:
            response = case.call_and_validate(base_url=address, headers=headers, checks=CHECKS)
            statuses.add(response.status_code)
        except FailureGroup as group:
            problems.extend(f"{operation.label}: {failure}" for failure in group.exceptions)

    # nothing can be forbidden where nothing is asked for
    with suppress(Unsatisfiable):
        send()
    assert next(numbers) > 0 or mode == GenerationMode.NEGATIVE
    yield from problems


def described(result: Any) -> Any:
    return result.ok()


def test_api_is_as_described(house: House, known: Known) -> None:
    schema = schemathesis.openapi.from_dict(openapi(), config=REFUSED)
    operations = [described(result) for result in schema.get_all_operations()]
    assert len(operations) > 20
    problems: list[str] = []
    barren = set()
    for operation in operations:
        statuses: set[int] = set()
        if operation.path != ENDLESS:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                problems += examine(operation, mode, house.address, known, statuses)
            if not statuses & {200, 201}:
                barren.add(operation.definition.raw["operationId"])
    assert problems == []
    # the fuzzer got through to the end of every operation, but for those that need more than luck, or a solved sheet
    assert barren <= {"analysis", "answer", "do_deed", "hint", "bring_record", "stand_in", "claim"}
