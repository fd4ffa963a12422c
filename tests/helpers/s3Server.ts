import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTools, importTool } from '../../scripts/tools.ts';

export interface S3Server {
  /** Variables by which the kit reaches it. */
  env: Record<string, string>;
  /** Address of an empty place of its own in the bucket. */
  place(): string;
  /** Called before each request; a status or text that it gives is answered instead, 0 breaks the connection. */
  intercept: ((request: IncomingMessage) => number | string | undefined) | undefined;
  /** Method and path of each request, in order. */
  requests: string[];
  close(): Promise<void>;
}

interface S3rver {
  callback(): RequestListener;
  configureBuckets(): Promise<void>;
  close(): void;
  store: { getMetadata(bucket: string, key: string): Promise<{ etag: string }> };
}

const bucket = 'logs';

/**
 * An S3 server in this process (s3rver), which checks signatures. It ignores conditions of writes; unless `conditions` is false, they are
 * checked before, as S3 describes them.
 */
export async function startS3Server({ conditions = true } = {}): Promise<S3Server> {
  if (!hasTools()) throw new Error('The S3 server for tests is missing: run `npx -y pnpm@12 -C tools install`.');
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const { default: Rver } = (await importTool('@20minutes/s3rver')) as { default: new (options: object) => S3rver };
  const app = new Rver({ directory, silent: true, configureBuckets: [{ name: bucket }] });
  await app.configureBuckets();
  const handle = app.callback();
  let turn: Promise<unknown> = Promise.resolve();
  let places = 0;
  const server: S3Server = {
    env: {},
    intercept: undefined,
    requests: [],
    place: () => `s3://${bucket}/place-${places++}`,
    async close() {
      await new Promise((resolve) => http.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    server.requests.push(`${request.method} ${request.url}`);
    const given = server.intercept?.(request);
    if (given === 0) request.socket.destroy();
    else if (typeof given === 'string') response.end(given);
    else if (given !== undefined) response.writeHead(given).end();
    else if (conditions && ['PUT', 'POST'].includes(request.method ?? '') && isConditional(request)) {
      turn = turn.then(async () => {
        const ended = new Promise((resolve) => response.once('close', resolve));
        if (await isMet(request, app)) handle(request, response);
        else response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
        await ended;
      });
    } else handle(request, response);
  };
  const http = createServer(answer);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server.env = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_REGION: 'us-east-1',
  };
  return server;
}

const isConditional = ({ headers }: IncomingMessage): boolean =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;

async function isMet({ headers, url = '' }: IncomingMessage, app: S3rver): Promise<boolean> {
  const path = decodeURIComponent(new URL(url, 'http://s3').pathname);
  const [, name = '', key = ''] = /^\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const found = await app.store.getMetadata(name, key).catch(() => undefined);
  return headers['if-none-match'] === '*' ? found === undefined : found?.etag === headers['if-match'];
}
