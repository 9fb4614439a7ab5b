// How long a large report takes to open: a train on a bridge of 64 modes, 5000 steps.
// node tests/opening_time.mjs
import { statSync } from "node:fs";
import { launch, open, run, skipWithoutBrowser } from "./support.mjs";

skipWithoutBrowser();

const modes = 64;
const steps = 5000;
const speed = 300 / 3.6;
const way = 25 + 8 * 24.775; // m: bridge and train
const text = `scenario = "train_bridge"
title = "${steps} steps, ${modes} modes"
[bridge]
length = 25
bending_stiffness_GNm2 = 45
mass_per_length_t_m = 15
damping_ratio = 0.01
modes = ${modes}
[vehicle]
type = "ice3_velaro"
count = 8
pitch = 24.775
[train]
speed = ${speed}
[time]
step = ${way / speed / steps}
[output]
sections = [6.25, 12.5, 18.75]
`;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Milliseconds until all that stands on the screen is drawn. */
async function opened(browser, address) {
  const { page, close } = await open(browser, address);
  await page.waitForFunction(() => ![...document.querySelectorAll(".lazy:not(.is-drawn)")].some((e) => e.getBoundingClientRect().top < innerHeight));
  const took = await page.evaluate(() => performance.now());
  await close();
  return took;
}

const made = run("opening_time", text);
const rows = made.document.cases[0].tables.find((t) => t.look === "curves").columns[0].values.shape[0];
const browser = await launch();
const times = [];
const empty = [];
for (let i = 0; i < 7; ++i) {
  times.push(await opened(browser, made.address));
  const page = await browser.newPage();
  await page.goto("data:text/html,<h1>nothing</h1>");
  empty.push(await page.evaluate(() => performance.now()));
  await page.close();
}
await browser.close();
console.log(`report of ${rows} rows: ${(statSync(made.html).size / 1e6).toFixed(2)} MB`);
console.log(`opens in ${median(times).toFixed(0)} ms (slowest of 7: ${Math.max(...times).toFixed(0)}); an empty page in ${median(empty).toFixed(0)} ms`);
