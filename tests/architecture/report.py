"""How the checks of this folder are called and tell what they found."""

import sys
from pathlib import Path


def report(check_tree, usage):
    """Runs check_tree on the tree named on the command line; the exit code of the program."""
    if len(sys.argv) != 2:
        sys.exit(usage)
    problems = check_tree(Path(sys.argv[1]).resolve())
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0
