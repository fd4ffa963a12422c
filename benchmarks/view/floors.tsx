import type { ReactElement } from 'react';
import { List, type RowComponentProps } from 'react-window';
import { DiffView } from '../../src/components/index.ts';
import { sessionFile } from '../bigSession.ts';
import { block, collectGarbage, coverage, type FrameTimes, frames, painted } from './meters.ts';
import { clear, show } from './stage.ts';

function PlainRow({ index, style }: RowComponentProps): ReactElement {
  return (
    <div data-plain="" style={style}>
      Row {index}
    </div>
  );
}

/** Milliseconds that parsing the JSON of a session takes. */
export async function measureParse(calls: number): Promise<number> {
  const text = await sessionFile(calls).text();
  collectGarbage();
  await painted();
  performance.mark('parse');
  return block(() => JSON.parse(text));
}

/** Frame times of a bare list of as many plain rows. */
export async function measureList(rows: number): Promise<FrameTimes> {
  show(<List rowComponent={PlainRow} rowCount={rows} rowHeight={28} rowProps={{}} style={{ height: '100vh' }} />);
  await painted();
  await painted();
  const list = document.querySelector('[role=list]') as HTMLElement;
  return frames('bare frame', list, () => coverage(list));
}

/** Frame times of an empty canvas that is cleared each time. */
export async function measureCanvas(): Promise<FrameTimes> {
  show(<canvas width={1600} height={900} />);
  await painted();
  const context = document.querySelector('canvas')?.getContext('2d');
  return frames('canvas frame', undefined, () => {
    context?.clearRect(0, 0, 1600, 900);
    return 1;
  });
}

/** Milliseconds until a diff of that many lines, every twentieth of them changed, is painted; and its number of nodes. */
export async function measureDiff(lines: number): Promise<{ ms: number; nodes: number }> {
  const text = Array.from({ length: lines }, (_, n) => `  const value${n} = compute(${n}, "some text of a line");`);
  const before = text.join('\n');
  const after = text.map((line, n) => (n % 20 === 7 ? line.replace('compute', 'derive') : line)).join('\n');
  clear();
  await painted();
  const begun = performance.now();
  performance.mark('diff');
  show(<DiffView source={{ path: 'src/long.ts', before, after }} style={{ height: '90vh' }} />);
  while (document.querySelector('.ark-diff-view')?.textContent?.includes('derive(7,') !== true) await painted();
  await painted();
  performance.mark('diff painted');
  return { ms: performance.now() - begun, nodes: document.querySelectorAll('.ark-diff-view *').length };
}
