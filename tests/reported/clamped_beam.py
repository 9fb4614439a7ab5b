"""A vehicle of two masses on a beam that is clamped at both ends, by the Runge-Kutta method.

Clamped ends have no slope: a wheel comes onto the beam without a kink. Blevins, Formulas for Natural Frequency and Mode
Shape, table 8-1. x from the left end, all positive down; displacements count from the state without weight.
"""

import math

GRAVITY = 9.81
ROOTS = [4.730040744862704, 7.853204624095838, 10.995607838001671, 14.137165491257464]


class ClampedBeam:
    def __init__(self, length, stiffness, mass, damping, n_modes):
        self.length, self.stiffness, self.mass, self.damping = length, stiffness, mass, damping
        self.waves = [root / length for root in ROOTS[:n_modes]]
        self.sigmas = [(math.cosh(r) - math.cos(r)) / (math.sinh(r) - math.sin(r)) for r in ROOTS[:n_modes]]
        self.omegas = [k * k * math.sqrt(stiffness / mass) for k in self.waves]
        self.modal_mass = mass * length  # of these shapes

    def frequency(self, n):
        return self.omegas[n - 1] / (2 * math.pi)

    def shapes(self, x, derivative=0):
        """Of all modes; the signs of the trigonometric parts follow from their derivatives."""
        values = []
        for k, sigma in zip(self.waves, self.sigmas):
            c, s, ch, sh = math.cos(k * x), math.sin(k * x), math.cosh(k * x), math.sinh(k * x)
            values.append(k ** derivative * (
                (ch - c - sigma * (sh - s)), (sh + s - sigma * (ch - c)), (ch + c - sigma * (sh + s)),
                (sh - s - sigma * (ch + c)))[derivative])
        return values

    def superposed(self, q, x, derivative=0):
        return sum(a * shape for a, shape in zip(q, self.shapes(x, derivative)))

    def static(self, x, at):
        """Moment and shear force of a unit force at rest."""
        a, b, length = at, self.length - at, self.length
        reaction, end = b * b * (3 * a + b) / length ** 3, -a * b * b / length ** 2
        return end + reaction * x - max(0.0, x - a), reaction - (1 if x > a else 0)

    def at_rest(self, at):
        """Modes below a unit force."""
        return [shape / (self.modal_mass * omega ** 2) for shape, omega in zip(self.shapes(at), self.omegas)]

    def section_forces(self, q, x, loads):
        """Moment and shear force, with what the modes left out do at rest."""
        moment = -self.stiffness * self.superposed(q, x, 2)
        shear = -self.stiffness * self.superposed(q, x, 3)
        for at, force in loads:
            rest = self.at_rest(at)
            static_moment, static_shear = self.static(x, at)
            moment += force * (static_moment + self.stiffness * self.superposed(rest, x, 2))
            shear += force * (static_shear + self.stiffness * self.superposed(rest, x, 3))
        return moment, shear


class SprungMass:
    """Body, spring and damper, wheel; the wheel stands on a contact law F(approach)."""

    def __init__(self, body, wheel, stiffness, damping, contact):
        self.body, self.wheel, self.stiffness, self.damping, self.contact = body, wheel, stiffness, damping, contact

    @property
    def weight(self):
        return (self.body + self.wheel) * GRAVITY

    def at_rest(self, height=0.0):
        """Wheel and body below their weight on rigid ground."""
        low, high = 0.0, 1.0
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if self.contact(middle) < self.weight else (low, middle)
        wheel = low - height
        return wheel, wheel + self.body * GRAVITY / self.stiffness


def cross(beam, vehicle, speed, start, end, step, height=lambda x: 0.0):
    """Rows (t, x, q, q'', wheel force, body acceleration)."""
    n = len(beam.omegas)

    def rates(t, y):
        x = start + speed * t
        q, v = y[:n], y[n:2 * n]
        wheel, body, wheel_v, body_v = y[2 * n:]
        is_on = 0 <= x <= beam.length
        shapes = beam.shapes(x) if is_on else [0.0] * n
        w = sum(a * s for a, s in zip(q, shapes))
        force = vehicle.contact(wheel - w + height(x))
        accelerations = [force * s / beam.modal_mass - 2 * beam.damping * o * b - o * o * a
                         for s, o, a, b in zip(shapes, beam.omegas, q, v)]
        spring = vehicle.stiffness * (body - wheel) + vehicle.damping * (body_v - wheel_v)
        wheel_a = GRAVITY + (spring - force) / vehicle.wheel
        body_a = GRAVITY - spring / vehicle.body
        return v + accelerations + [wheel_v, body_v, wheel_a, body_a], force, accelerations, body_a

    wheel, body = vehicle.at_rest(height(start))
    y = [0.0] * (2 * n) + [wheel, body, 0.0, 0.0]
    rows = []
    for i in range(int(round(end / step)) + 1):
        t = i * step
        k1, force, accelerations, body_a = rates(t, y)
        rows.append((t, start + speed * t, y[:n], accelerations, force, body_a))
        k2 = rates(t + step / 2, [a + step / 2 * b for a, b in zip(y, k1)])[0]
        k3 = rates(t + step / 2, [a + step / 2 * b for a, b in zip(y, k2)])[0]
        k4 = rates(t + step, [a + step * b for a, b in zip(y, k3)])[0]
        y = [a + step / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return rows
