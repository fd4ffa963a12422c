import { useDeferredValue, useMemo } from 'react';
import { SessionFiles } from '../../src/components/index.ts';
import { endOf, indexSession, positionOf, type SessionIndex } from '../../src/replay/index.ts';
import type { Session, ToolCall } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { block, painted } from './meters.ts';
import { show, update } from './stage.ts';

const lineCount = 10_000;
const editCount = 200;
const path = 'src/table.ts';

const lineAt = (line: number): string =>
  `export const row${line} = { id: ${line}, name: 'row ${line}', next: ${line + 1} };`;

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A session that reads a file of 10,000 lines, then edits 200 places of it. */
function editedSession(): Session {
  const text = Array.from({ length: lineCount }, (_, line) => lineAt(line)).join('\n');
  const edits = Array.from({ length: editCount }, (_, n) => `${clock(n + 2)} Edit(${path}) 1s`);
  const drawn = sessionFromText(['0:00 user: Change the rows', `0:01 Read(${path}) 1s`, ...edits].join('\n'));
  const tool_calls = drawn.tool_calls.map((call, n): ToolCall => {
    if (n === 0) {
      return {
        ...call,
        output: { ...call.output, result: { ...call.output.result, start_line: 1, total_lines: lineCount } },
        context_contribution: { type: 'file_content', summary: path, full_content: text },
      };
    }
    const old_string = lineAt((n * 7919) % lineCount);
    const new_string = `${old_string.replace('name', 'label')}\n// changed ${n}`;
    return { ...call, input: { ...call.input, params: { ...call.input.params, old_string, new_string } } };
  });
  return { ...drawn, tool_calls };
}

/** Times of frames, in milliseconds: the gaps between them, and the script of the page in them. */
export interface ScrubTimes {
  readonly gap: Percentiles;
  readonly script: Percentiles;
  readonly frames: number;
  /** Lines added and removed that the page showed at the end: a check that it drew what it was asked to. */
  readonly shown: string;
}

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
}

const index = memoizedIndex();

function memoizedIndex(): () => SessionIndex {
  let made: SessionIndex | undefined;
  return () => {
    made ??= indexSession(editedSession());
    return made;
  };
}

/** The files at an item, drawn as the replay draws them: moving on comes first, the file catches up. */
function Files({ item }: { item: number }) {
  const shown = useDeferredValue(item);
  return useMemo(
    () => <SessionFiles index={index()} position={positionOf(index(), shown)} style={{ height: 860 }} />,
    [shown],
  );
}

/** Shows the file at its end, with every net change that the tree asks for. */
export async function openFiles(): Promise<void> {
  show(<Files item={endOf(index()).item} />);
  await until(() => document.querySelector('.ark-diff') !== null);
}

/** A scrub over all edits and back, one after another, and in jumps. */
export function scrubFiles(): Promise<ScrubTimes> {
  return scrubbed(index(), (item) => update(<Files item={item} />));
}

/** The same scrub of an empty page. */
export function scrubNothing(): Promise<ScrubTimes> {
  show(<div />);
  return scrubbed(index(), (item) => update(<div data-item={item} />));
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await painted();
  for (let n = 0; n < 20; n += 1) await painted();
}

async function scrubbed({ items }: SessionIndex, go: (item: number) => void): Promise<ScrubTimes> {
  const stops = items.map(({ index }) => index);
  const jumps = stops.map((_, n) => (n * 37) % stops.length);
  const gaps: number[] = [];
  const scripts: number[] = [];
  let last = await nextFrame();
  for (const item of [...stops, ...stops.toReversed(), ...jumps]) {
    scripts.push(block(() => go(item)));
    const now = await nextFrame();
    gaps.push(now - last);
    last = now;
  }
  const shown = document.querySelector('.ark-files__sum')?.textContent ?? '';
  return { gap: percentiles(gaps), script: percentiles(scripts), frames: gaps.length, shown };
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}
