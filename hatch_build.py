"""The part of the wheel's build that is ours: the translations are compiled, for installed code is not written to."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Compiles each catalog that is newer than its compiled form."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run before the files of the wheel are collected."""
        from django.conf import settings

        sys.path.insert(0, self.root)
        settings.configure(LOCALE_PATHS=list(Path(self.root, "tournament", "locale").glob("*/")))
        from tournament.management.catalogs import compile_catalogs

        compile_catalogs()
