#pragma once

#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

namespace tread::view {

/// What all connections share.
struct Traffic {
  std::atomic<bool> stopping = false;
  std::atomic<int> n_waiting = 0;  // connections that wait for a thread
};

/// One connection, with limits that keep a client from holding a thread or memory: of a request's
/// head in bytes and in time, of an answer by a least rate. Where other connections wait for a
/// thread, patience is short. The header Range is not passed on: httplib would look at it with a
/// regular expression that needs a stack many times as large as the text.
class SocketStream : public httplib::Stream {
 public:
  SocketStream(int socket, const Traffic& traffic);

  /// Waits until the client sends something. False: it does not, or has gone, or the server stops.
  bool wait_for_request();

  /// The limits count from here.
  void begin_request();

  bool head_is_too_long() const { return n_read_ > k_most_head_bytes; }
  bool has_answered() const { return n_written_ > 0; }

  /// Sends no more, and takes for a while what the client still sends: closing with bytes unread
  /// would take the answer from it.
  void finish();

  bool is_readable() const override;
  bool is_writable() const override;
  ssize_t read(char* bytes, std::size_t count) override;
  ssize_t write(const char* bytes, std::size_t count) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

  static constexpr int k_idle_seconds = 15;  // that a connection may stay open for nothing
  static constexpr std::size_t k_most_head_bytes = 64 * 1024;

 private:
  using Clock = std::chrono::steady_clock;

  enum class Event { read, write };
  /// @param patience from `since` on; `hurried` where others wait.
  bool wait(Event event, Clock::time_point since, std::chrono::duration<double> patience,
            std::chrono::duration<double> hurried) const;
  bool is_ready(Event event, std::chrono::milliseconds time) const;
  bool fill();
  void hide_range(char* bytes, std::size_t count);

  int socket_;
  const Traffic& traffic_;
  std::array<char, 8192> buffer_{};
  std::size_t begin_ = 0;  // of what is in the buffer
  std::size_t end_ = 0;
  std::size_t n_read_ = 0;  // bytes of this request
  std::size_t column_ = 0;  // of the next byte in its line; 0: nothing of the line was read
  bool may_be_range_ = true;
  std::size_t n_written_ = 0;
  Clock::time_point began_ = Clock::now();
  Clock::time_point began_answer_ = began_;
};

}  // namespace tread::view
