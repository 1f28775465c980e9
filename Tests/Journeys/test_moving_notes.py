"""Notes that are moved to other books and characters: by the menu, marked ones together, and by dragging."""

import os

from harness.accessibility import BUTTONS, LABELS, LIST_ITEMS, TABS
from harness.partner_program import TAKER, PartnerProgram
from harness.journey import AGATHA, JAIME, SIGRID, Journey
from harness.pointer import CONTROL
from harness.waiting import stays_true, wait_until, wait_until_equal, wait_until_there


class NotesJourney(Journey):
    """Knows the notes of the windows."""

    def start_with(self, *texts):
        window = self.start()
        for text in texts:
            window.save_note(text)
        for text in texts:
            wait_until(lambda text=text: self.has(window, text), f"the note {text!r}")
        return window

    def has(self, window, text):
        """Whether one of the window's pages has the note, in view or not, marked or not."""
        names = [node.name for node in window.frame.find_all(LIST_ITEMS)]
        return any(name in (f"Note: {text}", f"Note, selected: {text}") for name in names)

    def expect(self, window, present=(), gone=()):
        for text in present:
            wait_until(lambda text=text: self.has(window, text), f"{text!r} in {window}")
        for text in gone:
            wait_until(lambda text=text: not self.has(window, text), f"no {text!r} in {window}")


class MovingNotes(NotesJourney):
    """The page is chosen in a dialog."""

    def test_to_a_character_by_the_menu_is_seen_in_all_windows_and_taken_back(self):
        window = self.start_with("A thought about Agatha", "Another one")
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        other.open_character(AGATHA)
        self.session.place_window(other, 1300, 60)
        self.session.place_window(window, 20, 60)

        window.choose_from_menu(
            window.find(LIST_ITEMS, "Note: A thought about Agatha"), "Move to…"
        )
        dialog = self.program.dialog("Move Notes")
        wait_until(lambda: dialog.says("A thought about Agatha"), "which note is to be moved")
        self.session.raise_window(dialog)
        self.session.input.type("agat")
        wait_until(lambda: not dialog.frame.find_all(LIST_ITEMS, JAIME), "the search")

        # Where it had come to is where it goes on.
        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog("Move Notes")
        dialog.find(LIST_ITEMS, AGATHA)
        self.assertEqual(dialog.frame.find_all(LIST_ITEMS, JAIME), [])
        dialog.key("Return")
        self.program.wait_until_closed(dialog)

        window = self.program.window(self.hawk.title)
        other = self.program.window(AGATHA)
        self.expect(window, ["Another one"], ["A thought about Agatha"])
        self.expect(other, ["A thought about Agatha"], ["Another one"])
        wait_until(lambda: window.says(f"Note moved to “{AGATHA}”"), "what was done")
        window.press("Undo")
        self.expect(window, ["A thought about Agatha", "Another one"])
        self.expect(other, [], ["A thought about Agatha"])

    def test_marked_ones_go_together_and_what_is_being_edited_stays(self):
        window = self.start_with("First", "Second", "Third")
        window.click(window.find(LIST_ITEMS, "Note: First"), modifiers=("Control_L",))
        window.find(LIST_ITEMS, "Note, selected: First")
        window.key("Down", "Shift_L")
        window.find(LIST_ITEMS, "Note, selected: Second")
        window.key("Down", "Shift_L")
        window.find(LIST_ITEMS, "Note, selected: Third")
        window.key("F2")
        wait_until_there(lambda: window.frame.find_all(BUTTONS, "Cancel"), "the editor")
        window.press("Move to…")
        dialog = self.program.dialog("Move Notes")
        wait_until(lambda: dialog.says("Move 2 notes to:"), "how many")
        dialog.click(dialog.find(LIST_ITEMS, self.raven.title))
        self.expect(window, [], ["First", "Second"])
        wait_until(lambda: window.says(f"2 notes moved to “{self.raven.title}”"), "what was done")
        self.restart_after_kill()
        window = self.program.windows()[0]
        window.select_tab(self.raven)
        self.expect(window, ["First", "Second"])


class DraggingNotes(NotesJourney):
    """A note is dragged by the line with its date."""

    def start_with(self, *texts):
        window = super().start_with(*texts)
        # The strip for new windows is to cover no row.
        self.session.resize_window(window, 980, 1250)
        self.session.place_window(window, 20, 40)
        return window

    def grip(self, window, text):
        """The point of the screen at which the note can be gripped: its date."""
        row = next(
            node for node in window.visible(LIST_ITEMS)
            if node.name in (f"Note: {text}", f"Note, selected: {text}")
        )
        self.session.raise_window(window)
        window.steady_point(row)
        date = next(iter(row.find_all(LABELS, "Just now")))
        return window.on_screen(window.steady_point(date))

    def point(self, window, roles, name):
        return window.on_screen(window.steady_point(window.find(roles, name)))

    def other_window(self):
        window = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.session.place_window(window, 1300, 40)
        return window

    def test_onto_a_row_and_onto_a_tab_moves_it_there(self):
        window = self.start_with("For Jaime", "For the raven", "Stays")
        target = self.point(window, LIST_ITEMS, JAIME)
        self.session.input.drag(self.grip(window, "For Jaime"), target)
        self.expect(window, ["Stays"], ["For Jaime"])
        wait_until(lambda: window.says(f"Note moved to “{JAIME}”"), "what was done")

        tab = window.on_screen(window.steady_point(window.find(TABS, self.raven.title)))
        self.session.input.drag(self.grip(window, "For the raven"), tab)
        self.expect(window, ["Stays"], ["For the raven"])
        window.expect_tab(self.hawk)
        window.select_tab(self.raven)
        self.expect(window, ["For the raven"])
        window.select_tab(self.hawk)
        window.open_character(JAIME)
        self.expect(window, ["For Jaime"])

    def test_marked_ones_go_along_to_a_row_of_another_window(self):
        window = self.start_with("First", "Second", "Third")
        other = self.other_window()
        other.select_tab(self.raven)
        for text in ("First", "Third"):
            window.click(window.find(LIST_ITEMS, f"Note: {text}"), modifiers=("Control_L",))
        wait_until(lambda: window.says("2 selected"), "the marks")
        target = self.point(other, LIST_ITEMS, SIGRID)
        self.session.input.drag(self.grip(window, "Third"), target)
        self.expect(window, ["Second"], ["First", "Third"])
        # It is said where they were dropped.
        wait_until(lambda: other.says(f"2 notes moved to “{SIGRID}”"), "what was done")
        self.assertFalse(window.says("2 selected"))
        other.expect_tab(self.raven)
        other.press("Undo")
        self.expect(window, ["First", "Second", "Third"])

    def test_elsewhere_it_is_shown(self):
        window = self.start_with("Shown elsewhere")
        other = self.other_window()
        other.select_tab(self.swift)
        target = self.point(other, LABELS, "Study notes")
        self.session.input.drag(self.grip(window, "Shown elsewhere"), target)
        other.expect_tab(self.hawk)
        self.expect(other, ["Shown elsewhere"])
        self.expect(window, ["Shown elsewhere"])
        # A window that has taken a drop knows of the next drag over it, and of that after it outside.
        self.session.input.drag(self.grip(window, "Shown elsewhere"), target)
        stays_true(lambda: self.program.window_count() == 2, "two windows")

        third = self.program.new_window(
            lambda: self.session.input.drag(
                self.grip(window, "Shown elsewhere"), self.session.free_point()
            )
        )
        self.expect(third, ["Shown elsewhere"])

    def test_onto_a_text_field_gives_its_beginning_and_its_link(self):
        window = self.start_with("Into a field")
        other = self.other_window()
        target = other.on_screen(other.steady_point(other.composer()))
        self.session.input.drag(self.grip(window, "Into a field"), target)
        wait_until(
            lambda: other.draft().startswith("Into a field\nhawknotes://note/"), "name and link"
        )
        self.assertEqual(other.draft().count("Into a field"), 1)

    def test_its_own_page_is_no_place_to_drop_it(self):
        window = self.start_with("Stays here")
        self.session.input.drag(
            self.grip(window, "Stays here"),
            window.on_screen(window.steady_point(window.find(TABS, self.hawk.title))),
        )
        stays_true(
            lambda: self.has(window, "Stays here") and self.program.window_count() == 1,
            "the note in its one window",
        )
        self.assertFalse(window.says("moved"))

    def test_another_program_gets_the_text(self):
        window = self.start_with("First line", "Another note")
        self.session.make_room(window)
        taker = PartnerProgram(self, TAKER)
        for text in ("First line", "Another note"):
            window.click(window.find(LIST_ITEMS, f"Note: {text}"), modifiers=("Control_L",))
        wait_until(lambda: window.says("2 selected"), "the marks")
        self.session.input.drag(self.grip(window, "Another note"), taker.point, taker.wait_until_over)
        wait_until_equal(
            lambda: taker.taken, "First line\n\nAnother note\n", "what the other program got"
        )
        self.assertEqual(self.program.window_count(), 1)
        self.expect(window, ["First line", "Another note"])

    def test_with_control_a_program_for_files_gets_a_markdown_file(self):
        window = self.start_with("A file of mine")
        self.session.make_room(window)
        taker = PartnerProgram(self, TAKER, "files")
        start = self.grip(window, "A file of mine")
        self.session.input.raw_key(CONTROL, True)
        try:
            self.session.input.drag(start, taker.point, taker.wait_until_over)
        finally:
            self.session.input.raw_key(CONTROL, False)

        def content():
            path = taker.taken.strip()
            if not os.path.exists(path):
                return None
            self.assertEqual(os.path.basename(path), "A file of mine.md")
            with open(path, encoding="utf-8") as file:
                return file.read()

        text = wait_until(content, "the file")
        self.assertTrue(text.endswith("---\n\nA file of mine\n"), text)
        self.assertEqual(self.program.window_count(), 1)
        self.assertEqual(self.program.dialogs(), [])
