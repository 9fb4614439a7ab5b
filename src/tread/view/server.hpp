#pragma once

#include <memory>

#include "tread/view/run_list.hpp"

namespace tread::view {

/// Answers browsers on this machine over HTTP; what it answers is in answer.hpp.
class Server {
 public:
  /// @param runs must outlive the server.
  explicit Server(RunList& runs);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Takes the port of 127.0.0.1, or the next one that is free (0: any), and returns which. From
  /// then on connections wait. Throws IoError if there is none, or none may be taken.
  int bind(int port);

  /// Serves until stop() is called. Threads that it makes have the signal mask of the caller.
  /// Throws Error if it can make none.
  void serve();

  /// From any thread, at any time.
  void stop();

 private:
  class Http;
  std::unique_ptr<Http> http_;
};

}  // namespace tread::view
