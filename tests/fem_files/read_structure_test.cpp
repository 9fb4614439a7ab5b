#include <gtest/gtest.h>

#include "fem_files/complaint.hpp"
#include "fem_files/same_matrix.hpp"
#include "support/temporary_folder.hpp"
#include "tread/casefile/fem_files.hpp"

namespace tread::casefile {
namespace {

using testing_support::TemporaryFolder;

const std::string k_mass = "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 3\n2 2 3\n";
const std::string k_stiffness =
    "stiffness\n3 1 1 1 0\nRSA 2 2 3 0\n(3I2) (3I2) (3D9.1)\n 1 3 4\n 1 2 2\n"
    "  2.0D+03 -1.0D+03  2.0D+03\n";
const std::string k_nodes = "node,x,y,z,direction,line\n1,0,0,0,uz,1\n2,6,0,0,uz,1\n";
const std::string k_line = "segment,start,length,dof,c0,c1,c2,c3\n1,0,6,2,1,0,0,0\n";

class ReadStructure : public testing::Test {
 protected:
  MatrixFiles files() const {
    MatrixFiles files;
    files.mass = folder_.write("m.mtx", k_mass);
    files.stiffness = folder_.write("K.matrix", k_stiffness);
    return files;
  }
  TemporaryFolder folder_;
};

TEST_F(ReadStructure, matrices_of_either_format_and_a_node_table_make_a_structure) {
  MatrixFiles given = files();
  given.nodes = folder_.write("nodes.csv", k_nodes);
  given.rayleigh.stiffness_factor = 0.5;
  const structure::ElasticStructure structure = read_structure(given);
  EXPECT_EQ(Eigen::MatrixXd(structure.stiffness), (Eigen::Matrix2d{{2e3, -1e3}, {-1e3, 2e3}}));
  EXPECT_EQ(Eigen::MatrixXd(structure.damping), (Eigen::Matrix2d{{1e3, -500}, {-500, 1e3}}));
  EXPECT_EQ(structure.line.end(), 6);
  EXPECT_EQ(structure.line.at(1.5).shape, Eigen::Vector2d(-0.75, -0.25));
  EXPECT_EQ(structure.dof_names[1], "node 2 z");
}

TEST_F(ReadStructure, a_file_of_the_load_line_goes_before_the_table) {
  MatrixFiles given = files();
  given.nodes = folder_.write("nodes.csv", "node,x,y,z,direction\n1,0,0,0,uz\n2,6,0,0,uz\n");
  given.load_line = folder_.write("line.csv", k_line);
  const structure::ElasticStructure structure = read_structure(given);
  EXPECT_EQ(structure.line.segments().front().dofs, (std::vector<int>{1}));
}

TEST_F(ReadStructure, what_is_missing_is_told_with_its_file) {
  MatrixFiles given = files();
  EXPECT_EQ(testing_support::complaint([&] { read_structure(given); }),
            given.mass.string() +
                ": there is no load line for this matrix\n"
                "  hint: give a node table with a column 'line', or a file of the load line");
  given.load_line = "no/such.csv";
  EXPECT_EQ(testing_support::complaint([&] { read_structure(given); }),
            "no/such.csv: no such file");
}

TEST_F(ReadStructure, a_mesh_is_read_from_its_file) {
  const fem::Mesh mesh = read_mesh(std::string(TREAD_TEST_DATA) + "/span_text.msh", 0.5);
  EXPECT_EQ(mesh.n_nodes(), 12);
  EXPECT_EQ(mesh.nodes(0, 6), 2);
}

}  // namespace
}  // namespace tread::casefile
