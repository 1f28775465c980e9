"""Where in the book notes belong: written, kept while it is typed, shown, and ordered by."""

from harness.accessibility import BUTTONS, LIST_ITEMS, STATE_FOCUSED, TEXTS, wait_until_focused
from harness.journey import AGATHA, Journey
from harness.library_rows import add_chapters
from harness.waiting import wait_until, wait_until_equal

PLACE = "Place in the book"
BY_DATE, BY_PLACE = "Order of the notes: By Date", "Order of the notes: By Place"
CHAPTERS = ("1", "The Beast", "The Way Home")


class NotePlaces(Journey):
    """The book has three chapters; its notes are written with real keys."""

    def setUp(self):
        super().setUp()
        self.start()
        self.program.quit()
        add_chapters(self.program, self.hawk, CHAPTERS)

    def fields(self, window):
        """The fields for places, from the top to the bottom; a hit-test says nothing of what is in them."""
        return sorted(window.frame.find_all(TEXTS, PLACE), key=lambda field: field.extents[1])

    def place(self, window):
        """The field for the place of the note that is being written; it is below those of edits."""
        return wait_until(lambda: self.fields(window)[-1:], "the field for the place")[0]

    def expect_typed(self, field, text):
        wait_until_equal(lambda: field.line, text, "the place that is typed")

    def click_into(self, window, field):
        left, top, width, height = field.extents
        self.session.raise_window(window)
        self.session.input.click(window.on_screen((left + width // 2, top + height // 2)))
        wait_until_focused(lambda: field, "the focus in the place")

    def type_place(self, window, field, text):
        """Click into a field for a place, and type instead of what is in it."""
        self.click_into(window, field)
        window.key("a", "Control_L")
        self.session.input.type(text)
        self.expect_typed(field, text)

    def choose(self, window, button, steps):
        """Open a choice and go down to one of those that are offered."""
        window.press(button)
        offered = wait_until(
            lambda: [row for row in window.frame.find_all(LIST_ITEMS) if row.name in self.offers],
            "what can be chosen",
        )
        wait_until(lambda: any(row.has_state(STATE_FOCUSED) for row in offered), "the first of them")
        for _ in range(steps):
            self.session.input.key("Down")
        self.session.input.key("Return")
        wait_until(lambda: not window.frame.find_all(BUTTONS, button), f"another choice than {button!r}")

    offers = ("No chapter", "Chapter 1", "The Beast", "The Way Home", "By Date", "By Place")

    def note(self, window, text):
        return window.find(LIST_ITEMS, f"Note: {text}")

    def expect_place(self, window, text, place):
        wait_until(
            lambda: self.note(window, text).description.endswith(f", {place}"),
            f"the place of {text!r} behind its date",
        )

    def expect_order(self, window, texts):
        def shown():
            rows = [row for row in window.visible(LIST_ITEMS) if row.name.startswith("Note: ")]
            rows.sort(key=lambda row: row.extents[1])
            return [row.name[len("Note: ") :] for row in rows]

        wait_until_equal(shown, list(texts), "the notes in their order")

    def write(self, window, text, place):
        window.write_draft(text)
        self.type_place(window, self.place(window), place)
        self.session.input.key("Return", "Control_L")
        window.expect_draft("")
        self.note(window, text)

    def test_a_place_that_is_being_typed_survives_a_kill_and_is_saved_with_the_note(self):
        window = self.start()
        window.write_draft("It lives in the lake")
        self.choose(window, "Chapter: No chapter", 2)
        self.type_place(window, self.place(window), "p. 87")
        (window,) = self.restart_after_kill()
        window.expect_draft("It lives in the lake")
        entry = self.place(window)
        self.expect_typed(entry, "p. 87")
        wait_until_focused(lambda: entry, "the focus in the place")
        self.session.input.type("f.")
        self.expect_typed(entry, "p. 87f.")
        window.press("Save Note")
        window.expect_draft("")
        self.expect_place(window, "It lives in the lake", "The Beast, p. 87f.")
        self.expect_typed(self.place(window), "")
        # The next note is likely to be of the same chapter.
        window.find(BUTTONS, "Chapter: The Beast")
        (window,) = self.restart_after_kill()
        self.expect_place(window, "It lives in the lake", "The Beast, p. 87f.")
        window.find(BUTTONS, "Chapter: The Beast")

    def test_the_order_is_switched_and_restored_and_a_new_note_comes_to_its_place(self):
        window = self.start()
        window.save_note("Without")
        self.assertFalse(window.frame.find_all(BUTTONS, BY_DATE) and window.visible(BUTTONS, BY_DATE))
        self.write(window, "Late", "p. 200")
        self.write(window, "Early", "p. 3")
        self.expect_order(window, ("Without", "Late", "Early"))
        self.choose(window, BY_DATE, 1)
        self.expect_order(window, ("Early", "Late", "Without"))
        self.program.wait_until_saved()
        # Not by a kill: what is said of that lies over the heading.
        self.assertEqual(self.program.quit(), 0)
        window = self.start()
        self.expect_order(window, ("Early", "Late", "Without"))
        window.find(BUTTONS, BY_PLACE)
        self.write(window, "Between", "p. 40")
        self.expect_order(window, ("Early", "Between", "Late", "Without"))
        window.click(self.note(window, "Early"))
        window.key("F2")
        self.type_place(window, self.editors_place(window), "p. 500")
        self.session.input.key("Return")
        self.expect_order(window, ("Between", "Late", "Early", "Without"))
        self.choose(window, BY_PLACE, 0)
        self.expect_order(window, ("Without", "Late", "Early", "Between"))
        # Each page has an order of its own.
        window.open_character(AGATHA)
        self.assertFalse(window.visible(BUTTONS, BY_DATE))

    def test_two_windows_change_text_and_place_of_the_same_note(self):
        window = self.start()
        window.save_note("The hawk flies")
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        other.select_tab(self.hawk)
        for each in (window, other):
            each.click(self.note(each, "The hawk flies"))
            each.key("F2")
            wait_until(lambda each=each: each.visible(TEXTS, "Edit note"), "the editor")
        self.session.raise_window(window)
        window.key("End", "Control_L")
        self.session.input.type(" high")
        editor = window.find(TEXTS, "Edit note")
        wait_until_equal(lambda: editor.text, "The hawk flies high", "what was typed")
        self.session.raise_window(other)
        self.type_place(other, self.editors_place(other), "p. 12")
        self.session.input.key("Return")
        self.expect_place(other, "The hawk flies", "p. 12")
        self.session.raise_window(window)
        self.expect_typed(self.editors_place(window), "p. 12")
        window.click(editor)
        window.key("Return", "Control_L")
        for each in (window, other):
            self.session.raise_window(each)
            self.expect_place(each, "The hawk flies high", "p. 12")
            self.expect_order(each, ("The hawk flies high",))

    def editors_place(self, window):
        """The field of the note that is being edited, above the composer's."""
        return wait_until(lambda: len(self.fields(window)) > 1 and self.fields(window)[0], "its field")
