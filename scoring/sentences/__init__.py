"""Sentences: functions of values, which never import them. Every sentence is a Message."""
