import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import { timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { indexSession, noFilters, paceOf } from '../../../src/replay/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/claude-code/15-ohmyposh-win-mcp/full.jsonl');

test.skipIf(!existsSync(corpus))(
  'a real session of 591 calls becomes a story of 60 rows and three minutes (skipped where the corpus is absent)',
  async () => {
    const file = fileOf('full.jsonl', readFileSync(corpus), 1 << 20);
    const { sessions } = await convertSource(claudeCode, { files: [file] }, { annotate: 'auto' });
    const made = sessions.map(({ session }) => toSession(session)).find(({ tool_calls }) => tool_calls.length === 591);
    if (made === undefined) throw new Error('The session of 591 calls is gone from the corpus.');
    const index = indexSession(made);
    const rows = timelineRows(index, { ...noFilters, hidden: ['usage'], level: 'story' }, new Set());
    expect(rows.count).toBeLessThanOrEqual(60);
    expect(rows.count).toBeGreaterThan(30);
    expect(paceOf(index).durationMs).toBeLessThanOrEqual(180_000);
  },
);
