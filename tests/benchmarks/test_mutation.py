"""`benchmarks/mutants.py`: one small change each, named by what it changes."""

from pathlib import Path

from mutants import mutants

MODULE = '''"""A module."""

from typing import TYPE_CHECKING

LIMIT = 3
NAME = "limit"


def few(numbers: list[int], /, most: int = 2) -> bool:
    """Whether there are few of them."""
    if not numbers or len(numbers) < LIMIT:
        return True
    raise ValueError(f"more than {most + 1}")


class Pair:
    def best(self, a: int, b: int) -> int:
        self.last = max(a, b)
        return self.last
'''


def test_each_change_is_named_and_changes_what_runs(tmp_path: Path) -> None:
    path = tmp_path / "small.py"
    path.write_text(MODULE)
    found = mutants(path, tmp_path)
    assert [mutant.key.removeprefix("small.py::") for mutant in found] == [
        "LIMIT: 3 -> 4",
        "few: raise ValueError(f'more than {most + 1}') -> pass",
        "few: if not numbers or len(numbers) < LIMIT -> if not (not numbers or len(numbers) < LIMIT)",
        "few: not numbers or len(numbers) < LIMIT -> not numbers and len(numbers) < LIMIT",
        "few: not numbers -> not not numbers",
        "few: len(numbers) < LIMIT -> len(numbers) <= LIMIT",
        "few: return True -> return None",
        "few: True -> False",
        "Pair.best: self.last = max(a, b) -> pass",
        "Pair.best: max(a, b) -> min(a, b)",
        "Pair.best: return self.last -> return None",
    ]
    assert [mutant.line for mutant in found][:3] == [5, 13, 11]
    wanted = [mutant.key for mutant in found if "<=" in mutant.key or "min" in mutant.key]
    few, best = (mutant.code for mutant in mutants(path, tmp_path, wanted) if mutant.code)
    namespace = {"LIMIT": 3}
    exec(compile(MODULE, str(path), "exec"), namespace)
    check: object = namespace["few"]
    assert callable(check)
    assert check([1, 2])
    check.__code__ = few  # type: ignore[attr-defined]
    assert check([1, 2, 3])
    assert (few.co_qualname, best.co_qualname) == ("few", "Pair.best")
    assert found[0].value == 4


def test_a_digest_follows_the_function_alone(tmp_path: Path) -> None:
    path = tmp_path / "small.py"
    path.write_text(MODULE)
    before = {mutant.key: mutant.digest for mutant in mutants(path, tmp_path)}
    path.write_text(MODULE.replace("self.last = max", "self.first = max").replace('"limit"', '"limits"'))
    after = {mutant.key: mutant.digest for mutant in mutants(path, tmp_path)}
    assert all(after[key] == digest for key, digest in before.items() if "few" in key)
    assert not {digest for key, digest in before.items() if "Pair" in key} & {*after.values()}
