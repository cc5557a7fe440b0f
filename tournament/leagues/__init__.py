"""Leagues: games whenever enough people sit, the table of a league, and the pages on which a game is entered."""
