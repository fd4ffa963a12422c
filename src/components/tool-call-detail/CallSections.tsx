import { type ReactElement, useMemo } from 'react';
import { commandOf, outputText, paramText } from '../../session/facts/callTexts.ts';
import { fileChanges } from '../../session/facts/fileChanges.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { Session, SubSession, ToolCall } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CommandLine } from '../shared/ArgumentText.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callState, isTrouble, subagentShares } from '../shared/call/callFacts.ts';
import { useOpen } from '../shared/Disclosure.tsx';
import { Facts } from '../shared/Facts.tsx';
import { OneLine } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { ClippedMarkdown, FoldedMarkdown } from '../shared/Markdown.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { Section } from '../shared/Section.tsx';
import { ToolShares } from '../shared/ToolName.tsx';
import { findSubagent, type Subagent, SubagentFigures } from '../subagent-card/SubagentCard.tsx';
import { useWhole } from '../terminal-output/useTerminal.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasking } from '../theme/useMasked.tsx';
import { CutNote, type DetailPart, ParamValue, resultFields } from './DetailParts.tsx';

const shownAsCommand = new Set(['command', 'cmd']);
const shownAsChange = new Set(['old_string', 'new_string', 'content', 'file_text', 'contents', 'edits']);

interface InputSectionProps extends DetailPart {
  /** Whether it is folded at first, because what it says is shown elsewhere; the reader unfolds it. @default false */
  folded?: boolean;
  /** Parameters that stand elsewhere. @default none */
  shown?: ReadonlySet<string> | undefined;
}

/** Minimum length, in characters, of a text that is not repeated under another name. */
const longParam = 40;

/** Parameters without those that stand elsewhere, and without a long text that another parameter has, too. */
function paramsWorthShowing(
  { input }: ToolCall,
  command: string | undefined,
  shown: ReadonlySet<string> | undefined,
): [string, unknown][] {
  const said = new Set<unknown>();
  return Object.entries(input.params).filter(([name, value]) => {
    if (shown?.has(name) === true || (shownAsCommand.has(name) && value === command)) return false;
    // Claude Code's messages name their recipient twice.
    if (name === 'recipient' && value === input.params.to) return false;
    if (name === 'description' && value === input.description) return false;
    if (typeof value !== 'string' || value.length < longParam) return true;
    const isNew = !said.has(value);
    said.add(value);
    return isNew;
  });
}

/** What a call was given: its command as a line of a terminal, its parameters by name. */
export function InputSection({ call, level, folded = false, shown }: InputSectionProps): ReactElement | null {
  const { t } = useKit(detailWords);
  const [open, toggle] = useOpen({ defaultOpen: !folded });
  const command = toolFamily(call.tool_name) === 'terminal' ? commandOf(call) : call.input.raw_command;
  const changes = fileChanges(call).length > 0;
  const facts = paramsWorthShowing(call, command, shown).map(([name, value]) => ({
    name,
    value: <ParamValue value={value} label={name} brief={changes && shownAsChange.has(name)} />,
  }));
  if (shown !== undefined && facts.length === 0 && command === undefined) return null;
  const json = (): string => JSON.stringify(call.input.params, null, 2);
  return (
    <Section
      name="input"
      level={level}
      title={t(command === undefined ? 'detail.input' : 'detail.command')}
      actions={
        <>
          {folded ? (
            <ActionButton
              label={t(open ? 'detail.hideInput' : 'detail.showInput')}
              aria-expanded={open}
              onClick={toggle}
            />
          ) : null}
          {command === undefined ? null : <CopyButton text={command} />}
          <CopyButton text={json} label={t('copy.json')} />
        </>
      }
    >
      {!open || call.input.description === undefined || shown?.has('description') === true ? null : (
        <div className="ark-detail__words">
          <LongText text={call.input.description} />
        </div>
      )}
      {!open || command === undefined ? null : <CommandLine command={command} />}
      {!open ? null : facts.length === 0 && command === undefined ? (
        <p className="ark-detail__quiet">{t('detail.noInput')}</p>
      ) : (
        <Facts facts={facts} />
      )}
    </Section>
  );
}

interface RunSectionsProps extends DetailPart {
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
