"""What each tab shows comes back: its character page, its Amazon page, and the way back."""

from harness.journey import AGATHA, BEATRICE, CRAY, SIGRID, Journey
from harness.accessibility import BUTTONS, LIST_ITEMS
from harness.waiting import wait_until_equal
from web_journey import WebPageJourney


class OpenCharacters(Journey):
    """Each tab keeps the character that is open in it."""

    runs_on_own_series = True

    def test_come_back_in_their_own_tabs_and_lead_back_to_their_books(self):
        window = self.start()
        places = ((self.hawk, AGATHA), (self.raven, SIGRID), (self.swift, BEATRICE))
        for tab, character in places:
            window.select_tab(tab)
            window.open_character(character)

        window = self.restart_after_kill()[0]

        window.expect_tab(self.swift)
        window.expect_title(BEATRICE)
        for tab, character in places:
            window.select_tab(tab)
            window.expect_title(character)
            window.go_back()
            window.expect_title(tab.title)
            wait_until_equal(lambda: window.can_go_back, False, "whether there is more to go to")

    def test_opened_from_favorites_come_back_there_and_in_no_book(self):
        window = self.start()
        window.select_tab(self.favorites)
        window.open_character("King Edmund")
        window.write_draft("Seen from the last tab", caret=4)

        window = self.restart_after_kill()[0]

        window.expect_tab(self.favorites)
        window.expect_title("King Edmund")
        window.select_tab(self.swift)
        window.expect_title(self.swift.title)
        window.expect_draft("")
        window.select_tab(self.favorites)
        window.expect_draft("Seen from the last tab", caret=4)
        window.go_back()
        window.expect_title("Favorites")

    def test_are_left_by_the_keyboard(self):
        window = self.start()
        window.open_character(AGATHA)
        window.key("Left", "Alt_L")
        window.expect_title(self.hawk.title)
        window.open_character(AGATHA)
        window.key("Escape")
        window.expect_title(self.hawk.title)


class ScrolledPages(Journey):
    """A page comes back at the place to which it was scrolled."""

    runs_on_own_series = True

    def test_come_back_at_the_same_place(self):
        window = self.start()
        window.steady_point(window.row(CRAY))
        places = self.places_of_rows(window)
        self.assertIn(CRAY, places)

        window = self.restart_after_kill()[0]
        # What is said of the kill pushes the page down.
        window.press("Dismiss")

        # Looked for where it can be hit: an offset that is set but not drawn would not do.
        wait_until_equal(lambda: self.places_of_rows(window), places, "the rows in their places")

    def places_of_rows(self, window):
        """Top and height of each row that can be hit."""
        rows = window.visible(LIST_ITEMS)
        return {row.name: (row.extents[1], row.extents[3]) for row in rows}


class AmazonPage(WebPageJourney):
    """Whether the Amazon page is shown is each book's own, also where no web engine is."""

    runs_on_own_series = True

    def expect_shown_for_the_second_book_only(self, window):
        for tab, shown in (
            (self.raven, True),
            (self.hawk, False),
            (self.swift, False),
            (self.raven, True),
        ):
            window.select_tab(tab)
            wait_until_equal(
                lambda: window.shows_amazon_page, shown, f"the Amazon page of {tab.title}"
            )

    def test_comes_back_for_the_book_it_was_open_for(self):
        window = self.start_at("/one", raven="/two")
        window.select_tab(self.raven)
        window.press("View on Amazon")
        self.expect_shown_for_the_second_book_only(window)

        window = self.restart_after_kill()[0]

        self.expect_shown_for_the_second_book_only(window)
        window.press("Done")
        wait_until_equal(lambda: window.shows_amazon_page, False, "the Amazon page after Done")
        window.find(BUTTONS, "View on Amazon")
