'use client';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { failureReason, isExitLine } from '../../session/facts/failureReason.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ContentRef, ToolCall } from '../../session/index.ts';
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
import { saidAbove } from './ReasonSection.tsx';
import { type ResultField, resultFields } from './resultFields.ts';

/** Props of {@link OutputFrame}. */
export interface OutputFrameProps extends DetailPart {
  /** The text of the result, which the error may only repeat. */
  text: string | undefined;
  /** The whole of a text that is shortened. */
  content: ContentRef | undefined;
  /** Beside the title. */
  actions: ReactNode;
  /** The result itself. */
  children: ReactNode;
}

const errorFold = { head: 4, tail: 20 };

/** Whether the reason above already says the exit code of a command. */
function saysExit(call: ToolCall): boolean {
  return (
    callState(call) === 'failed' && toolFamily(call.tool_name) === 'terminal' && failureReason(call).kind === 'exit'
  );
}

/** Whether a call's error adds anything to its result and to the reason above. */
function saysMore(call: ToolCall, text: string): boolean {
  const { error = '', result } = call.output;
  if (error === '' || text.includes(error.trim())) return false;
  if (isExitLine(error)) return result?.exit_code === undefined && !saysExit(call);
  return !saidAbove(call, callState(call), error).all;
}

/** Maximum length, in characters, of a text that is read as JSON to find repeated fields. */
const longestRead = 20_000;

/** Fields of a result without those that its text, itself JSON, has with the same values. */
function withoutRepeated(fields: readonly ResultField[], text = ''): readonly ResultField[] {
  if (fields.length === 0 || text.length > longestRead || !text.trimStart().startsWith('{')) return fields;
  const said = fieldsOfJson(text);
  return fields.filter(({ name, value }) => !said.has(name) || said.get(name) !== JSON.stringify(value));
}

function fieldsOfJson(text: string): ReadonlyMap<string, string> {
  try {
    const read = JSON.parse(text) as object;
    return new Map(Object.entries(read).map(([name, value]) => [name, JSON.stringify(value)]));
  } catch {
    return new Map();
  }
}

/** Everything around the text of a result: its error, its fields, its stderr, its attachments. */
export function OutputFrame({ call, level, scope, text, content, actions, children }: OutputFrameProps): ReactElement {
  const { t } = useKit(detailWords);
  const { error = '', result } = call.output;
  const stderr = result?.stderr ?? '';
  const attachments = result?.attachments ?? [];
  const fields = useMemo(() => withoutRepeated(resultFields(call), text), [call, text]);
  const { exit_code: exitCode } = result ?? {};
  const { showError, showText } = useMemo(() => {
    const { error: asLogged = '' } = call.output;
    const errorShown = saysMore(call, text ?? '');
    const saidInError = errorShown && text !== undefined && asLogged.includes(text.trim());
    const saidInReason = text !== undefined && content === undefined && saidAbove(call, callState(call), text).all;
    return { showError: errorShown, showText: text !== undefined && !saidInError && !saidInReason };
  }, [call, text, content]);
  const nothing = text === undefined && !showError && stderr === '' && fields.length === 0 && attachments.length === 0;
  const values = fields.map(({ name, value }) => ({ name, value: <ParamValue value={value} label={name} /> }));
  const exit =
    exitCode === undefined || saysExit(call)
      ? []
      : [{ name: t('detail.exitCode'), value: <ParamValue value={exitCode} label={t('detail.exitCode')} /> }];
  return (
    <Section name="output" level={level} title={t('detail.output')} actions={text === undefined ? undefined : actions}>
      {showError ? (
        <div className="ark-detail__error">
          <LongText text={error} fold={errorFold} cwd={scope?.cwd} />
        </div>
      ) : null}
      <Facts facts={[...exit, ...values]} />
      {showText ? children : null}
      {text === undefined || showText || showError ? null : (
        <p className="ark-detail__quiet">{t('detail.outputAbove')}</p>
      )}
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
