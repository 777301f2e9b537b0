"""What the site is made with: the guard of its numbers and the steps of its build."""
