import { field, isJsonObject } from '../../read/jsonObject.ts';

/** Path of the transcript that the last agent step of a log left; undefined where none did. */
export function lastTranscript(log: Iterable<unknown>): string | undefined {
  let last: string | undefined;
  for (const record of log) {
    if (isJsonObject(record)) last = field.text(record, 'transcript') ?? last;
  }
  return last;
}
