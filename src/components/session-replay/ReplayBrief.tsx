'use client';
import { type ReactElement, useId } from 'react';
import { briefSteps, type ReplayState } from '../../replay/index.ts';
import { usePreparation, useReplay, useReplayStore } from '../../replay/react/index.ts';
import { sumOf } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { briefWords } from '../language/english/brief.ts';
import { replayWords } from '../language/english/replay.ts';
import { SessionBrief } from '../session-brief/SessionBrief.tsx';
import { useBrief } from '../session-brief/useBrief.ts';
import { useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { useSelectItem } from './useSelectItem.ts';

function* prepare({ index }: ReplayState): Generator<undefined, void> {
  yield* briefSteps(index);
}

/** The brief of the surrounding replay's session; its figures lead into the list. `onLeave` is called when the reader follows one. */
export function ReplayBrief({ onLeave }: { onLeave?: () => void }): ReactElement {
  usePreparation(prepare);
  const index = useReplay((state) => state.index);
  const select = useSelectItem();
  const replay = useReplayStore();
  const { find } = useReplayView();
  return (
    <SessionBrief
      index={index}
      onSelect={(item) => {
        select(item);
        onLeave?.();
      }}
      onSearch={(query) => {
        find.searchFor(query, replay);
        onLeave?.();
      }}
    />
  );
}

const ownWords = { ...briefWords, ...replayWords };

/** The brief above the list, as a line that unfolds, for replays without room for it beside the list. */
export function ReplayBriefBar(): ReactElement {
  const { t } = useKit(ownWords);
  const id = useId();
  const [open, toggle] = useOpen({});
  const brief = useBrief(useReplay(({ index }) => index));
  const failed = brief === undefined ? 0 : sumOf(brief.totals.failed);
  return (
    <div className="ark ark-replay__brief">
      <button
        type="button"
        className="ark-replay__brief-head"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        <Icon name={open ? 'chevronDown' : 'chevronRight'} />
        <span className="ark-replay__brief-name">{t('replay.tab.brief')}</span>
        {brief === undefined ? null : (
          <span className="ark-replay__brief-figures">
            {[
              t('brief.prompts', { n: brief.asked.prompts.length }),
              t('brief.files', { n: brief.changed.files.length }),
              ...(failed === 0 ? [] : [t('brief.failed', { n: failed })]),
            ].join(' \u00b7 ')}
          </span>
        )}
      </button>
      {open ? (
        <div id={id} className="ark-replay__brief-body">
          <ReplayBrief onLeave={toggle} />
        </div>
      ) : null}
    </div>
  );
}
