import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { readSample } from '../../../src/adapters/read/createSample.ts';
import { readJsonc } from '../../../src/adapters/read/readDocument.ts';
import { wf } from '../../../src/adapters/wf/index.ts';
import { readWorkflow } from '../../../src/adapters/wf/project.ts';
import { loadGroups } from '../../helpers/loadGroups.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { stringsOf } from '../../helpers/stringsOf.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/wf');
const there = existsSync(corpus);
const runs = ['03-written-by-e938644', '04-written-by-25792bd', '05-written-by-51b1321'];
const configs = there ? listFiles(corpus).filter((path) => path.endsWith('config.jsonc')) : [];

interface LogRecord {
  type: string;
  step: number;
  exit_code?: number;
  transcript?: string | null;
  stdout?: string;
  stderr?: string;
  message?: string;
}

const readLines = (path: string): LogRecord[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe.skipIf(!there)('workflow logs of the corpus (skipped where it is absent)', () => {
  it.each(configs)('the configuration %s is recognised and read', async (path) => {
    const file = fileOf(path, readFileSync(join(corpus, path)));
    expect(wf.detect(await readSample(path, file.bytes()))).toMatchObject({ grade: 'certain', role: { is: 'part' } });
    const text = readFileSync(join(corpus, path), 'utf8');
    const { value, errorAt } = readJsonc(text);
    expect(errorAt).toBeUndefined();
    // Each step's name is on a line of its own that is no comment.
    const names =
      text
        .split('\n')
        .filter((line) => !/^\s*\/\//.test(line))
        .join('\n')
        .match(/"name":/g) ?? [];
    expect(readWorkflow(value)?.steps).toHaveLength(names.length);
  });

  describe.each(runs)('%s', (folder) => {
    const groups = loadGroups([wf, claudeCode], join(corpus, folder));

    it('gives each log a run, and leaves only transcripts that no log names', async () => {
      const all = await groups;
      expect(all.filter(({ adapter }) => adapter === wf)).toHaveLength(2);
      const named = stringsOf(
        listFiles(join(corpus, folder, 'project/.wf/logs')).map((path) =>
          readLines(join(corpus, folder, 'project/.wf/logs', path)),
        ),
      );
      for (const { adapter, files } of all) {
        if (adapter === wf) continue;
        const stem = files[0]?.name.split('/').at(-1) ?? '';
        expect(named.some((text) => text.endsWith(stem))).toBe(false);
      }
    });

    it('is converted completely: every step, its output and its outcome', async () => {
      for (const { adapter, ...source } of await groups) {
        if (adapter !== wf) continue;
        const { sessions, account } = await convertSource(wf, source);
        const [first] = sessions;
        if (first === undefined || sessions.length !== 1) throw new Error('A log of one run gives one session.');
        const session = toSession(first.session);
        const records = readLines(join(corpus, folder, source.files[0]?.name ?? ''));
        expect(account).toMatchObject({ unknown: 0, dropped: 0 });
        const kept = stringsOf(session).join('\n');
        for (const { stdout = '', stderr = '', message = '' } of records) {
          for (const text of [stdout.trim(), stderr.trim(), message]) expect(kept).toContain(text);
        }
        const commands = records.filter(({ exit_code }) => exit_code !== undefined);
        const shell = session.tool_calls.filter(({ tool_name }) => tool_name === 'Bash');
        const agents = session.tool_calls.filter(({ tool_name }) => tool_name === 'Task');
        const launched = records.filter(({ type }) => type === 'window_launched' || type === 'in_window');
        const gates = records.filter(({ type }) => ['checkpoint', 'checkpoint_reached', 'step_waiting'].includes(type));
        expect(agents).toHaveLength(launched.length);
        expect(session.tool_calls.filter(({ tool_name }) => tool_name === 'Checkpoint')).toHaveLength(gates.length);
        // In the third generation, the end of an agent step looks like that of a command.
        const inWindows = new Set(launched.map(({ step }) => step));
        expect(shell).toHaveLength(commands.filter(({ step }) => !inWindows.has(step)).length);
        expect(shell.filter(({ outcome }) => outcome === 'failed')).toHaveLength(
          commands.filter(({ exit_code, step }) => exit_code !== 0 && !inWindows.has(step)).length,
        );
        expect(session.status).toBe(source.files[0]?.name.includes('coupon') === true ? 'success' : 'failed');
      }
    });

    it('nests each transcript that a log names, converted by its own adapter', async () => {
      for (const { adapter, joined = [], ...source } of await groups) {
        if (adapter !== wf) continue;
        const pointers = readLines(join(corpus, folder, source.files[0]?.name ?? '')).flatMap(
          ({ transcript }) => transcript ?? [],
        );
        expect(joined).toHaveLength(new Set(pointers).size);
        const { sessions } = await convertSource(wf, { ...source, joined });
        const session = sessions[0] === undefined ? undefined : toSession(sessions[0].session);
        expect(session?.sub_sessions).toHaveLength(joined.length);
        for (const [index, { files }] of joined.entries()) {
          const alone = await convertSource(claudeCode, {
            files: files.map((each) => source.files[each]).filter((file) => file !== undefined),
          });
          const own = alone.sessions[0] === undefined ? undefined : toSession(alone.sessions[0].session);
          const nested = session?.sub_sessions[index];
          expect(nested?.triggered_by_call_id).toBeDefined();
          expect(nested?.tool_calls.map(comparable)).toEqual(own?.tool_calls.map(comparable));
          expect(nested?.events.map(comparable)).toEqual(own?.events.map(comparable));
          expect(nested?.usage).toEqual(own?.usage);
          expect(nested?.agent.model_id).toBe(own?.agent.model_id);
        }
      }
    });
  });
});

/** An item without the ids that depend on its position. */
function comparable(item: object): object {
  return JSON.parse(
    JSON.stringify(item, (key, value) => (['call_id', 'event_id', 'source', 'path'].includes(key) ? undefined : value)),
  );
}
