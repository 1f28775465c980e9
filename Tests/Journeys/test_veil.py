"""What the reader has yet to come to: told nowhere, until they want to see it."""

import base64
import contextlib
import os
import sqlite3
import uuid

from gi.repository import GLib

from harness.accessibility import BUTTONS, LABELS, LIST_ITEMS, TEXTS
from harness.actions import owner_pid
from harness.desktop_search import ShellSearch
from harness.journey import AGATHA, Journey
from harness.pointer import CONTROL
from harness.waiting import wait_until

SECRET = "Quillifer"
NAME = f"{SECRET} Vane"
CHAPTERS = ("The Sea Wolf", "Clann-a-Tuath", "The Shadow")
HIDDEN = "You have not read this far yet."
SOMEONE = "Someone you have yet to meet"
SHOW = "Show Anyway"
UP_TO = "Reading progress: Read to “%s”"


class Veil(Journey):
    """The first book has chapters; a word that is a secret stands wherever something is veiled."""

    def setUp(self):
        super().setUp()
        self.start()
        self.program.quit()
        self.secret = uuid.uuid4()
        with contextlib.closing(self.connect()) as database, database:
            self.fill(database)

    def connect(self):
        path = os.path.join(self.program.folder, "data", "hawk-notes", "library.sqlite")
        return sqlite3.connect(path)

    def book(self, tab):
        return uuid.UUID(tab.id).bytes

    def fill(self, database):
        run = database.execute
        hawk, raven = self.book(self.hawk), self.book(self.raven)
        (series,) = run("SELECT seriesID FROM book WHERE id = ?", (hawk,)).fetchone()
        (agatha,) = run(
            "SELECT id FROM character WHERE name = ? AND seriesID = ?", (AGATHA, series)
        ).fetchone()
        chapters = [uuid.uuid4().bytes for _ in CHAPTERS]
        for position, (chapter, name) in enumerate(zip(chapters, CHAPTERS)):
            run(
                "INSERT INTO chapter (id, bookID, position, name, origin) VALUES (?, ?, ?, ?, 'own')",
                (chapter, hawk, position, name),
            )
        run("UPDATE book SET tagline = ?, overview = ? WHERE id = ?", (f"{SECRET} comes", f"{SECRET} goes", raven))
        run(
            "INSERT INTO character (id, bookID, position, name, summary, synopsis, aliases, seriesID, origin)"
            " VALUES (?, ?, -1, ?, ?, ?, ?, ?, 'own')",
            (self.secret.bytes, raven, NAME, f"{SECRET} in a line", f"{SECRET} at length", f"Old {SECRET}", series),
        )
        run(
            "INSERT INTO relation (id, position, firstID, secondID, word, origin) VALUES (?, 99, ?, ?, ?, 'own')",
            (uuid.uuid4().bytes, self.secret.bytes, agatha, f"{SECRET} of"),
        )
        run("INSERT INTO favorite (characterID) VALUES (?)", (self.secret.bytes,))
        link = f"[@{NAME}](hawknotes://character/{self.secret})"
        later = f"{SECRET} in a later chapter"
        for kind, subject, text, chapter in (
            ("book", hawk, later, chapters[2]),
            ("book", hawk, "A raven early on", chapters[0]),
            ("book", hawk, f"A raven sees {link}", None),
            ("book", raven, f"{SECRET} of the second book", None),
            ("character", self.secret.bytes, f"Raven of {SECRET}", None),
            ("character", agatha, f"{SECRET} about Agatha", chapters[2]),
        ):
            run(
                "INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt, chapterID)"
                " VALUES (?, ?, ?, ?, 1700000000000, 1700000000000, ?)",
                (uuid.uuid4().bytes, kind, subject, text, chapter),
            )
        run(
            "INSERT INTO trashedNote (sequence, deletedAt, id, subjectKind, subjectID, text, quote, createdAt,"
            " modifiedAt) VALUES (90000, 1700000000000, ?, 'book', ?, ?, ?, 1700000000000, 1700000000000)",
            (uuid.uuid4().bytes, raven, f"{SECRET} in the trash", f"{SECRET} quoted in the trash"),
        )

    def read_up_to(self, window, choice, button="Reading Progress…", said="Later notes are hidden"):
        """Say on the book's page how far one has read."""
        window.select_tab(self.hawk)
        window.click(window.find(BUTTONS, button))
        window.choose_with_keys(choice)
        wait_until(lambda: window.says(said), "what was said")

    def told(self):
        """All that a screen reader is told of what is shown now, with the titles of windows."""

        def words(node):
            with contextlib.suppress(GLib.Error):
                yield node.name
                yield node.description
                if node.role in TEXTS:
                    yield node.text
                for child in node.children():
                    yield from words(child)

        return [*words(self.program.root()), *self.session.stacked_titles()]

    def expect_no_secret(self, where):
        self.assertEqual([text for text in self.told() if SECRET in (text or "")], [], where)

    def files_with_secret(self):
        """The files of windows' state in which the secret stands."""
        found = []
        for folder, _, names in os.walk(self.program.state_folder):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    if SECRET.encode() in file.read():
                        found.append(name)
        return found

    def expect_closed(self, dialog, title):
        """Expect a window in the list of those that were closed, with its draft."""

        def is_listed():
            rows = dialog.frame.find_all(LIST_ITEMS)
            return any(row.name.startswith(title) and "“my own words”" in row.name for row in rows)

        wait_until(is_listed, f"{title!r} among the closed windows")

    def open_secret_character(self, window):
        window.select_tab(self.raven)
        window.click(window.find(LIST_ITEMS, SOMEONE))
        window.expect_title(SOMEONE)


class VeilJourneys(Veil):
    """The veil as people set it and lift it."""

    runs_on_own_series = True

    def test_what_is_veiled_is_told_nowhere(self):
        window = self.start()
        self.read_up_to(window, CHAPTERS[0])
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        self.expect_no_secret("the book")
        window.select_tab(self.raven)
        window.find(LIST_ITEMS, SOMEONE)
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        self.expect_no_secret("the next book")
        self.open_secret_character(window)
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        window.find(BUTTONS, SHOW)
        self.expect_no_secret("the character")
        window.select_tab(self.hawk)
        window.open_character(AGATHA)
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        self.expect_no_secret("a character related to it")
        window.select_tab(self.favorites)
        window.find(LIST_ITEMS, SOMEONE)
        self.expect_no_secret("the favourites")

        window.select_tab(self.hawk)
        window.write_draft("@Quil")
        wait_until(
            lambda: "Create" in window.composer().description, "nobody else to be offered"
        )
        self.expect_no_secret("the completion")
        self.session.input.key("Escape")
        for _ in "@Quil":
            self.session.input.key("BackSpace")
        window.expect_draft("")

        self.expect_nothing_handed_out(window)

        for action, title in (
            ("show-trash", "Trash"), ("export", "Export"), ("show-workspaces", "History"),
            ("show-history", "History"),
        ):
            window.actions.activate(action)
            dialog = self.program.dialog(title)
            self.expect_no_secret(title)
            dialog.close()
            self.program.wait_until_closed(dialog)

        # What was shown when it was closed is listed by what it is called.
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        self.open_secret_character(other)
        other.write_draft("my own words")
        self.program.wait_until_saved()
        other.actions.activate("close")
        self.program.wait_for_windows(1)
        window.actions.activate("show-recently-closed")
        dialog = self.program.dialog("History")
        self.expect_closed(dialog, SOMEONE)
        self.expect_no_secret("the closed windows")
        dialog.close()
        self.program.quit()
        self.assertEqual(self.files_with_secret(), [])
        with open(self.program.log_path, encoding="utf-8") as log:
            self.assertNotIn(SECRET, log.read())

    def expect_nothing_handed_out(self, window):
        """What is copied from a veiled note, or dragged onto a text field, has none of its words."""
        window.write_draft("kept ")
        for keys in ("c", "ac"):
            note = window.find(LIST_ITEMS, f"Note: {HIDDEN}")
            window.click(note)
            for key in keys:
                window.key(key, CONTROL)
            window.focus_composer()
            window.key("v", CONTROL)
            self.expect_no_secret("what was copied")
            self.assertNotIn(SECRET, window.draft())
        note = window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        dates = [label for label in note.find_all(LABELS) if label.name and HIDDEN not in label.name]
        start = window.on_screen(window.steady_point(dates[0] if dates else note))
        self.session.input.drag(start, window.on_screen(window.steady_point(window.composer())))
        self.expect_no_secret("what was dragged")
        self.assertNotIn(SECRET, window.draft())
        window.focus_composer()
        window.key("a", CONTROL)
        window.key("BackSpace")
        window.expect_draft("")

    def test_what_is_veiled_is_not_found(self):
        window = self.start()
        self.read_up_to(window, CHAPTERS[0])
        self.session.raise_window(window)
        window.open_search("f", "Control_L")
        self.session.input.type("raven")
        window.find(LIST_ITEMS, f"Note on {self.hawk.title}. A raven early on")
        wait_until(
            lambda: len([row for row in window.visible(LIST_ITEMS) if row.name.startswith("Note on")]) == 2,
            "two notes",
        )
        self.expect_no_secret("what is found")
        for word in (SECRET, "second book"):
            window.key("a", "Control_L")
            self.session.input.type(word)
            wait_until(lambda: window.says("No results found"), "nothing to be found")

    def test_what_is_veiled_is_not_told_to_the_desktop(self):
        shell = ShellSearch(self.session.bus)
        window = self.start()
        wait_until(lambda: shell.find(SECRET), "what is not veiled yet")
        self.read_up_to(window, CHAPTERS[0])
        wait_until(lambda: not shell.find(SECRET), "nothing to be found")
        self.assertEqual(shell.find("second", "book"), [])
        # Names in notes are veiled once the pages are.
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        found = shell.find("raven")
        self.assertIn("A raven early on", [text for _, _, text in found])
        self.assertNotIn(SECRET, repr(found))
        self.session.raise_window(window)
        self.open_secret_character(window)
        wait_until(
            lambda: str(self.secret) in self.program.actions.state("current-activity").get("link", ""),
            "the character's link",
        )
        activity = self.program.actions.state("current-activity")
        told = base64.urlsafe_b64decode(activity["activity"] + "===")
        self.assertNotIn(SECRET, f"{activity} {told}")
        self.assertNotIn(SECRET, self.program.run("--list-windows")[1])
        self.program.quit()
        self.program.launch("--gapplication-service")
        wait_until(lambda: owner_pid(self.session.bus) is not None, "its name on the bus")
        self.assertEqual(shell.find(SECRET), [])
        self.assertNotIn(SECRET, repr(shell.find("raven")))

    def test_a_title_from_before_is_not_told_either(self):
        window = self.start()
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        other.select_tab(self.raven)
        other.open_character(NAME)
        other.write_draft("my own words")
        self.program.wait_until_saved()
        other.actions.activate("close")
        self.program.wait_for_windows(1)
        self.read_up_to(window, CHAPTERS[0])
        # The list is made when it opens.
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        window.actions.activate("show-recently-closed")
        dialog = self.program.dialog("History")
        self.expect_closed(dialog, "A page you haven’t reached yet")
        self.expect_no_secret("the closed windows")
        dialog.close()
        (window,) = self.restart_after_kill()
        window.actions.activate("show-history")
        dialog = self.program.dialog("History")
        wait_until(lambda: dialog.visible(LIST_ITEMS), "a moment to choose")
        self.expect_no_secret("the history")

    def test_one_window_veils_what_the_other_shows_and_one_note_is_shown_anyway(self):
        window = self.start()
        later = f"{SECRET} in a later chapter"
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        other.find(LIST_ITEMS, f"Note: {later}")
        self.read_up_to(window, CHAPTERS[0])
        hidden = other.find(LIST_ITEMS, f"Note: {HIDDEN}")
        self.expect_no_secret("both windows")

        self.session.raise_window(other)
        other.click(next(iter(hidden.find_all(BUTTONS, SHOW))))
        for each in (other, window):
            each.find(LIST_ITEMS, f"Note: {later}")
        self.program.wait_until_saved()
        for again in self.restart_after_kill(windows=2):
            again.find(LIST_ITEMS, f"Note: {later}")
        window = self.program.windows()[0]
        self.open_secret_character(window)

        # Whoever reads on begins anew.
        self.read_up_to(window, CHAPTERS[1], UP_TO % CHAPTERS[0])
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        self.expect_no_secret("both windows")

    def test_the_veil_is_lifted_from_a_book_and_from_everything(self):
        window = self.start()
        self.read_up_to(window, CHAPTERS[0])
        window.select_tab(self.raven)
        window.find(LIST_ITEMS, SOMEONE)
        window.actions.activate("lift-veil")
        window.find(LIST_ITEMS, NAME)
        window.select_tab(self.hawk)
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        window.select_tab(self.raven)
        window.actions.activate("lift-veil")
        window.find(LIST_ITEMS, SOMEONE)
        self.read_up_to(
            window, "Don’t Hide", UP_TO % CHAPTERS[0], "Nothing is hidden now"
        )
        window.find(LIST_ITEMS, f"Note: {SECRET} in a later chapter")
        self.assertFalse(window.actions.is_enabled("lift-veil"))

    def test_a_spoiler_just_written_is_shown_until_its_page_is_left(self):
        window = self.start()
        self.read_up_to(window, CHAPTERS[0])
        window.select_tab(self.raven)
        window.find(LIST_ITEMS, f"Note: {HIDDEN}")
        window.save_note("My own later words")
        wait_until(
            lambda: window.says("Hidden as a spoiler when you leave this page"), "what becomes of it"
        )
        window.find(LIST_ITEMS, "Note: My own later words")
        window.select_tab(self.hawk)
        window.select_tab(self.raven)
        wait_until(
            lambda: sum(row.name == f"Note: {HIDDEN}" for row in window.visible(LIST_ITEMS)) == 2,
            "both notes to be hidden",
        )
        window.save_note("Now I have begun it")
        window.press(f"Mark as Read to “{self.raven.title}”")
        window.find(LIST_ITEMS, "Note: My own later words")
        window.select_tab(self.hawk)
        window.select_tab(self.raven)
        for text in ("My own later words", "Now I have begun it", f"{SECRET} of the second book"):
            window.find(LIST_ITEMS, f"Note: {text}")

    def test_editing_leaves_what_is_veiled_as_it_is(self):
        window = self.start()
        self.read_up_to(window, CHAPTERS[0])
        window.open_character(AGATHA)
        window.actions.activate("edit")
        dialog = self.program.dialog("Edit Character")
        self.expect_no_secret("the editor")
        self.session.raise_window(dialog)
        dialog.key("a", "Control_L")
        self.session.input.type("Agatha of Skye")
        dialog.key("Return", "Control_L")
        self.program.wait_until_closed(dialog)
        window.expect_title("Agatha of Skye")
        self.program.quit()
        with contextlib.closing(self.connect()) as database:
            words = database.execute(
                "SELECT word, deletedAt FROM relation WHERE firstID = ?", (self.secret.bytes,)
            ).fetchall()
            self.assertEqual(words, [(f"{SECRET} of", None)])
            names = database.execute(
                "SELECT name, synopsis FROM character WHERE id = ?", (self.secret.bytes,)
            ).fetchall()
        self.assertEqual(names, [(NAME, f"{SECRET} at length")])
