"""Every file and folder that the program uses: the one place where journeys have their names.

Places are relative to the folder of the installation. `WINDOW` stands for the name of a window's
file, without the ending, `NUMBER` for a number, `DIGEST` for that of a file's content, `HOST` for the
identity of a machine.
"""

import dataclasses
import os
import re

WINDOW, NUMBER, DIGEST, HOST = "WINDOW", "NUMBER", "DIGEST", "HOST"

_IDENTIFIER = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DIGEST = re.compile(r"(?<=/objects/)[0-9a-f]{8}-\d+")
_HOST = re.compile(r"(?<=/hosts/)[0-9a-f]{32}")
_NUMBER = re.compile(r"(?<=\.state\.)\d+(?=\.)|\d{4,}")


@dataclasses.dataclass(frozen=True)
class Place:
    """A path that the program uses. What lies at it is a file or a folder."""

    path: str
    is_folder: bool = False
    keeps_drafts: bool = True
    """Whether drafts must survive when something odd is there."""
    is_passing: bool = False
    """Whether the program may write over a file there: it keeps nothing of anybody's in it."""
    is_emptied: bool = False
    """Whether ordinary files there go in time: two good starts after they were thrown away."""


_PASSING = ("running.json", "lease")


def _state(name, is_folder=False):
    is_passing = name in _PASSING or name.endswith(".new")
    is_emptied = name.startswith("trash/") and not is_folder
    return Place(f"state/hawk-notes/{name}", is_folder, is_passing=is_passing,
                 is_emptied=is_emptied)


PLACES = (
    # State. Where the folder itself cannot be used, nothing can be kept, which is said.
    Place("state", is_folder=True, keeps_drafts=False),
    Place("state/hawk-notes", is_folder=True, keeps_drafts=False),
    _state("lock"),
    _state("lease"),
    _state("lease.new"),
    _state("running.json"),
    _state("running.json.new"),
    _state("session.json"),
    _state("session.json.new"),
    _state("application.state"),
    _state(f"application.state.{NUMBER}.new"),
    _state("windows", is_folder=True),
    _state(f"windows/{WINDOW}.state"),
    _state(f"windows/{WINDOW}.state.{NUMBER}.new"),
    _state("closed", is_folder=True),
    _state(f"closed/{WINDOW}.state"),
    _state(f"closed/{WINDOW}.state.new"),
    _state("previous-session", is_folder=True),
    _state("previous-session.new", is_folder=True),
    _state(f"previous-session/{WINDOW}.state"),
    _state("previous-session/session.json"),
    _state("quarantine", is_folder=True),
    _state("trash", is_folder=True),
    _state("trash/older", is_folder=True),
    _state(f"trash/{WINDOW}.state"),
    _state("crashes", is_folder=True),
    _state("hosts", is_folder=True),
    _state("workspaces", is_folder=True),
    _state("history", is_folder=True),
    _state("history/NUMBER.json"),
    _state("history/NUMBER.json.new"),
    _state("history/objects", is_folder=True),
    _state("history/objects/DIGEST.state"),
    # Library
    Place("data", is_folder=True),
    Place("data/hawk-notes", is_folder=True),
    Place("data/hawk-notes/library.sqlite"),
    Place("data/hawk-notes/library.sqlite-wal"),
    Place("data/hawk-notes/library.sqlite-shm", is_passing=True),
    Place("data/hawk-notes/library.sqlite-journal"),
    Place("data/hawk-notes/library.sqlite-mark", is_passing=True),
    Place("data/hawk-notes/library.sqlite-mark.new", is_passing=True),
    Place("data/hawk-notes/library.sqlite-lease", is_passing=True),
    Place("data/hawk-notes/library.sqlite-lease.new", is_passing=True),
    Place("data/hawk-notes/library.sqlite.new", is_passing=True),
    Place("data/hawk-notes/backups", is_folder=True),
    Place("data/hawk-notes/set-aside", is_folder=True),
    # Settings
    Place("config", is_folder=True),
    Place("config/glib-2.0", is_folder=True),
    Place("config/glib-2.0/settings", is_folder=True),
    Place("config/glib-2.0/settings/keyfile"),
    Place("config/gtk-4.0", is_folder=True),
    # The entry by which the session starts the program, for those who want it
    Place("config/autostart", is_folder=True),
    Place("config/autostart/io.github.hawknotes.HawkNotes.desktop"),
    Place("config/autostart/io.github.hawknotes.HawkNotes.desktop.new", is_passing=True),
    # Web pages and what can be thrown away
    Place("data/hawk-notes/web", is_folder=True),
    Place("cache", is_folder=True),
    Place("cache/hawk-notes", is_folder=True),
    Place("cache/hawk-notes/web", is_folder=True),
    Place("cache/hawk-notes/conflict-copies", is_folder=True, is_passing=True),
    Place("cache/hawk-notes/conflict-copies/copy.sqlite", is_passing=True),
    Place("cache/hawk-notes/conflict-copies/copy.sqlite-wal", is_passing=True),
    Place("cache/hawk-notes/search.sqlite", is_passing=True),
    Place("cache/hawk-notes/search.sqlite-wal", is_passing=True),
    Place("cache/hawk-notes/search.sqlite-shm", is_passing=True),
    Place("cache/hawk-notes/search.sqlite-journal", is_passing=True),
)

FOREIGN = re.compile(
    r"home(/.*)?|runtime(/.*)?|shim\.control|program\.log|"
    r"cache/(mesa_shader_cache|fontconfig|glycin|gtk-4\.0|gstreamer-1\.0)(/.*)?|"
    r"config/(enchant|gtk-4\.0|fontconfig|user-dirs\.dirs|dconf)(/.*)?|"
    r"data/(fonts|glycin-loaders|icons|mime|themes|glib-2\.0|applications|recently-used\.xbel)(/.*)?"
)
"""What libraries use for themselves below the same folders."""


def general_name(path):
    """What a path is called here: without what differs from run to run."""
    path = _HOST.sub(HOST, path)
    return _NUMBER.sub(NUMBER, _DIGEST.sub(DIGEST, _IDENTIFIER.sub(WINDOW, path)))


def find(folder, place):
    """The path of a place in an installation; of several files of a kind, that of the first."""
    path = place.path
    for of, name in (("history", NUMBER), ("history/objects", DIGEST)):
        if place.path.startswith(f"state/hawk-notes/{of}/{name}."):
            path = path.replace(name, _first_file(os.path.join(folder, "state/hawk-notes", of)))
    if WINDOW in path:
        for of in ("windows", "closed", "previous-session"):
            for name in sorted(os.listdir(os.path.join(folder, "state/hawk-notes", of))):
                found = _IDENTIFIER.search(name)
                if found and f"/{of}/" in path:
                    path = path.replace(WINDOW, found[0])
    return os.path.join(folder, path.replace(NUMBER, "0"))


def _first_file(folder):
    """The first name there, without its ending; one that nothing has when there is none."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return next((name.split(".")[0] for name in names if "." in name), "0")
