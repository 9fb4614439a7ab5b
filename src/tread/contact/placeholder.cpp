#include "tread/contact/placeholder.hpp"
