"""Starts the program in surroundings that a subprocess call cannot make: a shell goes before it."""

import os


def begin_with(program, script="", redirections=""):
    """Let a shell do `script` and then become the program, with these redirections.

    In the script `$folder` is the folder of the installation, and the environment is the program's.
    """
    real = os.environ["HAWK_NOTES_PROGRAM"]
    path = os.path.join(program.folder, "begin")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/bash\nfolder={program.folder}\n{script}\nexec {real} "$@" {redirections}\n')
    os.chmod(path, 0o700)
    program.executable = path


def modes_below(folder):
    """The permissions of everything below a folder, by path: (mode, whether it is a folder)."""
    modes = {}
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(parent, name)
            modes[path] = os.lstat(path).st_mode & 0o777, os.path.isdir(path)
    return modes
