"""The parts of the fouls: questions and their cases, prices, texts, snapshots, consequences."""
