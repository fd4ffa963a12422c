import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fileUnder } from '../scripts/fileUnder.ts';
import { serveFile } from '../scripts/serveFile.ts';

const folder = join(import.meta.dirname, '../data/sessions');
const types: Readonly<Record<string, string>> = { json: 'application/json', png: 'image/png', pdf: 'application/pdf' };

/**
 * Serves what `pnpm etl` wrote under `sessions/`. While one works that is all of it; a built Storybook, which may be put on a
 * server, gets the samples only, never a person's own sessions.
 */
export function serveSessions(): Plugin {
  return {
    name: 'serve-sessions',
    configureServer({ middlewares }) {
      middlewares.use('/sessions', (request, response) => {
        const file = fileUnder(folder, request.url);
        if (file === undefined && request.url === '/index/private.json') {
          // Nobody has converted anything of their own yet: that is an empty list, and no fault.
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"sessions":[]}');
          return;
        }
        if (file === undefined) {
          response.writeHead(404).end();
          return;
        }
        const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8';
        serveFile(request, response, { file, headers: { 'content-type': type, 'cache-control': 'no-cache' } });
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sessions/index/private.json', source: '{"sessions":[]}' });
      for (const name of ['index/sessions.json', ...sampleFiles()]) {
        this.emitFile({ type: 'asset', fileName: `sessions/${name}`, source: readFileSync(join(folder, name)) });
      }
    },
  };
}

function sampleFiles(): string[] {
  const index = JSON.parse(readFileSync(join(folder, 'index/sessions.json'), 'utf8')) as {
    sessions: { session_id: string }[];
  };
  return index.sessions.flatMap(({ session_id }) => {
    const content = `${session_id}.content`;
    const contents = existsSync(join(folder, content)) ? readdirSync(join(folder, content)) : [];
    return [`${session_id}.json`, ...contents.map((name) => `${content}/${name}`)];
  });
}
