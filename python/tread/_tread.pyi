"""Made from the compiled module by python/tools/make_stub.py: do not edit."""

from __future__ import annotations

import os
from typing import Any, Callable, ClassVar, Iterator, Optional, Union

import numpy
import numpy.typing

from ._run import Scalars

__version__: str


class Animation:
    """A bridge under a train at several instants."""
    def __len__(self) -> int:
        """Number of frames."""
    def deflections(self, frame: int) -> numpy.typing.NDArray[Any]:
        """Deflection at the places in a frame, m, downwards."""
    @property
    def places(self) -> numpy.typing.NDArray[Any]:
        """x along the bridge, m."""
    @property
    def supports(self) -> numpy.typing.NDArray[Any]:
        """x of supports, m."""
    @property
    def times(self) -> numpy.typing.NDArray[numpy.float64]:
        """Instants, s."""
    @property
    def vehicle_of_wheel(self) -> list[int]:
        """Vehicle that each wheel belongs to, from the front."""
    def wheels(self, frame: int) -> numpy.typing.NDArray[Any]:
        """x of the wheels in a frame, m."""

class Axis:
    """An axis of the plane of contact."""
    x: ClassVar[Axis]
    y: ClassVar[Axis]
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class AxleTrain:
    """A train as forces that move with it."""
    def __init__(self, behind: numpy.typing.ArrayLike, force: numpy.typing.ArrayLike, name: str = ...) -> None:
        """Distances of the axles behind the front, m, and their forces, N (one for all, or one each)."""
    @property
    def behind(self) -> numpy.typing.NDArray[numpy.float64]:
        """Distances of the axles behind the front, m."""
    @property
    def force(self) -> numpy.typing.NDArray[numpy.float64]:
        """Forces of the axles, N."""
    @property
    def length(self) -> float:
        """From the front to the last load, m."""
    @property
    def name(self) -> str:
        """Name."""
    @staticmethod
    def named(name: str, n_forces: int = ..., spacing: float = ..., n_wagons: int = ...) -> AxleTrain:
        """A known train: HSLM-A1 ... A10, ICE 2, ...; see known_trains(). HSLM-B needs n_forces and spacing (m), line categories n_wagons."""
    @property
    def pitches(self) -> list[float]:
        """Lengths after which the loads repeat, m."""

class Beam:
    """A straight beam in bending, deflections downwards."""
    @staticmethod
    def cantilever(length: float, bending_stiffness: float, mass_per_length: float, damping_ratio: float = ..., shear_stiffness: float = ..., rotary_inertia: float = ...) -> Beam:
        """Clamped at x = 0, free at the end."""
    @staticmethod
    def clamped(length: float, bending_stiffness: float, mass_per_length: float, damping_ratio: float = ..., shear_stiffness: float = ..., rotary_inertia: float = ...) -> Beam:
        """Clamped at both ends; as simply_supported."""
    @staticmethod
    def continuous(spans: list[float], bending_stiffness: float, mass_per_length: float, damping_ratio: float = ...) -> Beam:
        """Several spans (m) over piers, the beam going through."""
    @property
    def length(self) -> float:
        """m."""
    @staticmethod
    def simply_supported(length: float, bending_stiffness: float, mass_per_length: float, damping_ratio: float = ..., shear_stiffness: float = ..., rotary_inertia: float = ...) -> Beam:
        """On two supports: length (m), EI (N m2), mass (kg/m), damping ratio of all modes, GA_s (N, infinite: no shear deformation), rho I (kg m)."""

class BeamModes:
    """Mass-normalised modes of a beam: w(x, t) = sum of q_i(t) w_i(x)."""
    def curvature(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """d2w_i/dx2 at places x (m), shape (..., n_modes)."""
    @property
    def damping_ratio(self) -> numpy.typing.NDArray[numpy.float64]:
        """Damping ratio of each mode."""
    @property
    def frequency(self) -> numpy.typing.NDArray[numpy.float64]:
        """Frequencies, Hz."""
    @property
    def length(self) -> float:
        """m, of all beams together."""
    def moment(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """Bending moment of each mode at unit q, positive when sagging."""
    @property
    def n_modes(self) -> int:
        """Number of modes."""
    @property
    def omega(self) -> numpy.typing.NDArray[Any]:
        """Angular frequencies, rad/s, shape (n_modes,)."""
    def shape(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """w_i at places x (m), 1/sqrt(kg), shape (..., n_modes)."""
    def shear(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """Shear force of each mode at unit q."""
    def slope(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """dw_i/dx at places x (m), shape (..., n_modes)."""

class CarterRolling:
    """A driven roller by Carter's theory."""
    @property
    def creepage(self) -> float:
        """Longitudinal creepage."""
    @property
    def force_per_length(self) -> float:
        """On body 1, N/m."""
    @property
    def stick_half_length(self) -> float:
        """Half the length of the stick zone, m."""
    def traction(self, x: numpy.typing.NDArray[numpy.float64]) -> Any:
        """Traction on body 1 at x (m), Pa."""

class CaseFile:
    """A case that has been read and checked."""
    @property
    def n_cases(self) -> int:
        """Cases in the file."""
    @property
    def path(self) -> str:
        """File it came from."""
    @property
    def warnings(self) -> list[str]:
        """What looks odd, none of it fatal."""

class CaseResult:
    """The outcome of one case. Values are SI."""
    @property
    def _scalars(self) -> dict[str, Scalar]:
        """Numbers by name."""
    @property
    def animation(self) -> Optional[Animation]:
        """The bridge under the train; None if there is none."""
    @property
    def checks(self) -> list[Check]:
        """Numbers against limits of norms."""
    @property
    def elements(self) -> dict[str, int]:
        """Numbers of cells: contact, adhesion, slip."""
    @property
    def evidence(self) -> list[Evidence]:
        """What the numbers become with other numerics."""
    @property
    def fields(self) -> Optional[Fields]:
        """Fields on the contact grid; None if there are none."""
    @property
    def histories(self) -> dict[str, FieldHistory]:
        """Fields over time by name."""
    @property
    def iterations(self) -> Optional[int]:
        """Iterations; None where the word has no meaning."""
    @property
    def notes(self) -> list[str]:
        """Warnings and remarks."""
    @property
    def ok(self) -> bool:
        """False: what is here is the best that was reached, not a solution."""
    @property
    def residual(self) -> Optional[float]:
        """Relative residual of the equations solved; None where there is none."""
    @property
    def scalars(self) -> Scalars:
        """Numbers by name, SI: a mapping that also knows units and meanings."""
    @property
    def solids(self) -> dict[str, Solid]:
        """Solid bodies by name."""
    @property
    def status(self) -> str:
        """How it ended: converged, no_contact, max_iterations, stopped, derailed, ..."""
    @property
    def tables(self) -> dict[str, Table]:
        """Tables by name."""
    @property
    def title(self) -> str:
        """Title."""
    @property
    def vectors(self) -> dict[str, dict[str, float]]:
        """Numbers that belong together: name -> {component: value}."""

class CattaneoSphere:
    """A ball pressed on flat and shifted: the middle sticks, a ring slips."""
    @property
    def force(self) -> float:
        """Tangential force on body 1, N."""
    @property
    def shift(self) -> float:
        """Of body 1 relative to body 2, m."""
    @property
    def stick_radius(self) -> float:
        """Radius of the stick area, m."""
    def traction(self, r: numpy.typing.NDArray[numpy.float64]) -> Any:
        """Traction along x at distances r (m) from the centre, Pa."""

class Check:
    """A number against a limit of a norm."""
    @property
    def clause(self) -> str:
        """Clause of the norm."""
    @property
    def decided_by(self) -> str:
        """What decided."""
    @property
    def limit(self) -> float:
        """The limit."""
    @property
    def margin(self) -> float:
        """Share of the limit that is left; negative: exceeded."""
    @property
    def name(self) -> str:
        """Name."""
    @property
    def note(self) -> str:
        """What else to know."""
    @property
    def title(self) -> str:
        """Title for people."""
    @property
    def unit(self) -> str:
        """Unit of value and limit."""
    @property
    def value(self) -> float:
        """The value that decides."""
    @property
    def verdict(self) -> str:
        """pass, fail or not_applicable."""

class CircleAlongX:
    """A profile across, tabulated, that is a circle along x, as of a wheel."""
    def __init__(self, heights: numpy.typing.ArrayLike, y_first: float, y_step: float, radius: float, x_centre: float = ...) -> None:
        """Heights (m) at y_first, y_first + y_step, ... (m); rolling radius, m."""

class CircularPunch:
    """Flat and round; no surface outside."""
    def __init__(self, radius: float) -> None:
        """Radius in m."""

class ContactPatch:
    """One patch of contact of a wheel. Contact frame: x forward, y to the left along the plane of contact, z into the wheel."""
    @property
    def area(self) -> float:
        """m2."""
    @property
    def conformal(self) -> bool:
        """The surfaces fit each other too closely for the theory."""
    @property
    def creepage(self) -> tuple:
        """Longitudinal, lateral, spin (1/m)."""
    @property
    def dissipation(self) -> float:
        """Work per metre rolled, J/m."""
    @property
    def forces(self) -> tuple:
        """On the wheel: N, N, N m."""
    @property
    def normal_force(self) -> float:
        """N."""
    @property
    def peak_pressure(self) -> float:
        """Pa."""
    @property
    def place(self) -> ContactPoint:
        """Where it is: a ContactPoint."""
    @property
    def semi_axes(self) -> tuple:
        """Of the ellipse, or half the patch's extent, m."""

class ContactPoint:
    """Where the undeformed surfaces of wheel and rail overlap deepest."""
    @property
    def angle(self) -> float:
        """Contact angle, rad."""
    @property
    def curvatures(self) -> tuple:
        """A and B of the gap A x^2 + B y^2, 1/m."""
    @property
    def penetration(self) -> float:
        """m; negative: a gap."""
    @property
    def position(self) -> tuple:
        """In the track frame, m."""
    @property
    def rail_y(self) -> float:
        """In the rail's profile, m."""
    @property
    def rolling_radius(self) -> float:
        """m."""
    @property
    def wheel_y(self) -> float:
        """In the wheel's profile, m."""

class CoulombFriction:
    """|traction| <= mu times pressure, with a static and a kinetic coefficient."""
    def __init__(self, static_coefficient: float, kinetic_coefficient: Optional[float] = ...) -> None:
        """The kinetic coefficient is the static one unless given."""
    @property
    def kinetic_coefficient(self) -> float:
        """In slip."""
    @property
    def static_coefficient(self) -> float:
        """At rest."""

class Crossing:
    """A beam while forces cross it. Arrays are read-only views."""
    def acceleration(self, section: int = ...) -> numpy.typing.NDArray[Any]:
        """m/s2, of all modes."""
    def deck_acceleration(self, section: int = ...) -> numpy.typing.NDArray[Any]:
        """m/s2, of the modes that EN 1990 asks for."""
    def deflection(self, section: int = ...) -> numpy.typing.NDArray[Any]:
        """m, down, at a section (by its number)."""
    @property
    def front(self) -> numpy.typing.NDArray[Any]:
        """Where the front of the train is, m."""
    def moment(self, section: int = ...) -> numpy.typing.NDArray[Any]:
        """Bending moment, N m."""
    @property
    def q(self) -> numpy.typing.NDArray[Any]:
        """Modal coordinates, shape (n, n_modes)."""
    @property
    def sections(self) -> list[float]:
        """Places that were looked at, m."""
    def shear(self, section: int = ...) -> numpy.typing.NDArray[Any]:
        """Shear force, N."""
    @property
    def status(self) -> SolveStatus:
        """converged, or stopped."""
    @property
    def time(self) -> numpy.typing.NDArray[Any]:
        """Instants, s, shape (n,)."""
    def velocity(self, section: int = ...) -> numpy.typing.NDArray[Any]:
        """m/s."""

class Cylinder:
    """A cylinder that lies along an axis."""
    def __init__(self, radius: float, axis: Axis = ..., length: float = ...) -> None:
        """Radius and length in m."""

class Ellipsoid:
    """An ellipsoid that touches with its pole."""
    def __init__(self, semi_axis_x: float, semi_axis_y: float, semi_axis_z: float) -> None:
        """Half axes, m."""

class EllipticContact:
    """Hertz' ellipse with what passes it, for the fast creep-force models."""
    def __init__(self, semi_axis_x: float, semi_axis_y: float, normal_force: float, friction: float | CoulombFriction | FallingFriction = ..., material: Material = ..., speed: float = ...) -> None:
        """Half axes (m) along and across rolling, normal force (N), friction (a coefficient or a law), material of both bodies, rolling speed (m/s; for falling friction)."""
    @property
    def normal_force(self) -> float:
        """N."""
    @property
    def semi_axis_x(self) -> float:
        """m, along rolling."""
    @property
    def semi_axis_y(self) -> float:
        """m, across."""

class Evidence:
    """Whether numbers hang on the numerics."""
    @property
    def changes(self) -> list[EvidenceChange]:
        """What became of the numbers."""
    @property
    def failure(self) -> str:
        """Why there is none; empty: there is."""
    @property
    def name(self) -> str:
        """Name: finer_grid, more_modes, half_the_step."""
    @property
    def title(self) -> str:
        """What was changed."""

class EvidenceChange:
    """What a number becomes when the numerics are changed."""
    @property
    def name(self) -> str:
        """Name of the number."""
    @property
    def unit(self) -> str:
        """Its unit."""
    @property
    def value(self) -> float:
        """Of the case."""
    @property
    def varied(self) -> float:
        """Of the case run again."""

class FallingFriction:
    """mu(v) = kinetic + sum of height f(v / half_velocity): a coefficient that falls with the slip velocity v, m/s."""
    class Branch:
        """Which solution, where the law falls so steeply that there are several."""
        low_slip: ClassVar[Branch]
        high_slip: ClassVar[Branch]
        as_before: ClassVar[Branch]
        @property
        def name(self) -> str: ...
        @property
        def value(self) -> int: ...
    class Shape:
        """How the coefficient falls."""
        linear: ClassVar[Shape]
        rational: ClassVar[Shape]
        exponential: ClassVar[Shape]
        @property
        def name(self) -> str: ...
        @property
        def value(self) -> int: ...
    def __init__(self, kinetic_coefficient: float, heights: list[float], half_velocities: list[float], shape: FallingFriction.Shape = ..., branch: FallingFriction.Branch = ...) -> None:
        """Coefficient at infinite velocity; heights of one or two terms; velocities at which they have fallen to half, m/s."""
    def coefficient(self, slip_velocity: numpy.typing.NDArray[numpy.float64]) -> Any:
        """mu at slip velocities, m/s."""

class FastsimFields:
    """FASTSIM on a grid. Arrays are read-only views of the object's own memory."""
    @property
    def cells(self) -> numpy.typing.NDArray[Any]:
        """State of each cell: 0 outside, 1 adhesion, 2 slip."""
    @property
    def dissipated(self) -> float:
        """Frictional work per metre rolled, J/m."""
    @property
    def dissipation(self) -> numpy.typing.NDArray[Any]:
        """J per m2 and metre rolled, >= 0."""
    @property
    def forces(self) -> tuple:
        """(F_x, F_y, M_z) on body 1: N, N, N m."""
    @property
    def grid(self) -> Grid:
        """Cells of the fields."""
    @property
    def pressure(self) -> numpy.typing.NDArray[Any]:
        """Pa, shape (ny, nx)."""
    @property
    def slip_x(self) -> numpy.typing.NDArray[Any]:
        """Slip along x over the rolling speed."""
    @property
    def slip_y(self) -> numpy.typing.NDArray[Any]:
        """Slip along y over the rolling speed."""
    @property
    def traction_x(self) -> numpy.typing.NDArray[Any]:
        """On body 1 along x, Pa, shape (ny, nx)."""
    @property
    def traction_y(self) -> numpy.typing.NDArray[Any]:
        """On body 1 along y, Pa, shape (ny, nx)."""

class FieldHistory:
    """Fields of one grid at many instants: history['pressure'] is a read-only array of shape (frames, ny, nx). SI."""
    def __getitem__(self, name: str) -> numpy.typing.NDArray[Any]:
        """Values of a field, shape (frames, ny, nx), SI."""
    @property
    def grid(self) -> Grid:
        """The grid."""
    def keys(self) -> list:
        """Names of the fields."""
    @property
    def name(self) -> str:
        """Name."""
    @property
    def times(self) -> numpy.typing.NDArray[Any]:
        """What passes from frame to frame, mostly time in s."""
    @property
    def title(self) -> str:
        """Title for people."""
    @property
    def units(self) -> dict:
        """Unit of each field."""

class Fields:
    """Values on the cells of a grid: fields['pressure'] is a read-only array of shape (ny, nx) that shares the result's memory. SI."""
    def __contains__(self, name: str) -> bool:
        """Whether there is a field of that name."""
    def __getitem__(self, name: str) -> numpy.typing.NDArray[Any]:
        """Values of a field, shape (ny, nx), SI."""
    def __iter__(self) -> Iterator[Any]:
        """Over the names of fields."""
    def __len__(self) -> int:
        """Number of fields."""
    @property
    def grid(self) -> Grid:
        """The grid."""
    def keys(self) -> list:
        """Names of the fields."""
    @property
    def meanings(self) -> dict:
        """What each field is."""
    @property
    def units(self) -> dict:
        """Unit of each field."""
    @property
    def y_name(self) -> str:
        """What the grid's second axis is called."""

class FrictionalSolution:
    """Contact with friction: pressures, tractions, stick and slip, creep forces. Arrays are read-only views of the solution's own memory."""
    @property
    def approach(self) -> float:
        """m."""
    @property
    def bound(self) -> numpy.typing.NDArray[Any]:
        """mu times pressure, Pa: what the traction cannot exceed."""
    @property
    def cells(self) -> numpy.typing.NDArray[Any]:
        """State of each cell: 0 outside, 1 adhesion, 2 slip; shape (ny, nx)."""
    @property
    def contact_area(self) -> float:
        """Area of the cells under pressure, m2."""
    @property
    def creepage(self) -> tuple:
        """Longitudinal and lateral creepage and spin (1/m), given or found; in a shift m and rad."""
    @property
    def displacement_x(self) -> numpy.typing.NDArray[Any]:
        """Displacement of body 1 minus that of body 2 along x, m."""
    @property
    def displacement_y(self) -> numpy.typing.NDArray[Any]:
        """Displacement of body 1 minus that of body 2 along y, m."""
    @property
    def forces(self) -> tuple:
        """Tangential forces on body 1 along x and y, N, and moment about z, N m."""
    @property
    def friction_coefficient(self) -> numpy.typing.NDArray[Any]:
        """mu of each cell that touches, shape (ny, nx)."""
    @property
    def frictional_power(self) -> float:
        """What friction takes out of the motion: W, never positive; in a shift J."""
    @property
    def grid(self) -> Grid:
        """Cells of the fields."""
    @property
    def iterations(self) -> int:
        """Steps of the linear solver."""
    @property
    def may_not_be_unique(self) -> bool:
        """Whether friction falls so steeply with the slip that there may be other solutions."""
    @property
    def n_adhesion(self) -> int:
        """Cells that stick."""
    @property
    def n_contact(self) -> int:
        """Cells under pressure."""
    @property
    def n_slip(self) -> int:
        """Cells that slip."""
    @property
    def normal_displacement(self) -> numpy.typing.NDArray[Any]:
        """What both surfaces give way together along the normal, m."""
    @property
    def normal_force(self) -> float:
        """N."""
    @property
    def outer_iterations(self) -> int:
        """Turns between the normal and the tangential problem."""
    @property
    def peak_pressure(self) -> float:
        """Pa."""
    @property
    def pressure(self) -> numpy.typing.NDArray[Any]:
        """Pressure of each cell, Pa, shape (ny, nx)."""
    @property
    def residual(self) -> float:
        """Largest distance of a traction from what its slip asks for, over the largest traction."""
    @property
    def sensitivity(self) -> numpy.typing.NDArray[Any]:
        """Derivatives of normal force, F_x, F_y and M_z (rows) by approach, creepage_x, creepage_y and spin (columns), SI, shape (4, 4); 0 unless asked for. A direction whose force is given keeps it: its column is 0."""
    @property
    def slip_x(self) -> numpy.typing.NDArray[Any]:
        """Slip of body 1 relative to body 2 along x: over the rolling speed, or m in a shift."""
    @property
    def slip_y(self) -> numpy.typing.NDArray[Any]:
        """Slip of body 1 relative to body 2 along y: over the rolling speed, or m in a shift."""
    @property
    def status(self) -> SolveStatus:
        """How it ended."""
    @property
    def touches_edge(self) -> bool:
        """Whether an outermost cell is in contact: the grid may be too small."""
    @property
    def traction_x(self) -> numpy.typing.NDArray[Any]:
        """Tangential traction on body 1 along x, Pa, shape (ny, nx)."""
    @property
    def traction_y(self) -> numpy.typing.NDArray[Any]:
        """Tangential traction on body 1 along y, Pa, shape (ny, nx)."""

class Grid:
    """Equal cells in the plane of contact; x is the direction of rolling, y lateral to the left.
    
    Fields are arrays of shape (ny, nx): field[j, i] belongs to the cell with its centre at (x[i], y[j]). Lengths in m."""
    def __init__(self, nx: int, ny: int, x0: float, y0: float, dx: float, dy: float) -> None:
        """(x0, y0): centre of the first cell, m; dx, dy: size of a cell, m."""
    @property
    def cell_area(self) -> float:
        """dx dy, m2."""
    @staticmethod
    def centred(nx: int, ny: int, width: float, height: float, x_centre: float = ..., y_centre: float = ...) -> Grid:
        """nx by ny cells that cover a rectangle of width (along x) by height (along y), m, around a centre."""
    @property
    def dx(self) -> float:
        """Size of a cell along x, m."""
    @property
    def dy(self) -> float:
        """Size of a cell along y, m."""
    @property
    def extent(self) -> tuple:
        """(left, right, bottom, top) of the outer edges, m: for Matplotlib's imshow with origin='lower'."""
    @property
    def nx(self) -> int:
        """Cells along x."""
    @property
    def ny(self) -> int:
        """Cells along y."""
    @property
    def shape(self) -> tuple:
        """(ny, nx): the shape of fields."""
    @property
    def x(self) -> numpy.typing.NDArray[numpy.float64]:
        """x of the cell centres, m, shape (nx,)."""
    @property
    def x0(self) -> float:
        """x of the first cell's centre, m."""
    @property
    def y(self) -> numpy.typing.NDArray[numpy.float64]:
        """y of the cell centres, m, shape (ny,)."""
    @property
    def y0(self) -> float:
        """y of the first cell's centre, m."""

class HeightField:
    """A measured surface: one height per cell."""
    def __init__(self, grid: Grid, heights: numpy.typing.ArrayLike) -> None:
        """Undeformed distance of each cell, m, shape (ny, nx)."""

class HertzCircle:
    """Ball on flat by Hertz' theory."""
    @property
    def approach(self) -> float:
        """Approach, m."""
    @property
    def contact_modulus(self) -> float:
        """E*, Pa."""
    @property
    def contact_radius(self) -> float:
        """Radius of the contact, m."""
    @property
    def curvature_radius(self) -> float:
        """R, m."""
    def displacement(self, r: numpy.typing.NDArray[numpy.float64]) -> Any:
        """What both surfaces give way together at distances r (m), m."""
    @property
    def force(self) -> float:
        """Normal force, N."""
    @property
    def peak_pressure(self) -> float:
        """Pa."""
    def pressure(self, r: numpy.typing.NDArray[numpy.float64]) -> Any:
        """Pressure at distances r (m) from the centre, Pa; zero outside."""
    def stress_on_axis(self, depth: float, poisson_ratio: float = ...) -> tuple:
        """(xx, yy, zz, xy, xz, yz), Pa, positive in tension, at a depth (m) below the centre."""

class HertzEllipse:
    """Curved surfaces by Hertz' theory: an elliptic contact."""
    @property
    def approach(self) -> float:
        """Approach, m."""
    @property
    def contact_modulus(self) -> float:
        """E*, Pa."""
    @property
    def curvatures(self) -> tuple:
        """A and B of the gap A x^2 + B y^2, 1/m."""
    def displacement(self, x: numpy.typing.NDArray[numpy.float64], y: numpy.typing.NDArray[numpy.float64]) -> Any:
        """What both surfaces give way together at points (m), m."""
    @property
    def force(self) -> float:
        """Normal force, N."""
    @property
    def peak_pressure(self) -> float:
        """Pa."""
    def pressure(self, x: numpy.typing.NDArray[numpy.float64], y: numpy.typing.NDArray[numpy.float64]) -> Any:
        """Pressure at points (m), Pa; zero outside."""
    @property
    def semi_axes(self) -> tuple:
        """Half lengths of the contact along x and y, m."""

class HertzLine:
    """Roller on flat in plane strain; forces per metre of length."""
    def approach(self, datum_distance: float) -> float:
        """Approach, m, relative to a point of the surface at this distance, m."""
    @property
    def curvature_radius(self) -> float:
        """R, m."""
    @property
    def force_per_length(self) -> float:
        """N/m."""
    @property
    def half_width(self) -> float:
        """Half the width of the contact, m."""
    @property
    def peak_pressure(self) -> float:
        """Pa."""
    def pressure(self, x: numpy.typing.NDArray[numpy.float64]) -> Any:
        """Pressure at distances x (m) from the middle, Pa."""
    def stress(self, x: float, depth: float, poisson_ratio: float = ...) -> tuple:
        """(xx, yy, zz, xy, xz, yz), Pa, at (x, depth), m."""

class KalkerCoefficients:
    """Kalker's creepage coefficients of an elliptic contact."""
    @property
    def c11(self) -> float:
        """Longitudinal."""
    @property
    def c22(self) -> float:
        """Lateral."""
    @property
    def c23(self) -> float:
        """Lateral force by spin."""
    @property
    def c33(self) -> float:
        """Moment by spin."""

class Key:
    """A key of a case: what it may hold and what it means."""
    @property
    def choices(self) -> dict:
        """Words it can be, with their meaning."""
    @property
    def condition(self) -> str:
        """Where it counts; empty: always."""
    @property
    def default(self) -> Any:
        """What counts if it is not given (SI); None: nothing."""
    @property
    def doc(self) -> str:
        """What it means."""
    @property
    def full_name(self) -> str:
        """table.name."""
    @property
    def kind(self) -> str:
        """What it holds."""
    @property
    def name(self) -> str:
        """Name without unit."""
    @property
    def range(self) -> str:
        """Allowed values in SI; empty: all finite ones."""
    @property
    def required(self) -> bool:
        """Whether it must be given (if its condition holds)."""
    @property
    def table(self) -> str:
        """Table it lives in; empty: above the first."""
    @property
    def unit(self) -> str:
        """SI unit; empty: none."""
    @property
    def units(self) -> dict:
        """Units that may stand behind the name (speed_km_h), each with its size in SI as (numerator, denominator)."""

class KeyTable:
    """A table of keys of a case."""
    @property
    def doc(self) -> str:
        """What it is about."""
    @property
    def header(self) -> str:
        """As it is written in a file."""
    @property
    def many(self) -> bool:
        """Whether there may be several, as [[name]]."""
    @property
    def name(self) -> str:
        """Name."""

class Material:
    """Linear elastic, homogeneous, isotropic. Give Young's modulus or the shear modulus, Pa, and Poisson's ratio."""
    def __init__(self, young_modulus: Optional[float] = ..., poisson_ratio: float = ..., *, shear_modulus: Optional[float] = ...) -> None:
        """Moduli in Pa; Poisson's ratio from 0 to 0.5."""
    @property
    def poisson_ratio(self) -> float:
        """nu."""
    @staticmethod
    def rigid() -> Material:
        """A body that does not give way."""
    @property
    def shear_modulus(self) -> float:
        """G, Pa; infinite for a rigid body."""
    @staticmethod
    def steel() -> Material:
        """E = 210 GPa, nu = 0.3."""
    @property
    def young_modulus(self) -> float:
        """E, Pa."""

class Motion:
    """A motion over time. Arrays are read-only views of its own memory."""
    @property
    def acceleration(self) -> numpy.typing.NDArray[Any]:
        """d2x/dt2 as the scheme carries it, shape (n, unknowns); NaN where it has none."""
    @property
    def counts(self) -> dict:
        """What it cost: steps, iterations, force_evaluations, jacobians."""
    @property
    def events(self) -> list:
        """Events in the order of time: (name, time, position, velocity)."""
    @property
    def message(self) -> str:
        """Why it did not come to the end; empty: it did."""
    @property
    def position(self) -> numpy.typing.NDArray[Any]:
        """x, shape (n, unknowns)."""
    @property
    def status(self) -> SolveStatus:
        """How it ended."""
    @property
    def time(self) -> numpy.typing.NDArray[Any]:
        """Instants, s, shape (n,)."""
    @property
    def velocity(self) -> numpy.typing.NDArray[Any]:
        """dx/dt, shape (n, unknowns)."""

class NormalSolution:
    """Frictionless contact: where the bodies touch and with what pressure. Arrays are read-only views of the solution's own memory."""
    @property
    def approach(self) -> float:
        """How far the bodies have come together since first touch, m."""
    @property
    def contact_area(self) -> float:
        """Area of the cells under pressure, m2."""
    @property
    def displacement(self) -> numpy.typing.NDArray[Any]:
        """What both surfaces give way together, m, shape (ny, nx)."""
    @property
    def force(self) -> float:
        """Normal force, N."""
    @property
    def grid(self) -> Grid:
        """Cells of the fields."""
    @property
    def iterations(self) -> int:
        """Conjugate-gradient steps on the finest grid."""
    @property
    def n_contact(self) -> int:
        """Cells under pressure."""
    @property
    def peak_pressure(self) -> float:
        """Pa."""
    @property
    def pressure(self) -> numpy.typing.NDArray[Any]:
        """Pressure of each cell, Pa, >= 0, shape (ny, nx)."""
    @property
    def pressure_derivative(self) -> numpy.typing.NDArray[Any]:
        """dp/d(approach), Pa/m, if it was asked for."""
    @property
    def residual(self) -> float:
        """Largest violation of the contact conditions over the largest displacement."""
    @property
    def status(self) -> SolveStatus:
        """How it ended."""
    @property
    def stiffness(self) -> float:
        """dF/d(approach), N/m; 0 unless the derivative was asked for."""
    @property
    def touches_edge(self) -> bool:
        """Whether an outermost cell is in contact: the grid may be too small."""

class NormalWorkspace:
    """Memory that a solver of normal contact keeps between calls (FFT plans, kernels). One per thread."""
    def __init__(self) -> None:
        """Empty; filled by the first solve."""

class Paraboloid:
    """h = x^2/(2 Rx) + y^2/(2 Ry); radii in m."""
    def __init__(self, radius_x: float, radius_y: float) -> None:
        """Radii of curvature along x and y, m."""
    @property
    def radius_x(self) -> float:
        """Rx, m."""
    @property
    def radius_y(self) -> float:
        """Ry, m."""

class Problem:
    """One thing that is wrong with a case or a data file."""
    @property
    def file(self) -> str:
        """File it was found in."""
    @property
    def hint(self) -> str:
        """How to mend it; empty: unknown."""
    @property
    def key(self) -> str:
        """Key it is about; empty: none."""
    @property
    def line(self) -> int:
        """Line, from 1; 0: the file as a whole."""
    @property
    def reason(self) -> str:
        """What is wrong."""
    @property
    def value(self) -> str:
        """The value as written; empty: none."""

class Profile:
    """Cross-section of a wheel or a rail of the right side: y to the right, z down, m. Flange and gauge face lie at negative y."""
    def __init__(self, kind: str, points: numpy.typing.ArrayLike, name: str = ...) -> None:
        """kind: wheel or rail; points: rows (y, z), m, rising in y."""
    @staticmethod
    def cone(slope: float = ..., flange: bool = ...) -> Profile:
        """A conical wheel; with the flange of S1002 if asked for."""
    @staticmethod
    def from_file(path: str | os.PathLike[str], kind: Optional[str] = ..., mirror_y: Optional[bool] = ..., mirror_z: Optional[bool] = ...) -> Profile:
        """Reads a file of Simpack, MiniProf or Vampire, or columns y z; unit and orientation are found out where they are not given."""
    def height(self, y: numpy.typing.NDArray[numpy.float64]) -> Any:
        """z at y, m; NaN beyond the ends."""
    @property
    def kind(self) -> str:
        """wheel or rail."""
    @property
    def length(self) -> float:
        """Along the curve, m."""
    @property
    def name(self) -> str:
        """Name."""
    @property
    def points(self) -> numpy.typing.NDArray[Any]:
        """(y, z) of its points, m, shape (n, 2), read-only view."""
    @staticmethod
    def rail_head(head: str = ..., inclination: float = ...) -> Profile:
        """uic60 or 60e1, laid with an inclination (1:40 is 0.025)."""
    @staticmethod
    def s1002() -> Profile:
        """The wheel S1002 of EN 13715, by its formula."""
    def sample(self, s: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """y, z, dy/ds, dz/ds and curvature (1/m) at lengths s along the curve, shape (n, 5)."""

class Quadric:
    """h = b1 x^2 + b2 x y + b3 y^2 + b4 x + b5 y + b6."""
    def __init__(self, b: list[float]) -> None:
        """The six numbers, in powers of m."""

class QuadricWithSines:
    """Waves along x on a paraboloid: h = b1 sin(b2 (x - b3)) - b4 sin(b5 (x - b6)) + x^2/b7 + y^2/b8."""
    def __init__(self, b: list[float]) -> None:
        """The eight numbers: b2 and b5 in rad/m, the others in m."""

class RectangularPunch:
    """Flat and rectangular; no surface outside."""
    def __init__(self, length_x: float, width_y: float) -> None:
        """Sides in m."""

class Result:
    """What a run leaves behind. Values are SI."""
    @property
    def case_file(self) -> str:
        """File of the case."""
    @property
    def case_text(self) -> str:
        """The case as it was read."""
    @property
    def cases(self) -> list[CaseResult]:
        """The cases."""
    @property
    def description(self) -> str:
        """The case in words."""
    @property
    def echo(self) -> list[tuple[str, str, str]]:
        """What was given: (key, value, unit), SI, defaults included."""
    @property
    def ok(self) -> bool:
        """Whether every case was solved."""
    @property
    def program_version(self) -> str:
        """Version that computed it."""
    def report(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the report, one HTML page that needs nothing else, to a file."""
    def report_html(self) -> str:
        """The report as one HTML page."""
    @property
    def status(self) -> str:
        """converged, or the status of the first case that is not."""
    def summary(self) -> str:
        """What the program prints: how each case ended, its numbers in handy units."""
    def to_json(self) -> str:
        """The numbers as JSON text, as tread run --json prints them."""
    @property
    def wall_seconds(self) -> float:
        """Time it took, s."""
    def write(self, folder: str | os.PathLike[str]) -> None:
        """Writes everything into a folder, as tread run does: result.json, tables, fields, report.html. All or nothing."""
    def write_hdf5(self, file: str | os.PathLike[str]) -> None:
        """Writes all of it into one HDF5 file."""

class RigidContact:
    """A rigid wheelset that stands on two rails."""
    @property
    def left(self) -> ContactPoint:
        """Contact point of the left wheel, as in a mirror."""
    @property
    def radius_difference(self) -> float:
        """Rolling radius of the right wheel less that of the left one, m."""
    @property
    def right(self) -> ContactPoint:
        """Contact point of the right wheel."""
    @property
    def roll(self) -> float:
        """rad."""
    @property
    def vertical(self) -> float:
        """m, down."""

class RigidWheelset:
    """A wheelset on two rails, all of them rigid."""
    def __init__(self, wheel: Profile, rail: Profile, radius: float = ..., flange_back_distance: float = ..., gauge: float = ..., gauge_height: float = ..., left_wheel: Optional[Profile] = ..., left_radius: Optional[float] = ...) -> None:
        """Nominal radius, distance of the flange backs, gauge and how far below the rails' tops it is taken, m. Both wheels are alike unless the left one has a profile, given as if it were that of a right wheel, or a radius of its own."""
    def at(self, lateral: float, yaw: float = ...) -> RigidContact:
        """Where it touches at a lateral position (m, to the right) and yaw (rad)."""
    def equivalent_conicity(self, amplitude: float = ...) -> float:
        """tan(gamma) at an amplitude (m), by integration as in EN 15302, roll left out."""

class RollingContact:
    """Contact of two bodies that roll over each other, step by step, with its history."""
    def __init__(self, grid: Grid, distance: numpy.typing.ArrayLike | Sphere | Paraboloid | Ellipsoid | Cylinder | Quadric | QuadricWithSines | WheelOnRail | CircularPunch | RectangularPunch | CircleAlongX | HeightField | Callable[[float, float], float], *, friction: float | CoulombFriction | FallingFriction = ..., bodies: Optional[Material | tuple[Material, Material]] = ..., scheme: RollingScheme = ..., line_datum: float = ..., friction_memory: Optional[tuple[float, float]] = ..., layer_flexibility: float = ..., commits_per_cell: int = ..., tolerance: float = ..., max_iterations: int = ..., max_outer_iterations: int = ..., threads: int = ...) -> None:
        """grid: potential contact around the origin, which moves with the contact, with two cells to spare; distance: a shape (Sphere, Paraboloid, WheelOnRail, ...), the undeformed distance of each cell, m, shape (ny, nx), interpolated between them, or a function of x and y (m) that returns it. A HeightField may be finer than the grid and must cover it. friction_memory: (distance in m, least velocity in m/s) with which a falling coefficient follows the slip velocity. layer_flexibility: of a thin layer between the bodies, tangential, m/Pa. commits_per_cell: states kept on each cell of way (world_fixed). One thread at a time may use it: others get a RuntimeError."""
    def copy(self) -> RollingContact:
        """An independent copy, history included."""
    @property
    def creepage(self) -> tuple:
        """Creepages and spin as means over the last cell of way."""
    @property
    def forces(self) -> tuple:
        """Forces on body 1 along x and y, N, and moment about z, N m, at the end of the last step."""
    @property
    def grid(self) -> Grid:
        """Grid of the solution, in the contact frame."""
    def restore(self, state: RollingState) -> None:
        """Goes back to a state that was kept."""
    def set_distance(self, distance: numpy.typing.ArrayLike | Sphere | Paraboloid | Ellipsoid | Cylinder | Quadric | QuadricWithSines | WheelOnRail | CircularPunch | RectangularPunch | CircleAlongX | HeightField | Callable[[float, float], float]) -> None:
        """Other geometry from the next step on: a shape, an array or a function of x and y."""
    @property
    def solution(self) -> FrictionalSolution:
        """A copy of the solution at the end of the last step: it stays what it is when the contact goes on."""
    def start_steady(self, *, force: Optional[float] = ..., approach: Optional[float] = ..., speed: float = ..., direction: float = ..., creepage_x: Optional[float] = ..., creepage_y: Optional[float] = ..., spin: float = ..., force_x: Optional[float] = ..., force_y: Optional[float] = ..., spin_centre: tuple[float, float] = ...) -> SolveStatus:
        """Begins anew with the tractions of steady rolling. Give the normal force (N) or the approach (m) at the end of the step; creepages, or forces on body 1 along x and y (N); spin, 1/m, around spin_centre, m; speed, m/s, and direction of rolling, rad from x. With speed 0 the bodies shift: creepages are then distances (m). Returns how it ended; a step that does not converge leaves the state as it was. Does not hold the interpreter lock."""
    @property
    def state(self) -> RollingState:
        """A copy of the state: the history."""
    def step(self, dt: float, *, force: Optional[float] = ..., approach: Optional[float] = ..., speed: float = ..., direction: float = ..., creepage_x: Optional[float] = ..., creepage_y: Optional[float] = ..., spin: float = ..., force_x: Optional[float] = ..., force_y: Optional[float] = ..., spin_centre: tuple[float, float] = ...) -> SolveStatus:
        """Goes on by dt (s). Give the normal force (N) or the approach (m) at the end of the step; creepages, or forces on body 1 along x and y (N); spin, 1/m, around spin_centre, m; speed, m/s, and direction of rolling, rad from x. With speed 0 the bodies shift: creepages are then distances (m). Returns how it ended; a step that does not converge leaves the state as it was. Does not hold the interpreter lock."""

class RollingScheme:
    """How the history of rolling contact is carried from step to step."""
    exact: ClassVar[RollingScheme]
    interpolated: ClassVar[RollingScheme]
    world_fixed: ClassVar[RollingScheme]
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class RollingState:
    """Where a rolling contact stands: all that its future depends on. Can be kept, restored and pickled."""
    @property
    def friction_work(self) -> float:
        """Work of friction since the start, J, never positive."""
    @property
    def time(self) -> float:
        """s."""
    @property
    def way(self) -> tuple:
        """Of the contact over the rail along x and y, m."""

class Scalar:
    """A number of a result; float(scalar) is its value."""
    def __float__(self) -> float:
        """The value."""
    @property
    def meaning(self) -> str:
        """What it is."""
    @property
    def name(self) -> str:
        """Name."""
    @property
    def unit(self) -> str:
        """SI unit; empty: none."""
    @property
    def value(self) -> float:
        """Value, SI."""

class Scheme:
    """A scheme for stepping in time."""
    @property
    def doc(self) -> str:
        """A line for people."""
    @property
    def is_adaptive(self) -> bool:
        """Whether it chooses its steps."""
    @property
    def is_implicit(self) -> bool:
        """Whether steps are solved for."""
    @property
    def name(self) -> str:
        """Name."""
    @property
    def needs_equal_steps(self) -> bool:
        """Whether steps must be equal and forces without velocity."""
    @property
    def order(self) -> int:
        """Order of accuracy; of adaptive ones the highest."""

class Solid:
    """A body of tetrahedra with values at its nodes. SI."""
    def __getitem__(self, name: str) -> numpy.typing.NDArray[Any]:
        """Values at the nodes, shape (n, components), SI."""
    @property
    def cells(self) -> numpy.typing.NDArray[Any]:
        """Numbers of the nodes of each tetrahedron, shape (n, 4) or (n, 10)."""
    def keys(self) -> list:
        """Names of the fields."""
    @property
    def name(self) -> str:
        """Name."""
    @property
    def points(self) -> numpy.typing.NDArray[Any]:
        """Nodes, m, shape (n, 3)."""

class SolveStatus:
    """How an iteration ended. Anything but converged is an outcome to look at, not an exception."""
    converged: ClassVar[SolveStatus]
    max_iterations: ClassVar[SolveStatus]
    stalled: ClassVar[SolveStatus]
    blew_up: ClassVar[SolveStatus]
    stopped: ClassVar[SolveStatus]
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...

class SpeedSweep:
    """Extremes of a beam under a train at many speeds."""
    @property
    def acceleration(self) -> numpy.typing.NDArray[numpy.float64]:
        """Largest acceleration, m/s2, all modes."""
    @property
    def deck_acceleration(self) -> numpy.typing.NDArray[numpy.float64]:
        """Largest deck acceleration, m/s2, of the modes that EN 1990 asks for."""
    @property
    def deflection(self) -> numpy.typing.NDArray[numpy.float64]:
        """Largest deflection at each speed, m."""
    @property
    def end_rotations(self) -> numpy.typing.NDArray[Any]:
        """Largest slope at ends and supports, rad, shape (n,)."""
    @property
    def moment(self) -> numpy.typing.NDArray[numpy.float64]:
        """Largest bending moment, N m."""
    @property
    def sections(self) -> list[float]:
        """Places that were looked at, m."""
    @property
    def shear(self) -> numpy.typing.NDArray[numpy.float64]:
        """Largest shear force, N."""
    @property
    def speeds(self) -> numpy.typing.NDArray[Any]:
        """m/s, shape (n,)."""
    @property
    def static_deflection(self) -> float:
        """Largest under the train at rest anywhere, m."""
    @property
    def status(self) -> SolveStatus:
        """converged, or stopped."""

class Sphere:
    """h = R - sqrt(R^2 - x^2 - y^2); R in m."""
    def __init__(self, radius: float) -> None:
        """Radius in m."""
    @property
    def radius(self) -> float:
        """R, m."""

class Subsurface:
    """Displacements and stresses at points inside a half-space."""
    @property
    def displacement(self) -> numpy.typing.NDArray[Any]:
        """u, m, shape (n, 3)."""
    @property
    def mean_stress(self) -> numpy.typing.NDArray[Any]:
        """Mean normal stress, Pa, negative under pressure, shape (n,)."""
    @property
    def stress(self) -> numpy.typing.NDArray[Any]:
        """xx, yy, zz, xy, xz, yz, Pa, positive in tension, shape (n, 6)."""
    @property
    def tresca(self) -> numpy.typing.NDArray[Any]:
        """Tresca's equivalent stress, twice the largest shear stress, Pa, shape (n,)."""
    @property
    def von_mises(self) -> numpy.typing.NDArray[Any]:
        """Von Mises' equivalent stress, Pa, shape (n,)."""

class SurfaceOperator:
    """u = A p at all cell centres by FFT: displacement in one direction by a traction in another."""
    def __init__(self, grid: Grid, displacement: str = ..., traction: str = ..., bodies: Optional[Material | tuple[Material, Material]] = ..., line_datum: float = ..., threads: int = ...) -> None:
        """Directions x, y or z; line_datum > 0: plane strain on one row."""
    def apply(self, traction: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """Displacement (m) by a traction (Pa), both of shape (ny, nx)."""

class Table:
    """Columns over one another: table['time'] is a read-only array that shares the result's memory. Values are SI."""
    def __contains__(self, name: str) -> bool:
        """Whether there is a column of that name."""
    def __getitem__(self, name: str) -> numpy.typing.NDArray[Any]:
        """Values of a column, shape (n,), SI."""
    def __iter__(self) -> Iterator[Any]:
        """Over the names of columns."""
    def __len__(self) -> int:
        """Number of columns."""
    def keys(self) -> list:
        """Names of the columns."""
    @property
    def marks(self) -> list[tuple[float, str]]:
        """Values of the first column worth marking, with their names."""
    @property
    def name(self) -> str:
        """Name; stem of its file."""
    @property
    def title(self) -> str:
        """Title for people."""
    @property
    def units(self) -> dict:
        """Unit of each column."""

class TangentialSolution:
    """Where two pressed bodies stick and slip under a given friction bound. Arrays are read-only views of the solution's own memory."""
    @property
    def cells(self) -> numpy.typing.NDArray[Any]:
        """State of each cell: 0 outside, 1 adhesion, 2 slip; shape (ny, nx)."""
    @property
    def force(self) -> tuple:
        """Tangential force on body 1 along x and y, N."""
    @property
    def grid(self) -> Grid:
        """Cells of the fields."""
    @property
    def iterations(self) -> int:
        """Steps of the linear solver."""
    @property
    def n_adhesion(self) -> int:
        """Cells that stick."""
    @property
    def n_slip(self) -> int:
        """Cells that slip."""
    @property
    def offset(self) -> tuple:
        """Rigid displacement that was found where a force was given, m."""
    @property
    def residual(self) -> float:
        """Largest distance of a traction from what its slip asks for, over the largest traction."""
    @property
    def slip_x(self) -> numpy.typing.NDArray[Any]:
        """Slip of body 1 relative to body 2 along x: over the rolling speed, or m in a shift."""
    @property
    def slip_y(self) -> numpy.typing.NDArray[Any]:
        """Slip of body 1 relative to body 2 along y: over the rolling speed, or m in a shift."""
    @property
    def status(self) -> SolveStatus:
        """How it ended."""
    @property
    def traction_x(self) -> numpy.typing.NDArray[Any]:
        """Tangential traction on body 1 along x, Pa, shape (ny, nx)."""
    @property
    def traction_y(self) -> numpy.typing.NDArray[Any]:
        """Tangential traction on body 1 along y, Pa, shape (ny, nx)."""

class WheelContact:
    """What a rail does to a wheel."""
    @property
    def force(self) -> tuple:
        """On the wheel in track axes (x forward, y right, z down), N."""
    @property
    def patches(self) -> list[ContactPatch]:
        """The patches that press."""
    @property
    def solutions(self) -> list[FrictionalSolution]:
        """Fields on the grid of each patch (model half_space): FrictionalSolution."""
    @property
    def status(self) -> SolveStatus:
        """How it ended."""
    @property
    def vertical(self) -> float:
        """How far the wheelset was lowered, m."""

class WheelOnRail:
    """A wheel that rolls along x on a rail, by their radii; a negative profile radius is concave, an infinite one flat."""
    def __init__(self, wheel_rolling_radius: float, wheel_profile_radius: float = ..., rail_profile_radius: float = ...) -> None:
        """Radii in m."""

class WheelRailContact:
    """A right wheel on its rail, by their profiles."""
    def __init__(self, wheel: Profile, rail: Profile, *, radius: float = ..., flange_back_distance: float = ..., gauge: float = ..., model: str = ..., friction: float | CoulombFriction | FallingFriction = ..., bodies: Optional[Material | tuple[Material, Material]] = ..., cells: float = ...) -> None:
        """model: half_space (Kalker's theory on grids, about `cells` cells across a patch), or Hertz with linear, shen_hedrick_elkins, polach or fastsim. Lengths in m."""
    def settle(self, load: float, *, lateral: float = ..., yaw: float = ..., roll: float = ..., speed: float = ..., pitch_rate: Optional[float] = ...) -> WheelContact:
        """Lowers the wheelset until the wheel presses on its rail with a load (N), and tells the contact. lateral: m, to the right; yaw, roll: rad; speed: m/s; pitch_rate: rad/s, negative forward, None: -speed/radius."""

def _check_case(file: CaseFile) -> None:
    """Builds the models of a case without solving it."""

def _check_key(text: str) -> None:
    """Looks at the keys of a text one by one: names, units, types and ranges, not what ties them together."""

def _declarations(scenario: str) -> tuple:
    """Tables and keys of a scenario, in the order of the reference."""

def _parse_case(text: str, name: str, folder: str | os.PathLike[str]) -> CaseFile:
    """Reads a case from TOML text."""

def _parse_tree(text: str, name: str) -> dict:
    """TOML text as nested dicts."""

def _read_case(path: str | os.PathLike[str], inp_in_metres: bool = ...) -> CaseFile:
    """Reads a case file, TOML or .inp."""

def _read_text(path: str | os.PathLike[str]) -> str:
    """The text of a case file."""

def _run(file: CaseFile, threads: int, progress: Optional[Callable[[float, str], Any]], evidence: bool) -> Result:
    """Solves all cases of a file."""

def _scenarios() -> dict:
    """Scenarios and what they are about."""

def beam_modes(beam: Beam, n_modes: int = ..., method: str = ..., n_elements: int = ...) -> BeamModes:
    """The first modes of a beam: in closed form where there is one, else by finite elements."""

def carter(normal: HertzLine, friction: float, creepage: float) -> CarterRolling:
    """A roller that rolls steadily along +x with a creepage; normal: HertzLine."""

def cattaneo(normal: HertzCircle, friction: float, force: float, material: Material = ...) -> CattaneoSphere:
    """Cattaneo's and Mindlin's closed form for two bodies of one material; force: tangential, on body 1, N."""

def contact_modulus(bodies: Optional[Material | tuple[Material, Material]] = ...) -> float:
    """E* = [(1-nu1^2)/E1 + (1-nu2^2)/E2]^-1, Pa, of two bodies.
    
    bodies: a pair (upper, lower) of Material, one Material for both, or None: steel on steel."""

def critical_speeds(modes: BeamModes, train: AxleTrain, frequency_limit: float = ..., n_divisors: int = ...) -> list[tuple[float, str]]:
    """Speeds (m/s) at which a beam is in tune with a train, with what makes them: of the modes up to a frequency (Hz; 0: up to which accelerations of the deck count)."""

def fastsim(contact: EllipticContact, creepage_x: numpy.typing.ArrayLike = ..., creepage_y: numpy.typing.ArrayLike = ..., spin: numpy.typing.ArrayLike = ..., *, flexibility: str = ..., pressure: str = ..., strips: int = ..., slices: int = ...) -> tuple:
    """Kalker's FASTSIM.
    
    Creepages and spin (1/m) are numbers or arrays that broadcast. Returns (F_x, F_y, M_z) on body 1: N, N, N m. flexibility: three, one or blended; pressure: parabolic or elliptic."""

def fastsim_fields(contact: EllipticContact, grid: Grid, creepage_x: float = ..., creepage_y: float = ..., spin: float = ..., pressure: Optional[numpy.typing.ArrayLike] = ..., flexibility: str = ...) -> FastsimFields:
    """FASTSIM on the cells of a grid, with tractions and slip; pressure (Pa, shape (ny, nx)): any shape instead of the ellipse's own."""

def find_potential_contact(shape: Union[Sphere, Paraboloid, Ellipsoid, Cylinder, Quadric, QuadricWithSines, WheelOnRail, CircularPunch, RectangularPunch, CircleAlongX, HeightField], *, force: Optional[float] = ..., approach: Optional[float] = ..., nx: int = ..., ny: int = ..., margin: float = ..., bodies: Optional[Material | tuple[Material, Material]] = ...) -> Grid:
    """A grid whose sides are `margin` times those of the contact of a shape, found by coarse solves. Give the force (N) or the approach (m)."""

def hertz_circle(radius: float, *, force: Optional[float] = ..., approach: Optional[float] = ..., bodies: Optional[Material | tuple[Material, Material]] = ...) -> HertzCircle:
    """Ball of a radius (m; of two balls 1/R = 1/R1 + 1/R2) on flat. Give the force (N) or the approach (m)."""

def hertz_ellipse(curvature_x: float, curvature_y: float, *, force: Optional[float] = ..., approach: Optional[float] = ..., bodies: Optional[Material | tuple[Material, Material]] = ...) -> HertzEllipse:
    """Contact over the gap A x^2 + B y^2 with A = curvature_x, B = curvature_y (1/m): half the sums of the bodies' curvatures. Give the force (N) or the approach (m)."""

def hertz_ellipse_from_axes(semi_axis_x: float, semi_axis_y: float, force: float, bodies: Optional[Material | tuple[Material, Material]] = ...) -> HertzEllipse:
    """The contact that has these half axes (m) under a force (N); the curvatures follow."""

def hertz_line(radius: float, force_per_length: float, bodies: Optional[Material | tuple[Material, Material]] = ...) -> HertzLine:
    """Roller of a radius (m) on flat under a force per length (N/m)."""

def influence(x: numpy.typing.ArrayLike, y: numpy.typing.ArrayLike, dx: float, dy: float, bodies: Optional[Material | tuple[Material, Material]] = ...) -> Any:
    """Influence coefficients of a rectangle dx by dy (m) under unit traction: displacement u1 - u2 in direction i at (x, y) (m, broadcast) by a traction in direction j on body 1, m/Pa, shape (..., 3, 3)."""

def kalker_coefficients(axis_ratio: float, poisson_ratio: float) -> KalkerCoefficients:
    """C11, C22, C23, C33 for a/b (half axis along rolling over the one across) and the combined Poisson ratio: F_x = -G a b C11 xi, F_y = -G a b C22 eta - G (ab)^1.5 C23 phi."""

def known_trains() -> dict:
    """Names of trains and where their data come from."""

def linear_creep_forces(contact: EllipticContact, creepage_x: numpy.typing.ArrayLike = ..., creepage_y: numpy.typing.ArrayLike = ..., spin: numpy.typing.ArrayLike = ...) -> tuple:
    """Kalker's linear theory: all sticks; the slope at small creepage.
    
    Creepages and spin (1/m) are numbers or arrays that broadcast. Returns (F_x, F_y, M_z) on body 1: N, N, N m."""

def march(internal_force: Callable[..., Any], position: numpy.typing.ArrayLike, velocity: numpy.typing.ArrayLike, *, end_time: float, step: float, scheme: str = ..., settings: dict = ..., mass: Optional[numpy.typing.ArrayLike] = ..., external_force: Optional[Callable[[float], numpy.typing.ArrayLike]] = ..., tangent_stiffness: Optional[Callable[..., numpy.typing.ArrayLike]] = ..., depends_on_velocity: bool = ..., events: dict = ..., start_time: float = ..., record_interval: float = ..., progress: Optional[Callable[[float, str], Any]] = ...) -> Motion:
    """Integrates M a + P(t, x, v) = F(t) from a start to end_time (s).
    
    internal_force(t, x, v) returns P, which resists: a spring has P = k x. external_force(t) returns F. mass: a number, one per unknown, or a matrix. tangent_stiffness(t, x, v): dP/dx, for Newton's method. step: s; of adaptive schemes the longest (0: no limit). settings: numbers of the scheme (beta, gamma, alpha, rho_inf, tolerances). events: name -> function(t, x, v) whose passing through zero is told. record_interval: s between records, 0: every step. Schemes: see schemes(). What a function raises comes out."""

def polach_forces(contact: EllipticContact, creepage_x: numpy.typing.ArrayLike = ..., creepage_y: numpy.typing.ArrayLike = ..., spin: numpy.typing.ArrayLike = ..., adhesion_reduction: float = ..., slip_reduction: float = ...) -> tuple:
    """Polach's model: that of 1999, or with reductions k_A, k_S below 1 that of 2005.
    
    Creepages and spin (1/m) are numbers or arrays that broadcast. Returns (F_x, F_y, M_z) on body 1: N, N, N m; it has no moment."""

def polach_friction(static_coefficient: float, limit_ratio: float, decay: float) -> FallingFriction:
    """Friction that falls as mu0 ((1 - A) exp(-B v) + A); B in s/m."""

def program_version() -> str:
    """Version of the library, and the commit it was built from if that is known."""

def read(path: str | os.PathLike[str]) -> Result:
    """Reads a result that was written before: its folder, or result.h5. Raises IoError for what is none, is cut off, or was written by a later version."""

def schemes() -> dict:
    """All schemes by name."""

def shen_hedrick_elkins_forces(contact: EllipticContact, creepage_x: numpy.typing.ArrayLike = ..., creepage_y: numpy.typing.ArrayLike = ..., spin: numpy.typing.ArrayLike = ...) -> tuple:
    """Shen, Hedrick and Elkins: linear theory with saturation.
    
    Creepages and spin (1/m) are numbers or arrays that broadcast. Returns (F_x, F_y, M_z) on body 1: N, N, N m."""

def simulate_crossing(modes: BeamModes, train: AxleTrain, speed: float, sections: list[float], *, time_step: float = ..., front: float = ..., free_vibration: float = ..., progress: Optional[Callable[[float, str], Any]] = ...) -> Crossing:
    """Forces cross a beam at constant speed (m/s); every mode is stepped exactly.
    
    sections: places to look at, m; time_step: s, 0: chosen; front: place of the train's front at t = 0; free_vibration: time after the last load has left, s."""

def solve_normal(distance: numpy.typing.ArrayLike, grid: Grid, *, force: Optional[float] = ..., approach: Optional[float] = ..., bodies: Optional[Material | tuple[Material, Material]] = ..., line_datum: float = ..., tolerance: float = ..., max_iterations: int = ..., threads: int = ..., derivative: bool = ..., workspace: Optional[NormalWorkspace] = ..., progress: Optional[Callable[[float, str], Any]] = ...) -> NormalSolution:
    """Frictionless contact of two elastic half-spaces.
    
    distance: undeformed distance of the surfaces at the cell centres, m, shape (ny, nx), infinite where there is no surface. Give the normal force (N) or the approach (m, positive presses together). bodies: (upper, lower) Material, one for both, or None for steel. line_datum: > 0 for plane strain on one row of cells; displacements then count from a point at this distance, m. derivative: also the stiffness. progress: function of the fraction done and the work at hand; False stops. Does not hold the interpreter lock."""

def solve_rolling(distance: numpy.typing.ArrayLike, grid: Grid, *, force: Optional[float] = ..., approach: Optional[float] = ..., friction: float | CoulombFriction | FallingFriction = ..., creepage_x: Optional[float] = ..., creepage_y: Optional[float] = ..., spin: float = ..., force_x: Optional[float] = ..., force_y: Optional[float] = ..., speed: float = ..., direction: float = ..., spin_centre: tuple[float, float] = ..., bodies: Optional[Material | tuple[Material, Material]] = ..., line_datum: float = ..., friction_memory: Optional[tuple[float, float]] = ..., layer_flexibility: float = ..., tolerance: float = ..., max_iterations: int = ..., max_outer_iterations: int = ..., sensitivities: bool = ..., threads: int = ..., progress: Optional[Callable[[float, str], Any]] = ...) -> FrictionalSolution:
    """Steady rolling along +x (or at `direction`, rad, from it) by Kalker's theory.
    
    creepage_x, creepage_y: longitudinal and lateral creepage of body 1 relative to body 2, or force_x, force_y: the force on body 1, N; spin: 1/m, around spin_centre, m; speed: m/s, for powers and falling friction. A positive creepage meets a negative force. The other arguments are those of solve_shift.
    
    friction_memory: (distance in m, least velocity in m/s) with which a falling coefficient follows the slip velocity. layer_flexibility: of a thin layer between the bodies, tangential, m/Pa. sensitivities: also the derivatives of the forces. progress: function of the fraction done and the work at hand; False stops. Does not hold the interpreter lock."""

def solve_shift(distance: numpy.typing.ArrayLike, grid: Grid, *, force: Optional[float] = ..., approach: Optional[float] = ..., friction: float | CoulombFriction | FallingFriction = ..., shift_x: Optional[float] = ..., shift_y: Optional[float] = ..., turn: float = ..., force_x: Optional[float] = ..., force_y: Optional[float] = ..., turn_centre: tuple[float, float] = ..., bodies: Optional[Material | tuple[Material, Material]] = ..., line_datum: float = ..., friction_memory: Optional[tuple[float, float]] = ..., layer_flexibility: float = ..., tolerance: float = ..., max_iterations: int = ..., max_outer_iterations: int = ..., sensitivities: bool = ..., threads: int = ..., progress: Optional[Callable[[float, str], Any]] = ...) -> FrictionalSolution:
    """Bodies pressed together, then shifted against each other without rolling (Cattaneo, Mindlin).
    
    shift_x, shift_y: displacement of body 1 relative to body 2, m, or force_x, force_y: the tangential force on body 1, N; turn: about z, rad, around turn_centre, m. friction: a coefficient, CoulombFriction or FallingFriction. The other arguments are those of solve_normal.
    
    friction_memory: (distance in m, least velocity in m/s) with which a falling coefficient follows the slip velocity. layer_flexibility: of a thin layer between the bodies, tangential, m/Pa. sensitivities: also the derivatives of the forces. progress: function of the fraction done and the work at hand; False stops. Does not hold the interpreter lock."""

def solve_tangential(bound: numpy.typing.ArrayLike, rigid_x: numpy.typing.ArrayLike, rigid_y: numpy.typing.ArrayLike, grid: Grid, *, bodies: Optional[Material | tuple[Material, Material]] = ..., force_x: Optional[float] = ..., force_y: Optional[float] = ..., line_datum: float = ..., layer_flexibility: float = ..., tolerance: float = ..., max_iterations: int = ..., threads: int = ..., progress: Optional[Callable[[float, str], Any]] = ...) -> TangentialSolution:
    """One shift of bodies pressed together, for a given friction bound.
    
    bound: largest traction of each cell, Pa, 0 outside the contact; rigid_x, rigid_y: displacement of body 1 relative to body 2 as if rigid, m. All of shape (ny, nx). force_x, force_y: the tangential force on body 1, N, where it is given instead of the constant part of the displacement. layer_flexibility: of a thin layer between the bodies, m/Pa. progress: function of the fraction done and the work at hand; False stops. Does not hold the interpreter lock."""

def static_deflection(modes: BeamModes, x: numpy.typing.ArrayLike, forces: numpy.typing.ArrayLike) -> Any:
    """Deflection (m, down) at places x (m) under forces at rest: rows (place in m, force in N)."""

def subsurface(points: numpy.typing.ArrayLike, grid: Grid, pressure: numpy.typing.ArrayLike, traction_x: Optional[numpy.typing.ArrayLike] = ..., traction_y: Optional[numpy.typing.ArrayLike] = ..., material: Material = ...) -> Subsurface:
    """Displacements and stresses inside body 1 under surface tractions on a grid.
    
    points: (x, y, z) with z >= 0 into the body, m, shape (n, 3); pressure and tractions on the body, Pa, shape (ny, nx). For body 2 hand in minus the tractions."""

def sweep_speeds(modes: BeamModes, train: AxleTrain, speeds: numpy.typing.ArrayLike, sections: list[float], *, free_vibration: float = ..., progress: Optional[Callable[[float, str], Any]] = ...) -> SpeedSweep:
    """A train at many speeds (m/s), largest values at places (m) of the beam."""

def undeformed_distance(shape: Union[Sphere, Paraboloid, Ellipsoid, Cylinder, Quadric, QuadricWithSines, WheelOnRail, CircularPunch, RectangularPunch, CircleAlongX, HeightField], grid: Grid) -> numpy.typing.NDArray[numpy.float64]:
    """Distance h(x, y) between the undeformed surfaces at every cell centre, m, shape (ny, nx); infinite where there is no surface. It grows as the surfaces part and counts from first touch."""
