"""A small site that ships with the project, and the loopback server that serves it."""
