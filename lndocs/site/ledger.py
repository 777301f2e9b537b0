"""The ledger: what explains the numerals of the pages, kept from one build to the next.

A lab takes seconds to run. One that has changed is run in a process beside the build, which at
that time waits for the notebooks' kernels.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

from lndocs.site import recorded
from lndocs.site.numerals import Numeral
from lndocs.site.origins import Origin, Origins, origins

Source = tuple[str, str]
"""The text of a page or a lab, and its path."""


class Ledger:
    """Looks up what explains a page's numerals, or has it worked out.

    Parameters
    ----------
    folder : Path or None
        Where answers are kept, one folder for each state of the code: what lies beside it is of
        another state, and goes. None keeps nothing.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._running: dict[Source, Future[Origins]] = {}

    def begin(self, labs: Iterable[Source]) -> None:
        """Start to run those labs whose answers are not kept."""
        new = [lab for lab in labs if self._kept(lab) is None]
        if not new:
            return
        pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        self._running = {lab: pool.submit(origins, *lab) for lab in new}
        pool.shutdown(wait=False)

    def origins(self, text: str, path: str) -> Origins:
        """Give what explains the numerals of a page."""
        source = text, path
        kept = self._kept(source)
        if kept is not None:
            return kept
        running = self._running.pop(source, None)
        found = running.result() if running else origins(text, path)
        self._keep(source, found)
        return found

    def _place(self, source: Source) -> Path | None:
        if self._folder is None:
            return None
        key = repr((source, recorded.versions(), recorded.frameworks())).encode()
        return self._folder / f"{hashlib.sha256(key).hexdigest()[:16]}.json"

    def _kept(self, source: Source) -> Origins | None:
        place = self._place(source)
        if place is None or not place.exists():
            return None
        found = json.loads(place.read_text("utf-8"))
        each = (Origin(Numeral(**origin["numeral"]), origin["attributes"]) for origin in found)
        return Origins(tuple(each))

    def _keep(self, source: Source, found: Origins) -> None:
        place = self._place(source)
        if place is None or found.faults:
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        for other in place.parent.parent.iterdir():
            if other != place.parent:
                shutil.rmtree(other)
        # Written whole under another name first: two builds may run at a time.
        draft = place.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(asdict(found)["each"], ensure_ascii=False), "utf-8")
        draft.replace(place)
