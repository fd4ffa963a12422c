'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId, useMemo } from 'react';
import { type OutputText, outputText } from '../../session/facts/callTexts.ts';
import { fileChanges } from '../../session/facts/fileChanges.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { Session, ToolCall } from '../../session/index.ts';
import { countLines, oneLine } from '../../session/text/lines.ts';
import { detailWords } from '../language/english/detail.ts';
import type { MessageKey } from '../language/messages.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { callState, callWorkdir } from '../shared/call/callFacts.ts';
import { grammarOfPath } from '../shared/code/grammars.ts';
import { JsonView } from '../shared/code/JsonView.tsx';
import { readJsonParent } from '../shared/code/jsonRows.ts';
import { extensionFacts, Facts } from '../shared/Facts.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { PathText } from '../shared/PathText.tsx';
import { Section } from '../shared/Section.tsx';
import { TerminalActions, TerminalBody } from '../terminal-output/TerminalBody.tsx';
import { useTerminal, useWhole } from '../terminal-output/useTerminal.ts';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useMasked, useReveal } from '../theme/useMasked.tsx';
import { asksAgent, InputSection, RunSections, shownOfRun } from './CallSections.tsx';
import { type CallSteps, ChangesSection, DetailHeader } from './DetailHeader.tsx';
import { CutNote, type DetailPart } from './DetailParts.tsx';
import { OutputFrame, ReasonSection, saidAbove, startsWithOutput } from './OutputFrame.tsx';

/** Number of characters searched at the beginning and the end of an output, where summaries are. */
const looked = 20_000;

/** Whether a summary is only a piece of the output. */
function repeats(summary: string, output: string): boolean {
  const piece = oneLine(summary.replace(/(?:…|\.\.\.)$/, ''));
  return [output.slice(0, looked), output.slice(-looked)].some((part) => oneLine(part, looked).includes(piece));
}

/** What a call added to the agent's context. Where its text is the output, it is not shown twice. */
function ContributionSection({ call, level }: DetailPart): ReactElement | null {
  const { t } = useKit(detailWords);
  const { context_contribution } = call;
  if (context_contribution === undefined) return null;
  const { full_content = '' } = context_contribution;
  const output = outputText(call)?.text ?? '';
  const shownAbove = full_content === output;
  const summary = repeats(context_contribution.summary, output) ? '' : context_contribution.summary;
  if (summary === '' && (shownAbove || full_content === '')) return null;
  return (
    <Section
      name="contribution"
      level={level}
      title={t('detail.contributed')}
      actions={<span>{t(`contribution.${context_contribution.type}`)}</span>}
    >
      {summary === '' ? null : (
        <div className="ark-detail__words">
          <LongText text={summary} />
        </div>
      )}
      {shownAbove || full_content === '' ? null : <LongText text={full_content} />}
    </Section>
  );
}

const keys = {
  started_at: 'inferred.started_at',
  ended_at: 'inferred.ended_at',
  duration_ms: 'inferred.duration_ms',
  outcome: 'inferred.outcome',
  'output.status': 'inferred.outcome',
  tool_name: 'inferred.tool_name',
  tool_category: 'inferred.tool_category',
} as const satisfies Record<string, MessageKey>;

/** The text that says of a field, in words, that it is inferred; nothing for a field that has no words of its own. */
function inferredKey(field: string): (typeof keys)[keyof typeof keys] | undefined {
  return Object.hasOwn(keys, field) ? keys[field as keyof typeof keys] : undefined;
}

const fold = { head: 20, tail: 6 };

/** A result that is a text: a file in the colours of its language, what a search found, what an agent reported. */
function TextOutput({ output, ...part }: OutputPart): ReactElement {
  const { t } = useKit(detailWords);
  const { call, scope } = part;
  const whole = useWhole(output?.whole);
  const text = whole.text ?? output?.text ?? '';
  const argument = callArgument(call);
  const isFile = toolFamily(call.tool_name) === 'read' && argument.kind === 'path';
  const lines = output?.whole?.lines ?? countLines(text);
  const json = useMemo(() => (isFile ? undefined : readJsonParent(text)), [isFile, text]);
  const plain = (
    <div className="ark-flush ark-detail__output">
      <div className="ark-inset">
        <LongText
          text={text}
          fold={fold}
          grammar={isFile ? grammarOfPath(argument.path) : undefined}
          cwd={scope?.cwd}
        />
      </div>
    </div>
  );
  return (
    <OutputFrame
      {...part}
      text={output?.text}
      content={output?.whole}
      actions={
        <>
          {lines > 0 ? <span>{t('text.lines', { n: lines })}</span> : null}
          <CopyButton text={text} />
        </>
      }
    >
      {json === undefined ? (
        plain
      ) : (
        <JsonView value={json} label={t('detail.output')}>
          {plain}
        </JsonView>
      )}
      <CutNote call={call} content={output?.whole} whole={whole} scope={scope} />
    </OutputFrame>
  );
}

/** Props of {@link ToolCallDetail}. */
export interface ToolCallDetailProps extends Omit<ComponentPropsWithoutRef<'article'>, 'children'> {
  /** The call, with all that came of it. */
  call: ToolCall;
  /** When the replay's clock reaches it, in milliseconds since 1970. @default when it began */
  replayedAt?: number | undefined;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** To the playhead; a running call does not show what comes of it. @default 'done' */
  playState?: 'done' | 'running' | 'ahead';
  /** With it, the header counts and has buttons for the calls before and after. */
  steps?: CallSteps;
  /** Level of the header in the page's outline; sections are one below. @default 2 */
  headingLevel?: 2 | 3 | 4;
  /** The session that the call is of: with it, the run that the call started says what it came to and what it answered. */
  session?: Session | undefined;
  /** Buttons in the header, beside the facts. @default none */
  actions?: ReactNode;
  /** More sections: context links, annotations, whatever a host knows of the call. */
  children?: ReactNode;
}

/**
 * A tool call whole: input, changes, output, what it contributed, what was inferred and where it comes from. Of a call that did
 * not go well, why comes first; of one that changed files, the diff; of one that ran a subagent, what that came to, answered and was asked.
 *
 * When to use it: beside a list, or in a sheet under it; it scrolls by itself where its host limits its height.
 */
export const ToolCallDetail = forwardRef<HTMLElement, ToolCallDetailProps>(function ToolCallDetail(
  {
    call: logged,
    replayedAt,
    scope: around,
    playState = 'done',
    steps,
    session,
    headingLevel = 2,
    actions,
    className,
    children,
    ...rest
  },
  ref,
) {
  const outside = useKit();
  const { shown: call, kit, reveal } = useReveal(logged);
  const titleId = useId();
  const level = (headingLevel + 1) as 3 | 4 | 5;
  const scope = useMasked(around);
  const part = { call, level, scope };
  const state = callState(call, playState);
  const outputFirst = startsWithOutput(call, state);
  // A diff says what its parameters say, and better.
  const changed = useMemo(() => fileChanges(call).length > 0, [call]);
  const asked = asksAgent(call);
  const folded = changed || asked;
  return (
    <KitContext.Provider value={kit}>
      <article ref={ref} className={joinClasses('ark', 'ark-detail', className)} aria-labelledby={titleId} {...rest}>
        <DetailHeader
          call={call}
          replayedAt={replayedAt}
          scope={scope}
          playState={playState}
          steps={steps}
          headingLevel={headingLevel}
          titleId={titleId}
          reveal={reveal}
          actions={actions}
        />
        {/* What the reader unfolded, loaded or searched in it belongs to this call; the header stays, and with it the focus on its buttons. */}
        <div key={logged.call_id} className="ark-detail__body">
          <ReasonSection call={call} playState={playState} />
          {outputFirst ? <OutputSection {...part} /> : null}
          {call.subagent_info === undefined ? null : <RunSections {...part} session={session} playState={playState} />}
          {folded ? null : <InputSection {...part} />}
          <ChangesSection {...part} state={state} />
          {playState === 'running' || outputFirst || asked ? null : <OutputSection {...part} />}
          {playState === 'running' ? null : <ContributionSection {...part} />}
          {folded ? <InputSection {...part} shown={asked ? shownOfRun : undefined} folded /> : null}
          {/* They know nothing of this call's masks. */}
          <KitContext.Provider value={outside}>{children}</KitContext.Provider>
          <InferredSection {...part} />
          <SourceSection {...part} />
        </div>
      </article>
    </KitContext.Provider>
  );
});

/** What a call gave back. What failed is looked at as a terminal's output is: for the line that says why. */
function OutputSection({ scope: around, ...rest }: DetailPart): ReactElement {
  const { call } = rest;
  // What a command printed names files from the folder that it ran in.
  const workdir = callWorkdir(call);
  const scope = useMemo(() => (workdir === undefined ? around : { ...around, cwd: workdir }), [workdir, around]);
  const part = { ...rest, scope };
  const output = useMemo(() => outputText(call), [call]);
  const printed = toolFamily(call.tool_name) === 'terminal' || callState(call) === 'failed';
  return printed ? <PrintedOutput {...part} output={output} /> : <TextOutput {...part} output={output} />;
}

/** Which values the log does not have, in words. */
function InferredSection({ call: { inferred = [] }, level }: DetailPart): ReactElement | null {
  const { t } = useKit(detailWords);
  if (inferred.length === 0) return null;
  return (
    <Section name="inferred" level={level} title={t('detail.inferred')}>
      <ul className="ark-detail__list">
        {inferred.map((field) => {
          const key = inferredKey(field);
          return <li key={field}>{key === undefined ? t('inferred.field', { field }) : t(key)}</li>;
        })}
      </ul>
    </Section>
  );
}

/** Props of {@link PrintedOutput} and of {@link TextOutput}. */
interface OutputPart extends DetailPart {
  output: OutputText | undefined;
}

/** A result that a program printed, as its terminal showed it. */
function PrintedOutput({ output, ...part }: OutputPart): ReactElement {
  const { t } = useKit(detailWords);
  const { call, scope } = part;
  const terminal = useTerminal({ text: output?.text ?? '', content: output?.whole });
  const said = useMemo(() => saidAbove(call, callState(call), output?.text ?? '').lines, [call, output]);
  return (
    <OutputFrame
      {...part}
      text={output?.text}
      content={output?.whole}
      actions={<TerminalActions terminal={terminal} fileName={`${call.call_id}.txt`} />}
    >
      <div className="ark-flush ark-detail__output">
        <TerminalBody
          terminal={terminal}
          cwd={scope?.cwd}
          said={said}
          label={t('detail.output')}
          cutBySource={call.output.truncated === true && output?.whole === undefined}
          whole={output?.whole}
          href={output?.whole === undefined ? undefined : scope?.contentUrl?.(output.whole)}
        />
      </div>
    </OutputFrame>
  );
}

/** Where in its source file a call comes from, and what its format says of it beside. */
function SourceSection({ call: { source_ref, call_id, extensions }, level, scope }: DetailPart): ReactElement {
  const { t, formatters } = useKit(detailWords);
  const file = source_ref === undefined ? undefined : scope?.sources?.[source_ref.source];
  const location = source_ref === undefined ? undefined : `${file ?? ''}:${source_ref.line}`;
  return (
    <Section
      name="source"
      level={level}
      title={t('detail.source')}
      actions={location === undefined ? undefined : <CopyButton text={location} label={t('copy.place')} />}
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
