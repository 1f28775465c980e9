"""What a window shows, as a value that can be compared before and after a restart."""

import dataclasses

from harness.accessibility import TEXTS
from harness.window import COMPOSER


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """One window: its place, and the draft and cursor of the page that is shown."""

    title: str
    tab: str
    can_go_back: bool
    shows_amazon_page: bool
    draft: str | None
    caret: int | None


def snapshot(window):
    """Read a window; a page without a composer has no draft."""
    composer = next(iter(window.visible(TEXTS, COMPOSER)), None)
    return Snapshot(
        title=window.title,
        tab=window.tab,
        can_go_back=window.can_go_back,
        shows_amazon_page=window.shows_amazon_page,
        draft=composer.text if composer else None,
        caret=composer.caret if composer else None,
    )


def snapshots(windows):
    """The windows' snapshots by title; the titles must differ."""
    found = {window.title: snapshot(window) for window in windows}
    assert len(found) == len(windows), f"two windows have the same title: {sorted(found)}"
    return found
