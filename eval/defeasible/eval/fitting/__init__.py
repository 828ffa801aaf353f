"""Small heads, each scored on what it has not seen."""
