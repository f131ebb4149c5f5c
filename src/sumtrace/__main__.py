"""``python -m sumtrace`` is the command line."""

from sumtrace.cli import main

if __name__ == "__main__":
    main()
