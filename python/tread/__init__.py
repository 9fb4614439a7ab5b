"""Wheel-rail contact and train-bridge dynamics.

    import tread
    case = tread.Case("train_bridge")
    case.bridge.length = 25
    result = tread.run(case)
    result.cases[0].scalars

Everything is SI: m, N, Pa, s, kg, rad. Fields on a grid are arrays of shape (ny, nx). Arrays of
results are read-only views of memory that the result owns. Signs: docs/conventions.md.
"""

from ._errors import CaseError, Error, IoError, ModelError, UnknownKeyError
from . import _tread
from ._tread import *  # noqa: F401,F403
from ._tread import __version__, program_version
from ._case import Case, CaseTable, CaseTableList, KeyReference, keys, scenarios
from ._run import Scalars, run

__all__ = sorted(
    {name for name in vars(_tread) if not name.startswith("_")}
    | {
        "Case",
        "CaseError",
        "CaseTable",
        "CaseTableList",
        "Error",
        "IoError",
        "KeyReference",
        "ModelError",
        "Scalars",
        "UnknownKeyError",
        "keys",
        "run",
        "scenarios",
    }
)
