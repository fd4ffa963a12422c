import { createElement, Fragment, type ReactNode } from 'react';

/** Number of arguments per call; engines limit it. */
const group = 1000;

function fragment(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}

/** Draws a list whose items are identified only by their position and so need no keys, such as lines of a text or parts of a line. */
export function inPlace<Item>(items: readonly Item[], draw: (item: Item, at: number) => ReactNode): ReactNode {
  const nodes = items.map(draw);
  if (nodes.length <= group) return fragment(nodes);
  const groups: ReactNode[] = [];
  for (let from = 0; from < nodes.length; from += group) groups.push(fragment(nodes.slice(from, from + group)));
  return fragment(groups);
}
