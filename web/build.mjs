// Bundles the pages: node build.mjs [--out FOLDER] [--watch]
// Writes tread.js and tread.css.
import { context, build } from "esbuild";
import { readFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf("--out");
const out = at > 0 ? process.argv[at + 1] : join(here, "dist");
mkdirSync(out, { recursive: true });

// Their licences ask to go along with them.
const licences = ["uplot", "three"].map((name) => {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version}: ${readFileSync(join(folder, "LICENSE"), "utf8").trim()}`;
});

const options = {
  entryPoints: { tread: join(here, "src/main.ts") },
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome90", "firefox90", "safari15"],
  charset: "utf8",
  legalComments: "none",
  banner: { js: `/*\n${licences.join("\n\n")}\n*/` },
  logLevel: "warning",
};

if (process.argv.includes("--watch")) {
  const watching = await context({ ...options, minify: false, sourcemap: "inline" });
  await watching.watch();
  console.log(`watching; the bundle goes to ${out}`);
} else {
  await build(options);
}
