import re
from importlib.resources import files


def test_the_package_imports_nothing_else_of_the_house() -> None:
    modules = [path for path in files("defeasible.reasoner.english").iterdir() if path.name.endswith(".py")]
    others = r"^\s*(?:from|import) (?!defeasible\.reasoner\.(?:english|errors)\b)defeasible\S*"
    wrong = {path.name: re.findall(others, path.read_text("utf-8"), re.MULTILINE) for path in modules}
    assert len(modules) > 5
    assert {name: found for name, found in wrong.items() if found} == {}
