#include "tread/result/bridge_animation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tread/result/canvas.hpp"
#include "tread/result/report_parts.hpp"
#include "tread/result/units.hpp"

namespace tread::result {
namespace {

constexpr double k_width = 1080;
constexpr double k_height = 250;
constexpr double k_rail = 110;        // y of the level rail
constexpr double k_largest_sag = 80;  // pixels of the largest deflection
constexpr double k_margin = 0.2;      // of the bridge's length on either side
constexpr double k_wheel_radius = 7;
constexpr double k_body_height = 34;
constexpr int k_milliseconds = 60;  // a frame

/// From metres to pixels.
struct View {
  double left = 0;       // m
  double scale = 1;      // pixels a metre along the track
  double sag_scale = 1;  // pixels a metre of deflection

  double x(double metres) const { return (metres - left) * scale; }
  double y(double deflection) const { return k_rail + deflection * sag_scale; }
};

double largest_deflection(const BridgeAnimation& animation) {
  double largest = 0;
  for (const auto& frame : animation.frames) {
    for (const double w : frame.deflections) largest = std::max(largest, std::abs(w));
  }
  return largest;
}

View view_of(const BridgeAnimation& animation, double largest) {
  const double length = animation.places.back() - animation.places.front();
  View view;
  view.left = animation.places.front() - k_margin * length;
  view.scale = k_width / ((1 + 2 * k_margin) * length);
  if (largest > 0) view.sag_scale = k_largest_sag / largest;
  return view;
}

/// The rail below a place: of the bridge between its points, level beside it.
double deflection_at(const BridgeAnimation& animation, const BridgeAnimation::Frame& frame,
                     double x) {
  const std::vector<double>& places = animation.places;
  if (x <= places.front() || x >= places.back()) return 0;
  const auto next = std::ranges::upper_bound(places, x);
  const auto i = static_cast<std::size_t>(next - places.begin());
  const double part = (x - places[i - 1]) / (places[i] - places[i - 1]);
  return frame.deflections[i - 1] + part * (frame.deflections[i] - frame.deflections[i - 1]);
}

std::string rail_path(const View& view, const BridgeAnimation& animation,
                      const BridgeAnimation::Frame& frame) {
  std::string path;
  for (std::size_t i = 0; i < animation.places.size(); ++i) {
    fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L',
                   view.x(animation.places[i]), view.y(frame.deflections[i]));
  }
  return path;
}

/// All wheels as circles in one path.
std::string wheel_path(const View& view, const BridgeAnimation& animation,
                       const BridgeAnimation::Frame& frame) {
  std::string path;
  for (const double x : frame.wheels) {
    if (view.x(x) < -2 * k_wheel_radius || view.x(x) > k_width + 2 * k_wheel_radius) continue;
    const double y = view.y(deflection_at(animation, frame, x)) - k_wheel_radius;
    fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}a{} {} 0 1 0 {} 0a{} {} 0 1 0-{} 0",
                   view.x(x) - k_wheel_radius, y, k_wheel_radius, k_wheel_radius,
                   2 * k_wheel_radius, k_wheel_radius, k_wheel_radius, 2 * k_wheel_radius);
  }
  return path;
}

/// A box over the wheels of each vehicle that is in sight.
std::string body_path(const View& view, const BridgeAnimation& animation,
                      const BridgeAnimation::Frame& frame) {
  constexpr double k_clearance = 1.6 * k_wheel_radius;
  std::string path;
  for (std::size_t i = 0; i < frame.wheels.size();) {
    std::size_t last = i;
    while (last + 1 < frame.wheels.size() &&
           animation.vehicle_of_wheel[last + 1] == animation.vehicle_of_wheel[i]) {
      ++last;
    }
    const double left_y = view.y(deflection_at(animation, frame, frame.wheels[last]));
    const double right_y = view.y(deflection_at(animation, frame, frame.wheels[i]));
    const double right = view.x(frame.wheels[i]) + k_clearance;
    const double left = view.x(frame.wheels[last]) - k_clearance;
    // Drawn so large, the bridge may rise above the line from wheel to wheel.
    double lift = k_clearance;
    for (const double x : animation.places) {
      if (x < frame.wheels[last] || x > frame.wheels[i]) continue;
      const double part = (x - frame.wheels[last]) / (frame.wheels[i] - frame.wheels[last]);
      const double rail = view.y(deflection_at(animation, frame, x));
      lift = std::max(lift, left_y + part * (right_y - left_y) - rail + k_clearance);
    }
    if (right > 0 && left < k_width) {
      fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}L{:.1f} {:.1f}v-{}L{:.1f} {:.1f}Z",
                     left, left_y - lift, right, right_y - lift, k_body_height, left,
                     left_y - lift - k_body_height);
    }
    i = last + 1;
  }
  return path;
}

std::string frame_data(const View& view, const BridgeAnimation& animation,
                       const BridgeAnimation::Frame& frame) {
  return fmt::format(R"(["{}","{}","{}","{}"])", format_si(frame.time, "s", 4),
                     rail_path(view, animation, frame), wheel_path(view, animation, frame),
                     body_path(view, animation, frame));
}

std::string supports(const View& view, const BridgeAnimation& animation) {
  std::string path;
  for (const double x : animation.supports) {
    fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}l-9 16h18z", view.x(x), k_rail + 3);
  }
  return path;
}

/// Length of the bridge below it, and how large deflections are drawn.
std::string scales(const View& view, const BridgeAnimation& animation, double largest) {
  const double left = view.x(animation.places.front());
  const double right = view.x(animation.places.back());
  const double y = k_height - 14;
  std::string text = fmt::format(
      R"(<path d="M{0:.1f} {2}v8m0-4H{1:.1f}m0-4v8" fill="none" stroke="currentColor" opacity="0.6"/>)"
      R"(<text x="{3:.1f}" y="{4}" text-anchor="middle">{5}</text>)",
      left, right, y - 4, 0.5 * (left + right), y - 6,
      format_si(animation.places.back() - animation.places.front(), "m", 4));
  if (largest > 0) {
    text += fmt::format(
        R"(<path d="M{0:.1f} {1}v{2}" stroke="currentColor" opacity="0.6"/>)"
        R"(<path d="M{3:.1f} {1}h8m0 {2}h-8" fill="none" stroke="currentColor" opacity="0.6"/>)"
        R"(<text x="{4:.1f}" y="{5:.1f}" text-anchor="end">{6}</text>)",
        left - 60, k_rail, k_largest_sag, left - 64, left - 70, k_rail + k_largest_sag / 2 + 4,
        format_si(largest, "m", 3));
  }
  return text;
}

std::string still_picture(const View& view, const BridgeAnimation& animation, double largest) {
  const BridgeAnimation::Frame& frame = animation.frames[animation.still];
  Canvas canvas;
  canvas.raw(fmt::format(
      R"(<path d="M0 {1}H{2:.1f}M{3:.1f} {1}H{0}" stroke="currentColor" stroke-width="3" opacity="0.5"/>)"
      R"(<path d="M{2:.1f} {1}H{3:.1f}" stroke="currentColor" stroke-dasharray="3 4" opacity="0.4"/>)"
      R"(<path d="{4}" opacity="0.5"/>)"
      R"(<path class="bodies" d="{5}" fill="#1f7fbf" fill-opacity="0.25" stroke="#1f7fbf"/>)"
      R"(<path class="wheels" d="{6}" fill="#1f7fbf"/>)"
      R"(<path class="rail" d="{7}" fill="none" stroke="#d55e00" stroke-width="3" stroke-linejoin="round"/>)"
      R"(<text class="clock" x="{8}" y="18" text-anchor="end">{9}</text>{10})",
      k_width, k_rail, view.x(animation.places.front()), view.x(animation.places.back()),
      supports(view, animation), body_path(view, animation, frame),
      wheel_path(view, animation, frame), rail_path(view, animation, frame), k_width - 8,
      "t = " + format_si(frame.time, "s", 4), scales(view, animation, largest)));
  return canvas.finish(k_width, k_height, "Bridge and train");
}

/// Shown by the script only: without one there is nothing to play.
std::string controls(const BridgeAnimation& animation) {
  return fmt::format(
      R"(<p hidden="hidden"><button type="button">Play</button> <input type="range" min="0" max="{}" value="{}" )"
      R"(aria-label="Instant" style="width:60%;vertical-align:middle"/></p>)",
      animation.frames.size() - 1, animation.still);
}

std::string script(const View& view, const BridgeAnimation& animation) {
  std::string data;
  for (const auto& frame : animation.frames) {
    data += (data.empty() ? "" : ",\n") + frame_data(view, animation, frame);
  }
  return fmt::format(R"(<script>
(() => {{
const frames = [{}];
const box = document.currentScript.parentElement;
const one = (what) => box.querySelector(what);
const slider = one("input"), button = one("button");
let timer = 0;
const show = () => {{
  const [time, rail, wheels, bodies] = frames[slider.value];
  one(".clock").textContent = "t = " + time;
  one(".rail").setAttribute("d", rail);
  one(".wheels").setAttribute("d", wheels);
  one(".bodies").setAttribute("d", bodies);
}};
const stop = () => {{ clearInterval(timer); timer = 0; button.textContent = "Play"; }};
const next = () => {{
  if (+slider.value === frames.length - 1) return stop();
  slider.value = +slider.value + 1;
  show();
}};
button.onclick = () => {{
  if (timer) return stop();
  if (+slider.value === frames.length - 1) slider.value = 0;
  button.textContent = "Pause";
  timer = setInterval(next, {});
}};
slider.oninput = () => {{ stop(); show(); }};
one("p").hidden = false;
}})();
</script>)",
                     data, k_milliseconds);
}

}  // namespace

std::string animation_figure(const BridgeAnimation& animation) {
  if (animation.frames.empty() || animation.places.size() < 2) return "";
  const double largest = largest_deflection(animation);
  const View view = view_of(animation, largest);
  const std::string magnification =
      largest > 0 ? fmt::format(" Deflections are drawn about {:.0f} times as large as lengths.",
                                view.sag_scale / view.scale)
                  : "";
  return fmt::format(
      "<div class=\"wide\">{}</div>\n",
      card(fmt::format(
          "<figure><h3>The crossing</h3>{}{}<figcaption>Shown first: the largest deflection.{}"
          "</figcaption>{}</figure>",
          still_picture(view, animation, largest), controls(animation), magnification,
          script(view, animation))));
}

Table animation_table(const BridgeAnimation& animation) {
  Table table{"animation", "Instants of the moving picture", {{"time", "s", {}}}};
  for (const double x : animation.places) {
    table.columns.push_back({fmt::format("deflection_at_{:g}_m", x), "m", {}});
  }
  for (std::size_t i = 0; i < animation.vehicle_of_wheel.size(); ++i) {
    table.columns.push_back({fmt::format("axle_{}_x", i + 1), "m", {}});
  }
  for (const auto& frame : animation.frames) {
    std::size_t column = 0;
    table.columns[column++].values.push_back(frame.time);
    for (const double w : frame.deflections) table.columns[column++].values.push_back(w);
    for (const double x : frame.wheels) table.columns[column++].values.push_back(x);
  }
  return table;
}

}  // namespace tread::result
