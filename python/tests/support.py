"""What the tests share."""

import os
import unittest
from pathlib import Path

import numpy as np

import tread

SOURCE = Path(os.environ["TREAD_SOURCE"])


def ball(n=60, radius=0.01, width=5e-4):
    """Grid and undeformed distance of a ball on flat."""
    grid = tread.Grid.centred(n, n, width, width)
    return tread.undeformed_distance(tread.Paraboloid(radius, radius), grid), grid


def address(array):
    """Where an array's numbers begin."""
    return array.__array_interface__["data"][0]


class TestCase(unittest.TestCase):
    def assertNear(self, value, expected, relative):
        self.assertLess(np.max(np.abs(np.asarray(value) - expected)), relative * np.max(np.abs(expected)))
