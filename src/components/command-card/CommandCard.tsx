'use client';

import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useMemo } from 'react';
import { type OutputText, outputText } from '../../session/facts/callTexts.ts';
import type { ToolCall } from '../../session/index.ts';
import { RevealButton } from '../shared/ActionButton.tsx';
import { CommandLine } from '../shared/ArgumentText.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { callState, callWorkdir, isInferred, isOutcomeInferred } from '../shared/call/callFacts.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LongText } from '../shared/LongText.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { PrintedText, TerminalOutput } from '../terminal-output/TerminalOutput.tsx';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useMasked, useReveal } from '../theme/useMasked.tsx';
import { WorkdirPath } from '../workdir-path/WorkdirPath.tsx';

/** Props of {@link CommandCard}. */
export interface CommandCardProps extends Omit<ComponentPropsWithoutRef<'article'>, 'children'> {
  /** A call of a shell. */
  call: ToolCall;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** The folder that the command before ran in: another one is pointed out. */
  previousWorkdir?: string | undefined;
  /** To the playhead; a running command does not show what comes of it. @default 'done' */
  playState?: 'done' | 'running' | 'ahead';
}

/**
 * A command as a terminal has it: where it ran, what was typed, what came of it, how long it took, and what it
 * printed.
 *
 * When to use it: where a conversation is read like a terminal; a list of calls has `ToolCallCard`, a panel
 * `ToolCallDetail`.
 */
export const CommandCard = forwardRef<HTMLElement, CommandCardProps>(function CommandCard(
  { call: logged, scope: around, previousWorkdir: before, playState = 'done', className, ...rest },
  ref,
) {
  const { t } = useKit();
  const { shown: call, kit, reveal } = useReveal(logged);
  const scope = useMasked(around);
  const previousWorkdir = useMasked(before);
  const argument = callArgument(call);
  const command = argument.kind === 'code' ? argument.text : (call.input.raw_command ?? call.tool_name);
  const workdir = callWorkdir(call) ?? scope?.cwd;
  const output = useMemo(() => outputText(call), [call]);
  const error = call.output.error ?? '';
  const { description } = call.input;
  return (
    <KitContext.Provider value={kit}>
      <article ref={ref} className={joinClasses('ark', 'ark-command-card', className)} {...rest}>
        <div className="ark-command-card__head">
          {workdir === undefined ? null : <WorkdirPath path={workdir} previous={previousWorkdir} />}
          <CommandResult call={call} playState={playState} />
        </div>
        <div className="ark-command-card__command">
          <CommandLine command={command} />
          <RevealButton reveal={reveal} />
          <CopyButton look="icon" text={command} label={t('copy.command')} />
        </div>
        {description === undefined || description === command ? null : (
          <div className="ark-command-card__words">
            <LongText text={description} />
          </div>
        )}
        {playState === 'running' ? null : (
          <>
            {error === '' || error === output?.text ? null : (
              <div className="ark-command-card__words" data-words="error">
                <LongText text={error} cwd={workdir} />
              </div>
            )}
            <CommandOutput call={call} output={output} cwd={workdir} scope={scope} />
          </>
        )}
      </article>
    </KitContext.Provider>
  );
});

interface CommandResultProps {
  call: ToolCall;
  playState: 'done' | 'running' | 'ahead';
}

/** What came of a command, its exit code, and how long it took; durations of cards that stand above each other end alike. */
function CommandResult({ call, playState }: CommandResultProps): ReactElement {
  const { t, formatters } = useKit();
  const state = callState(call, playState);
  const open = state === 'running' || state === 'unanswered';
  const code = open ? undefined : call.output.result?.exit_code;
  const duration = formatters.duration(call.duration_ms);
  const inferred = isInferred(call, 'duration_ms');
  return (
    <span className="ark-command-card__result">
      <OutcomeText outcome={state} inferred={isOutcomeInferred(call) && !open} />
      {code === undefined ? null : (
        <span className="ark-command-card__exit" data-failed={code === 0 ? undefined : ''}>
          {t('command.exit', { code })}
        </span>
      )}
      <span className="ark-command-card__duration" title={inferred ? t('call.inferredDuration') : undefined}>
        {open ? '\u2013' : `${inferred ? '\u2248' : ''}${duration}`}
      </span>
    </span>
  );
}

interface CommandOutputProps {
  call: ToolCall;
  output: OutputText | undefined;
  cwd: string | undefined;
  scope: ItemScope | undefined;
}

/** What a command printed, to either stream. */
function CommandOutput({ call, output, cwd, scope }: CommandOutputProps): ReactElement {
  const { t } = useKit();
  const stderr = call.output.result?.stderr ?? '';
  if (output === undefined && stderr === '')
    return (
      <p className="ark-command-card__quiet">
        {t(call.outcome === 'unanswered' ? 'call.unanswered' : 'call.noOutput')}
      </p>
    );
  return (
    <div className="ark-command-card__output">
      {output === undefined ? null : (
        <TerminalOutput
          text={output.text}
          content={output.whole}
          href={output.whole === undefined ? undefined : scope?.contentUrl?.(output.whole)}
          truncated={call.output.truncated === true && output.whole === undefined}
          cwd={cwd}
          fileName={`${call.call_id}.txt`}
        />
      )}
      {stderr === '' ? null : <PrintedText text={stderr} title="stderr" cwd={cwd} />}
    </div>
  );
}
