import { type ReactElement, useId, useMemo } from 'react';
import type { CallItem, SessionIndex } from '../../replay/index.ts';
import type { ToolCall } from '../../session/index.ts';
import { profileWords } from '../language/english/profile.ts';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

interface SlowestCallsProps {
  index: SessionIndex;
  /** Positions in `SessionIndex.items`, the slowest first. */
  calls: readonly number[];
  onSelect: ((id: string) => void) | undefined;
}

/** The calls that took longest, one a line; each leads to its call. */
export function SlowestCalls({ index, calls, onSelect }: SlowestCallsProps): ReactElement | null {
  const { t } = useKit(profileWords);
  const id = useId();
  const items = useMemo(() => calls.map((at) => index.items[at] as CallItem), [index, calls]);
  if (items.length === 0) return null;
  return (
    <>
      <p id={id} className="ark-profile__title">
        {t('profile.slowest')}
      </p>
      <ol className="ark-profile__slowest" aria-labelledby={id}>
        {items.map((item) => (
          <li key={item.id}>
            {onSelect === undefined ? (
              <span className="ark-profile__call">
                <CallLine call={item.call} cwd={index.session.environment?.cwd} />
              </span>
            ) : (
              <button type="button" className="ark-profile__call" onClick={() => onSelect(item.id)}>
                <CallLine call={item.call} cwd={index.session.environment?.cwd} />
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function CallLine({ call: logged, cwd }: { call: ToolCall; cwd: string | undefined }): ReactElement {
  const { formatters } = useKit();
  const call = useMasked(logged);
  return (
    <>
      <ToolName name={call.tool_name} />
      <span className="ark-profile__argument">
        <ArgumentText argument={callArgument(call)} cwd={cwd} />
      </span>
      <span className="ark-profile__length ark-figures">{formatters.duration(call.duration_ms)}</span>
    </>
  );
}
