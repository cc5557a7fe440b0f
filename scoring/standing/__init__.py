"""The parts of the standings: their rules, cards, stages, and why one stands above another."""
