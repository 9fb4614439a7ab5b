#include "tread/reference/placeholder.hpp"
