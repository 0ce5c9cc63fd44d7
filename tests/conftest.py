"""What holds for all tests."""

from hypothesis import settings

# How long an example takes says more about what else the machine does than about the code.
settings.register_profile("project", deadline=None)
settings.load_profile("project")
