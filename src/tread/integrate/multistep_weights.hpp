#pragma once

#include "tread/integrate/equation_of_motion.hpp"

namespace tread::integrate {

/// z_{k+1} = z_k + h sum_i b_i g_{k-i}. Orders 1 to 5, newest first.
Vector adams_bashforth_weights(int order);

/// z_{k+1} = z_k + h (b_0 g_{k+1} + sum_i b_i g_{k+1-i}). Orders 1 to 5, newest first.
Vector adams_moulton_weights(int order);

/// z_{k+1} = sum_i a_i z_{k+1-i} + h b g_{k+1}. Orders 1 to 6, newest first.
struct BdfWeights {
  Vector states;
  double derivative = 0;
};
BdfWeights bdf_weights(int order);

}  // namespace tread::integrate
