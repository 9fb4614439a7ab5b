#include "tread/halfspace/placeholder.hpp"
