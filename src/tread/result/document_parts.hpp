#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "tread/core/as_size.hpp"
#include "tread/result/result.hpp"

namespace tread::result {

/// What the parts of a Result are called in its document, said once: document.cpp walks through it
/// to write and to read, so that both always agree.
///
/// A walk has
///   value(key, x)             a word, number, flag or optional number
///   added(key, word)          a word that results of earlier releases lack: empty there
///   words(key, list)          a list of words
///   choice(key, x, names)     an enumeration, by the names of its values
///   list(key, items)          a list of parts
///   part(key, x)              one part, or null
///   array(key, name, shape, values, unit, meaning)
///                             numbers apart from the tree, under `name`
///   frames(animation)         its frames, by describe_frames()
///   derived(key, x)           what follows from the rest: written, not read
///   require(condition, what)  what writers and solvers rely on; reading, a file may say otherwise

template <class Part, class Of>
concept Is = std::same_as<std::remove_const_t<Part>, Of>;

/// In the first place of a shape: as many as there are.
inline constexpr std::size_t k_as_many = std::numeric_limits<std::size_t>::max();

void describe(auto& walk, Is<Echo> auto& echo) {
  walk.value("key", echo.key);
  walk.value("value", echo.value);
  walk.value("unit", echo.unit);
}

void describe(auto& walk, Is<Scalar> auto& scalar) {
  walk.value("name", scalar.name);
  walk.value("value", scalar.value);
  walk.value("unit", scalar.unit);
  walk.value("meaning", scalar.meaning);
}

void describe(auto& walk, Is<Vector::Component> auto& component) {
  walk.value("label", component.label);
  walk.value("value", component.value);
  walk.value("unit", component.unit);
}

void describe(auto& walk, Is<Vector> auto& vector) {
  walk.value("name", vector.name);
  walk.value("meaning", vector.meaning);
  walk.list("components", vector.components);
}

void describe(auto& walk, Is<Count> auto& count) {
  walk.value("name", count.name);
  walk.value("value", count.value);
}

/// None, or at least one each way: what runs along one axis only is then bounded, too.
inline bool is_possible(const Grid& grid) {
  if (grid.nx == 0 && grid.ny == 0) return true;
  return grid.nx > 0 && grid.ny > 0 && grid.n_cells() <= k_max_cells;
}

void describe(auto& walk, Is<Grid> auto& grid) {
  walk.value("nx", grid.nx);
  walk.value("ny", grid.ny);
  walk.value("x0", grid.x0);
  walk.value("y0", grid.y0);
  walk.value("dx", grid.dx);
  walk.value("dy", grid.dy);
  walk.require(is_possible(grid), "a grid has fewer or more cells than a grid can have");
}

/// @param n_frames of a history; none: a field at one instant.
void describe_fields(auto& walk, const Grid& grid, auto& fields, std::size_t n_frames) {
  walk.list("fields", fields, [&grid, n_frames](auto& inside, auto& field) {
    inside.value("name", field.name);
    inside.value("unit", field.unit);
    inside.value("meaning", field.meaning);
    const std::size_t ny = as_size(grid.ny);
    const std::size_t nx = as_size(grid.nx);
    if (n_frames == k_as_many) {
      inside.array("values", field.name, {ny, nx}, field.values, field.unit, field.meaning);
    } else {
      inside.array("values", field.name, {n_frames, ny, nx}, field.values, field.unit,
                   field.meaning);
    }
  });
}

void describe(auto& walk, Is<FieldSet> auto& set) {
  walk.part("grid", set.grid);
  walk.value("y_name", set.y_name);
  describe_fields(walk, set.grid, set.fields, k_as_many);
}

void describe(auto& walk, Is<FieldHistory> auto& history) {
  walk.value("name", history.name);
  walk.value("title", history.title);
  walk.part("grid", history.grid);
  walk.value("y_name", history.y_name);
  walk.value("time_name", history.time_name);
  walk.value("time_unit", history.time_unit);
  walk.array("times", "times", {k_as_many}, history.times, history.time_unit, history.time_name);
  describe_fields(walk, history.grid, history.fields, history.n_frames());
}

void describe(auto& walk, Is<SolidFields> auto& solid) {
  walk.value("name", solid.name);
  walk.value("title", solid.title);
  walk.array("points", "points", {k_as_many, 3}, solid.points, "m", "places of the nodes");
  walk.value("nodes_per_cell", solid.nodes_per_cell);
  walk.require(solid.nodes_per_cell == 4 || solid.nodes_per_cell == 10,
               "a solid has cells that are no tetrahedra");
  walk.array("cells", "cells", {k_as_many, as_size(solid.nodes_per_cell)}, solid.cells, "",
             "nodes of each tetrahedron, from 0");
  const std::size_t n_nodes = solid.points.size() / 3;
  walk.require(
      std::ranges::all_of(solid.cells,
                          [n_nodes](int node) { return node >= 0 && as_size(node) < n_nodes; }),
      "a solid has cells of nodes that it has not");
  walk.list("fields", solid.fields, [n_nodes](auto& inside, auto& field) {
    inside.value("name", field.name);
    inside.value("unit", field.unit);
    inside.value("meaning", field.meaning);
    inside.value("n_components", field.n_components);
    inside.require(field.n_components == 1 || field.n_components == 3 || field.n_components == 6,
                   "a field of a solid is neither number, vector nor tensor");
    inside.array("values", field.name, {n_nodes, as_size(field.n_components)}, field.values,
                 field.unit, field.meaning);
  });
}

void describe(auto& walk, Is<Table::Mark> auto& mark) {
  walk.value("at", mark.at);
  walk.value("name", mark.name);
}

void describe(auto& walk, Is<Column> auto& column) {
  walk.value("name", column.name);
  walk.value("unit", column.unit);
  walk.array("values", column.name, {k_as_many}, column.values, column.unit, in_words(column.name));
}

void describe(auto& walk, Is<Table> auto& table) {
  walk.value("name", table.name);
  walk.value("title", table.title);
  walk.choice("home", table.home, {"file", "file_and_json"});
  walk.choice("look", table.look, {"curves", "bands", "rows", "drawing", "file_only"});
  walk.list("marks", table.marks);
  walk.list("columns", table.columns);
}

void describe(auto& walk, Is<Check> auto& check) {
  walk.value("name", check.name);
  walk.value("title", check.title);
  walk.value("clause", check.clause);
  walk.value("limit_key", check.limit_key);
  walk.value("unit", check.unit);
  using Verdict = Check::Verdict;
  walk.choice("verdict", check.verdict,
              {name_of(Verdict::pass), name_of(Verdict::fail), name_of(Verdict::not_applicable)});
  walk.value("value", check.value);
  walk.value("limit", check.limit);
  walk.choice("bound", check.bound, {"at_most", "at_least"});
  walk.value("decided_by", check.decided_by);
  walk.value("deciding_case", check.deciding_case);
  walk.value("note", check.note);
  walk.derived("margin", [&check] { return check.margin(); });
}

void describe(auto& walk, Is<Evidence::Change> auto& change) {
  walk.value("name", change.name);
  walk.value("unit", change.unit);
  walk.value("value", change.value);
  walk.value("varied", change.varied);
  walk.added("meaning", change.meaning);
  walk.added("varied_meaning", change.varied_meaning);
}

void describe(auto& walk, Is<Evidence> auto& evidence) {
  walk.value("name", evidence.name);
  walk.value("title", evidence.title);
  walk.value("failure", evidence.failure);
  walk.list("changes", evidence.changes);
}

/// The frames of an animation, of all frames in one row.
struct FrameArrays {
  std::vector<double> times;
  std::vector<double> deflections;
  std::vector<double> wheels;
};

void describe_frames(auto& walk, Is<FrameArrays> auto& frames, std::size_t n_places,
                     std::size_t n_wheels) {
  walk.array("times", "times", {k_as_many}, frames.times, "s", "time");
  const std::size_t n = frames.times.size();
  walk.array("deflections", "deflections", {n, n_places}, frames.deflections, "m",
             "deflection downwards at each place");
  walk.array("wheels", "wheels", {n, n_wheels}, frames.wheels, "m", "x of each wheel");
}

void describe(auto& walk, Is<BridgeAnimation> auto& animation) {
  walk.array("places", "places", {k_as_many}, animation.places, "m", "x along the bridge");
  walk.array("supports", "supports", {k_as_many}, animation.supports, "m", "x of the supports");
  walk.array("vehicle_of_wheel", "vehicle_of_wheel", {k_as_many}, animation.vehicle_of_wheel, "",
             "number of the vehicle of each wheel, from 0");
  walk.frames(animation);
  walk.value("still", animation.still);
  walk.require(animation.frames.empty() || animation.still < animation.frames.size(),
               "the frame of an animation that pictures show is none of its frames");
}

void describe(auto& walk, Is<TextFile> auto& file) {
  walk.value("stem", file.stem);
  walk.value("extension", file.extension);
  walk.value("text", file.text);
}

void describe(auto& walk, Is<CaseResult> auto& c) {
  walk.value("title", c.title);
  walk.value("status", c.status);
  walk.value("ok", c.ok);
  walk.value("iterations", c.iterations);
  walk.value("residual", c.residual);
  walk.words("notes", c.notes);
  walk.list("echo", c.echo);
  walk.list("scalars", c.scalars);
  walk.list("vectors", c.vectors);
  walk.list("elements", c.elements);
  walk.part("fields", c.fields);
  walk.list("histories", c.histories);
  walk.list("solids", c.solids);
  walk.list("tables", c.tables);
  walk.list("checks", c.checks);
  walk.list("evidence", c.evidence);
  walk.part("animation", c.animation);
  walk.list("files", c.files);
}

void describe(auto& walk, Is<Result> auto& result) {
  walk.value("program_version", result.program_version);
  walk.value("case_file", result.case_file);
  walk.value("case_text", result.case_text);
  walk.value("description", result.description);
  walk.value("units_note", result.units_note);
  walk.value("wall_seconds", result.wall_seconds);
  walk.derived("status", [&result] { return result.status(); });
  walk.derived("ok", [&result] { return result.ok(); });
  walk.list("echo", result.echo);
  walk.list("cases", result.cases);
}

}  // namespace tread::result
