// Sources under test, bundled in memory.
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export async function load(name) {
  const entry = join(dirname(fileURLToPath(import.meta.url)), "../../src", `${name}.ts`);
  const made = await build({ entryPoints: [entry], bundle: true, write: false, format: "esm", platform: "node", logLevel: "error" });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`);
}
