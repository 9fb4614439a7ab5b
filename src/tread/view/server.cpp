#include "tread/view/server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>

#include "tread/core/errors.hpp"
#include "tread/view/answer.hpp"
#include "tread/view/socket_stream.hpp"
#include "tread/view/worker_pool.hpp"

namespace tread::view {
namespace {

constexpr const char* k_address = "127.0.0.1";
constexpr std::size_t k_threads = 64;
constexpr std::size_t k_most_connections = 512;  // below the 1024 files a process may have open
constexpr int k_ports_tried = 100;
constexpr int k_backlog = 1024;
constexpr std::chrono::milliseconds k_idle_interval(200);  // between looks whether to stop
constexpr std::chrono::seconds k_look_for_deleted(2);
constexpr std::size_t k_requests_a_connection = 10'000;

void set_header(httplib::Response& out, const std::pair<std::string, std::string>& header) {
  out.headers.erase(header.first);
  out.set_header(header.first, header.second);
}

/// False: what is left cannot be had any more, and the connection has to end.
bool send_piece(const PiecewiseBody& body, std::size_t offset, httplib::DataSink& sink) {
  try {
    const std::string bytes = body.bytes_from(offset);
    return sink.write(bytes.data(), bytes.size());
  } catch (const std::exception&) {
    return false;
  }
}

void fill(httplib::Response& out, Response response) {
  out.status = response.status;
  for (const auto& header : response.headers) set_header(out, header);
  if (!response.pieces) {
    set_header(out, {"Content-Type", response.content_type});
    out.body = std::move(response.body);  // set_content() would copy it
    return;
  }
  const std::size_t length = response.pieces->length;
  out.set_content_provider(length, response.content_type,
                           [body = *std::move(response.pieces)](std::size_t offset, std::size_t,
                                                                httplib::DataSink& sink) {
                             return send_piece(body, offset, sink);
                           });
}

/// An answer outside of httplib, to those who never sent a request that it could read.
void send_refusal(SocketStream& stream, int status, const char* reason, const std::string& text) {
  const std::string body = error_response(status, text).body;
  const std::string answer = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"
      "Connection: close\r\n\r\n{}",
      status, reason, body.size(), body);
  stream.write(answer.data(), answer.size());
}

}  // namespace

/// httplib reads requests and writes answers; connections and threads are ours, since it has no
/// limit of how long a head may be or take.
class Server::Http : public httplib::Server {
 public:
  explicit Http(RunList& runs) {
    new_task_queue = [this, &runs] {
      return new WorkerPool(k_threads, k_most_connections, traffic_.n_waiting, [this, &runs] {
        stop_if_asked();
        close_deleted_now_and_then(runs);
      });
    };
    set_idle_interval(k_idle_interval);
    set_keep_alive_max_count(k_requests_a_connection);
    set_keep_alive_timeout(SocketStream::k_idle_seconds);
    // Without SO_REUSEPORT, which httplib sets: two servers would share one port.
    set_socket_options([](int socket) {
      const int on = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    set_pre_routing_handler([this, &runs](const httplib::Request& in, httplib::Response& out) {
      const bool has_host = in.get_header_value_count("Host") == 1;
      fill(out, answer({in.method, in.target, has_host ? in.get_header_value("Host") : ""}, runs,
                       port_));
      return HandlerResponse::Handled;
    });
    // Of requests that httplib itself refuses.
    set_error_handler(Handler([](const httplib::Request&, httplib::Response& out) {
      if (!out.body.empty()) return;
      Response refusal = error_response(out.status, "this is no request that can be answered");
      refusal.headers = safety_headers();
      fill(out, std::move(refusal));
    }));
  }

  bool try_port(int port) {
    errno = 0;
    if (port == 0) {
      port_ = bind_to_any_port(k_address);
      return port_ > 0;
    }
    port_ = port;
    return bind_to_port(k_address, port);
  }

  int port() const { return port_; }

  void serve() {
    // httplib lets five connections wait to be accepted, fewer than a browser opens at once.
    ::listen(svr_sock_, k_backlog);
    listen_after_bind();
  }

  void end() {
    traffic_.stopping = true;
    stop_if_asked();
  }

 private:
  /// httplib can be stopped once, and only while it is running: too early is looked at again later.
  void stop_if_asked() {
    if (traffic_.stopping && is_running() && !is_stopped_.exchange(true)) stop();
  }

  void close_deleted_now_and_then(RunList& runs) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + k_look_for_deleted;
    try {
      runs.close_deleted();
    } catch (const std::exception&) {  // no memory: they stay open a little longer
    }
  }

  bool process_and_close_socket(socket_t socket) override {
    SocketStream stream(socket, traffic_);
    try {
      serve(stream);
    } catch (const std::exception&) {
      // httplib catches what answers throw. What is left is memory that is missing, maybe for this
      // client alone.
      constexpr std::string_view refusal =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      if (!stream.has_answered()) stream.write(refusal.data(), refusal.size());
    }
    ::close(socket);
    return true;
  }

  void serve(SocketStream& stream) {
    if (WorkerPool::is_refusing()) {
      send_refusal(stream, 503, "Service Unavailable", "too many connections: try again later");
    } else if (serve_requests(stream) == Rest::unread) {
      stream.finish();
    }
  }

  /// Whether the client sent more than was read.
  enum class Rest { none, unread };

  Rest serve_requests(SocketStream& stream) {
    for (std::size_t left = k_requests_a_connection; left > 0; --left) {
      if (!stream.wait_for_request()) return Rest::none;
      stream.begin_request();
      bool is_closed = false;
      bool is_read = false;  // to its end; httplib also answers what it could not read
      const bool is_answered =
          process_request(stream, left == 1, is_closed,
                          [&](httplib::Request& request) { is_read = !prepare(request); });
      if (!is_answered && !stream.has_answered() && stream.head_is_too_long()) {
        send_refusal(stream, 431, "Request Header Fields Too Large", "the request is too long");
      }
      if (!is_read) return Rest::unread;
      if (!is_answered || is_closed) return Rest::none;
    }
    return Rest::none;
  }

  /// True if there is a body behind the head of the request: it is not read, and the connection
  /// ends. Compressed answers are not needed on one machine.
  static bool prepare(httplib::Request& request) {
    for (const char* name : {"Accept-Encoding", "Expect"}) request.headers.erase(name);
    const bool has_body = request.has_header("Content-Length") ||
                          request.has_header("Transfer-Encoding") ||
                          (request.method != "GET" && request.method != "HEAD");
    if (has_body) {
      request.headers.erase("Connection");
      request.set_header("Connection", "close");
    }
    return has_body;
  }

  Traffic traffic_;
  std::atomic<bool> is_stopped_ = false;
  int port_ = 0;
  std::chrono::steady_clock::time_point next_look_{};
};

Server::Server(RunList& runs) : http_(std::make_unique<Http>(runs)) {}

Server::~Server() { stop(); }

int Server::bind(int port) {
  const int last = port == 0 ? 0 : std::min(port + k_ports_tried - 1, 65535);
  for (int candidate = port; candidate <= last; ++candidate) {
    if (http_->try_port(candidate)) return http_->port();
    if (errno != EADDRINUSE && errno != 0) {
      throw IoError(
          fmt::format("port {} of {} cannot be used: {}\n  hint: choose another with --port",
                      candidate, k_address, std::strerror(errno)));
    }
  }
  throw IoError(
      fmt::format("no free port from {} to {}\n  hint: choose another with --port", port, last));
}

void Server::serve() { http_->serve(); }

void Server::stop() { http_->end(); }

}  // namespace tread::view
