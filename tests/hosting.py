"""Serve the built site as a plain host does, under a path of its own."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

# Not the path that the site is built for: it must work under any.
PREFIX = "/lndocs/"


class Handler(SimpleHTTPRequestHandler):
    """Serve a folder under a path, silently, and nothing beside that path."""

    def translate_path(self, path: str) -> str:
        inside = path.startswith(PREFIX)
        return super().translate_path("/" + path.removeprefix(PREFIX) if inside else "/none")

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
