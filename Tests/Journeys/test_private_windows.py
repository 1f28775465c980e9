"""A private window leaves nothing, but for the notes that are saved in it."""

from dragging import DraggingOut
from harness.accessibility import BUTTONS, LABELS, STATE_FOCUSED, STATE_SENSITIVE
from harness.drag_formats import drag_formats
from harness.journey import AGATHA, SIGRID, Journey
from harness.pointer import ALT, CONTROL, MIDDLE, SHIFT
from harness.waiting import wait_until, wait_until_equal
from traces import digests, files_with, random_word

SECRET = "Zwielichtige Gestalten"
WORDS = "are not kept"

ACTIVITY = "application/vnd.hawknotes.user-activity"


class PrivateWindow(Journey):
    """Opened beside an ordinary window."""

    def open_private(self):
        first = self.start()
        window = self.program.new_window(lambda: first.key("p", CONTROL, SHIFT))
        self.expect_private(window)
        return first, window

    def expect_private(self, window):
        wait_until(lambda: window.says(WORDS), "what private means")

    def found(self, text):
        """The files and output of the program that contain a text."""
        return files_with(text, self.program.folder, self.session.folder)

    def kept(self):
        """What stands for the state and the preferences, once nothing more is written."""
        self.program.wait_until_saved()
        return digests(*(f"{self.program.folder}/{name}" for name in ("state", "config")))


class OpenedFromAPrivateWindow(PrivateWindow):
    """Every page opened from a private window is private too."""

    # The point where a row can be gripped, and how it is dragged out.
    grip, drag_out = DraggingOut.grip, DraggingOut.drag_out

    def expect_all_private(self, window, ways):
        for name, way in ways.items():
            with self.subTest(name):
                other = self.program.new_window(way)
                self.expect_private(other)
                self.session.close_window(other)
                self.program.wait_for_windows(2)
                self.assertFalse(self.program.actions.is_enabled("reopen-closed-window"))

    def test_by_the_pointer(self):
        _, window = self.open_private()
        self.expect_all_private(window, {
            "Control and click": lambda: window.click(window.row(AGATHA), modifiers=[CONTROL]),
            "Control, Shift and click": lambda: window.click(
                window.row(AGATHA), modifiers=[CONTROL, SHIFT]
            ),
            "the middle button": lambda: window.click(window.row(AGATHA), MIDDLE),
            "the context menu": lambda: window.choose_from_menu(
                window.row(AGATHA), "Open in New Window"
            ),
            "dragging out": lambda: self.drag_out(window, AGATHA),
            "dropping on the strip": lambda: self.drop_on_strip(window),
        })

    def drop_on_strip(self, window):
        """Drop at the bottom of the window, where the strip has appeared."""
        _, _, width, height = window.frame.extents
        strip = window.on_screen((width // 2, height - 30))
        self.session.input.drag(self.grip(window, AGATHA), strip)

    def test_by_the_keyboard_and_from_outside(self):
        _, window = self.open_private()

        def open_row():
            window.click(window.row(AGATHA))
            window.expect_title(AGATHA)
            window.key("Left", ALT)
            window.expect_title(f"{self.hawk.title} (2)")
            wait_until(lambda: window.row(AGATHA).has_state(STATE_FOCUSED), "the row's focus")
            window.key("Return", CONTROL)

        self.expect_all_private(window, {
            "Control and N": lambda: window.key("n", CONTROL),
            "Control and Return": open_row,
            "the action": lambda: self.activate_over(window, "new-window"),
        })

    def activate_over(self, window, action):
        self.session.raise_window(window)
        self.program.actions.activate(action)

    def test_by_a_link_in_a_note(self):
        _, window = self.open_private()
        window.select_tab(self.raven)
        window.actions.activate("copy-link")
        window.select_tab(self.hawk)
        window.focus_composer()
        window.key("v", CONTROL)
        link = wait_until(window.draft, "the link")
        window.press("Save Note")
        self.expect_all_private(
            window, {"a link": lambda: window.click(window.find(LABELS, link))}
        )

    def test_a_window_that_shows_the_same_is_not_taken_for_a_private_one(self):
        first, window = self.open_private()
        first.open_character(AGATHA)
        self.session.raise_window(window)
        other = self.program.new_window(
            lambda: window.click(window.row(AGATHA), modifiers=[CONTROL, SHIFT])
        )
        self.expect_private(other)
        # Now there is one.
        window.click(window.row(AGATHA), modifiers=[CONTROL, SHIFT])
        other.wait_until_active()
        self.assertEqual(self.program.window_count(), 3)

    def test_what_is_reopened_stays_what_it_was(self):
        first, window = self.open_private()
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        second.write_draft("Kept")
        self.session.close_window(second)
        self.program.wait_for_windows(2)
        again = self.program.new_window(lambda: window.key("t", CONTROL, SHIFT))
        again.expect_draft("Kept")
        self.assertFalse(again.says(WORDS))

    def test_beside_it_the_last_ordinary_window_is_closed_and_can_be_reopened(self):
        first, window = self.open_private()
        first.write_draft("Thought of before closing")
        self.session.close_window(first)
        self.program.wait_for_windows(1)
        again = self.program.new_window(lambda: window.key("t", CONTROL, SHIFT))
        again.expect_draft("Thought of before closing")
        self.session.close_window(again)
        self.program.wait_for_windows(1)
        self.session.close_window(window)
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.start().expect_draft("Thought of before closing")

    def test_a_drag_offers_no_file(self):
        first, window = self.open_private()
        offered = {}
        for name, source in (("ordinary", first), ("private", window)):
            self.session.raise_window(source)
            self.session.input.raw_key(CONTROL, True)
            try:
                self.session.input.drag(
                    self.grip(source, AGATHA),
                    source.on_screen((200, 20)),
                    lambda kind=name: offered.update({kind: drag_formats(self.session)}),
                )
            finally:
                self.session.input.raw_key(CONTROL, False)
        for formats in offered.values():
            self.assertIn(ACTIVITY, formats)
            self.assertIn("text/plain;charset=utf-8", formats)
        files = {one for one in offered["private"] if "uri-list" in one or "markdown" in one}
        self.assertEqual(files, set())


class NothingOfAPrivateWindow(PrivateWindow):
    """Nothing done in a private window is written to the disk."""

    def test_is_on_the_disk(self):
        first, window = self.open_private()
        self.assertFalse(first.says(WORDS))
        window.select_tab(self.raven)
        before = self.kept()
        window.write_draft(SECRET)
        window.open_character(SIGRID)
        window.write_draft(SECRET)
        self.assertEqual(self.kept(), before)
        self.assertEqual(len([f for f in self.program.state_files() if f.endswith(".state")]), 1)
        # Beside Back and the mark of a private window, not all tabs have room with every GTK.
        window.key("3", ALT)
        window.expect_tab(self.swift)
        self.session.close_window(window)
        self.program.wait_for_windows(1)
        self.program.wait_until_saved()
        self.assertFalse(self.program.actions.is_enabled("reopen-closed-window"))
        self.assertEqual(self.found(SECRET), [])
        self.assertEqual(self.program.quit(), 0)
        self.assertEqual(self.found(SECRET), [])

    def test_comes_back_after_whichever_end(self):
        for end in (self.program.quit, self.program.terminate, self.program.kill):
            secret, known = random_word(), random_word()
            first, window = self.open_private()
            window.write_draft(secret)
            first.write_draft(known)
            end()
            self.assertEqual(self.found(secret), [])
            again = self.start()
            wait_until(lambda word=known: word in again.draft(), "the draft of the other window")
            self.program.quit()
            self.assertEqual(self.found(secret), [])
            self.assertNotEqual(self.found(known), [], "what is kept can be found")

    def test_is_left_by_its_dialogs(self):
        _, window = self.open_private()
        name = random_word()
        before = self.kept()
        self.look_at_dialogs(window, name)
        self.assertEqual(self.kept(), before)
        window.actions.activate("show-workspaces")
        self.program.dialog("History")
        self.program.kill()
        self.assertEqual(self.found(name), [])
        self.start()
        self.assertEqual(self.program.dialogs(), [])

    def look_at_dialogs(self, window, name):
        """Open each, do something in it, and close it."""
        window.actions.activate("show-workspaces")
        dialog = self.program.dialog("History")
        self.session.raise_window(dialog)
        self.session.input.type(name)
        wait_until(lambda: dialog.find(BUTTONS, "Save").has_state(STATE_SENSITIVE), "a name")
        dialog.close()
        window.actions.activate("show-history")
        self.program.dialog("History").close()
        window.key("comma", CONTROL)
        dialog = self.program.dialog("Preferences")
        dialog.press("Appearance")
        dialog.close()
        cover = f"Cover of {self.hawk.title}"
        window.press(cover)
        dialog = self.program.dialog(cover)
        dialog.key("equal")
        wait_until(lambda: not dialog.says("100%"), "the picture to be larger")
        dialog.close()

    def test_is_left_but_the_notes_that_are_saved(self):
        first, window = self.open_private()
        window.save_note("Saved in private")
        wait_until(lambda: first.says("Saved in private"), "the note in the other window")
        self.assertEqual(self.program.quit(), 0)
        window = self.start()
        wait_until(lambda: window.says("Saved in private"), "the note")


class WindowTitles(Journey):
    """What windows are called."""

    def test_windows_on_the_same_page_can_be_told_apart(self):
        first = self.start()
        second = self.program.new_window(lambda: first.key("n", CONTROL))
        second.expect_title(f"{self.hawk.title} (2)")
        second.write_draft("Otters in the harbour at night")
        second.expect_title(f"{self.hawk.title} – Otters in the harbour at night")
        first.expect_title(self.hawk.title)
        second.select_tab(self.raven)
        wait_until_equal(
            self.program.titles, [self.raven.title, self.hawk.title], "the titles"
        )
