import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { fileUnder } from './fileUnder.ts';
import { refuse, serveLocally } from './localServer.ts';
import { fileTypes, serveFile } from './serveFile.ts';

/** Options of a server, besides the folder. */
export interface ServeOptions {
  /** Handles requests to one path, including POST requests of its own pages. */
  readonly own?:
    | { readonly path: string; answer(request: IncomingMessage, response: ServerResponse): void }
    | undefined;
  /** A folder whose files take precedence at addresses that begin with `path`, such as `/sessions/`. */
  readonly over?: { readonly path: string; readonly folder: string } | undefined;
}

/** Serves the files of a folder, and what the options name, to this machine only. `port` 0 picks any free port. */
export function serveFolder(
  folder: string,
  port = 0,
  { own, over }: ServeOptions = {},
): Promise<{ url: string; server: Server }> {
  const find = (url = '/'): string | undefined => {
    const above =
      over !== undefined && url.startsWith(over.path)
        ? fileUnder(over.folder, url.slice(over.path.length - 1))
        : undefined;
    return above ?? fileUnder(folder, url);
  };
  return serveLocally(
    (request, response) => {
      if (own !== undefined && request.url === own.path) {
        own.answer(request, response);
        return;
      }
      if (request.method === 'POST' || request.method === 'PUT') {
        refuse(response, 405, 'There is nothing to change here.');
        return;
      }
      const file = find(request.url);
      if (file === undefined) {
        refuse(response, 404, 'There is no such file.');
        return;
      }
      serveFile(request, response, {
        file,
        headers: { 'content-type': fileTypes[extname(file)] ?? 'application/octet-stream' },
      });
    },
    // Storybook shows its stories in a frame.
    { port, framesItself: true, takesPosts: own !== undefined },
  );
}
