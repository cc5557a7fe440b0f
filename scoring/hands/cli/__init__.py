"""The commands of the optional part: a hand tile by tile, and the replay of a hand log."""

from scoring.hands.cli import hand, replay

COMMANDS = (hand.COMMAND, replay.COMMAND)
