"""Databases of earlier versions, and what those versions said of them.

`b0e029e.sql.xz` has an event for each thing that went before the first release: draws of the seating (open, held,
cancelled), winds drawn in each way and half drawn, a webhook, a planning job that waits, entry modes, rule sets.
`0.9.0.sql.xz` has the demo tournament of that release. Each later release adds its own (CONTRIBUTING.md, A release).
"""
