import {
  type Diagnostic,
  parseSessionText,
  type Session,
  sessionEventSchema,
  sessionSchema,
  subSessionSchema,
  type ToolCall,
  toolCallSchema,
} from '../../session/index.ts';
import { compileCheck, phasesCover } from '../../session/internal.ts';
import { createPiecePoster, type Post } from '../createPiecePoster.ts';
import { type SessionListName, SessionSplitter } from '../SessionSplitter.ts';
import { postWhole } from './postSession.ts';

/** Thrown where a piece does not belong to a valid session of the current version: the file is then read as a whole and upgraded. */
class NotCurrent extends Error {}

const isValid: Readonly<Record<SessionListName, (items: unknown) => boolean>> = {
  tool_calls: compileCheck(toolCallSchema.array()),
  events: compileCheck(sessionEventSchema.array()),
  sub_sessions: compileCheck(subSessionSchema.array()),
};
const decoder = new TextDecoder();

/**
 * Reads a session file and sends it piece by piece. A session of the current version is sent on as its bytes come in; any other is read
 * whole, upgraded, and then sent. Returns the diagnostics; undefined where the file holds no session.
 */
export async function readSession(
  session: number,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  post: Post,
): Promise<{ sent: boolean; diagnostics: readonly Diagnostic[] }> {
  const read: Uint8Array[] = [];
  post({ is: 'begin', session }, []);
  const stream = createCurrentReader(session, post);
  for await (const chunk of chunks) {
    read.push(chunk);
    stream.write(chunk);
  }
  if (stream.end()) return { sent: true, diagnostics: [] };
  const { session: whole, diagnostics } = parseSessionText(await new Blob(read as BlobPart[]).text(), name);
  if (whole === undefined) return { sent: false, diagnostics };
  post({ is: 'begin', session }, []);
  postWhole(session, whole, post);
  return { sent: true, diagnostics };
}

/** Sends valid batches on, and takes no more after an invalid one. `end` says whether all were valid. */
function createCurrentReader(session: number, post: Post): { write(chunk: Uint8Array): void; end(): boolean } {
  const fields: Partial<Session> = {};
  const callIds: string[] = [];
  let current = true;
  const poster = createPiecePoster(session, post, (list: SessionListName, json) => {
    if (fields.schema_version !== '3.1') throw new NotCurrent();
    const batch: unknown = JSON.parse(decoder.decode(json));
    if (!isValid[list](batch)) throw new NotCurrent();
    if (list === 'tool_calls') for (const { call_id } of batch as ToolCall[]) callIds.push(call_id);
  });
  const splitter = new SessionSplitter({
    field(name, json) {
      Object.defineProperty(fields, name, { value: JSON.parse(decoder.decode(json)), enumerable: true });
      poster.field(name, json);
    },
    item: poster.item,
    run(list, json) {
      try {
        poster.run(list, json);
      } catch (error) {
        if (error instanceof NotCurrent) throw error;
        return false;
      }
      return true;
    },
  });
  // Reading the whole file reports what is wrong with the bytes, and where.
  const attempt = (work: () => void): void => {
    if (!current) return;
    try {
      work();
    } catch {
      current = false;
    }
  };
  return {
    write: (chunk) => attempt(() => splitter.write(chunk)),
    end() {
      attempt(() => {
        splitter.end();
        poster.flush();
        const head = { ...fields, tool_calls: [], events: [], sub_sessions: [] };
        const kept = fields.phases === undefined || phasesCover(fields.phases, callIds);
        if (!kept || !sessionSchema.safeParse(head).success) throw new NotCurrent();
      });
      return current;
    },
  };
}
