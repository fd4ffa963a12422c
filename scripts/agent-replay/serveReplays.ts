import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { type PageParts, replayHtml } from '../../src/export/index.ts';
import type { Session } from '../../src/session/index.ts';
import { refuse, serveLocally } from '../localServer.ts';
import type { ConvertedLog } from './convertPaths.ts';

/**
 * Serves replays to this person alone: their address holds a token that other people on this machine do not know. The address
 * lists them, or shows the only one. `port` 0 takes any that is free.
 */
export async function serveReplays(
  logs: readonly ConvertedLog[],
  parts: PageParts,
  port: number,
): Promise<{ url: string; server: Server }> {
  const token = randomBytes(18).toString('base64url');
  const { url, server } = await serveLocally(
    (request, response) => {
      const [, given = '', ...rest] = (request.url ?? '/').split('?', 1)[0]?.split('/') ?? [];
      if (!isEqual(given, token)) refuse(response, 403, 'Open the whole address that the command printed.');
      else answer(response, piecesFor(rest, logs, parts));
    },
    { port },
  );
  return { url: `${url}${token}/`, server };
}

/** In the same time whatever is given, so that nobody learns how much of it is right. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function answer(response: ServerResponse, pieces: Iterable<string> | undefined): void {
  if (pieces === undefined) {
    refuse(response, 404, 'There is no such replay.');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  pipeline(Readable.from(pieces), response, () => undefined);
}

/** `path` stands behind the token: one part, which is empty or the number of a replay. */
function piecesFor(
  path: readonly string[],
  logs: readonly ConvertedLog[],
  parts: PageParts,
): Iterable<string> | undefined {
  const [name, ...more] = path;
  if (name === undefined || more.length > 0) return undefined;
  if (name === '' && logs.length !== 1) return [listHtml(logs.map(({ session }) => session))];
  const log = name === '' ? logs[0] : /^\d{1,9}$/.test(name) ? logs[Number(name) - 1] : undefined;
  return log === undefined ? undefined : replayHtml(log, parts);
}

/** A page that links to each replay, at `1`, `2`, … beside it. */
function listHtml(sessions: readonly Session[]): string {
  const rows = sessions.map(
    (session, at) =>
      `<li><a href="${at + 1}">${escapeText(session.task_title)}</a>
<small>${escapeText(session.created_at.slice(0, 16).replace('T', ' '))}, ${session.tool_calls.length} calls,
${escapeText(session.provenance?.source_format ?? '')}</small></li>`,
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
