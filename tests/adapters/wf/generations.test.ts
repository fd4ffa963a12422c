import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvent, recordType, recordTypes } from '../../../src/adapters/wf/records.ts';
import { listFiles } from '../../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../../data/sources/wf');
const corpus = join(import.meta.dirname, '../../../../shared/corpus/wf');

/** Every kind of record that each generation of the tool wrote, by the folder of its sample. */
const written: Readonly<Record<string, readonly string[]>> = {
  design: ['command (no type)', 'in_window (no type)', 'checkpoint (no type)'],
  'gen-1': ['command', 'in_window', 'checkpoint'],
  'gen-2': [
    'task_started',
    'command_executed',
    'checkpoint_reached',
    'checkpoint_passed',
    'window_launched',
    'agent_reported',
    'step_skipped',
    'step_retried',
    'step_rolled_back',
    'task_stopped',
    'task_reset',
    'on_exit',
  ],
  'gen-2b': ['window_lost', 'step_waiting', 'step_approved', 'verify_failed'],
  'gen-3': [
    'task_started',
    'step_completed',
    'window_launched',
    'window_lost',
    'step_waiting',
    'step_approved',
    'step_skipped',
    'step_reset',
    'task_stopped',
    'task_reset',
  ],
  'gen-4': [
    'task_started',
    'step_finished',
    'step_yielded',
    'step_resumed',
    'viewport_launched',
    'viewport_lost',
    'step_skipped',
    'step_reset',
    'task_stopped',
    'task_reset',
  ],
};

/** Kinds found in logs of real runs; the samples of all others follow only the tool's source. */
const seenInRealLogs: Readonly<Record<string, readonly string[]>> = {
  'gen-1': ['command', 'in_window', 'checkpoint'],
  'gen-2': [
    'task_started',
    'command_executed',
    'checkpoint_reached',
    'checkpoint_passed',
    'window_launched',
    'agent_reported',
    'step_retried',
  ],
  'gen-3': [
    'task_started',
    'step_completed',
    'window_launched',
    'step_waiting',
    'step_approved',
    'step_reset',
    'task_stopped',
  ],
};

function kindsIn(folder: string): Set<string> {
  const kinds = new Set<string>();
  for (const path of listFiles(folder)) {
    if (!/(?:^|\/)logs\/[^/]*\.jsonl$/.test(path)) continue;
    for (const line of readFileSync(join(folder, path), 'utf8')
      .split('\n')
      .filter((each) => each !== '')) {
      const record = JSON.parse(line);
      kinds.add(record.type ?? `${recordType(record)} (no type)`);
    }
  }
  return kinds;
}

describe('generations of the log', () => {
  it.each(Object.entries(written))('%s: the sample contains every kind of record', (folder, kinds) => {
    expect([...kindsIn(join(samples, folder))]).toEqual(expect.arrayContaining([...kinds]));
  });

  it('the oldest generation has a sample of both of its forms', () => {
    const files = listFiles(join(samples, 'gen-0')).filter((path) => path.includes('/logs/'));
    expect(new Set(files.map((path) => path.slice(path.lastIndexOf('.'))))).toEqual(new Set(['.log', '.json']));
  });

  it('the known kinds are exactly those that some generation wrote', () => {
    const kinds = Object.values(written)
      .flat()
      .map((kind) => kind.replace(' (no type)', ''));
    expect(new Set(recordTypes.keys())).toEqual(new Set(kinds));
  });

  it.each([...recordTypes.keys()])('%s is read with only its required fields', (type) => {
    const record = { type, ts: '2026-02-06T00:00:00Z', step: 0, to_step: 0 };
    expect(readEvent(record)).toBeDefined();
  });

  it.each(['command_executed', 'step_finished', 'step_rolled_back', 'in_window'])(
    '%s without its step is malformed',
    (type) => {
      expect(readEvent({ type, ts: '2026-02-06T00:00:00Z' })).toBeUndefined();
      expect(readEvent({ type, step: -1, to_step: 0.5 })).toBeUndefined();
    },
  );
});

describe.skipIf(!existsSync(corpus))('real logs of the corpus (skipped where it is absent)', () => {
  it.each([
    ['gen-1', '03-written-by-e938644'],
    ['gen-2', '04-written-by-25792bd'],
    ['gen-3', '05-written-by-51b1321'],
  ])('%s: the kinds marked as seen are those of %s', (generation, folder) => {
    expect(kindsIn(join(corpus, folder, 'project/.wf'))).toEqual(new Set(seenInRealLogs[generation]));
  });
});
