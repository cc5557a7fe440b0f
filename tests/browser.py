"""The browser of the journeys: the Chromium that draws no window where there is one, as it is the quickest."""

import shutil

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
