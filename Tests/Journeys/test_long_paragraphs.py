"""Texts without a break, such as a pasted hash: GTK by itself takes minutes to show one."""

from harness.accessibility import LIST_ITEMS
from harness.journey import AGATHA, Journey
from harness.pointer import CONTROL
from harness.waiting import wait_until, wait_until_equal

RUN = "0123456789abcdef" * 4_000
"""So long that GTK by itself would need longer than any wait of a journey."""


class LongParagraphs(Journey):
    def test_a_text_without_a_space_can_be_written_and_comes_back(self):
        window = self.start()
        window.open_character(AGATHA)
        composer = window.focus_composer()
        composer.insert_text(0, RUN)
        window.key("End", CONTROL)
        self.session.input.type(" end")
        wait_until_equal(lambda: composer.text, f"{RUN} end", "the text with what was typed behind it")
        [window] = self.restart_after_kill()
        window.expect_draft(f"{RUN} end")
        window.press("Save Note")
        window.expect_draft("")

        def card():
            return next((row for row in window.visible(LIST_ITEMS) if RUN[:100] in row.name), None)

        wait_until(card, "the card of the note")
