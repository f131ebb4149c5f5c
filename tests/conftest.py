"""What holds for all tests: they do the same however they were started."""

import signal

from hypothesis import settings

# how long an example takes says how busy the machine is
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


def pytest_configure():
    # under nohup, or in the background of a script, an ignored Ctrl-C would be handed on to every command that is run
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
