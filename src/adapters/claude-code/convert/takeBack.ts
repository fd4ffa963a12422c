import { field, type JsonObject } from '../../read/jsonObject.ts';
import type { Run } from '../run.ts';

/** Marks what earlier records became as left behind: this one replaces or retracts them. */
export function takeBack(run: Run, record: JsonObject, key: 'supersedesUuids' | 'retractedMessageUuids'): void {
  for (const uuid of field.list(record, key)) {
    if (typeof uuid === 'string') run.sink.abandon(run.index.itemsOf(uuid));
  }
}
