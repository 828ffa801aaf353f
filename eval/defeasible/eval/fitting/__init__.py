"""Small heads fitted on a task's items, and scored only on items that they have not seen."""
