import type { ReactElement } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { SessionProfile } from '../session-profile/SessionProfile.tsx';
import { useFind, useReplayView, useSelectItem } from './ReplayViewContext.ts';

/**
 * Where time, tokens and money went, in the surrounding replay's session or in the range selected in its lanes. Choosing a row searches for
 * its calls and shows only those.
 */
export function ReplayProfile(): ReactElement {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const within = useReplay((state) => state.filters.between);
  const { find, setTab, profileBy, setProfileBy } = useReplayView();
  const query = useFind('query');
  const only = useFind('only');
  const select = useSelectItem();
  return (
    <SessionProfile
      index={index}
      by={profileBy}
      onByChange={setProfileBy}
      within={within}
      query={only ? query : undefined}
      onSearch={(next) => {
        if (next === undefined) find.hide();
        else find.searchFor(next, replay);
      }}
      onSelect={(id) => {
        select(id);
        setTab('item');
      }}
    />
  );
}
