import { createContext, type ReactElement, type ReactNode, useContext, useMemo, useState } from 'react';
import { oneOf, useRemembered } from '../hooks/useRemembered.ts';
import type { DiffLayout } from './diffRows.ts';

interface LayoutChoice {
  /** Undefined until the reader has chosen. */
  readonly chosen: DiffLayout | undefined;
  readonly choose: (layout: DiffLayout) => void;
}

const LayoutContext = createContext<LayoutChoice | undefined>(undefined);
LayoutContext.displayName = 'DiffLayoutContext';

const toLayout = oneOf<DiffLayout>(['unified', 'split']);

/** Lets the layout that a reader chooses in one diff count for all inside, and for their next visit. */
export function SharedDiffLayout({ children }: { children: ReactNode }): ReactElement {
  const [chosen, choose] = useRemembered('diff-layout', toLayout);
  const choice = useMemo(() => ({ chosen, choose }), [chosen, choose]);
  return <LayoutContext.Provider value={choice}>{children}</LayoutContext.Provider>;
}

/** The layout of a diff: chosen for all of them, or else for this one alone. */
export function useChosenLayout(atFirst: DiffLayout): [DiffLayout, (layout: DiffLayout) => void] {
  const [own, chooseOwn] = useState(atFirst);
  const shared = useContext(LayoutContext);
  return shared === undefined ? [own, chooseOwn] : [shared.chosen ?? atFirst, shared.choose];
}
