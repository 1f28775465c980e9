"""The steps that change the pages of windows and their drafts."""

from .kinds import LONGEST_DRAFT, MOST_NOTES, kind
from .model import FAVORITES, WEB_PAGE

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
            # A note of several lines is called otherwise.
            if "\n" not in text
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


# Drags to other windows


def drops(model, hows, is_taken):
    """The windows with rows, and for each row the others that take it, with how it is dragged there."""
    for one in model.windows:
        others = [other.number for other in model.windows if other is not one and is_taken(other)]
        for name in model.world.rows(one.page):
            yield from ((one.number, (name, other, how)) for other in others for how in hows)


def lay_before(model, window, number):
    """Dragging to a visible window raises both windows, the one with the row last."""
    target = model.window(number)
    model.raise_window(target)
    model.raise_window(window)
    return target


@kind("drop a row on another window", 2)
class DropOnWindow:
    @staticmethod
    def options(model):
        return drops(model, ("",), lambda other: True)

    @staticmethod
    def apply(model, window, step):
        name, other, _ = step.argument
        model.show(lay_before(model, window, other), name)


@kind("drop a row on a text field", 2)
class DropOnText:
    """On an empty one, so that it does not matter where."""

    @staticmethod
    def options(model):
        return drops(model, ("", "with Control held"), lambda other: other.draft == "")

    @staticmethod
    def apply(model, window, step):
        name, other, _ = step.argument
        lay_before(model, window, other).draft = model.world.dropped_text(name)
