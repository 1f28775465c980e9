"""A text that is still being composed when a window or the program ends: it is in the draft that comes
back, once, where it was seen.

Nothing but the next key or another place for the keys ends the last syllable of a Korean word.
"""

import signal

from harness.accessibility import BUTTONS, STATE_FOCUSED, TEXTS
from harness.input_method import ENGINE, HANGUL
from harness.pointer import CONTROL
from harness.session_manager import SessionManager
from harness.waiting import wait_until, wait_until_equal
from test_input_methods import KOREAN, ComposedTyping

PLACE = "Place in the book"


class LastSyllable(ComposedTyping):
    """Real keys through IBus, in each kind of field, and each way in which a window ends."""

    def write(self, window):
        """Type the words into the composer, the last syllable of which is composed."""
        window.focus_composer()
        self.compose_words(window, KOREAN)

    def expect_back(self):
        self.start().expect_draft(KOREAN.whole)

    def expect_reopened(self):
        """A window that was closed comes back with its draft."""
        before = self.program.window_count()
        self.program.actions.activate("reopen-closed-window")
        wait_until(lambda: self.program.window_count() > before, "the window")
        drafts = [window.draft() for window in self.program.wait_for_windows(before + 1)]
        self.assertIn(KOREAN.whole, drafts)

    def open_second(self):
        first = self.start()
        return self.program.new_window(lambda: first.key("n", CONTROL))

    # A window

    def test_the_close_button(self):
        window = self.open_second()
        self.write(window)
        # As large as its picture, in which a hit test finds the picture.
        button = wait_until(lambda: window.frame.find_all(BUTTONS, "Close"), "the button")[0]
        left, top, width, height = button.extents
        self.session.input.click(window.on_screen((left + width // 2, top + height // 2)))
        self.program.wait_for_windows(1)
        self.expect_reopened()

    def test_the_window_managers_close(self):
        window = self.open_second()
        self.write(window)
        self.session.close_window(window)
        self.program.wait_for_windows(1)
        self.expect_reopened()

    def test_the_last_window(self):
        window = self.start()
        self.write(window)
        self.session.close_window(window)
        self.assertEqual(self.program.wait_until_gone(), 0)
        self.expect_back()

    # The program

    def test_a_signal(self):
        self.write(self.start())
        self.assertEqual(self.program.terminate(), 0)
        self.expect_back()

    def test_quitting_by_the_bus(self):
        self.write(self.start())
        self.assertEqual(self.program.quit(), 0)
        self.expect_back()

    def test_one_of_two_windows_at_a_signal(self):
        window = self.open_second()
        self.write(window)
        self.assertEqual(self.program.terminate(), 0)
        drafts = [window.draft() for window in self.program.start(windows=2)]
        self.assertEqual(sorted(drafts), ["", KOREAN.whole])

    def test_a_private_window_at_a_signal(self):
        self.start()
        window = self.program.new_window(lambda: self.program.actions.activate("new-private-window"))
        self.write(window)
        self.assertEqual(self.program.terminate(), 0)
        self.start().expect_draft("")

    def test_logging_out(self):
        with SessionManager(self.session) as manager:
            self.write(self.start())
            wait_until(lambda: manager.clients, "the program to register")
            self.assertTrue(manager.ask())
            manager.tell("EndSession")
            self.assertEqual(self.program.wait_until_gone(), 0)
        self.expect_back()

    def test_the_end_of_a_session_that_does_not_ask(self):
        with SessionManager(self.session) as manager:
            self.write(self.start())
            wait_until(lambda: manager.clients, "the program to register")
            manager.tell("EndSession")
            self.assertEqual(self.program.wait_until_gone(), 0)
        self.expect_back()

    def test_typing_goes_on_after_a_log_out_that_is_called_off(self):
        with SessionManager(self.session) as manager:
            window = self.start()
            self.write(window)
            wait_until(lambda: manager.clients, "the program to register")
            self.assertTrue(manager.ask())
            window.expect_draft(KOREAN.whole)
            manager.tell("CancelEndSession")
            self.compose(*"dks")
            window.expect_draft(KOREAN.whole)
            self.compose("space")
            window.expect_draft(KOREAN.whole + "안 ")
            self.compose(*"dks")
            self.program.process.send_signal(signal.SIGTERM)
            self.assertEqual(self.program.wait_until_gone(), 0)
        self.start().expect_draft(KOREAN.whole + "안 안")

    # Other fields, and an engine that gives its text to nobody when it ends

    def expect_line(self, frame, name, text):
        def typed():
            fields = frame.find_all(TEXTS, name)
            return fields[-1].line if fields else None

        wait_until_equal(typed, text, f"the text of {name}")

    def test_a_field_of_one_line(self):
        window = self.start()
        field = wait_until(lambda: window.frame.find_all(TEXTS, PLACE), "the field")[-1]
        left, top, width, height = field.extents
        self.session.raise_window(window)
        self.session.input.click(window.on_screen((left + width // 2, top + height // 2)))
        wait_until(lambda: field.has_state(STATE_FOCUSED), "the focus in the field")
        self.input_method.use(HANGUL)
        self.compose(*KOREAN.keys)
        self.assertEqual(self.program.terminate(), 0)
        self.expect_line(self.start().frame, PLACE, KOREAN.whole)

    def test_a_field_in_a_dialog(self):
        window = self.start()
        self.session.raise_window(window)
        window.actions.activate("add-character")
        dialog = self.program.dialog("New Character")
        name = wait_until(lambda: dialog.frame.find_all(TEXTS, "Name"), "the name")[0]
        self.session.raise_window(dialog)
        wait_until(lambda: name.has_state(STATE_FOCUSED), "the focus in the name")
        self.input_method.use(HANGUL)
        self.compose(*KOREAN.keys)
        self.assertEqual(self.program.quit(), 0)
        self.program.launch()
        self.expect_line(self.program.dialog("New Character").frame, "Name", KOREAN.whole)

    def test_what_an_engine_would_forget(self):
        window = self.start()
        window.focus_composer()
        self.input_method.use(ENGINE)
        self.compose(*"yoru")
        window.expect_draft("")
        self.assertEqual(self.program.terminate(), 0)
        self.start().expect_draft("よる")
