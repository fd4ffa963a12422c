'use client';
import type { ReactElement } from 'react';
import type { SessionEvent } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { extensionFacts } from '../shared/extensionFacts.ts';
import { type Fact, Facts } from '../shared/Facts.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { PathText } from '../shared/PathText.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link EventSource}. */
export interface EventSourceProps {
  event: SessionEvent;
  scope: ItemScope;
  level: 3 | 4;
}

/** Where in its source file an event comes from, what it is called, and what its format says of it beside. */
export function EventSource({ event, scope, level }: EventSourceProps): ReactElement {
  const { t, formatters } = useKit(detailWords);
  const { source_ref: ref, event_id } = event;
  const model = event.type === 'message' || event.type === 'usage' ? event.model : undefined;
  const mono = (name: string, text: string | undefined): Fact[] =>
    text === undefined ? [] : [{ name, value: <OneLine text={text} face="mono" /> }];
  const file = ref === undefined ? undefined : (scope.sources?.[ref.source] ?? '');
  const place =
    ref === undefined || file === undefined
      ? []
      : [
          { name: t('detail.line'), value: <PathText path={file} lines={String(ref.line)} /> },
          { name: t('detail.bytes'), value: formatters.bytes(ref.byte_length) },
        ];
  return (
    <Section
      name="source"
      level={level}
      title={t('detail.source')}
      actions={ref === undefined ? undefined : <CopyButton text={`${file}:${ref.line}`} label={t('copy.place')} />}
    >
      <Facts
        facts={[
          ...mono(t('detail.eventId'), event_id),
          ...mono(t('detail.model'), model),
          ...place,
          ...mono(t('detail.nativeId'), ref?.native_id),
          ...extensionFacts(event.extensions).flatMap(({ name, text }) => mono(name, text)),
        ]}
      />
    </Section>
  );
}
