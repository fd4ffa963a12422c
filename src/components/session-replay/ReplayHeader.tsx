import type { ReactElement, ReactNode } from 'react';
import { hasClock, type ItemKind, type SessionIndex } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { toMillis } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { lanesWords } from '../language/english/lanes.ts';
import { replayWords } from '../language/english/replay.ts';
import { searchWords } from '../language/english/search.ts';
import { type FigurePress, SessionCard, type SessionCardProps } from '../session-card/SessionCard.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { Popover } from '../shared/Popover.tsx';
import { useKit } from '../theme/useKit.ts';
import { LiveButton } from './LiveButton.tsx';
import { editors, useReaderChoices } from './ReaderKit.tsx';
import { useFind, useReplayView } from './ReplayViewContext.ts';

/** Kinds of rows that can be hidden. */
const kinds = ['thinking', 'usage', 'notice'] as const satisfies readonly ItemKind[];

/**
 * The view menu. What the list shows: phases, thinking, tokens, notices, or only the reader's own prompts; which editor opens files; how
 * much is masked.
 */
function ViewMenu(): ReactElement {
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
  const { hidden, only, level } = useReplay((state) => state.filters);
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
          checked={level === 'everything' || !hidden.includes(kind)}
          disabled={level === 'everything' || level === 'conversation'}
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

const ownWords = { ...lanesWords, ...replayWords };

/** Props of {@link ReplayHeader}. */
interface ReplayHeaderProps {
  /** More controls at the right. */
  actions?: ReactNode;
}

/** The title and facts of the session, and the controls of its view. */
export function ReplayHeader({ actions }: ReplayHeaderProps): ReactElement {
  const { t } = useKit(ownWords);
  const index = useReplay((state) => state.index);
  const { headingLevel, address, lanes, toggleLanes, loading } = useReplayView();
  const onlyFailed = useOnlyFailed();
  return (
    <SessionCard
      session={index.session}
      activeMs={activeTime(index)}
      records={recordedSpan(index)}
      loading={loading}
      look="bar"
      headingLevel={headingLevel}
      failedPress={onlyFailed}
      actions={
        <>
          {address === undefined ? null : <CopyButton look="icon" icon="link" label={t('link.copy')} text={address} />}
          <SearchButton />
          {lanes === undefined ? null : (
            <ActionButton
              look="icon"
              icon="lanes"
              label={t('lanes')}
              aria-pressed={lanes === 'shown'}
              aria-keyshortcuts="V"
              onClick={toggleLanes}
            />
          )}
          <ViewMenu />
          <LiveButton />
          {actions}
        </>
      }
    />
  );
}

/** The search query for failed calls. */
const failedCalls = 'status:failed';

/** A button that searches for failed calls, and shows only those in the list; pressing it again ends the search. */
function useOnlyFailed(): FigurePress {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const { find } = useReplayView();
  const query = useFind('query');
  const only = useFind('only');
  const pressed = only && query === failedCalls;
  return {
    label: t('replay.onlyFailed'),
    pressed,
    onPress: () => (pressed ? find.hide() : find.searchFor(failedCalls, replay)),
  };
}

/** When the records of a session begin and end, in milliseconds from its start; undefined if its start is unknown. */
function recordedSpan(index: SessionIndex): SessionCardProps['records'] {
  const { session, axes, items } = index;
  const start = toMillis(session.created_at);
  if (start === undefined || items.length === 0 || !hasClock(index)) return undefined;
  const { origin, duration } = axes.full;
  return { fromMs: origin - start, toMs: origin - start + duration };
}

/** Milliseconds of a session without its idle ranges. Undefined if its log has no clock. */
function activeTime(index: SessionIndex): number | undefined {
  if (!hasClock(index)) return undefined;
  const { duration, gaps } = index.axes.squeezed;
  return gaps.reduce<number>((rest, { start, end }) => rest - (end - start), duration);
}

/** Opens and closes the search of the surrounding replay. */
function SearchButton(): ReactElement {
  const { t } = useKit(searchWords);
  const { find } = useReplayView();
  const open = useFind('opened') !== 'no';
  return (
    <ActionButton
      look="icon"
      icon="search"
      label={t('search')}
      aria-expanded={open}
      aria-keyshortcuts="/"
      onClick={() => (open ? find.hide() : find.show(null))}
    />
  );
}

/** Props of {@link ViewOption}. */
interface ViewOptionProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** One checkbox of the view menu. */
function ViewOption({ label, checked, disabled = false, onChange }: ViewOptionProps): ReactElement {
  return (
    <label className="ark-view__option" data-disabled={disabled ? '' : undefined}>
      <input
        type="checkbox"
        className="ark-unseen"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="ark-view__check">{checked ? <Icon name="check" size={12} /> : null}</span>
      {label}
    </label>
  );
}

/** Props of {@link ViewChoice}. */
interface ViewChoiceProps<Value extends string> {
  label: string;
  chosen: Value;
  offered: readonly Value[];
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

/** One option of a choice in the view menu. */
function ViewChoice<Value extends string>(props: ViewChoiceProps<Value>): ReactElement {
  const { label, chosen, offered, nameOf, onChange } = props;
  return (
    <label className="ark-view__option" data-choice="">
      {label}
      <select
        className="ark-select"
        value={chosen}
        onChange={({ target }) => {
          const value = offered.find((each) => each === target.value);
          if (value !== undefined) onChange(value);
        }}
      >
        {offered.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
