"""The steps of a day: when each is possible, how often it occurs, and its effect on the model.

A day is planned by the model alone. So it can be planned anew from its seed, and any part of it be
lived: a step that cannot be taken where others were left out is left out as well.
"""

import random

from . import page_steps, window_steps  # noqa: F401  By this their kinds are known.
from .kinds import KINDS, MOST_WINDOWS, Step  # noqa: F401


def options(model, name):
    """The windows and arguments with which a step of this kind can be taken now."""
    if not model.is_running or model.dialog and name not in ("close the dialog", "restart"):
        return []
    return list(KINDS[name][1].options(model))


def is_possible(model, step):
    return (step.window, step.argument) in options(model, step.kind)


def apply(model, step):
    """Apply a step to the model. The window that the user works in is in front."""
    window = model.window(step.window)
    if window is not None:
        model.raise_window(window)
    KINDS[step.kind][1].apply(model, window, step)


def plan(model, seed, length):
    """The steps of a day from the state of the model, which is not changed."""
    chance = random.Random(seed)
    model = model.copy()
    steps = []
    for number in range(1, length + 1):
        possible = {name: options(model, name) for name in KINDS}
        names = [name for name in KINDS if possible[name]]
        name = chance.choices(names, [KINDS[name][0] for name in names])[0]
        step = Step(number, name, *chance.choice(possible[name]))
        apply(model, step)
        steps.append(step)
    return steps
