'use client';
import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';

/** Props of {@link PlanPoints}. */
export interface PlanPointsProps {
  points: readonly string[];
  /** @default 'info' */
  icon?: IconName;
}

/** Assumptions or risks, one a line. */
export function PlanPoints({ points, icon = 'info' }: PlanPointsProps): ReactElement {
  return (
    <ul className="ark-plan-run__points">
      {inPlace(points, (point) => (
        <li className="ark-plan-run__point" data-icon={icon}>
          <Icon name={icon} size={14} />
          <span>
            <LogText text={point} />
          </span>
        </li>
      ))}
    </ul>
  );
}
