"""Official benchmark formats and the small built-in suites."""
