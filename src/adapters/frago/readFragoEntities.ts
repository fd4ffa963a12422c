import type { Source } from '../contract.ts';
import { parse } from './parse.ts';

/** What the files of a session folder hold, as it stands there. */
export interface FragoEntities {
  session?: unknown;
  steps: readonly unknown[];
  /** Not written by the monitor: `toolCallRecords` makes them. */
  toolCalls?: readonly unknown[];
  summary?: unknown;
}

/** Reads the entities of a session folder; lines that are no JSON are left to the conversion's diagnostics. */
export async function readFragoEntities(source: Source): Promise<FragoEntities> {
  const steps: unknown[] = [];
  const documents: Pick<FragoEntities, 'session' | 'summary'> = {};
  for await (const batch of parse({ files: source.files }, { report: () => undefined })) {
    for (const item of batch) {
      if (item.is === 'broken') continue;
      const { is, value } = item.value;
      if (is === 'step') steps.push(value);
      else if (is === 'metadata') documents.session = value;
      else if (is === 'summary') documents.summary = value;
    }
  }
  return { ...documents, steps };
}
