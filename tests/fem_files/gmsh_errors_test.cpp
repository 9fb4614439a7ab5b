#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "fem_files/complaint.hpp"
#include "tread/casefile/text_file.hpp"
#include "tread/fem/gmsh_file.hpp"

namespace tread::fem {
namespace {

std::string complaint_about_mesh(const std::string& text) {
  return testing_support::complaint([&] { parse_gmsh(text, "m.msh"); });
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

const std::string k_good =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"                     // lines 1 to 3
    "$PhysicalNames\n1\n1 2 \"rail\"\n$EndPhysicalNames\n"       // 4 to 7
    "$Entities\n0 1 0 0\n1 0 0 0 1 1 1 1 2 0\n$EndEntities\n"    // 8 to 11
    "$Nodes\n1 2 1 2\n1 1 0 2\n1\n2\n0 0 0\n1 0 0\n$EndNodes\n"  // 12 to 19
    "$Elements\n1 1 1 1\n1 1 1 1\n1 1 2\n$EndElements\n";        // 20 to 24
const std::string k_complete = "\n  hint: was the file written or copied completely?";
const std::string k_complete_end = "\n  hint: was it written or copied completely?";

TEST(GmshErrors, the_file_they_change_is_good) { EXPECT_EQ(complaint_about_mesh(k_good), ""); }

TEST(GmshErrors, other_versions_of_the_format_are_refused_with_the_remedy) {
  for (const std::string version : {"2.2", "4", "4.0", "1"}) {
    EXPECT_EQ(complaint_about_mesh("$MeshFormat\n" + version + " 0 8\n$EndMeshFormat\n"),
              "m.msh:2: the version of the format must be 4.1, got " + version +
                  "\n  hint: in Gmsh, set Mesh.MshFileVersion = 4.1 and save again");
  }
}

TEST(GmshErrors, files_that_are_none_of_gmsh_are_refused) {
  EXPECT_EQ(complaint_about_mesh(""), "m.msh: is empty");
  EXPECT_EQ(complaint_about_mesh("solid cube\n"),
            "m.msh:1: a Gmsh file must begin with $MeshFormat, got \"solid\"");
  EXPECT_EQ(complaint_about_mesh("$MeshFormat\n4.1 0 8\n$Nodes\n"),
            "m.msh:3: $EndMeshFormat must stand here, got \"$Nodes\"");
  EXPECT_EQ(complaint_about_mesh("$MeshFormat\n4.1 2 8\n"),
            "m.msh:2: 0 (text) or 1 (binary) must be a whole number from 0 to 1, got 2");
}

TEST(GmshErrors, binary_files_of_other_machines_are_refused) {
  const std::string head = "$MeshFormat\n4.1 1 8\n";
  EXPECT_EQ(complaint_about_mesh(head + std::string("\0\0\0\1\n$EndMeshFormat\n", 20)),
            "m.msh: is binary, but not little endian\n"
            "  hint: save it as text: Mesh.Binary = 0");
  EXPECT_EQ(complaint_about_mesh("$MeshFormat\n4.1 1 4\n" +
                                 std::string("\1\0\0\0\n$EndMeshFormat\n", 20)),
            "m.msh:2: counts must have 8 bytes, got 4\n"
            "  hint: in Gmsh, set Mesh.MshFileVersion = 4.1 and save again");
}

TEST(GmshErrors, a_partitioned_mesh_is_refused) {
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "$Entities", "$PartitionedEntities")),
            "m.msh:8: the mesh is partitioned, got $PartitionedEntities\n"
            "  hint: unpartition it in Gmsh (Mesh, Unpartition) and save again");
}

TEST(GmshErrors, shapes_of_elements_that_are_not_known_are_named) {
  const std::string remedy =
      "\n  hint: use tetrahedra (Mesh.ElementOrder 1 or 2) or 8-node hexahedra, and triangles, "
      "4-node quadrilaterals, lines and points";
  EXPECT_EQ(
      complaint_about_mesh(replaced(k_good, "1 1 1 1\n1 1 2\n", "1 1 6 1\n1 1 2\n")),
      "m.msh:22: elements of this type are not known here, got type 6 (6-node prism)" + remedy);
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 1 1 1\n1 1 2\n", "1 1 17 1\n1 1 2\n")),
            "m.msh:22: elements of this type are not known here, got type 17 (20-node hexahedron)" +
                remedy);
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 1 1 1\n1 1 2\n", "1 1 99 1\n1 1 2\n")),
            "m.msh:22: elements of this type are not known here, got type 99" + remedy);
}

/// A huge count in the place of another one, which follows the words `before`.
void expect_huge(const std::string& before, const std::string& count, const std::string& huge,
                 int line, const std::string& what) {
  const std::string text = replaced(k_good, before + count, before + huge);
  const std::size_t n_left = text.size() - text.find(huge) - huge.size();
  EXPECT_EQ(complaint_about_mesh(text), "m.msh:" + std::to_string(line) + ": announces more " +
                                            what + " than the " + std::to_string(n_left) +
                                            " bytes after it can hold, got " + huge + k_complete);
}

TEST(GmshErrors, counts_that_the_file_cannot_hold_are_refused_before_memory_is_asked_for) {
  expect_huge("$Nodes\n1 ", "2", "1000000000000", 13, "nodes");
  expect_huge("$Nodes\n", "1", "77777777777", 13, "blocks of nodes");
  expect_huge("1 1 0 ", "2", "999999999", 14, "nodes");
  expect_huge("$Entities\n0 ", "1", "77777777777", 9, "curves");
  expect_huge("0 0 0 1 1 1 ", "1", "77777777777", 10, "physical tags");
  expect_huge("$PhysicalNames\n", "1", "88888888", 5, "names");
  expect_huge("$Elements\n1 ", "1", "77777777777", 21, "elements");
  expect_huge("$Elements\n1 1 1 1\n1 1 1 ", "1", "77777777777", 22, "elements");
}

TEST(GmshErrors, counts_that_do_not_match_are_told) {
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 2 1 2", "1 3 1 2")),
            "m.msh:18: the section announces 3 nodes, its blocks hold, got 2");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 2 1 2", "1 1 1 2")),
            "m.msh:14: the section announces 1 nodes, its blocks hold, got 2");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 1 1 1\n1 1 1 1", "1 2 1 1\n1 1 1 1")),
            "m.msh:23: the section announces 2 elements, its blocks hold, got 1");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 0 0\n$End", "1 0 0\n7 0 0\n$End")),
            "m.msh:19: $EndNodes must stand here, got \"7\"\n"
            "  hint: the section holds more than its counts say");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 0 0\n$EndNodes", "$EndNodes")),
            "m.msh:18: a coordinate must be a number, got \"$EndNodes\"");
}

TEST(GmshErrors, a_file_that_is_cut_off_is_told) {
  EXPECT_EQ(complaint_about_mesh(k_good.substr(0, k_good.find("$EndElements"))),
            "m.msh:23: the file ends where $EndElements should be" + k_complete_end);
  EXPECT_EQ(complaint_about_mesh(k_good.substr(0, k_good.find("$Elements"))),
            "m.msh: holds no elements\n  hint: mesh the model before you save it; with physical "
            "groups Gmsh saves only what is in one");
  EXPECT_EQ(complaint_about_mesh(k_good.substr(0, k_good.find("$Nodes"))), "m.msh: holds no nodes");
  EXPECT_EQ(complaint_about_mesh(k_good + "$NodeData\n1\n"),
            "m.msh:25: the section has no $EndNodeData, got \"$NodeData\"" + k_complete);
  // wherever it is cut, it is refused and not read beyond its end
  for (std::size_t n = 0; n + 14 < k_good.size(); ++n) {
    EXPECT_NE(complaint_about_mesh(k_good.substr(0, n)), "") << n;
  }
}

TEST(GmshErrors, a_binary_file_that_is_cut_off_is_told_wherever_the_cut_is) {
  const std::string text =
      casefile::read_text_file(std::string(TREAD_TEST_DATA) + "/span_binary.msh", 100'000);
  ASSERT_EQ(complaint_about_mesh(text), "");
  for (std::size_t n = 0; n + 14 < text.size(); ++n) {
    EXPECT_NE(complaint_about_mesh(text.substr(0, n)), "") << n;
  }
}

TEST(GmshErrors, numbers_that_are_wrong_in_a_binary_file_are_told_with_their_byte) {
  std::string text =
      casefile::read_text_file(std::string(TREAD_TEST_DATA) + "/span_binary.msh", 100'000);
  // $Nodes, 4 sizes, a block of 3 ints and a size, the tag of a node; then its x
  const std::size_t at = text.find("$Nodes\n") + 7 + 32 + 20 + 8;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::memcpy(text.data() + at, &nan, sizeof nan);
  EXPECT_EQ(complaint_about_mesh(text), "m.msh: before byte " + std::to_string(at + 8) +
                                            ": a coordinate must be a finite number, got nan");
  const unsigned long long huge = 1ULL << 60U;
  std::memcpy(text.data() + at - 16, &huge, sizeof huge);
  EXPECT_TRUE(complaint_about_mesh(text).starts_with(
      "m.msh: before byte " + std::to_string(at - 8) + ": announces more nodes than the "))
      << complaint_about_mesh(text);
}

TEST(GmshErrors, numbers_that_are_wrong_are_told_with_their_line) {
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 0 0\n$End", "1 x 0\n$End")),
            "m.msh:18: a coordinate must be a number, got \"x\"");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 0 0\n$End", "1 inf 0\n$End")),
            "m.msh:18: a coordinate must be a finite number, got inf");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "\n1\n2\n0 0 0", "\n1\n1\n0 0 0")),
            "m.msh:16: two nodes have the same tag, got 1");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "\n1\n2\n0 0 0", "\n1\n-2\n0 0 0")),
            "m.msh:16: the tag of a node must be a whole number >= 1, got -2");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 1 2\n$End", "1 1 3\n$End")),
            "m.msh:23: 2-node line 1 uses a node that is not in $Nodes, got 3");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "\"rail\"", "rail")),
            "m.msh:6: the name of a group must be in double quotes, got \" rail\"");
  EXPECT_EQ(complaint_about_mesh(replaced(k_good, "1 1 0 2", "4 1 0 2")),
            "m.msh:14: the dimension of an entity must be 0 to 3, got 4");
}

TEST(GmshErrors, sections_out_of_order_are_told) {
  const std::size_t nodes = k_good.find("$Nodes");
  const std::size_t elements = k_good.find("$Elements");
  const std::string n = k_good.substr(nodes, elements - nodes);
  EXPECT_EQ(complaint_about_mesh(k_good.substr(0, nodes) + k_good.substr(elements) + n),
            "m.msh:12: $Nodes must come before $Elements");
  EXPECT_EQ(complaint_about_mesh(k_good + n), "m.msh:25: $Nodes comes a second time");
  EXPECT_EQ(complaint_about_mesh(k_good + "7\n"),
            "m.msh:25: a section such as $Nodes must begin here, got \"7\"\n"
            "  hint: the section before it may hold more than its counts say");
}

}  // namespace
}  // namespace tread::fem
