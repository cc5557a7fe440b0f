"""What the rule book says in sentences, section by section."""
