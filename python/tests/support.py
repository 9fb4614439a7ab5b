"""What the tests share."""

import os
import sys
import threading
import time
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


def counted_by_another_thread(work):
    """How far another thread counts while work() runs in this one.

    Threads change only where one gives the lock away by itself: the count tells whether work() did.
    """
    counted = []
    done = threading.Event()
    running = threading.Event()

    def count():
        while not done.is_set():
            counted.append(0)
            running.set()
            time.sleep(0)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=count)
    thread.start()
    try:
        running.wait()
        before = len(counted)
        work()
        return len(counted) - before
    finally:
        done.set()
        sys.setswitchinterval(interval)
        thread.join()


class TestCase(unittest.TestCase):
    def assertNear(self, value, expected, relative):
        self.assertLess(np.max(np.abs(np.asarray(value) - expected)), relative * np.max(np.abs(expected)))
