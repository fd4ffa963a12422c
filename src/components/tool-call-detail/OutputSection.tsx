'use client';
import { type ReactElement, useMemo } from 'react';
import { outputText } from '../../session/facts/callTexts.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import { callState } from '../shared/call/callState.ts';
import { callWorkdir } from '../shared/call/callWorkdir.ts';
import { PrintedOutput } from './PrintedOutput.tsx';
import type { DetailPart } from './part.ts';
import { TextOutput } from './TextOutput.tsx';

/** What a call gave back. What failed is looked at as a terminal's output is: for the line that says why. */
export function OutputSection({ scope: around, ...rest }: DetailPart): ReactElement {
  const { call } = rest;
  // What a command printed names files from the folder that it ran in.
  const workdir = callWorkdir(call);
  const scope = useMemo(() => (workdir === undefined ? around : { ...around, cwd: workdir }), [workdir, around]);
  const part = { ...rest, scope };
  const output = useMemo(() => outputText(call), [call]);
  const printed = toolFamily(call.tool_name) === 'terminal' || callState(call) === 'failed';
  return printed ? <PrintedOutput {...part} output={output} /> : <TextOutput {...part} output={output} />;
}
