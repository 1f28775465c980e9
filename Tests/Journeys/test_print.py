"""A page is printed through the system's dialog, here into a file."""

import contextlib
import os
import re
import zlib

from harness.accessibility import BUTTONS, CHOICES, LABELS
from harness.journey import Journey
from harness.waiting import wait_until


def unpacked(pdf):
    """The bytes of a PDF, and after them what its streams hold: newer libraries write packed objects."""
    parts = [pdf]
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        with contextlib.suppress(zlib.error):
            parts.append(zlib.decompress(stream))
    return b"".join(parts)


class Print(Journey):
    """The dialog behind Ctrl+P."""

    def printed(self):
        """The bytes of the printed file, when it is whole."""
        for folder, _, names in os.walk(self.program.folder):
            for name in names:
                if name.endswith(".pdf"):
                    with open(os.path.join(folder, name), "rb") as file:
                        content = file.read()
                    if b"%%EOF" in content[-64:]:
                        return content
        return None

    def press_until_it_goes(self, dialog, name):
        """Press a button of GTK's own, which may not be ready yet; its letter is in its name, in some way."""

        def is_gone():
            for node in dialog.frame.find_all(BUTTONS):
                if node.name.replace("_", "").endswith(name):
                    node.do_action()
            return dialog.frame not in [other.frame for other in self.program.dialogs()]

        wait_until(is_gone, f"{dialog} to go")

    def test_a_book_is_printed_with_its_links(self):
        window = self.start()
        window.key("p", "Control_L")
        dialog = self.program.dialog("Print")
        dialog.click(dialog.find(LABELS, "Print to File"))
        self.press_until_it_goes(dialog, "Print")
        content = wait_until(self.printed, "the printed file")
        self.assertTrue(content.startswith(b"%PDF-"))
        content = unpacked(content)
        self.assertIn(b"/URI (https://www.amazon.", content)
        self.assertGreaterEqual(len(re.findall(rb"/Type\s*/Page[^s]", content)), 1)
        window.save_note("Life goes on.")

    def test_printing_is_a_choice_of_the_dialog_for_exports(self):
        window = self.start()
        window.key("e", "Control_L", "Shift_L")
        dialog = self.program.dialog("Export")
        dialog.click(dialog.find(CHOICES, "Print"))
        dialog.press("Print…")
        self.press_until_it_goes(self.program.dialog("Print"), "Cancel")
        window.save_note("Life goes on.")

    def test_a_print_that_is_called_off_prints_nothing(self):
        window = self.start()
        window.key("p", "Control_L")
        dialog = self.program.dialog("Print")
        self.press_until_it_goes(dialog, "Cancel")
        window.save_note("Life goes on.")
        self.assertIsNone(self.printed())
