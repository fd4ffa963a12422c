import { describe, expect, it } from 'vitest';
import { codexRollout } from '../../../src/adapters/codex-rollout/index.ts';
import { convertSource } from '../../../src/adapters/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { header, item, rolloutFrom, said } from './rolloutFrom.ts';

describe('readRollouts', () => {
  it.each([1, 3, 4096])('rejects a compressed file in chunks of %i bytes, and says what to do', async (chunkBytes) => {
    const frame = fileOf('rollout-a.jsonl.zst', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x0a, 0x7b), chunkBytes);
    const { sessions, account, diagnostics } = await convertSource(codexRollout, { files: [frame] });
    expect(sessions).toEqual([]);
    expect(account).toMatchObject({ records: 1, dropped: 1 });
    expect(diagnostics).toMatchObject([{ code: 'unsupported-version', message: expect.stringContaining('zstd -d') }]);
  });

  it('reads a file whose name only suggests compression', async () => {
    const file = fileOf('rollout-a.jsonl.zst', rolloutFrom([header(), item(1, said('user', 'Hello'))]));
    const { sessions } = await convertSource(codexRollout, { files: [file] });
    expect(sessions).toHaveLength(1);
  });

  it('returns nothing for an empty file', async () => {
    const { sessions, account } = await convertSource(codexRollout, { files: [fileOf('rollout-a.jsonl', '')] });
    expect([sessions.length, account.records]).toEqual([0, 0]);
  });
});
