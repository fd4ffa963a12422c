'use client';
import type { ReactElement } from 'react';
import { briefSteps, type ReplayState } from '../../replay/index.ts';
import { usePreparation, useReplay } from '../../replay/react/index.ts';
import { SessionBrief } from '../session-brief/SessionBrief.tsx';
import { useSelectItem } from './useSelectItem.ts';

function* prepare({ index }: ReplayState): Generator<undefined, void> {
  yield* briefSteps(index);
}

/** What the session of the replay around it comes to; its figures lead into the list. */
export function ReplayBrief(): ReactElement {
  usePreparation(prepare);
  const index = useReplay((state) => state.index);
  return <SessionBrief index={index} onSelect={useSelectItem()} />;
}
