"""Saved notes as the mouse and the keyboard find them."""

from harness.accessibility import LIST_ITEMS, TEXTS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there

WORD = "x" * 30


class NoteCards(Journey):
    """The text of a saved note can be selected, and the note stays a row of the list."""

    def select_text(self, window):
        """Drag over the first line of the note's card."""
        row = window.find(LIST_ITEMS, f"Note: {WORD}")
        window.session.raise_window(window)
        window.steady_point(row)
        left, top, width, _ = row.extents
        height = top + 24
        self.session.input.drag(
            window.on_screen((left + 22, height)), window.on_screen((left + width - 30, height))
        )
        return row

    def save_emphasized(self, window):
        """Save a note whose only word is emphasized."""
        window.focus_composer()
        self.session.input.type(f"*{WORD}*")
        window.key("Return", "Control_L")
        window.expect_draft("")

    def test_text_is_selected_with_the_mouse_and_copied(self):
        window = self.start()
        window.save_note(WORD)
        self.select_text(window)
        window.key("c", "Control_L")
        window.focus_composer()
        window.key("v", "Control_L")
        window.expect_draft(WORD)

    def test_emphasis_is_shown_without_its_marks_and_copied_with_them(self):
        window = self.start()
        self.save_emphasized(window)
        self.select_text(window)
        window.key("c", "Control_L")
        window.focus_composer()
        window.key("v", "Control_L")
        window.expect_draft(f"*{WORD}*")

    def test_an_edit_that_begins_with_a_selection_and_is_given_up_changes_nothing(self):
        window = self.start()
        self.save_emphasized(window)
        self.select_text(window)
        window.key("F2")
        editor = wait_until_there(lambda: window.visible(TEXTS, "Edit note"), "the editor to open")[0]
        wait_until(lambda: editor.text == f"*{WORD}*", "the marks")
        self.session.input.type("y")
        wait_until(lambda: editor.text == "y", "the letter instead of the selection")
        window.key("Escape")
        wait_until(lambda: not window.visible(TEXTS, "Edit note"), "the editor to close")
        window.find(LIST_ITEMS, f"Note: {WORD}")
        window.key("c", "Control_L")
        window.focus_composer()
        window.key("v", "Control_L")
        window.expect_draft(f"*{WORD}*")

    def test_the_middle_button_inserts_emphasis_with_its_marks(self):
        window = self.start()
        self.save_emphasized(window)
        self.select_text(window)
        composer = window.composer()
        left, top, width, height = composer.extents
        self.session.input.click(window.on_screen((left + width // 2, top + height // 2)), button=2)
        window.expect_draft(f"*{WORD}*")

    def test_keys_are_the_rows_after_a_click_on_its_text(self):
        window = self.start()
        window.save_note(WORD)
        self.select_text(window)
        window.key("F2")
        wait_until_there(lambda: window.visible(TEXTS, "Edit note"), "the editor to open")
        window.key("Escape")
        wait_until(lambda: not window.visible(TEXTS, "Edit note"), "the editor to close")
        self.select_text(window)
        window.key("Delete")
        wait_until(
            lambda: not window.visible(LIST_ITEMS, f"Note: {WORD}"), "the note to be deleted"
        )

    def test_some_are_marked_and_deleted_together_and_come_back(self):
        window = self.start()
        for text in ("First", "Second", "Third"):
            window.save_note(text)
            window.find(LIST_ITEMS, f"Note: {text}")
        window.click(window.find(LIST_ITEMS, "Note: First"), modifiers=("Control_L",))
        window.find(LIST_ITEMS, "Note, selected: First")
        window.key("Down", "Shift_L")
        window.find(LIST_ITEMS, "Note, selected: Second")
        wait_until(lambda: window.says("2 selected"), "how many are marked")
        self.program.wait_until_saved()
        self.program.kill()
        window = self.program.start()[0]
        wait_until(lambda: window.says("2 selected"), "the marks to be back")
        window.press("Delete Selected Notes")
        wait_until(lambda: not window.visible(LIST_ITEMS, "Note: First"), "the notes to be gone")
        window.find(LIST_ITEMS, "Note: Third")
        window.press("Undo")
        for text in ("First", "Second"):
            window.find(LIST_ITEMS, f"Note: {text}")

    def test_a_link_to_a_page_opens_it(self):
        window = self.start()
        link = f"hawknotes://book/{self.raven.id}"
        window.focus_composer().insert_text(0, link)
        window.press("Save Note")
        row = window.find(LIST_ITEMS, f"Note: {link}")
        window.steady_point(row)
        left, top, _, _ = row.extents
        opened = self.program.new_window(
            lambda: self.session.input.click(window.on_screen((left + 60, top + 24)))
        )
        opened.expect_title(self.raven.title)
