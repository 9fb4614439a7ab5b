#pragma once

#include "tread/casefile/case_file.hpp"
#include "tread/core/observer.hpp"
#include "tread/result/result.hpp"

namespace tread::study {

struct RunOptions {
  int threads = 0;  // 0: what the case says
  Observer* observer = nullptr;
  bool evidence = false;  // runs a TOML case again with finer numerics (refine.hpp)
};

/// Solves all cases of a file. Throws CaseError, with the place in the file, for a case that cannot
/// be solved at all; a case that did not converge is in the result, marked.
result::Result run_case(const casefile::CaseFile& file, const RunOptions& options);

/// Builds every model of a file (which may take coarse solves, to find an area) but does not solve
/// it: throws what is wrong with a model; a contact that leaves its grid shows only when it is
/// solved.
void check_case(const casefile::CaseFile& file);

/// The program's version, and the commit it was built from if that is known.
std::string program_version();

}  // namespace tread::study
