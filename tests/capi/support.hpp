#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "tread/tread.h"

namespace tread::capi_test {

/// A steel wheel on a steel rail, on a grid that holds its contact with cells to spare.
inline constexpr double k_shear_modulus = 82e9;
inline constexpr double k_poisson_ratio = 0.28;
inline constexpr double k_radius_x = 0.46;
inline constexpr double k_radius_y = 0.3;
inline constexpr double k_load = 80e3;
inline constexpr double k_speed = 20;
inline constexpr int k_cells = 25;
inline constexpr double k_width = 20e-3;
inline constexpr double k_height = 15e-3;

inline tread_friction friction() {
  tread_friction f;
  EXPECT_EQ(tread_friction_init(&f, sizeof f, nullptr), TREAD_OK);
  return f;
}

inline tread_contact_options options() {
  tread_contact_options o;
  EXPECT_EQ(tread_contact_options_init(&o, sizeof o, nullptr), TREAD_OK);
  o.upper = o.lower = {k_shear_modulus, k_poisson_ratio};
  EXPECT_EQ(tread_centred_grid(k_cells, k_cells, k_width, k_height, &o.grid, nullptr), TREAD_OK);
  return o;
}

inline tread_motion motion(double creepage_x = 0, double creepage_y = 0, double spin = 0) {
  tread_motion m;
  EXPECT_EQ(tread_motion_init(&m, sizeof m, nullptr), TREAD_OK);
  m.normal_value = k_load;
  m.x_value = creepage_x;
  m.y_value = creepage_y;
  m.spin = spin;
  m.speed = k_speed;
  return m;
}

inline tread_result result() {
  tread_result r;
  EXPECT_EQ(tread_result_init(&r, sizeof r, nullptr), TREAD_OK);
  return r;
}

/// A handle that is given back.
class Contact {
 public:
  explicit Contact(const tread_contact_options& o = options(), tread_friction f = friction()) {
    tread_error error;
    EXPECT_EQ(tread_contact_create(&o, &f, &contact_, &error), TREAD_OK) << error.text;
  }
  explicit Contact(tread_contact* owned) : contact_(owned) {}
  ~Contact() { tread_contact_destroy(contact_); }
  Contact(const Contact&) = delete;
  Contact& operator=(const Contact&) = delete;

  operator tread_contact*() const { return contact_; }

 private:
  tread_contact* contact_ = nullptr;
};

inline void set_paraboloid(tread_contact* contact) {
  ASSERT_EQ(tread_contact_set_paraboloid(contact, k_radius_x, k_radius_y, nullptr), TREAD_OK);
}

inline std::vector<double> field(const tread_contact* contact, int which) {
  std::vector<double> values(static_cast<std::size_t>(k_cells * k_cells));
  tread_error error;
  EXPECT_EQ(tread_contact_get_field(contact, which, values.data(), values.size(), &error), TREAD_OK)
      << error.text;
  return values;
}

inline std::vector<char> state_bytes(const tread_contact* contact) {
  std::size_t size = 0;
  EXPECT_EQ(tread_contact_state_size(contact, &size, nullptr), TREAD_OK);
  std::vector<char> bytes(size);
  EXPECT_EQ(tread_contact_save_state(contact, bytes.data(), size, nullptr, nullptr), TREAD_OK);
  return bytes;
}

}  // namespace tread::capi_test
