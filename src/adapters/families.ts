/** Runs of one database: which of them started which. */
export class Families {
  private readonly ids: readonly string[];
  private readonly started: ReadonlySet<string>;
  private readonly children = new Map<string, string[]>();

  /** Takes the ids of all runs, oldest first, each with the run that started it; one that is not among them counts as none. */
  constructor(runs: readonly (readonly [id: string, parent: string | undefined])[]) {
    const known = new Set(runs.map(([id]) => id));
    const started = new Set<string>();
    for (const [id, parent] of runs) {
      if (parent === undefined || !known.has(parent)) continue;
      started.add(id);
      const siblings = this.children.get(parent);
      if (siblings === undefined) this.children.set(parent, [id]);
      else siblings.push(id);
    }
    this.ids = [...known];
    this.started = started;
  }

  /** Runs not started by another one, oldest first; then one of each circle of runs that started each other. */
  roots(): string[] {
    const roots = this.ids.filter((id) => !this.started.has(id));
    const reached = new Set(roots.flatMap((root) => this.family(root)));
    for (const id of this.ids) {
      if (reached.has(id)) continue;
      roots.push(id);
      for (const each of this.family(id)) reached.add(each);
    }
    return roots;
  }

  /** A run with all that it started, directly or not, each behind its parent. */
  family(root: string): string[] {
    const found = new Set([root]);
    for (const id of found) for (const child of this.children.get(id) ?? []) found.add(child);
    return [...found];
  }

  /** Whether a run started others. */
  hasChildren(id: string): boolean {
    return this.children.has(id);
  }
}
