"""Check the contents of built wheels: `check_wheel.py ROOT FROM_SDIST.whl FROM_TREE.whl`."""

import sys
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

PORTIONS = ("reasoner", "llm", "datasets", "eval")


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel, by name."""
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def in_tree(root: Path) -> dict[str, bytes]:
    """Return the files of the source tree that the wheel should contain, by their names in the wheel."""
    return {
        path.relative_to(root / portion).as_posix(): path.read_bytes()
        for portion in PORTIONS
        for path in (root / portion).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def problems(root: Path, from_sdist: dict[str, bytes], from_tree: dict[str, bytes]) -> list[str]:
    """Return the faults of the two wheels, as sentences."""
    found = [
        f"`{name}` differs between the wheel from the sdist and the wheel from the tree"
        for name in sorted(from_sdist.keys() | from_tree.keys())
        if from_sdist.get(name) != from_tree.get(name)
    ]
    package = {name: data for name, data in from_sdist.items() if ".dist-info/" not in name}
    tree = in_tree(root)
    found += [
        f"`{name}` is in the tree and not in the wheel" for name in sorted(tree.keys() - package.keys())
    ]
    found += [
        f"`{name}` is in the wheel and not in the tree" for name in sorted(package.keys() - tree.keys())
    ]
    found += [
        f"`{name}` is missing"
        for portion in PORTIONS
        if (name := f"defeasible/{portion}/py.typed") not in package
    ]
    licence = (root / "LICENSE").read_bytes()
    if not any(name.endswith("/licenses/LICENSE") and data == licence for name, data in from_sdist.items()):
        found.append("the LICENSE of the project is missing")
    metadata = read_metadata(from_sdist)
    if metadata["License-Expression"] != "Apache-2.0":
        found.append(f"the licence in the metadata is {metadata['License-Expression']!r}")
    if not any(
        b"defeasible = " in data for name, data in from_sdist.items() if name.endswith("entry_points.txt")
    ):
        found.append("the command `defeasible` is missing")
    return found


def read_metadata(files: dict[str, bytes]) -> Message:
    """Return the METADATA of a wheel."""
    (text,) = (data.decode() for name, data in files.items() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(text)


def main() -> None:
    """Check the wheels and exit with status 1 if anything is wrong."""
    root, from_sdist, from_tree = map(Path, sys.argv[1:])
    files = contents(from_sdist)
    found = problems(root, files, contents(from_tree))
    for problem in found:
        print(f"{from_sdist.name}: {problem}", file=sys.stderr)
    size = from_sdist.stat().st_size / 1000
    print(f"{from_sdist.name}: {len(files)} files, {size:.0f} kB, {len(found)} problems")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
