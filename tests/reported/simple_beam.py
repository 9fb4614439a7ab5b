"""A beam on two supports with sine modes: moving forces in closed form, vehicles on it by the Runge-Kutta method.

Fryba, Vibration of Solids and Structures under Moving Loads, chapters 1 and 6. x from the left end, all positive down.
"""

import math


class SimpleBeam:
    def __init__(self, length, stiffness, mass, damping, n_modes):
        self.length, self.stiffness, self.mass, self.damping = length, stiffness, mass, damping
        self.waves = [n * math.pi / length for n in range(1, n_modes + 1)]
        self.omegas = [k * k * math.sqrt(stiffness / mass) for k in self.waves]

    def frequency(self, n):
        return self.omegas[n - 1] / (2 * math.pi)

    def deck_modes(self):
        """How many modes count in the acceleration of the deck: EN 1990 A2.4.4.2.1."""
        cut = max(30, 1.5 * self.frequency(1), self.frequency(3))
        return sum(omega / (2 * math.pi) <= cut * (1 + 1e-9) for omega in self.omegas)

    # -- what modes q, or forces at rest, make of it

    def slope(self, q, x):
        return sum(a * k * math.cos(k * x) for a, k in zip(q, self.waves))

    def at_section(self, x):
        return Section(self, x)

    def at_rest(self, loads):
        """Modes below forces at rest."""
        return [sum(2 * force / (self.mass * self.length * omega ** 2) * math.sin(k * at) for at, force in loads)
                for k, omega in zip(self.waves, self.omegas)]

    # -- a force that rolls over it

    def responses(self, speed):
        """For each mode a function of the time since a unit force came: (q, q', q'')."""
        return [self.response(i, speed) for i in range(len(self.waves))]

    def response(self, i, speed):
        omega, zeta = self.omegas[i], self.damping
        drive = self.waves[i] * speed
        unit = 2 / (self.mass * self.length)
        free = omega * math.sqrt(1 - zeta * zeta)
        leave = self.length / speed
        real, imaginary = omega ** 2 - drive ** 2, 2 * zeta * omega * drive
        scale = unit / (real * real + imaginary * imaginary)
        of_sine, of_cosine = scale * real, -scale * imaginary  # steady part

        def decay(t, start, rate):
            """Free vibration from a state: position, velocity, acceleration."""
            e, c, s = math.exp(-zeta * omega * t), math.cos(free * t), math.sin(free * t)
            b = (rate + zeta * omega * start) / free
            q = e * (start * c + b * s)
            v = -zeta * omega * q + e * free * (b * c - start * s)
            return q, v, -2 * zeta * omega * v - omega ** 2 * q

        def on_beam(t):
            s, c = math.sin(drive * t), math.cos(drive * t)
            q, v, a = decay(t, -of_cosine, -of_sine * drive)
            return (q + of_sine * s + of_cosine * c, v + drive * (of_sine * c - of_cosine * s),
                    a - drive * drive * (of_sine * s + of_cosine * c))

        last = on_beam(leave)

        def value(t):
            if t <= 0:
                return 0.0, 0.0, 0.0
            return on_beam(t) if t <= leave else decay(t - leave, last[0], last[1])

        return value

    def crossing(self, speed, axles, times):
        """Modes at all times below axles (distance behind the first, force): lists of (q, q', q'')."""
        functions = self.responses(speed)
        rows = []
        for t in times:
            q, v, a = [], [], []
            for function in functions:
                parts = [(force, function(t - behind / speed)) for behind, force in axles]
                q.append(sum(force * part[0] for force, part in parts))
                v.append(sum(force * part[1] for force, part in parts))
                a.append(sum(force * part[2] for force, part in parts))
            rows.append((q, v, a))
        return rows


class Section:
    """Where deflections, moments and shear forces are looked at."""

    def __init__(self, beam, x):
        self.x, self.length = x, beam.length
        self.shapes = [math.sin(k * x) for k in beam.waves]
        self.moments = [beam.stiffness * k * k * math.sin(k * x) for k in beam.waves]
        self.shears = [beam.stiffness * k ** 3 * math.cos(k * x) for k in beam.waves]

    def deflection(self, q):
        return sum(a * s for a, s in zip(q, self.shapes))

    def forces(self, q, loads, rest):
        """Moment and shear force of the modes q, and what the modes left out do at rest: all of the forces (position,
        force) less that of the modes at rest below them."""
        moment = sum((a - b) * m for a, b, m in zip(q, rest, self.moments))
        shear = sum((a - b) * s for a, b, s in zip(q, rest, self.shears))
        for at, force in loads:
            is_left = self.x < at
            moment += force * (self.x * (self.length - at) if is_left else at * (self.length - self.x)) / self.length
            shear += force * (1 - at / self.length) if is_left else -force * at / self.length
        return moment, shear


def on_beam(length, speed, axles, t):
    """(position, force) of the axles that are on it."""
    places = ((speed * t - behind, force) for behind, force in axles)
    return [(x, force) for x, force in places if 0 < x < length]


def largest(values):
    """(value, key) of the largest in size."""
    return max(values, key=lambda pair: abs(pair[0]))
