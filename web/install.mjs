// Fetches the packages of the lock file where they are missing or others: node install.mjs build|test [NPM]
// `build` leaves out what only tests need.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const purpose = process.argv[2] === "test" ? "test" : "build";
const npm = process.argv[3] ?? "npm";
const stamp = join(here, "node_modules", ".tread-stamp");
const wanted = createHash("sha256").update(readFileSync(join(here, "package-lock.json"))).digest("hex");

/** Whether what is there serves: packages for tests serve for building too. */
function isThere() {
  try {
    const [lock, had] = readFileSync(stamp, "utf8").trim().split(" ");
    return lock === wanted && (had === "test" || had === purpose);
  } catch {
    return false;
  }
}

/** One at a time: builds of several presets share the folder. */
function withTurn(action) {
  const turn = join(here, ".install-turn");
  for (let waited = 0; ; waited += 200) {
    try {
      mkdirSync(turn);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const age = Date.now() - statSync(turn, { throwIfNoEntry: false })?.mtimeMs;
      if (age > 600_000) rmdirSync(turn); // left by one that was killed
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    action();
  } finally {
    rmdirSync(turn);
  }
}

function install() {
  if (isThere()) return;
  const options = ["ci", "--prefer-offline", "--fetch-retries=1", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  if (purpose === "build") options.push("--omit=dev");
  const done = spawnSync(npm, options, { cwd: here, stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0) {
    console.error("web: npm could not fetch the packages of the pages (see above). Check the network, then build again,");
    console.error("web: or fetch them by hand: cd web && npm ci");
    process.exitCode = 1;
    return;
  }
  writeFileSync(stamp, `${wanted} ${purpose}\n`);
}

if (!isThere()) withTurn(install);
