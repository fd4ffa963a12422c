import { type ReactElement, type ReactNode, useMemo } from 'react';
import { failureReason, isExitLine } from '../../session/facts/callOutcome.ts';
import { outputText } from '../../session/facts/callTexts.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ContentRef, ToolCall } from '../../session/index.ts';
import { cutText, oneLine, splitLines } from '../../session/text/lines.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { detailWords } from '../language/english/detail.ts';
import { Attachments } from '../shared/Attachments.tsx';
import { type CallState, callState, isTrouble } from '../shared/call/callFacts.ts';
import { outputExcerpt } from '../shared/call/outputExcerpt.ts';
import { useReason } from '../shared/call/useReason.ts';
import { Facts } from '../shared/Facts.tsx';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { PrintedText } from '../terminal-output/TerminalOutput.tsx';
import { useKit } from '../theme/useKit.ts';
import { type DetailPart, ParamValue, type ResultField, resultFields } from './DetailParts.tsx';

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

/** Maximum number of characters shown of a line; the output below has all of it. */
const longestLine = 300;

/** Whether a call was unsuccessful and its output explains why, so that the output comes first. */
export function startsWithOutput(call: ToolCall, state: CallState): boolean {
  const says = outputText(call) !== undefined || (call.output.error ?? '') !== '';
  return isTrouble(state) && toolFamily(call.tool_name) !== 'terminal' && says;
}

/** The parts of a call's output that the reason and the lines below it already show. */
interface SaidAbove {
  /** Lines of the output, trimmed. */
  readonly lines: ReadonlySet<string>;
  /** Whether the output has no further lines. */
  readonly all: boolean;
}

const exitPrefix = /^Exit code \d{1,3}: /;

/** The most informative lines of a command's output, shown below the reason. */
function linesBelow(call: ToolCall, state: CallState): readonly string[] {
  const excerpt = state === 'failed' ? outputExcerpt(call) : undefined;
  return excerpt === undefined || excerpt.more === 0 ? [] : excerpt.lines;
}

/** Finds what of a text of a call stands above it; nothing of one that went well, or whose output comes first. */
export function saidAbove(call: ToolCall, state: CallState, text: string): SaidAbove {
  if (!isTrouble(state) || startsWithOutput(call, state)) return { lines: new Set(), all: false };
  const reason = failureReason(call, longestLine);
  const above = new Set(linesBelow(call, state).map((line) => oneLine(line, longestLine)));
  if (reason.kind === 'words') above.add(reason.text).add(reason.text.replace(exitPrefix, ''));
  const saysExit = reason.kind === 'exit' || (reason.kind === 'words' && exitPrefix.test(reason.text));
  const lines = splitLines(stripAnsi(text)).filter((line) => line.trim() !== '');
  const said = lines.filter((line) => above.has(oneLine(line, longestLine + 1)) || (saysExit && isExitLine(line)));
  return {
    lines: new Set(said.map((line) => line.trim())),
    all: lines.length > 0 && said.length === lines.length,
  };
}

/**
 * Why a call did not go well, above all else: in words, with the lines of a command's output that say most. Nothing where the
 * output stands here itself.
 */
export function ReasonSection({
  call,
  playState,
}: {
  call: ToolCall;
  playState: 'done' | 'running' | 'ahead';
}): ReactElement | null {
  const state = callState(call, playState);
  const reason = useReason(call, state, 'seen', longestLine);
  const lines = useMemo(() => linesBelow(call, state), [call, state]);
  if (reason === undefined || startsWithOutput(call, state)) return null;
  const said = reason.replace(exitPrefix, '');
  return (
    <div className="ark-inset ark-detail__reason" data-state={state}>
      <p>
        <LogText text={reason} />
      </p>
      {inPlace(lines, (line) =>
        oneLine(line, longestLine) === said ? null : (
          <p className="ark-mono">
            <LogText text={cutText(line, longestLine)} />
          </p>
        ),
      )}
    </div>
  );
}
