// Answers as `tread view` does, from reports: pages of the viewer are tested without its server.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { source } from "./support.mjs";

const bundle = process.env.TREAD_WEB_BUNDLE ?? join(source, "build/release/web");
const shell = '<!DOCTYPE html><html lang="en"><head><title>tread view</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/tread.css"></head><body data-mode="viewer"><main></main><script src="/assets/tread.js"></script></body></html>';

function arraysOf(html) {
  const arrays = new Map();
  const tags = /data-path="([^"]*)" data-type="(\w+)" data-shape="([^"]*)">([^<]*)</g;
  for (const [, path, type, shape, base64] of html.matchAll(tags)) {
    const bytes = Buffer.from(base64, "base64");
    const size = type === "f8" ? 8 : 4;
    const read = type === "f8" ? (i) => bytes.readDoubleLE(i) : type === "f4" ? (i) => bytes.readFloatLE(i) : (i) => bytes.readInt32LE(i);
    const values = Float64Array.from({ length: bytes.length / size }, (_, k) => read(k * size));
    arrays.set(path, { values, shape: shape.split(",").map(Number) });
  }
  return arrays;
}

const bytesOf = (numbers) => Buffer.from(Float64Array.from(numbers).buffer);

function curve(arrays, query) {
  const x = arrays.get(query.get("x")).values;
  const y = arrays.get(query.get("y")).values;
  const [from, to] = [Number(query.get("from") ?? -Infinity), Number(query.get("to") ?? Infinity)];
  const rows = [...x.keys()].filter((k) => x[k] >= from && x[k] <= to);
  const step = Math.max(1, Math.floor(rows.length / Number(query.get("points"))));
  const kept = rows.filter((_, k) => k % step === 0);
  return bytesOf([...kept.map((k) => x[k]), ...kept.map((k) => y[k])]);
}

function answer(runs, url) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (pathname === "/") return ["text/html", shell];
  if (pathname.startsWith("/assets/")) return [pathname.endsWith(".js") ? "text/javascript" : "text/css", readFileSync(join(bundle, pathname.slice(8)))];
  const list = runs.map((r, id) => ({ id, name: r.name, path: r.name, status: r.document?.status ?? "", ok: r.document?.ok ?? false, error: r.error ?? null }));
  if (pathname === "/api/runs") return ["application/json", JSON.stringify({ runs: list })];
  const [, id, what] = /^\/api\/runs\/(\d+)\/(\w+)$/.exec(pathname) ?? [];
  const run = runs[Number(id)];
  if (!run) return null;
  if (what === "document") return ["application/json", JSON.stringify(run.document)];
  if (what === "files") return ["application/json", JSON.stringify({ files: [{ name: "result.json", bytes: 1234 }] })];
  if (what === "curve") return ["application/octet-stream", curve(run.arrays, searchParams)];
  const array = run.arrays.get(searchParams.get("path"));
  if (what !== "array" || !array) return null;
  const row = array.shape.slice(1).reduce((a, b) => a * b, 1);
  const first = Number(searchParams.get("first") ?? 0);
  const count = Number(searchParams.get("count") ?? array.shape[0]);
  return ["application/octet-stream", bytesOf(array.values.subarray(first * row, (first + count) * row))];
}

/** Serves runs ({name, document, html} or {name, error}); gives the address, the requests so far, and how to end it. */
export async function serve(runs) {
  const known = runs.map((r) => ({ ...r, arrays: r.html ? arraysOf(readFileSync(r.html, "utf8")) : new Map() }));
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    const found = answer(known, request.url);
    if (!found) response.writeHead(404, { "content-type": "application/json" }).end('{"error":"not there"}');
    else response.writeHead(200, { "content-type": found[0] }).end(found[1]);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, requests, close: () => server.close() };
}
