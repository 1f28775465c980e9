"""Pages are taken out as files, and what comes back by import is known already."""

import os

from harness.accessibility import BUTTONS, DIALOGS, FRAMES, LIST_ITEMS
from harness.journey import Journey
from harness.waiting import wait_until


class Export(Journey):
    """The dialog for exports."""

    def export(self, window, button, name):
        """Write what a button of the dialog stands for into the home folder."""
        window.key("e", "Control_L", "Shift_L")
        return self.write(button, name)

    def write(self, button, name):
        """Press a button of the open dialog, and answer what it asks."""
        dialog = self.program.dialog("Export")
        dialog.find(BUTTONS, button).do_action()
        path = os.path.join(self.program.folder, "home", name)
        wait_until(self.save_button, "the file chooser").do_action()
        wait_until(lambda: os.path.exists(path), path)
        wait_until(lambda: dialog.says("is written"), "the end")
        dialog.find(BUTTONS, "Done").do_action()
        self.program.wait_until_closed(dialog)
        return path

    def save_button(self):
        """What is pressed in the file chooser, which is no dialog to a screen reader."""
        for node in self.program.root().children():
            if node.role in DIALOGS or node.role in FRAMES:
                continue
            for part in node.descendants():
                if part.role in BUTTONS and part.name.endswith("Save"):
                    return part
        return None

    def test_a_book_comes_back_by_import_without_a_difference(self):
        window = self.start()
        window.save_note("Take me along.")
        for button, name in (
            ("Markdown… The Good Hawk", "The Good Hawk"),
            ("Series File… The Good Hawk", "The Good Hawk.hawknotes"),
        ):
            with self.subTest(button):
                path = self.export(window, button, name)
                window.actions.activate("import-file", path)
                dialog = self.program.dialog("Import")
                wait_until(
                    lambda d=dialog: d.says("Everything in it has been imported before."),
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
        path = self.write("Markdown… Take me along.", "Take me along.md")
        with open(path, encoding="utf-8") as file:
            self.assertIn("Take me along.", file.read())

    def test_a_page_is_written_as_pdf(self):
        window = self.start()
        path = self.export(window, "PDF… The Good Hawk", "The Good Hawk.pdf")
        with open(path, "rb") as file:
            content = file.read()
        self.assertTrue(content.startswith(b"%PDF-"))
        self.assertIn(b"%%EOF", content[-64:])
