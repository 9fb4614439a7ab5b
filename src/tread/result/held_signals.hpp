#pragma once

namespace tread::result {

/// While one exists, SIGINT, SIGTERM and SIGHUP wait: they take effect when the last one goes. For
/// what is short and must not stop halfway. Signals that are ignored stay so.
///
/// A mask would hold them in one thread only, and any other thread of the program would take them.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
};

}  // namespace tread::result
