"""Paper: report and all-last sheets, seatings, standings, for A4 and Letter. Pages made to be printed by the browser."""
