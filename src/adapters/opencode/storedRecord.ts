import type { SourceRef } from '../../session/index.ts';
import type { JsonObject } from '../read/jsonObject.ts';

/** What OpenCode keeps of its sessions, in a database or in a folder of small files. */
export type StoredRecord = {
  from: 'database' | 'tree';
  /** Of the session. */
  id: string;
  /** Of the session that it was started in, at last: its own where nothing started it. */
  root: string;
} & (
  | { is: 'session'; info: JsonObject }
  /** With its parts in the order of their ids. */
  | { is: 'message'; info: JsonObject; parts: readonly StoredPart[] }
  /** Something of a session that is neither. */
  | { is: 'other'; recordType: string; raw: unknown }
  /** A part that no message of the session has, as small files of several sessions may lie together. */
  | { is: 'stranger' }
);

export interface StoredPart {
  value: JsonObject;
  ref: SourceRef;
}
