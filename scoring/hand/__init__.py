"""The parts of a payment: values, limits, liability, winners, draws, and hands given tile by tile."""
