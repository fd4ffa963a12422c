'use client';
import { type ReactElement, useMemo } from 'react';
import { toolFamily } from '../icons/toolFamily.ts';
import { Attachments } from '../shared/Attachments.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callState } from '../shared/call/callState.ts';
import { outputText } from '../shared/call/outputText.ts';
import { Facts } from '../shared/Facts.tsx';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { countLines } from '../shared/text/countLines.ts';
import { useKit } from '../theme/useKit.ts';
import { CutNote } from './CutNote.tsx';
import { ParamValue } from './ParamValue.tsx';
import type { DetailPart } from './part.ts';
import { resultFields } from './resultFields.ts';

const terminalFold = { head: 4, tail: 20 };
const textFold = { head: 20, tail: 6 };

/** What a call gave back: its error, its text, what it wrote to stderr, and whatever else its result holds. */
export function OutputSection({ call, level, scope }: DetailPart): ReactElement {
  const { t } = useKit();
  const output = useMemo(() => outputText(call), [call]);
  const state = callState(call);
  const { error, result } = call.output;
  const stderr = result?.stderr;
  const fields = resultFields(call);
  const terminal = toolFamily(call.tool_name) === 'terminal';
  const look = terminal || state === 'failed' ? 'output' : 'plain';
  const showError = error !== undefined && error !== '' && error !== output?.text;
  const whole = [showError ? error : '', output?.text ?? '', stderr ?? ''].filter((text) => text !== '').join('\n');
  const lines = output?.whole?.lines ?? (output === undefined ? 0 : countLines(output.text));
  return (
    <Section
      name="output"
      level={level}
      title={t('detail.output')}
      actions={
        whole === '' ? undefined : (
          <>
            {lines > 0 ? <span>{t('text.lines', { n: lines })}</span> : null}
            <CopyButton text={whole} />
          </>
        )
      }
    >
      {showError ? (
        <div className="ark-detail__error">
          <LongText text={error} fold={terminalFold} />
        </div>
      ) : null}
      <Facts
        facts={[
          ...(result?.exit_code === undefined
            ? []
            : [{ name: t('detail.exitCode'), value: <ParamValue value={result.exit_code} /> }]),
          ...fields.map(({ name, value }) => ({ name, value: <ParamValue value={value} /> })),
        ]}
      />
      {output === undefined ? null : (
        <div className="ark-flush ark-detail__output">
          <LongText text={output.text} look={look} fold={terminal ? terminalFold : textFold} />
        </div>
      )}
      {stderr === undefined || stderr === '' ? null : (
        <div className="ark-flush ark-detail__output">
          <span className="ark-detail__stream">stderr</span>
          <LongText text={stderr} look="output" fold={terminalFold} />
        </div>
      )}
      <Attachments
        attachments={result?.attachments ?? []}
        contents={call.content_refs ?? []}
        pointer="/output/result/attachments"
        scope={scope}
      />
      <CutNote call={call} whole={output?.whole} scope={scope} />
      {whole === '' && fields.length === 0 && (result?.attachments ?? []).length === 0 ? (
        <p className="ark-detail__quiet">{t(state === 'unanswered' ? 'call.unanswered' : 'call.noOutput')}</p>
      ) : null}
    </Section>
  );
}
