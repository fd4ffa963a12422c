'use client';
import { type ReactElement, useMemo } from 'react';
import { toolFamily } from '../icons/toolFamily.ts';
import { callState } from '../shared/call/callState.ts';
import { outputText } from '../shared/call/outputText.ts';
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
