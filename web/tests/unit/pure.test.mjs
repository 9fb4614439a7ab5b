import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { formatSi, formatNumber, told, formatPercent } = await load("units");
const { rangeOf, roomy, fitEqual } = await load("range");
const { niceTicks } = await load("ticks");
const { outlineOf, peakOf, section } = await load("grid");
const { surfaceOf, magnitudes } = await load("surface");
const { instantAt, frameAt, deflectionAt, exaggeration, vehiclesAt, liftOf } = await load("crossing_model");
const { textOf, honest, rowsLeftOut } = await load("table_text");
const { change } = await load("change");
const { turns } = await load("turns");
const { scaleFor } = await load("colour_maps");
const { failedChecksOf, outcomeWords } = await load("words");

test("a run whose checks fail is not shown as good", () => {
  const doc = { cases: [{ checks: [{ verdict: "pass" }, { verdict: "fail" }] }, { checks: [{ verdict: "fail" }, { verdict: "not_applicable" }] }] };
  assert.equal(failedChecksOf(doc), 2);
  assert.deepEqual(outcomeWords("converged", true, 2), { tone: "bad", mark: "✗", head: "2 checks fail", text: "" });
  assert.equal(outcomeWords("converged", true, 1).head, "1 check fails");
  assert.equal(outcomeWords("converged", true, 0).tone, "good");
  assert.equal(outcomeWords("stopped", false, 2).head, "Stopped");
});

test("numbers have the units of the terminal", () => {
  const expected = [
    [175298, "N", "175.3 kN"], [4.639e-7, "m", "463.9 nm"], [0.46, "m", "460 mm"], [-0.25, "N", "−250 mN"], [2.5e8, "N/m", "250 MN/m"],
    [2e-12, "m", "0.002 nm"], [2e-13, "m", "2e-13 m"], [3e15, "N", "3e+15 N"], [1.2345e9, "Pa", "1234.5 MPa"], [2.1e11, "Pa", "210 GPa"],
    [1.13e-4, "m^2", "113 mm²"], [2e-8, "m2", "0.02 mm²"], [12345, "m", "12345 m"], [999.9999, "N", "1 kN"], [0.28, "", "0.28"],
    [3e-12, "1/Pa", "3e-12 1/Pa"], [0.001, "mol", "0.001 mol"], [0, "N", "0 N"],
  ];
  for (const [value, unit, text] of expected) assert.equal(formatSi(value, unit), text);
});

test("speeds of trains are in km/h, those of sliding are not", () => {
  assert.deepEqual(told("speed", 100 / 3.6, "m/s"), { number: "100", unit: "km/h" });
  assert.deepEqual(told("sliding_speed", 2, "m/s"), { number: "2", unit: "m/s" });
});

test("numbers that are none are a dash, percentages keep two digits", () => {
  assert.equal(formatNumber(null), "–");
  assert.equal(formatNumber(NaN), "–");
  assert.equal(formatPercent(0.0123), "1.2 %");
  assert.equal(formatPercent(-1.5), "150 %");
});

test("ranges leave out what is no number, and a flat curve has room", () => {
  assert.deepEqual(rangeOf([NaN, 3, -1, Infinity]), [-1, 3]);
  assert.equal(rangeOf([NaN]), null);
  assert.deepEqual(roomy([2, 2], 0.05), [1.8, 2.2]);
  assert.deepEqual(roomy([0, 10], 0.05), [0, 10.5]);
});

test("drawings have a pixel of one length along both axes", () => {
  const view = fitEqual({ x: [0, 4], y: [0, 1] }, 200, 100);
  assert.deepEqual(view, { x: [0, 4], y: [-0.5, 1.5] });
});

test("ticks are round and lie between the ends", () => {
  assert.deepEqual(niceTicks(-1.1, 1.1, 5), [-1, -0.5, 0, 0.5, 1]);
});

const grid = { nx: 3, ny: 2, x0: 1, y0: 10, dx: 1, dy: 2 };

test("outline goes around the cells that are pressed", () => {
  assert.equal(outlineOf(grid, [0, 1, 1, 0, 0, 0]).length / 4, 6);
});

test("sections run through the cell of the largest value", () => {
  const values = [0, 1, 2, 5, 4, 3];
  const peak = peakOf(grid, values);
  assert.deepEqual(peak, { i: 0, j: 1 });
  assert.deepEqual([...section(grid, values, peak, "x").y], [5, 4, 3]);
  assert.deepEqual([...section(grid, values, peak, "y").x], [10, 12]);
});

test("two tetrahedra that share a face have six outer ones", () => {
  assert.equal(surfaceOf([0, 1, 2, 3, 1, 2, 3, 4], 4).length / 3, 6);
});

test("a tensor is coloured by its von Mises stress", () => {
  assert.deepEqual([...magnitudes([5, 0, 0, 0, 0, 0], 6)], [5]);
  assert.ok(Math.abs(magnitudes([0, 0, 0, 2, 0, 0], 6)[0] - 2 * Math.sqrt(3)) < 1e-12);
});

const crossing = {
  places: [0, 5, 10], supports: [0, 10], vehicleOfWheel: [0, 0], times: [1, 2], still: 0,
  deflections: [0, 1e-3, 0, 0, 3e-3, 0], wheels: [4, 2, 6, 4],
};

test("between two frames bridge and wheels are between them", () => {
  const instant = instantAt(crossing, 0.5);
  assert.equal(instant.time, 1.5);
  assert.deepEqual([...instant.deflections], [0, 2e-3, 0]);
  assert.deepEqual([...instant.wheels], [5, 3]);
  assert.equal(frameAt(crossing, 1.5), 0.5);
  assert.equal(frameAt(crossing, 9), 1);
});

test("rails are level beside the bridge and straight between its points", () => {
  const instant = instantAt(crossing, 1);
  assert.equal(deflectionAt(crossing, instant, -3), 0);
  assert.ok(Math.abs(deflectionAt(crossing, instant, 2.5) - 1.5e-3) < 1e-15);
});

test("a box reaches over its wheels and stands above the rail as it is drawn", () => {
  const instant = instantAt(crossing, 1);
  const [vehicle] = vehiclesAt(crossing, instant);
  assert.ok(vehicle.rear < 4 && vehicle.front > 6);
  const upward = { ...instant, deflections: Float64Array.from([0, -3e-3, 0]) };
  assert.ok(liftOf(crossing, upward, vehicle, exaggeration(crossing)) > 0);
});

test("tables as text have a row a line and nothing for what is no number", () => {
  assert.equal(textOf(["a", "b"], [[1, 2], [0.1, NaN]], "\t"), "a\tb\n1\t0.1\n2\t\n");
});

test("4-byte numbers have no digits beyond those they hold, 8-byte ones have all", () => {
  assert.deepEqual(honest(Float32Array.of(0.1, 1234.567)), [0.1, 1234.567]);
  assert.deepEqual([...honest(Float64Array.of(0.1234567890123))], [0.1234567890123]);
});

test("a table of a report tells how many rows it leaves out", () => {
  const table = (values) => ({ columns: [{ name: "t", unit: "s", values }] });
  assert.equal(rowsLeftOut(table({ array: "", shape: [2000] })), "");
  assert.match(rowsLeftOut(table({ array: "", shape: [2000], rows_in_full: 8000 })), /^2000 of 8000 rows/);
});

test("changes are relative to what was, also of negative numbers", () => {
  const changed = (from, to) => change("deflection", from, to).text;
  assert.equal(changed(-100, -90), "−10 %");
  assert.equal(changed(100, 112), "+12 %");
  assert.equal(changed(2, 340), "× 170");
  assert.equal(changed(3, 3), "same");
  assert.equal(changed(0, 1e-12), "was 0");
  assert.equal(changed(1, 1 + 1e-9), "< 0.0001 %");
  assert.equal(changed(null, 1), "–");
  assert.equal(changed(2, -2), "−200 %");
});

test("extremes are compared by size", () => {
  const changed = (from, to) => change("max_acceleration", from, to);
  assert.equal(changed(-3.21, 3.26136).text, "+1.6 % in size, other sign");
  assert.ok(Math.abs(changed(-3.21, 3.26136).size - 0.016) < 1e-12);
  assert.equal(changed(3.2, -1.6).text, "−50 % in size, other sign");
  assert.equal(changed(-100, -90).text, "−10 %");
  assert.equal(changed(-1, 20).text, "× 20 in size, other sign");
});

test("only the last turn is current", () => {
  const newTurn = turns();
  const first = newTurn();
  const second = newTurn();
  assert.deepEqual([first(), second()], [false, true]);
});

test("values of both signs are coloured about zero", () => {
  const scale = scaleFor(-1, 3);
  assert.deepEqual([scale.low, scale.high], [-3, 3]);
  assert.deepEqual(scaleFor(0, 3).low, 0);
});
