"""The description of the API, made from the routes and the types themselves."""

from __future__ import annotations

import inspect
import re
from typing import Any

import msgspec

from miskatonic import __version__
from miskatonic.table import wire
from miskatonic.table.routes import ROUTES, Described

PARAMETER = re.compile(r"\{(\w+)(?::(\w+))?\}")
NAME = {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}
MESSAGES = {"FromClient": wire.FromClient, "FromServer": wire.FromServer}


def openapi() -> dict[str, Any]:
    """The API as an OpenAPI 3.1 document; the messages of the socket are among its components."""
    kinds = [kind for route in ROUTES for kind in (route.body, route.reply) if kind not in (None, str)]
    kinds += [wire.Problem, wire.Nack, *MESSAGES.values()]
    found, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    for schema in components.values():
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
    schemas = dict(zip(map(_key, kinds), found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        path = PARAMETER.sub(r"{\1}", route.path)
        paths.setdefault(path, {})[route.method.lower()] = _operation(route, schemas)
    paths["/api/matches/{match}/events"] = {"get": _stream(schemas)}
    paths["/api/openapi.json"] = {"get": _itself()}
    components |= {name: schemas[_key(kind)] for name, kind in MESSAGES.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Miskatonic",
            "version": __version__,
            "description": "Play Cthulhu dice games: tables, seats, questions and answers.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(route: Described, schemas: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": route.does.__name__,
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route)],
        "responses": {
            str(route.status): _reply(route, schemas),
            "default": {"description": "What is wrong, in a sentence.", **_json(schemas[_key(wire.Problem)])},
        },
    }
    if route.reply is wire.Ack:
        described["responses"]["409"] = {"description": "Not done, and why.", **_json(schemas[_key(wire.Nack)])}
    if route.body is not None:
        body = {"content": {"text/plain": {"schema": {"type": "string"}}}}
        described["requestBody"] = {"required": True, **(body if route.text else _json(schemas[_key(route.body)]))}
    return described


def _stream(schemas: dict[str, Any]) -> dict[str, Any]:
    text = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "operationId": "follow",
        "summary": "Follow a match by server-sent events; the data of each is a message of the server.",
        "parameters": [
            {"name": "match", "in": "path", "required": True, "schema": NAME},
            {"name": "since", "in": "query", "schema": {"type": "integer", "minimum": 0}},
        ],
        "responses": {
            "200": {"description": "Messages, until the connection is closed.", "content": text},
            "default": {"description": "What is wrong, in a sentence.", **_json(schemas[_key(wire.Problem)])},
        },
    }


def _itself() -> dict[str, Any]:
    return {
        "operationId": "describe",
        "summary": "Fetch this description.",
        "parameters": [],
        "responses": {"200": {"description": "Done.", **_json({"type": "object"})}},
    }


def _json(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _reply(route: Described, schemas: dict[str, Any]) -> dict[str, Any]:
    if route.reply is None:
        return {"description": "Text.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"description": "Done.", **_json(schemas[_key(route.reply)])}


def _path_parameters(route: Described) -> list[dict[str, Any]]:
    kinds = {
        "int": {"type": "integer", "minimum": 0, "maximum": 99_999},
        None: NAME,
    }
    return [
        {"name": name, "in": "path", "required": True, "schema": kinds[kind or None]}
        for name, kind in PARAMETER.findall(route.path)
    ]


def _query_parameters(route: Described) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", **described} for name, described in route.query.items()]
