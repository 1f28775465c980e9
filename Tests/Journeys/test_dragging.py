"""Dragging characters out of a window and from one window to another."""

from dragging import DraggingOut
from harness.journey import SIGRID, Journey, WaylandJourney
from harness.pointer import CONTROL
from harness.waiting import wait_until
from test_new_windows import link_to_sigrid

DISTANCE = 12
"""Pixels between the pointer and the card, to the right and down."""

HEIGHT = 62
"""Of the card: the picture, what is around it and the border."""


class DraggingOnX11(DraggingOut, Journey):
    """Real drags on X11."""

    def test_the_active_window_comes_back_active_also_when_it_is_the_older_one(self):
        first = self.start_at_the_raven()
        self.program.new_window(lambda: self.drag_out(first, SIGRID))
        self.session.raise_window(first)
        self.restart_after_kill(windows=2)
        wait_until(
            lambda: self.program.active_title() == self.raven.title, "the older window to be active"
        )
        self.assertEqual(self.session.stacked_titles(), [SIGRID, self.raven.title])

    def test_the_icon_is_a_card_beside_the_pointer_without_black_corners(self):
        window = self.start_at_the_raven()
        start = self.grip(window, SIGRID)
        # Over the page, above the strip, so that nothing of the desktop is behind the card.
        end = start[0] + 300, start[1] - 100
        colors = []

        def look():
            left, top = end[0] + 1 + DISTANCE, end[1] + DISTANCE
            corners = [(left + 1, top + 1), (left + 1, top + HEIGHT - 2)]
            wait_until(
                lambda: self.session.pixel(left - 2, top + 9) != self.session.pixel(left, top + 9),
                "the edge of the card",
            )
            colors.extend(self.session.pixel(*corner) for corner in corners)

        self.session.input.drag(start, end, before_release=look)
        self.assertEqual([color for color in colors if sum(color) < 600], [])
        self.expect_nothing_opened(window)

    def two_side_by_side(self):
        first = self.start_at_the_raven()
        second = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        second.select_tab(self.hawk)
        self.session.place_window(first, 20, 60)
        self.session.place_window(second, 1300, 60)
        return first, second

    def test_onto_a_text_field_gives_name_and_link(self):
        first, second = self.two_side_by_side()
        text = f"{SIGRID}\n{link_to_sigrid(self)}"
        target = second.on_screen(second.steady_point(second.composer()))
        self.session.input.drag(self.grip(first, SIGRID), target)
        second.expect_draft(text, caret=len(text))
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


class DraggingOnWayland(DraggingOut, WaylandJourney):
    """Real drags on headless mutter."""
