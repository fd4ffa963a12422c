'use client';
import type { ReactElement } from 'react';
import { detailWords } from '../language/english/detail.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { extensionFacts } from '../shared/extensionFacts.ts';
import { Facts } from '../shared/Facts.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { PathText } from '../shared/PathText.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** Where in its source file a call comes from, and what its format says of it beside. */
export function SourceSection({ call: { source_ref, call_id, extensions }, level, scope }: DetailPart): ReactElement {
  const { t, formatters } = useKit(detailWords);
  const file = source_ref === undefined ? undefined : scope?.sources?.[source_ref.source];
  const place = source_ref === undefined ? undefined : `${file ?? ''}:${source_ref.line}`;
  return (
    <Section
      name="source"
      level={level}
      title={t('detail.source')}
      actions={place === undefined ? undefined : <CopyButton text={place} label={t('copy.place')} />}
    >
      <Facts
        facts={[
          { name: t('detail.callId'), value: <OneLine text={call_id} face="mono" /> },
          ...(source_ref === undefined
            ? []
            : [
                {
                  name: t('detail.line'),
                  value:
                    file === undefined ? (
                      formatters.number(source_ref.line)
                    ) : (
                      <PathText path={file} lines={String(source_ref.line)} />
                    ),
                },
                { name: t('detail.bytes'), value: formatters.bytes(source_ref.byte_length) },
              ]),
          ...(source_ref?.native_id === undefined
            ? []
            : [{ name: t('detail.nativeId'), value: <OneLine text={source_ref.native_id} face="mono" /> }]),
          ...extensionFacts(extensions).map(({ name, text }) => ({ name, value: <OneLine text={text} face="mono" /> })),
        ]}
      />
    </Section>
  );
}
