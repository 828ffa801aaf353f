"""Runs that can be trusted: tasks, metrics, run log, report and the command line."""
