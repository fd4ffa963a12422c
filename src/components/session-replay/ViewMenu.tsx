'use client';
import type { ReactElement } from 'react';
import type { ItemKind } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { Popover } from '../shared/Popover.tsx';
import { useKit } from '../theme/useKit.ts';
import { editors, useReaderChoices } from './ReaderKit.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { ViewChoice } from './ViewChoice.tsx';
import { ViewOption } from './ViewOption.tsx';

/** Kinds of rows that can be left out. */
const kinds = ['thinking', 'usage', 'notice'] as const satisfies readonly ItemKind[];

/**
 * What the list shows: phases, thinking, tokens, notices, or the reader's own prompts alone; which editor opens files, and how
 * much is masked.
 */
export function ViewMenu(): ReactElement {
  const { t } = useKit(replayWords);
  return (
    <Popover label={t('replay.view')} icon="mode" className="ark-view" holds="controls">
      {() => <ViewOptions />}
    </Popover>
  );
}

function ViewOptions(): ReactElement {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const { hidden, only } = useReplay((state) => state.filters);
  const annotated = useReplay((state) => state.index.phases.length > 0);
  const { phases, setPhases, links, setLinks } = useReplayView();
  const reader = useReaderChoices();
  const show = (kind: ItemKind, shown: boolean): void => {
    replay.filter({ hidden: shown ? hidden.filter((each) => each !== kind) : [...hidden, kind] });
  };
  return (
    <>
      <legend className="ark-unseen">{t('replay.show')}</legend>
      {annotated ? (
        <ViewOption
          label={t('replay.show.phases')}
          checked={phases === 'shown'}
          onChange={(shown) => setPhases(shown ? 'shown' : 'hidden')}
        />
      ) : null}
      {kinds.map((kind) => (
        <ViewOption
          key={kind}
          label={t(`replay.show.${kind}`)}
          checked={!hidden.includes(kind)}
          onChange={(shown) => show(kind, shown)}
        />
      ))}
      <ViewOption
        label={t('replay.show.links')}
        checked={links === 'all'}
        onChange={(all) => setLinks(all ? 'all' : 'selected')}
      />
      <span className="ark-view__rule" />
      <ViewOption
        label={t('replay.onlyPrompts')}
        checked={only === 'prompts'}
        onChange={(checked) => replay.filter({ only: checked ? 'prompts' : 'everything' })}
      />
      {reader === undefined ? null : (
        <>
          <span className="ark-view__rule" />
          {reader.editor === undefined ? null : (
            <ViewChoice
              label={t('view.editor')}
              {...reader.editor}
              nameOf={(editor) =>
                editor === 'host' || editor === 'none' ? t(`view.editor.${editor}`) : editors[editor].name
              }
              onChange={reader.setEditor}
            />
          )}
          <ViewChoice
            label={t('view.masking')}
            {...reader.masking}
            nameOf={(level) => t(`view.masking.${level}`)}
            onChange={reader.setMasking}
          />
        </>
      )}
    </>
  );
}
