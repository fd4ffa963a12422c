/** The location of a project's file, from its path. */
export interface Place {
  /** The folder `.wf` or `.pawl`, or its equivalent; '' at the root. */
  root: string;
  /** The task, for files of one. */
  task: string;
}

function split(path: string): { folders: string[]; base: string } {
  const steps = path.split('/');
  return { folders: steps.slice(0, -1), base: steps.at(-1) ?? '' };
}

function stem(base: string): string {
  return base.replace(/\.[^.]*$/, '');
}

/** Removes the last folder if it has this name, because the given root may lie inside it. */
function below(folders: string[], name: string): string {
  return (folders.at(-1) === name ? folders.slice(0, -1) : folders).join('/');
}

/** `<root>/logs/<task>.jsonl`. */
export function logPlace(path: string): Place {
  const { folders, base } = split(path);
  return { root: below(folders, 'logs'), task: stem(base) };
}

/** `<root>/logs/<task>/step-<n>-<name>.json|log`; `number` counts from 1. */
export function stepFilePlace(path: string): (Place & { number: number }) | undefined {
  const { folders, base } = split(path);
  const number = /^step-(\d{1,6})(?:-.*)?\.(?:json|log)$/.exec(base)?.[1];
  if (number === undefined || folders.length === 0) return undefined;
  return { root: below(folders.slice(0, -1), 'logs'), task: folders.at(-1) ?? '', number: Number(number) };
}

/** `<root>/tasks/<task>.md`. */
export function taskPlace(path: string): Place | undefined {
  const { folders, base } = split(path);
  if (folders.at(-1) !== 'tasks' || !base.endsWith('.md')) return undefined;
  return { root: below(folders, 'tasks'), task: stem(base) };
}

/** `<root>/config.jsonc`, `<root>/workflows/<name>.json`, `<root>/status.json`. */
export function rootOf(path: string): string {
  return below(split(path).folders, 'workflows');
}

/** The name of a file without folder and ending. */
export function stemOf(path: string): string {
  return stem(split(path).base);
}

/** Ties files of one task to its log. */
export function taskKey({ root, task }: Place): string {
  return `${root}\n${task}`;
}
