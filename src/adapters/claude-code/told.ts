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
  const kind = fileKind(ancestor.name);
  const stem = kind.is === 'main' && isSessionId(kind.stem) ? kind.stem : undefined;
  for await (const batch of readJsonLines(ancestor, { context, source: 0 })) {
    for (const item of batch) {
      if (item.is !== 'record' || !isJsonObject(item.value)) continue;
      const id = recordId(item.value, field.text(item.value, 'uuid'));
      if (id !== undefined) yield [id, stem ?? field.text(item.value, 'sessionId') ?? ancestor.name];
    }
  }
}
