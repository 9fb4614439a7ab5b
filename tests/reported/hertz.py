"""Hertz' contact, by Johnson, Contact Mechanics, chapters 3 and 4."""

import math


def modulus(bodies):
    """E* of two bodies (E, nu); a rigid one is left out."""
    return 1 / sum((1 - nu * nu) / young for young, nu in bodies)


def elliptic_integrals(modulus_squared):
    """Complete ones of first and second kind, by the arithmetic-geometric mean."""
    a, b, c = 1.0, math.sqrt(1 - modulus_squared), math.sqrt(modulus_squared)
    total, factor = c * c / 2, 1.0
    while abs(c) > 1e-15:
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        total += factor * c * c
        factor *= 2
    first = math.pi / (2 * a)
    return first, first * (1 - total)


class Ellipse:
    """Contact of the gap A x^2 + B y^2 under a force; a is the semi-axis along x, b along y."""

    def __init__(self, force, curvature_x, curvature_y, e_star):
        small, large = sorted((curvature_x, curvature_y))
        low, high = 1e-6, 1.0  # minor over major semi-axis
        for _ in range(200):
            ratio = (low + high) / 2
            if self.curvatures(ratio)[0] * large > self.curvatures(ratio)[1] * small:
                high = ratio
            else:
                low = ratio
        ratio = (low + high) / 2
        # small curvature = p0/E* * ratio/major * f, p0 = 3 F/(2 pi ratio major^2)
        of_small = self.curvatures(ratio)[0]
        major = (3 * force * of_small / (2 * math.pi * e_star * small)) ** (1 / 3)
        self.peak = 3 * force / (2 * math.pi * ratio * major * major)
        self.approach = self.peak * ratio * major / e_star * elliptic_integrals(1 - ratio * ratio)[0]
        self.area = math.pi * ratio * major * major
        self.a, self.b = (major, ratio * major) if curvature_x <= curvature_y else (ratio * major, major)
        self.stiffness = 1.5 * force / self.approach

    @staticmethod
    def curvatures(ratio):
        """Curvatures along the major and the minor axis, in units of p0/(E* major), times 1/ratio each."""
        squared = 1 - ratio * ratio
        if squared < 1e-12:
            return math.pi / 4, math.pi / 4
        first, second = elliptic_integrals(squared)
        return (first - second) / squared, (second / (ratio * ratio) - first) / squared
