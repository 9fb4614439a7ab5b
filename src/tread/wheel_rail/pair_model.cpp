#include "tread/wheel_rail/pair_model.hpp"
