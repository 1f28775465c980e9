"""The first hour of somebody who has never seen the program: a book of their own, a note on it, and all of it
there again after the end of everything, in several ways to use it."""

from hands_on_keys import HandsOnKeys
from harness.accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS, STATE_FOCUSED, TEXTS
from harness.accessibility import wait_until_focused
from harness.journey import Journey
from harness.languages import Language
from harness.pointer import ALT, CONTROL, SHIFT
from harness.screen_reader import Listening
from harness.waiting import wait_until, wait_until_equal, wait_until_there

SERIES, BOOK, NOTE, DRAFT = "Selkies", "The Grey Seal", "She knows the tide", "but who told"


class FirstHour(HandsOnKeys, Listening, Journey):
    """Begins with the welcome, as the very first start does."""

    needs_series_that_ships = True

    def setUp(self):
        super().setUp()
        self.program.choose(show_welcome=True)
        self.language = None

    def said(self, english):
        """What the program says for an English text."""
        return self.language.text(english) if self.language else english

    def make_with_keys(self, window, button, title, name):
        """Open an editor from the page, type a name and save it, all with keys."""
        self.go_to(window, self.said(button))
        window.key("Return")
        if button == "New":
            self.choose_with_keys(window, self.said("Series…"))
        dialog = self.program.dialog(self.said(title))
        self.session.raise_window(dialog)
        self.session.input.type(name)
        dialog.key("Return", CONTROL)
        self.program.wait_until_closed(dialog)

    def write_with_keys(self, window):
        window.key("Home", ALT)
        window.expect_title(self.said("Library"))
        self.make_with_keys(window, "New", "New Series", SERIES)
        self.make_with_keys(window, "Add Book…", "New Book", BOOK)
        window.expect_title(BOOK)
        window.key("n", CONTROL, SHIFT)
        composer = self.composer(window)
        wait_until_focused(lambda: composer, "the focus in the composer")
        self.session.input.type(NOTE)
        wait_until_equal(lambda: composer.text, NOTE, "the note")
        window.key("Return", CONTROL)
        self.find_note(window)
        self.session.input.type(DRAFT)
        wait_until_equal(lambda: composer.text, DRAFT, "the draft")

    def composer(self, window):
        return window.find(TEXTS, self.said("New note"))

    def find_note(self, window):
        window.find(LIST_ITEMS, self.said("Note: %1").replace("%1", NOTE))

    def expect_everything_after_a_kill(self):
        self.program.wait_until_saved()
        window, = self.restart_after_kill()
        window.expect_title(BOOK)
        wait_until_equal(lambda: self.composer(window).text, DRAFT, "the draft")
        self.find_note(window)
        wait_until(lambda: self.composer(window).has_state(STATE_FOCUSED), "the focus as it was")
        self.assertFalse(window.says(self.said("Add a Book")), "there is a book")
        # The next words go on with the last ones.
        self.session.input.type(".")
        wait_until_equal(lambda: self.composer(window).text, DRAFT + ".", "more of the draft")

    def test_by_keyboard_alone(self):
        self.write_with_keys(self.start())
        self.expect_everything_after_a_kill()

    def test_by_keyboard_alone_in_a_narrow_window(self):
        window = self.start()
        self.make_narrow(window)
        self.write_with_keys(window)
        self.expect_everything_after_a_kill()

    def test_by_keyboard_alone_in_german(self):
        self.language = Language(self.program, "de")
        self.write_with_keys(self.start())
        self.expect_everything_after_a_kill()

    def test_by_accessible_actions_alone(self):
        window = self.start()
        self.do(window, "Library")
        for button, title, name in (
            ("New", "New Series", SERIES), ("Add Book…", "New Book", BOOK),
        ):
            self.do(window, button)
            if button == "New":
                self.do(window, "Series…", MENU_ITEMS)
            dialog = self.program.dialog(title)
            self.hear(dialog, TEXTS, "Title").insert_text(0, name)
            self.do(dialog, "Save")
            self.program.wait_until_closed(dialog)
        window.expect_title(BOOK)
        # GTK 4.8 does not tell which of two pages is shown; who listens goes by the focus.
        window.key("n", CONTROL, SHIFT)
        composer = self.focused_on(window, "New note")
        composer.insert_text(0, NOTE)
        window.key("Return", CONTROL)
        self.hear(window, LIST_ITEMS, f"Note: {NOTE}")
        wait_until_equal(lambda: composer.text, "", "the saved note to leave the field")
        composer.insert_text(0, DRAFT)
        self.program.wait_until_saved()
        window, = self.restart_after_kill()
        self.hear(window, LIST_ITEMS, f"Note: {NOTE}")
        wait_until_equal(lambda: self.focused_on(window, "New note").text, DRAFT, "the draft")
        self.assertFalse(window.frame.find_all(BUTTONS, "Add a Book"), "there is a book")

    def focused_on(self, window, name):
        """Wait until what is called so has the focus."""

        def find():
            node = window.frame.focused()
            return node if node and node.name == name else None

        return wait_until(find, f"the focus on {name!r} in {window}")
