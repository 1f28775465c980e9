"""Popovers that are open when what they belong to leaves: they go along, and the program goes on.

A popover is a child that its parent has not made. A parent that is disposed of with one in it may wait
for ever for that child to go.
"""

import os
import resource
import signal
import time

from harness.accessibility import LIST_ITEMS, STATE_FOCUSED, TABS, TEXTS
from harness.journey import AGATHA, JAIME, Journey
from harness.library_rows import add_chapters, give_place
from harness.pointer import ALT, CONTROL, RIGHT, SHIFT
from harness.waiting import wait_until

NOTE = "The hawk flies"
CHAPTERS = ("The Beast", "The Way Home")
SERIES = "Shadow Skye"
CHOICE = "First Appears In"
DIALOG = "Edit Character"
PLACE = "p. 87"

MEASURED = 0.25
"""Seconds over which it is measured whether the program is busy."""

IDLE = 0.5
"""The share of a processor below which the program counts as idle."""

LONGEST_FILE = 64 << 20
"""Bytes that the program may write to one file. A program that loops for ever fills its log with
complaints, 100 MB within seconds."""


class PopoverJourney(Journey):
    """A book with chapters, and a note on the page of a character."""

    def setUp(self):
        super().setUp()
        window = self.start()
        window.open_character(AGATHA)
        window.save_note(NOTE)
        self.program.quit()
        add_chapters(self.program, self.hawk, CHAPTERS)
        # Only then can the order of the notes be chosen.
        give_place(self.program, NOTE, PLACE)

    def start(self, *arguments):
        # A tooltip is a popup, too.
        self.session.put_pointer_away()
        window = super().start(*arguments)
        limits = (LONGEST_FILE, LONGEST_FILE)
        resource.prlimit(self.program.process.pid, resource.RLIMIT_FSIZE, limits)
        return window

    # Bringing it up

    def open_names(self, window):
        """What is offered for a word with an @, over the page of a character."""
        self.show_character(window)
        window.focus_composer()
        window.key("a", CONTROL)
        self.session.input.type("With @A")

    def open_names_in_editor(self, window):
        self.show_character(window)
        window.click(window.find(LIST_ITEMS, f"Note: {NOTE}"))
        window.key("F2")
        editor = window.find(TEXTS, "Edit note")
        wait_until(lambda: editor.has_state(STATE_FOCUSED), "the focus in the editor")
        window.key("a", CONTROL)
        self.session.input.type("With @A")

    def open_menu_of_note(self, window):
        self.show_character(window)
        window.click(window.find(LIST_ITEMS, f"Note: {NOTE}"), button=RIGHT)

    def open_menu_of_text(self, window):
        """The text field's own, which is GTK's."""
        self.show_character(window)
        window.focus_composer()
        window.key("F10", SHIFT)

    def open_tabs(self, window):
        self.show_character(window)
        self.session.raise_window(window)
        window.actions.activate("show-tabs")

    def open_menu_of_tab(self, window):
        self.show_character(window)
        window.click(window.find(TABS, self.raven.title), button=RIGHT)

    def open_main_menu(self, window):
        self.show_character(window)
        window.key("F10")

    def open_chapters(self, window):
        self.show_book(window)
        window.press("Chapter: No chapter")

    def open_reading_position(self, window):
        self.show_book(window)
        window.press("Reading Progress…")

    def open_menu_of_character(self, window):
        self.show_book(window)
        window.click(window.row(JAIME), button=RIGHT)

    def open_menu_of_series(self, window):
        self.show_book(window)
        window.actions.activate("show-library")
        self.expect_title(window, "Library")
        window.click(window.find(LIST_ITEMS, SERIES), button=RIGHT)

    def open_menu_of_found(self, window):
        self.show_book(window)
        self.session.raise_window(window)
        window.actions.activate("search")
        window.search_field()
        window.key("a", CONTROL)
        self.session.input.type("hawk flies")
        found = wait_until(
            lambda: [row for row in window.visible(LIST_ITEMS) if NOTE in row.name][:1], "the note"
        )[0]
        window.click(found, button=RIGHT)

    def open_note_order(self, window):
        self.show_character(window)
        window.press("Order of the notes: By Date")

    def open_choice_in_dialog(self, window):
        self.focus_in_dialog(window, CHOICE)
        self.session.input.key("space")

    def open_related_characters(self, window):
        self.focus_in_dialog(window, "Add a Related Character")
        self.session.input.key("space")

    def open_menu_of_picture(self, window):
        self.focus_in_dialog(window, "Choose")
        self.session.input.key("F10", SHIFT)

    def focus_in_dialog(self, window, name):
        """Go with the keyboard to what has a name that begins so."""
        self.show_character(window)
        window.actions.activate("edit")
        dialog = self.program.dialog(DIALOG)
        self.session.raise_window(dialog)
        for _ in range(20):
            focus = wait_until(dialog.frame.focused, "the focus in the dialog")
            if focus.name.startswith(name):
                return
            self.session.input.key("Tab")
            wait_until(lambda last=focus: not last.has_state(STATE_FOCUSED), "the next field")
        self.fail(f"{name} is not reached by the keyboard")

    # The editor last: it stays open, in which no other menu opens.
    ON_CHARACTER = (open_names, open_menu_of_note, open_names_in_editor)
    ON_BOOK = (open_chapters, open_reading_position, open_menu_of_character)
    OVER_BOOK = (open_menu_of_series, open_menu_of_found)
    OF_PAGES = ON_BOOK + OVER_BOOK + (open_note_order,) + ON_CHARACTER
    OF_WINDOWS = (open_tabs, open_menu_of_tab, open_main_menu)
    IN_DIALOG = (open_choice_in_dialog, open_related_characters, open_menu_of_picture)
    # The dialog last: it comes back, and lies over the window.
    ALL = OF_WINDOWS + OF_PAGES + IN_DIALOG[:1]

    def show_book(self, window):
        window.actions.activate("select-tab", self.hawk.id)
        window.go_to_first_page()
        self.expect_title(window, self.hawk.title)

    def show_character(self, window):
        self.show_book(window)
        window.click(window.row(AGATHA))
        self.expect_title(window, AGATHA)

    def expect_title(self, window, title):
        # One of several windows that show the same says more behind it.
        wait_until(lambda: window.title.startswith(title), f"the title of {window}")

    def bring_up(self, open_it, window):
        # A tooltip is a popup, too, and comes late on a busy machine.
        self.session.put_pointer_away()
        wait_until(lambda: self.session.popup() is None, "nothing over the window")
        open_it(self, window)
        wait_until(self.session.popup, "the popover")

    # Looking

    def expect_well(self):
        """The popover is gone, the program answers, does nothing, and has complained of nothing."""
        wait_until(lambda: self.session.popup() is None, "the popover to go")
        self.assertTrue(self.program.actions.names())
        wait_until(lambda: self.busy_share() < IDLE, "the program to have nothing to do")
        self.expect_no_complaint()

    def expect_no_complaint(self):
        self.assertNotIn("CRITICAL", self.program.log_tail())

    def busy_share(self):
        """The share of a processor that the program takes."""
        before = self.processor_time()
        time.sleep(MEASURED)
        return (self.processor_time() - before) / MEASURED

    def processor_time(self):
        with open(f"/proc/{self.program.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class PagesThatLeave(PopoverJourney):
    """The window stays, the page goes.

    A page that is gone back from ends before its widgets do, and cannot close what is over them.
    """

    def go_back(self, window):
        window.actions.activate("go-back")

    def press_alt_left(self, window):
        window.key("Left", ALT)

    def go_to_another_tab(self, window):
        window.actions.activate("select-tab", self.raven.id)

    def check(self, openers, *ways):
        window = self.start()
        for open_it in openers:
            for leave in ways:
                with self.subTest(open_it.__name__, way=leave.__name__):
                    self.bring_up(open_it, window)
                    leave(window)
                    self.expect_well()

    def test_going_back(self):
        self.check(self.OVER_BOOK + self.ON_CHARACTER, self.go_back)

    def test_going_back_by_keys(self):
        # The others take the keys themselves.
        self.check((self.ON_CHARACTER[0], self.ON_CHARACTER[-1]), self.press_alt_left)

    def test_another_tab(self):
        self.check(self.OF_PAGES, self.go_to_another_tab)

    def test_what_is_shown_is_deleted_in_another_window(self):
        window = self.start()
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        for open_it in self.ON_CHARACTER:
            with self.subTest(open_it.__name__):
                self.show_character(other)
                self.bring_up(open_it, window)
                other.actions.activate("delete-part")
                wait_until(lambda: not window.title.startswith(AGATHA), "the page to go")
                self.expect_well()
                other.press("Undo")
                window.row(AGATHA)

    def test_the_page_takes_presses_after_the_menu_of_a_text(self):
        """GTK's own menu, of which GTK itself complains."""
        window = self.start()
        for leave in (self.go_back, self.go_to_another_tab):
            self.bring_up(PopoverJourney.open_menu_of_text, window)
            leave(window)
            wait_until(lambda: self.session.popup() is None, "the menu to go")
            self.show_character(window)


class WindowsThatLeave(PopoverJourney):
    """The window goes."""

    def test_closing_the_window(self):
        first = self.start()
        for open_it in self.ALL:
            with self.subTest(open_it.__name__):
                window = self.program.new_window(lambda: first.key("n", CONTROL))
                self.bring_up(open_it, window)
                window.actions.activate("close")
                self.program.wait_for_windows(1)
                self.expect_well()

    def test_closing_the_window_by_keys(self):
        first = self.start()
        window = self.program.new_window(lambda: first.key("n", CONTROL))
        self.bring_up(PopoverJourney.open_names, window)
        window.key("w", CONTROL)
        self.program.wait_for_windows(1)
        self.expect_well()

    def test_quitting(self):
        for open_it in self.ALL:
            with self.subTest(open_it.__name__):
                self.bring_up(open_it, self.start())
                self.assertEqual(self.program.quit(), 0)
                self.expect_no_complaint()

    def test_a_signal(self):
        for open_it in self.ALL:
            with self.subTest(open_it.__name__):
                self.bring_up(open_it, self.start())
                self.program.process.send_signal(signal.SIGTERM)
                self.assertEqual(self.program.wait_until_gone(), 0)
                self.expect_no_complaint()


class DialogsThatLeave(PopoverJourney):
    """The dialog goes, or all goes with it."""

    def bring_up_anew(self, open_it):
        """Start the program and open a popover of its dialog, which may have come back."""
        window = self.start()
        for dialog in self.program.dialogs():
            self.session.close_window(dialog)
            self.program.wait_until_closed(dialog)
        self.bring_up(open_it, window)

    def test_closing_the_dialog(self):
        window = self.start()
        for open_it in self.IN_DIALOG:
            with self.subTest(open_it.__name__):
                self.bring_up(open_it, window)
                self.session.close_window(self.program.dialog(DIALOG))
                self.expect_well()

    def test_quitting(self):
        for open_it in self.IN_DIALOG:
            with self.subTest(open_it.__name__):
                self.bring_up_anew(open_it)
                self.assertEqual(self.program.quit(), 0)
                self.expect_no_complaint()

    def test_a_signal(self):
        for open_it in self.IN_DIALOG:
            with self.subTest(open_it.__name__):
                self.bring_up_anew(open_it)
                self.program.process.send_signal(signal.SIGTERM)
                self.assertEqual(self.program.wait_until_gone(), 0)
                self.expect_no_complaint()
