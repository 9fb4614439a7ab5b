#include "tread/result/held_signals.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>

namespace tread::result {
namespace {

/// How a signal is dealt with is a matter of the whole process, and so is all of this.
struct Held {
  int signal = 0;
  std::atomic<bool> came = false;
  struct sigaction before {};
};
std::array<Held, 3> g_held{{{SIGINT}, {SIGTERM}, {SIGHUP}}};
std::mutex g_mutex;
int g_n_holders = 0;

static_assert(std::atomic<bool>::is_always_lock_free, "else no signal handler may touch it");

extern "C" void remember(int signal) {
  for (Held& held : g_held) {
    if (held.signal == signal) held.came = true;
  }
}

void hold() {
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;  // nobody who waits for a disk is woken
  for (Held& held : g_held) {
    sigaction(held.signal, nullptr, &held.before);
    const bool is_ignored = (held.before.sa_flags & SA_SIGINFO) == 0 &&
                            held.before.sa_handler == SIG_IGN;  // as nohup has it
    if (!is_ignored) sigaction(held.signal, &action, nullptr);
  }
}

}  // namespace

HeldSignals::HeldSignals() {
  const std::lock_guard lock(g_mutex);
  if (g_n_holders++ == 0) hold();
}

HeldSignals::~HeldSignals() {
  {
    const std::lock_guard lock(g_mutex);
    if (--g_n_holders > 0) return;
    for (const Held& held : g_held) sigaction(held.signal, &held.before, nullptr);
  }
  for (Held& held : g_held) {
    if (held.came.exchange(false)) std::raise(held.signal);
  }
}

}  // namespace tread::result
