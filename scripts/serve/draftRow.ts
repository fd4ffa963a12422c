import { type Adapter, convertSource, type SourceFile } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import { knownStart } from '../../src/session/index.ts';
import type { FoundSource } from '../etl/collected.ts';
import type { IndexEntry } from '../etl/sessionIndex.ts';

/** Bytes at the beginning of a log from which its row is made. */
const HEAD_BYTES = 64 * 1024;

const sqliteMagic = 'SQLite format 3\0';

/** A row of the list for a session that was not converted yet; it has no name. */
export type DraftRow = Omit<IndexEntry, 'session_id'>;

/**
 * The row of a session whose log nobody has opened yet, from the beginning of the log: title, start, model and folder. What only the whole
 * log can say is left out: its outcome is unknown, its calls are not counted. Undefined where the beginning does not tell which sessions
 * the log holds: that of a database, or of a log of several sessions.
 */
export async function draftRow(
  { adapter, files }: FoundSource,
  source: string,
  redactor: Redactor | undefined,
): Promise<DraftRow | undefined> {
  const [primary] = files;
  if (primary === undefined) return undefined;
  const head = await headOf(primary);
  if (head.subarray(0, sqliteMagic.length).toString('latin1') === sqliteMagic) return undefined;
  const session = await onlySession(adapter, { name: primary.name, bytes: () => once(head) }, redactor);
  if (session === undefined) return undefined;
  const { task_title, agent, environment, provenance } = session.session.head;
  return {
    task_title,
    status: 'unknown',
    outcome: 'unknown',
    created_at: knownStart(session.session.head),
    model_id: agent.model_id,
    tool_calls_count: 0,
    source_format: provenance?.source_format ?? adapter.descriptor.id,
    project: environment?.cwd,
    source,
    key: session.key,
  };
}

async function headOf({ bytes }: SourceFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let left = HEAD_BYTES;
  for await (const chunk of bytes()) {
    pieces.push(chunk.slice(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function onlySession(adapter: Adapter, beginning: SourceFile, redactor: Redactor | undefined) {
  try {
    const { sessions } = await convertSource(adapter, { files: [beginning] }, { redactor });
    return sessions.length === 1 ? sessions[0] : undefined;
  } catch {
    // A document that is cut off may not be readable at all; its session is listed once it is converted.
    return undefined;
  }
}
