"""A text that is still being composed when its field is left: it is kept, once, where it was seen.

Engines differ: the one for Korean commits what is composed when it is told to; the one for Japanese forgets it.
"""

import unittest

from harness.accessibility import BUTTONS, LIST_ITEMS, SEARCH_FIELDS, STATE_FOCUSED, TEXTS
from harness.input_method import PLAIN
from harness.journey import AGATHA
from harness.pointer import CONTROL
from harness.waiting import wait_until, wait_until_equal
from test_input_methods import JAPANESE, KOREAN, ComposedTyping
from test_search import SEARCH

PLACE = "Place in the book"


class LeavingTheComposer(ComposedTyping):
    """By pointer, by keys, and by what other programs may ask for."""

    words = KOREAN

    def write(self):
        window = self.start()
        window.focus_composer()
        self.compose_words(window, self.words)
        return window

    def place(self, window):
        """The field of the place, which has the focus afterwards."""
        field = wait_until(lambda: window.frame.find_all(TEXTS, PLACE), "the field")[-1]
        left, top, width, height = field.extents
        self.session.raise_window(window)
        self.session.input.click(window.on_screen((left + width // 2, top + height // 2)))
        wait_until(lambda: field.has_state(STATE_FOCUSED), "the focus in the field")
        return field

    def expect_kept(self, window, caret=None):
        window.expect_draft(self.words.whole, caret)
        # The input method may still commit it itself.
        self.wait_until_answered()
        window.expect_draft(self.words.whole, caret)

    def test_a_click_elsewhere_in_the_text(self):
        window = self.write()
        left, top, _, height = window.composer().extents
        self.session.input.click(window.on_screen((left + 2, top + height // 2)))
        self.expect_kept(window, caret=0)
        self.input_method.use(PLAIN)
        self.compose("x")
        window.expect_draft("x" + self.words.whole)

    def test_a_click_into_another_field(self):
        window = self.write()
        field = self.place(window)
        self.expect_kept(window)
        self.assertEqual(field.line, "")

    def test_a_line_is_left(self):
        window = self.start()
        field = self.place(window)
        self.input_method.use(self.words.engine)
        self.compose(*self.words.keys)
        window.focus_composer()
        wait_until_equal(lambda: field.line, self.words.whole, "the text of the field")
        window.expect_draft("")

    def test_the_button_that_saves(self):
        window = self.write()
        window.press("Save Note")
        window.find(LIST_ITEMS, f"Note: {self.words.whole}")
        window.expect_draft("")

    def press_control_enter(self):
        """One key after the other, as fingers do: the engine for Korean commits at the first."""
        self.session.input.raw_key(CONTROL, True)
        self.wait_until_answered()
        self.session.input.key("Return")
        self.session.input.raw_key(CONTROL, False)

    def test_saving_by_a_key(self):
        window = self.write()
        self.press_control_enter()
        window.find(LIST_ITEMS, f"Note: {self.words.whole}")
        window.expect_draft("")

    def edit(self):
        """Compose the words at the end of a note that is edited."""
        self.add_notes(self.hawk, "On Skye")
        window = self.start()
        window.click(window.find(LIST_ITEMS, "Note: On Skye"))
        window.key("F2")
        window.find(BUTTONS, "Cancel")
        window.key("End", CONTROL)
        self.input_method.use(self.words.engine)
        self.compose(*self.words.keys)
        return window

    def test_an_edit_that_is_saved_by_the_button(self):
        window = self.edit()
        window.press("Save")
        window.find(LIST_ITEMS, f"Note: On Skye{self.words.whole}")

    def test_an_edit_that_is_saved_by_a_key(self):
        window = self.edit()
        self.press_control_enter()
        window.find(LIST_ITEMS, f"Note: On Skye{self.words.whole}")

    def test_saving_that_is_asked_for_from_outside(self):
        window = self.write()
        window.actions.activate("save-note")
        window.find(LIST_ITEMS, f"Note: {self.words.whole}")
        window.expect_draft("")

    def test_another_tab(self):
        window = self.write()
        window.select_tab(self.raven)
        window.select_tab(self.hawk)
        self.expect_kept(window)

    def test_another_tab_that_is_asked_for_from_outside(self):
        window = self.write()
        window.actions.activate("select-tab", self.raven.id)
        window.expect_tab(self.raven)
        window.expect_draft("")
        window.select_tab(self.hawk)
        self.expect_kept(window)

    def test_going_back_that_is_asked_for_from_outside(self):
        window = self.start()
        window.open_character(AGATHA)
        window.focus_composer()
        self.compose_words(window, self.words)
        window.actions.activate("go-back")
        window.expect_title(self.hawk.title)
        window.open_character(AGATHA)
        self.expect_kept(window)

    def test_a_dialog(self):
        window = self.write()
        window.actions.activate("add-character")
        dialog = self.program.dialog("New Character")
        self.expect_kept(window)
        dialog.key("Escape")
        self.expect_kept(window)

    def test_another_window(self):
        window = self.write()
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        other.expect_draft("")
        self.expect_kept(window)

    def test_the_search(self):
        window = self.write()
        window.actions.activate("search")
        self.field(window)
        window.key("Escape")
        window.expect_title(self.hawk.title)
        self.expect_kept(window)

    def test_what_is_looked_for_when_a_result_is_clicked(self):
        self.add_notes(self.raven, self.words.whole)
        window = self.start()
        self.open_search(window, "f", CONTROL)
        self.input_method.use(self.words.engine)
        # The rest is only composed, and not looked for.
        self.compose(*self.words.keys)
        window.click(wait_until(lambda: self._results(window), "the note")[0])
        window.expect_title(self.raven.title)
        window.go_back()
        field = wait_until(lambda: window.frame.find_all(SEARCH_FIELDS, SEARCH), "the search")[0]
        wait_until_equal(lambda: field.line, self.words.whole, "what is looked for")

    def _results(self, window):
        rows = window.visible(LIST_ITEMS)
        return [row for row in rows if row.name.endswith(self.words.whole)]


class LeavingTheComposerInJapanese(LeavingTheComposer):
    """With an engine that forgets what is composed when it is told that the field was left."""

    words = JAPANESE
    test_the_button_that_saves = None
    """With nothing but what is composed there is no button yet."""

    def test_escape_in_an_edit_is_for_what_is_composed(self):
        window = self.edit()
        self.compose("Escape")
        # What was composed is gone, and the edit goes on.
        window.find(BUTTONS, "Cancel")
        self.input_method.use(PLAIN)
        self.compose("x")
        window.press("Save")
        window.find(LIST_ITEMS, "Note: On Skyex")


if __name__ == "__main__":
    unittest.main()
