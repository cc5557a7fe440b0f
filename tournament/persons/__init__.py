"""People across events, and the clubs that keep them."""
