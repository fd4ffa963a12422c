import {
  type Diagnostic,
  parseSessionText,
  type Session,
  type SessionEvent,
  sessionEventSchema,
  sessionSchema,
  subSessionSchema,
  type ToolCall,
  toolCallSchema,
} from '../session/index.ts';
import { compileCheck, phasesFit, promptFinder, statedPrompt } from '../session/internal.ts';
import { type LoadedSession, type LoadOptions, receiveSession } from './createLoader.ts';
import { createPiecePoster, type Post, postWhole } from './createPiecePoster.ts';
import { type SessionListName, SessionSplitter } from './SessionSplitter.ts';

/** Thrown where a piece does not belong to a valid session of the current version: the file is then read as a whole and upgraded. */
class NotCurrent extends Error {}

const isValid: Readonly<Record<SessionListName, (items: unknown) => boolean>> = {
  tool_calls: compileCheck(toolCallSchema.array()),
  events: compileCheck(sessionEventSchema.array()),
  sub_sessions: compileCheck(subSessionSchema.array()),
};
/** A field of the head that is shown before the session is whole. */
const isValidField = rememberChecks();
const decoder = new TextDecoder();

function rememberChecks(): (name: string, value: unknown) => boolean {
  const checks = new Map<string, (value: unknown) => boolean>();
  const shape = new Map(Object.entries(sessionSchema.shape));
  return (name, value) => {
    const schema = shape.get(name);
    if (schema === undefined) return true;
    const check = checks.get(name) ?? compileCheck(schema);
    checks.set(name, check);
    return check(value);
  };
}

/**
 * Reads a session file and sends it piece by piece. A session of the current version is sent on as its bytes come in; any other is read
 * whole, upgraded, and then sent. Returns the diagnostics; nothing is `sent` where the file holds no session, and they say why.
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

/**
 * Reads a session file of any origin on the page, for places without a worker: every item is checked, an older shape of STD-001 is upgraded,
 * and what does not fit is mended and named in the diagnostics, as `parseSessionText` does. Keeps the bytes until the end. Rejects where
 * the bytes are no session, with the error of `chunks`, and on abort.
 */
export async function readSessionFile(
  chunks: AsyncIterable<Uint8Array>,
  { onSession, ...options }: StreamOptions = {},
): Promise<LoadedSession> {
  const receiver = receiveSession(onSession);
  const { sent, diagnostics } = await readSession(0, 'session.json', withPauses(chunks, options), receiver.take);
  const [first] = diagnostics;
  if (!sent) {
    const { line, column, pointer } = first?.at ?? {};
    const where = line === undefined ? pointer : `line ${line}, column ${column}`;
    throw new Error([first?.message, where && `(${where})`].filter(Boolean).join(' '));
  }
  return receiver.end(diagnostics);
}

/** Sends valid batches on, and takes no more after an invalid one. `end` says whether all were valid. */
function createCurrentReader(session: number, post: Post): { write(chunk: Uint8Array): void; end(): boolean } {
  const fields: Partial<Session> = {};
  const lists: Partial<Pick<Session, SessionListName>> = {};
  const callIds: string[] = [];
  let holdsPrompt: ReturnType<typeof promptFinder> | undefined;
  let foundPrompt = false;
  let current = true;
  const poster = createPiecePoster(session, post, (list: SessionListName, json) => {
    if (fields.schema_version !== '3.1') throw new NotCurrent();
    const batch: unknown = JSON.parse(decoder.decode(json));
    if (!isValid[list](batch)) throw new NotCurrent();
    if (list === 'tool_calls') for (const { call_id } of batch as ToolCall[]) callIds.push(call_id);
    if (list !== 'events' || foundPrompt || !('user_prompt' in fields)) return;
    holdsPrompt ??= promptFinder(statedPrompt(fields));
    foundPrompt = holdsPrompt(batch as SessionEvent[]);
  });
  const splitter = new SessionSplitter({
    field(name, json) {
      const value: unknown = JSON.parse(decoder.decode(json));
      if (!isValidField(name, value)) throw new NotCurrent();
      Object.defineProperty(fields, name, { value, enumerable: true });
      poster.field(name, json);
    },
    list(name) {
      // Of a key that comes twice, JSON counts the later one.
      if (name in lists) throw new NotCurrent();
      lists[name] = [];
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
        const head = { ...fields, ...lists };
        const hasPrompt = foundPrompt || statedPrompt(fields).trim() === '';
        if (!hasPrompt || !phasesFit(fields.phases, callIds) || !sessionSchema.safeParse(head).success)
          throw new NotCurrent();
      });
      return current;
    },
  };
}

/** Options of {@link streamSession}. */
export interface StreamOptions extends Pick<LoadOptions, 'onSession'> {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes read so far, each time the page has had time to draw. */
  readonly onBytes?: (read: number) => void;
}

/** Milliseconds of work before the page gets time to draw. */
const turnMs = 24;

/**
 * Reads the JSON of a session of the current version as its bytes come in, without keeping them: `onSession` gets the head with the first
 * items, and more items as the session grows. Only for sessions that the kit itself has just written, because nothing is checked. Rejects
 * where the bytes are no session, with the error of `chunks`, and on abort.
 */
export async function streamSession(
  chunks: AsyncIterable<Uint8Array>,
  { onSession, ...options }: StreamOptions = {},
): Promise<LoadedSession> {
  const receiver = receiveSession(onSession);
  const { field, item, flush } = createPiecePoster(0, receiver.take);
  const splitter = new SessionSplitter({ field, item });
  receiver.take({ is: 'begin', session: 0 });
  for await (const chunk of withPauses(chunks, options)) splitter.write(chunk);
  splitter.end();
  flush();
  return receiver.end([]);
}

/** The same chunks, with time for the page to draw after each turn of work; throws on abort. */
async function* withPauses(
  chunks: AsyncIterable<Uint8Array>,
  { signal, onBytes }: Omit<StreamOptions, 'onSession'>,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  let turn = performance.now();
  for await (const chunk of chunks) {
    yield chunk;
    read += chunk.length;
    if (performance.now() - turn >= turnMs) {
      onBytes?.(read);
      // Without this pause, bytes that are already there would be read in one go and nothing drawn in between.
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    signal?.throwIfAborted();
  }
}
