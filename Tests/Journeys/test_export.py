"""Pages are taken out as files, and what comes back by import is known already."""

import os
import shutil

from harness.accessibility import BUTTONS, CHOICES, FRAMES, LIST_ITEMS, TEXTS, wait_until_focused
from harness.journey import SIGRID, Journey
from harness.screen_reader import Listening
from harness.waiting import wait_until, wait_until_equal, wait_until_there


class Export(Journey):
    """The dialog for exports."""

    runs_on_own_series = True

    def export(self, window, way, name):
        """Write the page into the home folder."""
        window.key("e", "Control_L", "Shift_L")
        return self.write("The Good Hawk", way, name)

    def write(self, subject, way, name):
        """Choose in the open dialog, and answer what it asks."""
        dialog = self.program.dialog("Export")
        for choice in (subject, way):
            dialog.click(dialog.find(CHOICES, choice))
        dialog.find(BUTTONS, "Export…").do_action()
        path = os.path.join(self.program.folder, "home", name)
        wait_until_there(self.save_button, "the file chooser").do_action()
        wait_until(lambda: os.path.exists(path), path)
        wait_until(lambda: dialog.says("Exported to"), "the end")
        dialog.find(BUTTONS, "Done").do_action()
        self.program.wait_until_closed(dialog)
        return path

    def save_button(self):
        """What is pressed in the file chooser."""
        for node in self.program.root().children():
            if node.role in FRAMES:
                continue
            for part in node.descendants():
                if part.role in BUTTONS and part.name.endswith("Save"):
                    return part
        return None

    def test_a_book_comes_back_by_import_without_a_difference(self):
        window = self.start()
        window.save_note("Take me along.")
        for button, name in (
            ("Markdown", "The Good Hawk"),
            ("Series File", "The Good Hawk.hawknotes"),
        ):
            with self.subTest(button):
                path = self.export(window, button, name)
                window.actions.activate("import-file", path)
                dialog = self.program.dialog("Import")
                wait_until(
                    lambda d=dialog: d.says("Everything in it was imported before."),
                    "nothing new",
                )
                dialog.find(BUTTONS, "Choose Another…").do_action()
                dialog.find(BUTTONS, "Choose a File…")
                dialog.close()

    def test_a_note_is_written_from_its_menu(self):
        window = self.start()
        window.save_note("Take me along.")
        row = window.find(LIST_ITEMS, "Note: Take me along.")
        window.choose_from_menu(row, "Export Note…")
        path = self.write("Take me along.", "Markdown", "Take me along.md")
        with open(path, encoding="utf-8") as file:
            self.assertIn("Take me along.", file.read())

    def test_a_page_is_written_as_pdf(self):
        window = self.start()
        path = self.export(window, "PDF", "The Good Hawk.pdf")
        with open(path, "rb") as file:
            content = file.read()
        self.assertTrue(content.startswith(b"%PDF-"))
        self.assertIn(b"%%EOF", content[-64:])


class WindowFiles(Listening, Export):
    """A window as a file, for another machine."""

    def expect_quotation(self, window, text):
        wait_until_equal(lambda: self.hear(window, TEXTS, "Quotation").text, text, "the quotation")

    def test_a_window_with_its_drafts_comes_to_another_machine(self):
        window = self.start()
        window.select_tab(self.raven)
        window.write_draft("half a note on the book")
        window.open_character(SIGRID)
        window.write_draft("half a note on her")
        window.press("Add Quotation")
        wait_until_focused(lambda: self.hear(window, TEXTS, "Quotation"), "focus on the quotation")
        self.session.input.type("what the book says of her")
        self.expect_quotation(window, "what the book says of her")
        window.actions.activate("export-window")
        wait_until_there(self.save_button, "the file chooser").do_action()
        path = os.path.join(self.program.folder, "home", f"{SIGRID}.hawknotes-window")
        wait_until(lambda: os.path.exists(path), path)
        wait_until(lambda: window.says("Exported to"), "that it is written")
        self.program.quit()
        # Another machine knows nothing of the windows of this one.
        shutil.rmtree(self.program.state_folder)
        (window,) = self.program.start(path)
        window.expect_title(SIGRID)
        window.expect_tab(self.raven)
        window.expect_draft("half a note on her")
        self.expect_quotation(window, "what the book says of her")
        window.go_back()
        window.expect_draft("half a note on the book")

    def test_what_cannot_be_read_is_named_with_the_reason(self):
        path = os.path.join(self.program.folder, "odd.hawknotes-window")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"format": "io.github.hawknotes.HawkNotes.window", "version": 99}')
        (window,) = self.program.start(path)
        wait_until(
            lambda: window.says("“odd.hawknotes-window” cannot be opened. It was written by"), "why"
        )
        self.program.run(os.path.join(self.program.folder, "none.hawknotes-window"))
        wait_until(lambda: window.says("No such file or directory"), "the other reason")

    def test_a_private_window_cannot_be_taken_out(self):
        self.start()
        private = self.program.new_window(
            lambda: self.program.actions.activate("new-private-window")
        )
        self.assertFalse(private.actions.is_enabled("export-window"))
