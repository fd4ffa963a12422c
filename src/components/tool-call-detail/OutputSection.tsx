'use client';
import { type ReactElement, useMemo } from 'react';
import { outputText } from '../../session/facts/callTexts.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import { callState } from '../shared/call/callState.ts';
import { PrintedOutput } from './PrintedOutput.tsx';
import type { DetailPart } from './part.ts';
import { TextOutput } from './TextOutput.tsx';

/** What a call gave back. What failed is looked at as a terminal's output is: for the line that says why. */
export function OutputSection(part: DetailPart): ReactElement {
  const { call } = part;
  const output = useMemo(() => outputText(call), [call]);
  const printed = toolFamily(call.tool_name) === 'terminal' || callState(call) === 'failed';
  return printed ? <PrintedOutput {...part} output={output} /> : <TextOutput {...part} output={output} />;
}
