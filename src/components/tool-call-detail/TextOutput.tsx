'use client';
import type { ReactElement } from 'react';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { grammarOfPath } from '../shared/code/grammarOf.ts';
import { LongText } from '../shared/LongText.tsx';
import { countLines } from '../shared/text/countLines.ts';
import { useWhole } from '../terminal-output/useWhole.ts';
import { useKit } from '../theme/useKit.ts';
import { CutNote } from './CutNote.tsx';
import { OutputFrame } from './OutputFrame.tsx';
import type { OutputPart } from './PrintedOutput.tsx';

const fold = { head: 20, tail: 6 };

/** A result that is a text: a file in the colours of its language, what a search found, what an agent reported. */
export function TextOutput({ output, ...part }: OutputPart): ReactElement {
  const { t } = useKit();
  const { call, scope } = part;
  const whole = useWhole(output?.whole);
  const text = whole.text ?? output?.text ?? '';
  const argument = callArgument(call);
  const isFile = toolFamily(call.tool_name) === 'read' && argument.kind === 'path';
  const lines = output?.whole?.lines ?? countLines(text);
  return (
    <OutputFrame
      {...part}
      text={output?.text}
      actions={
        <>
          {lines > 0 ? <span>{t('text.lines', { n: lines })}</span> : null}
          <CopyButton text={text} />
        </>
      }
    >
      <div className="ark-flush ark-detail__output">
        <div className="ark-detail__text">
          <LongText
            text={text}
            fold={fold}
            grammar={isFile ? grammarOfPath(argument.path) : undefined}
            cwd={scope?.cwd}
          />
        </div>
      </div>
      <CutNote call={call} content={output?.whole} whole={whole} scope={scope} />
    </OutputFrame>
  );
}
