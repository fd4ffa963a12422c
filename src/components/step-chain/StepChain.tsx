'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useMemo } from 'react';
import type { Outcome, Session, ToolCall } from '../../session/index.ts';
import { field, fieldsOf, type JsonObject } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { runsWords } from '../language/english/runs.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText, OneLine } from '../shared/LogText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** What a step of a workflow is: a command, an agent in a window, or a gate where a person decides. */
type StepKind = 'command' | 'agent' | 'gate';

/** A step of a workflow, with everything that was done for it. */
interface WorkflowStep {
  /** From 0, as in the workflow's configuration. */
  readonly number: number;
  readonly name: string;
  readonly kind: StepKind;
  readonly runs: readonly StepRun[];
  /** State of the last run that counts; `pending` if none began. */
  readonly state: Outcome | 'pending' | 'running';
}

/** One attempt at a step. */
interface StepRun {
  readonly callId: string;
  readonly attempt: number;
  readonly outcome: Outcome;
  readonly durationMs: number | undefined;
  /** Whether it only checked what the step before it had done. */
  readonly verifies: boolean;
  /** Whether a rollback or retry left it behind. */
  readonly abandoned: boolean;
  /** Why the step ran again: its own retry, or a rollback by a later step; undefined if it merely ran after one. */
  readonly again: 'retry' | 'rollback' | undefined;
  /** The step that sent the run back. */
  readonly backFrom: number | undefined;
  /** The agent step whose reply this one judged. */
  readonly judges: number | undefined;
}

/** The steps of a workflow run, in order; empty where the session is none. */
export function workflowSteps(session: Session): WorkflowStep[] {
  const wf = fieldsOf(session.extensions?.wf);
  if (Object.keys(wf).length === 0) return [];
  const configured = field.objects(fieldsOf(wf.config), 'workflow');
  const runs = readRuns(session.tool_calls);
  const total = Math.max(configured.length, ...[...runs.keys()].map((step) => step + 1), 0);
  return Array.from({ length: Math.min(total, mostSteps) }, (_, number): WorkflowStep => {
    const ran = runs.get(number) ?? [];
    const config = configured[number];
    const kind = kindOf(config, ran[0]?.call);
    return {
      number,
      name: field.filledText(fieldsOf(config), 'name') ?? nameOf(ran[0]?.call) ?? '',
      kind,
      runs: ran.map(({ run }) => run),
      state: stateOf(
        ran.map(({ run }) => run),
        session.status === 'in_progress',
      ),
    };
  });
}

/** A step number of a damaged log may be any number. */
const mostSteps = 10_000;

interface Ran {
  readonly call: ToolCall;
  readonly run: StepRun;
}

function readRuns(calls: readonly ToolCall[]): Map<number, Ran[]> {
  const byStep = new Map<number, Ran[]>();
  const stepOfNative = new Map<string, number>();
  let before: number | undefined;
  for (const call of calls) {
    const stated = fieldsOf(call.extensions?.wf);
    const step = field.number(stated, 'step') ?? field.number(fieldsOf(call.input.params), 'step');
    if (step === undefined || !Number.isInteger(step) || step < 0 || step >= mostSteps) continue;
    const verifies = field.flag(stated, 'verifies') === true;
    const ran = byStep.get(step) ?? [];
    byStep.set(step, ran);
    const attempt = field.number(stated, 'attempt') ?? ran.length + 1;
    const isNewGo = !verifies && ran.length > 0 && attempt !== ran.at(-1)?.run.attempt;
    const back = before !== undefined && before > step;
    const again = !isNewGo ? undefined : back ? 'rollback' : before === step ? 'retry' : undefined;
    const judged = field.filledText(stated, 'reads_reply_of');
    ran.push({
      call,
      run: {
        callId: call.call_id,
        attempt,
        outcome: call.outcome ?? (call.output.status === 'failed' ? 'failed' : 'succeeded'),
        durationMs:
          call.inferred?.includes('duration_ms') === true && call.duration_ms === 0 ? undefined : call.duration_ms,
        verifies,
        abandoned: call.branch === 'abandoned',
        again,
        backFrom: again === 'rollback' ? before : undefined,
        judges: judged === undefined ? undefined : stepOfNative.get(judged),
      },
    });
    if (call.source_ref?.native_id !== undefined) stepOfNative.set(call.source_ref.native_id, step);
    before = step;
  }
  return byStep;
}

function kindOf(config: JsonObject | undefined, call: ToolCall | undefined): StepKind {
  if (call !== undefined)
    return call.tool_name === 'Task' ? 'agent' : call.tool_name === 'Checkpoint' ? 'gate' : 'command';
  if (config === undefined) return 'command';
  if (field.flag(config, 'in_window') === true) return 'agent';
  return field.filledText(config, 'run') === undefined ? 'gate' : 'command';
}

function nameOf(call: ToolCall | undefined): string | undefined {
  return call === undefined
    ? undefined
    : (field.filledText(fieldsOf(call.input.params), 'name') ?? call.input.description);
}

function stateOf(runs: readonly StepRun[], goesOn: boolean): WorkflowStep['state'] {
  const last = runs.findLast(({ abandoned }) => !abandoned);
  if (last === undefined) return 'pending';
  return last.outcome === 'unanswered' && goesOn ? 'running' : last.outcome;
}

const ownWords = { ...phasesWords, ...runsWords };

interface ChainRunProps {
  run: StepRun;
  steps: readonly WorkflowStep[];
  selected: boolean;
  onSelect: ((callId: string) => void) | undefined;
}

/** One attempt at a step: its number, outcome, length, and relation to other steps. */
function ChainRun({ run, steps, selected, onSelect }: ChainRunProps): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const nameOf = (step: number): string => steps[step]?.name || t('chain.step', { n: step + 1 });
  const words = (
    <>
      <Icon name={run.outcome} size={14} />
      <span>{run.verifies ? t('chain.verifies') : t('review.attempt', { n: run.attempt })}</span>
      <span className="ark-chain__outcome">{t(`outcome.${run.outcome}`)}</span>
    </>
  );
  return (
    <li
      className="ark-chain__run"
      data-state={run.outcome}
      data-selected={selected ? '' : undefined}
      data-branch={run.abandoned ? 'abandoned' : undefined}
    >
      {onSelect === undefined ? (
        <span className="ark-chain__words">{words}</span>
      ) : (
        <button
          type="button"
          className="ark-line-button ark-chain__words"
          aria-pressed={selected}
          onClick={() => onSelect(run.callId)}
        >
          {words}
        </button>
      )}
      <span className="ark-chain__links">
        {run.again === 'retry' ? (
          <span className="ark-chain__again">
            <Icon name="retry" size={12} />
            {t('chain.retry')}
          </span>
        ) : null}
        {run.backFrom === undefined ? null : (
          <span className="ark-chain__again">
            <Icon name="retry" size={12} />
            <LogText text={t('chain.backFrom', { step: nameOf(run.backFrom) })} />
          </span>
        )}
        {run.judges === undefined ? null : (
          <span className="ark-chain__judges">
            <LogText text={t('chain.judges', { step: nameOf(run.judges) })} />
          </span>
        )}
        {run.abandoned ? <Tag look="dashed">{t('call.abandoned')}</Tag> : null}
      </span>
      <span className="ark-chain__duration">
        {run.durationMs === undefined ? '\u2013' : formatters.duration(run.durationMs)}
      </span>
    </li>
  );
}

interface ChainStepProps {
  step: WorkflowStep;
  /** All steps, for the names of those that one refers to. */
  steps: readonly WorkflowStep[];
  selected: string | undefined;
  onSelect: ((callId: string) => void) | undefined;
}

const icons = { command: 'terminal', agent: 'agent', gate: 'checkpoint' } as const satisfies Record<StepKind, IconName>;
const categories = { command: 'action', agent: 'interaction', gate: 'planning' } as const;

/** A step, with all attempts at it. */
function ChainStep({ step, steps, selected, onSelect }: ChainStepProps): ReactElement {
  const { t } = useKit(runsWords);
  const { number, name, kind, runs, state } = step;
  return (
    <li className="ark-chain__step" data-state={state} data-category={categories[kind]}>
      <span className="ark-chain__number" aria-hidden="true">
        {number + 1}
      </span>
      <span className="ark-chain__mark">
        <Icon name={icons[kind]} />
      </span>
      <span className="ark-chain__head">
        <span className="ark-chain__name">
          <OneLine text={name === '' ? t('chain.step', { n: number + 1 }) : name} />
        </span>
        <span className="ark-chain__kind">{t(`chain.${kind}`)}</span>
        <span className="ark-chain__state">
          <Icon name={state} size={14} />
          {state === 'pending' ? t('chain.pending') : t(`outcome.${state}`)}
        </span>
      </span>
      {runs.length === 0 ? null : (
        <ol className="ark-chain__runs">
          {runs.map((run) => (
            <ChainRun key={run.callId} {...{ run, steps, onSelect }} selected={run.callId === selected} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Props of {@link StepChain}. */
export interface StepChainProps extends Omit<ComponentPropsWithoutRef<'ol'>, 'children' | 'onSelect'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Id of the call that is marked as chosen. */
  selected?: string | undefined;
  /** With it, every run of a step is a button; takes the id of its call. */
  onSelect?: ((callId: string) => void) | undefined;
}

/**
 * When to use it: beside the timeline of a `wf` run.
 *
 * A workflow run as the chain of its steps: commands, agents and gates, with every go at them, what sent the run back, and
 * which judge read whose reply. Nothing where the session is no workflow run.
 */
export const StepChain = forwardRef<HTMLOListElement, StepChainProps>(function StepChain(
  { session, selected, onSelect, className, ...rest },
  ref,
) {
  const { t } = useKit(runsWords);
  const steps = useMasked(useMemo(() => workflowSteps(session), [session]));
  if (steps.length === 0) return null;
  return (
    <ol ref={ref} className={joinClasses('ark', 'ark-chain', className)} aria-label={t('chain')} {...rest}>
      {steps.map((step) => (
        <ChainStep key={step.number} {...{ step, steps, selected, onSelect }} />
      ))}
    </ol>
  );
});
