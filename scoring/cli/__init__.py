"""The commands of `python -m scoring`, one module each: `add(commands)` adds its parser."""
