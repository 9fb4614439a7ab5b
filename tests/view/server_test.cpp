#include "tread/view/server.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "view/result_folder.hpp"

namespace tread::view {
namespace {

TEST(Server, TakesTheNextPortWhenOneIsInUse) {
  const TemporaryFolder folder;
  RunList runs({write_result_folder(folder.path() / "run")});
  Server first(runs);
  Server second(runs);
  const int port = first.bind(0);
  ASSERT_GT(port, 0);
  EXPECT_GT(second.bind(port), port);
}

TEST(Server, AStopBeforeItServesIsNotForgotten) {
  const TemporaryFolder folder;
  RunList runs({write_result_folder(folder.path() / "run")});
  Server server(runs);
  server.bind(0);
  server.stop();
  std::thread serving([&] { server.serve(); });
  serving.join();  // waits for ever if it is
}

}  // namespace
}  // namespace tread::view
