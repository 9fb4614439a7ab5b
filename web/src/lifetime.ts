/** What figures hold on to is let go when the page turns to another case. */

const leaving = new Set<() => void>();

export const onLeave = (action: () => void): void => void leaving.add(action);

export function leave(): void {
  for (const action of leaving) action();
  leaving.clear();
}
