"""A second rule book, written from the rules alone in another style, to hold against `scoring`. See README.md."""
