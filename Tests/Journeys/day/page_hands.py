"""User actions that show other pages and write on them."""

from harness.accessibility import BUTTONS, LIST_ITEMS, TABS, TEXTS
from harness.pointer import ALT, CONTROL
from harness.waiting import wait_until, wait_until_equal

LEFT_PLACE, RIGHT_PLACE = (20, 60), (1300, 60)
"""Where two windows can be seen at once."""


class PageHands:
    """Mixed into a life: a method for each of these kinds of steps."""

    # Pages

    def _select_a_tab(self, window, step):
        number = self._tabs().index(step.argument) + 1
        if step.number % 2:
            window.key(str(number), ALT)
        else:
            window.select_tab(self.series.tab(step.argument))

    def _open_a_character(self, window, step):
        window.click(window.find(LIST_ITEMS | BUTTONS, step.argument))

    def _go_back(self, window, step):
        if step.argument == "by the button":
            window.press("Back")
        elif step.argument == "by Done":
            window.press("Done")
        elif step.argument == "by Alt+Left":
            window.key("Left", ALT)
        else:
            window.actions.activate("go-back")

    def _show_the_web_page(self, window, step):
        if step.number % 2:
            window.press("View on Amazon")
        else:
            window.actions.activate("show-amazon-page")

    # Notes and hearts

    def _write(self, window, step):
        composer = window.focus_composer()
        window.key("End", CONTROL)
        before = composer.text
        text = f" {step.word}" if before else step.word
        self.session.input.type(text)
        wait_until_equal(lambda: composer.text, before + text, "what was typed")

    def _save_the_note(self, window, step):
        if step.argument == "by the button":
            window.press("Save Note")
        elif step.argument == "by Ctrl+Return":
            window.focus_composer()
            window.key("Return", CONTROL)
        else:
            window.actions.activate("save-note")

    def _edit_a_note(self, window, step):
        window.click(window.find(LIST_ITEMS, f"Note: {step.argument}"))
        window.key("F2")
        wait_until(lambda: window.visible(TEXTS, "Edit note"), "the editor to open")
        window.key("a", CONTROL)
        self.session.input.type(f"edited {step.word}")
        window.key("Return", CONTROL)
        wait_until(lambda: not window.visible(TEXTS, "Edit note"), "the editor to close")

    def _toggle_the_heart(self, window, step):
        if step.argument == "by the button":
            window.press("Favorite")
        else:
            window.actions.activate("toggle-favorite")

    # Drags to other windows

    def _lay_before(self, window, other):
        """Bring two windows to lie beside each other before all others, this one last."""
        target = self._shown[other]
        self.session.place_window(window, *LEFT_PLACE)
        self.session.place_window(target, *RIGHT_PLACE)
        self.session.raise_window(target)
        return target

    def _drag(self, window, name, target, node):
        end = target.on_screen(target.steady_point(node))
        row = window.row(name)
        self.session.raise_window(window)
        self.session.input.drag(window.on_screen(window.steady_point(row)), end)

    def _drop_a_row_on_another_window(self, window, step):
        name, other, _ = step.argument
        target = self._lay_before(window, other)
        tab = next(one for one in self._tabs() if self._tab_id(one) == target.tab)
        self._drag(window, name, target, target.find(TABS, tab))

    def _drop_a_row_on_a_text_field(self, window, step):
        name, other, how = step.argument
        target = self._lay_before(window, other)
        composer = target.composer()
        if how:
            self.session.input.raw_key(CONTROL, True)
        try:
            self._drag(window, name, target, composer)
        finally:
            if how:
                self.session.input.raw_key(CONTROL, False)
