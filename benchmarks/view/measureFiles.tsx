import { useDeferredValue, useMemo } from 'react';
import { SessionFiles } from '../../src/components/index.ts';
import { endOf, indexSession, positionOf, type SessionIndex } from '../../src/replay/index.ts';
import { editedSession, lineAt } from './editedFile.ts';
import { painted } from './meters.ts';
import { show, update } from './stage.ts';

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
async function openFiles(): Promise<void> {
  show(<Files item={endOf(index()).item} />);
  await until(() => document.querySelector('.ark-diff') !== null);
}

/** A page to scrub: the files, only as many lines as the files draw, or nothing. */
export type ScrubbedPage = 'files' | 'lines' | 'nothing';

/** In which order the stops of a scrub come. */
export type ScrubWay = 'forwards' | 'backwards' | 'jumps';

function itemOf(way: ScrubWay, stop: number): number {
  const { length } = index().items;
  if (way === 'jumps') return (stop * 37) % length;
  return way === 'forwards' ? stop : length - 1 - stop;
}

/** Number of lines that the files drew. */
let drawnLines = 0;

/** Prepares a page and returns its number of stops. */
export async function openScrub(page: ScrubbedPage): Promise<number> {
  if (page === 'files') await openFiles();
  if (page === 'files') drawnLines = document.querySelectorAll('.ark-diff__row').length;
  else show(<Bare count={page === 'lines' ? drawnLines : 0} item={0} />);
  return index().items.length;
}

/** Draws one stop of a scrub, and waits until it is painted. Returns the lines added and removed that the page shows: a check of what it drew. */
export async function scrubTo(page: ScrubbedPage, way: ScrubWay, stop: number): Promise<string> {
  const item = itemOf(way, stop);
  update(page === 'files' ? <Files item={item} /> : <Bare count={page === 'lines' ? drawnLines : 0} item={item} />);
  for (let n = 0; n < 2; n += 1) await painted();
  return document.querySelector('.ark-files__sum')?.textContent ?? '';
}

/** Both sides of some lines without anything around them, every text swapped for another. */
export function Bare({ count, item }: { count: number; item: number }) {
  return (
    <div style={{ fontFamily: 'monospace', whiteSpace: 'pre' }}>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are swapped in place
        <div key={line} style={{ display: 'flex', height: 18 }}>
          <span style={{ flex: 1 }}>{lineAt(item * 50 + line)}</span>
          <span style={{ flex: 1 }}>{lineAt(item * 50 + line + 1)}</span>
        </div>
      ))}
    </div>
  );
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await painted();
  for (let n = 0; n < 20; n += 1) await painted();
}
