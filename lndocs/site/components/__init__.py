"""What the build gives to the components that run in the reader's browser."""
