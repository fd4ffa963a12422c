import type { ParseContext, SourceFile } from '../../contract.ts';
import { readTextLines } from '../../read/readTextLines.ts';
import type { PlacedEvent } from '../events.ts';
import { LogScanner } from './LogScanner.ts';

/** The events of a file, in batches of what was read at once. */
export async function* scanLog(file: SourceFile, context: ParseContext): AsyncGenerator<PlacedEvent[]> {
  let batch: PlacedEvent[] = [];
  const scanner = new LogScanner((event) => {
    batch.push(event);
  });
  for await (const lines of readTextLines(file, { context })) {
    scanner.feed(lines);
    if (batch.length > 0) yield batch;
    batch = [];
  }
  scanner.finish();
  if (batch.length > 0) yield batch;
}
