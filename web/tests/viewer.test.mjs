// The viewer's pages in a browser.
import assert from "node:assert/strict";
import { cpSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { drawAll, launch, open, run, skipWithoutBrowser, source, view } from "./support.mjs";

skipWithoutBrowser();

let browser;
let server;
let bridge;
let one;
let other;

/** A copy of a result whose file ends early. */
function cutOff(folder) {
  const copy = `${folder}_cut`;
  cpSync(folder, copy, { recursive: true });
  const file = join(copy, "result.h5");
  truncateSync(file, statSync(file).size >> 1);
  return copy;
}

before(async () => {
  browser = await launch({ webgl: false });
  bridge = run("train_bridge");
  one = run("wheel_rolling");
  const text = readFileSync(join(source, "examples/wheel_rolling.toml"), "utf8");
  other = run("heavier", text.replace(/^(\s*force\w*\s*=\s*)[\d.eE+]+/m, "$1" + "100"));
  server = await view([bridge.folder, one.folder, other.folder, cutOff(one.folder)]);
});
after(async () => {
  await server.end();
  await browser.close();
});

async function on(hash, action) {
  const opened = await open(browser, server.address + hash);
  try {
    await action(opened.page, opened);
    assert.deepEqual(opened.troubles, []);
  } finally {
    await opened.close();
  }
}

test("runs are listed, also those that cannot be read", async () => {
  await on("", async (page) => {
    assert.deepEqual(await page.locator(".runs tbody a").allTextContents(), ["train_bridge", "wheel_rolling", "heavier"]);
    assert.match(await page.locator(".runs").textContent(), /cut off or damaged/);
    await page.locator(".runs a").nth(1).click();
    await page.getByRole("heading", { level: 1, name: one.document.cases[0].title }).waitFor();
  });
});

test("a run has the page of its report", async () => {
  await on("#run-1", async (page) => {
    await page.waitForSelector("#contact");
    await drawAll(page);
    const peak = await page.evaluate(() => Math.max(...window.tread.maps[0].values()));
    const wanted = one.document.cases[0].scalars.find((s) => s.name === "peak_pressure").value;
    assert.ok(Math.abs(peak - wanted) <= 1e-6 * wanted);
    assert.equal(await page.locator(".problem").count(), 0);
  });
});

test("long curves come thinned, and finer when zoomed", async () => {
  await on("#run-0", async (page, { requests }) => {
    await page.locator("#tables").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => window.tread.plots.length > 0);
    const asked = () => requests.filter((r) => r.includes("/curve?") && r.includes("from=")).length;
    const before = asked();
    await page.locator(".plot-canvas").first().focus();
    await page.keyboard.press("+");
    const end = Date.now() + 20_000;
    while (asked() === before && Date.now() < end) await page.waitForTimeout(50);
    assert.ok(asked() > before);
  });
});

test("compared runs have numbers with differences and both maps", async () => {
  await on("", async (page) => {
    await page.locator(".runs input").nth(1).check();
    await page.locator(".runs input").nth(2).check();
    await page.getByRole("button", { name: "Compare 2 runs" }).click();
    await page.getByRole("heading", { name: "Numbers" }).waitFor();
    const shown = await page.locator("[data-name=normal_force]").evaluateAll((cells) => cells.map((c) => Number(c.dataset.value)));
    const wanted = [one, other].map((r) => r.result.results[0].normal_force);
    shown.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) <= 1e-9 * wanted[i], `${value} ${wanted[i]}`));
    assert.notEqual(shown[0], shown[1]);
    assert.match(await page.locator("tr", { has: page.locator("[data-name=normal_force]") }).textContent(), /[+−][\d.]+ %/);
    await drawAll(page);
    assert.equal(await page.locator(".compare-maps canvas").count(), 2);
  });
});

test("curves of the same column lie over one another", async () => {
  await on("#compare-0,0", async (page) => {
    await page.locator(".plot-card").first().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => window.tread.plots.length > 0);
    assert.equal(await page.evaluate(() => window.tread.plots[0].series().length), 2);
  });
});

test("a run that is not there is told", async () => {
  const opened = await open(browser, server.address);
  await opened.page.evaluate(() => (location.hash = "#run-99"));
  await opened.page.getByText("there is no run 99").waitFor();
  await opened.close();
});
