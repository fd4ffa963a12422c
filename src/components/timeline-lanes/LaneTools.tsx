'use client';
import type { ReactElement } from 'react';
import { isWhole, type LaneBounds, type LaneView } from '../../replay/internal.ts';
import { useStore } from '../hooks/useStore.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { type LaneCommand, panStep, zoomStep } from './laneCommand.ts';
import type { LaneStage } from './laneStage.ts';

/** Props of {@link LaneTools}. */
export interface LaneToolsProps {
  stage: LaneStage;
  bounds: LaneBounds;
  onCommand: (command: LaneCommand) => void;
}

/** Buttons that do with the view what the wheel and the keys do. */
export function LaneTools({ stage, bounds, onCommand }: LaneToolsProps): ReactElement {
  const { t } = useKit(lanesWords);
  // Joined into one string so that this renders when a button is enabled or disabled, not at every step of the view.
  const off = useStore(stage.view, (view) => offOf(view, bounds).join(' ')).split(' ');
  const tools = [
    { icon: 'chevronLeft', name: 'lanes.panBack', command: { do: 'pan', share: -panStep } },
    { icon: 'zoomOut', name: 'lanes.zoomOut', command: { do: 'zoom', factor: 1 / zoomStep } },
    { icon: 'zoomIn', name: 'lanes.zoomIn', command: { do: 'zoom', factor: zoomStep } },
    { icon: 'zoomWhole', name: 'lanes.showWhole', command: { do: 'whole' } },
    { icon: 'chevronRight', name: 'lanes.panOn', command: { do: 'pan', share: panStep } },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="ark-lanes__tools" role="group" aria-label={t('lanes.view')}>
      {tools.map(({ icon, name, command }) => (
        <ActionButton
          key={name}
          look="icon"
          icon={icon}
          label={t(name)}
          aria-disabled={off.includes(name)}
          onClick={() => onCommand(command)}
        />
      ))}
    </div>
  );
}

type ToolName = 'lanes.panBack' | 'lanes.zoomOut' | 'lanes.zoomIn' | 'lanes.showWhole' | 'lanes.panOn';

/** Commands that would not change the view any further. */
function offOf(view: LaneView, bounds: LaneBounds): ToolName[] {
  const slack = bounds.total * 1e-9;
  const closest = view.to - view.from <= Math.min(bounds.least, bounds.total) + slack;
  return [
    ...(view.from <= slack ? (['lanes.panBack'] as const) : []),
    ...(view.to >= bounds.total - slack ? (['lanes.panOn'] as const) : []),
    ...(isWhole(view, bounds) ? (['lanes.zoomOut', 'lanes.showWhole'] as const) : []),
    ...(closest ? (['lanes.zoomIn'] as const) : []),
  ];
}
