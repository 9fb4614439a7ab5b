#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "commands.hpp"
#include "tread/core/errors.hpp"
#include "tread/view/run_list.hpp"
#include "tread/view/server.hpp"

namespace tread::app {
namespace {

struct ViewArguments {
  std::vector<std::string> results;
  int port = 8737;  // the next free one if it is in use; 0: any
  bool no_browser = false;
};

/// Answers are fetched in pieces by many threads. Without this each thread's corner of the heap
/// keeps what its largest piece took. Pieces themselves, of 1 MB at most, come from the heap:
/// memory that the system gives anew for each takes as long to get as the piece to read.
void keep_memory_small() {
  ::mallopt(M_ARENA_MAX, 4);
  ::mallopt(M_MMAP_THRESHOLD, 2 * 1024 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024);
}

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

bool has_display() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

[[noreturn]] void become_browser(const char* address) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  ::execlp("xdg-open", "xdg-open", address, static_cast<char*>(nullptr));
  ::_exit(127);
}

/// The browser is the child of a child that is gone at once: nobody has to wait for it, and it
/// stays when the viewer ends.
void open_browser(const std::string& address) {
  const pid_t child = ::fork();
  if (child < 0) return;
  if (child == 0) {
    ::setsid();
    if (::fork() == 0) become_browser(address.c_str());
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

/// Returns after a signal, or when the server has ended by itself.
void wait_for_signal(const sigset_t& signals, const std::atomic<bool>& has_ended) {
  constexpr timespec look_up{0, 200'000'000};
  while (!has_ended && sigtimedwait(&signals, nullptr, &look_up) < 0) {
  }
}

void print_start(const view::RunList& runs, const std::string& address, int wanted, int port) {
  if (wanted != 0 && port != wanted) {
    fmt::print("port {} is in use; using {}\n", wanted, port);
  }
  fmt::print("{} {} at {}\nCtrl-C ends it\n", runs.size(), runs.size() == 1 ? "result" : "results",
             address);
  std::fflush(stdout);
}

template <class Work>
std::thread started(Work&& work) {
  try {
    return std::thread(std::forward<Work>(work));
  } catch (const std::system_error& error) {
    throw Error(fmt::format("the system gives no thread to answer with: {}", error.what()));
  }
}

int view(const ViewArguments& arguments, Console& console) {
  keep_memory_small();
  view::RunList runs({arguments.results.begin(), arguments.results.end()});
  view::Server server(runs);
  const int port = server.bind(arguments.port);
  const std::string address = fmt::format("http://127.0.0.1:{}/", port);

  // Before there are threads, so that all of them leave the signals to this one.
  const sigset_t signals = ending_signals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  print_start(runs, address, arguments.port, port);
  const bool is_watched = ::isatty(STDOUT_FILENO) == 1;
  if (!arguments.no_browser && is_watched && has_display()) open_browser(address);

  std::atomic<bool> has_ended = false;
  std::string fault = "the server has ended: the system accepts no more connections";
  std::thread serving = started([&] {
    try {
      server.serve();
    } catch (const std::exception& error) {
      fault = error.what();
    }
    has_ended = true;
  });
  wait_for_signal(signals, has_ended);
  const bool was_asked_to = !has_ended;
  // What is under way may take long, or wait for a disk for ever: a second signal ends at once.
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  server.stop();
  serving.join();
  if (was_asked_to) return k_done;
  console.error(fault);
  return k_failed;
}

}  // namespace

void add_view(CLI::App& program, Action& action) {
  const auto arguments = std::make_shared<ViewArguments>();
  CLI::App& command = *program.add_subcommand(
      "view", "Show results in the browser: plots, moving pictures, runs side by side");
  command.group(k_group_results);
  command
      .add_option("results", arguments->results,
                  "Folders of results, or a folder of such folders, or result.h5 files")
      ->type_name("RESULTS")
      ->required()
      ->check(not_empty);
  command
      .add_option("--port", arguments->port,
                  "Port on this machine (default: 8737; the next free one if it is in use)")
      ->type_name("N")
      ->check(CLI::Range(0, 65535))
      ->option_text("0..65535");
  command.add_flag("--no-browser", arguments->no_browser, "Print the address and nothing more");
  command.footer(
      "  tread view out/train_bridge\n"
      "  tread view out/slow out/fast                 two runs side by side");
  on_command(command, action, arguments, view);
}

}  // namespace tread::app
