import type { ReactElement, ReactNode } from 'react';
import { chaptersOf, type EventItem, type ReplayFilters, type SessionIndex } from '../../replay/index.ts';
import { eventText, leadOf } from '../../session/facts/eventText.ts';
import type { MessageEvent } from '../../session/index.ts';
import { sumOf, writeMainAndInner } from '../../session/internal.ts';
import { clipText, countLines, foldsToLines } from '../../session/text/lines.ts';
import { briefWords } from '../language/english/brief.ts';
import { detailWords } from '../language/english/detail.ts';
import { isAside, isTask } from '../message-card/MessageCard.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { type Fact, Facts } from '../shared/Facts.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/LogText.tsx';
import { Section } from '../shared/Section.tsx';
import type { Kit } from '../theme/createKit.ts';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** What a list beside the detail of a message shows of it, and what leads on from there. */
export interface MessageRow {
  readonly index: SessionIndex;
  readonly filters: ReplayFilters;
  /** Goes to an item by its id. */
  readonly onSelect: (id: string) => void;
  /** What masks the other messages that are named: around the detail, where nothing is taken for masked yet. */
  readonly kit: Kit;
}

/** Whether the row of a message shows only a part of its text. */
export function cutsMessage({ depth }: EventItem, message: MessageEvent, { filters }: MessageRow, scope: ItemScope) {
  const { text } = message;
  if (text.trim() === '') return false;
  if (isAside(message)) return true;
  const isShort = filters.level === 'story' || isTask(message, depth, scope);
  return isShort ? foldsToLines(text) : clipText(text).hidden > 0;
}

const words = { ...detailWords, ...briefWords };

/** Props of {@link MessageSection}. */
export interface MessageSectionProps {
  item: EventItem;
  message: MessageEvent;
  row: MessageRow;
  level: 3 | 4;
  /** What came with it. */
  children: ReactNode;
}

/** What the row of a message does not say: how long it is, what it answers, what came of it. */
export function MessageSection({ item, message, row, level, children }: MessageSectionProps): ReactElement {
  const { t, formatters } = useKit(words);
  const { index, onSelect, kit } = row;
  const { text } = message;
  const chapter = chaptersOf(index).find(({ prompt, answer }) => prompt === item.index || answer === item.index);
  const isPrompt = chapter?.prompt === item.index;
  const linked = (at: number | undefined) => (
    <KitContext.Provider value={kit}>
      <LinkedMessage {...{ index, at, onSelect }} />
    </KitContext.Provider>
  );
  const led: Fact[] =
    chapter === undefined || !isPrompt
      ? []
      : [
          {
            name: t('message.led'),
            value: [
              t('brief.calls', { n: writeMainAndInner(chapter.calls, formatters.number) }),
              ...(sumOf(chapter.failed) === 0
                ? []
                : [t('message.failed', { n: writeMainAndInner(chapter.failed, formatters.number) })]),
              ...(chapter.activeMs > 0 ? [formatters.duration(chapter.activeMs)] : []),
            ].join(' \u00b7 '),
          },
          {
            name: t('message.answered'),
            value: chapter.answer === undefined ? t('message.noAnswer') : linked(chapter.answer),
          },
        ];
  const answers = chapter !== undefined && !isPrompt && chapter.prompt !== undefined;
  return (
    <Section
      name="message"
      level={level}
      title={t('message.details')}
      actions={text === '' ? undefined : <CopyButton text={text} />}
    >
      <Facts
        facts={[
          {
            name: t('message.length'),
            value: `${t('text.lines', { n: countLines(text) })} \u00b7 ${t('message.characters', { n: text.length })}`,
          },
          ...(answers ? [{ name: t('message.answers'), value: linked(chapter.prompt) }] : []),
          ...led,
        ]}
      />
      {children}
    </Section>
  );
}

/** The beginning of another message, which leads there. */
function LinkedMessage({
  index,
  at = -1,
  onSelect,
}: Pick<MessageRow, 'index' | 'onSelect'> & { at: number | undefined }): ReactElement | null {
  const item = index.items[at];
  const text = useMasked(item?.is === 'event' ? leadOf(eventText(item.event)) : '');
  if (item === undefined) return null;
  return (
    <button type="button" className="ark-replay__linked" onClick={() => onSelect(item.id)}>
      <OneLine text={text === '' ? item.id : text} />
    </button>
  );
}
