// What the tests in a browser share: runs of the program, a browser, pages whose errors are kept.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const source = resolve(process.env.TREAD_SOURCE ?? join(here, "../.."));
const program = process.env.TREAD_PROGRAM ?? join(source, "build/release/tread");

export const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);

/** ctest takes this code for "skipped". */
export function skipWithoutBrowser() {
  if (browserPath) return;
  console.log("SKIPPED: there is no Chromium. Install it (apt-get install chromium), or name it in the variable CHROMIUM.");
  process.exit(77);
}

const scratch = mkdtempSync(join(tmpdir(), "tread-web-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Runs a case, given as the name of an example or as text; returns its folder, address and result.json. */
export function run(name, text, command = "run", options = []) {
  const file = text === undefined ? join(source, "examples", `${name}.toml`) : join(scratch, `${name}.toml`);
  if (text !== undefined) writeFileSync(file, text);
  const folder = join(scratch, "out", name.replaceAll("/", "_"));
  mkdirSync(dirname(folder), { recursive: true });
  const done = spawnSync(program, [command, file, "--out", folder, ...options], { encoding: "utf8" });
  if (done.status === null || done.status > 1) throw new Error(`tread ${command} ${file} ended with ${done.status}: ${done.stderr}`);
  return {
    folder,
    html: join(folder, "report.html"),
    address: pathToFileURL(join(folder, "report.html")).href,
    result: JSON.parse(readFileSync(join(folder, "result.json"), "utf8")),
    document: documentOf(readFileSync(join(folder, "report.html"), "utf8")),
  };
}

/** Runs the viewer on folders; gives its address and how to end it. */
export async function view(folders) {
  const viewer = spawn(program, ["view", ...folders, "--port", "0", "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => viewer.once("exit", done));
  const address = await new Promise((found, failed) => {
    let told = "";
    viewer.stdout.on("data", (text) => {
      told += text;
      const match = /http:\S+/.exec(told);
      if (match) found(match[0]);
    });
    ended.then((code) => failed(new Error(`tread view ended with ${code}`)));
  });
  const end = () => (viewer.kill("SIGTERM"), ended);
  return { address, end };
}

export function documentOf(html) {
  const text = /<script type="application\/json" id="tread-document">([^<]*)<\/script>/.exec(html)?.[1];
  if (!text) throw new Error("the page has no document");
  return JSON.parse(text);
}

/** A CSV file as columns by name. */
export function csv(file) {
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").filter((line) => !line.startsWith("#"));
  const names = head.split(",").map((name) => name.trim().replace(/^"|"$/g, ""));
  return Object.fromEntries(names.map((name, i) => [name, rows.map((row) => Number(row.split(",")[i]))]));
}

const plain = ["--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"];
const software3d = ["--disable-gpu", "--enable-unsafe-swiftshader"];

export function launch({ webgl = true } = {}) {
  return chromium.launch({
    executablePath: browserPath,
    headless: true,
    args: [...plain, ...(webgl ? software3d : ["--disable-gpu", "--disable-3d-apis"])],
  });
}

/** A page with the list of what went wrong in it. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  const requests = [];
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address);
  await page.waitForSelector("main header h1");
  return { page, troubles, requests, close: () => context.close() };
}

/** Scrolls through the page, so that every figure is drawn. */
export async function drawAll(page) {
  for (let rounds = 0; rounds < 60; ++rounds) {
    const left = await page.evaluate(() => {
      const waiting = document.querySelector(".lazy:not(.is-drawn)");
      waiting?.scrollIntoView({ block: "center" });
      return waiting !== null;
    });
    if (!left) return;
    await page.waitForTimeout(60);
  }
  throw new Error("some figures are never drawn");
}
