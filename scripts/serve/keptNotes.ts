import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { createRedactor } from '../../src/redaction/index.ts';
import { type Note, parseNotesText } from '../../src/session/index.ts';
import type { Surroundings } from '../etl/discoverFolders.ts';
import { isSessionName } from '../etl/sessionIndex.ts';
import { writeAtomically } from '../etl/writeAtomically.ts';
import { refuse } from '../localServer.ts';

/** Size that a file of notes may have, in bytes. */
const mostBytes = 16 * 1024 * 1024;

/** Where this user's notes are kept: in the system's place for what cannot be made again. */
export function notesFolder({ platform, env, home }: Omit<Surroundings, 'cwd'>): string {
  const { join, isAbsolute } = platform === 'win32' ? path.win32 : path.posix;
  const given = (value: string | undefined): string | undefined =>
    value !== undefined && isAbsolute(value) ? value : undefined;
  switch (platform) {
    case 'win32':
      return join(given(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'agent-replay', 'notes');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'agent-replay', 'notes');
    default:
      return join(given(env.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'agent-replay', 'notes');
  }
}

/** Notes with their texts and paths masked; they still lead to their places. */
export function maskNotes(notes: readonly Note[]): readonly Note[] {
  const redactor = createRedactor();
  return notes.map((note) => ({ ...redactor.maskJson(note), id: note.id, created_at: note.created_at }));
}

/** The notes kept on a session: none where nobody noted anything, or why they cannot be read. The name must be one of a session. */
export function readKeptNotes(folder: string, session: string): { notes: readonly Note[] } | { fault: string } {
  const file = pathOfNotes(folder, session);
  const text = textOf(file);
  if (text === undefined) return { notes: [] };
  const { file: kept, faults } = parseNotesText(text);
  if (kept !== undefined) return kept;
  const [fault] = faults;
  return {
    fault: `${file} is no file of notes: ${fault?.at}: ${fault?.actual}; expected ${fault?.expected}.`,
  };
}

function pathOfNotes(folder: string, session: string): string {
  return path.join(folder, `${session}.notes.json`);
}

/** Undefined where no file stands; a link is none. */
function textOf(file: string): string | undefined {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return readFileSync(file, 'utf8');
}

/** Names what a file holds, as the header `ETag` does. */
function versionOf(text: string | undefined): string {
  return text === undefined ? '"none"' : `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
}

/**
 * Answers requests for the notes of a session: GET gives its file, empty where nobody noted anything, and PUT replaces it; 412 where
 * `If-Match` names another version than there is, because somebody else wrote meanwhile. What is put must be a file of notes of this very
 * session; nothing outside the folder is read or written, and no link in it is followed.
 */
export async function answerNotes(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, session }: { folder: string; session: string },
): Promise<void> {
  if (!isSessionName(session)) return refuse(response, 404, 'There is no such session.');
  const file = pathOfNotes(folder, session);
  if (request.method !== 'PUT') {
    const kept = readKeptNotes(folder, session);
    // A file with faults is left as it is: it may be the only copy of what somebody wrote by hand.
    if ('fault' in kept) return refuse(response, 422, kept.fault);
    const text = JSON.stringify({ format: 'agent-replay-notes', version: 1, session_id: session, ...kept });
    const etag = versionOf(textOf(file));
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', etag }).end(text);
    return;
  }
  const text = await bodyOf(request);
  if (text === undefined) return refuse(response, 413, `Notes of a session may take ${mostBytes} bytes.`);
  const { file: notes, faults } = parseNotesText(text);
  if (notes === undefined) return refuse(response, 422, `No notes: ${faults[0]?.at}: ${faults[0]?.expected}.`);
  if (notes.session_id !== session) return refuse(response, 409, `These are notes on ${notes.session_id}.`);
  const { 'if-match': expected } = request.headers;
  if (expected !== undefined && expected !== '*' && expected !== versionOf(textOf(file)))
    return refuse(response, 412, 'Somebody else wrote notes on this session meanwhile: get them first.');
  const kept = `${JSON.stringify(notes, null, 2)}\n`;
  writeAtomically(file, [kept], { mode: 0o600 });
  response.writeHead(204, { etag: versionOf(kept) }).end();
}

/** The text that a request sends; undefined where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
