"""Lists of cases: a few of each in every run, more on demand, all by `meson-helpers/torture`.

Each case is a test of its own, so that it has a name, can be run alone, and a run can be resumed.
How many cases a list has is written down in counts.txt, and fewer than that is a failure: a list
that is made from what is found must not shrink without a word.
"""

import os

VARIABLE = "HAWK_NOTES_HOSTILE"
"""How many cases of each list: `few` (when it is not set), `more` or `all`."""

COUNTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counts.txt")

MEASURES = "HAWK_NOTES_MEASURE" in os.environ
"""Whether operations are counted to write their number down, not to compare it."""

COUNTING = "test_no_operation_is_left_out"
"""The test of a class that its list of cases has all operations."""

LISTS = {}
"""How many cases each list has in whole, by its name; filled as the journeys are loaded."""


def recorded_counts():
    """How many cases each list had when it was last written down."""
    with open(COUNTS, encoding="utf-8") as file:
        lines = (line.split("#")[0].rsplit(None, 1) for line in file)
        return {words[0]: int(words[1]) for words in lines if words}


def cases(name, arguments, few=4, more=12, always=()):
    """Give a class a test per case; each calls the method `check` with the case's arguments.

    `arguments` has a tuple by the case's name. Unless all are wanted, a selection that is spread
    over the list is made, with those in `always`.
    """
    assert set(always) <= set(arguments), f"{name}: {set(always) - set(arguments)}"
    LISTS[name] = LISTS.get(name, 0) + len(arguments)
    mode = os.environ.get(VARIABLE, "few")
    assert mode in ("few", "more", "all"), f"{VARIABLE}={mode}"
    wanted = {"few": few, "more": more}.get(mode, len(arguments))

    def add(target):
        if wanted < len(arguments) and hasattr(target, COUNTING):
            # It takes as long as a case, and is of no use to a selection.
            delattr(target, COUNTING)
        for case in _selection(list(arguments), wanted, always):
            test = _test(arguments[case])
            test.__name__ = f"test_{case}"
            setattr(target, test.__name__, test)
        return target

    return add


def numbered(count):
    """The cases of a list that has one for each of so many operations."""
    return {f"at_{number:04d}": (number,) for number in range(1, count + 1)}


def check_count(journey, name, found, each=1):
    """Fail when there are operations that a list of cases leaves out; `each` has so many cases.

    How many there are differs a little from run to run, so that a list has some more than were
    counted: the cases at its end are lives in which nothing goes wrong.
    """
    if MEASURES:
        print(f"\ncounted: {name} {(found + found // 10 + 2) // each * each}", flush=True)
        return
    journey.assertLessEqual(
        found, recorded_counts().get(name, 0),
        f"there are operations that “{name}” leaves out: run meson-helpers/torture --measure",
    )


def _test(arguments):
    return lambda self: self.check(*arguments)


def _selection(names, wanted, always):
    if wanted >= len(names):
        return names
    spread = {names[int((index + 0.5) * len(names) / wanted)] for index in range(wanted)}
    return [name for name in names if name in spread or name in always]
