'use client';
import type { ReactElement } from 'react';
import type { OutputText } from '../../session/facts/callTexts.ts';
import { detailWords } from '../language/english/detail.ts';
import { TerminalActions } from '../terminal-output/TerminalActions.tsx';
import { TerminalBody } from '../terminal-output/TerminalBody.tsx';
import { useTerminal } from '../terminal-output/useTerminal.ts';
import { useKit } from '../theme/useKit.ts';
import { OutputFrame } from './OutputFrame.tsx';
import type { DetailPart } from './part.ts';

/** Props of {@link PrintedOutput} and of {@link TextOutput}. */
export interface OutputPart extends DetailPart {
  output: OutputText | undefined;
}

/** A result that a program printed, as its terminal showed it. */
export function PrintedOutput({ output, ...part }: OutputPart): ReactElement {
  const { t } = useKit(detailWords);
  const { call, scope } = part;
  const terminal = useTerminal({ text: output?.text ?? '', content: output?.whole });
  return (
    <OutputFrame
      {...part}
      text={output?.text}
      actions={<TerminalActions terminal={terminal} fileName={`${call.call_id}.txt`} />}
    >
      <div className="ark-flush ark-detail__output">
        <TerminalBody
          terminal={terminal}
          cwd={scope?.cwd}
          label={t('detail.output')}
          cutBySource={call.output.truncated === true && output?.whole === undefined}
          whole={output?.whole}
          href={output?.whole === undefined ? undefined : scope?.contentUrl?.(output.whole)}
        />
      </div>
    </OutputFrame>
  );
}
