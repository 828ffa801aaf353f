"""What callers hand in, refused with a clear message where it is of another kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.weigh import Opinion


def check_texts(several: Sequence[str], *others: str, name: str = "premises") -> None:
    """Refuse what is not a list of texts, called `name`, and other texts.

    Raises:
        UsageError: If it is one string, no list, or holds what is no text or no Unicode.
    """
    if isinstance(several, str):
        raise UsageError(f"`{name}` is one string", hint=f"pass a list of sentences: [{name}]")
    if not isinstance(several, Iterable):
        raise UsageError(f"`{name}` is {several!r:.40}, not a list of sentences")
    for text in (*several, *others):
        if not isinstance(text, str):
            raise UsageError(f"{text!r:.40} is no text", hint="each sentence is one string")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise UsageError(
                f"{text[:40]!r} is not Unicode text: half of a surrogate pair at character {error.start}"
            ) from error


def check_opinions(evidence: Sequence[Opinion]) -> None:
    """Refuse what is not a list of opinions.

    Raises:
        UsageError: If it is no list, or holds something else, or an opinion has no text.
    """
    if not isinstance(evidence, Iterable):
        raise UsageError(f"`evidence` is {evidence!r:.40}, not a list of opinions")
    for item in evidence:
        if not isinstance(item, Opinion):
            raise UsageError(
                f"{item!r:.40} is no opinion", hint="pass Opinion(text, weight, source) for each sentence"
            )
    check_texts([item.text for item in evidence], name="evidence")
