import { createReadStream } from 'node:fs';
import type { Server } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream';
import { fileUnder } from './fileUnder.ts';
import { refuse, serveLocally } from './localServer.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.woff2': 'font/woff2',
};

/** Serves the files of a folder, and nothing else, to this machine alone. `port` 0 takes any that is free. */
export function serveFolder(folder: string, port = 0): Promise<{ url: string; server: Server }> {
  return serveLocally(
    (request, response) => {
      const file = fileUnder(folder, request.url);
      if (file === undefined) {
        refuse(response, 404, 'There is no such file.');
        return;
      }
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
      // A file that goes away, or a reader that does, ends the answer and no more.
      pipeline(createReadStream(file), response, () => undefined);
    },
    // Storybook shows its stories in a frame.
    { port, framesItself: true },
  );
}
