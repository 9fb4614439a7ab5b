#pragma once

#include <map>
#include <tuple>

#include "differential/elastic_cases.hpp"

namespace tread::differential::cases {

constexpr double k_ball_radius = 1;      // m
constexpr double k_ball_contact = 4e-3;  // m, of the largest contact, by Hertz
constexpr double k_ball_approach = k_ball_contact * k_ball_contact / k_ball_radius;
constexpr double k_ball_block = 18e-3;

/// Pieces of a ball and a flat, made once in a process.
inline std::shared_ptr<const ElasticPair> ball_pieces(ElementOrder order, double fine_size,
                                                      double half_size = k_ball_block) {
  static std::map<std::tuple<ElementOrder, double, double>, std::shared_ptr<const ElasticPair>>
      made;
  auto& pieces = made[{order, fine_size, half_size}];
  if (pieces == nullptr) {
    Block block = ball_block(k_ball_contact + 0.3e-3, half_size, fine_size, order);
    block.coarse_size = std::max(block.coarse_size, half_size / 2);
    const PieceSettings s = block_settings(block, 0);
    pieces = prepare_pair(ball_pair(k_ball_radius), k_bodies, {s, s}, {});
  }
  return pieces;
}

inline ElasticContact ball_contact(const ElasticContactSettings& settings,
                                   ElementOrder order = ElementOrder::linear,
                                   double fine_size = 2e-3, double half_size = k_ball_block) {
  return {ball_pair(k_ball_radius), ball_pieces(order, fine_size, half_size), settings};
}

inline ElasticContactSolution solved(ElasticContact& contact,
                                     const profile::WheelsetMotion& motion) {
  ElasticContactSolution solution;
  contact.evaluate(motion, solution);
  return solution;
}

}  // namespace tread::differential::cases
