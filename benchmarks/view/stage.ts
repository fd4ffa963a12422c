import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Shows an element on the page; what was there before is gone. */
export function show(element: ReactElement): void {
  clear();
  root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(element);
}

/** Shows another state of what is on the page. */
export function update(element: ReactElement): void {
  root?.render(element);
}

/** Empties the page. */
export function clear(): void {
  root?.unmount();
  root = undefined;
}
