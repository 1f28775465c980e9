"""The steps that open and close windows, and restore them."""

from .kinds import DIALOGS, ENDS, MOST_WINDOWS, has_room, is_workspace_open, kind

# Windows


@kind("new window", 4)
class NewWindow:
    @staticmethod
    def options(model):
        return [(one.number, None) for one in model.windows if has_room(model)]

    @staticmethod
    def apply(model, window, step):
        model.open_window_here(step.number)


@kind("new private window", 2)
class NewPrivateWindow:
    @staticmethod
    def options(model):
        return [(one.number, None) for one in model.windows if has_room(model)]

    @staticmethod
    def apply(model, window, step):
        model.open_window_here(step.number, is_private=True)


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
        model.open_window(step.number, step.argument[0], is_private=window.is_private)


@kind("close", 4)
class Close:
    @staticmethod
    def options(model):
        for one in model.windows:
            # Closing the last window is quitting. What becomes of a workspace of which one window is
            # closed is told elsewhere.
            if len(model.windows) > 1:
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
            if has_room(model) and model.ordinary:
                yield None, "and bring back"

    @staticmethod
    def apply(model, window, step):
        model.start_fresh(step.number, step.number)
        if step.argument == "and bring back":
            model.bring_back(step.number)


@kind("bring back from the history", 2)
class History:
    @staticmethod
    def options(model):
        if model.history and model.can_go_back_in_time:
            for one in model.windows:
                if has_room(model):
                    yield one.number, "the front window"
                if len(model.history) + len(model.windows) <= MOST_WINDOWS:
                    yield one.number, "all windows"

    @staticmethod
    def apply(model, window, step):
        model.bring_back_from_history(step.number, step.argument == "all windows")


# Workspaces


@kind("save as a workspace", 2)
class SaveWorkspace:
    @staticmethod
    def options(model):
        if not model.workspace and model.ordinary:
            yield from ((one.number, None) for one in model.windows)

    @staticmethod
    def apply(model, window, step):
        model.save_workspace(step.word)


@kind("update the workspace", 3)
class UpdateWorkspace:
    @staticmethod
    def options(model):
        if is_workspace_open(model) and model.free:
            yield from ((one.number, None) for one in model.windows)

    @staticmethod
    def apply(model, window, step):
        model.update_workspace()


@kind("rename the workspace", 1)
class RenameWorkspace:
    @staticmethod
    def options(model):
        return [(one.number, None) for one in model.windows if model.workspace]

    @staticmethod
    def apply(model, window, step):
        model.workspace = step.word


@kind("delete the workspace", 1)
class DeleteWorkspace:
    @staticmethod
    def options(model):
        if model.workspace:
            hows = ("for good", "and undo it")
            yield from ((one.number, how) for one in model.windows for how in hows)

    @staticmethod
    def apply(model, window, step):
        if step.argument == "for good":
            model.delete_workspace()


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
