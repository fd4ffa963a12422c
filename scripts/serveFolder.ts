import type { Server } from 'node:http';
import { extname } from 'node:path';
import { fileUnder } from './fileUnder.ts';
import { refuse, serveLocally } from './localServer.ts';
import { serveFile } from './serveFile.ts';

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
      serveFile(request, response, {
        file,
        headers: { 'content-type': types[extname(file)] ?? 'application/octet-stream' },
      });
    },
    // Storybook shows its stories in a frame.
    { port, framesItself: true },
  );
}
