import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pattern } from './findPatterns.ts';

/** What was built while modules were loaded. */
export interface Noted {
  /** Each regular expression that `new RegExp` made. */
  built: readonly Pattern[];
  /** Sources of those that others were built of. */
  parts: ReadonlySet<string>;
}

const caller = /\(?(file:\/\/[^()]*?):(\d+):\d+\)?$/;

/** Notes which regular expressions are built, and of what, while `load` runs; files are named relative to the root. */
export async function notePatterns(root: string, load: () => Promise<void>): Promise<Noted> {
  const built: Pattern[] = [];
  const parts = new Set<string>();
  const Native = RegExp;
  const own = Object.getOwnPropertyDescriptor(Native.prototype, 'source') as { get: (this: RegExp) => string };
  const note = (pattern: RegExp): RegExp => {
    const [, url, line] = caller.exec(new Error().stack?.split('\n')[3] ?? '') ?? [];
    const file = url === undefined ? '' : relative(root, fileURLToPath(url)).replaceAll('\\', '/');
    // Packages answer for their own.
    if (file.startsWith('src/')) {
      built.push({ file, line: Number(line), source: own.get.call(pattern), flags: pattern.flags });
    }
    return pattern;
  };
  Object.defineProperty(Native.prototype, 'source', {
    ...own,
    get(this: RegExp) {
      const source = own.get.call(this);
      parts.add(source);
      return source;
    },
  });
  globalThis.RegExp = new Proxy(Native, {
    construct: (target, args, newTarget) => note(Reflect.construct(target, args, newTarget)),
    apply: (target, self, args) => note(Reflect.apply(target, self, args)),
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = Native;
    Object.defineProperty(Native.prototype, 'source', own);
  }
  return { built, parts };
}
