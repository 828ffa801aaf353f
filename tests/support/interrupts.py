"""Ctrl-C while something runs, in this process."""

import gc
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def interrupted(after: float) -> Iterator[None]:
    """Send Ctrl-C after this many seconds, and hold that the block ends with `KeyboardInterrupt`.

    The collector rests meanwhile: Python swallows an exception that a callback of the collector meets,
    and hypothesis has such a callback, so an interrupt that lands there would be lost to any library.
    """
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    gc.disable()
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            yield
        timer.join()
    finally:
        gc.enable()
