'use client';
import type { ReactElement } from 'react';
import type { OutputText } from '../../session/facts/callTexts.ts';
import type { ToolCall } from '../../session/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { PrintedText } from '../terminal-output/PrintedText.tsx';
import { TerminalOutput } from '../terminal-output/TerminalOutput.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link CommandOutput}. */
export interface CommandOutputProps {
  call: ToolCall;
  output: OutputText | undefined;
  cwd: string | undefined;
  scope: ItemScope | undefined;
}

/** What a command printed, to either stream. */
export function CommandOutput({ call, output, cwd, scope }: CommandOutputProps): ReactElement {
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
