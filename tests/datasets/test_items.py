import re

from defeasible.datasets.items import content_ids


def test_id_depends_on_content_only() -> None:
    one, again = content_ids([["p", "q"]], [["1"]]), content_ids([["p", "q"]], [["other group"]])
    other = content_ids([["p", "q'"]], [["1"]])
    assert one == again
    assert one != other
    assert re.fullmatch(r"[0-9a-f]{16}", one[0])


def test_content_is_not_run_together() -> None:
    assert content_ids([["ab", "c"]], [[]]) != content_ids([["a", "bc"]], [[]])


def test_repeats_are_numbered_by_their_other_fields_not_by_row() -> None:
    forth = content_ids([["x"], ["x"], ["y"]], [["a"], ["b"], ["a"]])
    back = content_ids([["y"], ["x"], ["x"]], [["a"], ["b"], ["a"]])
    assert forth[1] == f"{forth[0]}-2"
    assert back == [forth[2], forth[1], forth[0]]
