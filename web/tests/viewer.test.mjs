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
let study;

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
  study = run("studies/hslm_speeds", undefined, "sweep");
  server = await view([bridge.folder, one.folder, other.folder, cutOff(one.folder), study.folder]);
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
    assert.deepEqual(await page.locator(".runs tbody a").allTextContents(), ["train_bridge", "wheel_rolling", "heavier", "studies_hslm_speeds"]);
    assert.match(await page.locator(".runs").textContent(), /cut off or damaged/);
    await page.locator(".runs a").nth(1).click();
    await page.getByRole("heading", { level: 1, name: one.document.cases[0].title }).waitFor();
  });
});

test("a study whose checks fail is no good run in the list, and no other is touched by it", async () => {
  const failed = study.document.cases[0].checks.filter((check) => check.verdict === "fail").length;
  assert.ok(failed > 0, "the example has a failing check");
  await on("", async (page) => {
    const row = page.locator(".runs tbody tr", { hasText: "studies_hslm_speeds" });
    assert.equal(await row.locator(".verdict.bad").textContent(), `✗ ${failed} ${failed === 1 ? "check fails" : "checks fail"}`);
    assert.equal(await row.locator(".verdict.good").count(), 0);
    const bridge = page.locator(".runs tbody tr", { hasText: "train_bridge" });
    assert.equal(await bridge.locator(".verdict.good").count(), 1);
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

test("the margins of checks are bars, in spite of the policy of the page", async () => {
  await on("#run-4", async (page) => {
    await page.waitForSelector("#checks");
    const widths = await page.locator(".margin-fill").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    const wanted = study.document.cases[0].checks.filter((check) => check.verdict !== "not_applicable" && check.margin !== null).length;
    assert.equal(widths.length, wanted);
    assert.ok(wanted > 0 && widths.every((width) => width > 0), `${widths}`);
  });
});

test("a page that was left does not come back when the server answers late", async () => {
  await on("", async (page) => {
    let hold;
    const held = new Promise((found) => (hold = found));
    await page.route("**/api/runs/1/document", hold);
    await page.locator(".runs a").nth(1).click();
    const route = await held; // asked for, not answered: a page left before that would ask for nothing
    await page.evaluate(() => (location.hash = "#run-2"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => (document.querySelector("h1").dataset.mine = "1"));
    const late = page.waitForResponse("**/api/runs/1/document");
    await route.continue();
    await late;
    await page.waitForTimeout(200);
    assert.equal(await page.locator("h1[data-mine]").count(), 1);
  });
});

test("without its list of files a run is shown all the same, and a failure can be tried again", async () => {
  const { page, close } = await open(browser, server.address);
  await page.route("**/api/runs/1/files", (route) => route.fulfill({ status: 500, body: '{"error": "the disk is gone"}' }));
  await page.evaluate(() => (location.hash = "#run-1"));
  await page.getByText("The files of this run cannot be listed: the disk is gone").waitFor();
  assert.equal(await page.locator("#contact").count(), 1);
  await page.route("**/api/runs", (route) => route.abort());
  await page.getByRole("button", { name: "All runs" }).click();
  await page.getByText("Cannot be shown").waitFor();
  await page.unroute("**/api/runs");
  await page.getByRole("button", { name: "All runs" }).click();
  await page.waitForSelector(".runs");
  await close();
});

test("links to sections leave the address of the run alone", async () => {
  await on("#run-1", async (page) => {
    await page.waitForSelector("#contact");
    await page.locator(".outline a").last().click();
    assert.equal(await page.evaluate(() => location.hash), "#run-1");
  });
});

test("a curve that was hidden while zoomed is whole after the reset", async () => {
  await on("#run-0", async (page) => {
    await page.locator("#tables").scrollIntoViewIfNeeded();
    // figures come in any order: the hook of the one that is worked on
    const ends = () =>
      page.evaluate(() => {
        const plot = window.tread.plots.find((p) => p.element === document.querySelector(".plot"));
        return plot?.series().map(({ x }) => x[x.length - 1]);
      });
    const until = async (isSo) => {
      const end = Date.now() + 20_000;
      while (!isSo(await ends()) && Date.now() < end) await page.waitForTimeout(50);
      assert.ok(isSo(await ends()), `${await ends()}`);
    };
    await until((list) => list !== undefined);
    const [whole] = await ends();
    const entry = page.locator(".plot").first().locator(".legend-entry").first();
    const canvas = page.locator(".plot-canvas").first();
    await canvas.focus();
    for (let k = 0; k < 4; ++k) await page.keyboard.press("+");
    await until((list) => list.every((x) => x < whole));
    await entry.click();
    await canvas.focus();
    await page.keyboard.press("0");
    await until(([hidden, ...others]) => hidden < whole && others.every((x) => x === whole));
    await entry.click();
    await until((list) => list.every((x) => x === whole));
  });
});

test("curves of the same column lie over one another", async () => {
  await on("#compare-0,0", async (page) => {
    await page.getByRole("heading", { name: "Curves" }).scrollIntoViewIfNeeded();
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
