import { Children, type ReactNode } from 'react';

/** Draws a list whose items have no identity but their place: lines of a text, parts of a line. */
export function inPlace<Item>(items: readonly Item[], draw: (item: Item, at: number) => ReactNode): ReactNode {
  return Children.toArray(items.map(draw));
}
