import type { ParseContext, SourceFile } from '../contract.ts';
import { readRollouts } from './readRollouts.ts';
import { readRolloutLine } from './rolloutLine.ts';
import { readThreadHeader } from './threadHeader.ts';

/** The thread of a rollout: what a fork copied of it is known by its header. */
export async function* told(
  ancestor: SourceFile,
  context: ParseContext,
): AsyncGenerator<readonly [id: string, run: string]> {
  for await (const [first] of readRollouts({ files: [ancestor] }, context)) {
    const line = first?.is === 'record' ? readRolloutLine(first.value) : undefined;
    const header =
      line?.is === 'enveloped' && line.type === 'session_meta' ? readThreadHeader(line.payload) : undefined;
    if (header?.threadId !== undefined) yield [header.threadId, header.threadId];
    return;
  }
}
