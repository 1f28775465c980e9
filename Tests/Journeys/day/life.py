"""Lives the steps of a day with the real program, and compares what is seen with the model."""

import os
import time

from harness.accessibility import BUTTONS, LIST_ITEMS, STATE_SENSITIVE, TEXTS
from harness.pointer import ALT, CONTROL, MIDDLE
from harness.waiting import wait_until, wait_until_equal
from harness.window import COMPOSER, KEY_PACE
from hostile.library import NAME, favorite_ids_of, notes_by_subject

from . import steps as rules
from .model import FAVORITES, WEB_PAGE, Book, Shown, World

ENDLESS = str(24 * 60 * 60 * 1000)
"""Milliseconds after which closing windows would no longer count as quitting: never within a day,
so that it does not matter how busy the machine is."""

ENGINE_FILE = "libwebkitgtk-6.0.so.4"

STARTING = ("restart", "start fresh")
"""The kinds of steps after which none of the windows is the same."""

COMPARED_EACH = 10
"""Steps after which everything is compared."""


def world_of(series):
    """What the series that ships with the program has to be shown."""
    books = [
        Book(book["title"], tuple(one["name"] for one in book["characters"]))
        for book in series.contents["books"]
    ]
    names = {
        one["id"].lower(): one["name"]
        for book in series.contents["books"] for one in book["characters"]
    }
    related = {}
    for relation in series.contents["relations"]:
        first, second = (names[one.lower()] for one in relation["between"])
        related.setdefault(first, []).append(second)
        related.setdefault(second, []).append(first)
    return World(tuple(books), related)


class Life:
    """One day. The model is what must be, and is changed with each step."""

    def __init__(self, journey, model, say):
        self.series = journey.series
        self.session = journey.session
        self.program = journey.program
        self.model = model
        self.say = say
        self._shown = {}
        """The windows of the program by the numbers of the model's."""
        environment = self.program.environment() | {
            "HAWK_NOTES_CLOSING_RUN_MS": ENDLESS,
            "LD_LIBRARY_PATH": self._folder_of_broken_engine(),
        }
        self.program.environment = lambda: environment

    def _folder_of_broken_engine(self):
        """Where the loader finds no web engine that it can load: that a web page is shown is kept
        all the same, and no page of the real web is asked for."""
        folder = os.path.join(self.program.folder, "libraries")
        os.mkdir(folder)
        with open(os.path.join(folder, ENGINE_FILE), "w", encoding="ascii") as file:
            file.write("This is no library.\n" * 100)
        paths = filter(None, (folder, self.program.environment().get("LD_LIBRARY_PATH")))
        return os.pathsep.join(paths)

    def live(self, steps):
        """Take those steps that are possible, and fail at the first difference."""
        self._start(0)
        taken = 0
        for step in steps:
            if not rules.is_possible(self.model, step):
                continue
            self.say(str(step))
            self._take(step)
            taken += 1
            if taken % COMPARED_EACH == 0:
                self.compare()
        self.compare()

    def _take(self, step):
        window = self._shown.get(step.window)
        if window is not None:
            self.session.raise_window(window)
        do = getattr(self, "_" + step.kind.replace(" ", "_"))
        do(window, step)
        if step.kind not in STARTING:
            known = list(self.model.made)
            rules.apply(self.model, step)
            self._follow(known)
        if not self.model.dialog:
            self._expect_front()

    def _follow(self, known):
        """Take over which windows have been opened and closed; the newest are the last."""
        made = self.model.made
        opened = [number for number in made if number not in known]
        before = {one.path for one in self._shown.values()}
        kept = {number: one for number, one in self._shown.items() if number in made}

        def all_there():
            new = [one for one in self.program.windows() if one.path not in before]
            return len(new) == len(opened) and self.program.window_count() == len(made) and [new]

        (new,) = wait_until(all_there, f"{len(opened)} new windows of {len(made)}")
        self._shown = kept | dict(zip(opened, new))
        self.program.wait_for_windows(len(made))
        if len(made) < len(known) and not self.model.dialog:
            # Which of the others gets the keyboard then is for the window manager to say.
            self.session.raise_window(self._shown[self.model.front.number])

    # What is seen

    def _expect_front(self):
        front = self._shown[self.model.front.number]
        wait_until(lambda: front.is_active, f"window {self.model.front.number} in front")
        self._expect_shown(self.model.front)

    def _expect_shown(self, window):
        wait_until_equal(
            lambda: self._look(self._shown[window.number]), window.shown, f"window {window.number}"
        )

    def _look(self, shown):
        """What can be seen of a window of the program."""
        tab = next(one for one in self._tabs() if self._tab_id(one) == shown.tab)
        title = shown.title
        pages = self.model.world.tabs + self.model.world.characters
        page = next(
            (one for one in pages if title == one or title.startswith((one + " – ", one + " ("))),
            title,
        )
        draft = None
        if shown.shows_amazon_page:
            page = WEB_PAGE
        elif page != FAVORITES:
            composers = shown.visible(TEXTS, COMPOSER)
            if not composers and not self.model.dialog:
                composers = [shown.composer()]
            draft = composers[0].text if composers else "(out of sight)"
        return Shown(page, tab, shown.can_go_back, draft)

    def _expect_order(self):
        """The windows lie as they did."""
        titles = self.model.titles()
        expected = [titles[window.number] for window in reversed(self.model.windows)]
        if self.model.dialog:
            expected.append(self.model.dialog)
        wait_until_equal(self.session.stacked_titles, expected, "the order of the windows")

    def compare(self):
        """Compare everything. From the back to the front, so that what is raised lies as before."""
        wait_until_equal(
            lambda: sorted(self.program.titles()), sorted(self.model.titles().values()),
            "the titles of the windows",
        )
        if not self.model.dialog:
            for window in reversed(self.model.windows):
                self.session.raise_window(self._shown[window.number])
                self._expect_shown(window)
        wait_until_equal(
            lambda: [one.title for one in self.program.dialogs()],
            [self.model.dialog] if self.model.dialog else [], "the dialogs",
        )
        library = os.path.join(self.program.folder, "data", "hawk-notes", NAME)
        wait_until_equal(
            lambda: notes_by_subject(library),
            {self._id(page): texts for page, texts in self.model.notes.items()}, "the notes",
        )
        wait_until_equal(
            lambda: favorite_ids_of(library), set(map(self._id, self.model.favorites)),
            "the favorites",
        )
        wait_until_equal(
            lambda: self.program.actions.is_enabled("reopen-closed-window"),
            bool(self.model.closed), "whether a window can be reopened",
        )

    def _tabs(self):
        return self.model.world.tabs

    def _tab_id(self, title):
        return self.series.tab(title).id

    def _id(self, page):
        return self.series.id_of(page)

    # Windows

    def _new_window(self, window, step):
        window.key("n", CONTROL)

    def _open_a_link(self, window, step):
        page = step.argument
        if page == FAVORITES:
            link = "favorites"
        elif page in self._tabs():
            link = f"book/{self._id(page)}"
        else:
            book = self._id(self.model.world.tab_of(page))
            # Both ways to name a character lead to the same page.
            prefix = f"book/{book}/" if step.number % 2 else ""
            link = f"{prefix}character/{self._id(page)}"
        self.program.actions.activate("open-activity", f"hawknotes://{link}")

    def _open_a_row_in_a_new_window(self, window, step):
        name, how = step.argument
        row = window.row(name)
        if how == "by Ctrl+click":
            window.click(row, modifiers=[CONTROL])
        elif how == "by middle click":
            window.click(row, MIDDLE)
        elif how == "by its menu":
            window.choose_from_menu(row, "Open in New Window")
        else:
            start = window.on_screen(window.steady_point(row))
            self.session.input.drag(start, self.session.free_point())

    def _close(self, window, step):
        if step.argument == "by its manager":
            self.session.close_window(window)
        else:
            window.actions.activate("close")

    def _reopen(self, window, step):
        self.program.actions.activate("reopen-closed-window")

    def _start_fresh(self, _, step):
        count = len(self.model.windows)
        known = {one.path for one in self._shown.values()}
        self.program.actions.activate("start-fresh")
        (fresh,) = wait_until(
            lambda: [one for one in self.program.wait_for_windows(1) if one.path not in known],
            "the fresh window",
        )
        if step.argument == "and bring back":
            fresh.press("Bring Back")
            self.program.wait_for_windows(count + 1)
        rules.apply(self.model, step)
        self._recognize()

    # Pages

    def _select_a_tab(self, window, step):
        number = self._tabs().index(step.argument) + 1
        if step.number % 2:
            window.key(str(number), ALT)
        else:
            window.select_tab(self.series.tab(step.argument))

    def _open_a_character(self, window, step):
        window.click(window.find(LIST_ITEMS | BUTTONS, step.argument))

    def _go_back(self, window, step):
        if step.argument == "by the button":
            window.press("Back")
        elif step.argument == "by Done":
            window.press("Done")
        elif step.argument == "by Alt+Left":
            window.key("Left", ALT)
        else:
            window.actions.activate("go-back")

    def _show_the_web_page(self, window, step):
        if step.number % 2:
            window.press("View on Amazon")
        else:
            window.actions.activate("show-amazon-page")

    # Notes and hearts

    def _write(self, window, step):
        composer = window.focus_composer()
        window.key("End", CONTROL)
        before = composer.text
        text = f" {step.word}" if before else step.word
        self.session.input.type(text)
        wait_until_equal(lambda: composer.text, before + text, "what was typed")

    def _save_the_note(self, window, step):
        if step.argument == "by the button":
            window.press("Save Note")
        elif step.argument == "by Ctrl+Return":
            window.focus_composer()
            window.key("Return", CONTROL)
        else:
            window.actions.activate("save-note")

    def _edit_a_note(self, window, step):
        window.click(window.find(LIST_ITEMS, f"Note: {step.argument}"))
        window.key("F2")
        wait_until(lambda: window.visible(TEXTS, "Edit note"), "the editor to open")
        window.key("a", CONTROL)
        self.session.input.type(f"edited {step.word}")
        window.key("Return", CONTROL)
        wait_until(lambda: not window.visible(TEXTS, "Edit note"), "the editor to close")

    def _toggle_the_heart(self, window, step):
        if step.argument == "by the button":
            window.press("Favorite")
        else:
            window.actions.activate("toggle-favorite")

    # Workspaces

    def _workspaces(self, window):
        window.actions.activate("show-workspaces")
        return self.program.dialog("Workspaces")

    def _save_as_a_workspace(self, window, step):
        dialog = self._workspaces(window)
        self.session.raise_window(dialog)
        self.session.input.type(step.word)
        wait_until(lambda: dialog.find(BUTTONS, "Save").has_state(STATE_SENSITIVE), "a name")
        dialog.press("Save")
        dialog.find(BUTTONS, "Leave")
        dialog.close()

    def _leave_the_workspace(self, window, step):
        self._workspaces(window).press("Leave")

    def _open_the_workspace(self, window, step):
        instead = step.argument == "instead of the others"
        self._workspaces(window).press("Open Instead of These Windows" if instead else "Open")

    # Dialogs

    def _open_a_dialog(self, window, step):
        if step.argument == "Preferences":
            window.key("comma", CONTROL)
        else:
            window.actions.activate("show-history")
        self.program.dialog(step.argument)

    def _close_the_dialog(self, window, step):
        self.program.dialog(self.model.dialog).close()

    # The process

    def _start(self, number):
        self.model.start(number)
        self.program.start(windows=len(self.model.windows))
        self._recognize()
        self.compare()

    def _restart(self, _, step):
        end = step.argument
        if end == "close all":
            self._close_all()
        elif end == "kill":
            self.program.kill()
        else:
            status = self.program.quit() if end == "quit" else self.program.terminate()
            if status != 0:
                raise AssertionError(f"{end} has ended with status {status}")
        rules.apply(self.model, step)
        self.program.start(windows=len(self.model.windows))
        if self.model.dialog:
            self.program.dialog(self.model.dialog)
        self._recognize()
        self._expect_order()
        self.compare()

    def _close_all(self):
        for left in reversed(range(len(self.model.windows))):
            self.session.close_window(self._shown[self.model.windows[-1 - left].number])
            if left:
                self.program.wait_for_windows(left)
        if self.program.wait_until_gone() != 0:
            raise AssertionError("closing all windows has ended with another status than 0")

    def _recognize(self):
        """Find the model's windows among those of the program, which tells them by their order: it
        makes them in the one in which the model has them."""
        windows = self.program.wait_for_windows(len(self.model.windows))
        time.sleep(KEY_PACE)
        self._shown = dict(zip(self.model.made, windows))
