import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  endOf,
  type FileHistory,
  fileHistories,
  indexSession,
  lineOrigin,
  netChangeAt,
  pathAt,
  positionOf,
  promptBefore,
  type SessionIndex,
  sessionPatch,
  stepsAt,
} from '../../src/replay/index.ts';
import { netChangeSteps } from '../../src/replay/internal.ts';
import { finish } from '../../src/replay/slices.ts';
import { hunkLines } from '../../src/session/facts/fileChanges.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const sessions = join(import.meta.dirname, '../../data/sessions');
const fixtures = join(import.meta.dirname, '../fixtures/files');
const hasGit = spawnSync('git', ['--version']).status === 0;
const scratch = mkdtempSync(join(tmpdir(), 'file-history-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A session of the samples, by the folder in which it worked. */
function sampleIn(folder: string): SessionIndex {
  for (const name of readdirSync(sessions)) {
    if (!name.endsWith('.json')) continue;
    const session = JSON.parse(readFileSync(join(sessions, name), 'utf8')) as Session;
    if (session.environment?.cwd === folder) return indexSession(session);
  }
  throw new Error(`No sample has worked in ${folder}.`);
}

/** The hunks that `git diff` finds between two files, its headers written in full. */
function gitHunks(before: string, after: string): string {
  const there = (path: string): string => (existsSync(path) ? path : '/dev/null');
  const { stdout } = spawnSync('git', ['diff', '--no-index', there(before), there(after)], { encoding: 'utf8' });
  const at = stdout.indexOf('\n@@');
  if (at === -1) return '';
  return stdout
    .slice(at + 1)
    .replace(/\n$/, '')
    .replace(
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*$/gm,
      (_, a: string, b: string | undefined, c: string, d: string | undefined) =>
        `@@ -${a},${b ?? 1} +${c},${d ?? 1} @@`,
    );
}

function historyOf(index: SessionIndex, end: string): FileHistory {
  const found = fileHistories(index).find(({ path }) => path.endsWith(end));
  if (found === undefined) throw new Error(`${end} is no file of this session.`);
  return found;
}

const cases = [
  { name: 'ferry-board', cwd: '/home/noor/ferry-board', whole: 5, partial: ['README.md'] },
  { name: 'parcel-labels', cwd: '/home/noor/parcel-labels', whole: 4, partial: ['labels/rules.py'] },
];

test('the net changes at all steps of a file are there once they were made in advance', () => {
  const edits = Array.from({ length: 9 }, (_, n) => `0:0${n} Edit(src/tide.ts) 1s`);
  const index = indexSession(sessionFromText(edits.join('\n')));
  const history = historyOf(index, 'tide.ts');
  finish(netChangeSteps(history));
  const looks = vi.spyOn(history.content, 'stateAt');
  const changes = history.steps.map(({ item }) => netChangeAt(history, { item }));
  expect(new Set(changes).size).toBe(9);
  expect(looks).not.toHaveBeenCalled();
});

describe.each(cases)('the net change for $name', ({ name, cwd, whole, partial }) => {
  const index = sampleIn(cwd);
  const histories = fileHistories(index);
  const folder = join(fixtures, name);

  test.skipIf(!hasGit)('equals git diff for every file whose state before the session is known', () => {
    let compared = 0;
    for (const history of histories) {
      const net = netChangeAt(history, endOf(index));
      if (net === undefined || net.isPartial) continue;
      const [before, after] = [net.path, net.movedTo ?? net.path].map((path) => path.slice(cwd.length + 1));
      const [old, now] = [join(folder, 'before', before ?? ''), join(folder, 'after', after ?? '')];
      expect(hunkLines(net).join('\n'), history.path).toBe(gitHunks(old, now));
      compared += 1;
    }
    expect(compared).toBe(whole);
  });

  test('says if a file is only partly known', () => {
    const found = histories.filter((history) => netChangeAt(history, endOf(index))?.isPartial);
    expect(found.map(({ path, base }) => [path.slice(cwd.length + 1), base])).toEqual(
      partial.map((path) => [path, 'partial']),
    );
  });

  test.skipIf(!hasGit)('is a patch that git applies to turn the files before into those after', () => {
    const { text, whole: all, partial: some, left } = sessionPatch(index, histories, endOf(index));
    expect([all.length, some, left]).toEqual([whole, partial, []]);
    const repository = mkdtempSync(join(scratch, 'repository-'));
    cpSync(join(folder, 'before'), repository, { recursive: true });
    const patch = join(scratch, `${name}.patch`);
    writeFileSync(patch, text);
    execFileSync('git', ['apply', patch], { cwd: repository });
    expect(filesBelow(repository)).toEqual(filesBelow(join(folder, 'after')));
  });
});

test.each([
  ['/home/noor/elsewhere/gaps.py', '/home/noor/elsewhere/gaps.py'],
  ['/home/noor/ferry-board/../gaps.py', '/home/noor/gaps.py'],
  ['/home/noor/ferry-board/board/../../gaps.py', '/home/noor/gaps.py'],
])('leaves a file outside the folder out of the patch and says so: %s', (path, named) => {
  const { session } = sampleIn('/home/noor/ferry-board');
  const text = JSON.stringify(session).replaceAll('/home/noor/ferry-board/board/gaps.py', path);
  const index = indexSession(JSON.parse(text) as Session);
  const { text: patch, whole, left } = sessionPatch(index, fileHistories(index), endOf(index));
  expect(left).toEqual([named]);
  expect(patch).toContain(`# left out, outside the session's folder: ${named}`);
  expect(patch).not.toMatch(/^(?:diff|---|\+\+\+) .*gaps\.py/m);
  expect(whole.length).toBeGreaterThan(0);
});

function filesBelow(folder: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, prefix)).sort()) {
    const path = join(prefix, name);
    if (statSync(join(folder, path)).isDirectory()) Object.assign(found, filesBelow(folder, path));
    else found[path] = readFileSync(join(folder, path), 'utf8');
  }
  return found;
}

describe('the history of a file', () => {
  const index = sampleIn('/home/noor/ferry-board');

  test('contains readings, changes and failures as steps', () => {
    const { steps } = historyOf(index, 'board/timetable.py');
    expect(steps.map(({ access, isDone, added, removed }) => `${access} ${isDone} +${added} -${removed}`)).toEqual([
      'read true +0 -0',
      'change true +1 -1',
      'change true +2 -0',
      'change false +1 -1',
      'change true +1 -5',
      'change true +1 -4',
      'change true +1 -0',
      'change true +1 -1',
      'change true +1 -1',
    ]);
  });

  test('does not apply blocked changes', () => {
    const blocked = historyOf(index, '.env');
    expect(blocked.steps.map(({ isDone }) => isDone)).toEqual([false]);
    expect(netChangeAt(blocked, endOf(index))).toBeUndefined();
  });

  test('names the reading that shows foreign lines, and the command that may have written them', () => {
    const { steps } = historyOf(index, 'board/format.py');
    const outside = steps.filter((step) => step.outside !== undefined);
    expect(outside.map(({ access }) => access)).toEqual(['read']);
    const suspect = index.items[outside[0]?.outside?.suspect ?? -1];
    expect(suspect?.is === 'call' ? suspect.call.input.params.command : undefined).toBe('ruff format board/format.py');
  });

  test('says who wrote a line, after which prompt, and who removed it', () => {
    const history = historyOf(index, 'board/timetable.py');
    const net = netChangeAt(history, endOf(index));
    const hunk = net?.hunks.at(-1);
    const number = (hunk?.newStart ?? 0) + (hunk?.lines.filter(({ sign }) => sign !== '-').length ?? 0) - 1;
    const origin = lineOrigin(history, endOf(index), { side: 'new', number });
    expect(origin).toMatchObject({ text: '    return len(rows)', isOutside: false });
    const wrote = origin?.wroteIt ?? -1;
    const prompt = index.items[promptBefore(index, wrote) ?? -1];
    expect(prompt?.is === 'event' && prompt.event.type === 'message' ? prompt.event.text : '').toMatch(/^Good\. Count/);
    const gone = lineOrigin(history, endOf(index), { side: 'old', number: history.content.base.lines.length });
    expect(gone).toMatchObject({ text: '    return count', removedIt: wrote, showedIt: history.steps[0]?.item });
    // Before the call the line was still there.
    expect(lineOrigin(history, positionOf(index, wrote - 1), { side: 'old', number: 1 })?.removedIt).toBeUndefined();
  });

  test('contains at each position what was reached by then', () => {
    const history = historyOf(index, 'board/gaps.py');
    const [made, sorted] = history.steps;
    const at = (item: number) => netChangeAt(history, positionOf(index, item));
    expect(at((made?.item ?? 0) - 1)).toBeUndefined();
    expect(stepsAt(history, made?.item ?? 0)).toHaveLength(1);
    expect(at(made?.item ?? 0)?.hunks[0]?.lines.at(-2)?.text).toMatch(/minutes = \[each/);
    expect(at(sorted?.item ?? 0)?.hunks[0]?.lines.at(-2)?.text).toMatch(/minutes = sorted/);
  });

  test('continues under the new name when a file is moved', () => {
    const parcels = sampleIn('/home/noor/parcel-labels');
    const history = historyOf(parcels, 'labels/codes.py');
    expect(pathAt(history, -1)).toMatch(/codes\.py$/);
    expect(pathAt(history, parcels.items.length)).toMatch(/kinds\.py$/);
    expect(netChangeAt(history, endOf(parcels))).toMatchObject({ change: 'renamed', added: 1, removed: 0 });
  });
});

test('net changes of neighbouring steps share the lines that are the same', () => {
  const folders = ['/home/noor/ferry-board', '/home/lin/seed-catalog', '/home/lin/tide-table', '/home/dev/shop'];
  const histories = folders.flatMap((folder) => fileHistories(sampleIn(folder)));
  const shared = histories.flatMap((history) => {
    const nets = [...new Set(history.steps.flatMap(({ item }) => netChangeAt(history, { item }) ?? []))];
    return nets.slice(1).flatMap((net, at) => {
      const before = nets[at]?.hunks.map(({ lines }) => lines) ?? [];
      const same = net.hunks.filter(({ lines }) => before.some((each) => hunkKey(each) === hunkKey(lines)));
      return same.map(({ lines }) => before.includes(lines));
    });
  });
  expect(shared.length).toBeGreaterThan(0);
  expect(shared).not.toContain(false);
});

function hunkKey(lines: readonly { readonly sign: string; readonly text: string }[]): string {
  return lines.map(({ sign, text }) => sign + text).join('\n');
}
