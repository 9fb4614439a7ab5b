/** Of several questions asked one after another only the answer to the last one counts. */

/** Begins a turn; what it gives tells whether no other began since. */
export type NewTurn = () => () => boolean;

export function turns(): NewTurn {
  let last = 0;
  return () => {
    const mine = ++last;
    return () => mine === last;
  };
}
