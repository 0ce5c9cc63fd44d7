"""The elements around a page's blocks, as arrays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The elements that hold blocks, outer ones first; element 0 stands above the root.

    Arrays over elements: `parent` (0's is itself), `depth`, `first` and `last` (exclusive) block
    inside, `path_class`: one number for all elements with the same tags from the root down.
    `class_parent` is the class one tag up, by class. `block_element` is the innermost element of
    each block. What tags and names say: `own`, and the `least`, `total` and `most` of an element
    and those around it.
    """

    parent: Ints
    depth: Ints
    first: Ints
    last: Ints
    path_class: Ints
    class_parent: Ints
    block_element: Ints
    own: Floats
    least: Floats
    total: Floats
    most: Floats


def read_tree(
    slots: Sequence[str], names: Mapping[str, str], value: Callable[[str, str], float]
) -> Tree:
    """Rebuild the elements from the slots of the blocks, in page order.

    An element's blocks are taken to be all from its first to its last: one that the walk moved
    out of a sentence stands among its neighbours'. `value` says what a tag and its names tell.
    """
    ids = {"": 0}
    parent, depth, first, last = [0], [0], [0], [len(slots)]
    path_class, class_parent = [0], [0]
    own, least, total, most = [0.0], [0.0], [0.0], [0.0]
    classes: dict[tuple[int, str], int] = {}
    block_element = []
    for index, slot in enumerate(slots):
        element = ids.get(slot)
        if element is None:
            missing = [slot]
            path = slot.rpartition("/")[0]
            while (outer := ids.get(path)) is None:
                missing.append(path)
                path = path.rpartition("/")[0]
            for path in reversed(missing):
                element = ids[path] = len(parent)
                tag = path[path.rfind("/") + 1 :].partition("[")[0]
                key = (path_class[outer], tag)
                number = classes.get(key)
                if number is None:
                    number = classes[key] = len(class_parent)
                    class_parent.append(key[0])
                said = value(tag, names.get(path, ""))
                parent.append(outer)
                depth.append(depth[outer] + 1)
                path_class.append(number)
                first.append(index)
                last.append(index + 1)
                own.append(said)
                least.append(said if said < least[outer] else least[outer])
                most.append(said if said > most[outer] else most[outer])
                total.append(total[outer] + said)
                outer = element
        assert element is not None  # a slot that was missing has been made
        last[element] = index + 1
        block_element.append(element)
    for element in range(len(parent) - 1, 0, -1):
        outer = parent[element]
        if last[element] > last[outer]:
            last[outer] = last[element]
    return Tree(
        *map(_ints, (parent, depth, first, last, path_class, class_parent, block_element)),
        *map(_floats, (own, least, total, most)),
    )


def _ints(values: Sequence[int]) -> Any:
    return np.array(values, np.int32)


def _floats(values: Sequence[float]) -> Any:
    return np.array(values, np.float32)
