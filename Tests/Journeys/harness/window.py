"""A window of the program under test: its content, and user actions."""

import time

from .accessibility import BUTTONS, LIST_ITEMS, MENU_ITEMS, SEARCH_FIELDS, STATE_ACTIVE, STATE_FOCUSED
from .accessibility import TABS, TEXTS
from .accessibility import focused, names, role_names, texts, wait_to_find, wait_until_focused
from .actions import Actions
from .pointer import LEFT, RIGHT
from .waiting import NeverHappened, wait_until, wait_until_equal, wait_until_there

KEY_PACE = 0.1
"""Seconds between what was seen last and the first key, or between turns of the wheel: nobody is
quicker."""

STEADY = 0.1
"""Seconds between two looks that show whether something moves: several frames of an animation."""

SCROLL_ATTEMPTS = 40
"""Turns of the wheel after which something that is not in view counts as not there."""

COMPOSER = "New note"


class Gone(NeverHappened):
    """A found widget was removed from its window."""


class Window:
    """One window of the program: its accessible frame and its actions."""

    def __init__(self, program, frame, path):
        self.program = program
        self.session = program.session
        self.frame = frame
        self.path = path
        self.actions = Actions(program.bus, path)

    def __repr__(self):
        return f"window {self.path.rsplit('/', 1)[1]}"

    @property
    def title(self):
        return self.frame.name

    @property
    def is_active(self):
        return self.frame.has_state(STATE_ACTIVE)

    def wait_until_active(self):
        """Wait until it has the focus."""
        wait_until_there(lambda: self if self.is_active else None, f"{self} to be active")

    # Finding visible widgets

    def visible_point(self, node, parents=None):
        """A point of the window at which `node` can be hit, or None when it is not in view.

        `parents` is shared by those that one look is about (see `Accessible.is_at_or_below`).
        """
        parents = {} if parents is None else parents
        extents = node.safe_extents()
        if extents is None or extents[2] <= 0 or extents[3] <= 0:
            return None
        x, y, width, height = extents
        _, _, window_width, window_height = self.frame.extents
        left, right = max(x, 0), min(x + width, window_width)
        top, bottom = max(y, 0), min(y + height, window_height)
        if left >= right or top >= bottom:
            return None
        for down in (0.5, 0.25, 0.75, 0.1, 0.9):
            for across in (0.5, 0.25, 0.75):
                point = int(left + (right - left) * across), int(top + (bottom - top) * down)
                hit = self.frame.child_at(*point)
                if hit is not None and hit.is_at_or_below(node, parents):
                    return point
        return None

    def _still_point(self, node):
        """A point at which `node` can be hit; None while it cannot be, or moves."""
        point = self.visible_point(node)
        if point is None:
            return None
        time.sleep(STEADY)
        return point if self.visible_point(node) == point else None

    def steady_point(self, node):
        """A point at which `node` can be hit, once it is still: pages slide, lists scroll."""
        point, is_gone = None, False

        def settled():
            nonlocal point, is_gone
            point = self._still_point(node)
            is_gone = point is None and not node.is_at_or_below(self.frame)
            return node if point or is_gone else None

        wait_until_there(settled, f"{node} to be in view and still")
        if is_gone:
            raise Gone(f"{node} in {self}")
        return point

    def visible(self, roles, name=None):
        """The things of this kind and name that can be hit right now."""
        found, parents = self.frame.find_all(roles, name), {}
        return [node for node in found if self.visible_point(node, parents) is not None]

    def find(self, roles, name):
        """Wait for the thing of this kind and name on the page that is shown, scrolling to it."""
        return wait_to_find(self._look(roles, name), roles, self._sought(roles, name))

    def _sought(self, roles, name):
        return f"{name!r} ({', '.join(sorted(roles))}) in {self}"

    def _look(self, roles, name):
        """What looks once for this thing, and scrolls to it."""

        def look():
            candidates = self.frame.find_all(roles, name)
            found = self._first_in_view(candidates)
            if found is None:
                return next(filter(self._scroll_to, candidates), None)
            before = candidates[:candidates.index(found)]
            if before:
                # They may have come into view while the others were looked at.
                time.sleep(STEADY)
            return found if self._first_in_view(before) is None else None

        return look

    def _first_in_view(self, nodes):
        parents = {}
        return next((node for node in nodes if self.visible_point(node, parents) is not None), None)

    def _scroll_to(self, node):
        """Turn the wheel in the column where `node` is, until it is in view."""
        extents = node.safe_extents()
        if extents is None or extents[2] <= 0 or extents[3] <= 0:
            return False
        _, _, width, height = self.frame.extents
        middle = extents[0] + extents[2] // 2
        if not 0 < middle < width or 0 < extents[1] and extents[1] + extents[3] < height:
            return False
        self.session.raise_window(self)
        self.session.input.move(*self.on_screen((middle, height // 2)))
        for _ in range(SCROLL_ATTEMPTS):
            before = node.safe_extents()
            if before is None:
                return False
            self.session.input.raw_scroll(1 if before[1] + before[3] // 2 > height // 2 else -1)
            try:
                wait_until(lambda seen=before: node.extents != seen, "scrolling", deadline=0.5)
            except NeverHappened:
                break
            if self.visible_point(node) is not None:
                return True
        return self.visible_point(node) is not None

    def on_screen(self, point):
        """The screen coordinates of a point of the window."""
        left, top = self.session.window_origin(self)
        return left + point[0], top + point[1]

    # Real input

    def click(self, node, button=LEFT, modifiers=()):
        """Click on something that is in view."""
        self.session.raise_window(self)
        point = self.steady_point(node)
        self.session.input.click(self.on_screen(point), button, modifiers)

    def press(self, name):
        """Click the button or tab with this name."""
        # All tabs are made anew when something about their books has changed.
        self._click_once_found(lambda: self.find(TABS, name), repr(name))

    def _click_once_found(self, find, what):
        """Find something and click on it once it is still; return it.

        It is found again where it goes in between, or has only been seen on a page on its way out.
        """
        self.session.raise_window(self)

        def still():
            node = find()
            point = self._still_point(node)
            return (node, point) if point else None

        node, point = wait_until_there(still, f"{what} in {self} to be in view and still")
        self.session.input.click(self.on_screen(point))
        return node

    def key(self, keysym, *modifiers):
        """Press a key while the window has the focus, no sooner than a person could."""
        self.session.raise_window(self)
        time.sleep(KEY_PACE)
        self.session.input.key(keysym, *modifiers)

    def choose_from_menu(self, row, label):
        """Open the context menu of a row and choose an item."""

        def found():
            return self.frame.find_all(MENU_ITEMS | BUTTONS, label)

        # Buttons of the page may be called the same, also of one that is not shown.
        others = found()
        self.click(row, button=RIGHT)
        # A popover's own position is unknown, so its item is chosen by its accessible action.
        item = wait_until_there(
            lambda: next((node for node in found() if node not in others), None),
            f"the menu item {label!r}",
        )
        item.do_action()

    def choose_with_keys(self, choice):
        """Choose a row of the list in the popover that has just been opened."""

        def is_focused():
            if any(row.has_state(STATE_FOCUSED) for row in self.frame.find_all(LIST_ITEMS, choice)):
                return True
            self.session.input.key("Down")
            return False

        wait_until_there(self.session.popup, "what there is to choose")
        wait_until(is_focused, f"the focus on {choice!r}")
        self.session.input.key("Return")

    # Pages

    @property
    def tab(self):
        """The selected tab: a book's UUID in lower case, or `favorites`."""
        state = self.actions.state("select-tab")
        return state.lower() if state else state

    @property
    def can_go_back(self):
        return self.actions.is_enabled("go-back")

    @property
    def shows_amazon_page(self):
        return bool(self.actions.state("show-amazon-page"))

    def select_tab(self, tab):
        """Click a tab (see `series.Tab`) and wait until it is selected."""
        if self.tab != tab.id:
            self.press(tab.title)
        self.expect_tab(tab)

    def expect_tab(self, tab):
        wait_until_equal(lambda: self.tab, tab.id, f"the selected tab of {self}")

    def expect_title(self, title):
        wait_until_equal(lambda: self.title, title, f"the title of {self}")

    def open_character(self, name):
        """Click a character's row and wait for the page."""
        # The series is the journey's ground: a row of it that is not there yet is only slow.
        look, sought = self._look(LIST_ITEMS, name), self._sought(LIST_ITEMS, name)
        self.click(wait_until_there(look, sought))
        self.expect_title(name)

    def row(self, name):
        return self.find(LIST_ITEMS, name)

    def go_back(self):
        """Press Back."""
        wait_until(lambda: self.can_go_back, f"{self} to be able to go back")
        self.press("Back")

    def go_to_first_page(self):
        """Go back as long as there is a page to go back to: a new window opens where the front one is."""

        def is_there():
            if self.can_go_back:
                self.actions.activate("go-back")
            return not self.can_go_back

        wait_until(is_there, f"the first page of {self}")

    # Notes

    def composer(self):
        return self.find(TEXTS, COMPOSER)

    def focus_composer(self):
        """Click into the composer and wait until it takes keys."""
        composer = self._click_once_found(self.composer, "the composer")
        wait_until_focused(lambda: composer, f"focus in the composer of {self}")
        time.sleep(KEY_PACE)
        return composer

    def draft(self):
        return self.composer().text

    def expect_draft(self, text, caret=None):
        """Wait until the composer that is shown has this text, and the cursor is here."""
        wait_until_equal(self.draft, text, f"the draft in {self}")
        if caret is not None:
            wait_until_equal(lambda: self.composer().caret, caret, f"the cursor in {self}")

    def write_draft(self, text, caret=None):
        """Click into the composer and type; then step back with the arrow keys to `caret`."""
        composer = self.focus_composer()
        before = composer.text
        self.session.input.type(text)
        wait_until_equal(lambda: len(composer.text), len(before) + len(text), "what was typed")
        if caret is not None:
            for _ in range(composer.caret - caret):
                self.session.input.key("Left")
            wait_until_equal(lambda: composer.caret, caret, f"the cursor in {self}")

    def save_note(self, text):
        """Type a note and press Save Note."""
        self.write_draft(text)
        self.press("Save Note")
        self.expect_draft("")

    def scroll_to_note(self, text):
        """Turn the wheel over the notes until one with this text is there, first up and then down."""

        def row():
            rows = (row for row in self.visible(LIST_ITEMS) if row.name.startswith("Note: "))
            return next(rows, None)

        point = self.visible_point(wait_until(row, "a note"))
        self.session.input.move(*self.on_screen(point))
        for steps in [-5] * 20 + [5] * 40:
            if self.says(text):
                return
            self.session.input.raw_scroll(steps)
            time.sleep(KEY_PACE)
        wait_until(lambda: self.says(text), f"{text!r} among the notes")

    def open_search(self, *keys, title="Search"):
        """Open the search by its keys; return its field once it takes keys."""
        self.key(*keys)
        return self.search_field(title)

    def search_field(self, title="Search"):
        """The field of the search, once it has the focus."""
        # Of two windows that search, one has a number behind its title.
        wait_until(lambda: self.title.split(" (")[0] == title, f"the search in {self}")

        def ready():
            fields = self.frame.find_all(SEARCH_FIELDS, title)
            return focused(fields)

        field = wait_until_there(ready, "the field to have the focus")
        time.sleep(KEY_PACE)
        return field

    def says(self, text):
        """Whether anything but a composer in the window, shown or not, contains this text."""
        nodes = self.frame.descendants()
        said = names(nodes)
        if any(text in name for name in said if name):
            return True
        others = [node for node, name in zip(nodes, said) if name not in (None, COMPOSER)]
        fields = [node for node, role in zip(others, role_names(others)) if role in TEXTS]
        return any(text in written for written in texts(fields) if written)
