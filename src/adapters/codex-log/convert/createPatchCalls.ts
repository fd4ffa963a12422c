import type { FilePatch } from '../../../session/index.ts';
import { groupBy } from '../../../session/json/groupBy.ts';
import type { CallResult } from '../../assembly.ts';
import type { LogEvent } from '../events.ts';
import type { IgnoreReason } from '../ignores.ts';
import { asOrphan, type Desk, guessOf, type Place } from './desk.ts';
import { countChanges, readFileUpdate, readGitDiff } from './readPatch.ts';

type PatchEvent = Extract<LogEvent, { type: 'patch' }>;
type ToolResult = Extract<LogEvent, { type: 'tool_result' }>;

/**
 * The patches of a session: each is one call, and the diff of the whole turn that follows it is none. A diff that no
 * patch goes before, or that shows files which none has changed, is a patch itself.
 */
export interface PatchCalls {
  /** A patch that is printed with its content (until 0.117). */
  open(event: PatchEvent, place: Place): void;
  /** A patch of which only the start is printed (since 0.118). */
  openBare(place: Place): void;
  close(event: ToolResult, place: Place): void;
  /** A diff: that of the turn so far, or a patch of its own, whose result may follow at once. */
  diff(event: PatchEvent, place: Place): 'converted' | { ignored: IgnoreReason };
  /** Closes the patch of a diff that no result followed: it was printed because it was applied. */
  settle(): void;
}

interface OpenPatch {
  seq: number;
  patches: FilePatch[] | undefined;
  /** Where a patch that is a diff stands. */
  diffAt?: Place;
}

/** Whether an event is a patch of its own, and not a diff, which may be that of the turn. */
export function isPatchCall({ header, diff }: PatchEvent): boolean {
  return header.startsWith('apply_patch') || (header === 'file update' && !diff.startsWith('diff --git '));
}

/** `begun` tells whether the log has its beginning: else patches may lie before it. */
export function createPatchCalls({ sink, report }: Desk, begun: () => boolean): PatchCalls {
  const open: OpenPatch[] = [];
  /** Calls whose content only the next diff of the turn tells, with their files. */
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

  const begin = (params: Record<string, unknown>, place: Place): number =>
    sink.openCall({ name: 'apply_patch', params, at: place.at, ref: place.ref, ...guessOf(place, 'input.params') });

  /**
   * Whether a diff is that of the turn: Codex writes its object names in full, and it shows no file that no patch has
   * changed.
   */
  const isOfTurn = (diff: string, files: readonly FilePatch[]): boolean => {
    if (fullIndex.test(diff)) return changed !== undefined || !begun();
    return changed !== undefined && files.every((file) => changed?.has(nameOf(pathAfter(file))));
  };

  return {
    open(event, place) {
      const patches = readFileUpdate(event.diff);
      noteChanged(patches.map(pathAfter));
      open.push({ seq: begin({ patch: event.diff }, place), patches });
    },
    openBare(place) {
      noteChanged([]);
      open.push({ seq: begin({}, place), patches: undefined });
    },
    close(event, place) {
      const sure = open.length < 2;
      const call = open.shift();
      const bare = call !== undefined && call.patches === undefined;
      const paths = bare ? pathsOf(event) : [];
      if (bare) noteChanged(paths);
      const patches = call?.patches ?? paths.map((path): FilePatch => ({ path, change: 'modified' }));
      const result = resultOf(event, place, patches, bare);
      if (call === undefined) {
        sink.closeCall(event.callId ?? `apply_patch at line ${place.ref.line}`, asOrphan(result, undefined));
        return;
      }
      if (!sure) report('guessed-pairing', place.ref, 'apply_patch');
      const inferred = [...(result.inferred ?? []), ...(sure ? [] : ['output'])];
      sink.closeCall(call.seq, { ...result, inferred });
      if (call.patches === undefined && event.ok) unseen.push({ seq: call.seq, paths });
    },
    diff(event, place) {
      if (event.diff === lastDiff) return { ignored: 'repeated_diff' };
      lastDiff = event.diff;
      const files = readGitDiff(event.diff);
      // Without a patch before it, Codex's own diff still shows the whole turn: what it showed before is no news.
      const news = files.filter((file) => shown.get(file.path) !== JSON.stringify(file));
      if (news.length > 0 && !isOfTurn(event.diff, files)) {
        for (const file of files) shown.set(file.path, JSON.stringify(file));
        open.push({ seq: begin({ patch: event.diff }, place), patches: news, diffAt: place });
        return 'converted';
      }
      const byName = groupBy(files, (file) => nameOf(pathAfter(file)));
      for (const { seq, paths } of unseen) {
        // The diff is that of the whole turn: only a file that was not in it before shows this patch alone.
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
      sink.notice({ kind: 'diff', text: event.diff, at: place.at, ref: place.ref });
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

/** Since 0.118 the end of a patch names its files, one a line. */
function pathsOf({ text }: ToolResult): string[] {
  return (text ?? '').split('\n').filter((line) => line !== '');
}

function resultOf(event: ToolResult, place: Place, patches: readonly FilePatch[], bare: boolean): CallResult {
  const guess = guessOf(place, 'output.result');
  const { ok, status } = event;
  return {
    at: place.at,
    ref: place.ref,
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
