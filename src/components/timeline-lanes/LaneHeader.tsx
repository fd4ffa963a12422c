'use client';
import type { CSSProperties, ReactElement } from 'react';
import type { Lane } from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { lanesWords } from '../language/english/lanes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { useMasked } from '../masking/useMasked.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';

const ownWords = { ...lanesWords, ...phasesWords };

/** Props of {@link LaneHeader}. */
export interface LaneHeaderProps {
  lane: Lane;
  collapsed: boolean;
  onToggle: () => void;
}

/** Lanes deeper than this are indented no further. */
const deepest = 4;

/** Who works in a lane, how many calls it has, and a button that hides the lanes below. */
export function LaneHeader({ lane, collapsed, onToggle }: LaneHeaderProps): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const agent = useMasked(lane.agent);
  const { depth, number, calls, below, failed } = lane;
  const name = depth === 0 ? t('lanes.main') : (agent ?? t('lanes.subagent'));
  // What stands below each other is said with pauses: not "tdd-test-writer 2 19 calls".
  const told = [
    number > 1 ? `${name} ${formatters.number(number)}` : name,
    t('call.uses', { n: calls.length }),
    ...(failed > 0 ? [t('phase.errors', { n: failed })] : []),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot lie over a canvas
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus; it only names the row
    <div
      className="ark-lanes__header"
      role="rowheader"
      aria-label={told.join(t('listSeparator'))}
      style={{ '--ark-lane-depth': Math.min(depth, deepest) } as CSSProperties}
    >
      <span className="ark-lanes__agent">
        <OneLine text={name} />
        {number > 1 ? <span className="ark-lanes__number">{formatters.number(number)}</span> : null}
      </span>
      <span className="ark-lanes__facts ark-figures">
        <OneLine text={t('call.uses', { n: calls.length })} />
        {failed > 0 ? (
          <span className="ark-lanes__errors">
            <Icon name="failed" size={11} />
            <span aria-hidden="true">{formatters.number(failed)}</span>
            <span className="ark-unseen">{t('phase.errors', { n: failed })}</span>
          </span>
        ) : null}
      </span>
      {below > 0 ? (
        <ActionButton
          look="icon"
          icon={collapsed ? 'chevronRight' : 'chevronDown'}
          label={t(collapsed ? 'lanes.expand' : 'lanes.collapse', { n: below, agent: name })}
          aria-expanded={!collapsed}
          onClick={onToggle}
        />
      ) : null}
    </div>
  );
}
