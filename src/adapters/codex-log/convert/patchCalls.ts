import type { FilePatch, PatchHunk } from '../../../session/index.ts';
import { groupBy } from '../../../session/internal.ts';
import type { CallResult } from '../../assembly.ts';
import type { IgnoreReason } from '../detect.ts';
import type { LogEvent } from '../events.ts';
import { asOrphan, type ConversionContext, type EventStamp, guessOf } from './context.ts';

const filePattern = /^([AMDR]) (\S.*)$/;

/** The files of a patch as Codex prints it: `A path` with the new content, `M path` or `M a -> b` with hunks, `D path`, `R a -> b`. */
function readFileUpdate(diff: string): FilePatch[] {
  const lines = diff === '' ? [] : diff.split('\n');
  const patches: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    const file = filePattern.exec(lines[at] ?? '');
    at += 1;
    if (file === null) continue;
    const [, change, path = ''] = file;
    if (change === 'M' || change === 'R') {
      const { hunks, end } = readHunks(lines, at);
      patches.push(updated(path, hunks));
      at = end;
    } else {
      const end = nextFile(lines, at);
      patches.push(whole(change === 'A', path, lines.slice(at, end)));
      at = end;
    }
  }
  return patches;
}

function updated(path: string, hunks: PatchHunk[]): FilePatch {
  const arrow = path.lastIndexOf(' -> ');
  if (arrow === -1) return { path, change: 'modified', hunks };
  return { path: path.slice(0, arrow), change: 'renamed', moved_to: path.slice(arrow + 4), hunks };
}

/** An added or removed file: one hunk with its whole content. */
function whole(added: boolean, path: string, content: readonly string[]): FilePatch {
  const change = added ? 'added' : 'deleted';
  if (content.length === 0) return { path, change };
  const count = content.length;
  const hunk = {
    old_start: added ? 0 : 1,
    old_lines: added ? 0 : count,
    new_start: added ? 1 : 0,
    new_lines: added ? count : 0,
    lines: content.map((line) => `${added ? '+' : '-'}${line}`),
  };
  return { path, change, hunks: [hunk] };
}

/** Content has no marks, so only a line with an absolute path counts as the next file. */
function nextFile(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !/^[AMDR] (?:\/|[A-Za-z]:[\\/])/.test(lines[at] ?? '')) at += 1;
  return at;
}

/** The files of a diff in git's form. */
function readGitDiff(diff: string): FilePatch[] {
  const lines = diff.split('\n');
  const patches: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at]?.startsWith('diff --git ') !== true) {
      at += 1;
      continue;
    }
    const { patch, end } = readDiffFile(lines, at);
    patches.push(patch);
    at = end;
  }
  return patches;
}

function readDiffFile(lines: readonly string[], start: number): { patch: FilePatch; end: number } {
  const patch: FilePatch = { path: pathOf((lines[start] ?? '').slice('diff --git '.length)), change: 'modified' };
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('@@ ') || line.startsWith('diff --git ')) break;
    if (line.startsWith('new file mode')) patch.change = 'added';
    else if (line.startsWith('deleted file mode')) patch.change = 'deleted';
    else readRename(line, patch);
  }
  const { hunks, end } = readHunks(lines, at);
  if (hunks.length > 0) patch.hunks = hunks;
  return { patch, end };
}

/** The path of `a/… b/…` as it is afterwards; what is not of this form, whole. */
function pathOf(paths: string): string {
  const at = paths.lastIndexOf(' b/');
  const path = paths.slice(at + ' b/'.length);
  return paths.startsWith('a/') && at > 'a/'.length && path !== '' ? path : paths;
}

function readRename(line: string, patch: FilePatch): void {
  const [, side, path] = /^rename (from|to) (.+)$/.exec(line) ?? [];
  if (path === undefined) return;
  patch.change = 'renamed';
  if (side === 'to') patch.moved_to = path;
  else patch.path = path;
}

const hunkPattern = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads the hunks that begin at a line, up to the first line that belongs to none. */
function readHunks(lines: readonly string[], start: number): { hunks: PatchHunk[]; end: number } {
  const hunks: PatchHunk[] = [];
  let at = start;
  for (;;) {
    const head = hunkPattern.exec(lines[at] ?? '');
    if (head === null) return { hunks, end: at };
    const hunk = {
      old_start: Number(head[1]),
      old_lines: Number(head[2] ?? 1),
      new_start: Number(head[3]),
      new_lines: Number(head[4] ?? 1),
      lines: [] as string[],
    };
    at = readHunkLines(lines, at + 1, hunk);
    hunks.push(hunk);
  }
}

function readHunkLines(lines: readonly string[], start: number, hunk: PatchHunk): number {
  let oldLeft = hunk.old_lines;
  let newLeft = hunk.new_lines;
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('\\')) continue;
    if (oldLeft <= 0 && newLeft <= 0) break;
    const sign = line.charAt(0);
    if (sign === '+') newLeft -= 1;
    else if (sign === '-') oldLeft -= 1;
    else if (sign === ' ' || sign === '') {
      oldLeft -= 1;
      newLeft -= 1;
    } else break;
    hunk.lines.push(sign === '' ? ' ' : line);
  }
  return at;
}

/** Number of lines that patches add and remove. */
function countChanges(patches: readonly FilePatch[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const { hunks } of patches) {
    for (const { lines } of hunks ?? []) {
      for (const line of lines) {
        if (line.startsWith('+')) added += 1;
        else if (line.startsWith('-')) removed += 1;
      }
    }
  }
  return { added, removed };
}

type PatchEvent = Extract<LogEvent, { type: 'patch' }>;
type ToolResult = Extract<LogEvent, { type: 'tool_result' }>;

/**
 * The patches of a session: each is one call, and the diff of the whole turn after it is none. A diff without a preceding patch, or with
 * files that no patch has changed, is a patch itself.
 */
interface PatchCalls {
  /** A patch that is printed with its content (until 0.117). */
  open(event: PatchEvent, stamp: EventStamp): void;
  /** A patch of which only the start is printed (since 0.118). */
  openBare(stamp: EventStamp): void;
  close(event: ToolResult, stamp: EventStamp): void;
  /** A diff: that of the turn so far, or a patch of its own, whose result may follow directly. */
  diff(event: PatchEvent, stamp: EventStamp): 'converted' | { ignored: IgnoreReason };
  /** Closes a patch given as a diff that no result followed: it was printed because it was applied. */
  settle(): void;
}

interface OpenPatch {
  seq: number;
  patches: FilePatch[] | undefined;
  /** Where a patch that is a diff stands. */
  diffAt?: EventStamp;
}

/** Whether an event is certainly a patch of its own, rather than a diff, which may be that of the turn. */
export function isPatchCall({ header, diff }: PatchEvent): boolean {
  return header.startsWith('apply_patch') || (header === 'file update' && !diff.startsWith('diff --git '));
}

/** `begun`: the log has its beginning; otherwise patches may have come before it. */
export function createPatchCalls({ sink, report }: ConversionContext, begun: () => boolean): PatchCalls {
  const open: OpenPatch[] = [];
  /** Calls whose content comes only with the turn's next diff, with their files. */
  let unseen: { seq: number; paths: string[] }[] = [];
  const inTurn = new Set<string>();
  /** Names of the files that patches have changed; undefined before the first patch. */
  let changed: Set<string> | undefined;
  /** The files of diffs that were patches, as they were shown last. */
  const shown = new Map<string, string>();
  let lastDiff = '';

  const noteChanged = (paths: readonly string[]): void => {
    changed ??= new Set();
    for (const path of paths) changed.add(nameOf(path));
  };

  const begin = (params: Record<string, unknown>, stamp: EventStamp): number =>
    sink.openCall({ name: 'apply_patch', params, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'input.params') });

  /** Whether a diff is that of the turn: Codex then writes full object names, and the diff has no file that no patch has changed. */
  const isOfTurn = (diff: string, files: readonly FilePatch[]): boolean => {
    if (fullIndex.test(diff)) return changed !== undefined || !begun();
    return changed !== undefined && files.every((file) => changed?.has(nameOf(pathAfter(file))));
  };

  return {
    open(event, stamp) {
      const patches = readFileUpdate(event.diff);
      noteChanged(patches.map(pathAfter));
      open.push({ seq: begin({ patch: event.diff }, stamp), patches });
    },
    openBare(stamp) {
      noteChanged([]);
      open.push({ seq: begin({}, stamp), patches: undefined });
    },
    close(event, stamp) {
      const sure = open.length < 2;
      const call = open.shift();
      const bare = call !== undefined && call.patches === undefined;
      const paths = bare ? pathsOf(event) : [];
      if (bare) noteChanged(paths);
      const patches = call?.patches ?? paths.map((path): FilePatch => ({ path, change: 'modified' }));
      const result = resultOf(event, stamp, patches, bare);
      if (call === undefined) {
        sink.closeCall(event.callId ?? `apply_patch at line ${stamp.ref.line}`, asOrphan(result, undefined));
        return;
      }
      if (!sure) report('guessed-pairing', stamp.ref, 'apply_patch');
      const inferred = [...(result.inferred ?? []), ...(sure ? [] : ['output'])];
      sink.closeCall(call.seq, { ...result, inferred });
      if (call.patches === undefined && event.ok) unseen.push({ seq: call.seq, paths });
    },
    diff(event, stamp) {
      if (event.diff === lastDiff) return { ignored: 'repeated_diff' };
      lastDiff = event.diff;
      const files = readGitDiff(event.diff);
      // Without a preceding patch, Codex's own diff still shows the whole turn, so what it showed before is not new.
      const news = files.filter((file) => shown.get(file.path) !== JSON.stringify(file));
      if (news.length > 0 && !isOfTurn(event.diff, files)) {
        for (const file of files) shown.set(file.path, JSON.stringify(file));
        open.push({ seq: begin({ patch: event.diff }, stamp), patches: news, diffAt: stamp });
        return 'converted';
      }
      const byName = groupBy(files, (file) => nameOf(pathAfter(file)));
      for (const { seq, paths } of unseen) {
        // The diff covers the whole turn: only a file that was not in it before shows this patch alone.
        const patches = paths.map((path): FilePatch => {
          const file = byName.get(nameOf(path))?.find((each) => endsWithPath(path, pathAfter(each)));
          return file === undefined || inTurn.has(file.path) ? { path, change: 'modified' } : { ...file, path };
        });
        if (patches.some(({ hunks }) => hunks !== undefined)) {
          sink.amendCall(seq, { patches, inferred: ['output.result.patches'] });
        }
      }
      unseen = [];
      for (const { path } of files) inTurn.add(path);
      sink.notice({ kind: 'diff', text: event.diff, at: stamp.at, ref: stamp.ref });
      return 'converted';
    },
    settle() {
      const call = open.at(-1);
      if (call?.diffAt === undefined) return;
      open.pop();
      const applied = { type: 'tool_result', ok: true } as const;
      const result = resultOf(applied, call.diffAt, call.patches ?? [], false);
      sink.closeCall(call.seq, { ...result, inferred: [...(result.inferred ?? []), 'outcome'] });
    },
  };
}

const fullIndex = /^index [0-9a-f]{40}\.\.[0-9a-f]{40}/m;

function pathAfter({ path, moved_to }: FilePatch): string {
  return moved_to ?? path;
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function endsWithPath(path: string, tail: string): boolean {
  const plain = path.replaceAll('\\', '/');
  return plain === tail || plain.endsWith(`/${tail}`);
}

/** Since 0.118 the end of a patch names its files, one per line. */
function pathsOf({ text }: ToolResult): string[] {
  return (text ?? '').split('\n').filter((line) => line !== '');
}

function resultOf(event: ToolResult, stamp: EventStamp, patches: readonly FilePatch[], bare: boolean): CallResult {
  const guess = guessOf(stamp, 'output.result');
  const { ok, status } = event;
  return {
    at: stamp.at,
    ref: stamp.ref,
    durationMs: event.durationMs,
    outcome: ok ? 'succeeded' : status === 'declined' ? 'denied' : status === 'in_progress' ? 'unknown' : 'failed',
    exitCode: event.code,
    text: event.text,
    display: ok ? displayOf(patches) : bare ? status : undefined,
    error: ok || status === 'in_progress' ? undefined : bare ? (status ?? 'Failed') : event.text || 'Failed',
    patches,
    inferred: [...(guess.inferred ?? []), ...(bare ? ['output.result.patches'] : [])],
    extensions: { ...guess.extensions, ...(status === undefined ? {} : { status }) },
  };
}

function displayOf(patches: readonly FilePatch[]): string {
  const files = `${patches.length} ${patches.length === 1 ? 'file' : 'files'}`;
  if (patches.every(({ hunks }) => hunks === undefined)) return `Changed ${files}`;
  const { added, removed } = countChanges(patches);
  return `+${added} −${removed} in ${files}`;
}
