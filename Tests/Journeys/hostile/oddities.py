"""Odd things that can lie where the program expects a file or a folder of its own."""

import hashlib
import os
import socket
import stat

GIGABYTE = 1 << 30
NOBODY = 65534
WORDS = b"Not the program's, and not to be lost.\n"


class Oddity:
    """One odd thing at a path, in place of what was there; recognized wherever it is later."""

    def __init__(self, put, path):
        self.path = path
        self.target = None
        """What a link leads to."""
        _remove(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        put(self, path)
        self.before = _identity(path)
        self.target_before = _content(self.target) if self.target else None

    def is_kept(self, folder):
        """Whether it is somewhere below `folder`, as it was, and what it leads to is untouched."""
        if self.target and _content(self.target) != self.target_before:
            return False
        return any(_identity(path) == self.before for path in _all_below(folder))


def directory(_, path):
    os.mkdir(path, 0o700)
    _write(os.path.join(path, "content"))


def empty_file(_, path):
    _write(path, b"")


def garbage(_, path):
    _write(path, bytes(range(256)) * 64)


def fifo(_, path):
    os.mkfifo(path, 0o600)


def unix_socket(_, path):
    folder = os.open(os.path.dirname(path), os.O_PATH)
    try:
        # The name of a socket is short, the path is not.
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(f"/proc/self/fd/{folder}/{os.path.basename(path)}")
    finally:
        os.close(folder)


def device(_, path):
    os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 3))


def endless_device(_, path):
    os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))


def link_to_file(oddity, path):
    oddity.target = _beside(path, "file")
    _write(oddity.target)
    os.symlink(oddity.target, path)


def link_to_folder(oddity, path):
    oddity.target = _beside(path, "folder")
    os.makedirs(oddity.target, exist_ok=True)
    _write(os.path.join(oddity.target, "content"))
    os.symlink(oddity.target, path)


def link_to_nothing(_, path):
    os.symlink(_beside(path, "nothing"), path)


def link_to_itself(_, path):
    os.symlink(path, path)


def huge_file(_, path):
    _write(path)
    os.truncate(path, 2 * GIGABYTE)


def locked_file(_, path):
    _write(path)
    os.chmod(path, 0)


def anothers_file(_, path):
    _write(path)
    os.chown(path, NOBODY, NOBODY)


def locked_folder(_, path):
    directory(_, path)
    os.chmod(path, 0)


def read_only_folder(_, path):
    directory(_, path)
    os.chmod(path, 0o500)


def anothers_folder(_, path):
    directory(_, path)
    os.chown(path, NOBODY, NOBODY)


FOR_FILES = (
    directory, empty_file, garbage, fifo, unix_socket, device, endless_device, link_to_file,
    link_to_folder, link_to_nothing, link_to_itself, huge_file, locked_file, anothers_file,
    locked_folder,
)
FOR_FOLDERS = (
    empty_file, garbage, fifo, unix_socket, device, endless_device, link_to_file, link_to_folder,
    link_to_nothing, link_to_itself, huge_file, locked_file, anothers_file, locked_folder,
    read_only_folder, anothers_folder,
)
ORDINARY_FILES = (empty_file, garbage, huge_file, locked_file, anothers_file)
NEED_ROOT = (device, endless_device, anothers_file, anothers_folder)


def _write(path, content=WORDS):
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, 0o600)


def _beside(path, name):
    """A path outside of all folders of the program."""
    folder = os.path.join(path.split("/state")[0].split("/data")[0].split("/config")[0]
                          .split("/cache")[0], "elsewhere")
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, name)


def _remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        os.rename(path, _beside(path, "replaced"))
    elif os.path.lexists(path):
        os.unlink(path)


def _all_below(folder):
    for parent, folders, names in os.walk(folder):
        for name in (*folders, *names):
            yield os.path.join(parent, name)


def _identity(path):
    """What makes a thing itself: kind, number, and what is in it."""
    try:
        status = os.lstat(path)
        kind = stat.S_IFMT(status.st_mode)
        content = os.readlink(path) if kind == stat.S_IFLNK else _content(path)
    except FileNotFoundError:
        return None
    return kind, status.st_ino, status.st_rdev, content


def _content(path):
    """What is in a file or a folder; of a huge file only its length and its beginning."""
    if os.path.isdir(path):
        return tuple(
            (name, _content(os.path.join(path, name)))
            for name in sorted(os.listdir(path)) if name == "content"
        )
    if not os.path.isfile(path):
        return None
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        return size, hashlib.sha256(file.read(1 << 20)).hexdigest()
