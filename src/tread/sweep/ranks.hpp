#pragma once

#include <optional>
#include <string>
#include <utility>

namespace tread::sweep {

/// The processes of one job, on one machine or on many: this one and its way to the others. Alone
/// unless started by mpirun, srun or the like. All calls from the thread that made it.
class Ranks {
 public:
  /// Throws ModelError if started as one of several by a program that was built without MPI.
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }

  void send(int to, const std::string& bytes);
  struct Message {
    int from = 0;
    std::string bytes;
  };
  /// What has come from anyone; does not wait.
  std::optional<Message> received();

 private:
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace tread::sweep
