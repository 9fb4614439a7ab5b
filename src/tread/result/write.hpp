#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tread/result/json.hpp"
#include "tread/result/output_file.hpp"
#include "tread/result/result.hpp"

namespace tread::result {

/// Writes everything a run leaves behind into one folder, which is made if it is missing:
///
///   result.json           see json.hpp
///   fields.csv, .vtu      the fields of the first case; fields_2.csv, fields_2.vtu those of the
///                         second, and so on
///   <solid name>.vtu      solid bodies of the first case; <solid name>_2.vtu those of the second
///   <table name>.csv      the tables of the first case; <table name>_2.csv those of the second,
///   and
///                         so on
///   report.html           see report.hpp
///   result.h5             all of it in one file, which can be read again: see result_file.hpp
///
/// On failure (IoError with path and reason) the folder is as it was before, unless the system
/// refuses a name at the very end: see OutputBatch::commit(). result.json comes last. Files that
/// the result.json found there lists and this result does not have are removed: they belong to
/// another run and would be read as part of this one. Nothing else in the folder is touched.
/// @returns the names of the files of each case, as to_json() lists them.
CaseFiles write_result(const Result& result, const std::filesystem::path& folder);

/// Everything that fits into CSV, in files named as above: fields, fields over time, tables, and
/// the numbers of each case (numbers.csv). Nothing is left of a failure, as above.
/// @returns the names of the files.
std::vector<std::string> write_csv_folder(const Result& result, const std::filesystem::path& folder,
                                          const NameCheck& check_name = {});

}  // namespace tread::result
