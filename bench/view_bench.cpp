// The viewer on a large result: makes one (by default of 2 GB), starts `tread view` on it, asks
// every kind of request one after the other, then with many clients at once. Tells latencies in
// wall-clock time, memory of the server as the system counts it, and errors. Returns 1 if there are
// any, if a request of one client takes more than 200 ms, or if memory goes beyond 300 MB or grows
// under the same load.
//
//   view_bench [GB [CLIENTS [SECONDS]]]     the file stays in $TMPDIR/tread_view_bench until the
//   end

#include <fmt/format.h>
#include <httplib.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tread/result/result.hpp"
#include "tread/result/result_file.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int k_cells = 256;               // a side: frames of 512 KiB
constexpr std::size_t k_rows = 1'000'000;  // of the table
constexpr std::size_t k_frames_of_16_MB = 32;
constexpr double k_most_seconds = 0.2;  // a request of one client
constexpr double k_most_megabytes = 300;
constexpr double k_most_growth = 30;  // MB, from the first third of the crowd's time to the last

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Numbers with all digits, which do not compress: the file is as large as what is in it.
std::vector<double> noise(std::size_t n) {
  std::mt19937_64 engine(n);
  std::vector<double> values(n);
  for (double& value : values) value = std::generate_canonical<double, 53>(engine);
  return values;
}

tread::result::Result large_result(std::size_t n_frames) {
  tread::result::FieldHistory history;
  history.name = "pressure_history";
  history.title = "pressure over time";
  history.grid = {k_cells, k_cells, 0, 0, 1e-4, 1e-4};
  for (std::size_t i = 0; i < n_frames; ++i) history.times.push_back(1e-4 * static_cast<double>(i));
  for (const char* name : {"pressure", "displacement"}) {
    history.fields.push_back({name, "", name, noise(n_frames * history.grid.n_cells())});
  }
  tread::result::CaseResult c;
  c.title = "large";
  c.status = "converged";
  c.ok = true;
  c.histories.push_back(std::move(history));
  std::vector<double> time(k_rows);
  for (std::size_t i = 0; i < k_rows; ++i) time[i] = 1e-4 * static_cast<double>(i);
  c.tables.push_back({"force", "force", {{"time", "s", time}, {"force", "N", noise(k_rows)}}});
  tread::result::Result result;
  result.program_version = "bench";
  result.case_file = "large.toml";
  result.cases.push_back(std::move(c));
  return result;
}

/// `tread view` in a process of its own.
class Viewer {
 public:
  explicit Viewer(const std::string& folder) {
    int pipe_ends[2];
    if (::pipe(pipe_ends) != 0) throw std::runtime_error("no pipe");
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(pipe_ends[1], STDOUT_FILENO);
      ::close(pipe_ends[0]);
      ::execl(TREAD_PROGRAM, "tread", "view", folder.c_str(), "--no-browser", nullptr);
      ::_exit(127);
    }
    ::close(pipe_ends[1]);
    std::FILE* lines = ::fdopen(pipe_ends[0], "r");
    char line[1000];
    while (port_ == 0 && std::fgets(line, sizeof line, lines) != nullptr) {
      const std::string text = line;
      const std::size_t at = text.find("127.0.0.1:");
      if (at != std::string::npos) port_ = std::atoi(text.c_str() + at + 10);
    }
    std::fclose(lines);
    if (port_ == 0) throw std::runtime_error("the viewer does not start");
  }
  ~Viewer() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  int port() const { return port_; }

  /// MB of VmRSS or VmHWM, the most there ever was.
  double memory(const std::string& kind) const {
    std::ifstream status(fmt::format("/proc/{}/status", process_));
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with(kind)) return std::atof(line.c_str() + kind.size() + 1) / 1000;
    }
    return 0;
  }

  /// Seconds that it has used of the processors: what other programs do counts less.
  double processor_seconds() const {
    std::ifstream stat(fmt::format("/proc/{}/stat", process_));
    std::string word;
    for (int i = 0; i < 13; ++i) stat >> word;
    double user = 0;
    double system = 0;
    stat >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }

 private:
  pid_t process_ = -1;
  int port_ = 0;
};

class Client {
 public:
  explicit Client(int port) : http_("127.0.0.1", port) {
    http_.set_keep_alive(true);
    http_.set_tcp_nodelay(true);
    http_.set_read_timeout(60);
  }

  /// Seconds until the last byte is there; negative: an error.
  double ask(const std::string& target) {
    const auto begin = Clock::now();
    const httplib::Result answer = http_.Get(target);
    const double seconds = seconds_since(begin);
    return answer && answer->status == 200 ? seconds : -1;
  }

 private:
  httplib::Client http_;
};

struct Kind {
  std::string name;
  std::function<std::string(std::mt19937_64&)> target;
  int weight = 0;  // among the requests of many clients
};

std::string array(const std::string& name) {
  return "/api/runs/0/array?path=/cases/1/histories/pressure_history/" + name;
}

std::vector<Kind> kinds(std::size_t n_frames) {
  const std::string curve =
      "/api/runs/0/curve?x=/cases/1/tables/force/time&y=/cases/1/tables/force/force";
  const auto always = [](std::string target) {
    return [target](std::mt19937_64&) { return target; };
  };
  const auto frames = [=](const char* field, std::size_t count) {
    return [=](std::mt19937_64& engine) {
      const std::size_t first = engine() % (n_frames - count + 1);
      return fmt::format("{}&first={}&count={}", array(field), first, count);
    };
  };
  return {{"page", always("/"), 5},
          {"script", always("/assets/tread.js"), 5},
          {"list of runs", always("/api/runs"), 10},
          {"document", always("/api/runs/0/document"), 10},
          {"list of files", always("/api/runs/0/files"), 5},
          {"times of all frames", always(array("times")), 5},
          {"a frame, 0.5 MB", frames("pressure", 1), 50},
          {"another field's frame", frames("displacement", 1), 5},
          {"32 frames, 16 MB", frames("pressure", k_frames_of_16_MB), 1},
          {"curve of 1 million rows", always(curve + "&points=2000"), 1},
          {"a part of that curve",
           [=](std::mt19937_64& engine) {
             const double from = static_cast<double>(engine() % 90);
             return fmt::format("{}&from={}&to={}", curve, from, from + 1);
           },
           5}};
}

/// Says what should not be; returns whether it is.
bool is_beyond(const std::string& what, double value, double most, const char* unit) {
  if (value <= most) return false;
  fmt::print("TOO MUCH: {} {:.0f} {}, at most {:.0f}\n", what, value, unit, most);
  return true;
}

bool has_errors(int n_errors) { return is_beyond("requests without answer", n_errors, 0, ""); }

/// False: an error, or too slow.
bool measure_one_by_one(const std::vector<Kind>& all, const Viewer& viewer) {
  constexpr int repetitions = 20;
  std::mt19937_64 engine(1);
  Client client(viewer.port());
  int n_errors = 0;
  bool is_fast = true;
  fmt::print(
      "\none client, {} requests of a kind      median     largest   processor time of the "
      "server\n",
      repetitions);
  for (const Kind& kind : all) {
    std::vector<double> times;
    const double before = viewer.processor_seconds();
    for (int i = 0; i < repetitions; ++i) times.push_back(client.ask(kind.target(engine)));
    const double used = (viewer.processor_seconds() - before) / repetitions;
    n_errors += static_cast<int>(std::count(times.begin(), times.end(), -1.0));
    std::sort(times.begin(), times.end());
    fmt::print("  {:<34} {:8.1f} ms {:8.1f} ms {:8.1f} ms\n", kind.name,
               1e3 * times[times.size() / 2], 1e3 * times.back(), 1e3 * used);
    is_fast &= !is_beyond(kind.name, 1e3 * times.back(), 1e3 * k_most_seconds, "ms");
  }
  fmt::print("errors {}, memory of the server at most {:.0f} MB\n", n_errors,
             viewer.memory("VmHWM:"));
  return !has_errors(n_errors) && is_fast;
}

/// Seconds of every request, for every kind.
using Times = std::vector<std::vector<double>>;

Times times_of_a_client(const std::vector<Kind>& all, int port, unsigned seed, double seconds) {
  std::vector<int> weights;
  for (const Kind& kind : all) weights.push_back(kind.weight);
  std::discrete_distribution<std::size_t> choice(weights.begin(), weights.end());
  std::mt19937_64 engine(seed);
  Client client(port);
  Times times(all.size());
  for (const auto begin = Clock::now(); seconds_since(begin) < seconds;) {
    const std::size_t kind = choice(engine);
    times[kind].push_back(client.ask(all[kind].target(engine)));
  }
  return times;
}

void print_times(const std::string& name, std::vector<double> times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  fmt::print("  {:<24} {:6} requests, median {:6.0f} ms, p99 {:6.0f} ms, largest {:6.0f} ms\n",
             name, times.size(), 1e3 * times[times.size() / 2],
             1e3 * times[times.size() * 99 / 100], 1e3 * times.back());
}

/// Returns the number of errors; adds to the times of every kind.
int measure_crowd(const std::vector<Kind>& all, const Viewer& viewer, unsigned n_clients,
                  double seconds, Times& of_kinds) {
  std::vector<Times> of_clients(n_clients);
  std::vector<std::thread> clients;
  for (unsigned i = 0; i < n_clients; ++i) {
    clients.emplace_back(
        [&, i] { of_clients[i] = times_of_a_client(all, viewer.port(), i + 7, seconds); });
  }
  for (std::thread& client : clients) client.join();
  std::vector<double> times;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const Times& own : of_clients) {
    const std::size_t before = times.size();
    for (std::size_t kind = 0; kind < all.size(); ++kind) {
      times.insert(times.end(), own[kind].begin(), own[kind].end());
      of_kinds[kind].insert(of_kinds[kind].end(), own[kind].begin(), own[kind].end());
    }
    fewest = std::min(fewest, times.size() - before);
  }
  std::sort(times.begin(), times.end());
  const auto n_errors = static_cast<int>(std::count(times.begin(), times.end(), -1.0));
  fmt::print(
      "  {:6} requests, fewest of a client {:5}, errors {}, median {:.0f} ms, p99 {:.0f} ms, "
      "largest {:.0f} ms; memory {:.0f} MB, at most {:.0f} MB\n",
      times.size(), fewest, n_errors, 1e3 * times[times.size() / 2],
      1e3 * times[times.size() * 99 / 100], 1e3 * times.back(), viewer.memory("VmRSS:"),
      viewer.memory("VmHWM:"));
  std::fflush(stdout);
  return n_errors;
}

/// False: an error, or memory that grows or is too much.
bool measure_crowds(const std::vector<Kind>& all, const Viewer& viewer, unsigned n_clients,
                    double seconds) {
  fmt::print("\n{} clients, three times a third of {:.0f} s\n", n_clients, seconds);
  Times of_kinds(all.size());
  std::vector<double> memory;
  int n_errors = 0;
  for (int part = 0; part < 3; ++part) {
    n_errors += measure_crowd(all, viewer, n_clients, seconds / 3, of_kinds);
    memory.push_back(viewer.memory("VmRSS:"));
  }
  for (std::size_t i = 0; i < all.size(); ++i) print_times(all[i].name, of_kinds[i]);
  const bool fails = has_errors(n_errors);
  const bool is_large = is_beyond("memory", viewer.memory("VmHWM:"), k_most_megabytes, "MB");
  const bool grows = is_beyond("growth", memory.back() - memory.front(), k_most_growth, "MB");
  return !fails && !is_large && !grows;
}

}  // namespace

int main(int argc, char** argv) {
  const double gigabytes = argc > 1 ? std::atof(argv[1]) : 2;
  const unsigned n_clients = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 50;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 30;
  if (!(gigabytes > 0) || n_clients == 0 || !(seconds > 0)) {
    fmt::print(stderr, "usage: view_bench [GB [CLIENTS [SECONDS]]]\n");
    return 2;
  }
  const double frame_bytes = 2.0 * k_cells * k_cells * sizeof(double);
  const auto n_frames = std::max<std::size_t>(
      k_frames_of_16_MB, static_cast<std::size_t>(gigabytes * 1e9 / frame_bytes));
  const fs::path folder = fs::temp_directory_path() / "tread_view_bench";
  fs::create_directories(folder);
  const fs::path file = folder / "result.h5";
  tread::result::write_hdf5(large_result(n_frames), file);
  fmt::print("result.h5 of {:.2f} GB, {} frames of 2 fields of {} x {} cells\n",
             static_cast<double>(fs::file_size(file)) / 1e9, n_frames, k_cells, k_cells);
  std::fflush(stdout);

  bool is_good = true;
  {
    const Viewer viewer(folder.string());
    const std::vector<Kind> all = kinds(n_frames);
    is_good &= measure_one_by_one(all, viewer);
    is_good &= measure_crowds(all, viewer, n_clients, seconds);
  }
  fs::remove_all(folder);
  return is_good ? 0 : 1;
}
