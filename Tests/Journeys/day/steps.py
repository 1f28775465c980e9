"""The steps of a day: when each can be taken, how often it is, and what the rules make of it.

A day is planned by the model alone. So it can be planned anew from its seed, and any part of it be
lived: a step that cannot be taken where others were left out is left out as well.
"""

import dataclasses
import random

from .model import FAVORITES, WEB_PAGE

MOST_WINDOWS = 6
MOST_NOTES = 3
"""Notes on one page, so that what is below them stays within reach of a few turns of the wheel."""

LONGEST_DRAFT = 60

WORDS = ("wall", "ship", "oar", "song", "wing", "ash", "north", "salt", "ember", "stone")

DIALOGS = ("Preferences", "Earlier Times")

ENDS = ("quit", "kill", "terminate", "close all")
"""How the program ends before it is started again."""


@dataclasses.dataclass(frozen=True)
class Step:
    """One thing that a person does."""

    number: int
    """Its place in the day as it was planned: what is opened or written by it is known by this."""
    kind: str
    window: int | None = None
    argument: object = None

    def __str__(self):
        where = f" in window {self.window}" if self.window is not None else ""
        what = f": {self.argument}" if self.argument is not None else ""
        return f"{self.number:3} {self.kind}{where}{what}"

    @property
    def word(self):
        """What is written by it; no other step of the day writes the same."""
        return f"{WORDS[self.number % len(WORDS)]}{self.number}"


KINDS = {}
"""The weight and the rules of each kind of step, by its name."""


def kind(name, weight):
    """Register a class with `options(model)` and `apply(model, window, step)`."""

    def add(rules):
        KINDS[name] = (weight, rules)
        return rules

    return add


def options(model, name):
    """The windows and arguments with which a step of this kind can be taken now."""
    if not model.is_running or model.dialog and name not in ("close the dialog", "restart"):
        return []
    return list(KINDS[name][1].options(model))


def is_possible(model, step):
    return (step.window, step.argument) in options(model, step.kind)


def apply(model, step):
    """Let the model take a step. Whoever works in a window has it in front."""
    window = model.window(step.window)
    if window is not None:
        model.raise_window(window)
    KINDS[step.kind][1].apply(model, window, step)


def plan(model, seed, length):
    """The steps of a day; the model is what it begins with, and is left as it is."""
    chance = random.Random(seed)
    model = model.copy()
    steps = []
    for number in range(1, length + 1):
        possible = {name: options(model, name) for name in KINDS}
        names = [name for name in KINDS if possible[name]]
        name = chance.choices(names, [KINDS[name][0] for name in names])[0]
        step = Step(number, name, *chance.choice(possible[name]))
        apply(model, step)
        steps.append(step)
    return steps


def has_room(model):
    return len(model.windows) < MOST_WINDOWS


def is_workspace_open(model):
    return bool(model.members) and not model.resting


# Windows


@kind("new window", 4)
class NewWindow:
    @staticmethod
    def options(model):
        return [(one.number, None) for one in model.windows if has_room(model)]

    @staticmethod
    def apply(model, window, step):
        model.open_window_here(step.number)


@kind("open a link", 3)
class Link:
    """Which of several windows that show it is raised is not said."""

    @staticmethod
    def options(model):
        pages = model.world.tabs + model.world.characters
        most = 1 if has_room(model) else 0
        counts = {page: len(model.showing(page)) for page in pages}
        return [(None, page) for page in pages if 1 - most <= counts[page] <= 1]

    @staticmethod
    def apply(model, window, step):
        shown = model.showing(step.argument)
        if shown:
            model.raise_window(shown[0])
        else:
            model.open_window(step.number, step.argument)


@kind("open a row in a new window", 3)
class RowInNewWindow:
    @staticmethod
    def options(model):
        hows = ("by Ctrl+click", "by middle click", "by its menu", "by dragging")
        if has_room(model):
            for one in model.windows:
                names = model.world.rows(one.page)
                yield from ((one.number, (name, how)) for name in names for how in hows)

    @staticmethod
    def apply(model, window, step):
        model.open_window(step.number, step.argument[0])


@kind("close", 4)
class Close:
    @staticmethod
    def options(model):
        if len(model.windows) > 1:
            for one in model.windows:
                # What becomes of a workspace of which one window is closed is told elsewhere.
                if one.number not in model.members:
                    yield from ((one.number, how) for how in ("by its manager", "by its action"))

    @staticmethod
    def apply(model, window, step):
        model.close_window(window, step.number)


@kind("reopen", 4)
class Reopen:
    @staticmethod
    def options(model):
        return [(None, None)] if model.closed and has_room(model) else []

    @staticmethod
    def apply(model, window, step):
        model.reopen()


@kind("start fresh", 1)
class StartFresh:
    @staticmethod
    def options(model):
        if not is_workspace_open(model):
            yield None, "and stay"
            if has_room(model):
                yield None, "and bring back"

    @staticmethod
    def apply(model, window, step):
        model.start_fresh(step.number, step.number)
        if step.argument == "and bring back":
            model.bring_back(step.number)


# Pages


@kind("select a tab", 8)
class Tab:
    @staticmethod
    def options(model):
        tabs = model.world.tabs
        return [(one.number, tab) for one in model.windows for tab in tabs if tab != one.tab]

    @staticmethod
    def apply(model, window, step):
        model.select_tab(window, step.argument)


@kind("open a character", 8)
class Character:
    @staticmethod
    def options(model):
        world = model.world
        for one in model.windows:
            names = world.rows(one.page) or world.related.get(one.page, [])
            yield from ((one.number, name) for name in names)

    @staticmethod
    def apply(model, window, step):
        model.push(window, step.argument)


@kind("go back", 5)
class Back:
    @staticmethod
    def options(model):
        for one in model.windows:
            if one.page == WEB_PAGE:
                yield from ((one.number, how) for how in ("by Done", "by its action"))
            elif one.path:
                hows = ("by the button", "by Alt+Left", "by its action")
                yield from ((one.number, how) for how in hows)

    @staticmethod
    def apply(model, window, step):
        model.go_back(window)


@kind("show the web page", 3)
class WebPage:
    @staticmethod
    def options(model):
        return [
            (one.number, None) for one in model.windows if not one.path and one.tab != FAVORITES
        ]

    @staticmethod
    def apply(model, window, step):
        model.push(window, WEB_PAGE)


# Notes and hearts


@kind("write", 12)
class Write:
    @staticmethod
    def options(model):
        return [
            (one.number, None) for one in model.windows
            if one.draft is not None and len(one.draft) < LONGEST_DRAFT
        ]

    @staticmethod
    def apply(model, window, step):
        window.draft = f"{window.draft} {step.word}".strip()


@kind("save the note", 4)
class SaveNote:
    @staticmethod
    def options(model):
        return [
            (one.number, how) for one in model.windows
            if one.draft and len(model.notes.get(one.page, [])) < MOST_NOTES
            for how in ("by the button", "by Ctrl+Return", "by its action")
        ]

    @staticmethod
    def apply(model, window, step):
        model.save_note(window)


@kind("edit a note", 3)
class EditNote:
    @staticmethod
    def options(model):
        return [
            (one.number, text) for one in model.windows for text in model.notes.get(one.page, [])
        ]

    @staticmethod
    def apply(model, window, step):
        notes = model.notes[window.page]
        notes[notes.index(step.argument)] = f"edited {step.word}"


@kind("toggle the heart", 4)
class Heart:
    @staticmethod
    def options(model):
        characters = model.world.characters
        return [
            (one.number, how) for one in model.windows if one.page in characters
            for how in ("by the button", "by its action")
        ]

    @staticmethod
    def apply(model, window, step):
        model.toggle_favorite(window.page)


# Workspaces


@kind("save as a workspace", 1)
class SaveWorkspace:
    @staticmethod
    def options(model):
        return [] if model.members else [(one.number, None) for one in model.windows]

    @staticmethod
    def apply(model, window, step):
        model.save_workspace()


@kind("leave the workspace", 2)
class LeaveWorkspace:
    @staticmethod
    def options(model):
        return [(one.number, None) for one in model.windows if is_workspace_open(model)]

    @staticmethod
    def apply(model, window, step):
        model.leave_workspace(step.number)


@kind("open the workspace", 3)
class OpenWorkspace:
    @staticmethod
    def options(model):
        if model.resting:
            has_room = len(model.resting) + len(model.windows) <= MOST_WINDOWS
            for one in model.windows:
                if has_room:
                    yield one.number, "beside the others"
                yield one.number, "instead of the others"

    @staticmethod
    def apply(model, window, step):
        model.open_workspace(step.number, step.argument == "instead of the others")


# Dialogs


@kind("open a dialog", 2)
class OpenDialog:
    @staticmethod
    def options(model):
        return [(one.number, title) for one in model.windows for title in DIALOGS]

    @staticmethod
    def apply(model, window, step):
        model.dialog = step.argument


@kind("close the dialog", 20)
class CloseDialog:
    @staticmethod
    def options(model):
        return [(None, None)] if model.dialog else []

    @staticmethod
    def apply(model, window, step):
        model.dialog = None


# The process


@kind("restart", 5)
class Restart:
    @staticmethod
    def options(model):
        return [(None, end) for end in ENDS if end != "close all" or not model.dialog]

    @staticmethod
    def apply(model, window, step):
        if step.argument == "close all":
            while model.windows and model.is_running:
                model.close_window(model.front, step.number)
        else:
            model.end()
        model.start(step.number)
