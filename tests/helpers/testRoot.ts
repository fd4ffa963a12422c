import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/** Where a test draws. */
export interface TestRoot {
  /** The element that holds the drawing, in the document's body. */
  readonly host: HTMLElement;
  render(view: ReactNode): void;
  /** Takes away what is drawn; what is rendered next is drawn anew in the same element. */
  restart(): void;
}

/** Gives each test of a file an element of its own with a React root, and removes both afterwards. */
export function testRoot(): TestRoot {
  let host: HTMLElement;
  let root: Root;
  beforeEach(() => {
    host = document.body.appendChild(document.createElement('div'));
    root = createRoot(host);
  });
  afterEach(() => {
    root.unmount();
    host.remove();
  });
  return {
    get host() {
      return host;
    },
    render: (view) => root.render(view),
    restart() {
      root.unmount();
      root = createRoot(host);
    },
  };
}
