#include "tread/casefile/contact_case.hpp"
