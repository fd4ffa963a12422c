import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { cleanText } from '../../src/export/harmlessText.ts';
import { mediaTypeOf, type PageParts, replayHtml } from '../../src/export/index.ts';
import type { Prices } from '../../src/session/index.ts';
import { abridgedName } from '../../src/session/internal.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import type { IndexEntry } from '../etl/sessionIndex.ts';
import { refuse, serveToUser } from '../localServer.ts';
import { answerNotes } from '../serve/keptNotes.ts';
import { serveFile } from '../serveFile.ts';

/** A session on this disk. */
export interface ServedSession {
  entry: Pick<IndexEntry, 'session_id' | 'task_title' | 'created_at' | 'tool_calls_count' | 'source_format'>;
  /** Path of its JSON. */
  file: string;
  /** Folder of its contents; it may be missing. */
  contents: string;
}

/** Paths that a request may ask for. */
type Asked =
  | { is: 'notes'; session: string }
  | { is: 'page'; pieces: Iterable<string> }
  | { is: 'file'; file: string; type: string }
  | { is: 'nothing' };

/** Names that the kit gives to contents: a hash and an extension. Nothing else is looked for on the disk. */
const contentName = /^[\da-f]{32}\.[a-z\d]{1,8}$/;

/**
 * Serves replays to this user only: their address holds a token that other users of this machine do not know. The address lists the
 * replays, or shows the only one; a page fetches its session, and contents when they are opened, from below that address. `port` 0 picks
 * any free port. With `prices`, replays show costs that their logs do not say. `notes` is the folder where readers' notes are kept; without
 * it there are none.
 */
export function serveReplays(
  sessions: readonly ServedSession[],
  parts: PageParts,
  port: number,
  { prices, notes }: { prices?: Prices | undefined; notes?: string | undefined } = {},
): Promise<{ url: string; server: Server }> {
  const find = (path: readonly string[]): Asked =>
    findAsked(path, sessions, (session, number) => pageOf(session, number, { prices, notes }, parts));
  return serveToUser((request, response, path) => answer(request, response, find(path), notes), {
    port,
    takesPosts: notes !== undefined,
  });
}

function answer(request: IncomingMessage, response: ServerResponse, asked: Asked, notes: string | undefined): void {
  if (request.method !== 'GET' && request.method !== 'HEAD' && !(request.method === 'PUT' && asked.is === 'notes')) {
    refuse(response, 405, 'There is nothing to change here.');
    return;
  }
  switch (asked.is) {
    case 'nothing':
      refuse(response, 404, 'There is no such replay.');
      return;
    case 'notes':
      if (notes === undefined) {
        refuse(response, 404, 'No notes are kept here.');
        return;
      }
      answerNotes(request, response, { folder: notes, session: asked.session }).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else refuse(response, 500, errorText(error));
      });
      return;
    case 'file':
      serveFile(request, response, {
        file: asked.file,
        headers: { 'content-type': asked.type, 'cache-control': 'no-store' },
      });
      return;
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      pipeline(Readable.from(asked.pieces), response, () => undefined);
  }
}

/** `path` is what follows the token: nothing or the number of a session for its page; below that number, what the page fetches. */
function findAsked(
  path: readonly string[],
  sessions: readonly ServedSession[],
  pageOf: (session: ServedSession, number: number) => Iterable<string>,
): Asked {
  const [name, ...below] = path;
  if (name === '' && below.length === 0 && sessions.length !== 1) return { is: 'page', pieces: [listHtml(sessions)] };
  const number = name === '' ? 1 : /^[1-9]\d{0,8}$/.test(name ?? '') ? Number(name) : 0;
  const session = sessions[number - 1];
  if (session === undefined) return { is: 'nothing' };
  if (below.length === 0) return { is: 'page', pieces: pageOf(session, number) };
  const [part, content, ...more] = below;
  if (name === '' || more.length > 0) return { is: 'nothing' };
  if (part === 'session.json' && content === undefined) {
    return { is: 'file', file: session.file, type: 'application/json' };
  }
  if (part === 'session.abridged.gz' && content === undefined) {
    return { is: 'file', file: abridgedName(session.file), type: 'application/gzip' };
  }
  if (part === 'notes.json' && content === undefined) return { is: 'notes', session: session.entry.session_id };
  if (part !== 'contents' || content === undefined || !contentName.test(content)) return { is: 'nothing' };
  return { is: 'file', file: join(session.contents, content), type: mediaTypeOf(content) };
}

function pageOf(
  { entry: { task_title }, file }: ServedSession,
  number: number,
  { prices, notes }: { prices: Prices | undefined; notes: string | undefined },
  parts: PageParts,
): Iterable<string> {
  const own = (name: string): string => `${number}/${name}`;
  // Asking for a copy that is not there would show an error in the browser's console.
  const abridged = existsSync(abridgedName(file)) ? own('session.abridged.gz') : undefined;
  const addresses = { address: own('session.json'), abridged, contents: own('contents/') };
  return replayHtml(
    { title: task_title, ...addresses, notes: notes === undefined ? undefined : own('notes.json'), prices },
    parts,
  );
}

/** A page that links to each replay, at `1`, `2`, … beside it. */
function listHtml(sessions: readonly ServedSession[]): string {
  const rows = sessions.map(
    ({ entry }, at) =>
      `<li><a href="${at + 1}">${escapeText(cleanText(entry.task_title))}</a>
<small>${escapeText(entry.created_at?.slice(0, 16).replace('T', ' ') ?? 'no date in the log')}, ${entry.tool_calls_count} ${entry.tool_calls_count === 1 ? 'call' : 'calls'},
${escapeText(entry.source_format)}</small></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Replays</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
ol { padding-inline-start: 2rem }
li { margin-block: 0.75rem }
a { display: block; overflow-wrap: anywhere }
</style>
<h1>Replays</h1>
<ol>
${rows.join('\n')}
</ol>
</html>
`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
