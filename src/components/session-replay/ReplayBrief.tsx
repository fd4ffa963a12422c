import { memo, type ReactElement, useId, useMemo, useState } from 'react';
import { type SessionBrief as Brief, briefSteps, type SessionIndex, sessionCost } from '../../replay/index.ts';
import { responsesOf } from '../../replay/internal.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { sumOf } from '../../session/internal.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { Icon } from '../icons/Icon.tsx';
import { briefWords } from '../language/english/brief.ts';
import { replayWords } from '../language/english/replay.ts';
import { SessionBrief, useBrief } from '../session-brief/SessionBrief.tsx';
import { useOpen } from '../shared/Disclosure.tsx';
import { useKit } from '../theme/useKit.ts';
import { useReplayView, useSelectItem } from './ReplayViewContext.ts';

/** Computes what the brief of a session draws, and returns the session. */
function* factsOf(index: SessionIndex): Generator<undefined, SessionIndex> {
  yield* briefSteps(index);
  yield* responsesOf.steps(index);
  sessionCost(index, undefined);
  return index;
}

/**
 * The newest state of a growing session whose brief is ready; undefined while its beginning is still being loaded. It takes as long as all
 * other views work out beforehand, and follows the list. A newer state waits until the last one is ready: a session that grows fast would
 * never have a brief else.
 */
function useNewestWithBrief(): SessionIndex | undefined {
  const index = useReplay((state) => state.index);
  const newest = useReplayView().loading ? undefined : index;
  const [ready, setReady] = useState(newest);
  const [coming, setComing] = useState(newest);
  if (coming === ready && newest !== ready) setComing(newest);
  const start = useMemo(() => coming && (() => factsOf(coming)), [coming]);
  const made = useInSlices(coming === ready ? undefined : start);
  if (made !== undefined && made !== ready) setReady(made);
  return ready;
}

/** The brief of the surrounding replay's session; its figures lead into the list. `onLeave` is called when the reader follows one there. */
export function ReplayBrief({ onLeave }: { onLeave?: () => void }): ReactElement {
  return <BriefOf index={useNewestWithBrief()} onLeave={onLeave} />;
}

const BriefOf = memo(function BriefOf({
  index,
  onLeave,
}: {
  index: SessionIndex | undefined;
  onLeave: (() => void) | undefined;
}): ReactElement {
  const begun = useReplay((state) => state.index);
  const select = useSelectItem();
  const replay = useReplayStore();
  const { find, sheet, summary, setTab, setProfileBy } = useReplayView();
  return (
    <SessionBrief
      index={index ?? begun}
      loading={index === undefined}
      summary={summary}
      onSelect={(item) => {
        select(item);
        onLeave?.();
      }}
      onSearch={(query) => {
        find.searchFor(query, replay);
        onLeave?.();
      }}
      onProfile={
        // Without room for it the profile stands in the sheet of an item.
        sheet
          ? undefined
          : (by) => {
              setProfileBy(by);
              setTab('profile');
            }
      }
    />
  );
});

/** The figures of the line above the list, each with a search for what it counts; those that count nothing are left out. */
function headFigures({ asked, changed, totals }: Brief) {
  const figures = [
    { text: 'brief.prompts', n: asked.prompts.length, query: 'is:prompt' },
    { text: 'brief.files', n: changed.files.length, query: 'is:change' },
    { text: 'brief.failed', n: sumOf(totals.failed), query: 'status:failed' },
  ] as const;
  return figures.filter(({ n }) => n > 0);
}

const ownWords = { ...briefWords, ...replayWords };

/** The brief above the list, as a line that unfolds, for replays without room for it beside the list. */
export function ReplayBriefBar(): ReactElement {
  const { t } = useKit(ownWords);
  const id = useId();
  const [open, toggle] = useOpen({});
  const index = useNewestWithBrief();
  const brief = useBrief(index);
  const { find } = useReplayView();
  const replay = useReplayStore();
  const figures = brief === undefined ? [] : headFigures(brief);
  return (
    <div className="ark ark-replay__brief">
      <div className="ark-replay__brief-line">
        <button
          type="button"
          className="ark-replay__brief-head"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={toggle}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} />
          <span className="ark-replay__brief-name">{t('replay.tab.brief')}</span>
        </button>
        {brief === undefined ? <span className="ark-replay__brief-to-come">{t('brief.working')}</span> : null}
        {figures.map(({ text, n, query }) => (
          <button
            key={query}
            type="button"
            className="ark-replay__brief-figure ark-figures"
            title={t('brief.showThem')}
            onClick={() => find.searchFor(query, replay)}
          >
            {t(text, { n })}
          </button>
        ))}
      </div>
      {open ? (
        <div id={id} className="ark-replay__brief-body">
          <BriefOf index={index} onLeave={toggle} />
        </div>
      ) : null}
    </div>
  );
}
