"""User actions that open and close windows, and restore them."""

from harness.accessibility import BUTTONS, LIST_ITEMS, STATE_SENSITIVE
from harness.pointer import CONTROL, MIDDLE, SHIFT
from harness.waiting import wait_until

from . import steps as rules
from .model import FAVORITES


class WindowHands:
    """Mixed into a life: a method for each of these kinds of steps."""

    # Windows

    def _new_window(self, window, step):
        window.key("n", CONTROL)

    def _new_private_window(self, window, step):
        window.key("p", CONTROL, SHIFT)

    def _open_a_link(self, window, step):
        page = step.argument
        if page == FAVORITES:
            link = "favorites"
        elif page in self._tabs():
            link = f"book/{self._id(page)}"
        else:
            book = self._id(self.model.world.tab_of(page))
            # Both ways to name a character lead to the same page.
            prefix = f"book/{book}/" if step.number % 2 else ""
            link = f"{prefix}character/{self._id(page)}"
        self.program.actions.activate("open-activity", f"hawknotes://{link}")

    def _open_a_row_in_a_new_window(self, window, step):
        name, how = step.argument
        row = window.row(name)
        if how == "by Ctrl+click":
            window.click(row, modifiers=[CONTROL])
        elif how == "by middle click":
            window.click(row, MIDDLE)
        elif how == "by its menu":
            window.choose_from_menu(row, "Open in New Window")
        else:
            start = window.on_screen(window.steady_point(row))
            self.session.input.drag(start, self.session.free_point())

    def _close(self, window, step):
        if step.argument == "by its manager":
            self.session.close_window(window)
        else:
            window.actions.activate("close")

    def _reopen(self, window, step):
        self.program.actions.activate("reopen-closed-window")

    def _start_fresh(self, _, step):
        count = len(self.model.ordinary)
        known = {one.path for one in self._shown.values()}
        self.program.actions.activate("start-fresh")
        (fresh,) = wait_until(
            lambda: [one for one in self.program.wait_for_windows(1) if one.path not in known],
            "the fresh window",
        )
        # It begins in the library, and continues where new windows do.
        fresh.actions.activate("select-tab", self._id(self.model.world.books[0].title))
        if step.argument == "and bring back":
            fresh.press("Restore")
            self.program.wait_for_windows(count + 1)
        rules.apply(self.model, step)
        self._recognize()

    def _bring_back_from_the_history(self, window, step):
        window.actions.activate("show-history")
        dialog = self.program.dialog("History")
        newest = wait_until(lambda: next(iter(dialog.visible(LIST_ITEMS)), None), "a time")
        dialog.click(newest)
        is_all = step.argument == "all windows"
        dialog.press("Restore All Windows" if is_all and len(self.model.history) > 1 else "Restore")
        self.program.wait_until_closed(dialog)

    # Workspaces

    def _workspaces(self, window):
        window.actions.activate("show-workspaces")
        dialog = self.program.dialog("History")
        if self.model.workspace:
            wait_until(lambda: dialog.says(self.model.workspace), "the workspace")
        return dialog

    def _save_as_a_workspace(self, window, step):
        dialog = self._workspaces(window)
        self.session.raise_window(dialog)
        self.session.input.type(step.word)
        wait_until(lambda: dialog.find(BUTTONS, "Save").has_state(STATE_SENSITIVE), "a name")
        dialog.press("Save")
        dialog.find(BUTTONS, "Close Group")
        dialog.close()

    def _update_the_workspace(self, window, step):
        dialog = self._workspaces(window)
        take_in = "Add Open Windows"
        dialog.press(take_in)
        wait_until(lambda: not dialog.frame.find_all(BUTTONS, take_in), "them to be taken in")
        dialog.close()

    def _rename_the_workspace(self, window, step):
        dialog = self._workspaces(window)
        dialog.press("Rename")
        wait_until(lambda: len(dialog.visible(BUTTONS, "Rename")) > 1, "the field for the name")
        dialog.key("a", CONTROL)
        self.session.input.type(step.word)
        dialog.key("Return")
        wait_until(lambda: dialog.says(step.word), "the new name")
        dialog.close()

    def _delete_the_workspace(self, window, step):
        dialog = self._workspaces(window)
        dialog.press("Delete")
        wait_until(lambda: not dialog.says(self.model.workspace), "it to be deleted")
        dialog.close()
        if step.argument == "and undo it":
            window.press("Undo")
        else:
            # The toast disappears by itself, but not under the pointer.
            self.session.input.move(*self.session.free_point())
        wait_until(lambda: not window.visible(BUTTONS, "Undo"), "the end of its time")

    def _leave_the_workspace(self, window, step):
        self._workspaces(window).press("Close Group")

    def _open_the_workspace(self, window, step):
        instead = step.argument == "instead of the others"
        self._workspaces(window).press("Replace Current Windows" if instead else "Open")

    # Dialogs

    def _open_a_dialog(self, window, step):
        if step.argument == "Preferences":
            window.key("comma", CONTROL)
        else:
            window.actions.activate("show-history")
        self.program.dialog(step.argument)

    def _close_the_dialog(self, window, step):
        self.program.dialog(self.model.dialog).close()
