"""Training of the models that ship: run by hand, imported by nobody."""
