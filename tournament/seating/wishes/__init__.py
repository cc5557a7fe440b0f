"""What an organiser wishes of the seating."""
