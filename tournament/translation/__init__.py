"""What the reader's language writes: messages, numbers, days, lists."""
