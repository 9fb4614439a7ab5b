#include "tread/sweep/ranks.hpp"

#ifdef TREAD_WITH_MPI
#include <mpi.h>
#endif

#include <cstdlib>
#include <string_view>

#include "tread/core/errors.hpp"

namespace tread::sweep {

#ifdef TREAD_WITH_MPI

namespace {

constexpr int k_tag = 1;

/// MPI is started only where there may be others: it takes a while, and some systems forbid it
/// elsewhere.
bool is_one_of_several() {
  for (const char* variable :
       {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  return false;
}

}  // namespace

Ranks::Ranks() {
  int is_running = 0;
  MPI_Initialized(&is_running);
  if (is_running == 0 && is_one_of_several()) {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    is_running = 1;
  }
  if (is_running == 0) return;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Ranks::~Ranks() {
  int is_running = 0;
  int is_over = 0;
  MPI_Initialized(&is_running);
  MPI_Finalized(&is_over);
  if (is_running != 0 && is_over == 0) MPI_Finalize();
}

void Ranks::send(int to, const std::string& bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_CHAR, to, k_tag, MPI_COMM_WORLD);
}

std::optional<Ranks::Message> Ranks::received() {
  if (size_ == 1) return std::nullopt;
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, k_tag, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return std::nullopt;
  int n_bytes = 0;
  MPI_Get_count(&status, MPI_CHAR, &n_bytes);
  Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(n_bytes), '\0')};
  MPI_Recv(message.bytes.data(), n_bytes, MPI_CHAR, status.MPI_SOURCE, k_tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

#else

Ranks::Ranks() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size == nullptr || std::string_view(size) == "1") return;
  throw ModelError(
      "this tread was built without MPI: every process would do all the work\n  hint: install Open "
      "MPI (libopenmpi-dev) and build it again");
}

Ranks::~Ranks() = default;

void Ranks::send(int, const std::string&) {}

std::optional<Ranks::Message> Ranks::received() { return std::nullopt; }

#endif

}  // namespace tread::sweep
