#!/usr/bin/env python
"""Sekigime's command line in a checkout: `manage.py help` lists what it can do."""

import sys

from tournament.__main__ import main

if __name__ == "__main__":
    main(sys.argv)
