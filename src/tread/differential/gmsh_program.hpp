#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tread/core/observer.hpp"

namespace tread::differential {

/// A script for the program `gmsh` and files that it reads, by name.
struct GmshJob {
  std::string script;
  std::vector<std::pair<std::string, std::string>> files;  // name, text
  double longest = 3600;                                   // s: it is ended after this time
};

/// The mesh file (3D) that Gmsh makes of a script, in a temporary folder that is removed. Personal
/// settings of Gmsh are not read. Throws ModelError: there is no gmsh in the PATH, it fails or
/// takes too long (with the end of what it said); PreparationStopped when the observer asks for it;
/// IoError when the temporary folder cannot be used.
std::string run_gmsh(const GmshJob& job, Observer* observer);

}  // namespace tread::differential
