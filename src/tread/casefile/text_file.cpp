#include "tread/casefile/text_file.hpp"

#include <fmt/format.h>

#include <fstream>

#include "tread/core/errors.hpp"

namespace tread::casefile {
namespace {

namespace fs = std::filesystem;

std::string kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a directory";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "something else";
  }
}

[[noreturn]] void refuse_file(const fs::path& path, std::string reason, std::string value = "",
                              std::string hint = "") {
  throw CaseError(
      Problem{path.string(), 0, "", std::move(reason), std::move(value), std::move(hint)});
}

std::string megabytes(std::size_t bytes) {
  return fmt::format("{:.0f} MB", 1e-6 * static_cast<double>(bytes));
}

}  // namespace

std::string read_text_file(const fs::path& path, std::size_t max_bytes) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (status.type() == fs::file_type::not_found) refuse_file(path, "no such file");
  if (failure) refuse_file(path, "cannot be read: " + failure.message());
  if (!fs::is_regular_file(status)) {
    const bool is_folder = fs::is_directory(status);
    refuse_file(path, "must be a regular file", kind_of(status.type()),
                is_folder ? "name a file in it" : "copy its contents to a file first");
  }
  const std::uintmax_t size = fs::file_size(path, failure);
  if (failure) refuse_file(path, "cannot be read: " + failure.message());
  if (size > max_bytes) {
    refuse_file(path, fmt::format("is larger than {}", megabytes(max_bytes)), megabytes(size));
  }

  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_file(path, "cannot be opened: is it readable for you?");
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (file.bad()) refuse_file(path, "cannot be read to its end");
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace tread::casefile
