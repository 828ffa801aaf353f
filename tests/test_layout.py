"""The rules of the house: what lies where, what ships, and who may import whom."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[1]

MAY_IMPORT: dict[str, set[str]] = {
    "reasoner": set(),
    "llm": {"reasoner"},
    "datasets": {"reasoner"},
    "eval": {"reasoner", "llm", "datasets"},
}
"""Portion to the other portions that it may import."""

ROOT_FOLDERS = {*MAY_IMPORT, "tests", "benchmarks", "docs"}
"""The visible folders of the repository root, beside what .gitignore names."""

MAX_LINES = 400
LONG_MODULES: dict[str, str] = {}
"""Path from the root to the reason why the module may be longer than `MAX_LINES`; for tables of data."""

MAX_BYTES = 1_000_000
LARGE_FILES: dict[str, str] = {
    "llm/defeasible/llm/named/reader/adapter_model.safetensors": "SmolLM2's adapter for reading",
    "llm/defeasible/llm/tiny/weights/model.safetensors": "the tiny model",
}
"""Path from the root to the reason why the file may be larger than `MAX_BYTES`."""

LAZY_IMPORT = re.compile(r"# noqa: PLC0415 - \S+")
"""How a line says why it imports inside a function."""


def portion_files() -> list[Path]:
    files = [
        path
        for portion in MAY_IMPORT
        for path in (ROOT / portion).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert files
    return sorted(files)


def module_name(path: Path) -> str:
    """`reasoner/defeasible/reasoner/trace/__init__.py` is `defeasible.reasoner.trace`."""
    parts = path.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in portion_files() if path.suffix == ".py"}


# --- Folders and files -----------------------------------------------------------------------------


def ignored_at_root() -> set[str]:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return {line.strip("/") for line in lines if line.startswith("/")}


def test_the_root_holds_exactly_the_named_folders() -> None:
    visible = {p.name for p in ROOT.iterdir() if p.is_dir() and not p.name.startswith((".", "__"))}
    assert visible - ignored_at_root() == ROOT_FOLDERS


@pytest.mark.parametrize("portion", MAY_IMPORT)
def test_a_source_root_holds_one_portion_of_the_namespace(portion: str) -> None:
    root = ROOT / portion
    assert [p.name for p in root.iterdir() if p.name != "__pycache__"] == ["defeasible"]
    inside = {p.name for p in (root / "defeasible").iterdir()}
    assert inside - {"__pycache__"} == {portion}, "a file here would claim the namespace for one portion"
    assert (root / "defeasible" / portion / "__init__.py").is_file()
    assert (root / "defeasible" / portion / "py.typed").is_file()


def test_the_wheel_holds_every_file_of_the_portions_and_nothing_else() -> None:
    # hatchling obeys .gitignore, so a careless pattern there drops package data in silence.
    shipped = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert shipped == {path.relative_to(ROOT).as_posix().split("/", 1)[1] for path in portion_files()}


def test_gitignore_patterns_are_anchored() -> None:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = {line for line in lines if line and not line.startswith("#")}
    assert {p for p in patterns if not p.startswith("/")} == {"__pycache__/", "*.pyc"}


def written_files(suffix: str = "") -> list[Path]:
    """Files of the project's visible folders, from tests and benchmarks too."""
    return sorted(
        path
        for folder in ROOT_FOLDERS
        for path in (ROOT / folder).rglob(f"*{suffix}")
        if path.is_file() and "__pycache__" not in path.parts
    )


def test_no_module_is_longer_than_the_limit() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in written_files(".py")
    }
    too_long = {path: n for path, n in lengths.items() if n > MAX_LINES}
    assert set(too_long) == set(LONG_MODULES), f"split these, or say why not in LONG_MODULES: {too_long}"


def test_no_file_is_large() -> None:
    sizes = {path.relative_to(ROOT).as_posix(): path.stat().st_size for path in written_files()}
    large = {path: size for path, size in sizes.items() if size > MAX_BYTES}
    assert set(large) == set(LARGE_FILES), f"make these smaller, or say why not in LARGE_FILES: {large}"


def test_the_changelog_has_the_version_of_the_project() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(version)}\]", changelog, re.MULTILINE)


# --- Imports, read from the source -----------------------------------------------------------------


def imported_names(node: ast.Import | ast.ImportFrom, module: str) -> list[str]:
    """The modules that one import statement names; `from a import b` names `a.b` where that is a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        package = module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
        anchor = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*anchor, base] if base else anchor)
    names = [f"{base}.{alias.name}" for alias in node.names]
    return [name if name in MODULES else base for name in names]


def is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def imports_at_load(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Import statements that run when the module is loaded."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and is_type_checking(node.test):
            for statement in node.orelse:
                yield from imports_at_load(ast.Module([statement], []))
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imports_at_load(node)


def all_imports(tree: ast.AST) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def portion_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "defeasible" and len(parts) > 1 else None


def ancestors(module: str) -> set[str]:
    parts = module.split(".")
    return {".".join(parts[:n]) for n in range(1, len(parts))}


@pytest.mark.parametrize("portion", MAY_IMPORT)
def test_imports_between_portions_run_one_way(portion: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} imports {name}"
        for module, path in MODULES.items()
        if portion_of(module) == portion
        for node in all_imports(parse(path))
        for name in imported_names(node, module)
        if (other := portion_of(name)) not in {None, portion} and other not in MAY_IMPORT[portion]
    ]
    assert wrong == []


def test_imports_between_portions_are_absolute() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for module, path in MODULES.items()
        for node in all_imports(parse(path))
        if isinstance(node, ast.ImportFrom) and node.level
        for name in imported_names(node, module)
        if portion_of(name) != portion_of(module)
    ]
    assert wrong == []


def test_nobody_imports_hugging_face_datasets_by_its_bare_name() -> None:
    # From the repository root, with Hugging Face `datasets` not installed, `import datasets` finds our folder
    # and succeeds with an empty module; `from datasets import X` fails as it should.
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in written_files(".py")
        for node in all_imports(parse(path))
        if isinstance(node, ast.Import)
        if any(alias.name.split(".")[0] == "datasets" for alias in node.names)
    ]
    assert wrong == []


def load_graph() -> dict[str, set[str]]:
    """Module to the modules whose code must have run before its own.

    Importing `a.b.c` runs `a` and `a.b` first. A package that is an ancestor of the importing module is
    already running at that time, so it counts only where `from a import name` asks it for a name.
    """
    graph: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        named = {
            name
            for node in imports_at_load(parse(path))
            for name in imported_names(node, module)
            if name in MODULES
        }
        parents = {parent for name in named for parent in ancestors(name) if parent in MODULES}
        graph[module] = (named | (parents - ancestors(module))) - {module}
    return graph


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        list(TopologicalSorter(load_graph()).static_order())
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_an_import_inside_a_function_says_why() -> None:
    wrong = []
    for path in MODULES.values():
        lines = path.read_text(encoding="utf-8").splitlines()
        tree = parse(path)
        functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        wrong += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for function in functions
            for node in all_imports(function)
            if not LAZY_IMPORT.search(lines[node.lineno - 1])
        ]
    assert wrong == []


# --- Imports, seen at run time ---------------------------------------------------------------------


def modules_loaded_by(code: str, part: int = 1) -> set[str]:
    """Modules in `sys.modules` after `code` ran in a fresh interpreter, by the first parts of their names."""
    report = f"import sys; print('\\n@', *{{'.'.join(name.split('.')[:{part}]) for name in sys.modules}})"
    script = f"try:\n    {code}\nexcept SystemExit as end:\n    assert not end.code, end.code\n{report}"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / portion) for portion in MAY_IMPORT)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("\n@")[2].split())


def test_importing_the_reasoner_stays_light() -> None:
    loaded = modules_loaded_by("from defeasible.reasoner import *")
    assert loaded & {"torch", "transformers", "pandas", "spacy"} == set()


def test_a_program_that_only_checks_loads_no_decider() -> None:
    loaded = modules_loaded_by("from defeasible.reasoner import check_document", part=3)
    deciders = {
        "api",
        "base",
        "belief",
        "dialogue",
        "equivalence",
        "grammar",
        "sat",
        "size",
        "story",
        "weigh",
    }
    assert "defeasible.reasoner.checker" in loaded
    assert loaded & {f"defeasible.reasoner.{name}" for name in deciders} == set()


def test_help_loads_no_heavy_library() -> None:
    loaded = modules_loaded_by("from defeasible.eval.cli import main; main(['--help'])")
    assert "click" in loaded
    assert loaded & {"z3", "spacy", "networkx", "pydantic", "numpy", "torch"} == set()
