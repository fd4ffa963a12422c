import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Shows an element on the page, in place of the previous one. */
export function show(element: ReactElement): void {
  clear();
  root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(element);
}

/** Updates the element on the page. */
export function update(element: ReactElement): void {
  root?.render(element);
}

/** Empties the page. */
export function clear(): void {
  root?.unmount();
  root = undefined;
}
