/** What figures hold on to is let go when the page turns to another case, or a part of it is replaced. */

const leaving = new Map<() => void, Element>();

/** Called when the element is left. */
export const onLeave = (element: Element, action: () => void): void => void leaving.set(action, element);

/** Leaves all that lies within the element; without one, the whole page. */
export function leave(within?: Element): void {
  for (const [action, element] of [...leaving]) {
    if (within && !within.contains(element)) continue;
    leaving.delete(action);
    action();
  }
}
