"""Logs: a line of text for people, or one JSON object per line for machines. Neither has secrets."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Literal

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class Structured(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level and message, with whatever else was noted."""
        facts = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _PLAIN},
        }
        if record.exc_info:
            facts["error"] = self.formatException(record.exc_info)
        return json.dumps(facts, default=str)


class Plain(logging.Formatter):
    """A record as a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The message and its facts."""
        facts = " ".join(f"{name}={value}" for name, value in vars(record).items() if name not in _PLAIN)
        text = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {record.getMessage()} {facts}".rstrip()
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


def set_up_logs(form: Literal["text", "json"]) -> None:
    """Send all logs to standard error in one form; requests are logged only for machines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Structured() if form == "json" else Plain())
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(logging.WARNING)
    logging.getLogger("miskatonic").setLevel(logging.INFO if form == "json" else logging.WARNING)
