"""Typing that takes more than one key for a character: an input method, and dead keys.

No key is taken from it while it composes, and what it makes is saved and found like anything else.
"""

import subprocess
import time
import unittest
from typing import NamedTuple

from harness import gtk
from harness.accessibility import LIST_ITEMS
from harness.input_method import ENGINE, HANGUL, PLAIN, InputMethod, missing_packages
from harness.journey import AGATHA
from harness.pointer import CONTROL, SHIFT
from harness.waiting import DEADLINE, wait_until, wait_until_equal
from test_search import SEARCH, SearchJourney

ANSWER = 0.15
"""Seconds between two keys for an input method, besides what it takes to handle them. GTK's module for IBus
puts keys that come before its answer to others into the text in the wrong order, in every program; and
nothing tells of what is composed."""

RIVER, NIGHT, AND = "川", "よる", "と"


class Words(NamedTuple):
    """What is typed with an engine, and not ended."""

    engine: str
    keys: str
    in_text: str
    """What is in the text while the rest is composed."""
    whole: str


KOREAN = Words(HANGUL, "dkssudgksrmf", "안녕한", "안녕한글")
JAPANESE = Words(ENGINE, "yoru", "", NIGHT)


class ComposedTyping(SearchJourney):
    """A session with an input method."""

    def setUp(self):
        missing = missing_packages()
        if missing:
            self.skipTest(f"not installed: {' '.join(missing)}")
        super().setUp()
        self.input_method = InputMethod(self.session, self.program.folder)
        self.addCleanup(self.input_method.stop)
        environment = self.program.environment
        self.program.environment = lambda: environment() | self.input_method.environment()
        # What is composed is told from the picture of the field, which the caret must not change.
        self.program.configure_gtk("gtk-cursor-blink=false")

    def compose(self, *keys, answer=ANSWER):
        """Press keys one after another, no faster than they are answered."""
        for key in keys:
            time.sleep(answer)
            self.session.input.key(key)
            self.wait_until_answered()
        time.sleep(answer)

    def compose_words(self, window, words):
        """Type into the composer, which has the focus, until the last key has changed what is seen."""

        def is_composed():
            if window.draft():
                # After Ctrl+A the engine for Korean keeps the Backspace key, in every program.
                self.input_method.use(PLAIN)
                window.key("a", CONTROL)
                self.compose("BackSpace")
                window.expect_draft("")
            self.input_method.use(words.engine)
            self.compose(*words.keys[:-1])
            window.expect_draft(words.in_text)
            before = self.picture(window)
            self.compose(words.keys[-1])
            return wait_until(lambda: self.picture(window) != before, "what is composed to be drawn")

        # On a busy machine a key may get lost between GTK's module for IBus and the engine.
        wait_until(is_composed, "the words to be composed", 3 * DEADLINE)

    def picture(self, window):
        """What the screen shows of the composer."""
        left, top, width, height = window.composer().extents
        return self.session.pixels(*window.on_screen((left, top)), width, height)

    def wait_until_answered(self):
        """Wait until the input method has made something of the last key, and the program has it."""
        # Whatever is not for the input method comes back to the program as a key, and goes the way again.
        for _ in range(2):
            self.program.catch_up()
            self.input_method.catch_up()
        self.program.catch_up()


class JapaneseTyping(ComposedTyping):
    """Anthy makes hiragana of what is typed, and other characters of these with the space bar."""

    def plain(self, text):
        """Type as if there were no input method."""
        self.input_method.use(PLAIN)
        for character in text:
            time.sleep(ANSWER)
            self.session.input.type(character)
            self.wait_until_answered()
        time.sleep(ANSWER)

    def write_plain(self, window, text):
        """The same in the empty composer of a window, each key once the last one has been answered."""
        self.input_method.use(PLAIN)
        for count, character in enumerate(text, start=1):
            self.session.input.type(character)
            window.expect_draft(text[:count])

    def test_what_is_composed_is_saved_and_found(self):
        window = self.start()
        window.focus_composer()
        self.input_method.use(ENGINE)
        self.compose(*"kawa", "space")
        # No part of it is in the text yet.
        self.assertEqual(window.draft(), "")
        self.compose("Return")
        window.expect_draft(RIVER)
        window.key("Return", CONTROL)
        window.expect_draft("")
        window.find(LIST_ITEMS, f"Note: {RIVER}")
        window.select_tab(self.raven)

        self.open_search(window, "f", CONTROL, SHIFT)
        self.compose(*"kawa", "space")
        self.assertEqual(self.field(window).line, "")
        # Enter is for what is composed, and opens nothing.
        self.compose("Return")
        wait_until_equal(lambda: self.field(window).line, RIVER, "what is looked for")
        self.expect_found(window, RIVER)
        window.expect_title(SEARCH)
        self.compose("Return")
        window.expect_title(self.hawk.title)
        self.expect_note_in_view(window, RIVER)

    def test_arrows_and_escape_are_for_what_is_composed_in_the_search(self):
        self.add_notes(self.raven, "An owl", "One more owl")
        window = self.start()
        self.open_search(window, "f", CONTROL, SHIFT)
        self.plain("owl")
        self.expect_found(window, "One more owl", "An owl")
        self.input_method.use(ENGINE)
        field = self.field(window)
        before = wait_until(lambda: field.description, "it to be told how many were found")
        self.compose(*"yoru", "space", "Down", "Up", "Down")
        self.assertEqual(field.description, before, "nothing was selected")
        # Back to what was typed, and then to nothing.
        self.compose("Escape", "Escape")
        window.expect_title(SEARCH)
        self.expect_found(window, "One more owl", "An owl")
        self.compose("Down")
        self.expect_selected(window, "One more owl")
        self.compose("Escape")
        window.expect_title(self.hawk.title)

    def test_a_text_that_begins_on_a_page_is_composed_in_the_search(self):
        window = self.start()
        self.session.raise_window(window)
        self.input_method.use(ENGINE)

        def is_composed(answer):
            self.compose(*"kawa", answer=answer)
            field = self.field(window)
            self.compose("space", "Return", answer=answer)
            if field.line == RIVER:
                wait_until(lambda: window.says(f"for “{RIVER}”"), "it to be looked for")
                return True
            self.give_up(window)
            return False

        # All of it: the first key too, which takes longer to be answered than those that come after it.
        self.assertTrue(any(map(is_composed, (ANSWER, 5 * ANSWER, 25 * ANSWER))))

    def test_enter_is_for_what_is_not_answered_yet(self):
        window = self.start()
        self.session.raise_window(window)
        self.input_method.use(ENGINE)

        def is_composed(_):
            with self.input_method.held():
                for key in (*"kawa", "space", "Return"):
                    self.session.input.key(key)
                self.program.catch_up()
            self.wait_until_answered()
            if self.field(window).line == RIVER:
                return True
            self.give_up(window)
            return False

        # The keys may still have got into another order.
        self.assertTrue(any(map(is_composed, range(3))))

    def give_up(self, window):
        """Leave the search, whatever is written or composed in it."""

        def is_left():
            if window.title != SEARCH:
                return True
            if self.field(window).line:
                self.session.input.key("a", CONTROL)
                self.compose("BackSpace")
            # This ends a conversion, a word, or the search.
            self.compose("Escape")
            return False

        wait_until(is_left, "the search to be left")
        window.expect_title(self.hawk.title)

    def test_with_names_offered_enter_is_for_what_is_composed(self):
        window = self.start()
        window.focus_composer()
        self.write_plain(window, "With @A")
        wait_until(
            lambda: window.composer().description.startswith(f"{AGATHA}, 1 of"), "names to be offered"
        )
        self.input_method.use(ENGINE)
        self.compose(*"to")
        wait_until_equal(lambda: window.composer().description, "", "nothing to be offered")
        self.compose("Return")
        window.expect_draft(f"With @A{AND}")
        self.compose("BackSpace")
        window.expect_draft("With @A")

    def test_a_name_that_is_composed_is_offered_and_chosen(self):
        window = self.start()
        window.focus_composer()
        self.write_plain(window, "With @")
        self.input_method.use(ENGINE)
        self.compose(*"yoru", "Return")
        window.expect_draft(f"With @{NIGHT}")
        wait_until(
            lambda: window.composer().description.startswith(f"Create “{NIGHT}”"), "it to be offered"
        )
        self.compose("Down", "Return")
        window.expect_draft(f"With @{NIGHT} ")
        window.row(NIGHT)


class DeadKeys(SearchJourney):
    """A keyboard on which an accent is typed before its letter."""

    LAYOUT = ("-layout", "us", "-variant", "intl")

    def setUp(self):
        super().setUp()
        self.set_keyboard(*self.LAYOUT)
        self.addCleanup(self.set_keyboard, "-layout", "us")

    def set_keyboard(self, *arguments):
        environment = self.session.base_environment() | self.session.display_environment()
        subprocess.run(
            ["setxkbmap", *arguments], env=environment, check=True, timeout=20,
        )

    def accent(self):
        """Press the key of the acute accent, which is that of the apostrophe."""
        self.session.input.key("apostrophe")

    def test_accents_are_typed_in_the_composer_and_found_in_the_search(self):
        window = self.start()
        window.focus_composer()
        self.session.input.type("the caf")
        self.accent()
        self.session.input.type("e")
        window.expect_draft("the café")
        window.key("Return", CONTROL)
        window.expect_draft("")
        self.open_search(window, "f", CONTROL, SHIFT)
        self.session.input.type("caf")
        self.accent()
        self.session.input.type("e")
        self.expect_found(window, "the café")
        self.session.input.type("s")
        wait_until(lambda: window.says("for “cafés”"), "what was looked for")

    def test_a_click_into_another_field_keeps_an_accent_without_a_letter(self):
        window = self.start()
        window.focus_composer()
        self.session.input.type("caf")
        self.accent()
        window.expect_draft("caf")
        self.open_search(window, "f", CONTROL, SHIFT)
        window.key("Escape")
        window.expect_draft("caf" + gtk.lone_acute())

    def test_a_text_may_begin_with_a_dead_key_on_a_page(self):
        window = self.start()
        self.session.raise_window(window)
        self.accent()
        self.session.input.type("elqx")
        self.field(window)
        wait_until(lambda: window.says("for “élqx”"), "what was looked for")

    def test_a_name_with_an_accent_is_offered(self):
        window = self.start()
        window.focus_composer()
        self.session.input.type("With @Ag")
        wait_until(
            lambda: window.composer().description.startswith(f"{AGATHA}, 1 of"), "names to be offered"
        )
        self.accent()
        self.session.input.type("e")
        window.expect_draft("With @Agé")
        wait_until(
            lambda: window.composer().description.startswith("Create “Agé”"), "the new name to be offered"
        )


if __name__ == "__main__":
    unittest.main()
