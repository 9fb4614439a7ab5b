#include "tread/view/socket_stream.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <string_view>

namespace tread::view {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

// In seconds, and where others wait for a thread.
constexpr duration<double> k_idle(SocketStream::k_idle_seconds), k_idle_hurried(0.1);
constexpr duration<double> k_head(10), k_head_hurried(1);
constexpr duration<double> k_finish(1), k_finish_hurried(0.1);
constexpr duration<double> k_answer(10), k_answer_hurried(2);
constexpr double k_least_rate = 50e3;  // bytes a second that a client must take
constexpr double k_least_rate_hurried = 1e6;
constexpr milliseconds k_look_up(50);  // how often a waiting thread looks at the others

}  // namespace

SocketStream::SocketStream(int socket, const Traffic& traffic)
    : socket_(socket), traffic_(traffic) {
  // Head and body are sent one after the other: the second must not wait for an acknowledgement.
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

bool SocketStream::is_ready(Event event, milliseconds time) const {
  pollfd state{socket_, static_cast<short>(event == Event::read ? POLLIN : POLLOUT), 0};
  return ::poll(&state, 1, static_cast<int>(time.count())) > 0;
}

bool SocketStream::wait(Event event, Clock::time_point since, duration<double> patience,
                        duration<double> hurried) const {
  while (!traffic_.stopping) {
    if (is_ready(event, k_look_up)) return true;
    const duration<double> waited = Clock::now() - since;
    if (waited > (traffic_.n_waiting > 0 ? hurried : patience)) return false;
  }
  return false;
}

bool SocketStream::wait_for_request() {
  if (begin_ < end_) return true;  // sent ahead, with the last one
  if (!wait(Event::read, Clock::now(), k_idle, k_idle_hurried)) return false;
  n_read_ = 0;
  return fill();
}

void SocketStream::begin_request() {
  n_read_ = end_ - begin_;
  n_written_ = 0;
  column_ = 0;
  began_ = Clock::now();
}

/// False: closed by the client or broken.
bool SocketStream::fill() {
  const ssize_t n = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
  begin_ = 0;
  end_ = n > 0 ? static_cast<std::size_t>(n) : 0;
  n_read_ += end_;
  return n > 0;
}

bool SocketStream::is_readable() const { return begin_ < end_ || is_ready(Event::read, {}); }

bool SocketStream::is_writable() const {
  return !traffic_.stopping && is_ready(Event::write, k_look_up);
}

ssize_t SocketStream::read(char* bytes, std::size_t count) {
  if (begin_ == end_) {
    if (head_is_too_long() || Clock::now() - began_ > k_head) return -1;
    if (!wait(Event::read, began_, k_head, k_head_hurried) || !fill()) return -1;
  }
  const std::size_t n = std::min(count, end_ - begin_);
  std::copy_n(buffer_.data() + begin_, n, bytes);
  begin_ += n;
  hide_range(bytes, n);
  return static_cast<ssize_t>(n);
}

/// Lines that begin with "Range" begin with "Rang_" instead: the name of a header that nobody
/// knows.
void SocketStream::hide_range(char* bytes, std::size_t count) {
  constexpr std::string_view name = "range";
  for (char* byte = bytes; byte != bytes + count; ++byte) {
    const bool is_end = *byte == '\n';
    if (column_ < name.size()) {
      const bool matches = std::tolower(static_cast<unsigned char>(*byte)) == name[column_];
      may_be_range_ = (column_ == 0 || may_be_range_) && matches;
      if (may_be_range_ && column_ + 1 == name.size()) *byte = '_';
    }
    column_ = is_end ? 0 : column_ + 1;
  }
}

ssize_t SocketStream::write(const char* bytes, std::size_t count) {
  if (n_written_ == 0) began_answer_ = Clock::now();
  const auto sent = static_cast<double>(n_written_);
  const duration<double> time(sent / k_least_rate);
  const duration<double> time_hurried(sent / k_least_rate_hurried);
  if (!wait(Event::write, began_answer_, k_answer + time, k_answer_hurried + time_hurried)) {
    return -1;
  }
  const ssize_t n = ::send(socket_, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
  n_written_ += static_cast<std::size_t>(n);
  return n;
}

void SocketStream::finish() {
  constexpr std::size_t most = 4 * 1024 * 1024;
  ::shutdown(socket_, SHUT_WR);
  const Clock::time_point since = Clock::now();
  for (std::size_t n = 0; n < most && Clock::now() - since < k_finish; n += end_) {
    if (!wait(Event::read, since, k_finish, k_finish_hurried) || !fill()) return;
  }
}

void SocketStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip = "127.0.0.1";  // there are no others
  port = 0;
}

void SocketStream::get_local_ip_and_port(std::string& ip, int& port) const {
  get_remote_ip_and_port(ip, port);
}

}  // namespace tread::view
