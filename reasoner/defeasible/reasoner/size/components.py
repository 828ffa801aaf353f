"""Strongly connected components: objects that comparisons make equal or contradictory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def strong_components(
    nodes: Iterable[int], after: Callable[[int], Iterable[int]], count: int
) -> list[list[int]]:
    """Return the strongly connected components in reverse topological order.

    Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972, without
    recursion. O(nodes + edges).

    Args:
        nodes: The nodes to start from.
        after: Returns the successors of a node.
        count: Upper bound of the node numbers, exclusive.
    """
    index, low = [0] * count, [0] * count
    on_stack = bytearray(count)
    stack: list[int] = []
    found: list[list[int]] = []
    clock = 0
    for root in nodes:
        if index[root]:
            continue
        clock += 1
        index[root] = low[root] = clock
        stack.append(root)
        on_stack[root] = 1
        work: list[tuple[int, Iterator[int]]] = [(root, iter(after(root)))]
        while work:
            node, heads = work[-1]
            for head in heads:
                if not index[head]:
                    clock += 1
                    index[head] = low[head] = clock
                    stack.append(head)
                    on_stack[head] = 1
                    work.append((head, iter(after(head))))
                    break
                if on_stack[head] and index[head] < low[node]:
                    low[node] = index[head]
            else:
                work.pop()
                if work and low[node] < low[work[-1][0]]:
                    low[work[-1][0]] = low[node]
                if low[node] == index[node]:
                    at = len(stack) - 1
                    while stack[at] != node:
                        at -= 1
                    members = stack[at:]
                    del stack[at:]
                    for member in members:
                        on_stack[member] = 0
                    found.append(members)
    return found
