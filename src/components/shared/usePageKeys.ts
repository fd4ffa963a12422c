import { targetOf, treeOf } from '../hooks/acrossShadows.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { isOwnKey } from './keyTable.ts';

/**
 * Where the keys of a replay work. `focus`: while the focus is in it. `auto`: also while nothing on the page has the focus and the replay
 * fills at least half the height of the window. `page`: anywhere on the page, unless something else uses the key. Of several replays that
 * are in sight, the one that was used last takes the keys, before that the one of which most is in sight.
 */
export type KeysScope = 'focus' | 'auto' | 'page';

/** A replay that takes keys of its page. */
interface KeyListener {
  readonly scope: Exclude<KeysScope, 'focus'>;
  /** When the focus last came into it, as events count time; 0 before. */
  usedAt: number;
}

const listenersOf = new WeakMap<Document, Map<HTMLElement, KeyListener>>();

/** Sends a replay the keys that its page has for it. `grid` is the element that handles its keys; null as long as there is none. */
export function usePageKeys(grid: HTMLElement | null, scope: KeysScope): void {
  // Before the first paint, so that a replay answers to keys as soon as it is seen.
  useBeforePaint(() => {
    if (grid === null || scope === 'focus') return undefined;
    const { ownerDocument } = grid;
    const listeners = listenersOf.get(ownerDocument) ?? new Map<HTMLElement, KeyListener>();
    listenersOf.set(ownerDocument, listeners);
    const listener: KeyListener = { scope, usedAt: 0 };
    listeners.set(grid, listener);
    const use = ({ timeStamp }: FocusEvent): void => {
      listener.usedAt = timeStamp;
    };
    const pass = (event: KeyboardEvent): void => {
      const target = targetOf(event);
      if (event.defaultPrevented || (target instanceof Node && grid.contains(target)) || isOwnKey(target, event.key))
        return;
      if (listenerInUse(listeners, target === ownerDocument.body || target === ownerDocument.documentElement) !== grid)
        return;
      const passed = new KeyboardEvent('keydown', event);
      grid.dispatchEvent(passed);
      if (passed.defaultPrevented) event.preventDefault();
    };
    grid.addEventListener('focusin', use);
    ownerDocument.addEventListener('keydown', pass);
    return () => {
      listeners.delete(grid);
      grid.removeEventListener('focusin', use);
      ownerDocument.removeEventListener('keydown', pass);
    };
  }, [grid, scope]);
}

/** The replay that takes a key of the page; `free` if nothing has the focus. */
function listenerInUse(listeners: ReadonlyMap<HTMLElement, KeyListener>, free: boolean): HTMLElement | undefined {
  const [first] = [...listeners]
    .filter(([, { scope }]) => free || scope === 'page')
    .map(([grid, { scope, usedAt }]) => ({
      grid,
      usedAt,
      least: scope === 'page' ? 0 : 0.5,
      share: shareOfWindow(grid),
    }))
    .filter(({ least, share }) => share > 0 && share >= least)
    .sort((a, b) => b.usedAt - a.usedAt || b.share - a.share);
  return first?.grid;
}

/** The share of the window's height along which an element is in sight, from 0 to 1; 0 if something lies over its middle, such as a dialog. */
function shareOfWindow(element: HTMLElement): number {
  const { innerHeight, innerWidth } = window;
  const box = element.getBoundingClientRect();
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  if (bottom <= top || right <= left) return 0;
  const inMiddle = treeOf(element).elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return element.contains(inMiddle) ? (bottom - top) / innerHeight : 0;
}
