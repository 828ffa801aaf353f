"""The printed trace: each family of steps has a module that prints it; they share `Names`."""
