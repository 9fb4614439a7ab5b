#include "tread/differential/gmsh_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <thread>

#include "tread/core/errors.hpp"
#include "tread/differential/elastic_piece.hpp"

namespace tread::differential {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* k_script_file = "piece.geo";
constexpr const char* k_mesh_file = "piece.msh";
constexpr const char* k_log_file = "log.txt";
constexpr auto k_between_looks = std::chrono::milliseconds(10);
constexpr std::size_t k_told = 800;  // characters of what gmsh said last

/// A folder of its own, removed in the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code failure;
    std::string name = (fs::temp_directory_path(failure) / "tread-gmsh-XXXXXX").string();
    if (failure || mkdtemp(name.data()) == nullptr) {
      throw IoError(fmt::format(
          "there is no temporary folder for a mesh: {} cannot be made ({}); set TMPDIR to a folder "
          "that can be written",
          name, std::strerror(errno)));
    }
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw IoError(
        fmt::format("{} cannot be written: free some space, or set TMPDIR to another "
                    "folder",
                    path.string()));
  }
}

std::optional<std::string> read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

fs::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::absolute(folder.empty() ? "." : folder) / name;
    if (access(program.c_str(), X_OK) == 0 && !fs::is_directory(program)) return program;
  }
  throw ModelError(fmt::format(
      "there is no program '{}' in the PATH, which meshes elastic wheels and rails: install "
      "Debian's package gmsh (apt-get install gmsh), or have the pieces in the cache",
      name));
}

/// This process' environment, with Gmsh's personal settings looked for where there are none and
/// one thread for all it may link.
std::vector<std::string> environment_for(const fs::path& folder) {
  std::vector<std::string> variables;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view variable = *one;
    if (variable.starts_with("GMSH_HOME=") || variable.starts_with("OMP_NUM_THREADS=")) continue;
    variables.emplace_back(variable);
  }
  variables.push_back("GMSH_HOME=" + folder.string());
  variables.push_back("OMP_NUM_THREADS=1");
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

pid_t start(const fs::path& program, const fs::path& folder) {
  std::vector<std::string> arguments{program.string(), k_script_file, "-3", "-o",
                                     k_mesh_file,      "-v",          "4",  "-nopopup"};
  std::vector<std::string> environment = environment_for(folder);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, k_log_file,
                                   O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t process = 0;
  const int failure = posix_spawn(&process, program.c_str(), &actions, nullptr,
                                  pointers_to(arguments).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    throw ModelError(fmt::format("{} cannot be started ({}): check its installation",
                                 program.string(), std::strerror(failure)));
  }
  return process;
}

std::string end_of(const std::string& text) {
  return text.size() <= k_told ? text : "..." + text.substr(text.size() - k_told);
}

enum class Ending { by_itself, stopped, too_long };

struct Exit {
  Ending ending = Ending::by_itself;
  int status = 0;
};

Exit wait_for(pid_t process, double longest, Observer* observer) {
  const auto deadline = Clock::now() + std::chrono::duration<double>(longest);
  Exit result;
  while (waitpid(process, &result.status, WNOHANG) == 0) {
    if (observer != nullptr && observer->stop_requested()) result.ending = Ending::stopped;
    if (Clock::now() > deadline) result.ending = Ending::too_long;
    if (result.ending != Ending::by_itself) {
      kill(process, SIGKILL);
      waitpid(process, &result.status, 0);
      break;
    }
    std::this_thread::sleep_for(k_between_looks);
  }
  return result;
}

std::string way_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  }
  return fmt::format("failed with exit status {}", WEXITSTATUS(status));
}

}  // namespace

std::string run_gmsh(const GmshJob& job, Observer* observer) {
  const fs::path program = find_program("gmsh");
  const TemporaryFolder folder;
  write(folder.path() / k_script_file, job.script);
  for (const auto& [name, text] : job.files) write(folder.path() / name, text);

  const Exit exit = wait_for(start(program, folder.path()), job.longest, observer);
  // Signals to end the program may have reached gmsh first.
  if (observer != nullptr && observer->stop_requested()) throw PreparationStopped();
  const std::string said = end_of(read(folder.path() / k_log_file).value_or(""));
  if (exit.ending == Ending::too_long) {
    throw ModelError(fmt::format(
        "gmsh was ended after {} s, the longest time a mesh may take: choose larger elements. It "
        "said last:\n{}",
        job.longest, said));
  }
  std::optional<std::string> mesh = read(folder.path() / k_mesh_file);
  const bool has_failed = !WIFEXITED(exit.status) || WEXITSTATUS(exit.status) != 0;
  if (has_failed || !mesh) {
    throw ModelError(fmt::format(
        "gmsh {} and made no mesh that can be used: change the sizes of elements or of the piece "
        "a little. It said last:\n{}",
        has_failed ? way_it_ended(exit.status) : "wrote no file", said));
  }
  return std::move(*mesh);
}

}  // namespace tread::differential
