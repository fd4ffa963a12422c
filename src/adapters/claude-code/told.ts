import type { ParseContext, SourceFile } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { fileKind, isSessionId } from './files/fileKind.ts';
import { recordId } from './state/parentHistory.ts';

/** The records of a transcript, as those of a session that was resumed or forked from it are compared with. */
export async function* told(
  ancestor: SourceFile,
  context: ParseContext,
): AsyncGenerator<readonly [id: string, run: string]> {
  for await (const batch of readJsonLines(ancestor, { context, source: 0 })) {
    for (const item of batch) {
      const entry = item.is === 'record' ? toldBy(ancestor.name, item.value) : undefined;
      if (entry !== undefined) yield entry;
    }
  }
}

/** What one record of the transcript with this name tells: its id, and the session's. */
export function toldBy(name: string, record: unknown): readonly [id: string, run: string] | undefined {
  if (!isJsonObject(record)) return undefined;
  const id = recordId(record, field.text(record, 'uuid'));
  if (id === undefined) return undefined;
  const kind = fileKind(name);
  const stem = kind.is === 'main' && isSessionId(kind.stem) ? kind.stem : undefined;
  return [id, stem ?? field.text(record, 'sessionId') ?? name];
}
