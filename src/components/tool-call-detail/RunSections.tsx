'use client';
import { type ReactElement, useMemo } from 'react';
import { outputText, paramText } from '../../session/facts/callTexts.ts';
import type { Session, SubSession, ToolCall } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callState, isTrouble, subagentShares } from '../shared/call/callFacts.ts';
import { Facts } from '../shared/Facts.tsx';
import { OneLine } from '../shared/LogText.tsx';
import { ClippedMarkdown, FoldedMarkdown } from '../shared/Markdown.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { Section } from '../shared/Section.tsx';
import { ToolShares } from '../shared/ToolName.tsx';
import { useOpen } from '../shared/useOpen.ts';
import { findSubagent, type Subagent } from '../subagent-card/findSubagent.ts';
import { SubagentFigures } from '../subagent-card/SubagentCard.tsx';
import { useWhole } from '../terminal-output/useTerminal.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasking } from '../theme/useMasked.ts';
import { CutNote, type DetailPart, ParamValue, resultFields } from './DetailParts.tsx';

/** Props of {@link RunSections}. */
export interface RunSectionsProps extends DetailPart {
  /** The session that the call is of, where it is known: it holds the run. */
  session: Session | undefined;
  playState: 'done' | 'running' | 'ahead';
}

/** What the card says of a run: how it ended, and by which tools. */
const shownOnCard: ReadonlySet<string> = new Set(['status', 'tool_stats']);

/** Parameters already shown by the sections of a run, or by their header. */
export const shownOfRun: ReadonlySet<string> = new Set(['prompt', 'description', 'subagent_type']);

/** Whether a call gave an agent a task in words; it then has an answer and a task instead of output and input. */
export function asksAgent(call: ToolCall): boolean {
  return call.subagent_info !== undefined && paramText(call, 'prompt') !== undefined;
}

/** The sections of a run: its outcome, its answer, its task. */
export function RunSections({ session, playState, ...part }: RunSectionsProps): ReactElement {
  const { call } = part;
  // The call was masked around; the session was not.
  const { mask } = useMasking();
  const own = useMemo(() => {
    const found = session === undefined ? undefined : findSubagent(session, call.call_id);
    return found === undefined ? findSubagent(alone(call), call.call_id) : mask(found);
  }, [session, call, mask]);
  const run = own?.run;
  const failed = isTrouble(callState(call, playState));
  return (
    <>
      {own === undefined ? null : <CardSection {...part} subagent={own} playState={playState} />}
      {!asksAgent(call) || playState === 'running' || failed ? null : <AnswerSection {...part} run={run} />}
      <TaskSection {...part} />
    </>
  );
}

/** A call whose session is unknown. */
function alone(call: ToolCall): Pick<Session, 'tool_calls' | 'sub_sessions'> {
  return { tool_calls: [call], sub_sessions: [] };
}

interface CardSectionProps extends DetailPart {
  subagent: Subagent;
  playState: 'done' | 'running' | 'ahead';
}

function CardSection({ call, level, subagent, playState }: CardSectionProps): ReactElement {
  const { t } = useKit(detailWords);
  const { info, run, outcome, files } = subagent;
  return (
    <Section name="subagent" level={level} title={t('detail.subagent')} aside={<OneLine text={info.subagent_type} />}>
      {run === undefined && isLaunch(call) ? (
        <p className="ark-detail__quiet">{t('subagent.noRun')}</p>
      ) : playState === 'running' ? (
        <OutcomeText outcome="running" />
      ) : (
        <>
          <div className="ark-subagent__summary">
            {outcome === 'unknown' ? null : <OutcomeText outcome={outcome} />}
            <SubagentFigures subagent={subagent} />
            {files === 0 ? null : <span>{t('subagent.files', { n: files })}</span>}
          </div>
          <ToolShares shares={subagentShares(info)} />
        </>
      )}
    </Section>
  );
}

/** Whether the call's result only says that the run has begun. */
function isLaunch({ output: { result } }: ToolCall): boolean {
  return result?.is_async === true || result?.status === 'async_launched';
}

function AnswerSection({ call, level, scope, run }: DetailPart & { run: SubSession | undefined }): ReactElement {
  const { t } = useKit(detailWords);
  const output = useMemo(() => outputText(call), [call]);
  const whole = useWhole(output?.whole);
  const said = isLaunch(call) && run !== undefined ? lastWords(run) : undefined;
  const text = said ?? whole.text ?? output?.text ?? '';
  const answer = withoutFigures(text);
  const facts = resultFields(call)
    .filter(({ name }) => !shownOnCard.has(name))
    .map(({ name, value }) => ({ name, value: <ParamValue value={value} label={name} /> }));
  return (
    <Section
      name="answer"
      level={level}
      title={t('subagent.answer')}
      actions={text === '' ? undefined : <CopyButton text={text} />}
    >
      {answer === '' ? <p className="ark-detail__quiet">{t('call.noOutput')}</p> : <ClippedMarkdown text={answer} />}
      <CutNote call={call} content={output?.whole} whole={whole} scope={scope} />
      <Facts facts={facts} />
    </Section>
  );
}

/** The last message of a run: the answer of a background run. */
function lastWords({ events = [] }: SubSession): string | undefined {
  const last = events.findLast((event) => event.type === 'message' && event.role === 'assistant' && event.text !== '');
  return last?.type === 'message' ? last.text : undefined;
}

/** Lines that Claude Code writes behind an answer: ids that lie among the fields, and figures that the card has. */
const figure = /^(?:agentId|worktreePath|worktreeBranch|<usage>total_tokens|total_tokens|tool_uses|duration_ms): /;
const mostFigures = 8;

function withoutFigures(text: string): string {
  const lines = text.trimEnd().split('\n');
  let end = lines.length;
  while (end > 0 && lines.length - end < mostFigures && figure.test(lines[end - 1] ?? '')) end -= 1;
  return lines.slice(0, end).join('\n').trim();
}

function TaskSection({ call, level }: DetailPart): ReactElement | null {
  const { t } = useKit(detailWords);
  const [open, toggle] = useOpen({});
  const task = paramText(call, 'prompt');
  if (task === undefined) return null;
  return (
    <Section name="task" level={level} title={t('subagent.task')} actions={<CopyButton text={task} />}>
      <FoldedMarkdown text={task} open={open} onToggle={toggle} />
    </Section>
  );
}
