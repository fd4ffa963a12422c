'use client';
import type { ReactElement, ReactNode } from 'react';
import { detailWords } from '../language/english/detail.ts';
import { Attachments } from '../shared/Attachments.tsx';
import { callState } from '../shared/call/callFacts.ts';
import { Facts } from '../shared/Facts.tsx';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { PrintedText } from '../terminal-output/PrintedText.tsx';
import { useKit } from '../theme/useKit.ts';
import { ParamValue } from './ParamValue.tsx';
import type { DetailPart } from './part.ts';
import { resultFields } from './resultFields.ts';

/** Props of {@link OutputFrame}. */
export interface OutputFrameProps extends DetailPart {
  /** The text of the result, which the error may only repeat. */
  text: string | undefined;
  /** Beside the title. */
  actions: ReactNode;
  /** The result itself. */
  children: ReactNode;
}

const errorFold = { head: 4, tail: 20 };

/** What stands around the text of a result: its error, its fields, what was written to stderr, what came with it. */
export function OutputFrame({ call, level, scope, text, actions, children }: OutputFrameProps): ReactElement {
  const { t } = useKit(detailWords);
  const { error = '', result } = call.output;
  const stderr = result?.stderr ?? '';
  const attachments = result?.attachments ?? [];
  const fields = resultFields(call);
  const showError = error !== '' && error !== text;
  const nothing = text === undefined && !showError && stderr === '' && fields.length === 0 && attachments.length === 0;
  const values = fields.map(({ name, value }) => ({ name, value: <ParamValue value={value} /> }));
  const exit =
    result?.exit_code === undefined
      ? []
      : [{ name: t('detail.exitCode'), value: <ParamValue value={result.exit_code} /> }];
  return (
    <Section name="output" level={level} title={t('detail.output')} actions={text === undefined ? undefined : actions}>
      {showError ? (
        <div className="ark-detail__error">
          <LongText text={error} fold={errorFold} cwd={scope?.cwd} />
        </div>
      ) : null}
      <Facts facts={[...exit, ...values]} />
      {text === undefined ? null : children}
      {stderr === '' ? null : (
        <div className="ark-flush ark-detail__output">
          <PrintedText text={stderr} title="stderr" cwd={scope?.cwd} />
        </div>
      )}
      <Attachments
        attachments={attachments}
        contents={call.content_refs ?? []}
        pointer="/output/result/attachments"
        scope={scope}
      />
      {nothing ? (
        <p className="ark-detail__quiet">{t(callState(call) === 'unanswered' ? 'call.unanswered' : 'call.noOutput')}</p>
      ) : null}
    </Section>
  );
}
