"""The search: hanchan after a past, with wishes, byes, fixed places, and a plan to stay close to."""
