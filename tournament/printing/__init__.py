"""Paper for A4 and Letter: report and all-last sheets, seatings, standings; the browser prints them."""
