#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <istream>
#include <ostream>
#include <string>
#include <type_traits>

#include "tread/contact/rolling_contact.hpp"
#include "tread/core/errors.hpp"

namespace tread::contact {
namespace {

/// First bytes of a file: what it is, its version, and a number that reads wrong on machines that
/// store numbers otherwise.
constexpr std::array<char, 16> k_name = {'t', 'r', 'e', 'a', 'd', ' ', 'r', 'o',
                                         'l', 'l', 'i', 'n', 'g', ' ', '1', '\n'};
constexpr std::uint32_t k_byte_order = 0x01020304;
/// Marks cover one cell of way; more than this many come from a damaged file.
constexpr std::uint64_t k_most_marks = 10'000'000;

[[noreturn]] void damaged(const std::string& why) {
  throw IoError("the rolling state cannot be read: " + why +
                "; it must be a file that this program saved, complete and unchanged");
}

/// One walk over all members serves both directions.
class Writer {
 public:
  explicit Writer(std::ostream& out) : out_(out) {}

  template <class T>
  void number(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    out_.write(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class T>
  void cells(const std::vector<T>& field, std::size_t) {
    out_.write(reinterpret_cast<const char*>(field.data()),
               static_cast<std::streamsize>(field.size() * sizeof(T)));
  }
  void marks(const std::vector<RollingState::Mark>& marks) {
    number(static_cast<std::uint64_t>(marks.size()));
    for (const auto& mark : marks) number(mark);
  }

 private:
  std::ostream& out_;
};

class Reader {
 public:
  explicit Reader(std::istream& in) : in_(in) {}

  template <class T>
  void number(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    read(reinterpret_cast<char*>(&value), sizeof(T));
  }
  template <class T>
  void cells(std::vector<T>& field, std::size_t n) {
    field.resize(n);
    read(reinterpret_cast<char*>(field.data()), n * sizeof(T));
  }
  void marks(std::vector<RollingState::Mark>& marks) {
    std::uint64_t n = 0;
    number(n);
    if (n > k_most_marks) damaged("a count is impossible");
    marks.resize(n);
    for (auto& mark : marks) number(mark);
  }

 private:
  void read(char* to, std::size_t n) {
    in_.read(to, static_cast<std::streamsize>(n));
    if (in_.gcount() != static_cast<std::streamsize>(n)) damaged("it ends too early");
  }

  std::istream& in_;
};

template <class Stream, class Given>
void walk_given(Stream& stream, Given& given) {
  stream.number(given.kind);
  stream.number(given.value);
}

template <class Stream, class State>
void walk(Stream& stream, State& state) {
  const std::size_t n = state.grid.n_cells();
  stream.number(state.time);
  stream.number(state.way);
  stream.number(state.window);
  for (auto* snapshot : {&state.committed, &state.last}) {
    stream.cells(snapshot->traction.x, n);
    stream.cells(snapshot->traction.y, n);
    stream.cells(snapshot->pressure, n);
    stream.cells(snapshot->cells, n);
    stream.cells(snapshot->friction, n);
    stream.number(snapshot->time);
    stream.number(snapshot->way);
    stream.number(snapshot->rigid);
  }
  stream.number(state.rigid_since);
  stream.number(state.spin_since);
  stream.number(state.spin_part_since);
  stream.number(state.length_since);
  stream.number(state.last_step.speed);
  stream.number(state.last_step.direction);
  stream.number(state.last_step.normal);
  stream.number(state.last_step.normal_value);
  walk_given(stream, state.last_step.kinematics.x);
  walk_given(stream, state.last_step.kinematics.y);
  stream.number(state.last_step.kinematics.spin);
  stream.number(state.last_step.kinematics.spin_centre);
  stream.number(state.last_change);
  stream.marks(state.marks);
}

/// Enums and numbers that no saved state can have.
void check(const RollingState& state) {
  for (const auto* snapshot : {&state.committed, &state.last}) {
    for (std::size_t i = 0; i < snapshot->cells.size(); ++i) {
      if (snapshot->cells[i] > CellState::slip) damaged("a cell neither sticks nor slips");
      if (!std::isfinite(snapshot->traction.x[i]) || !std::isfinite(snapshot->traction.y[i]) ||
          !(snapshot->friction[i] >= 0) || !(snapshot->pressure[i] >= 0) ||
          !std::isfinite(snapshot->pressure[i])) {
        damaged("a traction or pressure is impossible");
      }
    }
  }
  const RollingStep& step = state.last_step;
  const auto known = [](Given::Kind kind) {
    return kind == Given::Kind::creepage || kind == Given::Kind::force;
  };
  if ((step.normal != Prescribed::force && step.normal != Prescribed::approach) ||
      !known(step.kinematics.x.kind) || !known(step.kinematics.y.kind)) {
    damaged("what was prescribed is unknown");
  }
  for (const double value : {state.time, state.way[0], state.way[1], state.length_since,
                             state.spin_since, state.rigid_since[0], state.rigid_since[1]}) {
    if (!std::isfinite(value)) damaged("a number is not finite");
  }
}

}  // namespace

void save(const RollingState& state, std::ostream& out) {
  out.write(k_name.data(), k_name.size());
  Writer writer(out);
  writer.number(k_byte_order);
  writer.number(state.grid);
  walk(writer, state);
  if (!out) throw IoError("the rolling state could not be written: check the disk's free space");
}

RollingState load_rolling_state(std::istream& in) {
  std::array<char, k_name.size()> name{};
  in.read(name.data(), name.size());
  if (name != k_name) damaged("it does not begin like one");
  RollingState state;
  Reader reader(in);
  std::uint32_t order = 0;
  reader.number(order);
  if (order != k_byte_order) damaged("it comes from another kind of machine");
  reader.number(state.grid);
  try {
    tread::check(state.grid);
  } catch (const ModelError&) {
    damaged("its grid is impossible");
  }
  walk(reader, state);
  check(state);
  return state;
}

}  // namespace tread::contact
