/**
 * Where a page takes its arrays from: the report carries them inside, the viewer asks the server.
 * Pages know only this interface.
 */

export type Numbers = Float64Array | Float32Array | Int32Array;

export interface Curve {
  x: Numbers;
  y: Numbers;
  /** Whether points were left out: zooming in may show more. */
  thinned: boolean;
}

export interface ArraySource {
  /** All values, the last dimension runs fastest. */
  array(path: string): Promise<Numbers>;
  /** `count` rows of the first dimension, each of `rowLength` values. */
  rows(path: string, first: number, count: number, rowLength: number): Promise<Numbers>;
  /** A column over another, both of n values; between `from` and `to` of x if a range is given. */
  curve(x: string, y: string, n: number, range?: [number, number]): Promise<Curve>;
}

/** Little-endian bytes as numbers: the same on machines of either kind. */
function decode(bytes: Uint8Array, type: string): Numbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === "f4") {
    const out = new Float32Array(bytes.length >> 2);
    for (let i = 0; i < out.length; ++i) out[i] = view.getFloat32(4 * i, true);
    return out;
  }
  if (type === "i4") {
    const out = new Int32Array(bytes.length >> 2);
    for (let i = 0; i < out.length; ++i) out[i] = view.getInt32(4 * i, true);
    return out;
  }
  const out = new Float64Array(bytes.length >> 3);
  for (let i = 0; i < out.length; ++i) out[i] = view.getFloat64(8 * i, true);
  return out;
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Arrays of the report: base64 in script elements that no browser runs, decoded when first asked for. */
export class EmbeddedArrays implements ArraySource {
  private readonly tags = new Map<string, HTMLElement>();
  private readonly decoded = new Map<string, Numbers>();

  constructor(page: ParentNode) {
    for (const tag of page.querySelectorAll<HTMLElement>("script.tread-array")) {
      this.tags.set(tag.dataset["path"] ?? "", tag);
    }
  }

  private get(path: string): Numbers {
    const known = this.decoded.get(path);
    if (known) return known;
    const tag = this.tags.get(path);
    if (!tag) throw new Error(`this page has no array ${path}`);
    const numbers = decode(bytesOf(tag.textContent ?? ""), tag.dataset["type"] ?? "f8");
    this.decoded.set(path, numbers);
    return numbers;
  }

  async array(path: string): Promise<Numbers> {
    return this.get(path);
  }

  async rows(path: string, first: number, count: number, rowLength: number): Promise<Numbers> {
    return this.get(path).subarray(first * rowLength, (first + count) * rowLength);
  }

  async curve(x: string, y: string): Promise<Curve> {
    return { x: this.get(x), y: this.get(y), thinned: false };
  }
}

/** Longer columns are asked for in pieces that fit a screen. */
const wholeColumns = 4000;
const pointsOnScreen = 2000;
const maxCached = 200;

async function fetchNumbers(address: string): Promise<Numbers> {
  const answer = await fetch(address);
  if (!answer.ok) {
    const text = await answer.text();
    let reason = text;
    try {
      reason = String((JSON.parse(text) as { error?: unknown }).error ?? text);
    } catch {
      // not JSON: the text itself is the reason
    }
    throw new Error(reason || `the server answered ${answer.status}`);
  }
  return decode(new Uint8Array(await answer.arrayBuffer()), "f8");
}

/** Arrays of one run of the viewer. */
export class RemoteArrays implements ArraySource {
  private readonly known = new Map<string, Promise<Numbers>>();

  constructor(private readonly run: number) {}

  private get(query: string): Promise<Numbers> {
    const cached = this.known.get(query);
    if (cached) return cached;
    const wanted = fetchNumbers(`/api/runs/${this.run}/${query}`);
    wanted.catch(() => this.known.delete(query)); // ask again next time
    this.known.set(query, wanted);
    if (this.known.size > maxCached) {
      const oldest = this.known.keys().next().value;
      if (oldest !== undefined) this.known.delete(oldest);
    }
    return wanted;
  }

  array(path: string): Promise<Numbers> {
    return this.get(`array?path=${encodeURIComponent(path)}`);
  }

  rows(path: string, first: number, count: number): Promise<Numbers> {
    return this.get(`array?path=${encodeURIComponent(path)}&first=${first}&count=${count}`);
  }

  async curve(x: string, y: string, n: number, range?: [number, number]): Promise<Curve> {
    if (n <= wholeColumns) {
      const [xs, ys] = await Promise.all([this.array(x), this.array(y)]);
      return { x: xs, y: ys, thinned: false };
    }
    const between = range ? `&from=${range[0]}&to=${range[1]}` : "";
    const both = await this.get(
      `curve?x=${encodeURIComponent(x)}&y=${encodeURIComponent(y)}${between}&points=${pointsOnScreen}`,
    );
    const half = both.length >> 1;
    return { x: both.subarray(0, half), y: both.subarray(half), thinned: true };
  }
}
