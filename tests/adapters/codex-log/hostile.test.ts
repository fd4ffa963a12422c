import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codexLog } from '../../../src/adapters/codex-log/index.ts';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import { checkSession } from '../../../src/session/index.ts';
import { fileOf, readFolder } from '../../helpers/sourceFiles.ts';
import { cutLog, head, wholeLog } from './logText.ts';

const MANY = 20_000;
const many = (line: (n: number) => string): string[] => Array.from({ length: MANY }, (_, n) => line(n));

const stamp = '[2025-08-31T12:37:08] ';
const stampedLog = (...lines: string[]): string =>
  [
    `${stamp}OpenAI Codex v0.30.0 (research preview)`,
    '--------',
    'workdir: /srv/oil',
    '--------',
    `${stamp}User instructions:`,
    'Go.',
    ...lines,
    '',
  ].join('\n');

const ran = ["exec\nbash -lc 'ls' in /srv/oil", ' succeeded in 5ms:'];

/** Each of these takes minutes if some step takes more than linear time. */
const logs: Readonly<Record<string, string>> = {
  'commands that nothing ends': wholeLog(...many((n) => `exec\nbash -lc 'ls ${n}' in /srv/oil/${n}`)),
  'stamped commands that end in another order': stampedLog(
    ...many((n) => `${stamp}exec bash -lc 'ls\n${n}' in /srv/oil`),
    ...many((n) => `${stamp}bash -lc 'ls\n${MANY - n - 1}' succeeded in 3ms:`),
  ),
  'the same tool again and again': cutLog(
    ...many(() => 'tool oil.fill({})'),
    ...many(() => 'oil.fill({}) success in 1ms:'),
  ),
  'thoughts without end': stampedLog(...many((n) => `${stamp}thinking\nThought ${n}.`)),
  'a patch of many files': cutLog(
    'file update',
    ...many((n) => `A /srv/oil/${n}\nx`),
    'apply_patch(auto_approved=true) exited 0 in 5ms:',
  ),
  'a diff of many files behind a patch': wholeLog(
    'apply patch',
    'patch: completed',
    ...many((n) => `/srv/oil/${n}`),
    '',
    ...many((n) => `diff --git a/${n} b/${n}\nindex ${'a'.repeat(40)}..${'b'.repeat(40)}\n@@ -1 +1 @@\n-a\n+b`),
  ),
  'banners in an output': wholeLog(...ran, ...many(() => head())),
  'banners in a row': head().repeat(MANY),
  'words that are markers in an output': cutLog(...ran, ...many(() => 'codex\n')),
  'lines that other programs print too': wholeLog(...ran, ...many(() => 'ERROR: no oil')),
  'steps of a plan': wholeLog('codex', 'So:', '', ...many(() => 'Why\n  • Fill the lamp')),
  'marks of truncation': cutLog(...ran, ...many(() => '[... omitted 5 of 10 lines ...]')),
  'an open quote': wholeLog(`exec\nbash -lc '${many(() => 'x').join('\n')}`),
  'directories glued together': cutLog(`exec\nbash -lc ls${' in /srv/oil'.repeat(MANY)}`),
  'prefixes glued together': `[stderr]${cutLog(`exec\nbash -lc ls in /srv/oil${'[stderr]'.repeat(MANY)}`)}`,
  'digits of a job': cutLog(`job x ${'1'.repeat(MANY * 10)}`),
  'terminal sequences that do not end': `\u001b[2m${cutLog('\u001b['.repeat(MANY), `\u001b]${'\u001b]'.repeat(MANY)}`)}`,
  'colours around each character of a directory': `\u001b[2m${cutLog(`exec\nbash -lc ls in /srv${'\u001b[0m/oil\u001b[2m'.repeat(MANY * 5)}exec\nbash -lc ls in /srv`)}`,
  'steps that a plan never closes': stampedLog(`${stamp}plan: [${'step: "'.repeat(MANY)}`),
  'a line of many megabytes': wholeLog('codex', 'oil '.repeat(2_000_000)),
};

describe('hostile logs', { timeout: 30_000 }, () => {
  it.each(Object.entries(logs))('with %s are read in one pass', async (_, log) => {
    const { account } = await convertSource(codexLog, { files: [fileOf('a.log', log)] });
    const ignored = Object.values(account.ignored).reduce((sum, count) => sum + (count ?? 0), 0);
    expect(account.converted + account.unknown + ignored).toBe(account.records);
    expect(account.records).toBeGreaterThan(1);
  });

  it('with any mixture of lines become valid sessions', async () => {
    const folder = join(import.meta.dirname, '../../../data/sources/codex-log');
    const lines = [...readFolder(folder).values()].flatMap((bytes) => new TextDecoder().decode(bytes).split(/(?<=\n)/));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...lines), { maxLength: 80 }), async (picked) => {
        const { sessions, account } = await convertSource(codexLog, { files: [fileOf('a.log', picked.join(''))] });
        const ignored = Object.values(account.ignored).reduce((sum, count) => sum + (count ?? 0), 0);
        expect(account.converted + account.unknown + ignored).toBe(account.records);
        // Stamped lines out of order mean a clock that runs backwards: that is reported, and the times are kept.
        const found = sessions.flatMap(({ session }) => checkSession(toSession(session)));
        expect(found.filter(({ code }) => code !== 'time-order')).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('cannot use a key of a header or a tool as anything but a key', async () => {
    const log = `${head().replace('model:', '__proto__: polluted\nmodel:')}user\nGo.\ntool oil.fill({"__proto__":{"polluted":1}})\n`;
    const { sessions } = await convertSource(codexLog, { files: [fileOf('a.log', log)] });
    expect(sessions).toHaveLength(1);
    expect({}).not.toHaveProperty('polluted');
    const made = JSON.stringify(sessions.map(({ session }) => session.head.extensions));
    expect(made).toContain('"__proto__":"polluted"');
  });
});
