import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { mediaTypeOf, type PageParts } from '../../src/export/index.ts';
import type { Prices, SessionEntry } from '../../src/session/index.ts';
import { abridgedName } from '../../src/session/internal.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import { isSessionName } from '../etl/sessionIndex.ts';
import { fileUnder } from '../fileUnder.ts';
import { refuse, serveToUser } from '../localServer.ts';
import { fileTypes, serveFile } from '../serveFile.ts';
import type { CatalogueReader } from './catalogueReader.ts';
import { type ExportKind, exportKinds, exportSession, exportTypes } from './exportSession.ts';
import { answerNotes, maskNotes, readKeptNotes } from './keptNotes.ts';
import type { Library, LibraryNews, LibraryState } from './library.ts';
import { type Problem, readAsked } from './serveApi.ts';

export interface SessionServerOptions {
  /** The folder of converted sessions. */
  out: string;
  /** The folder where readers' notes are kept. */
  notes: string;
  reader: CatalogueReader;
  library: Pick<Library, 'open' | 'readAll' | 'setReaders'>;
  /** The folder of the built app. */
  app: string;
  /** What an exported page is made of; asked for when somebody exports one. */
  pageParts(): PageParts;
  /** Work out costs that logs do not state. @default none */
  prices?: Prices | undefined;
  /** 0 picks any free port. */
  port: number;
}

/** The server of all sessions, and how to tell its pages what has changed. */
export interface SessionServer {
  url: string;
  server: Server;
  report(news: LibraryNews): void;
}

/** Names that the kit gives to contents: a hash and an extension. Nothing else is looked for on the disk. */
const contentName = /^[\da-f]{32}\.[a-z\d]{1,8}$/;

/** How often an event stream shows that it is alive, in milliseconds. */
const BEAT_MS = 15_000;

/** Bytes of news that may wait for a page to read them. */
const MOST_WAITING = 1024 * 1024;

/** The app runs its own script and nothing else; what logs hold can load nothing and send nothing. */
const appPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves all sessions of this machine to this user only: the app, pages of the list, search, sessions with their contents, exports, and a
 * stream of events. `serveApi.ts` says what is asked and answered.
 */
export async function serveSessions(options: SessionServerOptions): Promise<SessionServer> {
  const events = createEventStreams(options.library);
  const answer = (request: IncomingMessage, response: ServerResponse, path: readonly string[]): void => {
    response.setHeader('cache-control', 'no-store');
    route(request, response, path).catch((error: unknown) => {
      const problem = errorText(error);
      if (response.headersSent) response.destroy();
      else if (error instanceof RangeError) sendProblem(response, 400, { code: 'bad-query', problem });
      else sendProblem(response, 500, { code: 'failed', problem });
    });
  };
  const route = async (request: IncomingMessage, response: ServerResponse, path: readonly string[]): Promise<void> => {
    const [first = '', second = '', third = '', ...more] = path;
    if (more.length > 0) return noSuchAddress(response);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const change = `${request.method} ${first}/${second}${path.length > 2 ? '/*' : ''}`;
    if (!isRead && change !== 'POST api/read' && change !== 'PUT api/notes/*')
      return refuse(response, 405, 'There is nothing to change here.');
    if (first === 'api' && second === 'events' && path.length === 2) return events.open(request, response);
    if (first === 'api') return answerApi(request, response, [second, third], options);
    if (first === 'sessions') return answerSession(request, response, [second, third], options.out);
    const file = fileUnder(options.app, `/${path.join('/')}`);
    if (file === undefined) return noSuchAddress(response);
    const type = fileTypes[extname(file)] ?? 'application/octet-stream';
    serveFile(request, response, { file, headers: { 'content-type': type, 'content-security-policy': appPolicy } });
  };
  const { url, server } = await serveToUser(answer, { port: options.port, takesPosts: true });
  server.on('close', events.close);
  return {
    url,
    server,
    report(news) {
      if (news.is === 'list') options.reader.refresh();
      events.report(news);
    },
  };
}

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  [what, given]: readonly [string, string],
  { reader, library, out, notes, pageParts, prices }: SessionServerOptions,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const signal = signalOf(response);
  switch (`${what}/${given === '' ? '' : '*'}`) {
    case 'sessions/': {
      const { query, options } = readAsked(searchParams);
      const page = await reader.read((catalogue) => catalogue.page(query, { ...options, signal }));
      return sendJson(response, { ...page, sessions: page.sessions.map((row) => withState(row, out)) });
    }
    case 'facets/': {
      const { query } = readAsked(searchParams);
      return sendJson(response, await reader.read((catalogue) => catalogue.facets(query, { signal })));
    }
    case 'sums/': {
      const { query } = readAsked(searchParams);
      return sendJson(response, await reader.read((catalogue) => catalogue.sums(query, { signal })));
    }
    case 'search/': {
      const { query, options } = readAsked(searchParams);
      if (!/[\p{L}\p{N}]/u.test(query.text ?? ''))
        throw new RangeError('text: A search needs a word of letters or digits.');
      const answer = await reader.read(async (catalogue) => {
        const page = await catalogue.search(query, { ...options, signal });
        return { ...page, searches: catalogue.searches };
      });
      const hits = answer.hits.map((hit) => ({ ...hit, session: withState(hit.session, out) }));
      return sendJson(response, { ...answer, hits });
    }
    case 'session/*':
      return openSession(response, given, { library, out });
    case 'export/*':
      return answerExport(response, given, { out, notes, pageParts, prices });
    case 'notes/*':
      return answerNotes(request, response, { folder: notes, session: nameIn(given) ?? '' });
    case 'prices/':
      return sendJson(response, { prices });
    case 'read/': {
      if (request.method !== 'POST') return refuse(response, 405, 'It begins to read: POST it.');
      void library.readAll();
      response.writeHead(202).end();
      return;
    }
    default:
      return noSuchAddress(response);
  }
}

const failureStatus = { 'disk-full': 507, 'no-permission': 403, 'not-converted': 422 } as const;

/** A row, with whether it was made of the beginning of its log alone. */
function withState(row: SessionEntry, out: string): SessionEntry {
  return existsSync(join(out, `${row.session_id}.json`)) ? row : { ...row, unread: true };
}

async function openSession(
  response: ServerResponse,
  given: string,
  { library, out }: Pick<SessionServerOptions, 'library' | 'out'>,
): Promise<void> {
  const id = nameIn(given);
  const opened = id === undefined ? ({ is: 'unknown' } as const) : await library.open(id);
  switch (opened.is) {
    case 'ready': {
      const { id: ready, live } = opened;
      return sendJson(response, { id: ready, live, abridged: existsSync(join(out, abridgedName(`${ready}.json`))) });
    }
    case 'unknown':
      return sendProblem(response, 404, { code: 'no-such-session', problem: 'There is no such session.' });
    case 'gone': {
      const problem = 'Its log is gone, and it was never opened before.';
      return sendProblem(response, 410, { code: 'log-gone', problem });
    }
    case 'failed':
      return sendProblem(response, failureStatus[opened.code], { code: opened.code, problem: opened.message });
  }
}

function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  [first, content]: readonly [string, string],
  out: string,
): void {
  const [, id = '', kind] = /^(.*)\.(json|abridged\.gz|content)$/.exec(first) ?? [];
  const name = nameIn(id);
  if (name === undefined || (kind === 'content') === (content === '')) {
    noSuchAddress(response);
    return;
  }
  if (kind === 'json') {
    serveFile(request, response, { file: join(out, `${name}.json`), headers: { 'content-type': 'application/json' } });
    return;
  }
  if (kind === 'abridged.gz') {
    const file = join(out, abridgedName(`${name}.json`));
    serveFile(request, response, { file, headers: { 'content-type': 'application/gzip' } });
    return;
  }
  if (!contentName.test(content)) {
    noSuchAddress(response);
    return;
  }
  const file = join(out, `${name}.content`, content);
  serveFile(request, response, { file, headers: { 'content-type': mediaTypeOf(content) } });
}

function answerExport(
  response: ServerResponse,
  given: string,
  { out, notes: folder, pageParts, prices }: Pick<SessionServerOptions, 'out' | 'notes' | 'pageParts' | 'prices'>,
): void {
  const ending = given.slice(given.lastIndexOf('.') + 1);
  const id = nameIn(given.slice(0, -ending.length - 1));
  if (id === undefined || !isExportKind(ending)) {
    noSuchAddress(response);
    return;
  }
  if (!existsSync(join(out, `${id}.json`))) {
    const problem = 'It was not converted yet. Open it first.';
    sendProblem(response, 409, { code: 'not-converted', problem });
    return;
  }
  const kept = readKeptNotes(folder, id);
  // Without its notes it would seem that nobody wrote any.
  if ('fault' in kept) {
    sendProblem(response, 422, { code: 'bad-notes', problem: kept.fault });
    return;
  }
  const notes = maskNotes(kept.notes);
  const pieces = exportSession(out, id, { kind: ending, parts: pageParts, prices, notes });
  if (pieces === undefined) {
    const problem = 'It is too large for one file that a browser opens. Share its log instead.';
    sendProblem(response, 413, { code: 'too-large', problem });
    return;
  }
  const name = `filename*=UTF-8''${encodeURIComponent(`${id}.${ending}`)}`;
  response.writeHead(200, { 'content-type': exportTypes[ending], 'content-disposition': `attachment; ${name}` });
  pipeline(Readable.from(pieces), response, () => undefined);
}

function isExportKind(text: string): text is ExportKind {
  return (exportKinds as readonly string[]).includes(text);
}

/** The name of a session in an address; undefined for anything that the kit cannot have given. */
function nameIn(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text);
    return isSessionName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendProblem(response: ServerResponse, status: number, problem: Problem): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(problem));
}

function noSuchAddress(response: ServerResponse): void {
  sendProblem(response, 404, { code: 'no-such-address', problem: 'There is nothing at this address.' });
}

/** Aborts when the reader is gone. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

/** Streams of server-sent events, one for each open page. */
function createEventStreams(library: Pick<Library, 'setReaders'>) {
  const streams = new Set<ServerResponse>();
  let state: LibraryState | undefined;
  // A page that no longer reads, as in a tab that sleeps, is let go: once it wakes it opens another stream, and asks for all anew.
  const send = (line: string): void => {
    for (const stream of streams) {
      if (stream.writableLength > MOST_WAITING) stream.destroy();
      else stream.write(line);
    }
  };
  const beat = setInterval(() => send(':\n\n'), BEAT_MS).unref();
  const lineOf = (news: LibraryNews): string => `data: ${JSON.stringify(news)}\n\n`;
  return {
    open(request: IncomingMessage, response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 1000\n\n');
      if (state !== undefined) response.write(lineOf({ is: 'state', ...state }));
      streams.add(response);
      library.setReaders(streams.size);
      request.once('close', () => {
        streams.delete(response);
        library.setReaders(streams.size);
      });
    },
    report(news: LibraryNews): void {
      if (news.is === 'state') state = { ...news };
      send(lineOf(news));
    },
    close(): void {
      clearInterval(beat);
      for (const stream of streams) stream.end();
    },
  };
}
