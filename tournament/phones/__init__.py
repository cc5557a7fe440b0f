"""Pages that players open by a code: their own from the badge, that of a table from its sign. Nobody is signed in."""
