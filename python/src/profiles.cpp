#include "tread/profile/profile.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "tread/casefile/named_profile.hpp"
#include "tread/core/errors.hpp"
#include "tread/profile/profile_file.hpp"
#include "tread/profile/rigid_contact.hpp"
#include "tread/profile/standard_profiles.hpp"

namespace tread::python {
namespace {

using namespace py::literals;
using namespace profile;

ProfileKind kind_of(const std::string& name) {
  if (name == "wheel") return ProfileKind::wheel;
  if (name == "rail") return ProfileKind::rail;
  throw ModelError(fmt::format("kind must be wheel or rail, got {}", name));
}

RailHead head_of(const std::string& name) {
  if (name == "uic60") return RailHead::uic60;
  if (name == "60e1") return RailHead::en60e1;
  throw ModelError(fmt::format("head must be uic60 or 60e1, got {}", name));
}

void bind_profile(py::module_& module) {
  py::class_<Profile>(module, "Profile",
                      "Cross-section of a wheel or a rail of the right side: y to the right, z "
                      "down, m. Flange and gauge face lie at negative y.")
      .def(py::init([](const std::string& kind, const py::object& points, std::string name) {
             const Input rows = row_array(points, "points", 2);
             std::vector<ProfilePoint> list;
             for (std::size_t i = 0; i < rows.values().size(); i += 2) {
               list.push_back({rows.values()[i], rows.values()[i + 1]});
             }
             return Profile(kind_of(kind), std::move(name), std::move(list));
           }),
           "kind"_a, "points"_a, "name"_a = "profile",
           "kind: wheel or rail; points: rows (y, z), m, rising in y.")
      .def_static("s1002", &s1002, "The wheel S1002 of EN 13715, by its formula.")
      .def_static(
          "rail_head",
          [](const std::string& head, double inclination) {
            return rail_head(head_of(head), inclination);
          },
          "head"_a = "uic60", "inclination"_a = 0.025,
          "uic60 or 60e1, laid with an inclination (1:40 is 0.025).")
      .def_static(
          "cone",
          [](double slope, bool flange) {
            ConeShape shape;
            shape.slope = slope;
            shape.flange = flange ? Flange::s1002 : Flange::none;
            return cone_wheel(shape);
          },
          "slope"_a = 0.05, "flange"_a = false,
          "A conical wheel; with the flange of S1002 if asked for.")
      .def_static(
          "from_file",
          [](const std::filesystem::path& path, const std::optional<std::string>& kind,
             const std::optional<bool>& mirror_y, const std::optional<bool>& mirror_z) {
            ProfileReadOptions options;
            if (kind) options.kind = kind_of(*kind);
            if (mirror_y) options.mirror_y = *mirror_y ? Mirror::yes : Mirror::no;
            if (mirror_z) options.mirror_z = *mirror_z ? Mirror::yes : Mirror::no;
            return casefile::read_profile_file(path, options).profile();
          },
          "path"_a, "kind"_a = py::none(), "mirror_y"_a = py::none(), "mirror_z"_a = py::none(),
          py::call_guard<py::gil_scoped_release>(),
          "Reads a file of Simpack, MiniProf or Vampire, or columns y z; unit and "
          "orientation are found out where they are not given.")
      .def_property_readonly("name", &Profile::name, "Name.")
      .def_property_readonly(
          "kind", [](const Profile& p) { return to_string(p.kind()); }, "wheel or rail.")
      .def_property_readonly("length", &Profile::length, "Along the curve, m.")
      .def_property_readonly(
          "points",
          [](const py::object& self) {
            const auto points = self.cast<const Profile&>().points();
            static_assert(sizeof(ProfilePoint) == 2 * sizeof(double));
            return view({reinterpret_cast<const double*>(points.data()), 2 * points.size()},
                        {static_cast<py::ssize_t>(points.size()), 2}, self);
          },
          "(y, z) of its points, m, shape (n, 2), read-only view.")
      .def("height", py::vectorize([](const Profile* p, double y) { return p->height(y); }), "y"_a,
           "z at y, m; NaN beyond the ends.")
      .def(
          "sample",
          [](const Profile& p, const py::object& s) {
            const Input places = flat_array(s, "s");
            py::array_t<double> result =
                new_array({static_cast<py::ssize_t>(places.values().size()), 5});
            double* out = result.mutable_data();
            const py::gil_scoped_release unlocked;
            for (const double place : places.values()) {
              const ProfileSample at = p.at(place);
              for (const double v : {at.y, at.z, at.slope_y, at.slope_z, at.curvature}) *out++ = v;
            }
            return result;
          },
          "s"_a,
          "y, z, dy/ds, dz/ds and curvature (1/m) at lengths s along the curve, shape (n, "
          "5).")
      .def("__repr__", [](const Profile& p) {
        return fmt::format("<Profile {} ({}), {} points>", p.name(), to_string(p.kind()),
                           p.points().size());
      });
}

void bind_search(py::module_& module) {
  py::class_<ContactPoint>(module, "ContactPoint",
                           "Where the undeformed surfaces of wheel and rail overlap deepest.")
      .def_property_readonly(
          "position",
          [](const ContactPoint& p) {
            return py::make_tuple(p.position.x(), p.position.y(), p.position.z());
          },
          "In the track frame, m.")
      .def_readonly("angle", &ContactPoint::angle, "Contact angle, rad.")
      .def_readonly("penetration", &ContactPoint::penetration, "m; negative: a gap.")
      .def_readonly("wheel_y", &ContactPoint::wheel_y, "In the wheel's profile, m.")
      .def_readonly("rail_y", &ContactPoint::rail_y, "In the rail's profile, m.")
      .def_readonly("rolling_radius", &ContactPoint::rolling_radius, "m.")
      .def_property_readonly(
          "curvatures",
          [](const ContactPoint& p) { return py::make_tuple(p.curvature_x, p.curvature_y); },
          "A and B of the gap A x^2 + B y^2, 1/m.")
      .def("__repr__", [](const ContactPoint& p) {
        return fmt::format("<ContactPoint wheel y {:.4g} m, rail y {:.4g} m, angle {:.4g} rad>",
                           p.wheel_y, p.rail_y, p.angle);
      });
  py::class_<RigidContact>(module, "RigidContact", "A rigid wheelset that stands on two rails.")
      .def_readonly("left", &RigidContact::left, "Contact point of the left wheel, as in a mirror.")
      .def_readonly("right", &RigidContact::right, "Contact point of the right wheel.")
      .def_property_readonly(
          "roll", [](const RigidContact& c) { return c.pose.roll; }, "rad.")
      .def_property_readonly(
          "vertical", [](const RigidContact& c) { return c.pose.vertical; }, "m, down.")
      .def_property_readonly("radius_difference", &RigidContact::radius_difference,
                             "Rolling radius of the right wheel less that of the left one, m.");
  py::class_<RigidWheelset>(module, "RigidWheelset", "A wheelset on two rails, all of them rigid.")
      .def(py::init([](const Profile& wheel, const Profile& rail, double radius, double flange_back,
                       double gauge, double gauge_height, const Profile* left_wheel,
                       std::optional<double> left_radius) {
             WheelsetGeometry wheelset;
             wheelset.nominal_radius = radius;
             wheelset.flange_back_distance = flange_back;
             const TrackGeometry track{gauge, gauge_height};
             const Profile left = enlarged(left_wheel != nullptr ? *left_wheel : wheel,
                                           left_radius.value_or(radius) - radius);
             return RigidWheelset(ContactSearch({left, rail, wheelset, track}),
                                  ContactSearch({wheel, rail, wheelset, track}));
           }),
           "wheel"_a, "rail"_a, "radius"_a = 0.46, "flange_back_distance"_a = 1.36,
           "gauge"_a = 1.435, "gauge_height"_a = 0.014, "left_wheel"_a = py::none(),
           "left_radius"_a = py::none(), py::call_guard<py::gil_scoped_release>(),
           "Nominal radius, distance of the flange backs, gauge and how far below the rails' tops "
           "it "
           "is taken, m. Both wheels are alike unless the left one has a profile, given as if it "
           "were that of a right wheel, or a radius of its own.")
      .def(
          "at",
          [](const RigidWheelset& wheelset, double lateral, double yaw) {
            return wheelset.at(lateral, yaw);
          },
          "lateral"_a, "yaw"_a = 0.0, py::call_guard<py::gil_scoped_release>(),
          "Where it touches at a lateral position (m, to the right) and yaw (rad).")
      .def(
          "equivalent_conicity",
          [](const RigidWheelset& wheelset, double amplitude) {
            constexpr double step = 0.05e-3;
            const LateralRange range =
                wheelset.standing_range(2 * amplitude + 10e-3, step, Roll::left_out);
            return equivalent_conicity(radius_difference(wheelset, range.from, range.to, step),
                                       amplitude)
                .by_integration;
          },
          "amplitude"_a = 0.003, py::call_guard<py::gil_scoped_release>(),
          "tan(gamma) at an amplitude (m), by integration as in EN 15302, roll left out.");
}

}  // namespace

void bind_profiles(py::module_& module) {
  bind_profile(module);
  bind_search(module);
}

}  // namespace tread::python
