import fc from 'fast-check';
import { describe, it } from 'vitest';
import { findFault } from '../../scripts/fuzz/findFault.ts';
import { adapters } from '../../src/adapters/index.ts';

const RUNS = 60;
const record = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc
    .record({ type: fc.string(), timestamp: fc.anything().map(String), message: fc.jsonValue() })
    .map((value) => JSON.stringify(value)),
);
const sources = fc.array(fc.array(record, { maxLength: 8 }), { minLength: 1, maxLength: 3 });

describe.each(adapters.map((adapter) => [adapter.descriptor.id, adapter] as const))(
  'any records, as %s',
  (_, adapter) => {
    it('convert without throwing, are accounted for, and become sessions', async () => {
      await fc.assert(
        fc.asyncProperty(sources, fc.integer({ min: 1, max: 64 }), async (files, chunkBytes) => {
          const group = {
            adapter,
            files: files.map((_file, index) => ({ name: `${index}.jsonl`, bytes: async function* () {} })),
          };
          const bytes = files.map((lines) => new TextEncoder().encode(lines.join('\n')));
          const fault = await findFault({ group, files: bytes, ancestors: [] }, chunkBytes);
          if (fault !== undefined) throw new Error(`${fault.kind}: ${fault.detail}`);
        }),
        { seed: 20251121, numRuns: RUNS },
      );
    });
  },
);
