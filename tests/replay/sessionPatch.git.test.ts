import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { endOf, fileHistories, indexSession, sessionPatch } from '../../src/replay/index.ts';
import type { FilePatch, PatchHunk, Session, ToolCall } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const scratch = mkdtempSync(join(tmpdir(), 'session-patch-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const cwd = '/home/noor/mill';

/** A file before the session, and what is done to it: numbers choose among what is possible then. */
interface Script {
  readonly before: string | undefined;
  readonly lineBreak: '\n' | '\r\n';
  readonly steps: readonly Step[];
}

interface Step {
  readonly does: 'edit' | 'edit by text alone' | 'edit all' | 'write' | 'patch' | 'move' | 'remove' | 'read';
  readonly at: number;
  readonly lines: readonly string[];
  readonly endsOpen: boolean;
}

// Few different lines, so that they repeat; some that patches and regular expressions might take for their own.
const line = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  '  if (x) {',
  '\treturn $1;',
  '-- removed',
  '++ added',
  '@@ -1 +1 @@',
  '日本 ✓',
);
const lines = fc.array(line, { maxLength: 12 });

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(
    'edit',
    'edit',
    'edit by text alone',
    'edit all',
    'write',
    'patch',
    'patch',
    'move',
    'remove',
    'read',
  ),
  at: fc.nat({ max: 1000 }),
  lines: fc.array(line, { maxLength: 4 }),
  endsOpen: fc.boolean(),
});

const script: fc.Arbitrary<Script> = fc
  .record({
    before: fc.option(fc.record({ lines, endsOpen: fc.boolean() }), { nil: undefined }),
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  })
  .map(({ before, ...rest }) => ({ ...rest, before: before && (textOf(before.lines, before.endsOpen) || '\n') }));

function textOf(of: readonly string[], endsOpen: boolean): string {
  return of.length === 0 ? '' : of.join('\n') + (endsOpen && of.at(-1) !== '' ? '' : '\n');
}

/** Lines with their breaks, as a patch of the log has them. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function signed(sign: string, each: string): string[] {
  return each.endsWith('\n') ? [sign + each.slice(0, -1)] : [sign + each, '\\ No newline at end of file'];
}

/** One hunk around everything that differs, with three lines of context: what a tool states of its own edit. */
function hunkBetween(before: string, after: string): PatchHunk[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let first = 0;
  while (first < Math.min(old.length, now.length) && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < Math.min(old.length, now.length) - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  if (first === old.length && first === now.length) return [];
  const [from, till] = [Math.max(0, first - 3), Math.max(0, last - 3)];
  const count = (of: readonly string[]): number => of.length - till - from;
  const start = (of: readonly string[]): number => (count(of) === 0 ? from : from + 1);
  return [
    {
      old_start: start(old),
      old_lines: count(old),
      new_start: start(now),
      new_lines: count(now),
      lines: [
        ...old.slice(from, first).flatMap((each) => signed(' ', each)),
        ...old.slice(first, old.length - last).flatMap((each) => signed('-', each)),
        ...now.slice(first, now.length - last).flatMap((each) => signed('+', each)),
        ...old.slice(old.length - last, old.length - till).flatMap((each) => signed(' ', each)),
      ],
    },
  ];
}

function withEnds(hunk: readonly string[], end: string): string[] {
  const mark = /^\\/;
  return hunk.map((each, at) => (mark.test(each) || mark.test(hunk[at + 1] ?? '') ? each : each + end));
}

/** What a session says of a call. */
interface Told {
  readonly tool: string;
  readonly params: Record<string, unknown>;
  readonly patches?: readonly FilePatch[];
  readonly read?: string;
}

/** A file after a script, and the calls that made it so. */
interface Played {
  readonly path: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly calls: readonly Told[];
}

function play({ before, lineBreak, steps }: Script, n: number): Played {
  const first = `lib/file ${n}.txt`;
  let [name, now] = [first, before];
  const calls: Told[] = [];
  const inLog = (text: string): string => text.replaceAll('\n', lineBreak);
  const read = (text: string): void => {
    calls.push({ tool: 'Read', params: { file_path: `${cwd}/${name}` }, read: inLog(text) });
  };
  const patched = (patch: Pick<FilePatch, 'change' | 'hunks' | 'moved_to'>, tool: string, params = {}): void => {
    // Editing tools report lines without their breaks; patches have the carriage returns of the file.
    const end = tool === 'apply_patch' ? lineBreak.slice(0, -1) : '';
    const hunks = patch.hunks?.map((hunk) => ({ ...hunk, lines: withEnds(hunk.lines, end) }));
    calls.push({
      tool,
      params,
      patches: [{ path: `${cwd}/${name}`, ...patch, ...(hunks === undefined ? {} : { hunks }) }],
    });
  };
  if (before !== undefined) read(before);
  for (const { does, at, lines: asked, endsOpen } of steps) {
    const text = textOf(asked, endsOpen);
    const file_path = `${cwd}/${name}`;
    if (now === undefined) {
      if (does === 'read' || does === 'remove' || does === 'move') continue;
      now = text;
      if (does === 'patch') patched({ change: 'added', hunks: hunkBetween('', text) }, 'apply_patch');
      else patched({ change: 'added' }, 'Write', { file_path, content: inLog(text) });
    } else if (does === 'read') read(now);
    else if (does === 'remove') {
      patched({ change: 'deleted', hunks: hunkBetween(now, '') }, 'apply_patch');
      now = undefined;
    } else if (does === 'move') {
      const movedTo = `${name}~`;
      patched({ change: 'renamed', moved_to: `${cwd}/${movedTo}` }, 'apply_patch');
      name = movedTo;
    } else if (does === 'write') {
      if (text === now) continue;
      patched({ change: 'modified', hunks: hunkBetween(now, text) }, 'Write', { file_path, content: inLog(text) });
      now = text;
    } else if (does === 'patch') {
      const old = linesOf(now);
      const from = at % (old.length + 1);
      const isEnd = from + 2 >= old.length;
      // A line that is not the last has a break after it.
      const put = isEnd ? text : textOf(asked, false);
      const next = [
        ...old.slice(0, from).map((each) => each.replace(/\n?$/, '\n')),
        ...linesOf(put),
        ...old.slice(from + 2),
      ].join('');
      if (next === now) continue;
      patched({ change: 'modified', hunks: hunkBetween(now, next) }, 'apply_patch');
      now = next;
    } else {
      const old = linesOf(now);
      const found = old[at % Math.max(1, old.length)]?.slice(0, -1) ?? '';
      const isAll = does === 'edit all';
      if (found === '' || (!isAll && now.split(found).length !== 2)) continue;
      const [old_string, new_string] = [found, asked.join('\n')];
      const next: string = now.split(found).join(new_string);
      if (next === now) continue;
      const params = { file_path, old_string, new_string, ...(isAll ? { replace_all: true } : {}) };
      if (does === 'edit') patched({ change: 'modified', hunks: hunkBetween(now, next) }, 'Edit', params);
      else patched({ change: 'modified' }, 'Edit', params);
      now = next;
    }
  }
  const whole = (text: string | undefined): string | undefined => text?.replaceAll('\n', lineBreak);
  return { path: first, name, before: whole(before), after: whole(now), calls };
}

function sessionOf(played: readonly Played[]): Session {
  const told = played.flatMap(({ calls }) => calls);
  const drawn = sessionFromText([`@ cwd ${cwd}`, ...told.map(({ tool }) => `- ${tool}(x)`)].join('\n'));
  const tool_calls = drawn.tool_calls.map((call, n): ToolCall => {
    const { params, patches, read } = told[n] as Told;
    const result = {
      ...call.output.result,
      ...(patches === undefined ? {} : { patches: [...patches] }),
      ...(read === undefined ? {} : { start_line: 1, total_lines: read.split('\n').length }),
    };
    return {
      ...call,
      input: { ...call.input, params },
      output: { ...call.output, result },
      ...(read === undefined
        ? {}
        : { context_contribution: { type: 'file_content', summary: 'read', full_content: read } }),
    };
  });
  return { ...drawn, tool_calls };
}

const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

// One session and one repository for all scripts: starting git costs more than all the rest.
test.skipIf(!hasGit)(
  'a patch turns the tree before the session into the tree after it, whatever was done to its files',
  () => {
    const played = fc.sample(script, { numRuns: 400, seed: 17 }).map(play);
    const index = indexSession(sessionOf(played));
    const { text, whole, partial, left } = sessionPatch(index, fileHistories(index), endOf(index));
    const repository = join(scratch, 'tree');
    for (const { path, before } of played) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      if (before !== undefined) writeFileSync(join(repository, path), before);
    }
    const patch = join(scratch, 'session.patch');
    writeFileSync(patch, text);
    execFileSync('git', ['init', '-q'], { cwd: repository });
    execFileSync('git', ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn', patch], { cwd: repository });
    const wrong = played.flatMap(({ path, name, before, after, calls }) => {
      const found = readIfThere(join(repository, name));
      const isLeft = name !== path && existsSync(join(repository, path));
      return found === after && !isLeft ? [] : [{ path, before, after, found, isLeft, calls }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect([partial, left]).toEqual([[], []]);
    expect(whole.length).toBeGreaterThan(200);
  },
);
