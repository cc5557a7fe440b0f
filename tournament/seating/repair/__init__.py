"""A seating that no longer fits the people: what can be done, what each way costs, and doing one of them."""
