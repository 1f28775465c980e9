"""Highlights from a device, as they are read, found, and copied."""

from harness.accessibility import LIST_ITEMS, TEXTS, wait_until_focused
from harness.pointer import CONTROL, SHIFT
from harness.screen_reader import Listening
from harness.waiting import wait_until, wait_until_equal
from test_import import Importing
from test_search_results import Results

BOOK = "The Tide Tables"
PASSAGE = "The lamp went out before the boat had turned."
OTHER, WORDS = "Nobody counts the gulls on a Sunday.", "Who would?"


def clippings():
    """A Kindle's file with a highlight, and another one that has a note."""
    parts = (
        ("Your Highlight on page 7 | Location 101-102", "10:15:00 PM", PASSAGE),
        ("Your Highlight on page 9 | Location 140-141", "10:20:00 PM", OTHER),
        ("Your Note on page 9 | Location 141", "10:21:00 PM", WORDS),
    )
    return "".join(
        f"{BOOK} (Orla Venn)\r\n- {place} | Added on Friday, March 3, 2023 {time}\r\n\r\n"
        f"{text}\r\n==========\r\n"
        for place, time, text in parts
    )


class Quotations(Listening, Importing, Results):
    """Highlights that were imported."""

    def test_highlights_are_read_found_and_copied_by_keyboard(self):
        window = self.start()
        dialog = self.look_through(window, self.write("My Clippings.txt", clippings()))
        wait_until(lambda: dialog.says("1 book, 2 notes"), "what is new")
        self.press(dialog, "Import")
        wait_until(lambda: dialog.says("Imported"), "the report")
        self.session.close_window(dialog)
        self.open_search(window, "f", CONTROL, SHIFT)
        window.press("All Series")
        self.field(window)
        self.session.input.type("lamp boat")
        self.expect_found(window, PASSAGE)
        window.key("Return")
        window.expect_title(BOOK)

        name = f"Note: Quotation: {PASSAGE}"
        wait_until_focused(lambda: self.hear(window, LIST_ITEMS, name), "focus on the highlight")
        self.hear(window, LIST_ITEMS, f"Note: Quotation: {OTHER}; {WORDS}")
        for button in ("Edit Note", "Copy Note"):
            window.key("Right")
            wait_until(lambda wanted=button: self.focused(window).name == wanted, f"{button} to be next")
        window.key("space")
        wait_until(lambda: window.says("Note copied"), "the note to be copied")
        window.focus_composer()
        window.key("v", CONTROL)
        window.expect_draft(PASSAGE)

    def test_a_quotation_is_written_outlives_a_kill_and_is_saved(self):
        window = self.start()
        window.press("Add Quotation")
        wait_until_focused(lambda: self.hear(window, TEXTS, "Quotation"), "focus on the quotation")
        self.session.input.type(PASSAGE)
        wait_until_equal(lambda: self.hear(window, TEXTS, "Quotation").text, PASSAGE, "what was typed")
        self.program.wait_until_saved()
        self.program.kill()
        window = self.program.start()[0]
        wait_until_equal(lambda: self.hear(window, TEXTS, "Quotation").text, PASSAGE, "the draft")
        window.write_draft(WORDS)
        window.key("Return", CONTROL)
        self.hear(window, LIST_ITEMS, f"Note: Quotation: {PASSAGE}; {WORDS}")
        window.expect_draft("")
