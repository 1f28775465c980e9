"""The program's completions in real shells, with typed text and Tab."""

import contextlib
import os
import pty
import shutil
import subprocess

from .series import REPOSITORY

COMPLETIONS = os.path.join(REPOSITORY, "data", "completions")
PROMPT = "ready>"

BASH_START = f"""PS1='{PROMPT}' PS2=
. "$COMPLETIONS/hawk-notes.bash"
hawk-notes() {{ printf '%s\\n' "$@" >"$SHELL_FOLDER/said"; }}
"""

ZSH_START = f"""PROMPT='{PROMPT}' LISTMAX=1000
fpath=("$COMPLETIONS" $fpath)
autoload -Uz compinit && compinit -D -u
# What completions are made of: those that only count, or fill variables, are left alone.
compadd() {{
    setopt local_options extended_glob
    local -a found
    if [[ " ${{@[1,(i)(-|--)]}} " != *' -'[a-zA-Z12]#[ADO]' '* ]]; then
        builtin compadd -A found "$@"
        (( $#found )) && print -rl -- $found >>"$SHELL_FOLDER/said"
    fi
    builtin compadd "$@"
}}
"""


def is_installed(shell):
    return shutil.which(shell) is not None


def bash_arguments(line, folder):
    """The arguments with which bash calls the program, when this is typed in the folder."""
    return _type_into(["bash", "--rcfile", "start", "-i"], {"start": BASH_START}, line + "\n", folder)


def zsh_completions(line, folder):
    """What zsh has found when Tab is pressed after this line."""
    # The line is cleared: nothing is to be run.
    found = _type_into(["zsh", "-d", "-i"], {".zshrc": ZSH_START}, line + "\t\x15", folder)
    return [one.replace("\\", "") for one in found]


def fish_completions(line, folder):
    """What fish would offer after this line."""
    done = subprocess.run(
        ["fish", "--no-config", "-c",
         'source "$COMPLETIONS/hawk-notes.fish"; complete -C "$argv"', line],
        cwd=folder, env=_environment(folder), stdout=subprocess.PIPE, check=True, text=True,
    )
    return [one.split("\t")[0] for one in done.stdout.splitlines()]


def _environment(folder):
    return {
        "PATH": os.environ["PATH"], "HOME": folder, "ZDOTDIR": folder, "SHELL_FOLDER": folder,
        "COMPLETIONS": COMPLETIONS, "LC_ALL": "C.UTF-8", "TERM": "dumb",
    }


def _type_into(command, files, keys, folder):
    """Start a shell that has these files, press keys when it is ready, end it; return what was said."""
    for name, text in files.items() | {("said", "")}:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    terminal, its_side = pty.openpty()
    try:
        shell = subprocess.Popen(
            command, cwd=folder, env=_environment(folder), start_new_session=True,
            stdin=its_side, stdout=its_side, stderr=its_side,
        )
        os.close(its_side)
        shown = b""
        while PROMPT.encode() not in shown:
            shown += os.read(terminal, 4096)
        os.write(terminal, keys.encode() + b"exit\n")
        # An unread terminal blocks its shell; one whose shell has ended gives an error.
        with contextlib.suppress(OSError):
            while os.read(terminal, 4096):
                pass
        shell.wait()
    finally:
        os.close(terminal)
    with open(os.path.join(folder, "said"), encoding="utf-8") as file:
        return file.read().splitlines()
