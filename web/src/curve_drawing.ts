/** Curves, bands, points and marks on a canvas, in device pixels. */

import type { Curve, Numbers } from "./arrays";

export interface Frame {
  x: (value: number) => number;
  y: (value: number) => number;
}

export interface Style {
  colour: string;
  dash: number[];
  pixel: number; // device pixels a CSS pixel
}

function isSorted(x: Numbers): boolean {
  for (let i = 1; i < x.length; ++i) if (x[i]! < x[i - 1]!) return false;
  return true;
}

/** Of many points in one pixel column the first, lowest, highest and last: the same picture. */
function drawThinned(ctx: CanvasRenderingContext2D, frame: Frame, { x, y }: Curve): void {
  let column = NaN;
  let low = 0;
  let high = 0;
  let last = 0;
  let open = false;
  const finish = (): void => {
    ctx.lineTo(column, low);
    ctx.lineTo(column, high);
    ctx.lineTo(column, last);
  };
  for (let i = 0; i < x.length; ++i) {
    if (!Number.isFinite(y[i]!)) {
      if (open) finish();
      open = false;
      continue;
    }
    const px = Math.round(frame.x(x[i]!));
    const py = frame.y(y[i]!);
    if (open && px === column) {
      low = Math.min(low, py);
      high = Math.max(high, py);
      last = py;
      continue;
    }
    if (open) finish();
    if (open) ctx.lineTo(px, py);
    else ctx.moveTo(px, py);
    column = px;
    low = high = last = py;
    open = true;
  }
  if (open) finish();
}

/** Lines break where a number is missing; columns of a drawing have points of their own, lines go on. */
export function drawCurve(ctx: CanvasRenderingContext2D, frame: Frame, curve: Curve, style: Style, overGaps: boolean): void {
  const { x, y } = curve;
  ctx.beginPath();
  if (x.length > 4000 && isSorted(x)) {
    drawThinned(ctx, frame, curve);
  } else {
    let open = false;
    for (let i = 0; i < x.length; ++i) {
      if (!Number.isFinite(y[i]!) || !Number.isFinite(x[i]!)) {
        open = open && overGaps;
        continue;
      }
      if (open) ctx.lineTo(frame.x(x[i]!), frame.y(y[i]!));
      else ctx.moveTo(frame.x(x[i]!), frame.y(y[i]!));
      open = true;
    }
  }
  ctx.strokeStyle = style.colour;
  ctx.lineWidth = 1.6 * style.pixel;
  ctx.lineJoin = "round";
  ctx.setLineDash(style.dash.map((d) => d * style.pixel));
  ctx.stroke();
  ctx.setLineDash([]);
}

export function drawPoints(ctx: CanvasRenderingContext2D, frame: Frame, { x, y }: Curve, style: Style, radius: number): void {
  ctx.fillStyle = style.colour;
  for (let i = 0; i < x.length; ++i) {
    if (!Number.isFinite(y[i]!)) continue;
    ctx.beginPath();
    ctx.arc(frame.x(x[i]!), frame.y(y[i]!), radius * style.pixel, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** Filled between the curve and the upper edge, piece by piece. */
export function drawBand(ctx: CanvasRenderingContext2D, frame: Frame, { x, y }: Curve, high: Numbers, style: Style): void {
  const piece = (first: number, end: number): void => {
    ctx.beginPath();
    for (let i = first; i < end; ++i) ctx.lineTo(frame.x(x[i]!), frame.y(high[i]!));
    for (let i = end - 1; i >= first; --i) ctx.lineTo(frame.x(x[i]!), frame.y(y[i]!));
    ctx.closePath();
    ctx.fillStyle = style.colour;
    ctx.strokeStyle = style.colour;
    ctx.globalAlpha = 0.35;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = style.pixel;
    ctx.stroke();
  };
  let first = 0;
  for (let i = 0; i <= x.length; ++i) {
    const here = i < x.length && Number.isFinite(y[i]!) && Number.isFinite(high[i]!);
    if (here) continue;
    if (i > first) piece(first, i);
    first = i + 1;
  }
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Vertical lines with names at their upper ends. */
export function drawMarks(
  ctx: CanvasRenderingContext2D,
  box: Box,
  x: (value: number) => number,
  marks: { at: number; name: string }[],
  colour: string,
  pixel: number,
): void {
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.font = `${11 * pixel}px system-ui, sans-serif`;
  ctx.setLineDash([4 * pixel, 3 * pixel]);
  ctx.lineWidth = pixel;
  for (const mark of marks) {
    const at = x(mark.at);
    if (at < box.left || at > box.left + box.width) continue;
    ctx.beginPath();
    ctx.moveTo(at, box.top);
    ctx.lineTo(at, box.top + box.height);
    ctx.stroke();
    ctx.save();
    ctx.translate(at - 3 * pixel, box.top + 4 * pixel);
    ctx.rotate(-Math.PI / 2);
    ctx.textAlign = "right";
    ctx.fillText(mark.name, 0, 0);
    ctx.restore();
  }
  ctx.restore();
}
