"""`MaskedLM`: probabilities of words in a blank, and of whole sentences, from a masked language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from defeasible.llm.backend import Score
from defeasible.llm.encoders.rows import Encoder
from defeasible.llm.prompts.template import BLANK
from defeasible.llm.scoring import check_options
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.encoders.rows import Row
    from defeasible.llm.prompt import Prompt

    _Hidden: TypeAlias = tuple[Row, int, list[int]]
    # A row with one token masked, its position, and the tokens whose probability there is wanted.


class MaskedLM(Encoder):
    """BERT, RoBERTa, ALBERT and similar models as scorers.

    Args:
        name: Name on the hub, or a folder.
        revision: Branch, tag or commit to pin the files to; None for the default.
        device: `cpu`, `cuda`, ...; None for a GPU if there is one.
        dtype: `bfloat16`, `float32`, ...; None for bfloat16 on a GPU and float32 on a CPU.
        batch: Most texts in a batch.

    Raises:
        MissingExtraError: If the packages are not installed.
        UsageError: If the model cannot be loaded or is not a masked language model, or `batch` is not
            positive.

    References:
        Salazar, Liang, Nguyen and Kirchhoff (2020), Masked language model scoring.
    """

    def __init__(
        self,
        name: str,
        *,
        revision: str | None = None,
        device: str | None = None,
        dtype: str | None = None,
        batch: int = 32,
    ) -> None:
        super().__init__("mlm", name, "MaskedLM", revision=revision, device=device, dtype=dtype, batch=batch)
        if self._tokenizer.mask_token_id is None:
            raise UsageError(f"the tokenizer of `{name}` has no mask token")

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the score of each option in the blank of a text; without a blank, at the end of the text.

        Raises:
            UsageError: If there are no options, one is empty, or the prompt is a chat or too long.
        """
        text = self._plain(prompt)
        return self.fill([text if BLANK in text else text + BLANK], options)[0]

    def fill(self, texts: Sequence[str], words: Sequence[str]) -> list[list[Score]]:
        """Return the score of each word in the blank of each text.

        If each word is one token, its score is its log-probability at the blank, and the text is read once.
        Otherwise, for all words of that text, the score is the `likelihood` of the whole text with the word
        filled in; `tokens` and `bytes` are then those of the whole text.

        Args:
            texts: Each with a `[MASK]`; the last one is the blank.
            words: Candidates for the blank, spelled and capitalized as in the text.

        Raises:
            UsageError: If there are no words, one is empty, or a text has no blank or is too long.
        """
        check_options(words)
        halves = [text.rpartition(BLANK) for text in texts]
        for before, found, after in halves:
            if not found:
                raise UsageError(f"the text has no {BLANK}: {(before + after)[:60]!r}")
        filled = [[before + word + after for word in words] for before, _, after in halves]
        rows = [self._rows(each) for each in filled]
        blanks = [
            self._blank(each, len(before), words) for each, (before, _, _) in zip(rows, halves, strict=True)
        ]
        single = iter(self._masked([blank for blank in blanks if blank is not None]))
        sums = iter(
            self._sums(
                [row for each, blank in zip(rows, blanks, strict=True) if blank is None for row in each]
            )
        )
        scores: list[list[Score]] = []
        for blank, whole in zip(blanks, filled, strict=True):
            if blank is None:
                scores.append([Score(*next(sums), len(text.encode())) for text in whole])
            else:
                each = zip(next(single), words, strict=True)
                scores.append([Score(logprob, 1, len(word.encode())) for logprob, word in each])
        return scores

    def likelihood(self, texts: Sequence[str]) -> list[Score]:
        """Return the pseudo-log-likelihood of each text.

        It is the sum, over the tokens of the text, of the log-probability of the token given all others, with
        one pass of the model for each token. Special tokens around the text are not counted.

        Raises:
            UsageError: If a text has no tokens, or too many.
        """
        return [
            Score(logprob, tokens, len(text.encode()))
            for text, (logprob, tokens) in zip(texts, self._sums(self._rows(texts)), strict=True)
        ]

    def _blank(self, rows: Sequence[Row], start: int, words: Sequence[str]) -> _Hidden | None:
        """Return a text with the blank masked, and the words' tokens; None unless each word is one token.

        Args:
            rows: The text with each of the words filled in.
            start: Offset of the word in the text, in characters.
            words: The words.
        """
        tokens: list[int] = []
        hidden: set[tuple[int, tuple[int, ...]]] = set()
        for row, word in zip(rows, words, strict=True):
            places = [
                n
                for n, (left, right) in enumerate(row["offset_mapping"])
                if left < start + len(word) and right > start and not row["special_tokens_mask"][n]
            ]
            if len(places) != 1:
                return None
            tokens.append(row["input_ids"][places[0]])
            hidden.add((places[0], tuple(self._hide(row, places[0])["input_ids"])))
        # If the tokenizer merges a word with its neighbours, the masked texts differ.
        if len(hidden) > 1:
            return None
        ((at, _),) = hidden
        return self._hide(rows[0], at), at, tokens

    def _hide(self, row: Row, at: int) -> Row:
        ids = row["input_ids"]
        return {**row, "input_ids": [*ids[:at], self._tokenizer.mask_token_id, *ids[at + 1 :]]}

    def _sums(self, rows: Sequence[Row]) -> list[tuple[float, int]]:
        """Return the pseudo-log-likelihood of each row, and the number of tokens summed over."""
        wanted: list[_Hidden] = []
        counts: list[int] = []
        for row in rows:
            places = [n for n, special in enumerate(row["special_tokens_mask"]) if not special]
            if not places:
                raise UsageError("a text has no tokens")
            wanted += [(self._hide(row, n), n, [row["input_ids"][n]]) for n in places]
            counts.append(len(places))
        found = iter(self._masked(wanted))
        return [(sum(next(found)[0] for _ in range(count)), count) for count in counts]

    def _masked(self, wanted: Sequence[_Hidden]) -> list[list[float]]:
        """Return, for each row and position, the log-probabilities of the given tokens there."""
        import torch  # noqa: PLC0415 - loaded by now

        def take(logits: Any, numbers: Sequence[int]) -> list[list[float]]:
            at = torch.tensor([wanted[n][1] for n in numbers], device=logits.device)
            spread = torch.log_softmax(logits[torch.arange(len(numbers), device=logits.device), at], -1)
            return [spread[row, wanted[n][2]].tolist() for row, n in enumerate(numbers)]

        return self._read([row for row, _, _ in wanted], take)
