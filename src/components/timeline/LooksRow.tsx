import type { ReactElement } from 'react';
import { type CallItem, type PhaseBlock, type SessionIndex, workDone } from '../../replay/index.ts';
import { countUpTo, type LookRun, memoize, replayedAt } from '../../replay/internal.ts';
import { touchesOf } from '../../session/facts/callFiles.ts';
import { Icon } from '../icons/Icon.tsx';
import { chaptersWords } from '../language/english/chapters.ts';
import { workWords } from '../session-outline/ChapterFigures.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { splitPath } from '../shared/PathText.tsx';
import { NoteLine, Row } from '../shared/Row.tsx';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** Summary of a run of looks; worked out only for runs that are drawn, and remembered. */
const looksOf = memoize((run: LookRun, index: SessionIndex) => {
  const calls = run.items.flatMap((at) => index.items[at] ?? []).filter((item): item is CallItem => item.is === 'call');
  const names = calls.flatMap(({ call }) => touchesOf(call).map(({ path }) => splitPath(path).name));
  const first = calls[0] as CallItem;
  const ends = run.items.map((at) => index.ends[at] as number).filter(Number.isFinite);
  return {
    at: first.call.started_at,
    replayedAt: replayedAt(index, first),
    names: [...new Set(names)].slice(0, mostNames),
    work: workDone(index, Uint32Array.from(run.items)),
    durationMs: Math.max(0, Math.max(...ends.slice(-1)) - (index.starts[first.index] as number)),
  };
});

/** Maximum number of read files that are named. */
const mostNames = 8;

/** Summary of a run of looks in words: `read 5 files, searched 2 times`. */
export function speakLooks(
  kit: Pick<KitOf<typeof chaptersWords>, 't'>,
  index: SessionIndex,
  run: LookRun,
  separator: string,
): string {
  return workWords(kit, looksOf(run, index).work).join(separator);
}

interface LooksRowProps extends ItemPlace {
  index: SessionIndex;
  run: LookRun;
  open: boolean;
  onOpenChange: () => void;
}

/** Consecutive calls that only looked at something, as one quiet row; their own rows unfold below it. */
export function LooksRow({ index, run, open, onOpenChange, ...place }: LooksRowProps): ReactElement {
  const kit = useKit(chaptersWords);
  const { names, durationMs, ...when } = looksOf(run, index);
  const files = useMasked(names);
  return (
    <Row
      item="looks"
      icon={<Icon name="read" />}
      duration={open ? undefined : kit.formatters.duration(durationMs)}
      {...when}
      {...place}
    >
      <NoteLine
        title={<span className="ark-work__words">{speakLooks(kit, index, run, kit.t('listSeparator'))}</span>}
        text={open ? undefined : files.join(' \u00b7 ')}
        open={open}
        onToggle={onOpenChange}
      />
    </Row>
  );
}

/** A phase of more calls than this gets no summary, because it is worked out while drawing. */
const mostPhaseCalls = 2000;

/** Summary of what a phase of the session's own run did, in words. */
export function PhaseWork({ index, block }: { index: SessionIndex; block: PhaseBlock }): ReactElement | null {
  const kit = useKit(chaptersWords);
  if (block.calls > mostPhaseCalls) return null;
  return (
    <span className="ark-work__words">{workWords(kit, workOfPhase(block, index)).join(kit.t('listSeparator'))}</span>
  );
}

const workOfPhase = memoize((block: PhaseBlock, index: SessionIndex) => {
  const own = index.runs[0]?.items ?? new Uint32Array();
  return workDone(index, own.subarray(countUpTo(own, block.first - 1), countUpTo(own, block.last)));
});
