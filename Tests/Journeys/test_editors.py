"""A user's own series: created, edited, ordered and deleted; editors are restored after a kill."""

import contextlib

from gi.repository import GLib

from harness import accessibility
from harness.accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS, STATE_FOCUSED
from harness.journey import AGATHA, JAIME, Journey
from harness.pointer import ALT, CONTROL, SHIFT
from harness.waiting import wait_until, wait_until_equal, wait_until_there
from harness.window import Gone

SERIES = "Earthsea"
BOOKS = ("A Wizard of Earthsea", "The Tombs of Atuan")
CHARACTERS = {BOOKS[0]: ("Ged", "Ogion", "Vetch"), BOOKS[1]: ("Tenar", "Kossil")}
MENUS = ("Book Menu", "Character Menu", "Series Menu")


def has_no_focus(node):
    """Whether a widget does not have the focus, or no longer exists."""
    try:
        return not node.has_state(STATE_FOCUSED)
    except GLib.Error:
        return True


class Editors(Journey):
    """The dialogs in which series, books and characters are made and changed."""

    runs_on_own_series = True

    def type_into(self, dialog, text):
        """Type into the focused widget of a dialog."""
        self.session.raise_window(dialog)
        self.session.input.type(text)

    def menu_button(self, window):
        """The button at the head of the page that opens its menu."""
        return wait_until_there(
            lambda: next((node for name in MENUS for node in window.visible(BUTTONS, name)), None),
            f"the menu of the page in {window}",
        )

    def choose(self, window, item):
        """Choose from the page's menu by its accessible actions, as a popover cannot be aimed at."""
        window.click(self.menu_button(window))
        found = wait_until_there(
            lambda: next(iter(window.frame.find_all(MENU_ITEMS, item)), None), f"the item {item!r}"
        )
        found.do_action()

    def choose_with_keys(self, window, item):
        """Choose from the page's menu with the keyboard."""
        self.focus_with_tab(window, lambda: self.menu_button(window).has_state(STATE_FOCUSED))
        window.key("Return")
        wait_until_there(lambda: window.frame.find_all(MENU_ITEMS, item), f"the item {item!r}")
        chosen = self.focus_menu_item(window, item)
        window.key("Return")
        wait_until(lambda: has_no_focus(chosen), f"{item!r} to be chosen")

    def focus_with_tab(self, window, is_there):
        """Press Tab until the focus is where it is wanted."""
        for _ in range(40):
            current = wait_until(window.frame.focused, f"the focus in {window}")
            if is_there():
                return
            window.key("Tab")
            wait_until(lambda left=current: has_no_focus(left), f"the focus to leave {current}")
        self.fail("the focus does not get there")

    def add_series_with_keys(self, window):
        """Begin a new series in the library."""
        window.key("Home", ALT)
        window.expect_title("Library")
        self.focus_with_tab(
            window,
            lambda: any(node.has_state(STATE_FOCUSED) for node in window.visible(BUTTONS, "New")),
        )
        window.key("Return")
        wait_until_there(lambda: window.frame.find_all(MENU_ITEMS, "Series…"), "what can be new")
        chosen = self.focus_menu_item(window, "Series…")
        window.key("Return")
        wait_until(lambda: has_no_focus(chosen), "a series to be chosen")

    def choose_new(self, window, item):
        """Choose the kind of item to add to the library."""
        window.press("New")
        found = wait_until_there(
            lambda: next(iter(window.frame.find_all(MENU_ITEMS, item)), None), f"the item {item!r}"
        )
        found.do_action()

    def focus_menu_item(self, window, name):
        """Press Down until a menu item has the focus, each time only once the last has been answered.

        Returns what has the focus."""
        nodes = window.frame.find_all(MENU_ITEMS | BUTTONS)

        def focused():
            return accessibility.focused(nodes)

        passed = set()
        while True:
            current = wait_until(focused, "the focus in the menu")
            (its_name,) = accessibility.menu_item_names([current])
            if its_name == name:
                return current
            self.assertNotIn(its_name, passed, f"no way to {name!r}")
            passed.add(its_name)
            window.key("Down")
            wait_until(lambda: has_no_focus(current), f"the focus to leave {its_name!r}")

    def expect_rows(self, window, names):
        def rows():
            shown = [row.name for row in window.visible(LIST_ITEMS)]
            return [name for name in shown if not name.startswith("Note: ")][: len(names)]

        wait_until_equal(rows, list(names), "the characters")

    def grip(self, window, name):
        """Where a row can be gripped, once it is still: it is made anew while the library follows, and a
        grip on the old one moves nothing.
        """
        while True:
            with contextlib.suppress(Gone):
                return window.steady_point(window.find(LIST_ITEMS, name))

    # Making

    def test_a_series_is_made_without_the_mouse(self):
        window = self.start()
        self.add_series_with_keys(window)
        self.type_into(self.program.dialog("New Series"), f"{SERIES}\n")
        wait_until(lambda: window.says("No books yet"), "the page of a series without books")
        for book in BOOKS:
            self.choose_with_keys(window, "Add Book…")
            self.type_into(self.program.dialog("New Book"), f"{book}\n")
            window.expect_title(book)
            for name in CHARACTERS[book]:
                self.choose_with_keys(window, "Add Character…")
                self.type_into(self.program.dialog("New Character"), f"{name}\n")
                window.row(name)
        self.expect_rows(window, CHARACTERS[BOOKS[1]])
        (window,) = self.restart_after_kill()
        window.expect_title(BOOKS[1])
        self.expect_rows(window, CHARACTERS[BOOKS[1]])

    def test_a_series_is_made_with_the_mouse(self):
        window = self.start()
        window.press("Library")
        self.choose_new(window, "Series…")
        self.fill(self.program.dialog("New Series"), SERIES)
        for book in BOOKS:
            if book == BOOKS[0]:
                window.press("Add Book…")
            else:
                self.choose(window, "Add Book…")
            self.fill(self.program.dialog("New Book"), book)
            window.expect_title(book)
            for name in CHARACTERS[book]:
                window.press("Add Character…")
                self.fill(self.program.dialog("New Character"), name)
                window.row(name)
        self.expect_rows(window, CHARACTERS[BOOKS[1]])

    def fill(self, dialog, text):
        """Type into the first field and press Save."""
        self.type_into(dialog, text)
        dialog.press("Save")
        self.program.wait_until_closed(dialog)

    # Kills

    def test_editors_come_back_after_a_kill_with_undo(self):
        for item, title in (
            ("New Series…", "New Series"),
            ("Add Book…", "New Book"),
            ("Add Character…", "New Character"),
        ):
            with self.subTest(title):
                window = self.start()
                if title == "New Series":
                    window.press("Library")
                    self.choose_new(window, "Series…")
                else:
                    self.choose(window, item)
                dialog = self.program.dialog(title)
                self.type_into(dialog, "Half")
                dialog.key("z", CONTROL)
                self.program.kill()
                self.program.start()
                dialog = self.program.dialog(title)
                dialog.key("z", CONTROL, SHIFT)
                self.type_into(dialog, " of it")
                dialog.press("Save")
                self.program.wait_until_closed(dialog)
                window = self.program.windows()[0]
                wait_until(lambda: window.says("“Half of it” added"), "what was added")
                self.program.quit()

    def test_what_was_being_changed_is_back_and_the_library_as_before(self):
        window = self.start()
        window.press("Edit Book…")
        dialog = self.program.dialog("Edit Book")
        dialog.key("End")
        self.type_into(dialog, " again")
        self.program.kill()
        (window,) = self.program.start()
        self.assertEqual(window.title, self.hawk.title)
        dialog = self.program.dialog("Edit Book")
        dialog.press("Save")
        window.expect_title(f"{self.hawk.title} again")

    # Two windows

    def test_two_windows_change_the_same_field(self):
        first = self.start()
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        dialogs = []
        for window, words in ((first, " one"), (second, " two")):
            known = [one.id for one in self.session.stacking()]
            window.actions.activate("edit")
            dialogs.append(self.new_dialog(dialogs))
            # The session cannot tell it from another one of its name, but it is new.
            wait_until(lambda old=known: self.session.active_window() not in (None, *old), "its keyboard")
            self.session.input.key("End")
            self.session.input.type(words)
        self.program.wait_until_saved()
        for dialog in dialogs:
            dialog.find(BUTTONS, "Save").do_action()
            if dialog is dialogs[0]:
                self.program.wait_until_closed(dialog)
        dialog = dialogs[1]
        wait_until(lambda: dialog.says("changed elsewhere"), "both versions")
        dialog.find(BUTTONS, "Keep Mine").do_action()
        dialog.find(BUTTONS, "Save").do_action()
        self.program.wait_until_closed(dialog)
        wait_until(
            lambda: all(w.title.startswith(f"{self.hawk.title} two") for w in (first, second)),
            "the title in both windows",
        )

    def new_dialog(self, known):
        """Wait for a dialog besides those that are known."""

        def find():
            frames = [dialog.frame for dialog in known]
            found = [one for one in self.program.dialogs() if one.frame not in frames]
            return found[0] if found and found[0].frame.extents[2] > 0 else None

        return wait_until(find, "another dialog")

    # Order and deletion

    def test_rows_are_moved_with_alt_and_arrows_and_by_dragging(self):
        window = self.start()
        names = [AGATHA, JAIME]
        window.row(JAIME)
        self.expect_rows(window, names)
        self.focus_row(window, AGATHA)
        window.key("Down", ALT)
        self.expect_rows(window, names[::-1])
        wait_until(lambda: self.row_has_focus(window, AGATHA), "the focus on the moved row")
        window.key("Up", ALT)
        self.expect_rows(window, names)
        wait_until(lambda: self.row_has_focus(window, AGATHA), "the focus on the moved row")
        window.key("Down", ALT)
        self.expect_rows(window, names[::-1])
        wait_until(lambda: self.row_has_focus(window, AGATHA), "the focus on the moved row")
        grips = [window.on_screen(self.grip(window, name)) for name in names]
        self.session.input.drag(grips[0], grips[1])
        self.expect_rows(window, names)
        (window,) = self.restart_after_kill()
        window.row(JAIME)
        self.expect_rows(window, names)

    def focus_row(self, window, name):
        self.focus_with_tab(window, lambda: self.row_has_focus(window, name))

    def row_has_focus(self, window, name):
        nodes = window.frame.find_all(LIST_ITEMS, name)
        return any(node.has_state(STATE_FOCUSED) for node in nodes)

    def test_a_deleted_book_stays_deleted_after_a_kill_and_undo_brings_it_back(self):
        window = self.start()
        self.choose(window, "Delete Book")
        window.expect_tab(self.raven)
        window.press("Undo")
        window.expect_tab(self.hawk)
        window.choose_from_menu(window.row(JAIME), "Delete Character")
        wait_until(lambda: not window.frame.find_all(LIST_ITEMS, JAIME), "the row to go")
        self.choose(window, "Delete Book")
        window.expect_tab(self.raven)
        (window,) = self.restart_after_kill()
        window.expect_tab(self.raven)
        self.assertFalse(window.visible(BUTTONS, self.hawk.title))
