#include "tread/study/placeholder.hpp"
