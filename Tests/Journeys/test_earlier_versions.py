"""What a note read before is listed, copied and brought back."""

from harness.accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there

TITLE = "Earlier Versions"


class EarlierVersions(Journey):
    """A note that was changed several times."""

    TEXTS = ("The hawk flies", "The hawk flies high", "The raven flies high")

    def start_with_versions(self):
        window = self.start()
        window.save_note(self.TEXTS[0])
        for old, new in zip(self.TEXTS, self.TEXTS[1:]):
            self.change(window, old, new)
        return window

    def change(self, window, old, new):
        window.click(window.find(LIST_ITEMS, f"Note: {old}"))
        window.key("F2")
        window.find(BUTTONS, "Cancel")
        window.key("a", "Control_L")
        self.session.input.type(new)
        window.key("Return", "Control_L")
        wait_until(lambda: self.reads(window, new), "the changed note")

    def reads(self, window, text):
        return bool(window.frame.find_all(LIST_ITEMS, f"Note: {text}"))

    def versions(self, dialog):
        """What is said of the rows, the newest first, without the dates."""
        names = [node.name for node in dialog.frame.find_all(LIST_ITEMS)]
        return [name.rsplit(": ", 1)[-1] for name in names]

    def open(self, window, text):
        window.choose_from_menu(window.find(LIST_ITEMS, f"Note: {text}"), "Earlier Versions…")
        return self.program.dialog(TITLE)

    def test_an_older_one_is_brought_back_after_a_kill_and_that_is_undone(self):
        window = self.start_with_versions()
        dialog = self.open(window, self.TEXTS[2])
        wait_until(lambda: self.versions(dialog) == list(reversed(self.TEXTS)), "the versions")
        # Compared with the version before it, with no word that it never had.
        wait_until(lambda: dialog.says("The hawk flies high"), "the version before this one")
        self.assertFalse(dialog.says("ravenhawk"))
        dialog.click(dialog.frame.find_all(LIST_ITEMS)[2])
        wait_until(lambda: dialog.says("flies high"), "the version that is looked at")

        # The one that was looked at is so again.
        self.program.kill()
        self.program.launch()
        dialog = self.program.dialog(TITLE)
        wait_until(lambda: self.versions(dialog) == list(reversed(self.TEXTS)), "the versions")
        self.assertEqual(len(dialog.frame.find_all(BUTTONS, "Restore")), 1)
        dialog.press("Restore")
        window = self.program.window(self.hawk.title)
        wait_until(lambda: self.reads(window, self.TEXTS[0]), "the oldest text")
        wait_until(
            lambda: self.versions(dialog) == [self.TEXTS[0], *reversed(self.TEXTS)],
            "the text that it had among the versions",
        )
        dialog.press("Undo")
        wait_until(lambda: self.reads(window, self.TEXTS[2]), "the newest text again")

    def test_it_follows_the_note_in_another_window(self):
        window = self.start_with_versions()
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.session.place_window(other, 1300, 60)
        self.session.place_window(window, 20, 60)
        dialog = self.open(window, self.TEXTS[2])
        wait_until(lambda: len(self.versions(dialog)) == 3, "the versions")
        self.change(other, self.TEXTS[2], "Changed elsewhere")
        wait_until(lambda: self.versions(dialog)[:1] == ["Changed elsewhere"], "the new text")
        self.assertEqual(self.versions(dialog)[1:], list(reversed(self.TEXTS)))
        other.click(other.find(LIST_ITEMS, "Note: Changed elsewhere"))
        other.key("Delete")
        wait_until(lambda: not self.versions(dialog), "the versions to go with the note")
        self.assertTrue(dialog.says("This note was deleted"))
        other.press("Undo")
        wait_until(lambda: len(self.versions(dialog)) == 4, "the versions to be back")

    def test_a_version_is_copied(self):
        window = self.start_with_versions()
        dialog = self.open(window, self.TEXTS[2])
        wait_until(lambda: len(self.versions(dialog)) == 3, "the versions")
        dialog.press("Copy")
        wait_until(lambda: dialog.says("Version copied"), "word of it")
        dialog.close()
        window.focus_composer()
        window.key("v", "Control_L")
        window.expect_draft(self.TEXTS[1])

    def test_a_note_that_never_changed_has_none(self):
        window = self.start()
        window.save_note("New")
        window.click(window.find(LIST_ITEMS, "Note: New"))
        window.key("Menu")
        wait_until_there(lambda: window.frame.find_all(MENU_ITEMS, "Move to…"), "the menu")
        self.assertEqual(window.frame.find_all(MENU_ITEMS, "Earlier Versions…"), [])
