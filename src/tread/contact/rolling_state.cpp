#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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
                                         'l', 'l', 'i', 'n', 'g', ' ', '2', '\n'};
constexpr std::uint32_t k_byte_order = 0x01020304;
/// Pieces of way cover one cell; more than this many come from a damaged file.
constexpr std::uint64_t k_most_pieces = 10'000;
/// The window follows the contact to half a cell.
constexpr double k_farthest_window = 1;
constexpr double k_farthest_way = 1e15;  // cells
/// Fields are read in parts, so that a damaged size asks for no more memory than there are data.
constexpr std::size_t k_part = 1 << 16;

[[noreturn]] void damaged(const std::string& why) {
  throw IoError("the rolling state cannot be read: " + why +
                "; it must be a file that this program saved, complete and unchanged");
}

/// Fowler-Noll-Vo hash, 64 bits, of all bytes.
class Checksum {
 public:
  void add(const char* bytes, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      value_ = (value_ ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// One walk over all members serves both directions.
class Writer {
 public:
  explicit Writer(std::ostream& out) : out_(out) {}

  template <class T>
  void number(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    write(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class T>
  void cells(const std::vector<T>& field, std::size_t) {
    write(reinterpret_cast<const char*>(field.data()), field.size() * sizeof(T));
  }
  void pieces(const std::vector<RollingState::Piece>& pieces) {
    number(static_cast<std::uint64_t>(pieces.size()));
    for (const auto& piece : pieces) number(piece);
  }
  const Checksum& checksum() const { return checksum_; }

 private:
  void write(const char* bytes, std::size_t n) {
    out_.write(bytes, static_cast<std::streamsize>(n));
    checksum_.add(bytes, n);
  }

  std::ostream& out_;
  Checksum checksum_;
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
    field.clear();
    while (field.size() < n) {
      const std::size_t done = field.size();
      field.resize(std::min(n, done + k_part));
      read(reinterpret_cast<char*>(field.data() + done), (field.size() - done) * sizeof(T));
    }
  }
  void pieces(std::vector<RollingState::Piece>& pieces) {
    std::uint64_t n = 0;
    number(n);
    if (n > k_most_pieces) damaged("a count is impossible");
    pieces.resize(n);
    for (auto& piece : pieces) number(piece);
  }
  const Checksum& checksum() const { return checksum_; }

 private:
  void read(char* to, std::size_t n) {
    in_.read(to, static_cast<std::streamsize>(n));
    if (in_.gcount() != static_cast<std::streamsize>(n)) damaged("it ends too early");
    checksum_.add(to, n);
  }

  std::istream& in_;
  Checksum checksum_;
};

template <class Stream, class Given>
void walk_given(Stream& stream, Given& given) {
  stream.number(given.kind);
  stream.number(given.value);
}

template <class Stream, class State>
void walk(Stream& stream, State& state) {
  const std::size_t n = state.grid.n_cells();
  stream.number(state.scheme);
  stream.number(state.time);
  stream.number(state.way);
  stream.number(state.window);
  for (auto* snapshot : {&state.committed, &state.last}) {
    stream.cells(snapshot->traction.x, n);
    stream.cells(snapshot->traction.y, n);
    stream.cells(snapshot->pressure, n);
    stream.cells(snapshot->cells, n);
    stream.cells(snapshot->friction, n);
  }
  stream.number(state.since);
  stream.number(state.committed_work);
  stream.number(state.past_point);
  stream.number(state.last_step.speed);
  stream.number(state.last_step.direction);
  stream.number(state.last_step.normal);
  stream.number(state.last_step.normal_value);
  walk_given(stream, state.last_step.kinematics.x);
  walk_given(stream, state.last_step.kinematics.y);
  stream.number(state.last_step.kinematics.spin);
  stream.number(state.last_step.kinematics.spin_centre);
  stream.number(state.last_change);
  stream.pieces(state.pieces);
  stream.number(state.creepage);
}

/// Enums and numbers that no saved state can have.
void check_state(const RollingState& state) {
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
  if (state.scheme != RollingScheme::exact && state.scheme != RollingScheme::interpolated &&
      state.scheme != RollingScheme::world_fixed) {
    damaged("its scheme is unknown");
  }
  const RollingState::Since& since = state.since;
  for (const double value : {state.time,
                             since.time,
                             since.length,
                             since.way[0],
                             since.way[1],
                             since.rigid[0],
                             since.rigid[1],
                             since.spin_part[0],
                             since.spin_part[1],
                             since.spin,
                             since.creep[0],
                             since.creep[1],
                             since.work,
                             state.committed_work,
                             state.past_point,
                             step.direction,
                             step.normal_value,
                             step.kinematics.x.value,
                             step.kinematics.y.value,
                             step.kinematics.spin}) {
    if (!std::isfinite(value)) damaged("a number is not finite");
  }
  if (since.length < 0 || since.time < 0 || state.past_point < 0) damaged("a length is negative");
  for (const RollingState::Piece& piece : state.pieces) {
    if (!(piece.length > 0) || !std::isfinite(piece.length)) damaged("a length is impossible");
  }
  const Grid& grid = state.grid;
  const std::array<double, 2> cells{state.way[0] / grid.dx, state.way[1] / grid.dy};
  for (std::size_t d = 0; d < 2; ++d) {
    const bool moves = state.scheme == RollingScheme::world_fixed && (d == 0 || grid.ny > 1);
    if (!(std::abs(cells[d]) < k_farthest_way) ||
        (moves &&
         !(std::abs(cells[d] - static_cast<double>(state.window[d])) < k_farthest_window))) {
      damaged("its window is not where the contact is");
    }
  }
}

}  // namespace

void save(const RollingState& state, std::ostream& out) {
  Writer writer(out);
  writer.number(k_name);
  writer.number(k_byte_order);
  writer.number(state.grid);
  walk(writer, state);
  writer.number(writer.checksum().value());
  if (!out) throw IoError("the rolling state could not be written: check the disk's free space");
}

RollingState load_rolling_state(std::istream& in) {
  Reader reader(in);
  std::array<char, k_name.size()> name{};
  reader.number(name);
  if (name != k_name) damaged("it does not begin like one");
  RollingState state;
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
  check_state(state);
  const std::uint64_t expected = reader.checksum().value();
  std::uint64_t checksum = 0;
  reader.number(checksum);
  if (checksum != expected) damaged("its checksum is wrong");
  return state;
}

}  // namespace tread::contact
