"""The Chinese reader: clauses, facts, causes and consequences in the turns of a dialogue, by rules."""
