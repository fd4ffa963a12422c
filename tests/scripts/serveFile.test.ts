import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveFile } from '../../scripts/serveFile.ts';

test.each(['longer', 'short'])('a file that a %s one replaces while it is served comes as it was', async (next) => {
  const folder = mkdtempSync(join(tmpdir(), 'serve-file-'));
  const file = join(folder, 'session.json');
  writeFileSync(file, '"as it was"');
  writeFileSync(`${file}.new`, next === 'longer' ? '"something that is longer"' : '""');
  const server = createServer((request, response) => {
    serveFile(request, response, { file, headers: {} });
    renameSync(`${file}.new`, file);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await expect(answer.text()).resolves.toBe('"as it was"');
  server.close();
  rmSync(folder, { recursive: true });
});
