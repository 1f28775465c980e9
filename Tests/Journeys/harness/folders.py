"""Folders that are there for as long as the run."""

import atexit
import os
import shutil
import tempfile


def folder_of_run(name):
    """Make a folder that every user of the machine can read, and that goes with the process."""
    folder = tempfile.mkdtemp(prefix=f"hawk-notes-{name}-")
    os.chmod(folder, 0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
