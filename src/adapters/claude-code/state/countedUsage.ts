import type { TokenUsage } from '../../../session/index.ts';
import { NumberColumn } from '../../../session/NumberColumn.ts';
import { IdTable } from '../../compact/IdTable.ts';

/** What a response counts: the kinds that add up. */
export const usageKinds = ['input', 'output', 'cache_read', 'cache_write'] as const;

/** Tokens of responses that were counted already, by message id: one for all runs of a source. */
export class CountedUsage {
  private readonly ids = new IdTable();
  /** Four numbers a response. */
  private readonly tokens = new NumberColumn('wide');

  get(id: string): TokenUsage | undefined {
    const number = this.ids.find(id);
    if (number === undefined) return undefined;
    const at = number * usageKinds.length;
    return Object.fromEntries(usageKinds.map((kind, index) => [kind, this.tokens.get(at + index)]));
  }

  set(id: string, usage: TokenUsage): void {
    const at = this.ids.add(id) * usageKinds.length;
    for (const [index, kind] of usageKinds.entries()) this.tokens.set(at + index, usage[kind] ?? 0);
  }
}
