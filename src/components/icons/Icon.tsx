'use client';
import type { ReactElement } from 'react';
import { type IconName, iconShapes, type Shape } from './iconShapes.ts';

/** Props of {@link Icon}. */
export interface IconProps {
  /** Which picture. */
  name: IconName;
  /** What it says to assistive technology. Absent, it is decoration beside words that say it. */
  label?: string;
  /** Edge of its box in pixels. @default 16 */
  size?: number;
}

function line(shape: Shape): ReactElement {
  const { d, dash, filled } = typeof shape === 'string' ? { d: shape, dash: undefined, filled: undefined } : shape;
  return filled ? (
    <path key={d} d={d} fill="currentColor" stroke="none" />
  ) : (
    <path key={d} d={d} strokeDasharray={dash} />
  );
}

/**
 * Draws one icon in the colour of its text.
 *
 * When to use it: where a glyph saves a word that is said elsewhere.
 */
export function Icon({ name, label, size = 16 }: IconProps): ReactElement {
  const lines = iconShapes[name].map(line);
  const box = { className: 'ark-icon', viewBox: '0 0 16 16', width: size, height: size, focusable: false } as const;
  if (label === undefined) {
    return (
      <svg {...box} aria-hidden="true">
        {lines}
      </svg>
    );
  }
  return (
    <svg {...box} role="img" aria-label={label}>
      {lines}
    </svg>
  );
}
