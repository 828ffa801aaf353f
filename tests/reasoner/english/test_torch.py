"""SpaCy's backend imports torch wherever it is installed, unless the environment says that it need not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import sys
from defeasible.reasoner.english.analysis import English
English().analyse("Rain fell.")
assert "torch" not in sys.modules
try:
    import torch
except RuntimeError:
    print("could be imported afterwards")
"""


ASK = "from defeasible.eval.cli import main; main(['ask', 'It rains.', '--query', 'It rains.'])"


@pytest.fixture
def torch_that_fails(tmp_path: Path) -> Path:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("raise RuntimeError('imported')\n", encoding="utf-8")
    return tmp_path


def run(code: str, folder: Path, torch: str | None) -> tuple[str, str]:
    """Run code where importing torch fails; return what it writes."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    environment.pop("DEFEASIBLE_SPACY_TORCH", None)
    environment |= {} if torch is None else {"DEFEASIBLE_SPACY_TORCH": torch}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    return done.stdout, done.stderr


def test_it_is_not_imported_where_the_environment_says_no(torch_that_fails: Path) -> None:
    assert run(CODE, torch_that_fails, "no") == ("could be imported afterwards\n", "")


@pytest.mark.parametrize("torch", [None, "yes"])
def test_it_is_imported_otherwise(torch_that_fails: Path, torch: str | None) -> None:
    assert "RuntimeError: imported" in run(CODE, torch_that_fails, torch)[1]


def test_the_command_line_does_without_it(torch_that_fails: Path) -> None:
    said, errors = run(ASK, torch_that_fails, None)
    assert errors == ""
    assert "verdict: ENTAILED" in said
