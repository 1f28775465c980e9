"""The steps of a day, and the list of their kinds."""

import dataclasses

MOST_WINDOWS = 6
MOST_NOTES = 3
"""Notes on one page: the rest of the page stays within a few turns of the wheel."""

LONGEST_DRAFT = 60

WORDS = ("wall", "ship", "oar", "song", "wing", "ash", "north", "salt", "ember", "stone")

DIALOGS = ("Preferences", "History")

ENDS = ("quit", "kill", "terminate", "close all", "lose the display")
"""How the program ends before it is started again."""


@dataclasses.dataclass(frozen=True)
class Step:
    """One thing that a person does."""

    number: int
    """Its place in the planned day, which identifies the windows and texts that it creates."""
    kind: str
    window: float | None = None
    argument: object = None

    def __str__(self):
        where = f" in window {self.window}" if self.window is not None else ""
        what = f": {self.argument}" if self.argument is not None else ""
        return f"{self.number:3} {self.kind}{where}{what}"

    @property
    def word(self):
        """The text that it writes, unique within the day."""
        return f"{WORDS[self.number % len(WORDS)]}{self.number}"


KINDS = {}
"""The weight and the rules of each kind of step, by its name."""


def kind(name, weight):
    """Register a class with `options(model)` and `apply(model, window, step)`."""

    def add(rules):
        KINDS[name] = (weight, rules)
        return rules

    return add


def has_room(model):
    return len(model.windows) < MOST_WINDOWS


def is_workspace_open(model):
    return model.workspace is not None and not model.resting
