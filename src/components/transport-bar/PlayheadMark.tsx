import { type CSSProperties, type ReactElement, useRef, useState } from 'react';
import { axisOf, progressAt } from '../../replay/index.ts';
import { playheadProperty, usePlayhead, useReplayStore } from '../../replay/react/index.ts';
import { useKit } from '../theme/useKit.ts';

/**
 * Something that moves with the playhead, with every frame and without rendering, by `--ark-playhead`. The mark has the property itself, not
 * an element around it: each element below would have its style worked out again in every frame.
 */
export function PlayheadMark({ className }: { className: string }): ReactElement {
  const replay = useReplayStore();
  const { motion } = useKit();
  const mark = useRef<HTMLSpanElement>(null);
  // Initial value, also on the server.
  const [first] = useState(() => {
    const state = replay.getInitialState();
    return progressAt(state.index, axisOf(state), state.position);
  });
  usePlayhead(mark, { motion });
  return (
    <span ref={mark} className={className} style={{ [playheadProperty]: first } as CSSProperties} aria-hidden="true" />
  );
}
