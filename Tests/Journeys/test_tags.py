"""Tags of notes: written in a field of their own or in the text, shown, and what a page is limited to."""

from hands_on_keys import HandsOnKeys
from harness.accessibility import BUTTONS, LIST_ITEMS, TEXTS, wait_until_focused
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_equal

FIELD = "Tags"


class Tags(HandsOnKeys, Journey):
    """Three notes of a book, written with real keys."""

    def write_notes(self, window):
        window.focus_composer()
        for text in ("Salt at the #sea", "Foam and *sand*", "Wind"):
            self.session.input.type(text)
            window.key("Return", "Control_L")
            window.expect_draft("")

    def field(self, window):
        """The field for tags; a hit-test says nothing of what is in it."""
        return wait_until(lambda: window.frame.find_all(TEXTS, FIELD)[:1], "the field for tags")[0]

    def edit_tags(self, window, note):
        """Begin to edit a note, and go to the field for its tags."""
        row = window.find(LIST_ITEMS, note)
        left, top, width, _ = row.extents
        self.session.raise_window(window)
        self.session.input.click(window.on_screen((left + width - 40, top + 24)))
        window.key("F2")
        field = self.field(window)
        left, top, width, height = field.extents
        self.session.input.click(window.on_screen((left + width // 2, top + height // 2)))
        wait_until_focused(lambda: field, "the focus in the tags")
        return field

    def expect_notes(self, window, *texts):
        def names():
            rows = window.visible(LIST_ITEMS)
            return [row.name.removeprefix("Note: ") for row in rows if row.name.startswith("Note: ")]

        wait_until_equal(names, list(texts), "the notes of the page")

    def test_tags_that_are_typed_survive_a_kill_and_limit_the_page(self):
        window = self.start()
        self.write_notes(window)
        self.edit_tags(window, "Note: Foam and sand")
        self.session.input.type("beach, se")
        wait_until(lambda: window.frame.find_all(LIST_ITEMS, "#sea"), "the known tag")
        window.key("Tab")
        wait_until_equal(lambda: self.field(window).line, "beach, sea, ", "what is typed")
        [window] = self.restart_after_kill()
        wait_until_equal(lambda: self.field(window).line, "beach, sea, ", "the draft")
        window.press("Save")
        row = window.find(LIST_ITEMS, "Note: Foam and sand")
        wait_until(lambda: row.description.endswith(", #beach #sea"), "the tags of the note")
        window.choose_from_menu(row, "Show Notes with #sea")
        self.expect_notes(window, "Salt at the #sea", "Foam and sand")
        [window] = self.restart_after_kill()
        self.expect_notes(window, "Salt at the #sea", "Foam and sand")
        window.press("Remove Filter “#sea”")
        self.expect_notes(window, "Salt at the #sea", "Foam and sand", "Wind")
        self.assertFalse(window.visible(BUTTONS, "Remove Filter “#sea”"))

    def test_the_buttons_of_a_narrow_card_stay_in_one_row(self):
        window = self.start()
        window.focus_composer()
        self.session.input.type("Salt")
        window.key("Return", "Control_L")
        window.expect_draft("")
        self.edit_tags(window, "Note: Salt")
        self.session.input.type("beach, low tide, lighthouse, sea")
        window.key("Return")
        row = window.find(LIST_ITEMS, "Note: Salt")
        wait_until(lambda: row.description.endswith(" #sea"), "the tags of the note")

        def rows_of_buttons():
            names = ("Edit Note", "Copy Note", "Delete Note", "Note Menu")
            found = [row.find_all(BUTTONS, name)[0].extents for name in names]
            return len({top for _, top, _, _ in found})

        self.assertEqual(rows_of_buttons(), 1)
        wide = row.extents
        self.make_narrow(window)
        wait_until(
            lambda: window.find(LIST_ITEMS, "Note: Salt").extents[2] < wide[2], "a narrow card")
        row = window.find(LIST_ITEMS, "Note: Salt")
        wait_until_equal(rows_of_buttons, 1, "the rows of the buttons")
        wait_until(lambda: row.extents[3] > wide[3], "a line of their own for the tags")

    def test_escape_gives_up_what_was_typed(self):
        window = self.start()
        self.write_notes(window)
        self.edit_tags(window, "Note: Wind")
        self.session.input.type("storm")
        window.key("Escape")
        wait_until(lambda: not window.frame.find_all(TEXTS, FIELD), "the editor to close")
        field = self.edit_tags(window, "Note: Wind")
        self.assertEqual(field.line, "")
