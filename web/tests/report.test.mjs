// Reports in a browser: what they show is what the run found, and they answer pointer and keys.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { csv, drawAll, launch, open, run, skipWithoutBrowser } from "./support.mjs";
import { load } from "./unit/load.mjs";

const { scaleFor } = await load("colour_maps");

skipWithoutBrowser();

let browser;
let bridge;
let rolling;
before(async () => {
  browser = await launch();
  bridge = run("train_bridge");
  rolling = run("wheel_rolling");
});
after(() => browser.close());

const near = (a, b, share = 1e-6) => assert.ok(Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b), 1e-30), `${a} is not ${b}`);

async function on(address, options, action) {
  const opened = await open(browser, address, options);
  try {
    await action(opened.page, opened);
    assert.deepEqual(opened.troubles, []);
  } finally {
    await opened.close();
  }
}

test("a report loads without errors and asks for nothing outside", async () => {
  for (const made of [bridge, rolling]) {
    await on(made.address, {}, async (page, { requests }) => {
      await drawAll(page);
      assert.deepEqual(requests, [made.address]);
      assert.equal(await page.locator("h1").textContent(), made.document.cases[0].title);
      assert.equal(await page.locator(".problem").count(), 0);
    });
  }
});

test("numbers are those of result.json", async () => {
  await on(rolling.address, {}, async (page) => {
    const shown = Number(await page.locator("[data-name=normal_force]").first().getAttribute("data-value"));
    near(shown, rolling.result.results[0].normal_force);
    assert.match(await page.locator("[data-name=normal_force]").first().textContent(), /80\s+kN/);
  });
});

test("plots show the numbers of the CSV files", async () => {
  await on(bridge.address, {}, async (page) => {
    await drawAll(page);
    const table = bridge.document.cases[0].tables.find((t) => t.look === "curves");
    const plot = await page.evaluate((title) => {
      const found = window.tread.plots.find((p) => p.title.startsWith(title));
      return found.series().map((s) => ({ name: s.name, x: [...s.x], y: [...s.y] }));
    }, table.title.charAt(0).toUpperCase() + table.title.slice(1));
    const file = csv(join(bridge.folder, `${table.name}.csv`));
    const columns = Object.values(file);
    assert.equal(plot[0].x.length, columns[0].length);
    const largest = Math.max(...columns[1].map(Math.abs));
    for (let k = 0; k < columns[0].length; k += 97) {
      near(plot[0].x[k], columns[0][k], 1e-6);
      assert.ok(Math.abs(plot[0].y[k] - columns[1][k]) <= 1e-6 * largest);
    }
  });
});

test("a refined run stands beside the run as evidence", async () => {
  const text = readFileSync(new URL("../../examples/hertz_ball.toml", import.meta.url), "utf8");
  const made = run("refined", text, "run", ["--evidence"]);
  const { value, varied } = made.result.results[0].evidence[0].changes.peak_pressure;
  await on(made.address, {}, async (page) => {
    const row = page.locator("#convergence tr", { hasText: "peak pressure" });
    const percent = Math.abs(varied / value - 1) * 100;
    const shown = Number(/([\d.e-]+) %/.exec(await row.textContent())[1]);
    near(shown, percent, 0.1);
  });
});

test("a study says how to sweep again, a case how to run again", async () => {
  const study = run("studies/hslm_speeds", undefined, "sweep");
  for (const [made, command] of [[study, "tread sweep hslm_speeds.toml"], [rolling, "tread run wheel_rolling.toml"]]) {
    await on(made.address, {}, async (page) => {
      assert.match(await page.locator("#again .command").textContent(), new RegExp(command));
    });
  }
});

test("the map shows the pressure of fields.csv, and another field when chosen", async () => {
  await on(rolling.address, {}, async (page) => {
    await drawAll(page);
    const shown = await page.evaluate(() => [...window.tread.maps[0].values()]);
    const file = csv(join(rolling.folder, "fields.csv"));
    const pressure = file[Object.keys(file).find((name) => name.startsWith("pressure"))];
    assert.equal(shown.length, pressure.length);
    near(Math.max(...shown), Math.max(...pressure));
    near(shown.reduce((a, b) => a + b), pressure.reduce((a, b) => a + b), 1e-5);
    const select = page.locator("#contact select");
    await select.selectOption({ index: 1 });
    assert.equal(await page.evaluate(() => window.tread.maps[0].field()), rolling.document.cases[0].fields.fields[1].name);
  });
});

/** Where the middle of a cell lies on the canvas: margins of 58, 10 and 44 pixels, x to the right, y upwards. */
function onCanvas({ nx, ny, dx, dy }, height, i, j) {
  const tall = height - 10 - 44;
  const wide = (tall * nx * dx) / (ny * dy);
  return { x: 58 + ((i + 0.5) / nx) * wide, y: 10 + (1 - (j + 0.5) / ny) * tall };
}

const inPa = (text) => {
  const [, number, prefix] = /: .* = (\S+) ([kMG]?)Pa$/.exec(text);
  return Number(number.replace("−", "-")) * { "": 1, k: 1e3, M: 1e6, G: 1e9 }[prefix];
};

test("a map has its values where they are: not mirrored, not transposed", async () => {
  const { fields } = rolling.document.cases[0];
  const { grid } = fields;
  const values = csv(join(rolling.folder, "fields.csv"))["traction_x [Pa]"];
  const of = (i, j) => values[j * grid.nx + i];
  const withMirrors = (i, j) => [[i, j], [grid.nx - 1 - i, j], [i, grid.ny - 1 - j], [j, i]];
  const difference = ([[i, j], ...others]) => Math.min(...others.map(([a, b]) => Math.abs(of(a, b) - of(i, j))));
  const all = values.map((_, k) => withMirrors(k % grid.nx, Math.floor(k / grid.nx)));
  const cells = all.reduce((best, next) => (difference(next) > difference(best) ? next : best));
  assert.ok(difference(cells) > 0.2 * Math.max(...values.map(Math.abs)), "the field tells no direction");
  const scale = scaleFor(Math.min(...values), Math.max(...values));
  await on(rolling.address, {}, async (page) => {
    await drawAll(page);
    await page.locator("#contact select").selectOption({ index: fields.fields.findIndex((f) => f.name === "traction_x") });
    const canvas = page.locator("#contact .map canvas").first();
    const { height } = await canvas.boundingBox();
    for (const [a, b] of cells) {
      const position = onCanvas(grid, height, a, b);
      await canvas.hover({ position });
      near(inPa(await page.locator("#contact .map-readout").first().textContent()), of(a, b), 1e-3);
      const painted = await canvas.evaluate((c, at) => [...c.getContext("2d").getImageData(Math.round(at.x), Math.round(at.y), 1, 1).data], position);
      scale.colour(of(a, b)).forEach((c, k) => assert.ok(Math.abs(painted[k] - c) <= 3, `${painted} at ${a}, ${b}`));
    }
  });
});

test("keys read the cells of a map and pick one", async () => {
  await on(rolling.address, {}, async (page) => {
    await page.locator("#contact .map canvas").first().focus();
    const readout = page.locator("#contact .map-readout").first();
    await page.keyboard.press("ArrowRight");
    const first = await readout.textContent();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await readout.textContent(), first);
    assert.equal(await readout.getAttribute("aria-live"), "polite");
    const title = () => page.locator("#contact .plot h4").first().textContent();
    for (let k = 0; k < 5; ++k) await page.keyboard.press("ArrowUp");
    const before = await title();
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => document.querySelector("#contact .plot h4")?.textContent !== old, before);
    assert.ok((await page.evaluate(() => window.tread.plots.length)) <= 4); // those before were let go
  });
});

test("a click on the legend hides a curve and one more shows it", async () => {
  await on(bridge.address, {}, async (page) => {
    await page.locator(".plot").first().scrollIntoViewIfNeeded();
    const entry = page.locator(".plot").first().locator(".legend-entry").first();
    const visible = () => page.evaluate(() => window.tread.plots[0].series()[0].visible);
    await page.waitForFunction(() => window.tread.plots.length > 0);
    assert.equal(await visible(), true);
    await entry.click();
    assert.equal(await visible(), false);
    assert.equal(await entry.getAttribute("aria-pressed"), "false");
    await entry.click();
    assert.equal(await visible(), true);
  });
});

test("dragging zooms, a double click and the key 0 reset, plus zooms", async () => {
  await on(bridge.address, {}, async (page) => {
    const area = page.locator(".plot .u-over").first();
    await page.locator("#tables").scrollIntoViewIfNeeded();
    await area.waitFor();
    await area.scrollIntoViewIfNeeded();
    const span = () => page.evaluate(() => window.tread.plots[0].view().x[1] - window.tread.plots[0].view().x[0]);
    const full = await span();
    const box = await area.boundingBox();
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.3 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.6 * box.height, { steps: 5 });
    await page.mouse.up();
    near(await span(), 0.3 * full, 0.05);
    await area.dblclick();
    near(await span(), full);
    await page.locator(".plot-canvas").first().focus();
    await page.keyboard.press("+");
    near(await span(), 0.8 * full);
    await page.keyboard.press("0");
    near(await span(), full);
  });
});

test("buttons zoom where there is no wheel", async () => {
  await on(bridge.address, { viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
    await page.locator("#tables").scrollIntoViewIfNeeded();
    const plot = page.locator(".plot").first();
    await plot.locator(".u-over").waitFor();
    const span = () => page.evaluate(() => window.tread.plots[0].view().x[1] - window.tread.plots[0].view().x[0]);
    const full = await span();
    await plot.getByRole("button", { name: "Zoom in" }).tap();
    near(await span(), 0.6 * full);
    await plot.getByRole("button", { name: "Zoom out" }).tap();
    near(await span(), full);
  });
});

test("the cursor reads the values under it, by pointer and by keys", async () => {
  await on(bridge.address, {}, async (page) => {
    const area = page.locator(".plot .u-over").first();
    await page.locator("#tables").scrollIntoViewIfNeeded();
    await page.locator(".plot-canvas").first().focus();
    const readout = page.locator(".plot .plot-readout").first();
    await page.keyboard.press("Shift+ArrowRight");
    const first = await readout.textContent();
    assert.match(first, /time = /);
    await page.keyboard.press("Shift+ArrowRight");
    assert.notEqual(await readout.textContent(), first);
    await area.hover();
    await page.waitForFunction(() => document.querySelector(".plot .plot-readout").textContent.includes("time ="));
    assert.match(await page.locator(".plot .legend-value").first().textContent(), /\d/);
  });
});

const crossing = (page) =>
  page.evaluate(() => {
    const c = window.tread.crossings[0];
    return { kind: c.kind(), frame: c.frame(), time: c.time(), deck: c.deck(), wheels: c.wheels(), playing: c.playing() };
  });

async function theCrossingMoves(page, kind) {
  await page.locator("#crossing").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => window.tread.crossings.length === 1);
  const still = await crossing(page);
  assert.equal(still.kind, kind);
  await page.locator(".crossing").focus();
  await page.keyboard.press("Home");
  const first = await crossing(page);
  assert.equal(first.frame, 0);
  await page.keyboard.press("ArrowRight");
  const second = await crossing(page);
  assert.equal(second.frame, 1);
  assert.ok(second.wheels[0] > first.wheels[0]);
  assert.notDeepEqual(still.deck, first.deck);
  // At the still the deck sags most: its middle part, not its ends; the scene has y upwards, the canvas downwards.
  const sag = still.deck.map((y) => (kind === "3d" ? -y : y));
  const lowest = sag.indexOf(Math.max(...sag));
  assert.ok(lowest > 0.2 * sag.length && lowest < 0.8 * sag.length, `${lowest} of ${sag.length}`);
  assert.ok(sag[lowest] - sag[0] > 0);
  await page.keyboard.press(" ");
  await page.waitForFunction((frame) => window.tread.crossings[0].frame() > frame + 3, second.frame);
  await page.keyboard.press(" ");
  const later = await crossing(page);
  assert.equal(later.playing, false);
  assert.ok(later.wheels[0] > second.wheels[0]);
  assert.notDeepEqual(later.deck, first.deck);
  assert.match(await page.locator(".crossing .clock").textContent(), /^t = [\d.]+ s$/);
}

test("bridge and train move in space, and from the side", async () => {
  await on(bridge.address, {}, async (page) => {
    await theCrossingMoves(page, "3d");
    const caption = () => page.locator(".crossing .caption").textContent();
    assert.match(await caption(), /Drag to turn/);
    await page.locator(".crossing .figure-head select").selectOption({ index: 1 });
    assert.doesNotMatch(await caption(), /Drag to turn/);
    await page.reload();
    await page.locator(".crossing .figure-head select").selectOption({ index: 1 });
    await theCrossingMoves(page, "2d");
  });
});

test("without WebGL they move from the side", async () => {
  const other = await launch({ webgl: false });
  try {
    const opened = await open(other, bridge.address);
    await theCrossingMoves(opened.page, "2d");
    assert.deepEqual(opened.troubles, []);
  } finally {
    await other.close();
  }
});

const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("dark as the system is, and changed by the button", async () => {
  await on(rolling.address, { colorScheme: "dark" }, async (page) => {
    const dark = await ground(page);
    await page.getByRole("button", { name: /light and dark/ }).click();
    const light = await ground(page);
    assert.notEqual(dark, light);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  });
});

test("no page is wider than a phone", async () => {
  for (const made of [bridge, rolling]) {
    await on(made.address, { viewport: { width: 390, height: 844 } }, async (page) => {
      await drawAll(page);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    });
  }
});

test("on paper everything is open, light, and no wider than the page", async () => {
  await on(bridge.address, { colorScheme: "dark" }, async (page) => {
    await page.emulateMedia({ media: "print" });
    await page.waitForFunction(() => !document.querySelector(".lazy:not(.is-drawn)"));
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
    assert.equal(await page.evaluate(() => document.querySelectorAll("details:not([open]):not(.screen-only)").length), 0);
    assert.equal(await page.locator(".tools .button:visible").count(), 0);
    const widest = await page.evaluate(() => Math.max(...[...document.querySelectorAll(".uplot")].map((u) => u.getBoundingClientRect().width)));
    assert.ok(widest <= 661, `${widest}`);
    const paper = await page.pdf({ format: "A4" });
    assert.ok(paper.length > 20_000);
  });
});

test("a hostile title is text", async () => {
  const evil = '</script><img src=x onerror="window.hacked=1">';
  const made = run("hostile", `title = '${evil}'\n${readFileSync(new URL("../../examples/hertz_ball.toml", import.meta.url), "utf8").replace(/^title.*$/m, "")}`);
  await on(made.address, {}, async (page) => {
    await drawAll(page);
    assert.equal(await page.locator("h1").textContent(), evil);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("img").count(), 0);
  });
});

test("tables are copied with tabs and their numbers", async () => {
  await on(bridge.address, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.locator("#tables").scrollIntoViewIfNeeded();
    const copy = page.locator(".plot .tools").first().getByText("Copy");
    await copy.click();
    await page.getByText("Copied").first().waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const lines = text.trim().split("\n");
    const table = bridge.document.cases[0].tables.find((t) => t.look === "curves");
    assert.equal(lines.length, table.columns[0].values.shape[0] + 1);
    assert.equal(lines[0].split("\t").length, table.columns.length);
    for (const cell of lines[1 + (lines.length >> 1)].split("\t")) {
      assert.ok(cell.replace(/e.*$/, "").replace(/[-.]/g, "").replace(/^0+/, "").length <= 7, `${cell} has digits that are noise`);
    }
  });
});

test("the chosen case is in the address, links to sections leave it there", async () => {
  const several = run("wheelset_s1002_uic60");
  await on(several.address, {}, async (page) => {
    await page.locator(".chooser select").selectOption({ index: 2 });
    assert.equal(await page.evaluate(() => location.hash), "#case-3");
    await page.locator(".outline a").last().click();
    assert.equal(await page.evaluate(() => location.hash), "#case-3");
    await page.reload();
    assert.equal(await page.locator(".chooser select").evaluate((select) => select.selectedIndex), 2);
  });
});

/** A 4-byte array as reports have it. */
function arrayTag(path, shape, values) {
  const base64 = Buffer.from(Float32Array.from(values).buffer).toString("base64");
  return `<script type="application/octet-stream" class="tread-array" data-path="${path}" data-type="f4" data-shape="${shape}">${base64}</script>`;
}

/** The report of the rolling wheel with another tree and more arrays. */
function reportWith(name, change, arrays = []) {
  const html = readFileSync(rolling.html, "utf8");
  const tree = structuredClone(rolling.document);
  change(tree.cases[0]);
  const tag = '<script type="application/json" id="tread-document">';
  const begin = html.indexOf(tag);
  const end = html.indexOf("</script>", begin);
  const file = join(rolling.folder, `${name}.html`);
  writeFileSync(file, html.slice(0, begin) + tag + JSON.stringify(tree) + "</script>\n" + arrays.join("\n") + html.slice(end + 9));
  return pathToFileURL(file).href;
}

/** 5000 steps of 64 modes. */
function largeReport() {
  const n = 5000;
  const column = (name, unit) => ({ name, unit, values: { array: `/cases/1/tables/modes/${name}`, shape: [n] } });
  const columns = [column("time", "s"), ...Array.from({ length: 64 }, (_, i) => column(`mode_${i + 1}`, "m"))];
  const arrays = columns.map((c, i) => arrayTag(c.values.array, n, Array.from({ length: n }, (_, k) => (i === 0 ? 1e-3 * k : Math.sin(0.001 * k * i) / i))));
  return reportWith("large", (c) => (c.tables = [{ name: "modes", title: "modes", home: "file", look: "curves", marks: [], columns }]), arrays);
}

test("a field that is too large for the page takes no other with it", async () => {
  const missing = (c) => (c.fields.fields.find((f) => f.name === "slip_y").values.array += "_left_out");
  await on(reportWith("left_out", missing), {}, async (page) => {
    await drawAll(page);
    assert.equal(await page.locator("#contact .map canvas").count(), 2);
    assert.match(await page.locator("#contact").textContent(), /Not in this page: .*slip/);
  });
});

test("of a table that is not there one curve is told, and its copy", async () => {
  const columns = ["time", "here", "gone"].map((name) => ({ name, unit: "s", values: { array: `/t/${name}`, shape: [40] } }));
  const table = { name: "partly", title: "partly", home: "file", look: "curves", marks: [], columns };
  const arrays = ["time", "here"].map((name) => arrayTag(`/t/${name}`, 40, Array.from({ length: 40 }, (_, k) => k)));
  await on(reportWith("partly", (c) => (c.tables = [table]), arrays), {}, async (page) => {
    await page.locator("#tables").scrollIntoViewIfNeeded();
    await page.locator("#tables .problem", { hasText: "(gone)" }).waitFor();
    assert.deepEqual(await page.evaluate(() => window.tread.plots.find((p) => p.title === "Partly").series().map((s) => s.name)), ["here"]);
    await page.locator("#tables").getByRole("button", { name: "CSV" }).click();
    await page.getByText(/Cannot be saved: too large/).waitFor();
  });
});

test("a line over time is played in one plot", async () => {
  const [nx, n] = [20, 30];
  const history = {
    name: "wave", title: "wave", time_name: "time", time_unit: "s", y_name: "y", grid: { nx, ny: 1, x0: 0, y0: 0, dx: 0.1, dy: 1 },
    times: { array: "/h/times", shape: [n] },
    fields: [{ name: "height", unit: "m", meaning: "", values: { array: "/h/height", shape: [n, nx] } }],
  };
  const arrays = [
    arrayTag("/h/times", n, Array.from({ length: n }, (_, k) => 0.1 * k)),
    arrayTag("/h/height", `${n},${nx}`, Array.from({ length: n * nx }, (_, k) => Math.sin(0.3 * (k % nx) - 0.2 * Math.floor(k / nx)))),
  ];
  await on(reportWith("wave", (c) => (c.histories = [history]), arrays), {}, async (page) => {
    await page.locator("#histories").scrollIntoViewIfNeeded();
    const heading = page.locator("#histories .plot h4");
    await heading.waitFor();
    const first = await heading.textContent();
    const height = () => page.evaluate(() => window.tread.plots.find((p) => p.title.startsWith("Height")).series()[0].y[5]);
    const before = await height();
    await page.locator("#histories").getByRole("button", { name: "Play" }).click();
    await page.waitForFunction((old) => document.querySelector("#histories .plot h4").textContent !== old, first);
    await page.locator("#histories").getByRole("button", { name: "Pause" }).click();
    assert.notEqual(await height(), before);
    assert.equal(await page.locator("#histories .uplot").count(), 1);
  });
});

test("of 64 curves a few are drawn at first, the others on demand", async () => {
  await on(largeReport(), {}, async (page) => {
    await page.locator("#tables").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => window.tread.plots.some((p) => p.title.startsWith("Modes")));
    const loaded = () => page.evaluate(() => window.tread.plots.find((p) => p.title.startsWith("Modes")).series().length);
    assert.equal(await loaded(), 6);
    await page.locator("#tables .legend-entry").nth(63).click();
    await page.waitForFunction(() => window.tread.plots.find((p) => p.title.startsWith("Modes")).series().length === 7);
  });
});
