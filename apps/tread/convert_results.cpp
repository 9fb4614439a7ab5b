#include "convert_results.hpp"

#include <fmt/format.h>

#include <string>

#include "tread/core/errors.hpp"
#include "tread/result/mat.hpp"
#include "tread/result/pvd.hpp"
#include "tread/result/result_file.hpp"
#include "tread/result/write.hpp"

namespace tread::app {
namespace {

namespace fs = std::filesystem;

enum class Format { csv, hdf5, mat, pvd };

bool is_hdf5(const fs::path& path) {
  return path.extension() == ".h5" || path.extension() == ".hdf5";
}

Format format_of(const fs::path& out) {
  std::error_code error;
  const std::string ending = out.extension().string();
  if (ending.empty() || fs::is_directory(out, error)) return Format::csv;
  if (ending == ".mat") return Format::mat;
  if (is_hdf5(out)) return Format::hdf5;
  if (ending == ".pvd") return Format::pvd;
  throw IoError(
      fmt::format("cannot write results to '{}': the ending '{}' is no format of results\n  hint: "
                  ".mat (Matlab), .h5 (HDF5), .pvd (ParaView), or a name without an ending for a "
                  "folder of .csv files",
                  out.string(), ending));
}

}  // namespace

bool is_of_results(const fs::path& in, const fs::path& out) {
  std::error_code error;
  return fs::is_directory(in, error) || is_hdf5(in) || is_hdf5(out) || out.extension() == ".mat" ||
         out.extension() == ".pvd";
}

std::vector<std::string> convert_results(const fs::path& results, const fs::path& out,
                                         const result::NameCheck& check_name) {
  const Format format = format_of(out);
  if (format == Format::mat || format == Format::hdf5) check_name(out);
  const result::Result result = result::read_result(results);
  std::vector<std::string> files;
  switch (format) {
    case Format::csv:
      for (const std::string& name : result::write_csv_folder(result, out, check_name)) {
        files.push_back((out / name).string());
      }
      return files;
    case Format::pvd:
      for (const std::string& name : result::write_pvd(result, out, check_name)) {
        files.push_back((out.parent_path() / name).string());
      }
      return files;
    case Format::mat:
      result::write_mat(result, out);
      return {out.string()};
    case Format::hdf5:
      break;
  }
  result::write_hdf5(result, out);
  return {out.string()};
}

}  // namespace tread::app
