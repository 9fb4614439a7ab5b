#include "tread/fem/harwell_boeing.hpp"

#include <gtest/gtest.h>

#include "fem_files/complaint.hpp"

namespace tread::fem {
namespace {

Eigen::MatrixXd parse_hb(const std::string& text) {
  return Eigen::MatrixXd(parse_harwell_boeing(text, "K.matrix"));
}

std::string complaint_about_hb(const std::string& text) {
  return testing_support::complaint([&] { parse_hb(text); });
}

const Eigen::Matrix3d k_expected{{4, -1, 0}, {-1, 4, -2.5}, {0, -2.5, 5}};

/// One number a line, D exponents and a right-hand side: as HBMAT of ANSYS lays it out.
const std::string k_ansys =
    "stiffness of a test structure                                           K       \n"
    "            17             4             5             5             3\n"
    "RSA                        3             3             5             0\n"
    "(1I12)          (1I12)          (1D25.15)           (1D25.15)           \n"
    "F                          1             0\n"
    "           1\n           3\n           5\n           6\n"
    "           1\n           2\n           2\n           3\n           3\n"
    "    0.400000000000000D+01\n   -0.100000000000000D+01\n    0.400000000000000D+01\n"
    "   -0.250000000000000D+01\n    0.500000000000000D+01\n"
    "    0.000000000000000D+00\n    0.100000000000000D+01\n    0.000000000000000D+00\n";

/// Columns that touch: 1 3 5 6, rows 1 2 2 3 3, then two values of twelve characters a line.
std::string compact(const std::string& type = "RSA", const std::string& values = "(2D12.5)") {
  return "touching columns\n 6 1 1 3 0\n" + type + " 3 3 5 0\n(4I1) (5I1) " + values +
         "\n1356\n12233\n";
}
const std::string k_values = " 4.00000D+00-1.00000D+00\n 4.00000D+00-2.50000D+00\n 5.00000D+00\n";

TEST(HarwellBoeing, a_file_as_ansys_writes_it_gives_both_halves_without_its_right_hand_side) {
  EXPECT_EQ(parse_hb(k_ansys), k_expected);
}

TEST(HarwellBoeing, numbers_may_touch) { EXPECT_EQ(parse_hb(compact() + k_values), k_expected); }

TEST(HarwellBoeing, the_upper_half_serves_as_well) {
  EXPECT_EQ(parse_hb("upper\n 6 1 1 3\nrsa 3 3 5 0\n(4I1) (5I1) (5f4.1)\n1246\n11223\n"
                     " 4.0-1.0 4.0-2.5 5.0\n"),
            (Eigen::Matrix3d{{4, -1, 0}, {-1, 4, -2.5}, {0, -2.5, 5}}));
}

TEST(HarwellBoeing, a_matrix_without_symmetry_is_taken_column_by_column) {
  EXPECT_EQ(parse_hb(compact("RUA") + k_values),
            (Eigen::Matrix3d{{4, 0, 0}, {-1, 4, 0}, {0, -2.5, 5}}));
}

TEST(HarwellBoeing, forms_with_a_scale_blanks_and_other_letters_are_understood) {
  const std::string values = " 4.00000E+00-1.00000E+00\n 4.00000E+00-2.50000E+00\n 5.00000E+00\n";
  for (const std::string form : {"(1P,2E12.5)", "(1P2E12.5)", "( 1p, 2e12.5 )", "(2G12.5E2)",
                                 "(2ES12.5)", "(2F12.5)", "(-1P,2E12.5)"}) {
    EXPECT_EQ(parse_hb(compact("RSA", form) + values), k_expected) << form;
  }
  EXPECT_EQ(parse_hb(compact("RSA", "(1PE12.5)") +
                     " 4.00000E+00\n-1.00000E+00\n 4.00000E+00\n-2.50000E+00\n 5.00000E+00\n"),
            k_expected);
  EXPECT_EQ(parse_hb(compact("ISA", "(5I2)") + " 4-1 4-2 5\n")(2, 1), -2);
}

TEST(HarwellBoeing, exponents_of_three_digits_have_no_letter) {
  EXPECT_EQ(parse_hb(compact() +
                     " 4.00000-101-1.00000+100\n 4.00000D+00-2.50000D+00\n 5.00000D+00\n")(0, 0),
            4e-101);
}

TEST(HarwellBoeing, a_rutherford_boeing_file_has_four_counts_and_no_right_hand_side) {
  EXPECT_EQ(
      parse_hb("test|0001                                                               |0001   \n"
               "             5             1             1             3\n"
               "rsa                        3             3             5             0\n"
               "(26I3)          (26I3)          (3E26.18)           \n"
               "  1  3  5  6\n  1  2  2  3  3\n"
               "  4.000000000000000000E+00 -1.000000000000000000E+00  4.000000000000000000E+00\n"
               " -2.500000000000000000E+00  5.000000000000000000E+00\n"),
      k_expected);
}

TEST(HarwellBoeingErrors, kinds_that_no_structure_has_are_refused) {
  const std::string remedy =
      "\n  hint: write a real, assembled matrix (RSA or RUA); in ANSYS: HBMAT with Form ASCII";
  EXPECT_EQ(
      complaint_about_hb(compact("PSA") + k_values),
      "K.matrix:3: the matrix is a pattern: it has places, but no values, got \"PSA\"" + remedy);
  EXPECT_EQ(complaint_about_hb(compact("CSA") + k_values),
            "K.matrix:3: the matrix is complex, got \"CSA\"" + remedy);
  EXPECT_EQ(complaint_about_hb(compact("RSE") + k_values),
            "K.matrix:3: the matrix is not assembled, got \"RSE\"" + remedy);
  EXPECT_EQ(complaint_about_hb(compact("RZA") + k_values),
            "K.matrix:3: the type must be RSA or RUA, got \"RZA\"" + remedy);
  EXPECT_EQ(complaint_about_hb(compact("RS") + k_values),
            "K.matrix:3: the type must be RSA or RUA, got \"RS\"" + remedy);
}

TEST(HarwellBoeingErrors, heads_that_are_wrong_are_told_with_their_line) {
  EXPECT_EQ(complaint_about_hb(""), "K.matrix: is empty");
  EXPECT_EQ(complaint_about_hb("title\n"),
            "K.matrix:1: the file ends where the line of counts should be\n"
            "  hint: was it written or copied completely?");
  EXPECT_EQ(complaint_about_hb("title\n1 2 3\n"),
            "K.matrix:2: must hold the 4 or 5 numbers of lines, got \"1 2 3\"\n"
            "  hint: is this an ASCII file in Harwell-Boeing format?");
  EXPECT_EQ(complaint_about_hb("title\n1 1 1 1 x\n"),
            "K.matrix:2: a number of lines must be a whole number >= 0, got \"x\"");
  EXPECT_EQ(complaint_about_hb("title\n1 1 1 1\nRSA 3 3\n"),
            "K.matrix:3: must hold type, rows, columns and entries, got \"RSA 3 3\"\n"
            "  hint: is this an ASCII file in Harwell-Boeing format?");
  EXPECT_EQ(complaint_about_hb("title\n1 1 1 1\nRSA 3 2 5 0\n(4I1)\n"),
            "K.matrix:3: a symmetric matrix must be square, got 3 x 2");
  EXPECT_EQ(complaint_about_hb(compact("RSA", "(A12)") + k_values),
            "K.matrix:4: the form of the values must be one such as (8I10) or (5E16.8), got "
            "\"(A12)\"");
  EXPECT_EQ(complaint_about_hb(compact("RSA", "") + k_values),
            "K.matrix:4: the form of the values must be one such as (8I10) or (5E16.8), got \"\"");
  EXPECT_EQ(complaint_about_hb("title\n1 1 1 1\nRUA 1 1 1 0\n(5E16.8) (5I1) (2D12.5)\n"),
            "K.matrix:4: the form of the pointers must be one of integers, such as (8I10), got "
            "\"(5E16.8) (5I1) (2D12.5)\"");
}

TEST(HarwellBoeingErrors, sizes_that_the_file_cannot_hold_are_refused_before_memory_is_asked_for) {
  EXPECT_EQ(complaint_about_hb("title\n1 1 1 1\nRSA 3 3 900000000 0\n(4I1) (5I1) (2D12.5)\n"),
            "K.matrix:3: announces more columns and entries than the 21 bytes after it can hold, "
            "got 1800000004\n  hint: was the file written or copied completely?");
  EXPECT_EQ(complaint_about_hb("title\n1 1 1 1\nRSA 3000000 3000000 1 0\n(4I1) (5I1) (2D12.5)\n"),
            "K.matrix:3: the number of rows must be a whole number from 1 to 1000021, got 3000000");
}

TEST(HarwellBoeingErrors, data_that_are_wrong_are_told_with_their_line) {
  const std::string head = "title\n6 1 1 3 0\nRSA 3 3 5 0\n(4I1) (5I1) (2D12.5)\n";
  EXPECT_EQ(complaint_about_hb(head + "1326\n12233\n" + k_values),
            "K.matrix:5: a pointer must be a whole number from 3 to 6, got 2");
  EXPECT_EQ(complaint_about_hb(head + "2356\n12233\n" + k_values),
            "K.matrix:5: the first pointer must be 1");
  EXPECT_EQ(complaint_about_hb(head + "1355\n12233\n" + k_values),
            "K.matrix:5: the last pointer must be 6, one more than there are entries, got 5");
  EXPECT_EQ(complaint_about_hb(head + "135\n12233\n" + k_values),
            "K.matrix:5: the pointers: the form asks for 4 in columns of 1, this line has, got 3");
  EXPECT_EQ(complaint_about_hb(head + "13567\n12233\n" + k_values),
            "K.matrix:5: the pointers: the line is longer than its form allows, got \"7\"");
  EXPECT_EQ(complaint_about_hb(head + "1356\n12243\n" + k_values),
            "K.matrix:6: a row must be a whole number from 1 to 3, got 4");
  EXPECT_EQ(complaint_about_hb(head + "1356\n12233\n 4.00000D+00-1.00000D+00\n"),
            "K.matrix:7: the file ends where the values should be\n"
            "  hint: was it written or copied completely?");
  EXPECT_EQ(complaint_about_hb(head + "1356\n12233\n" + k_values + "1.0\n"),
            "K.matrix:10: there is more than the entries that the third line announces, got "
            "\"1.0\"");
  EXPECT_EQ(complaint_about_hb(head + "1356\n12233\n************-1.00000D+00\n"),
            "K.matrix:7: a value must be a number, got \"************\"\n"
            "  hint: as Fortran writes them: with a point and, under a scale, an exponent");
  EXPECT_EQ(complaint_about_hb(head + "1356\n12233\n         NaN-1.00000D+00\n"),
            "K.matrix:7: a value must be a finite number, got NaN");
  EXPECT_EQ(complaint_about_hb(head + "1356\n12233\n 4.0000D+999-1.00000D+00\n"),
            "K.matrix:7: a value must be a number between 1e-308 and 1e308, got 4.0000D+999");
}

TEST(HarwellBoeingErrors, numbers_that_fortran_would_read_otherwise_are_refused) {
  EXPECT_EQ(complaint_about_hb(compact("RSA", "(2E12.5)") + "           4          -1\n"),
            "K.matrix:7: a value must be a number, got \"4\"\n"
            "  hint: as Fortran writes them: with a point and, under a scale, an exponent");
  EXPECT_EQ(complaint_about_hb(compact("RSA", "(1P,2F12.5)") + "         4.0        -1.0\n"),
            "K.matrix:7: a value must be a number, got \"4.0\"\n"
            "  hint: as Fortran writes them: with a point and, under a scale, an exponent");
}

TEST(HarwellBoeingErrors, a_whole_matrix_that_claims_to_be_one_half_is_refused) {
  EXPECT_EQ(complaint_about_hb("full\n 6 1 1 3 0\nRSA 2 2 4 0\n(4I1) (5I1) (4F4.1)\n135\n1212\n"
                               " 4.0-1.0-1.0 4.0\n"),
            "K.matrix: is of type RSA, but stores both (2, 1) and (1, 2)\n"
            "  hint: if it holds the whole matrix, write RUA in its third line");
}

}  // namespace
}  // namespace tread::fem
