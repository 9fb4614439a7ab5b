#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tread/casefile/differential_case.hpp"
#include "tread/casefile/keys.hpp"

namespace tread::casefile {

/// The keys of [differential], which count where contact.model is differential.

/// What is the same of both pieces, and what is not.
struct PiecesInput {
  std::string elements;             // linear, quadratic
  differential::PieceSettings all;  // sizes and lengths
  double wheel_depth = 0;           // m
  double rail_depth = 0;
  std::vector<double> wheel_piece;  // m, lowest and highest y; empty: all of the profile
  std::vector<double> rail_piece;
  std::vector<double> wheel_zone;
  std::vector<double> rail_zone;
};

struct DifferentialInput {
  PiecesInput pieces;
  differential::ElasticContactSettings contact;
  differential::NewtonSettings newton;
  std::string friction_kind;  // regularised, stick_slip
  std::string solver;         // bicgstab_differences, bicgstab, lu, tractions
  std::string cache;          // user, off, folder
  std::string cache_folder;
};

KeyList<DifferentialInput> differential_keys();

/// @param model contact.model, as it is used
DifferentialCase build_differential(const DifferentialInput& input, const std::string& model,
                                    const std::filesystem::path& base_dir, const Reading& reading,
                                    ProblemList& problems);

}  // namespace tread::casefile
