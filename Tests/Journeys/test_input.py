"""The ways in: what the Tab key leads to, the wheel, keyboards of other countries, fingers."""

import subprocess
import time

from harness.accessibility import (
    BUTTONS, LABELS, LIST_ITEMS, MENU_ITEMS, TEXTS, wait_until_focused,
)
from harness.journey import AGATHA, Journey, WaylandJourney
from harness.pointer import ALT, CONTROL, SHIFT
from harness.waiting import wait_until, wait_until_equal, wait_until_there

MOST_STOPS = 60
"""More stops of the Tab key no page has."""

HOLD = 0.8
"""Seconds for which a finger is held, which is longer than GTK waits for."""

FINGER_PACE, FINGER_STEPS = 0.1, 8
"""Seconds between the movements of a finger, and how many there are."""


class TabKey(Journey):
    """Walks through pages."""

    def walk(self, window):
        """Press Tab until it leads to where it began; return the names of all stops."""
        names, first = [], None
        last = wait_until(lambda: window.frame.focused(), "something to have the focus")
        for _ in range(MOST_STOPS):
            window.key("Tab")

            def moved(before=last):
                node = window.frame.focused()
                return node if node is not None and node != before else None

            last = wait_until(moved, "the focus to move on")
            if last == first:
                return names
            first = first or last
            name = last.name
            self.assertTrue(name.strip(), f"{last.role} without a name, after {names}")
            self.assertFalse(name.startswith("Gtk"), f"{last.role} {name}, after {names}")
            names.append(name)
        raise AssertionError(f"Tab does not come back: {names}")

    def test_whatever_has_the_focus_has_a_name_and_a_list_is_one_stop(self):
        window = self.start()
        for text in ("one", "two", "three"):
            window.save_note(text)
        names = self.walk(window)
        self.assertEqual(sum(name.startswith("Note: ") for name in names), 1, names)
        self.assertEqual(sum(name in self.titles for name in names), 1, names)
        window.open_character(AGATHA)
        self.walk(window)
        window.select_tab(self.favorites)
        self.walk(window)
        window.actions.activate("show-library")
        window.expect_title("Library")
        self.walk(window)
        window.open_search("f", CONTROL)
        self.session.input.type("one")
        wait_until(lambda: window.visible(LIST_ITEMS), "what was found")
        self.walk(window)

    def test_so_it_is_in_dialogs(self):
        window = self.start()
        for text in ("one", "two", "three"):
            window.save_note(text)
        for text in ("one", "two"):
            window.click(window.row(f"Note: {text}"))
            window.key("Delete")
            wait_until(lambda gone=text: not window.visible(LIST_ITEMS, f"Note: {gone}"), "no note")
        books = {self.hawk.title, self.raven.title, self.swift.title}
        for action, title, rows in (
            ("show-trash", "Trash", {"one", "two"}), ("edit-series", "Edit Series", books),
            ("export", "Export", set()), ("import", "Import", set()),
        ):
            with self.subTest(title):
                window.actions.activate(action)
                dialog = self.program.dialog(title)
                self.session.raise_window(dialog)
                names = [name.split(". ")[0] for name in self.walk(dialog)]
                self.assertEqual(sum(name in rows for name in names), int(bool(rows)), names)
                dialog.close()

    @property
    def titles(self):
        tabs = (self.hawk, self.raven, self.swift, self.favorites)
        return {tab.title for tab in tabs}


class Wheel(Journey):
    """The wheel of a mouse over the field for a new note."""

    def test_over_an_empty_composer_it_scrolls_the_page(self):
        window = self.start()
        for number in range(12):
            window.save_note(f"note {number}")
        cover = f"Cover of {self.hawk.title}"
        # Wide, the list begins at its end; narrow, the page at its top.
        for width, roles, name, turn in (
            (980, LIST_ITEMS, "Note: note 11", -1), (480, BUTTONS, cover, 1)
        ):
            self.session.resize_window(window, width, 500)
            composer = window.composer()
            moving = window.find(roles, name)
            before = moving.extents
            self.session.input.move(*window.on_screen(window.steady_point(composer)))
            self.session.input.raw_scroll(turn)
            wait_until(
                lambda node=moving, seen=before, way=-turn: way * (node.extents[1] - seen[1]) > 0,
                f"the page to scroll at {width}",
            )


class Keyboards(Journey):
    """Keyboards of other countries; keys are named by what an American one has in their places."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.set_keyboard, "us")

    def set_keyboard(self, layout, variant=""):
        environment = self.session.base_environment() | self.session.display_environment()
        subprocess.run(
            ["setxkbmap", "-layout", layout, "-variant", variant], env=environment, check=True,
            timeout=20,
        )

    def expect_composer(self, window):
        composer = window.composer()
        wait_until_focused(lambda: composer, "the focus in the composer")

    def leave_composer(self, window):
        """Put the focus on a tab, where letters go to the search."""
        window.select_tab(self.raven)
        window.select_tab(self.hawk)

    def lock_letters(self):
        """Turn Caps Lock on, and off again in the end."""
        self.session.input.key("Caps_Lock")
        self.addCleanup(self.session.input.key, "Caps_Lock")

    def expect_keys(self, window, letter_n, letter_f, letter_z):
        """The keys of tabs, of the search, and for a note "one", by the places of three letters."""
        for number, tab in (("2", self.raven), ("4", self.favorites), ("1", self.hawk)):
            window.key(number, ALT)
            window.expect_tab(tab)
        window.key(letter_n, CONTROL, SHIFT)
        self.expect_composer(window)
        window.open_search(letter_f, CONTROL)
        window.key("Escape")
        window.expect_title(self.hawk.title)
        window.click(window.row("Note: one"))
        window.key("Delete")
        wait_until(lambda: not window.visible(LIST_ITEMS, "Note: one"), "the note to go")
        window.key(letter_z, CONTROL)
        window.row("Note: one")

    # Where the letters N, F and Z are.
    KEYBOARDS = {
        ("fr", ""): ("n", "f", "w"), ("de", ""): ("n", "f", "y"), ("ru", ""): ("n", "f", "z"),
        ("gr", ""): ("n", "f", "z"), ("il", ""): ("n", "f", "z"),
        ("us", "dvorak"): ("l", "y", "slash"),
    }

    def test_tabs_letters_and_marks(self):
        window = self.start()
        window.save_note("one")
        for keyboard, letters in self.KEYBOARDS.items():
            with self.subTest(keyboard):
                self.set_keyboard(*keyboard)
                self.expect_keys(window, *letters)

    def test_caps_lock_makes_no_difference(self):
        window = self.start()
        window.save_note("one")
        self.lock_letters()
        for keyboard in (("us", ""), ("fr", ""), ("ru", ""), ("il", "")):
            with self.subTest(keyboard):
                self.set_keyboard(*keyboard)
                self.expect_keys(window, *self.KEYBOARDS.get(keyboard, ("n", "f", "z")))

    def test_selected_text_of_a_note_is_copied_with_caps_lock(self):
        window = self.start()
        window.save_note("one")
        self.lock_letters()
        text = window.find(LABELS, "one")
        window.steady_point(text)
        left, top, width, height = text.extents
        middle = top + height // 2
        self.session.input.drag(
            window.on_screen((left + 1, middle)), window.on_screen((left + width - 1, middle))
        )
        window.key("c", CONTROL)
        window.focus_composer()
        window.key("v", CONTROL)
        window.expect_draft("one")

    def test_keypad(self):
        window = self.start()
        window.save_note("one")
        window.click(window.row("Note: one"))
        window.key("KP_Delete")
        wait_until(lambda: not window.visible(LIST_ITEMS, "Note: one"), "the note to go")
        window.key("z", CONTROL)
        window.click(window.row("Note: one"))
        window.key("KP_Enter")
        window.find(TEXTS, "Edit note")
        self.session.input.type("more ")
        window.key("KP_Enter", CONTROL)
        wait_until(lambda: not window.visible(TEXTS, "Edit note"), "the editor to close")
        window.key("KP_Page_Down", CONTROL)
        window.expect_tab(self.raven)
        window.key("KP_Page_Up", CONTROL)
        window.expect_tab(self.hawk)

    def expect_keys_of_text(self, window, field):
        """Copy, paste, cut, undo and redo in a text that has the focus; leave it with something in it."""
        window.key("a", CONTROL)
        self.session.input.type("abc")
        wait_until(lambda: len(field.text) == 3, "what was typed")
        once = field.text
        for key, modifiers, text in (
            ("a", (CONTROL,), once), ("c", (CONTROL,), once), ("End", (CONTROL,), once),
            ("v", (CONTROL,), once * 2), ("a", (CONTROL,), once * 2), ("x", (CONTROL,), ""),
            ("z", (CONTROL,), once * 2), ("z", (CONTROL, SHIFT), ""), ("v", (CONTROL,), once * 2),
        ):
            window.key(key, *modifiers)
            wait_until_equal(lambda: field.text, text, f"the text after {modifiers} {key}")

    def expect_keys_of_all_texts(self):
        """The same in the composer and in a field of a dialog, and from one field to another."""
        window = self.start()
        for layout in ("us", "ru"):
            with self.subTest(layout):
                self.set_keyboard(layout)
                self.expect_keys_of_text(window, window.focus_composer())
                draft = window.draft()
                # From one field to another, of the window and of a dialog.
                window.open_search("f", CONTROL)
                for key in ("v", "a", "x"):
                    window.key(key, CONTROL)
                window.key("Escape")
                window.expect_title(self.hawk.title)
                window.focus_composer()
                window.key("v", CONTROL)
                window.expect_draft(draft * 2)
                window.press("Edit Book…")
                dialog = self.program.dialog("Edit Book")
                self.session.raise_window(dialog)
                overview = dialog.find(TEXTS, "Overview")
                dialog.click(overview)
                wait_until_focused(lambda node=overview: node, "the focus")
                self.expect_keys_of_text(dialog, overview)
                dialog.close()

    def test_text_is_copied_pasted_cut_and_taken_back(self):
        self.expect_keys_of_all_texts()

    def test_text_is_copied_pasted_cut_and_taken_back_with_caps_lock(self):
        self.lock_letters()
        self.expect_keys_of_all_texts()


class Fingers(WaylandJourney):
    """A screen that is touched."""

    def point(self, window, node):
        return window.on_screen(window.steady_point(node))

    def test_a_finger_that_is_held_and_lifted_opens_the_menu(self):
        window = self.start()
        point = self.point(window, window.row(AGATHA))
        self.session.input.touch(1, *point)
        time.sleep(HOLD)
        self.assertEqual(window.frame.find_all(MENU_ITEMS, "Copy Link"), [], "not yet")
        self.session.input.lift(1)
        wait_until_there(lambda: window.frame.find_all(MENU_ITEMS, "Copy Link"), "the menu of the row")

    def move_finger(self, start, end):
        """Move the finger that is down at `start` to `end`, and lift it."""
        for step in range(1, FINGER_STEPS + 1):
            time.sleep(FINGER_PACE)
            part = step / FINGER_STEPS
            self.session.input.move_touch(
                1, *(one + (other - one) * part for one, other in zip(start, end))
            )
        time.sleep(FINGER_PACE)
        self.session.input.lift(1)

    def test_a_finger_that_is_held_and_moves_drags_the_row_out_of_the_window(self):
        window = self.start()
        point = self.point(window, window.row(AGATHA))
        self.session.input.touch(1, *point)
        time.sleep(HOLD)
        self.move_finger(point, self.session.free_point())
        first, second = self.program.wait_for_windows(2)
        self.assertEqual({first.title, second.title}, {self.hawk.title, AGATHA})

    def test_a_finger_from_the_edge_leads_back(self):
        window = self.start()
        window.open_character(AGATHA)
        left, top = window.on_screen((0, window.frame.extents[3] // 2))
        self.session.input.touch(1, left + 4, top)
        self.move_finger((left + 4, top), (left + 200, top))
        window.expect_title(self.hawk.title)
