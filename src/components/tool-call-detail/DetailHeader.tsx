'use client';
import { type ReactElement, useMemo } from 'react';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { Reveal } from '../masking/useReveal.ts';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { RevealButton } from '../shared/RevealButton.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import type { CallSteps } from './callSteps.ts';
import { HeaderFacts } from './HeaderFacts.tsx';
import { StepButtons } from './StepButtons.tsx';

/** Props of {@link DetailHeader}. */
export interface DetailHeaderProps {
  call: ToolCall;
  scope: ItemScope | undefined;
  standing: 'done' | 'running' | 'ahead';
  steps: CallSteps | undefined;
  headingLevel: 2 | 3 | 4;
  titleId: string;
  reveal: Reveal | undefined;
}

/** What was called, with what, and what came of it. */
export function DetailHeader({
  call,
  scope,
  standing,
  steps,
  headingLevel,
  titleId,
  reveal,
}: DetailHeaderProps): ReactElement {
  const Title = `h${headingLevel}` as const;
  const argument = useMemo(() => callArgument(call), [call]);
  return (
    <header className="ark-detail__header">
      <div className="ark-detail__title-line">
        <span className="ark-call__icon" data-category={call.tool_category}>
          <Icon name={toolFamily(call.tool_name)} />
        </span>
        <Title id={titleId} className="ark-detail__title">
          <ToolName name={call.tool_name} />
        </Title>
        <span className="ark-detail__argument">
          <ArgumentText argument={argument} cwd={scope?.cwd} />
        </span>
        <RevealButton reveal={reveal} />
        {steps === undefined ? null : <StepButtons steps={steps} />}
      </div>
      <HeaderFacts call={call} scope={scope} standing={standing} />
    </header>
  );
}
