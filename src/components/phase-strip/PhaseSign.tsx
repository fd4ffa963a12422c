'use client';
import type { ReactElement } from 'react';
import type { PhaseType } from '../../session/index.ts';

/** Props of {@link PhaseSign}. */
export interface PhaseSignProps {
  type: PhaseType;
}

/** The sign of a kind of phase: a band cut in a way of its own, so that kinds differ also without colour. Decoration. */
export function PhaseSign({ type }: PhaseSignProps): ReactElement {
  return <span className="ark-phase-sign" data-phase={type} aria-hidden="true" />;
}
