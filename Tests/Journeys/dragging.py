"""Dragging a character out of a window: the same on every display, so it is written once."""

from harness.accessibility import BUTTONS, LABELS, LIST_ITEMS, TABS
from harness.partner_program import TAKER, PartnerProgram
from harness.journey import SIGRID
from harness.pointer import CONTROL
from harness.waiting import stays_true, wait_until, wait_until_equal
from test_new_windows import link_to_sigrid


class DraggingOut:
    """Mixed into a journey of each kind of session."""

    def start_at_the_raven(self):
        window = self.start()
        window.select_tab(self.raven)
        return window

    def grip(self, window, name):
        """The point of the screen at which a character's row can be gripped."""
        row = window.row(name)
        self.session.raise_window(window)
        return window.on_screen(window.steady_point(row))

    def drag_out(self, window, name, before_release=None):
        self.session.input.drag(
            self.grip(window, name), self.session.free_point(), before_release
        )

    def expect_nothing_opened(self, window):
        stays_true(
            lambda: self.program.window_count() == 1 and window.title == self.raven.title,
            "one window at its book",
        )
        # The pointer still works: nothing is stuck in a drag.
        window.select_tab(self.swift)
        window.select_tab(self.raven)
        self.assertEqual(self.program.window_count(), 1)

    def test_out_of_the_window_opens_a_new_one_that_comes_back(self):
        first = self.start_at_the_raven()

        second = self.program.new_window(lambda: self.drag_out(first, SIGRID))

        second.expect_title(SIGRID)
        second.expect_tab(self.raven)
        self.assertTrue(second.can_go_back)
        self.assertEqual(first.title, self.raven.title)
        second.wait_until_active()
        order = self.stacked_titles()

        self.restart_after_kill(windows=2)

        self.assertEqual(self.program.titles(), sorted([self.raven.title, SIGRID]))
        wait_until_equal(self.program.active_title, SIGRID, "the active window")
        wait_until_equal(self.stacked_titles, order, "the order of the windows")
        self.program.window(self.raven.title).expect_tab(self.raven)
        second = self.program.window(SIGRID)
        second.expect_tab(self.raven)
        second.actions.activate("go-back")
        wait_until_equal(
            self.program.titles,
            [self.raven.title, f"{self.raven.title} (2)"],
            "titles that tell the windows apart",
        )

    def test_a_tab_a_cover_and_a_related_character_are_dragged_out_as_well(self):
        window = self.start_at_the_raven()
        out = self.session.free_point()

        def drag(node):
            self.session.raise_window(window)
            start = window.on_screen(window.steady_point(node))
            return self.program.new_window(lambda: self.session.input.drag(start, out))

        # The tab that is not selected stays so.
        other = drag(window.find(TABS, self.swift.title))
        other.expect_title(self.swift.title)
        self.assertEqual(window.title, self.raven.title)
        other.actions.activate("close")
        self.program.wait_for_windows(1)
        cover = next(
            node for node in window.frame.descendants()
            if node.name == f"Cover of {self.raven.title}"
        )
        other = drag(cover)
        other.expect_title(f"{self.raven.title} (2)")
        other.actions.activate("close")
        self.program.wait_for_windows(1)
        window.open_character(SIGRID)
        window.expect_title(SIGRID)
        # They come a moment after the title.
        chips = wait_until(lambda: self.related(window), "related characters")
        related = chips[0].name
        drag(window.find(BUTTONS, related)).expect_title(related)
        window.expect_title(SIGRID)

    @staticmethod
    def related(window):
        return [
            part for node in window.frame.descendants() if node.name == "Related characters"
            for part in node.find_all(BUTTONS)
        ]

    def test_cancelled_with_escape_opens_nothing(self):
        window = self.start_at_the_raven()
        self.drag_out(window, SIGRID, before_release=lambda: self.session.input.key("Escape"))
        self.expect_nothing_opened(window)

    def test_dropped_in_its_own_window_opens_nothing(self):
        window = self.start_at_the_raven()
        start = self.grip(window, SIGRID)
        # Above the strip that opens a window.
        end = window.on_screen(window.steady_point(window.find(LABELS, "Study notes")))
        self.session.input.drag(start, end)
        self.expect_nothing_opened(window)

    def test_works_again_after_a_cancelled_one(self):
        first = self.start_at_the_raven()
        self.drag_out(first, SIGRID, before_release=lambda: self.session.input.key("Escape"))
        self.expect_nothing_opened(first)
        second = self.program.new_window(lambda: self.drag_out(first, "Badhbh"))
        second.expect_title("Badhbh")
        self.assertEqual(len(first.visible(LIST_ITEMS, SIGRID)), 1)

    def two_side_by_side(self):
        first = self.start_at_the_raven()
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.select_tab(self.hawk)
        self.session.put_side_by_side(first, second)
        return first, second

    def test_onto_a_text_field_gives_name_and_link(self):
        first, second = self.two_side_by_side()
        text = f"{SIGRID}\n{link_to_sigrid(self)}"
        target = second.on_screen(second.steady_point(second.composer()))
        self.session.input.drag(self.grip(first, SIGRID), target)
        second.expect_draft(text, caret=len(text))
        # The last used one is restored in front.
        self.session.raise_window(second)
        self.restart_after_kill(windows=2)
        second = self.program.window(self.hawk.title)
        second.expect_draft(text, caret=len(text))
        second.focus_composer()
        second.key("z", CONTROL)
        second.expect_draft("")
        self.assertEqual(self.program.window_count(), 2)

    def test_onto_another_window_shows_the_character_there(self):
        first, second = self.two_side_by_side()
        target = self.grip(second, "Jaime")

        self.session.input.drag(self.grip(first, SIGRID), target)

        second.expect_title(SIGRID)
        second.expect_tab(self.raven)
        self.assertTrue(second.can_go_back)
        self.assertEqual(first.title, self.raven.title)
        self.assertEqual(self.program.window_count(), 2)

    def test_onto_another_program_gives_name_and_link_with_control(self):
        window = self.start_at_the_raven()
        self.session.make_room(window)
        start = self.grip(window, SIGRID)
        taker = PartnerProgram(self, TAKER)
        self.session.input.raw_key(CONTROL, True)
        try:
            self.session.input.drag(start, taker.point, taker.wait_until_over)
        finally:
            self.session.input.raw_key(CONTROL, False)
        text = f"{SIGRID}\n{link_to_sigrid(self)}\n"
        wait_until_equal(lambda: taker.taken, text, "what the other program got")
        self.assertEqual(self.program.window_count(), 1)
        self.assertEqual(window.title, self.raven.title)

    def stacked_titles(self):
        """The windows' titles, the lowest first, where the session can tell."""
        return getattr(self.session, "stacked_titles", list)()
