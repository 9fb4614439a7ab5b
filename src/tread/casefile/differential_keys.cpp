#include "tread/casefile/differential_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

using DifferentialKeys = KeyList<DifferentialInput>;

const std::string k_model = "differential";

/// Declares keys that count for this model alone.
class Declarer {
 public:
  explicit Declarer(DifferentialKeys& keys) : keys_(keys) {}

  template <class Where>
  void operator()(const KeyInfo& key, Where where) const {
    keys_.add(key.only_for("contact.model", {k_model}), where);
  }

 private:
  DifferentialKeys& keys_;
};

KeyInfo range_of_y(std::string name, std::string doc) {
  using enum Dimension;
  KeyInfo key = numbers(std::move(name), length, any_value(), std::move(doc));
  key.count = 2;
  return key;
}

void declare_pieces(const Declarer& declare) {
  using enum Dimension;
  const differential::PairPieceSettings pair;
  const differential::PieceSettings& usual = pair.wheel;
  const auto zone_of = [](const differential::PieceSettings& piece) {
    return std::vector<double>{piece.zone_lowest_y, piece.zone_highest_y};
  };
  const auto to = [](auto member) { return at(&DifferentialInput::pieces, member); };
  const auto to_all = [](auto member) {
    return [member](DifferentialInput & input) -> auto& { return input.pieces.all.*member; };
  };
  declare(choice("elements", {{"linear", "of 4 nodes"}, {"quadratic", "of 10 nodes"}},
                 "Tetrahedra of wheel and rail")
              .defaults_to(std::string("linear")),
          to(&PiecesInput::elements));
  declare(number("fine_size", length, between(1e-4, 0.05), "Size of elements where contact can be")
              .defaults_to(usual.fine_size),
          to_all(&differential::PieceSettings::fine_size));
  declare(number("radius_share", none, above(0, 1000),
                 "Where contact can be, elements are not larger than this share of the profile's "
                 "radius of curvature")
              .defaults_to(usual.radius_share),
          to_all(&differential::PieceSettings::radius_share));
  declare(number("coarse_size", length, between(1e-4, 0.2), "Size of elements at the cut, far away")
              .defaults_to(usual.coarse_size),
          to_all(&differential::PieceSettings::coarse_size));
  declare(number("half_length", length, above(0, 1),
                 "How far the pieces of wheel and rail reach along the track, to either side of "
                 "the contact; they are held where they were cut")
              .defaults_to(usual.half_length),
          to_all(&differential::PieceSettings::half_length));
  declare(number("wheel_depth", length, above(0, 1),
                 "How far the piece of the wheel reaches from the tape circle towards the axle")
              .defaults_to(usual.depth),
          to(&PiecesInput::wheel_depth));
  declare(number("rail_depth", length, above(0, 1),
                 "How far the piece of the rail reaches down from its highest point")
              .defaults_to(usual.depth),
          to(&PiecesInput::rail_depth));
  declare(range_of_y("wheel_piece",
                     "Lowest and highest y of the wheel's profile that belong to the piece, which "
                     "is held where it was cut; left out: all of it"),
          to(&PiecesInput::wheel_piece));
  declare(range_of_y("rail_piece", "The same of the rail"), to(&PiecesInput::rail_piece));
  declare(range_of_y("wheel_zone",
                     "Lowest and highest y of the wheel's profile between which it is finely "
                     "meshed: contact may be there alone")
              .defaults_to(zone_of(pair.wheel)),
          to(&PiecesInput::wheel_zone));
  declare(range_of_y("rail_zone", "The same of the rail").defaults_to(zone_of(pair.rail)),
          to(&PiecesInput::rail_zone));
  declare(number("zone_half_length", length, above(0, 1),
                 "How far this zone reaches along the track, to either side")
              .defaults_to(usual.zone_half_length),
          to_all(&differential::PieceSettings::zone_half_length));
  declare(choice("cache",
                 {{"user", "in $XDG_CACHE_HOME/tread, or ~/.cache/tread"},
                  {"off", "nowhere: prepared anew for every run"},
                  {"folder", "in cache_folder"}},
                 "Where prepared pieces are kept for later runs")
              .defaults_to(std::string("user")),
          at(&DifferentialInput::cache));
  declare(file("cache_folder",
               "Folder of cache = \"folder\", relative to the case file; made if it is missing"),
          at(&DifferentialInput::cache_folder));
}

void declare_elastic_contact(const Declarer& declare) {
  using enum Dimension;
  const differential::ElasticContactSettings usual;
  const auto to = [](auto member) { return at(&DifferentialInput::contact, member); };
  using Settings = differential::ElasticContactSettings;
  declare(number("penalty", stiffness_per_area, positive(),
                 "K: pressure over how deep the deformed bodies overlap. Too small: they overlap "
                 "too much, and a note says so; too large: Newton's method stalls")
              .defaults_to(usual.penalty),
          to(&Settings::penalty));
  declare(number("largest_penetration", none, above(0, 1),
                 "A note is due where that overlap, over how deep they would without deforming, is "
                 "larger")
              .defaults_to(usual.largest_penetration),
          to(&Settings::largest_penetration));
  declare(choice("friction_kind",
                 {{"regularised", "traction in proportion to the slip up to regularisation"},
                  {"stick_slip", "Coulomb's law itself; with solver = \"tractions\" alone"}},
                 "How traction and slip belong together")
              .defaults_to(std::string("regularised")),
          at(&DifferentialInput::friction_kind));
  declare(number("regularisation", none, between(1e-12, 0.1),
                 "Slip, over the rolling speed, from which on traction is as large as friction "
                 "allows; not of stick_slip")
              .defaults_to(usual.regularisation),
          to(&Settings::regularisation));
  declare(number("speed_reduction", none, at_least(0),
                 "c, s/m: friction falls with the rolling speed V, mu/(1 + c V)")
              .defaults_to(usual.speed_reduction),
          to(&Settings::speed_reduction));
}

void declare_differential_solver(const Declarer& declare) {
  using enum Dimension;
  const differential::NewtonSettings usual;
  const auto to = [](auto member) { return at(&DifferentialInput::newton, member); };
  using Settings = differential::NewtonSettings;
  declare(
      choice("solver",
             {{"bicgstab_differences", "no matrix, derivatives along a direction by differences"},
              {"bicgstab", "no matrix, exact derivatives along a direction"},
              {"lu", "the whole matrix, factorised in every iteration"},
              {"tractions",
               "tractions of nodes that touch for unknowns, factors kept from problem to problem"}},
             "How the steps of Newton's method are found")
          .defaults_to(std::string("tractions")),
      at(&DifferentialInput::solver));
  declare(number("tolerance", length, between(1e-14, 1e-5),
                 "Norm of what is left of the displacements of all nodes; the paper takes 1e-8")
              .defaults_to(usual.tolerance),
          to(&Settings::tolerance));
  declare(whole_number("max_iterations", between(1, 10'000), "Most iterations of Newton's method")
              .defaults_to(static_cast<long long>(usual.max_iterations)),
          to(&Settings::max_iterations));
  declare(number("forcing", none, above(0, 0.5),
                 "eta: what linear solvers may leave of the residual in each of them")
              .defaults_to(usual.forcing),
          to(&Settings::forcing));
  declare(whole_number("max_linear_iterations", between(1, 10'000),
                       "Most iterations of linear solvers in each of them")
              .defaults_to(static_cast<long long>(usual.max_linear_iterations)),
          to(&Settings::max_linear_iterations));
  declare(whole_number("max_backtracks", between(0, 100),
                       "How often each step may be halved until the residual falls")
              .defaults_to(static_cast<long long>(usual.max_backtracks)),
          to(&Settings::max_backtracks));
}

differential::NewtonMethod method_of(const std::string& word) {
  using enum differential::NewtonMethod;
  if (word == "bicgstab_differences") return bicgstab_differences;
  if (word == "bicgstab") return bicgstab;
  return word == "lu" ? lu : tractions;
}

class DifferentialBuilder {
 public:
  DifferentialBuilder(const DifferentialInput& input, const std::filesystem::path& base_dir,
                      const Reading& reading, ProblemList& problems)
      : input_(input), base_dir_(base_dir), reading_(reading), problems_(problems) {}

  DifferentialCase build() {
    DifferentialCase result;
    result.contact = contact();
    result.pieces.wheel = piece("wheel", input_.pieces.wheel_depth, input_.pieces.wheel_piece,
                                input_.pieces.wheel_zone);
    result.pieces.rail =
        piece("rail", input_.pieces.rail_depth, input_.pieces.rail_piece, input_.pieces.rail_zone);
    set_cache(result);
    if (problems_.empty()) check_pieces(result.pieces);
    return result;
  }

 private:
  void complain(const std::string& key, std::string reason, std::string hint = "") {
    Problem problem = reading_.problem(k_model + "." + key, std::move(reason), std::move(hint));
    if (const Given* given = reading_.given(k_model + "." + key)) problem.value = given->text;
    problems_.add(std::move(problem));
  }
  bool is_given(const std::string& key) const {
    return reading_.given(k_model + "." + key) != nullptr;
  }

  differential::ElasticContactSettings contact() {
    differential::ElasticContactSettings contact = input_.contact;
    contact.newton = input_.newton;
    contact.newton.method = method_of(input_.solver);
    const bool is_exact = input_.friction_kind == "stick_slip";
    contact.friction_kind =
        is_exact ? differential::FrictionKind::stick_slip : differential::FrictionKind::regularised;
    if (is_exact && contact.newton.method != differential::NewtonMethod::tractions) {
      complain("solver",
               "differential.friction_kind = stick_slip has no other solver than tractions",
               "leave solver out, or take regularised friction");
    }
    return contact;
  }

  differential::PieceSettings piece(const std::string& body, double depth,
                                    const std::vector<double>& whole,
                                    const std::vector<double>& zone) {
    differential::PieceSettings piece = input_.pieces.all;
    piece.order = input_.pieces.elements == "quadratic" ? differential::ElementOrder::quadratic
                                                        : differential::ElementOrder::linear;
    piece.depth = depth;
    set_range(body + "_piece", whole, piece.lowest_y, piece.highest_y);
    set_range(body + "_zone", zone, piece.zone_lowest_y, piece.zone_highest_y);
    return piece;
  }

  /// Leaves what is there if nothing was given, or nothing that can be used.
  void set_range(const std::string& key, const std::vector<double>& range, double& lowest,
                 double& highest) {
    if (range.size() != 2) return;
    if (!(range[0] < range[1])) complain(key, "must rise", "lowest y first, then the highest");
    lowest = range[0];
    highest = range[1];
  }

  void set_cache(DifferentialCase& result) {
    const bool is_folder = input_.cache == "folder";
    if (is_given("cache_folder") && !is_folder) {
      complain("cache_folder", "only for differential.cache = folder", "give cache = \"folder\"");
    }
    if (is_folder && input_.cache_folder.empty()) {
      complain("cache_folder", "is missing", "differential.cache = folder needs it");
    }
    if (is_folder) result.cache_folder = base_dir_ / input_.cache_folder;
    result.cache = is_folder               ? DifferentialCase::Cache::folder
                   : input_.cache == "off" ? DifferentialCase::Cache::off
                                           : DifferentialCase::Cache::user;
  }

  void check_pieces(const differential::PairPieceSettings& pieces) {
    if (pieces.wheel.coarse_size < pieces.wheel.fine_size) {
      return complain(
          is_given("coarse_size") ? "coarse_size" : "fine_size",
          fmt::format("elements of {} m at the cut are smaller than those of {} m where "
                      "contact can be",
                      number_text(pieces.wheel.coarse_size), number_text(pieces.wheel.fine_size)),
          "coarse_size must not be below fine_size");
    }
    try {
      differential::check(pieces.wheel);
      differential::check(pieces.rail);
    } catch (const ModelError& error) {
      for (const char* key : {"half_length", "zone_half_length", "fine_size"}) {
        if (is_given(key)) return complain(key, error.what());
      }
      complain("half_length", error.what());
    }
  }

  const DifferentialInput& input_;
  const std::filesystem::path& base_dir_;
  const Reading& reading_;
  ProblemList& problems_;
};

/// Its keys complain one by one; a table without any does not.
void refuse_empty_table(const std::string& model, const Reading& reading, ProblemList& problems) {
  const KeyTable declared = differential_keys().declarations();
  const bool has_keys = std::ranges::any_of(
      declared.keys, [&](const KeyInfo& key) { return reading.given(key.full_name()) != nullptr; });
  if (!reading.has_table(k_model) || has_keys || model.empty()) return;
  problems.add(reading.problem(
      k_model, fmt::format("only for contact.model = differential, here it is {}", model)));
}

}  // namespace

KeyList<DifferentialInput> differential_keys() {
  DifferentialKeys keys;
  keys.table({.name = k_model,
              .doc = "Wheel and rail as elastic bodies of finite elements: their pieces around the "
                     "contact, prepared once, and how contact between them is solved."});
  const Declarer declare(keys);
  declare_pieces(declare);
  declare_elastic_contact(declare);
  declare_differential_solver(declare);
  return keys;
}

DifferentialCase build_differential(const DifferentialInput& input, const std::string& model,
                                    const std::filesystem::path& base_dir, const Reading& reading,
                                    ProblemList& problems) {
  if (model == k_model) return DifferentialBuilder(input, base_dir, reading, problems).build();
  refuse_empty_table(model, reading, problems);
  return {};
}

}  // namespace tread::casefile
