"""The linear algebra of a spaCy pipeline: which library multiplies, and with how many threads."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from spacy.language import Language
    from threadpoolctl import ThreadpoolController


def use_numpy(pipeline: Language) -> None:
    """Multiply with NumPy's BLAS, which takes a third of the time of the BLAS bundled with spaCy."""
    from thinc.api import NumpyOps  # noqa: PLC0415 - the pipeline has loaded it

    numpy = NumpyOps(use_blis=False)
    for _, component in pipeline.pipeline:
        model = getattr(component, "model", None)
        for node in () if model is None else model.walk():
            node.ops = numpy if type(node.ops) is NumpyOps else node.ops


def on_one_thread() -> AbstractContextManager[object]:
    """Keep OpenBLAS to one thread while a pipeline runs: the matrices of a sentence are too small to share.

    Its threads wait for each other by spinning. Two processes that parse on two cores take six times as long
    with two threads each, and a process alone takes half as much CPU again to save a fifth of the time.
    """
    limited: AbstractContextManager[object] = _openblas().limit(limits=1)
    return limited


@cache
def _openblas() -> ThreadpoolController:
    from threadpoolctl import ThreadpoolController  # noqa: PLC0415 - it finds what has been loaded by then

    return ThreadpoolController().select(internal_api="openblas")
