"""Check an installed `defeasible` from the current folder: where it comes from, and that it works."""

import argparse
import importlib
import importlib.metadata
import sys
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PORTIONS = ("reasoner", "llm", "datasets", "eval")


def check(condition: bool, message: str) -> None:
    """Exit with a message unless the condition holds."""
    if not condition:
        sys.exit(f"from {Path.cwd()}: {message}")


def check_portions(editable: bool) -> None:
    """Check that each portion, with its type marker, is of the environment, or of the tree if editable."""
    for portion in PORTIONS:
        module = importlib.import_module(f"defeasible.{portion}")
        origin = Path(str(module.__file__)).resolve()
        expected = ROOT / portion if editable else Path(sys.prefix).resolve()
        check(origin.is_relative_to(expected), f"`{module.__name__}` is {origin}, not under {expected}")
        check(files(module).joinpath("py.typed").is_file(), f"`{module.__name__}` has no py.typed")


def check_decision() -> None:
    """Check that the library decides a question and its checker accepts the proof."""
    reasoner = importlib.import_module("defeasible.reasoner")
    checker = importlib.import_module("defeasible.reasoner.checker")
    questions = importlib.import_module("defeasible.reasoner.question")
    question = questions.EntailmentQuestion(
        ("If it rains, the street gets wet.", "It rains."), "The street gets wet."
    )
    decision = reasoner.Reasoner().decide(question)
    check(str(decision.verdict) == "entailed", f"a modus ponens is {decision.verdict}")
    report = checker.check_decision(question, decision)
    check(str(report.state) == "verified", f"the proof of a modus ponens is {report}")


def check_without_english() -> None:
    """Check that without spaCy formulas are decided, and a text is refused with the pip command."""
    reasoner = importlib.import_module("defeasible.reasoner")
    rain, wet = reasoner.Atom("rain"), reasoner.Atom("wet")
    base = reasoner.Reasoner().base()
    base.tell(rain >> wet)
    base.tell(rain)
    decision = base.ask(wet)
    check(str(decision.verdict) == "entailed", f"a modus ponens of formulas is {decision.verdict}")
    try:
        reasoner.Reasoner().entails(["It rains."], "It rains.")
    except reasoner.UsageError as error:
        check("defeasible[english]" in str(error), f"the hint does not name the extra: {error}")
    else:
        check(False, "a text was read without a parser of English")


def check_hugging_face() -> None:
    """Check that the name `datasets` belongs to Hugging Face."""
    package = importlib.import_module("datasets")
    origin = Path(str(package.__file__)).resolve()
    check(origin.is_relative_to(Path(sys.prefix).resolve()), f"`datasets` is {origin}, not Hugging Face's")
    rows = package.Dataset.from_dict({"text": ["It rains."]})
    check(len(rows) == 1, "Hugging Face `datasets` does not work")


def main() -> None:
    """Run the checks named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--wheel", action="store_true")
    kind.add_argument("--editable", action="store_true")
    parser.add_argument("--beside-hugging-face", action="store_true")
    parser.add_argument("--without-english", action="store_true")
    options = parser.parse_args()
    # For a script, sys.path starts with its own folder; for `python -c` and `-m`, with the current folder.
    sys.path[0] = str(Path.cwd())
    if options.beside_hugging_face:
        check_hugging_face()
    check_portions(options.editable)
    if options.without_english:
        check_without_english()
    else:
        check_decision()
    version = importlib.metadata.version("defeasible")
    print(f"defeasible {version} works from {Path.cwd()}")


if __name__ == "__main__":
    main()
