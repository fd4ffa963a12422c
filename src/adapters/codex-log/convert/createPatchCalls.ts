import type { FilePatch } from '../../../session/index.ts';
import { groupBy } from '../../../session/json/groupBy.ts';
import type { CallResult } from '../../assembly.ts';
import type { LogEvent } from '../events.ts';
import type { IgnoreReason } from '../ignores.ts';
import { asOrphan, type Desk, guessOf, type Place } from './desk.ts';
import { readFileUpdate } from './readFileUpdate.ts';
import { readGitDiff } from './readGitDiff.ts';
import { countChanges } from './readHunks.ts';

type PatchEvent = Extract<LogEvent, { type: 'patch' }>;
type ToolResult = Extract<LogEvent, { type: 'tool_result' }>;

/** The patches of a session: each is one call, and the diff of the whole turn that follows it is none. */
export interface PatchCalls {
  /** A patch that is printed with its content (until 0.117). */
  open(event: PatchEvent, place: Place): void;
  /** A patch of which only the start is printed (since 0.118). */
  openBare(place: Place): void;
  close(event: ToolResult, place: Place): void;
  /** The diff of the turn so far. */
  turnDiff(event: PatchEvent, place: Place): 'converted' | { ignored: IgnoreReason };
}

interface OpenPatch {
  seq: number;
  patches: FilePatch[] | undefined;
}

/** Whether an event is a patch of its own, and not the diff of the turn. */
export function isPatchCall({ header }: PatchEvent): boolean {
  return header === 'file update' || header.startsWith('apply_patch');
}

export function createPatchCalls({ sink, report }: Desk): PatchCalls {
  const open: OpenPatch[] = [];
  /** Calls whose content only the next diff of the turn tells, with their files. */
  let unseen: { seq: number; paths: string[] }[] = [];
  const inTurn = new Set<string>();
  let lastDiff = '';

  const begin = (params: Record<string, unknown>, place: Place): number =>
    sink.openCall({ name: 'apply_patch', params, at: place.at, ref: place.ref, ...guessOf(place, 'input.params') });

  return {
    open(event, place) {
      open.push({ seq: begin({ patch: event.diff }, place), patches: readFileUpdate(event.diff) });
    },
    openBare(place) {
      open.push({ seq: begin({}, place), patches: undefined });
    },
    close(event, place) {
      const sure = open.length < 2;
      const call = open.shift();
      const bare = call !== undefined && call.patches === undefined;
      const paths = bare ? pathsOf(event) : [];
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
    turnDiff(event, place) {
      if (event.diff === lastDiff) return { ignored: 'repeated_diff' };
      lastDiff = event.diff;
      const files = readGitDiff(event.diff);
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
  };
}

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
