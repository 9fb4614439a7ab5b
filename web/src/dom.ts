/** Small means to build pages. Text is always set as text: nothing a user wrote becomes markup. */

export type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = String(value); // the viewer's policy forbids the attribute
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, ...children);
  return element;
}

export function append(element: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
}

export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", class: "button", onclick: () => onClick(), ...attributes }, label);
}

/** A labelled choice. */
export function choice(label: string, options: string[], chosen: number, onChange: (index: number) => void): HTMLElement {
  const select = h("select", { onchange: () => onChange(select.selectedIndex) });
  options.forEach((text, i) => select.append(h("option", { selected: i === chosen }, text)));
  return h("label", { class: "choice" }, h("span", {}, label), select);
}

/** Puts text on the clipboard, also on pages opened from a file where the new interface is missing. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { "aria-hidden": "true", style: "position:fixed;opacity:0" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Does what was asked for; what goes wrong stands below the element until the next try. */
export async function trying(element: Element, what: string, action: () => Promise<void>): Promise<void> {
  if (element.nextElementSibling?.classList.contains("problem")) element.nextElementSibling.remove();
  try {
    await action();
  } catch (error) {
    element.after(problem(error, what));
  }
}

export function copyButton(label: string, text: () => string | Promise<string>): HTMLButtonElement {
  const copy = async (): Promise<void> => {
    const done = await copyText(await text());
    self.textContent = done ? "Copied" : "Could not copy";
    setTimeout(() => (self.textContent = label), 1600);
  };
  const self = button(label, () => void trying(self, "Cannot be copied", copy));
  self.setAttribute("aria-live", "polite");
  return self;
}

export function download(name: string, text: string, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function problem(error: unknown, what = "Cannot be shown"): HTMLElement {
  return h("p", { class: "problem", role: "alert" }, `${what}: ${error instanceof Error ? error.message : String(error)}`);
}

/** A canvas that is sharp on screens of any density: draw in CSS pixels. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const density = Math.max(1, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw");
  context.setTransform(density, 0, 0, density, 0, 0);
  return context;
}
