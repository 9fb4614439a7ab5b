#pragma once

#include <string>
#include <vector>

#include "tread/casefile/inp_reader.hpp"

namespace tread::app {

struct RunArguments {
  std::string case_path;  // empty: the built-in demonstration
  std::string out;        // empty: chosen from the case's name
  bool json = false;
  int threads = 0;  // 0: as the case says
  casefile::InpUnits inp_units = casefile::InpUnits::millimetre;
};

struct CheckArguments {
  std::string case_path;
  casefile::InpUnits inp_units = casefile::InpUnits::millimetre;
};

struct ReproduceArguments {
  std::string what;
  std::string out;
  bool list = false;
  bool json = false;
};

struct ReportArguments {
  std::string results;  // folder, or the result.h5 in it
  std::string out;      // empty: report.html beside the result.h5
};

struct ConvertArguments {
  std::string input;
  std::string out;
};

struct SweepArguments {
  std::string study_path;
  std::string out;  // empty: chosen from the study's name
  int workers = 0;  // 0: all cores
  bool fresh = false;
  bool yes = false;
  bool json = false;
};

struct ViewArguments {
  std::vector<std::string> results;
  int port = 8737;  // the next free one if it is in use; 0: any
  bool no_browser = false;
};

/// Each does what its command promises and returns the exit code; bad input is thrown.
int run(const RunArguments& arguments);
int check(const CheckArguments& arguments);
int keys(bool markdown);
int reproduce(const ReproduceArguments& arguments);
int sweep(const SweepArguments& arguments);
int report(const ReportArguments& arguments);
int convert(const ConvertArguments& arguments);
int view(const ViewArguments& arguments);

}  // namespace tread::app
