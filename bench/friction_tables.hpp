#pragma once

namespace tread::bench {

/// Contact with friction: shift, steady rolling, steps of rolling.
void friction_tables();

}  // namespace tread::bench
