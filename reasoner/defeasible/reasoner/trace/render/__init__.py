"""The printed trace: one module prints each family of steps; they share `Names`."""
