#include "tread/result/mat.hpp"

#include <gtest/gtest.h>
#include <matio.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstring>
#include <memory>
#include <sstream>

#include "result/rich_result.hpp"
#include "result/text_of.hpp"
#include "support/temporary_folder.hpp"
#include "tread/core/errors.hpp"

namespace tread::result {
namespace {

namespace fs = std::filesystem;

class MatFile : public testing::Test {
 protected:
  const testing_support::TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "result.mat";
};

struct Free {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};

/// The variable `result` of a file, and its parts by name: "cases.tables.deflection".
class Read {
 public:
  explicit Read(const fs::path& file) {
    mat_t* mat = Mat_Open(file.c_str(), MAT_ACC_RDONLY);
    if (mat == nullptr) return;
    root_.reset(Mat_VarRead(mat, "result"));
    Mat_Close(mat);
  }

  matvar_t* find(const std::string& path, std::size_t i_case = 0) const {
    matvar_t* variable = root_.get();
    std::istringstream parts(path);
    for (std::string part; variable != nullptr && std::getline(parts, part, '.');) {
      const bool is_case = variable != root_.get() && variable->name != nullptr &&
                           std::string(variable->name) == "cases";
      variable = variable->class_type == MAT_C_STRUCT
                     ? Mat_VarGetStructFieldByName(variable, part.c_str(), is_case ? i_case : 0)
                     : nullptr;
    }
    EXPECT_NE(variable, nullptr) << path;
    return variable;
  }

  std::vector<double> numbers(const std::string& path, std::size_t i_case = 0) const {
    const matvar_t* variable = find(path, i_case);
    if (variable == nullptr || variable->class_type != MAT_C_DOUBLE) return {-999};
    const auto* data = static_cast<const double*>(variable->data);
    return {data, data + variable->nbytes / sizeof(double)};
  }

  std::u16string text(const std::string& path, std::size_t i_case = 0) const {
    const matvar_t* variable = find(path, i_case);
    if (variable == nullptr || variable->class_type != MAT_C_CHAR) return u"no text";
    std::u16string text;
    const std::size_t n = variable->dims[0] * variable->dims[1];
    for (std::size_t i = 0; i < n; ++i) {
      text += variable->data_size == 2 ? static_cast<const char16_t*>(variable->data)[i]
                                       : static_cast<const unsigned char*>(variable->data)[i];
    }
    return text;
  }

  std::vector<std::size_t> extents(const std::string& path) const {
    const matvar_t* variable = find(path);
    if (variable == nullptr) return {};
    return {variable->dims, variable->dims + variable->rank};
  }

 private:
  std::unique_ptr<matvar_t, Free> root_;
};

TEST_F(MatFile, HasTheNumbersOfTheResultUnderTheirNames) {
  const Result result = rich_result();
  write_mat(result, file_);
  const Read read(file_);
  EXPECT_EQ(read.text("case_text"), u"[load]\nforce = 90e3 # N\n");
  EXPECT_EQ(read.text("program_version"), u"0.1.0");
  EXPECT_EQ(read.extents("cases"), (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(read.text("cases.title", 2), u"Apart");
  EXPECT_EQ(read.numbers("cases.scalars.approach"), std::vector<double>{4.639e-7});
  EXPECT_EQ(read.text("cases.scalars.units.contact_area"), u"m\u00b2");
  EXPECT_EQ(read.numbers("cases.tables.deflection.time"), (std::vector<double>{0, 1e-3, 2e-3}));
  EXPECT_EQ(read.extents("cases.tables.deflection.time"), (std::vector<std::size_t>{3, 1}));
  const std::vector<double> odd = read.numbers("cases.tables.deflection.x___5_m");
  ASSERT_EQ(odd.size(), 3u);
  EXPECT_TRUE(std::isnan(odd[1]));
  EXPECT_TRUE(std::isinf(odd[2]));
  EXPECT_EQ(read.numbers("cases.tables.deflection_2.a_b"), std::vector<double>{1});
  EXPECT_EQ(read.numbers("cases.vectors.creepage"), (std::vector<double>{1e-3, 0, 0.25}));
  EXPECT_EQ(read.numbers("cases.elements.contact", 1), std::vector<double>{-1e12});
}

TEST_F(MatFile, HasFieldsAsMatricesOfRowsAlongY) {
  const Result result = rich_result();
  write_mat(result, file_);
  const Read read(file_);
  const FieldSet& set = *result.cases[0].fields;
  EXPECT_EQ(read.extents("cases.fields.pressure"), (std::vector<std::size_t>{30, 40}));
  const std::vector<double> pressure = read.numbers("cases.fields.pressure");
  const std::vector<double> x = read.numbers("cases.fields.x");
  ASSERT_EQ(pressure.size(), set.grid.n_cells());
  for (int j = 0; j < 30; ++j) {
    for (int i = 0; i < 40; ++i) {
      // Matlab's first dimension runs fastest
      EXPECT_EQ(pressure[static_cast<std::size_t>(j + 30 * i)],
                set.fields[0].values[set.grid.index(i, j)]);
    }
  }
  EXPECT_EQ(x.back(), set.grid.x(39));
  EXPECT_EQ(read.extents("cases.histories.pressure_history.times"),
            (std::vector<std::size_t>{3, 4, 200}));
  const std::vector<double> waves = read.numbers("cases.histories.pressure_history.times");
  // frame 7, row 2, column 1
  EXPECT_EQ(waves[7 * 12 + 2 + 3 * 1],
            result.cases[0].histories[0].fields[0].values[7 * 12 + 2 * 4 + 1]);
  EXPECT_EQ(read.numbers("cases.solids.wheel.cells"), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(read.extents("cases.solids.wheel.displacement"), (std::vector<std::size_t>{4, 3}));
  EXPECT_EQ(read.numbers("cases.animation.deflections"),
            (std::vector<double>{0, 0, 1e-3, 2e-3, 0, 0}));
}

TEST_F(MatFile, OfTheSameResultIsTheSame) {
  write_mat(rich_result(), file_);
  const std::string first = text_of(file_);
  EXPECT_EQ(first.rfind("MATLAB 5.0 MAT-file, written by tread 0.1.0", 0), 0u);
  write_mat(rich_result(), file_);
  EXPECT_TRUE(first == text_of(file_));
}

TEST_F(MatFile, OfAResultWithoutCasesCanBeRead) {
  write_mat(Result{}, file_);
  EXPECT_EQ(Read(file_).text("status"), u"converged");
}

TEST_F(MatFile, ADiskThatIsFullIsToldAndNothingIsLeft) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old = signal(SIGXFSZ, SIG_IGN);
  const Result result = rich_result();
  for (const rlim_t limit : {50, 4096, 10'000}) {
    const rlimit small{limit, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    EXPECT_THROW(write_mat(result, file_), IoError) << limit;
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_TRUE(fs::is_empty(folder_.path()));
  }
  signal(SIGXFSZ, old);
}

}  // namespace
}  // namespace tread::result
