#include "tread/result/result_file.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "result/message_of.hpp"
#include "result/rich_result.hpp"
#include "result/text_of.hpp"
#include "support/temporary_folder.hpp"
#include "tread/core/errors.hpp"
#include "tread/result/document.hpp"
#include "tread/result/write.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

class ResultOnDisk : public testing::Test {
 protected:
  const testing_support::TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "result.h5";
};

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Equal to the last bit.
bool same(const Result& a, const Result& b) {
  const Document left = document_of(a);
  const Document right = document_of(b);
  if (left.tree != right.tree || left.arrays.size() != right.arrays.size()) return false;
  for (std::size_t i = 0; i < left.arrays.size(); ++i) {
    const auto bytes = [](const ArrayView& array) {
      return std::visit(
          [](const auto values) {
            const auto raw = std::as_bytes(values);
            return std::vector<std::byte>(raw.begin(), raw.end());
          },
          array.values);
    };
    if (bytes(left.arrays[i]) != bytes(right.arrays[i])) return false;
  }
  return true;
}

TEST_F(ResultOnDisk, IsReadAsItWasWritten) {
  const Result result = rich_result();
  write_hdf5(result, file_);
  EXPECT_TRUE(same(result, read_result(file_)));
  EXPECT_TRUE(same(result, read_result(folder_.path())));
}

TEST_F(ResultOnDisk, OfNothingIsReadAsItWasWritten) {
  write_hdf5(Result{}, file_);
  EXPECT_TRUE(same(Result{}, read_result(file_)));
}

TEST_F(ResultOnDisk, TheSameResultIsTheSameFile) {
  write_hdf5(rich_result(), file_);
  const std::string first = text_of(file_);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // times of objects are in seconds
  write_hdf5(rich_result(), file_);
  EXPECT_TRUE(first == text_of(file_));
}

TEST_F(ResultOnDisk, IsPartOfWhatARunWrites) {
  write_result(rich_result(), folder_.path() / "out");
  EXPECT_TRUE(same(rich_result(), read_result(folder_.path() / "out")));
}

/// A history of 300 frames of 64 x 64 cells.
Result long_result() {
  FieldHistory history;
  history.name = "pressure";
  history.grid = centred_grid(64, 64, 1, 1);
  Field field{"p", "Pa", "pressure", {}};
  for (int frame = 0; frame < 300; ++frame) {
    history.times.push_back(frame);
    for (int i = 0; i < 64 * 64; ++i) field.values.push_back(frame + 1e-4 * i);
  }
  history.fields = {field};
  CaseResult c;
  c.histories = {history};
  return result_of({c});
}

TEST_F(ResultOnDisk, RowsAreReadAloneAndEqualThoseOfTheWhole) {
  const Result result = long_result();
  write_hdf5(result, file_);
  const ResultFile file(file_);
  const std::string path = "/cases/1/histories/pressure/p";
  const ResultFile::ArrayInfo info = file.info(path);
  EXPECT_EQ(info.shape, (std::vector<std::size_t>{300, 64, 64}));
  EXPECT_EQ(info.unit, "Pa");
  EXPECT_FALSE(info.is_integer);
  EXPECT_EQ(info.n_values(), 300u * 4096u);
  EXPECT_EQ(info.values_per_row(), 4096u);
  const std::vector<double>& all = result.cases[0].histories[0].fields[0].values;
  EXPECT_EQ(file.read(path), all);
  for (const std::size_t first : {0u, 7u, 299u}) {
    EXPECT_EQ(file.read(path, first, 1),
              std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(first * 4096),
                                  all.begin() + static_cast<std::ptrdiff_t>((first + 1) * 4096)));
  }
  EXPECT_EQ(file.read(path, 300, 0), std::vector<double>{});
  EXPECT_LT(fs::file_size(file_), all.size() * sizeof(double) / 2) << "compressed";
}

TEST_F(ResultOnDisk, RowsThatAreNotThereAreRefused) {
  write_hdf5(rich_result(), file_);
  const ResultFile file(file_);
  const std::string path = "/cases/1/tables/deflection/time";
  for (const auto& [first, count] :
       std::vector<std::pair<std::size_t, std::size_t>>{{0, 4}, {4, 0}, {3, 1}, {1, SIZE_MAX}}) {
    EXPECT_NE(message_of([&] { file.read(path, first, count); }).find("has 3 rows"),
              std::string::npos);
  }
}

TEST_F(ResultOnDisk, NothingButArraysOfTheDocumentCanBeAskedFor) {
  write_hdf5(rich_result(), file_);
  const ResultFile file(file_);
  for (const char* path : {"", "/", "/document", "/cases", "/cases/1/tables/deflection/", "x",
                           "/cases/1/../1/fields/pressure", "cases/1/fields/pressure"}) {
    EXPECT_NE(message_of([&] { file.info(path); }).find("its document has no array"),
              std::string::npos)
        << path;
  }
}

TEST_F(ResultOnDisk, ServesSeveralThreadsAtATime) {
  const Result result = long_result();
  write_hdf5(result, file_);
  const ResultFile file(file_);
  const std::vector<double>& all = result.cases[0].histories[0].fields[0].values;
  std::vector<std::thread> threads;
  std::vector<int> n_wrong(4, 0);
  for (std::size_t k = 0; k < n_wrong.size(); ++k) {
    threads.emplace_back([&, k] {
      for (std::size_t i = k; i < 300; i += 7) {
        const ResultFile own(file_);
        for (const ResultFile* f : {&file, &own}) {
          const std::vector<double> row = f->read("/cases/1/histories/pressure/p", i, 1);
          if (!std::equal(row.begin(), row.end(),
                          all.begin() + static_cast<std::ptrdiff_t>(i * 4096))) {
            ++n_wrong[k];
          }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(n_wrong, std::vector<int>(4, 0));
}

TEST_F(ResultOnDisk, WhatIsNoResultIsRefusedWithARemedy) {
  const fs::path folder = folder_.path();
  const auto message = [](const fs::path& path) { return message_of([&] { read_result(path); }); };
  EXPECT_EQ(message(folder / "none"),
            "cannot read '" + (folder / "none").string() +
                "': there is no such file or folder\n  hint: give a folder that 'tread run' wrote "
                "its results to");
  EXPECT_EQ(message(folder), "'" + folder.string() +
                                 "' is no folder of results: there is no result.h5 in it\n  hint: "
                                 "give a folder that 'tread run' wrote its results to");
  write_text(folder / "result.json",
             R"({"status": "converged", "version": "0.0.7", "results": []})");
  EXPECT_EQ(message(folder), "'" + folder.string() +
                                 "' holds results of tread 0.0.7 without a result.h5, from which "
                                 "they could be read again\n  hint: run the case again");
  write_text(file_, "");
  EXPECT_NE(message(folder).find("the file is empty"), std::string::npos);
  write_text(file_, "not at all");
  EXPECT_NE(message(folder).find("it is not an HDF5 file"), std::string::npos);
}

TEST_F(ResultOnDisk, AnHdf5FileOfAnotherProgramIsRefused) {
  H5Fclose(H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_EQ(message_of([&] { read_result(file_); }),
            "cannot read '" + file_.string() +
                "': it is an HDF5 file, but not one of tread's results\n  hint: give the folder "
                "that holds the results, or the result.h5 in it");
}

TEST_F(ResultOnDisk, AFileOfALaterFormatIsRefusedWithItsVersion) {
  Result result = rich_result();
  result.program_version = "9.1.2";
  write_hdf5(result, file_);
  const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t attribute = H5Aopen(file, "format_version", H5P_DEFAULT);
  const int later = 7;
  ASSERT_GE(H5Awrite(attribute, H5T_NATIVE_INT, &later), 0);
  H5Aclose(attribute);
  H5Fclose(file);
  EXPECT_EQ(message_of([&] { read_result(file_); }),
            "cannot read '" + file_.string() +
                "': it has format 7 and was written by tread 9.1.2; this version reads formats up "
                "to 1\n  hint: use the version that wrote it, or run the case again");
}

/// Puts another dataset of 3 numbers where the times of a table were.
void replace_times(const fs::path& path, hid_t creation) {
  const char* name = "/cases/1/tables/deflection/time";
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  ASSERT_GE(H5Ldelete(file, name, H5P_DEFAULT), 0);
  const hsize_t n = 3;
  const hid_t space = H5Screate_simple(1, &n, nullptr);
  const hid_t dataset =
      H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  ASSERT_GE(dataset, 0);
  H5Dclose(dataset);
  H5Sclose(space);
  H5Fclose(file);
}

TEST_F(ResultOnDisk, AnArrayThatShowsAnotherFileIsRefused) {
  const fs::path secret = folder_.path() / "secret";
  write_text(secret, std::string(24, 'x'));
  write_hdf5(rich_result(), file_);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(creation, secret.c_str(), 0, 24);
  replace_times(file_, creation);
  H5Pclose(creation);
  const ResultFile file(file_);
  EXPECT_NE(message_of([&] {
              file.read("/cases/1/tables/deflection/time");
            }).find("is not stored as tread stores arrays"),
            std::string::npos);
}

TEST_F(ResultOnDisk, AnArrayBehindALinkToAnotherFileIsRefused) {
  const fs::path other = folder_.path() / "other.h5";
  write_hdf5(rich_result(), other);
  write_hdf5(rich_result(), file_);
  const char* name = "/cases/1/tables/deflection";
  const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  ASSERT_GE(H5Ldelete(file, name, H5P_DEFAULT), 0);
  ASSERT_GE(H5Lcreate_external(other.c_str(), name, file, name, H5P_DEFAULT, H5P_DEFAULT), 0);
  H5Fclose(file);
  const ResultFile reading(file_);
  EXPECT_NE(message_of([&] {
              reading.read("/cases/1/tables/deflection/time");
            }).find("there is no '/cases/1/tables/deflection/time' in it"),
            std::string::npos);
}

TEST_F(ResultOnDisk, AnArrayOfWhichNothingIsStoredIsRefused) {
  write_hdf5(rich_result(), file_);
  replace_times(file_, H5P_DEFAULT);  // never written: the library would make up zeros
  const ResultFile file(file_);
  EXPECT_NE(message_of([&] {
              file.read("/cases/1/tables/deflection/time");
            }).find("is larger than what is stored of it"),
            std::string::npos);
}

/// Closed when it goes.
class Id {
 public:
  Id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) { EXPECT_GE(id, 0); }
  Id(const Id&) = delete;
  Id& operator=(const Id&) = delete;
  ~Id() { close_(id_); }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void write_words(hid_t file, const char* name, const std::string& words, bool as_attribute) {
  const Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, words.size());
  const Id space(H5Screate(H5S_SCALAR), H5Sclose);
  if (as_attribute) {
    const Id attribute(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    H5Awrite(attribute, type, words.data());
  } else {
    const Id dataset(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose);
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, words.data());
  }
}

/// As another program could make it: n numbers of a type in one array "/a", and no checksums.
void write_foreign_file(const fs::path& path, hid_t type, hsize_t n) {
  const Id file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  write_words(file, "format", "tread-result", true);
  const Id scalar(H5Screate(H5S_SCALAR), H5Sclose);
  const Id version(
      H5Acreate2(file, "format_version", H5T_STD_I32LE, scalar, H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  const int one = 1;
  H5Awrite(version, H5T_NATIVE_INT, &one);
  write_words(file, "document", R"({"array":"/a","shape":[)" + std::to_string(n) + "]}", false);
  const Id space(H5Screate_simple(1, &n, nullptr), H5Sclose);
  const Id creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
  const Id dataset(H5Dcreate2(file, "a", type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                   H5Dclose);
}

void replace_all(std::string& bytes, std::uint64_t number, std::uint64_t other) {
  const std::string from(reinterpret_cast<const char*>(&number), sizeof number);
  const std::string to(reinterpret_cast<const char*>(&other), sizeof other);
  int n = 0;
  for (std::size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from), ++n) {
    bytes.replace(at, from.size(), to);
  }
  EXPECT_GT(n, 0) << number;
}

TEST_F(ResultOnDisk, AnArrayThatClaimsMoreThanTheFileHasIsRefused) {
  constexpr std::uint64_t k_n = 12'345;
  write_foreign_file(file_, H5T_IEEE_F64LE, k_n);
  EXPECT_EQ(ResultFile(file_).read("/a").size(), k_n);
  for (const std::uint64_t n :
       {std::uint64_t{1} << 24, std::uint64_t{1} << 45, (std::uint64_t{1} << 61) - 1}) {
    write_foreign_file(file_, H5T_IEEE_F64LE, k_n);
    std::string bytes = text_of(file_);
    replace_all(bytes, k_n, n);
    replace_all(bytes, 8 * k_n, 8 * n);
    write_text(file_, bytes);
    EXPECT_NE(message_of([&] { ResultFile(file_).read("/a"); }).find("hint: the file is cut off"),
              std::string::npos)
        << n;
  }
}

TEST_F(ResultOnDisk, NumbersOfATypeThatIsNeverWrittenAreRefused) {
  for (const hid_t type : {H5T_STD_I8LE, H5T_STD_I64LE, H5T_STD_U32LE, H5T_STD_I32BE,
                           H5T_IEEE_F32LE, H5T_IEEE_F64BE}) {
    write_foreign_file(file_, type, 1000);
    EXPECT_NE(message_of([&] { ResultFile(file_).read("/a"); }).find("'/a' is no array of numbers"),
              std::string::npos);
  }
}

TEST_F(ResultOnDisk, AFileCutOffAnywhereIsRefused) {
  write_hdf5(rich_result(), file_);
  const std::string whole = text_of(file_);
  for (std::size_t k = 1; k <= 60; ++k) {
    const std::size_t size = whole.size() - (k * k * (whole.size() - 1)) / 3600;
    if (size == whole.size()) continue;
    write_text(file_, whole.substr(0, size));
    const std::string message = message_of([&] { read_result(file_); });
    EXPECT_EQ(message.rfind("cannot read '" + file_.string() + "': ", 0), 0u) << size << message;
    EXPECT_NE(message.find("hint:"), std::string::npos) << size;
  }
}

TEST_F(ResultOnDisk, AFileWithAFlippedByteIsRefusedOrReadAsItWas) {
  const Result result = rich_result();
  write_hdf5(result, file_);
  const std::string whole = text_of(file_);
  int n_refused = 0;
  // A prime stride, so that in time every kind of byte is met.
  for (std::size_t i = 0; i < whole.size(); i += 211) {
    std::string spoiled = whole;
    spoiled[i] = static_cast<char>(spoiled[i] ^ (1 << (i % 8)));
    write_text(file_, spoiled);
    try {
      EXPECT_TRUE(same(result, read_result(file_))) << "byte " << i;
    } catch (const IoError&) {
      ++n_refused;
    }
  }
  EXPECT_GT(n_refused, 100);
}

TEST_F(ResultOnDisk, ADiskThatIsFullIsToldAndNothingIsLeft) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old = signal(SIGXFSZ, SIG_IGN);
  const Result result = long_result();
  for (const rlim_t limit : {100, 5'000, 100'000}) {
    const rlimit small{limit, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string message = message_of([&] { write_hdf5(result, file_); });
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_NE(message.find("File too large"), std::string::npos) << message;
    EXPECT_TRUE(fs::is_empty(folder_.path()));
  }
  signal(SIGXFSZ, old);
  write_hdf5(result, file_);
  EXPECT_TRUE(same(result, read_result(file_)));
}

}  // namespace
}  // namespace tread::result
